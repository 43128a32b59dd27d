// Opponents of several strengths.

import { bestMove } from "./estimate.js";
import { after } from "./game.js";
import { other } from "./players.js";

/** A strength, its name, and the rate of random moves where it is a number. */
export const LEVELS = [
  ["random", "Random"],
  ["greedy", "Greedy: fewest moves for you"],
  ["0.3", "Good: 3 in 10 at random"],
  ["0.1", "Strong: 1 in 10 at random"],
  ["perfect", "Perfect, or its best guess"],
];

/** Seconds of the engine for a move when the user has stopped the search. */
const HURRY = 0.2;

const any = (moves) => moves[Math.floor(Math.random() * moves.length)];

function greedy(shape, cells, player, moves) {
  const left = moves.map((move) => {
    const next = after(cells, move);
    return shape.moves(next, other(player)).length - shape.moves(next, player).length;
  });
  const least = Math.min(...left);
  return any(moves.filter((_, i) => left[i] === least));
}

/**
 * The program's reply, with `guess`, a chance, where the winner is not proved. If
 * the user stops the search, the engine's first thought.
 */
async function perfect(shape, cells, player, signal, reply) {
  const found = await reply.catch((error) => {
    if (signal.aborted || error.name !== "AbortError") throw error;
    return undefined;
  });
  const { move, chance } = found?.move ? found : await bestMove(shape.text(cells), player, HURRY, signal);
  return { ...shape.move(move), guess: chance ?? undefined };
}

/** The move of an opponent of this level; `reply` is the analysis's question under way. */
export function choose(level, shape, cells, player, signal, reply) {
  const moves = shape.moves(cells, player);
  const rate = Number(level);
  if (level === "random" || (rate > 0 && Math.random() < rate)) return any(moves);
  if (level === "greedy") return greedy(shape, cells, player, moves);
  return perfect(shape, cells, player, signal, reply);
}
