// Text of the verdict line: who wins, and how much of it is settled.

import { STOPPED } from "./answer-text.js";
import { inWords } from "./estimate.js";
import { NAME, other } from "./players.js";

const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** What is known about the position, for the player to move, with the number of winning moves. */
export function verdict(turn, moves, analysis) {
  const { winner, chance } = analysis;
  if (analysis.trouble) return analysis.trouble;
  if (moves.length === 0) return `${NAME[turn]} has no move: ${NAME[other(turn)]} wins`;
  if (!winner) {
    if (chance !== undefined) return `${NAME[turn]} to move: ${inWords(chance)}, an estimate`;
    if (analysis.running) return `${NAME[turn]} to move`;
    return `${NAME[turn]} to move: who wins is not settled, ${STOPPED[analysis.stopped] ?? "nobody knows why"}`;
  }
  const source = analysis.book ? " (opening book)" : "";
  if (winner !== turn) return `${NAME[turn]} to move loses, whatever is played${source}`;
  const { good, open } = analysis.count(moves);
  return `${NAME[turn]} to move wins: ${open === 0 ? "" : "at least "}${good} of ${many(moves.length, "move")}${source}`;
}

/** How the game stands, for you or for both; who wins only if it is `told`. */
export function standing(turn, you, analysis, told) {
  const mine = turn === you;
  const who = you === "both" ? `${NAME[turn]} to move` : mine ? "Your move" : `${NAME[turn]} is thinking`;
  if (analysis.trouble && told) return analysis.trouble;
  const { winner, chance } = analysis;
  if (!told || (!winner && chance === undefined)) return who;
  const side = you === "both" ? turn : you;
  const subject = you === "both" ? `${NAME[side]} is` : "you are";
  if (winner) return `${who}: ${subject} ${winner === side ? "winning" : "losing"}`;
  return `${who}: ${inWords(side === turn ? chance : 1 - chance)} for ${you === "both" ? NAME[side] : "you"}, an estimate`;
}

/** Who wins after a move of this kind, or the estimated chance of the mover. */
export const after = (kind, player, chance) => ({ good: `${NAME[player]} wins`, bad: `${NAME[other(player)]} wins` })[kind]
  ?? (chance === undefined ? "not settled" : `${inWords(chance)}, an estimate`);

/** How a finished game went for you, as a title. */
export const result = (turn, you) => (you === "both" ? `${NAME[other(turn)]} wins` : turn === you ? "You lose" : "You win!");

/** What decided a finished game. */
export function reason(turn, thrown, judged, guessed) {
  const end = `${NAME[turn]} has no move.`;
  if (thrown) return `${end} Move ${thrown.number} threw it away${thrown.better ? `; ${thrown.better} wins` : ""}.`;
  if (judged) return `${end} ${NAME[other(turn)]} had it from the start.`;
  return guessed ? `${end} Some moves were guesses.` : end;
}
