// Puzzle maker: the same seed gives the same puzzle on every machine.
//
// Random boards are tried until the program confirms that one is a puzzle. A
// slow machine takes longer, but never rejects a board that a fast one takes.

import { Refused, ask } from "./api.js";
import { Shape, after } from "./game.js";

export const KINDS = [["win", "Find the win"], ["few", "Leave few stones"]];
export const HARDNESS = [["easy", "easy"], ["medium", "medium"], ["hard", "hard"]];

const BOARDS = {
  win: { easy: ["2x4", "3x3", "2x5"], medium: ["3x4", "3x5", "2x7"], hard: ["4x4", "4x5", "3x6"] },
  few: { easy: ["3x3", "2x5"], medium: ["3x4", "3x5"], hard: ["4x5", "5x5"] },
};
/** Minimum number of legal moves of a puzzle with one winning move. */
const LEAST_MOVES = { easy: 4, medium: 7, hard: 11 };
/** Maximum number of random plays, of PLAYS, that leave the fewest stones. */
const MOST_LUCKY = { easy: 16, medium: 8, hard: 3 };
/** Number of random plays per board. */
const PLAYS = 40;
/** Maximum number of boards tried. */
const TRIES = 400;
/** Time limit per board, in seconds: far more than any of them needs. */
const TIME = 60;

/** Hash of a text: 32-bit FNV-1a. */
export const hash = (text) => [...text].reduce((sum, c) => Math.imul(sum ^ c.codePointAt(0), 0x01000193) >>> 0, 0x811c9dc5);

/** Pseudo-random numbers from 0 to 1 (mulberry32). */
export function mulberry32(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 15), z | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296;
  };
}

/** Counts the random plays, of PLAYS, that leave at most `value` stones. */
function luckyPlays(shape, start, value, roll) {
  let found = 0;
  for (let i = 0; i < PLAYS; i += 1) {
    let cells = start;
    for (let moves = shape.moves(cells); moves.length > 0; moves = shape.moves(cells)) cells = after(cells, moves[Math.floor(roll() * moves.length)]);
    if ([...cells].filter((cell) => cell !== ".").length <= value) found += 1;
  }
  return found;
}

/** Asks for an answer within no limit that this machine would reach: otherwise the seed would give another puzzle here. */
async function complete(question, body, signal) {
  const answer = await ask(question, { ...body, time: TIME, memory: "256M" }, signal);
  if (answer.stopped) throw new Refused({ message: "This puzzle takes too long to make on this machine. Try another one." });
  return answer;
}

/** Returns a puzzle "find the win" if exactly one of enough moves wins. */
async function findTheWin(board, hardness, roll, signal) {
  const player = roll() < 0.5 ? "L" : "R";
  const answer = await complete("solve", { board, first: player, moves: true }, signal);
  const winning = player === "L" ? answer.left_moves : answer.right_moves;
  if (winning?.length !== 1) return undefined;
  const shape = new Shape(await ask("show", { board }, signal));
  return shape.moves(shape.cells, player).length >= LEAST_MOVES[hardness] ? { shape, cells: shape.cells, player, solution: winning[0] } : undefined;
}

/** Returns a puzzle "leave few stones" if the minimum is proved and random plays seldom reach it. */
async function leaveFew(board, hardness, roll, signal) {
  const answer = await complete("reduce", { board }, signal);
  if (!answer.optimal || !answer.play?.length) return undefined;
  const shape = new Shape(await ask("show", { board }, signal));
  const lucky = luckyPlays(shape, shape.cells, answer.value, roll);
  return lucky <= MOST_LUCKY[hardness] ? { shape, cells: shape.cells, value: answer.value, play: answer.play } : undefined;
}

/** Makes the puzzle of this kind and hardness with this seed. */
export async function makePuzzle(kind, hardness, seed, signal) {
  const roll = mulberry32(hash(`${kind} ${hardness} ${seed}`));
  const boards = BOARDS[kind][hardness];
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const board = `random:${boards[Math.floor(roll() * boards.length)]}:${Math.floor(roll() * 1e9)}`;
    const found = await (kind === "win" ? findTheWin : leaveFew)(board, hardness, roll, signal);
    if (found) return { kind, hardness, seed, board, ...found };
  }
  throw new Refused({ message: `No puzzle was found among ${TRIES} boards.` });
}
