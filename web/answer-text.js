// English text for the codes in answers: limits and outcome classes.

import { NAME } from "./players.js";

/** Why an answer is not settled. */
export const STOPPED = {
  time: "the time limit was reached",
  memory: "the memory limit was reached",
  interrupted: "it was stopped",
  size: "the board is too large",
};

/** Outcome class in words; `names` are those of the players. */
export const verdictOf = (outcome, names = NAME) => ({
  L: `${names.L} wins, whoever starts`,
  R: `${names.R} wins, whoever starts`,
  N: "The player who starts wins",
  P: "The player who starts loses",
})[outcome];
