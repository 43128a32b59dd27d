// Puzzles made from a seed: the same seed gives the same puzzle everywhere.
// A candidate is a random board; it is taken when the program says that it
// is a puzzle. A slow machine takes longer, but never passes over a board that
// a fast one takes.

import { Refused, ask } from "./api.js";
import { Shape, after } from "./game.js";

export const KINDS = [["win", "Find the win"], ["few", "Leave few stones"]];
export const HARDNESS = [["easy", "easy"], ["medium", "medium"], ["hard", "hard"]];

const BOARDS = {
  win: { easy: ["2x4", "3x3", "2x5"], medium: ["3x4", "3x5", "2x7"], hard: ["4x4", "4x5", "3x6"] },
  few: { easy: ["3x3", "2x5"], medium: ["3x4", "3x5"], hard: ["4x5", "5x5"] },
};
/** Legal moves that a win must hide among. */
const CROWD = { easy: 4, medium: 7, hard: 11 };
/** Random plays, out of 40, that may find the fewest stones. */
const LUCK = { easy: 16, medium: 8, hard: 3 };
const PLAYS = 40;
const TRIES = 400;
/** Seconds for one board: far more than any of them needs. */
const PATIENCE = 60;

/** A number from a text: 32-bit FNV-1a. */
export const hash = (text) => [...text].reduce((sum, c) => Math.imul(sum ^ c.codePointAt(0), 0x01000193) >>> 0, 0x811c9dc5);

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
export function dice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 15), z | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296;
  };
}

/** How many of some random plays leave no more than so many stones. */
function luck(shape, start, value, roll) {
  let found = 0;
  for (let i = 0; i < PLAYS; i += 1) {
    let cells = start;
    for (let moves = shape.moves(cells); moves.length > 0; moves = shape.moves(cells)) cells = after(cells, moves[Math.floor(roll() * moves.length)]);
    if ([...cells].filter((cell) => cell !== ".").length <= value) found += 1;
  }
  return found;
}

/** An answer that is not cut off: otherwise the seed would give another puzzle here. */
async function whole(question, body, signal) {
  const answer = await ask(question, { ...body, time: PATIENCE, memory: "256M" }, signal);
  if (answer.stopped) throw new Refused({ message: "This puzzle takes too long to make on this machine. Try another one." });
  return answer;
}

/** One move wins, and there are enough others. */
async function win(board, hardness, roll, signal) {
  const player = roll() < 0.5 ? "L" : "R";
  const answer = await whole("solve", { board, first: player, moves: true }, signal);
  const winning = player === "L" ? answer.left_moves : answer.right_moves;
  if (winning?.length !== 1) return undefined;
  const shape = new Shape(await ask("show", { board }, signal));
  return shape.moves(shape.cells, player).length >= CROWD[hardness] ? { shape, cells: shape.cells, player, solution: winning[0] } : undefined;
}

/** The fewest stones are known, and chance seldom finds them. */
async function few(board, hardness, roll, signal) {
  const answer = await whole("reduce", { board }, signal);
  if (!answer.optimal || !answer.play?.length) return undefined;
  const shape = new Shape(await ask("show", { board }, signal));
  const lucky = luck(shape, shape.cells, answer.value, roll);
  return lucky <= LUCK[hardness] ? { shape, cells: shape.cells, value: answer.value, play: answer.play } : undefined;
}

/** The puzzle of this kind and hardness with this seed. */
export async function make(kind, hardness, seed, signal) {
  const roll = dice(hash(`${kind} ${hardness} ${seed}`));
  const boards = BOARDS[kind][hardness];
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const board = `random:${boards[Math.floor(roll() * boards.length)]}:${Math.floor(roll() * 1e9)}`;
    const found = await (kind === "win" ? win : few)(board, hardness, roll, signal);
    if (found) return { kind, hardness, seed, board, ...found };
  }
  throw new Refused({ message: `No puzzle was found among ${TRIES} boards.` });
}
