// An answer that is an error.

/** What was refused, in the program's own words; `at` is the wrong character. */
export class Refused extends Error {
  constructor({ message, at }) {
    super(message);
    this.at = at;
  }
}
