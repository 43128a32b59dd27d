// Game tree of a position. Options equal up to symmetry are shown once,
// dominated and reversible ones on request, and every node is collapsed at first.

import { Refused, ask } from "./api.js";
import { button, h, set, svg } from "./dom.js";
import { after } from "./game.js";
import { NAME } from "./players.js";
import { line } from "./stones.js";
import { layOut } from "./layout.js";
import { typeset } from "./typeset.js";

/** Maximum number of options shown per player. */
const MOST = 24;

/** Thumbnail of a board. */
export function stamp(shape, cells) {
  const { places, size: [w, hgt] } = layOut(shape, 700, 300);
  const scale = Math.min(0.42, (shape.strip ? 190 : 130) / w, 90 / hgt);
  const under = shape.squares
    ? places.map(([x, y]) => svg("rect", { class: "square", x: x - 20, y: y - 20, width: 40, height: 40 }))
    : shape.edges.map(([a, b]) => svg("path", { class: "edge", d: line(shape, places[a], places[b]) }));
  const stones = [...cells].flatMap((cell, v) => (cell === "." ? [] : [svg("circle", { class: `flat-${cell}`, cx: places[v][0], cy: places[v][1], r: 15 })]));
  return svg("svg", { class: "board stamp", viewBox: `0 0 ${w} ${hgt}`, width: Math.max(16, Math.round(w * scale)), height: Math.round(hgt * scale), role: "img", "aria-label": shape.text(cells) }, ...under, ...stones);
}

/** Canonical text of a board: the least under rotations and reflections. */
export function canonical(shape, cells) {
  if (!shape.squares) return cells;
  const cols = shape.row;
  const rows = cells.length / cols;
  const grid = Array.from({ length: rows }, (_, row) => [...cells.slice(row * cols, (row + 1) * cols)]);
  const flip = (g) => g.map((row) => [...row].reverse());
  const turn = (g) => [...g].reverse();
  const swap = (g) => g[0].map((_, col) => g.map((row) => row[col]));
  const four = (g) => [g, flip(g), turn(g), flip(turn(g))];
  const all = [...four(grid), ...(rows === cols ? four(swap(grid)) : [])];
  return all.map((g) => g.map((row) => row.join("")).join("/")).sort()[0];
}

export class TreeCard {
  /** `enter(moves)` puts the position after these moves on the board. */
  constructor(enter) {
    this.enter = enter;
    this.inside = h("div", { class: "tree" });
    this.el = h("details", { class: "card tree-card", ontoggle: () => this.#open() }, h("summary", {}, h("h3", {}, "Game tree")), this.inside);
  }

  /** Sets the position; nothing is asked while the card is closed. */
  start(shape, cells) {
    if (this.shape === shape && this.cells === cells) return;
    this.shape = shape;
    this.cells = cells;
    this.drawn = false;
    set(this.inside);
    this.#open();
  }

  #open() {
    if (!this.el.open || this.drawn || !this.shape) return;
    this.drawn = true;
    const root = this.#node(this.cells, [], []);
    set(this.inside, root);
    root.open = true;
  }

  /** A position that opens into its options; `way` are the moves to it from the root. */
  #node(cells, names, way) {
    const { shape } = this;
    const inside = h("div", { class: "options" });
    const name = h("span", { class: "name" });
    const node = h("details", { class: "node" }, h("summary", {}, stamp(shape, cells), h("span", { class: "note" }, names.join(", ")), name), inside);
    if (shape.moves(cells).length === 0) set(name, "0");
    let asked = false;
    node.addEventListener("toggle", async () => {
      if (!node.open || asked) return;
      asked = true;
      set(inside, h("p", { class: "waiting" }, "…"));
      try {
        const worth = await ask("value", { board: shape.text(cells), options: true, time: 3 });
        if (worth.value) set(name, typeset(worth.value));
        set(inside, this.#side("L", cells, way, worth.left_moves), this.#side("R", cells, way, worth.right_moves));
      } catch (error) {
        asked = false;
        if (!(error instanceof Refused)) throw error;
        set(inside, h("p", { class: "fault" }, error.message));
      }
    });
    return node;
  }

  #side(player, cells, way, valued, all = false) {
    const { shape } = this;
    const sensible = new Map((valued ?? []).map((move) => [move.move, !move.dominated && !move.reversible]));
    const merged = new Map();
    let left = 0;
    for (const move of shape.moves(cells, player)) {
      if (!all && sensible.get(move.name) === false) { left += 1; continue; }
      const next = after(cells, move);
      const key = canonical(shape, next);
      if (!merged.has(key)) merged.set(key, { next, names: [], way: [...way, move] });
      merged.get(key).names.push(move.name);
    }
    const shown = [...merged.values()];
    const side = h("div", { class: "side" }, h("h4", {}, `${NAME[player]} can move to`),
      shown.length ? h("ul", {}, shown.slice(0, MOST).map((one) => h("li", { class: "with-enter" }, this.#node(one.next, one.names, one.way),
        button("To the board", () => this.enter(one.way), { class: "small", "aria-label": `To the board: ${shape.text(one.next)}` })))) : h("p", { class: "note" }, "nothing"),
      shown.length > MOST ? h("p", { class: "note" }, `and ${shown.length - MOST} more`) : null,
      left ? h("p", { class: "note" }, `${left} dominated or reversible ${left === 1 ? "move is" : "moves are"} left out `,
        button("Show", () => side.replaceWith(this.#side(player, cells, way, valued, true)), { class: "small", "aria-label": `Show all moves of ${NAME[player]}` })) : null);
    return side;
  }
}
