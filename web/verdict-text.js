// Text of the verdict line: who wins, and how much of it is settled.

import { NAME, other } from "./game.js";
import { STOPPED } from "./answer-text.js";

const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** What is known about the position, for the player to move; with the number of winning moves if they are `counted`. */
export function verdict(turn, moves, analysis, counted = true) {
  const { winner } = analysis;
  if (analysis.trouble) return analysis.trouble;
  if (moves.length === 0) return `${NAME[turn]} has no move: ${NAME[other(turn)]} wins`;
  if (!winner) {
    if (analysis.running) return `${NAME[turn]} to move`;
    return `${NAME[turn]} to move: who wins is not settled, ${STOPPED[analysis.stopped] ?? "nobody knows why"}`;
  }
  if (winner !== turn) return `${NAME[turn]} to move loses, whatever is played`;
  if (!counted) return `${NAME[turn]} to move wins`;
  const { good, open } = analysis.count(moves);
  if (open === 0) return `${NAME[turn]} to move wins: ${good} of ${many(moves.length, "move")}`;
  return `${NAME[turn]} to move wins: at least ${good} of ${many(moves.length, "move")}`;
}

/** Who wins after a move of this kind. */
export const after = (kind, player) => ({ good: `${NAME[player]} wins`, bad: `${NAME[other(player)]} wins`, unknown: "not settled" })[kind];

/** How a finished game went for you, and which move decided it. */
export const result = (turn, you, thrown) => `${NAME[turn]} has no move: ${NAME[other(turn)]} wins${you === "both" ? "." : turn === you ? ", you lose." : ", you win!"}${thrown ? ` Move ${thrown.number} threw it away.` : ""}`;
