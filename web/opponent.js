// Opponents of several strengths.

import { ask } from "./api.js";
import { half } from "./analysis.js";
import { after, other } from "./game.js";

/** A strength, its name, and the rate of random moves where it is a number. */
export const LEVELS = [
  ["random", "Random"],
  ["greedy", "Greedy: fewest moves for you"],
  ["0.3", "Good: 3 in 10 at random"],
  ["0.1", "Strong: 1 in 10 at random"],
  ["perfect", "Perfect"],
];

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
 * A winning move if there is one, otherwise the one that is hardest to answer.
 * `asked` is who wins here, where that is being asked already; whoever stops
 * that search gets a move at once.
 */
async function perfect(shape, cells, player, moves, signal, asked) {
  const board = shape.text(cells);
  const found = await (asked ?? half(board, player, { time: 10, signal })).catch((error) => {
    if (signal.aborted || error.name !== "AbortError") throw error;
    return {};
  });
  if (found.winner === player && found.move) return shape.move(found.move);
  if (!found.winner) return greedy(shape, cells, player, moves);
  const reply = await ask("reply", { board, player, time: 2 }, signal);
  return reply.move && !reply.stopped ? shape.move(reply.move) : greedy(shape, cells, player, moves);
}

/** The move of an opponent of this level. */
export function choose(level, shape, cells, player, signal, asked) {
  const moves = shape.moves(cells, player);
  const rate = Number(level);
  if (level === "random" || (rate > 0 && Math.random() < rate)) return any(moves);
  if (level === "greedy") return greedy(shape, cells, player, moves);
  return perfect(shape, cells, player, moves, signal, asked);
}
