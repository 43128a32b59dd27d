// Estimates of the engine, for boards that are too large to solve: every move with
// what is proved about it, or with a chance.

import { ask } from "./api.js";

/** Seconds of the rounds: the first is there soon, the second is better. */
const ROUNDS = [0.3, 2];

/**
 * Asks the engine about every move of a player, in rounds. `take(moves)` gets the
 * moves of each round, best first: `{ move, proved, chance }`, where `proved` is
 * "win", "loss" or nothing, and `chance` an estimate from 0 to 1.
 */
export async function estimateMoves(board, player, { time, signal, take }) {
  for (const seconds of ROUNDS) {
    const { moves } = await ask("analyse", { board, player, time: Math.min(time, seconds * Math.max(1, time / 10)) }, signal);
    signal?.throwIfAborted();
    take(moves);
    if (moves.every(({ proved }) => proved)) return;
  }
}

/** Asks the engine for one move: `{ move, proved, chance, line }`. */
export const bestMove = (board, player, time, signal) => ask("move", { board, player, time }, signal);

/** A chance in words: "about 61 %". */
export const inWords = (chance) => `about ${Math.round(100 * chance)} %`;
