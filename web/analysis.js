// Analysis of a position: first who wins, then which moves win, one at a time
// where the whole list would take too long. On large boards the engine estimates
// meanwhile; what is proved always replaces an estimate.

import { Refused, ask } from "./api.js";
import { estimateMoves } from "./estimate.js";
import { after, stones } from "./game.js";
import { other } from "./players.js";

/** Maximum number of stones of a board whose winning moves are asked for in one question. */
const SMALL = 16;
/** Seconds for the list of moves where the winner is in the opening book, which may know more of them. */
const BOOK_TIME = 0.1;
/** Maximum number of cached answers; the oldest is evicted first. */
const CACHED = 400;
const cache = new Map();

function keep(key, answer) {
  cache.set(key, answer);
  if (cache.size > CACHED) cache.delete(cache.keys().next().value);
  return answer;
}

const winnerOf = (answer, player) => (player === "L" ? answer.left_first : answer.right_first);
const moveOf = (answer, player) => (player === "L" ? answer.left_move : answer.right_move);
const movesOf = (answer, player) => (player === "L" ? answer.left_moves : answer.right_moves);
const openOf = (answer, player) => (player === "L" ? answer.left_open : answer.right_open) ?? [];

/**
 * Who wins when this player starts: `{ winner, move, stopped, book }`, where `book` says
 * that it is the opening book's verdict. Settled answers are cached.
 * @param {string} board
 * @param {string} player
 * @param {Limits} limits
 */
export async function half(board, player, limits = {}) {
  const { time = 10, memory, signal, progress } = limits;
  const key = `${player} ${board}`;
  if (cache.has(key)) return cache.get(key);
  const answer = await ask("solve", { board, first: player, time, ...(memory ? { memory } : {}) }, signal, progress);
  const found = { winner: winnerOf(answer, player) ?? undefined, move: moveOf(answer, player), stopped: answer.stopped, nodes: answer.stats?.nodes, book: answer.book };
  return found.winner ? keep(key, found) : found;
}

/** Maximum time of the opponent for a move, in seconds. */
const REPLY_TIME = 4;

/**
 * What a perfect opponent plays: `{ winner, move }`, with a winning move if there
 * is one, otherwise the one that is hardest to answer; `{ move, chance, stopped }`
 * where a limit leaves the winner open and the move is the engine's best guess.
 * @param {string} board
 * @param {string} player
 * @param {Limits} limits
 */
async function reply(board, player, limits = {}) {
  const { time = 10, memory, signal, progress } = limits;
  const key = `reply ${player} ${board}`;
  if (cache.has(key)) return cache.get(key);
  const body = { board, player, time: Math.min(time, REPLY_TIME), ...(memory ? { memory } : {}) };
  const { winner, move, chance, stopped, book } = await ask("reply", body, signal, progress);
  if (!winner) return { move, chance, stopped };
  keep(`${player} ${board}`, { winner, move: winner === player ? move : null, book });
  return keep(key, { winner, move, book });
}

export class Analysis {
  #controller;

  constructor(changed) {
    this.changed = changed;
    this.clear();
  }

  clear() {
    this.stop();
    this.running = false;
    this.position = undefined;
    this.halves = {};
    /** The questions under way, by the player who starts. */
    this.asked = {};
    this.kinds = new Map();
    /** Estimated chances by the name of the move, best first. */
    this.chances = new Map();
    this.progress = this.trouble = this.ended = undefined;
  }

  /**
   * Asks who wins if the side to move begins, and for its best `reply` if it is
   * the opponent; for the `whole` also who wins if the other side begins, and
   * which moves win. On large boards the engine estimates the moves as well,
   * except of the opponent, whose reply has an estimate.
   * @param {{ whole?: boolean, reply?: boolean, time?: number, memory?: string }} options
   */
  start(position, options = {}) {
    const { whole = false, reply: replies = false, time = 10, memory } = options;
    this.clear();
    this.position = position;
    this.whole = whole;
    this.replies = replies;
    this.time = time;
    this.since = performance.now();
    this.running = true;
    const controller = this.#controller = new AbortController();
    this.#run({ time, memory, signal: controller.signal })
      .catch((error) => {
        if (controller.signal.aborted) return;
        if (!(error instanceof Refused)) throw error;
        this.trouble = error.message;
      })
      .finally(() => {
        if (this.#controller !== controller) return;
        this.running = false;
        this.changed();
      });
  }

  /** Ends the search; what is known stays. */
  stop() {
    this.#controller?.abort(new DOMException("stopped", "AbortError"));
    this.#controller = undefined;
    if (this.running) this.ended = "interrupted";
    this.running = false;
  }

  /** Asks again with more time and memory. */
  longer() {
    this.start(this.position, { whole: this.whole, reply: this.replies, time: 6 * this.time, memory: "1024M" });
  }

  get seconds() { return (performance.now() - this.since) / 1000; }
  get winner() { return this.halves[this.position?.turn]?.winner; }
  /** Estimated chance of the player to move, if nothing is proved. */
  get chance() {
    if (this.winner) return undefined;
    return this.halves[this.position?.turn]?.chance ?? this.chances.values().next().value;
  }

  /** Whether the winner is that of the opening book. */
  get book() { return Boolean(this.halves[this.position?.turn]?.book); }

  /** What the evaluation bar shows. */
  get evaluation() {
    const { winner, chance, position, book } = this;
    return { winner, book, black: chance === undefined ? undefined : position.turn === "L" ? chance : 1 - chance };
  }

  get stopped() { return this.ended ?? this.halves[this.position?.turn]?.stopped; }
  /** The outcome class, when both halves are known. */
  get outcome() {
    const { L, R } = this.halves;
    return L?.winner && R?.winner ? { LL: "L", RR: "R", LR: "N", RL: "P" }[L.winner + R.winner] : undefined;
  }

  /** Good, bad or unknown, for the player who makes the move. */
  kind(move) {
    const half = this.halves[move.player];
    if (half?.winner === other(move.player)) return "bad";
    return this.kinds.get(`${move.player} ${move.name}`) ?? "unknown";
  }

  /** The moves with the best chances, at most `count` of them, where no winner is proved. */
  bestGuesses(count) {
    return this.winner ? [] : [...this.chances.keys()].slice(0, count);
  }

  /** Counts the moves that win, and those that are open. */
  count(moves) {
    const kinds = moves.map((move) => this.kind(move));
    return { good: kinds.filter((kind) => kind === "good").length, open: kinds.filter((kind) => kind === "unknown").length };
  }

  async #run(limits) {
    const { position: { shape, cells, turn } } = this;
    const large = stones(cells) > SMALL;
    const watched = { ...limits, progress: large ? (progress) => { this.progress = progress; this.changed(); } : undefined };
    const moves = shape.moves(cells, turn);
    const estimating = large && !this.replies ? this.#estimate(turn, limits) : undefined;
    await this.#half(turn, watched);
    await estimating?.end(Boolean(this.winner));
    if (!this.whole) return;
    await this.#half(other(turn), watched);
    this.progress = undefined;
    if (!large) await this.#list(turn, moves, limits);
    else if (this.book) await this.#list(turn, moves, { ...limits, time: BOOK_TIME });
    await this.#oneByOne(turn, moves, limits);
  }

