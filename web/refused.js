// Error answers.

/** A refused question: the program's message; `at` is the index of the wrong character. */
export class Refused extends Error {
  /** @param {{ message: string, at?: number | null }} error */
  constructor({ message, at }) {
    super(message);
    this.at = at;
  }
}
