// Record of a game: a tree of moves with one current line through it. A new move in
// an old position starts a variation; nothing is lost.
//
//   start - a - b - c      the main line: first children
//             \ d - e      a variation, written a,b(d,e),c in the address

import { after } from "./game.js";
import { other } from "./players.js";

/** A move of nobody, by which the side to move changes. */
export const PASS = { name: "--", pass: true };

/** @type {(cells: string, turn: any, parent?: RecordNode, move?: ClobberMove) => RecordNode} */
const node = (cells, turn, parent, move) => ({ cells, turn, parent, move, children: [], next: 0 });

export class Record {
  constructor(shape, cells, first = "L") {
    this.shape = shape;
    this.root = node(cells, first);
    this.at = 0;
    this.#follow();
  }

  get first() { return this.root.turn; }
  get start() { return this.root.cells; }
  get here() { return this.path[this.at]; }
  get cells() { return this.here.cells; }
  get turn() { return this.here.turn; }
  /** The last move, unless it was a pass. */
  get last() { return this.here.move?.pass ? undefined : this.here.move; }

  /** The nodes of the current line: the way here, and how it went on. */
  #follow() {
    this.path = [this.root];
    for (let at = this.root; at.children.length > 0; this.path.push(at)) at = at.children[at.next];
    this.moves = this.path.slice(1).map(({ move }) => move);
    this.boards = this.path.map(({ cells }) => cells);
  }

  /** Who makes the move with this number in the current line. */
  mover(number) { return this.path[number].turn; }

  /**
   * Adds a move after a node, or finds it there.
   * @param {RecordNode} parent @param {ClobberMove} move
   */
  add(parent, move) {
    const known = parent.children.find((child) => child.move.name === move.name);
    if (known) return known;
    const child = node(move.pass ? parent.cells : after(parent.cells, move), other(parent.turn), parent, move);
    parent.children.push(child);
    return child;
  }

  /** Plays a move here. */
  play(move) { this.goTo(this.add(this.here, move)); }

  /** Plays a move of either player; a pass comes before it if the other one is to move. */
  playAs(player, move) {
    this.setTurn(player);
    this.play(move);
  }

  /** Changes who is to move: before the first move by itself, later by a pass. */
  setTurn(player) {
    if (player === this.turn) return;
    if (this.here.move?.pass) this.go(this.at - 1);
    else if (this.root.children.length === 0) this.root.turn = player;
    else this.play(PASS);
  }

  /** Goes to a place of the current line. */
  go(to) { this.at = Math.max(0, Math.min(this.moves.length, to)); }

  /** Goes to a node; the current line runs through it. */
  goTo(wanted) {
    for (let at = wanted; at.parent; at = at.parent) at.parent.next = at.parent.children.indexOf(at);
    this.#follow();
    this.at = this.path.indexOf(wanted);
  }
}
