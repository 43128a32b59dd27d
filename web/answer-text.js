// English text for the codes in answers: limits and outcome classes.

/** Why an answer is not settled. */
export const STOPPED = {
  time: "the time limit was reached",
  memory: "the memory limit was reached",
  interrupted: "it was stopped",
  size: "the board is too large",
};

/** Outcome class in words. */
export const VERDICT = {
  L: "Left wins, whoever starts",
  R: "Right wins, whoever starts",
  N: "The player who starts wins",
  P: "The player who starts loses",
};
