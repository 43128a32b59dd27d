// A board as SVG: squares or a graph, stones that read without colour, marks
// on moves, and arrow keys from cell to cell.

import { svg } from "./dom.js";

const UNIT = 40;
const NAMES = { x: "Left's stone", o: "Right's stone", ".": "empty" };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const left = () => [svg("circle", { r: 15, class: "disc-x" }), svg("path", { d: "M-5-5L5 5M-5 5L5-5", class: "cross" })];
const right = () => [svg("circle", { r: 15, class: "disc-o" }), svg("circle", { r: 6, class: "ring" })];

/** A tick in a disc, a cross in a square, a question mark in a ring. */
function badge(kind) {
  if (kind === "good") return [svg("circle", { r: 7.5 }), svg("path", { d: "M-3.5 .3L-1 3L3.8-2.8" })];
  if (kind === "bad") return [svg("rect", { x: -6.5, y: -6.5, width: 13, height: 13, rx: 2 }), svg("path", { d: "M-3-3L3 3M-3 3L3-3" })];
  return [svg("circle", { r: 7 }), svg("text", { y: 1 }, "?")];
}

/**
 * `act.cell(v)` hears a click or Enter on a cell, `act.key(v, key)` another key.
 */
export class BoardView {
  constructor(act) {
    this.act = act;
    this.focus = 0;
    this.svg = svg("svg", { class: "board", role: "group", "aria-label": "Board" });
    this.svg.addEventListener("keydown", (event) => this.#keydown(event));
  }

  /** Draws another board. */
  setShape(shape) {
    this.shape = shape;
    this.focus = Math.min(this.focus, shape.names.length - 1);
    // Room for the names: rows on the left, and as much on the right; columns below.
    const side = shape.squares && shape.names.length === shape.row ? 8 : 30;
    const [top, bottom] = shape.squares ? [8, 28] : [14, 14];
    this.at = (v) => [side + UNIT / 2 + shape.places[v][0] * UNIT, top + UNIT / 2 + shape.places[v][1] * UNIT];
    const width = Math.max(...shape.places.map(([x]) => x)) * UNIT + UNIT + 2 * side;
    const height = Math.max(...shape.places.map(([, y]) => y)) * UNIT + UNIT + top + bottom;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    // Not smaller than a finger, not larger than is good to look at.
    this.svg.style.width = `clamp(${Math.round(0.72 * width)}px, 100%, ${Math.round(1.5 * width)}px)`;
    this.cells = shape.names.map((name, v) => this.#cell(v));
    this.marks = svg("g", { class: "marks" });
    this.svg.replaceChildren(...this.#ground(), ...this.cells, this.marks);
    this.shown = [];
  }

  /** What lies under the stones, and the names of rows and columns. */
  #ground() {
    const { shape, at } = this;
    if (!shape.squares) return shape.edges.map(([a, b]) => svg("path", { class: "edge", d: this.#path(a, b) }));
    const rows = shape.names.length / shape.row;
    const labels = [];
    const label = (x, y, text) => labels.push(svg("text", { class: "label", x, y, "aria-hidden": true }, text));
    for (let col = 0; col < shape.row; col += 1) {
      const v = (rows - 1) * shape.row + col;
      const [x, y] = at(v);
      label(x, y + 0.78 * UNIT, rows > 1 ? shape.names[v].replace(/\d+$/, "") : shape.names[v]);
    }
    for (let row = 0; rows > 1 && row < rows; row += 1) {
      const [x, y] = at(row * shape.row);
      label(x - 0.78 * UNIT, y, rows - row);
    }
    return labels;
  }

  #path(a, b) {
    const [[x1, y1], [x2, y2]] = [this.at(a), this.at(b)];
    const bend = this.shape.bent && Math.hypot(x2 - x1, y2 - y1) > 2 * UNIT ? 0.18 : 0;
    return `M${x1} ${y1}Q${(x1 + x2) / 2 + bend * (y2 - y1)} ${(y1 + y2) / 2 - bend * (x2 - x1)} ${x2} ${y2}`;
  }

  #cell(v) {
    const { shape } = this;
    const [x, y] = this.at(v);
    const half = UNIT / 2;
    const cell = svg("g", {
      class: "cell",
      transform: `translate(${x} ${y})`,
      role: "button",
      tabindex: v === this.focus ? 0 : -1,
      "data-cell": shape.names[v],
      onclick: () => { this.#focusOn(v, false); this.act.cell(v); },
    });
    cell.append(shape.squares
      ? svg("rect", { class: "square", x: -half, y: -half, width: UNIT, height: UNIT })
      : svg("circle", { class: "dot", r: 19 }));
    // The sign of a chosen, reachable, left or entered cell lies inside it, so that no neighbour covers it.
    cell.append(shape.squares
      ? svg("rect", { class: "sign", x: 2.5 - half, y: 2.5 - half, width: UNIT - 5, height: UNIT - 5, rx: 2 })
      : svg("circle", { class: "sign", r: 18 }));
    cell.append(svg("g", { class: "stone" }));
    if (!shape.squares) cell.append(svg("text", { class: "label", x: 19, y: 19, "aria-hidden": true }, shape.names[v]));
    return cell;
  }

  /**
   * Shows stones and marks.
   * `marks`: moves with `kind` good, bad or unknown; `picked`: the chosen
   * cell; `targets`: where it may go; `last`: the last move.
   */
  update(cells, { marks = [], picked, targets = [], last, note = () => "" } = {}) {
    cells = [...cells];
    this.cells.forEach((cell, v) => {
      if (this.shown[v] !== cells[v]) {
        cell.querySelector(".stone").replaceChildren(...({ x: left, o: right }[cells[v]]?.() ?? []));
        cell.classList.toggle("x", cells[v] === "x");
        cell.classList.toggle("o", cells[v] === "o");
      }
      cell.classList.toggle("picked", v === picked);
      cell.classList.toggle("target", targets.includes(v));
      cell.classList.toggle("left-from", v === last?.from);
      cell.classList.toggle("gone-to", v === last?.to);
      const words = [this.shape.names[v], NAMES[cells[v]]];
      if (v === picked) words.push("chosen");
      if (targets.includes(v)) words.push("can be clobbered");
      cell.setAttribute("aria-label", [...words, note(v)].filter(Boolean).join(", "));
    });
    this.shown = cells;
    this.marks.replaceChildren(...marks.map((mark) => this.#mark(mark)));
  }

  #mark({ from, to, kind, title }) {
    const [[x1, y1], [x2, y2]] = [this.at(from), this.at(to)];
    const length = Math.hypot(x2 - x1, y2 - y1);
    const bend = this.shape.bent && length > 2 * UNIT ? 0.09 : 0;
    // In the middle, but never far from the stone that moves.
    const part = Math.min(0.5, 30 / length);
    const aside = bend * 4 * part * (1 - part);
    const [x, y] = [x1 + part * (x2 - x1) + aside * (y2 - y1), y1 + part * (y2 - y1) - aside * (x2 - x1)];
    return svg("g", { class: `mark ${kind}`, transform: `translate(${x} ${y})` }, svg("title", {}, title), badge(kind));
  }

  #focusOn(v, move = true) {
    this.cells[this.focus]?.setAttribute("tabindex", -1);
    this.focus = v;
    this.cells[v].setAttribute("tabindex", 0);
    if (move) this.cells[v].focus();
  }

  #keydown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const v = this.focus;
    if (event.key in ARROWS) {
      const next = this.#next(v, ARROWS[event.key]);
      if (next !== undefined) this.#focusOn(next);
    } else if (event.key === "Enter" || event.key === " ") {
      this.act.cell(v);
    } else if (!this.act.key?.(v, event.key)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The nearest cell in a direction; turning aside counts double. */
  #next(v, [dx, dy]) {
    const [x, y] = this.at(v);
    let best, least = Infinity;
    for (let u = 0; u < this.cells.length; u += 1) {
      const [ux, uy] = this.at(u);
      const ahead = (ux - x) * dx + (uy - y) * dy;
      const aside = Math.abs((ux - x) * dy) + Math.abs((uy - y) * dx);
      if (ahead > 1 && ahead + 2 * aside < least) [best, least] = [u, ahead + 2 * aside];
    }
    return best;
  }
}