  async #half(player, limits) {
    const { shape, cells } = this.position;
    const question = this.replies && player === this.position.turn ? reply : half;
    const found = await (this.asked[player] = question(shape.text(cells), player, limits));
    if (!this.halves[player]?.winner) this.halves[player] = found;
    if (found.move && found.winner === player) this.kinds.set(`${player} ${found.move}`, "good");
    this.changed();
  }

  /** Lets the engine estimate the moves. `end(true)` stops it, `end(false)` waits for it. */
  #estimate(player, { time, signal }) {
    const { shape, cells } = this.position;
    const own = new AbortController();
    const take = (moves) => { this.#takeEstimates(player, moves); this.changed(); };
    const done = estimateMoves(shape.text(cells), player, { time, signal: AbortSignal.any([signal, own.signal]), take })
      .catch((error) => { if (!own.signal.aborted && !(error instanceof Refused)) throw error; });
    // The analysis looks at `done` when its own question is answered.
    done.catch(() => {});
    return { end: (now) => { if (now) own.abort(new DOMException("settled", "AbortError")); return done; } };
  }

  /** Enters what the engine says: proofs as proofs, chances as estimates. */
  #takeEstimates(player, moves) {
    this.chances = new Map(moves.filter(({ proved }) => !proved).map(({ move, chance }) => [move, chance]));
    for (const { move, proved } of moves) if (proved) this.kinds.set(`${player} ${move}`, proved === "win" ? "good" : "bad");
    if (this.halves[player]?.winner) return;
    const win = moves.find(({ proved }) => proved === "win");
    if (win) this.halves[player] = { winner: player, move: win.move, book: win.book };
    else if (moves.length > 0 && moves.every(({ proved }) => proved)) this.halves[player] = { winner: other(player), move: null, book: moves.some(({ book }) => book) };
  }

  /** All winning moves at once; what a list that is not finished leaves open stays so. */
  async #list(player, moves, { time, memory, signal }) {
    const { shape, cells } = this.position;
    if (this.halves[player].winner !== player || moves.length < 2) return;
    const board = shape.text(cells);
    const key = `moves ${player} ${board}`;
    const body = { board, first: player, moves: true, time: Math.min(time, 10), ...(memory ? { memory } : {}) };
    const answer = cache.get(key) ?? await ask("solve", body, signal);
    if (!movesOf(answer, player)) return;
    if (!answer.stopped) keep(key, answer);
    const [winning, open] = [new Set(movesOf(answer, player)), new Set(openOf(answer, player))];
    for (const { name } of moves) if (!open.has(name)) this.kinds.set(`${player} ${name}`, winning.has(name) ? "good" : "bad");
    this.changed();
  }

  /** Asks one at a time about the moves that the list leaves open. */
  async #oneByOne(player, moves, { time, memory, signal }) {
    const { shape, cells } = this.position;
    const open = moves.filter((move) => this.kind(move) === "unknown");
    if (this.winner !== player) return;
    const worker = async () => {
      for (let move = open.shift(); move && !signal.aborted; move = open.shift()) {
        const found = await half(shape.text(after(cells, move)), other(player), { time: time / 4, memory, signal });
        if (found.winner) this.kinds.set(`${player} ${move.name}`, found.winner === player ? "good" : "bad");
        this.changed();
      }
    };
    await Promise.all([worker(), worker()]);
  }
}

/**
 * Judges the moves of the current line, the last first: calls `report(i, kind,
 * better)` with its number from 1, its kind (blunder, good, lost or unknown) and a
 * move that would have won. Before a position that takes too long all are unknown.
 */
export async function judge(record, signal, report) {
  let next;
  for (let i = record.moves.length; i >= 0; i -= 1) {
    const turn = record.mover(i);
    const { winner, move } = await half(record.shape.text(record.boards[i]), turn, { time: 5, signal });
    signal.throwIfAborted();
    if (winner === undefined) {
      for (let j = Math.min(i + 1, record.moves.length); j > 0; j -= 1) report(j, "unknown");
      return;
    }
    const wins = winner === turn;
    // A blunder: the mover had a win, and now the other has one.
    if (next !== undefined) report(i + 1, wins && next ? "blunder" : wins ? "good" : "lost", move);
    next = wins;
  }
}
