// Rules of Clobber: legal moves and what they do. The program says what a board
// looks like and who wins.

import { other } from "./players.js";

export const STONE = { L: "x", R: "o" };
export const OWNER = { x: "L", o: "R" };

/** A board without its stones, from the answer to `show`. */
export class Shape {
  constructor(shown) {
    /** @type {string[]} */
    this.names = shown.names;
    /** @type {number[][]} */
    this.edges = shown.edges;
    /** @type {Point[]} */
    this.places = shown.places;
    /** Stones of the board as it was written. @type {string} */
    this.cells = shown.cells;
    this.graph = shown.graph;
    this.prefix = shown.prefix;
    this.row = shown.row;
    this.squares = shown.squares;
    this.bent = shown.bent;
    this.strip = shown.squares && shown.names.length === shown.row;
    this.numbers = new Map(shown.names.map((name, v) => [name, v]));
    this.neighbours = shown.names.map(() => []);
    for (const [a, b] of shown.edges) {
      this.neighbours[a].push(b);
      this.neighbours[b].push(a);
    }
  }

  /** The notation of these stones on this board. */
  text(cells) {
    const rows = [];
    for (let from = 0; from < cells.length; from += this.row) rows.push(cells.slice(from, from + this.row));
    return this.prefix + rows.join("/");
  }

  /** The move with this name, such as 3-4, or nothing. */
  move(name) {
    const [from, to] = name.split("-").map((cell) => this.numbers.get(cell));
    return from === undefined || to === undefined ? undefined : { from, to, name };
  }

  /** The legal moves of a player, or of both. */
  moves(cells, player) {
    const found = [];
    for (let from = 0; from < cells.length; from += 1) {
      const own = OWNER[cells[from]];
      if (!own || (player && own !== player)) continue;
      for (const to of this.neighbours[from]) {
        if (OWNER[cells[to]] === other(own)) {
          found.push({ from, to, player: own, name: `${this.names[from]}-${this.names[to]}` });
        }
      }
    }
    return found;
  }
}

/** The stones after a move. @param {string} cells @param {{ from?: number, to?: number }} move */
export function after(cells, { from, to }) {
  const next = [...cells];
  next[to] = next[from];
  next[from] = ".";
  return next.join("");
}

/** The stones with one cell changed. */
export const put = (cells, v, stone) => cells.slice(0, v) + stone + cells.slice(v + 1);

/** Number of stones. */
export const stones = (cells) => cells.length - cells.split(".").length + 1;
