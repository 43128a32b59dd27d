// Words for what the program says in letters.

/** Why an answer is not settled. */
export const STOPPED = {
  time: "the time limit was reached",
  memory: "the memory limit was reached",
  interrupted: "it was stopped",
  size: "the board is too large",
};

/** Who wins, by the outcome class. */
export const VERDICT = {
  L: "Left wins, whoever starts",
  R: "Right wins, whoever starts",
  N: "The player who starts wins",
  P: "The player who starts loses",
};
