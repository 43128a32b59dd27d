// Rules of one-dimensional Phutball and Oddish Phutball: legal moves and what
// they do. Who wins is a question to the program.

/** `stones[i]` is square i + 1; `mark` is the ball's square, or the squares left of the arrow. */
export class PhutballPosition {
  /** @param {boolean} oddish @param {boolean[]} stones @param {number} mark @param {string} [winner] */
  constructor(oddish, stones, mark, winner) {
    this.oddish = oddish;
    this.stones = stones;
    this.mark = mark;
    this.winner = winner;
  }

  /** Reads the normal notation: o, . and @ or |. */
  static read(text) {
    const oddish = text.includes("|");
    const mark = text.indexOf(oddish ? "|" : "@");
    const stones = [...text].filter((c) => c !== "|").map((c) => c === "o");
    return new PhutballPosition(oddish, stones, oddish ? mark : mark + 1);
  }

  get squares() { return this.stones.length; }

  text() {
    /** @type {string[]} */
    const letters = this.stones.map((stone) => (stone ? "o" : "."));
    if (this.oddish) letters.splice(this.mark, 0, "|");
    else letters[this.mark - 1] = "@";
    return letters.join("");
  }

  stone(square) { return this.stones[square - 1] === true; }
  empty(square) { return !this.stone(square) && (this.oddish || square !== this.mark); }

  /** Squares at which a jump of the ball or the arrow may end. */
  jumps() {
    const found = [];
    for (const step of [-1, 1]) {
      let at = this.mark;
      if (this.oddish) {
        // The arrow passes the adjacent square: number at + 1 on the right, at on the left.
        while (this.stone(step > 0 ? at + 1 : at)) found.push(at += step);
      } else {
        while (this.stone(at + step)) {
          while (this.stone(at + step)) at += step;
          found.push(at += step);
        }
      }
    }
    return found.sort((a, b) => a - b);
  }

  /** All moves, as p3 and j5. */
  moves() {
    const places = Array.from({ length: this.squares }, (_, i) => i + 1).filter((square) => this.empty(square));
    return [...places.map((square) => `p${square}`), ...this.jumps().map((to) => `j${to}`)];
  }

  after(move) {
    const to = Number(move.slice(1));
    const stones = [...this.stones];
    if (move[0] === "p") {
      stones[to - 1] = true;
      return new PhutballPosition(this.oddish, stones, this.mark);
    }
    const [low, high] = [Math.min(this.mark, to), Math.max(this.mark, to)];
    stones.fill(false, low, this.oddish ? high : high - 1);
    const [left, right] = this.oddish ? [0, this.squares] : [1, this.squares];
    return new PhutballPosition(this.oddish, stones, to, to <= left ? "R" : to >= right ? "L" : undefined);
  }

  /** Returns the position with a stone put on a square or taken away. */
  edited(square) {
    const stones = [...this.stones];
    if (this.oddish || square !== this.mark) stones[square - 1] = !stones[square - 1];
    return new PhutballPosition(this.oddish, stones, this.mark);
  }

  /** Returns the position with this number of squares, changed at the right end, if the ball can stay. */
  resized(squares) {
    if (squares < 3 || this.mark >= squares) return this;
    const stones = Array.from({ length: squares }, (_, i) => this.stones[i] ?? false);
    return new PhutballPosition(this.oddish, stones, this.mark);
  }

  /** Returns the position with the ball or the arrow at `to`, or unchanged if it cannot be there. */
  moved(to) {
    const inside = this.oddish ? to > 0 && to < this.squares : to > 1 && to < this.squares;
    if (!inside) return this;
    const stones = [...this.stones];
    if (!this.oddish) stones[to - 1] = false;
    return new PhutballPosition(this.oddish, stones, to);
  }
}
