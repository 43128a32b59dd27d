// Board as SVG: squares or a graph, stones that slide, arrows of moves, and
// arrow keys from cell to cell. playable-board.js decides what a click means.

import { shaft, sign, spots } from "./arrows.js";
import { svg, h } from "./dom.js";
import { after } from "./game.js";
import { layOut } from "./layout.js";
import { roomFor } from "./room.js";
import { UNIT, disc, line, shades } from "./stones.js";
import { Zoom } from "./zoom.js";

const NAMES = { x: "black stone", o: "white stone", ".": "empty" };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SLIDE = 150;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Calls `act.click(v)` for a click or Enter on a cell, `act.key(v, key)` for
 * another key, `act.focus(v)` for the cell in focus, `act.mark(move)` for a
 * click on a mark, `act.spare(height)` with the height that the board leaves.
 */
export class BoardView {
  constructor(act) {
    this.act = act;
    this.focus = 0;
    this.svg = svg("svg", { class: "board", role: "group", "aria-label": "Board" });
    this.zoom = new Zoom(this.svg);
    this.why = h("p", { class: "why", role: "status", hidden: true });
    this.box = h("div", { class: "board-box" }, this.svg, this.why);
    this.el = h("div", {}, this.box, this.zoom.buttons);
    this.svg.addEventListener("keydown", (event) => this.#keydown(event));
    addEventListener("resize", () => this.resize());
    new ResizeObserver(() => this.resize()).observe(this.box);
  }

  /** Draws another board. */
  setShape(shape) {
    this.shape = shape;
    this.shown = [];
    this.wanted = undefined;
    this.focus = Math.min(this.focus, shape.names.length - 1);
    this.laid = undefined;
    this.resize();
  }

  /** Fits the board to the width of its box and the height of the window. */
  resize() {
    const width = this.box.clientWidth;
    if (!this.shape || !width) return;
    const room = roomFor(this.el, this.zoom.buttons);
    const laid = layOut(this.shape, width, room);
    const height = Math.min(room, Math.ceil(laid.size[1] * Zoom.fit(laid.size, width, Infinity)));
    this.box.style.height = `${height}px`;
    const same = this.laid && this.laid.cols === laid.cols;
    this.laid = laid;
    this.at = (v) => laid.places[v];
    if (!same) this.#build();
    const { hidden } = this.zoom.buttons;
    this.zoom.set(laid.size, width, height);
    this.act.spare?.(room - height);
    // The evaluation bar stands next to the drawing, not at the edge of the window.
    const drawn = laid.size[0] * Zoom.fit(laid.size, width, height);
    this.el.parentElement.style.setProperty("--inset", `${Math.round((width - drawn) / 2)}px`);
    // The buttons' appearing or disappearing changes the room that is left.
    if (hidden !== this.zoom.buttons.hidden) this.resize();
  }

  #build() {
    this.shown = [];
    this.labels = [];
    this.cells = this.shape.names.map((_, v) => this.#cell(v));
    this.shafts = svg("g", { class: "shafts", "aria-hidden": true });
    this.marks = svg("g", { class: "marks" });
    this.air = svg("g", { class: "air" });
    this.svg.replaceChildren(shades(), ...this.#ground(), ...this.cells, this.shafts, this.marks, this.air);
    if (this.wanted) this.update(...this.wanted);
  }

  /** Edges or ground under the stones, and the labels of rows and columns. */
  #ground() {
    const { shape, at, laid } = this;
    if (!shape.squares) {
      const edge = shape.edges.length > 2.5 * shape.names.length ? "edge thin" : "edge";
      return shape.edges.map(([a, b]) => svg("path", { class: edge, d: line(shape, at(a), at(b)) }));
    }
    const found = [];
    const label = (x, y, text) => found.push(svg("text", { class: "label", x, y, "aria-hidden": true }, text));
    if (shape.strip) {
      shape.names.forEach((name, v) => label(at(v)[0], at(v)[1] + 0.75 * UNIT, name));
      // Arrows at both ends of a line that continues below.
      for (let v = laid.cols; v < shape.names.length; v += laid.cols) {
        const [[x1, y1], [x2, y2]] = [at(v - 1), at(v)];
        found.push(svg("path", { class: "goes-on", d: `M${x1 + 24} ${y1 - 5}l5 5l-5 5M${x2 - 29} ${y2 - 5}l5 5l-5 5` }));
      }
      return found;
    }
    const rows = shape.names.length / shape.row;
    const [[x, y], far] = [at(0), at(shape.names.length - 1)];
    found.push(svg("rect", { class: "ground", x: x - 24, y: y - 24, width: far[0] - x + 48, height: far[1] - y + 48, rx: 7 }));
    for (let col = 0; col < shape.row; col += 1) {
      const v = (rows - 1) * shape.row + col;
      label(at(v)[0], at(v)[1] + 32, shape.names[v].replace(/\d+$/, ""));
    }
    for (let row = 0; row < rows; row += 1) label(at(row * shape.row)[0] - 32, at(row * shape.row)[1], rows - row);
    return found;
  }

  #cell(v) {
    const { shape } = this;
    const [x, y] = this.at(v);
    const half = UNIT / 2;
    const dark = shape.squares && (Math.floor(v / shape.row) + (v % shape.row)) % 2;
    const under = (name, inset) => (shape.squares
      ? svg("rect", { class: name, x: inset - half, y: inset - half, width: UNIT - 2 * inset, height: UNIT - 2 * inset, rx: inset && 3 })
      : svg("circle", { class: name, r: 19 - inset / 2 }));
    const cell = svg("g", {
      class: "cell",
      transform: `translate(${x} ${y})`,
      role: "button",
      tabindex: v === this.focus ? 0 : -1,
      "data-cell": shape.names[v],
      onclick: () => { this.#focusOn(v, false); this.act.click(v); },
      onfocus: (event) => this.act.focus?.(event.currentTarget.matches(":focus-visible") ? v : undefined),
      onblur: () => this.act.focus?.(undefined),
    }, under(shape.squares ? `square${dark ? " dark" : ""}` : "dot", 0), under("sign", 2), svg("g", { class: "stone" }));
    if (!shape.squares) cell.append(svg("text", { class: "label", x: this.laid.names[v][0], y: this.laid.names[v][1], "aria-hidden": true }, shape.names[v]));
    return cell;
  }

  /**
   * Shows stones and marks.
   * `marks`: moves with `kind` good, bad, guess or unknown; `picked`: the chosen
   * cell; `targets`: cells it may go to, with the kind if that is shown;
   * `movable`: cells that may be chosen; `last`: the last move.
   */
  update(cells, state = {}) {
    this.wanted = [cells, state];
    if (!this.laid) return;
    const { marks = [], picked, targets = new Map(), movable = new Set(), last, note = () => "" } = state;
    const [before, now] = [this.shown.join(""), [...cells]];
    this.cells.forEach((cell, v) => {
      if (this.shown[v] !== now[v]) cell.querySelector(".stone").replaceChildren(...disc(now[v]));
      const kind = targets.get(v);
      const classes = ["cell", now[v] !== "." && now[v], v === picked && "picked", movable.has(v) && "can", targets.has(v) && "target",
        (kind === "good" || kind === "bad") && kind, v === last?.from && "left-from", v === last?.to && "gone-to"].filter(Boolean).join(" ");
      if (cell.getAttribute("class") !== classes) cell.setAttribute("class", classes);
      const words = [this.shape.names[v], NAMES[now[v]]];
      if (v === picked) words.push("chosen");
      if (targets.has(v) && picked !== undefined) words.push("can be clobbered");
      const label = [...words, note(v)].filter(Boolean).join(", ");
      if (this.labels[v] !== label) cell.setAttribute("aria-label", this.labels[v] = label);
    });
    this.shown = now;
    const places = spots(this.shape, this.laid, marks);
    this.shafts.replaceChildren(...marks.map(({ from, to, kind }) => shaft(this.shape, this.at(from), this.at(to), kind)));
    this.marks.replaceChildren(...marks.map((mark, i) => sign(this.at(mark.from), this.at(mark.to), places[i], mark, () => this.act.mark?.(mark))));
    if (before && last && before !== cells && after(before, last) === cells) this.#slide(last, before);
  }

  /** The stone slides to where it goes, and what stood there fades. */
  #slide({ from, to }, before) {
    if (calm.matches) return;
    const [[x1, y1], [x2, y2]] = [this.at(from), this.at(to)];
    const options = { duration: SLIDE, easing: "ease-out", fill: "forwards" };
    const real = this.cells[to].querySelector(".stone");
    const gone = svg("g", { transform: `translate(${x2} ${y2})` }, svg("g", {}, ...disc(before[to])));
    const goes = svg("g", { transform: `translate(${x1} ${y1})` }, svg("g", {}, ...disc(before[from])));
    this.air.replaceChildren(gone, goes);
    real.style.visibility = "hidden";
    gone.firstChild.animate([{ opacity: 1, transform: "scale(1)" }, { opacity: 0, transform: "scale(.6)" }], options);
    const moving = goes.firstChild.animate([{ transform: "none" }, { transform: `translate(${x2 - x1}px, ${y2 - y1}px)` }], options);
    const end = () => { real.style.visibility = ""; gone.remove(); goes.remove(); };
    moving.onfinish = end;
    moving.oncancel = end;
  }

  /** A stone that cannot move shakes, unless the user wants it calm, and the board says why. */
  refuse(v, why) {
    this.say(why);
    if (calm.matches) return;
    const stone = this.cells[v].querySelector(".stone");
    stone.animate([0, -3, 3, -2, 2, 0].map((x) => ({ transform: `translateX(${x}px)` })), { duration: 320 });
  }

  /** Shows a short text on the board, or nothing. */
  say(text = "") {
    this.why.textContent = text;
    this.why.hidden = !text;
  }

  /** The cell at a point of the window, if there is one near. */
  cellAt(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    let [best, least] = [undefined, 0.75 * UNIT];
    this.laid.places.forEach(([x, y], v) => {
      const far = Math.max(Math.abs(point.x - x), Math.abs(point.y - y));
      if (far < least) [best, least] = [v, far];
    });
    return [best, point];
  }

  #focusOn(v, move = true) {
    this.cells[this.focus]?.setAttribute("tabindex", -1);
    this.focus = v;
    this.cells[v].setAttribute("tabindex", 0);
    if (move) this.cells[v].focus();
    this.zoom.reveal(this.at(v));
  }

  #keydown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const v = this.focus;
    if (event.key in ARROWS) {
      const next = this.#next(v, ARROWS[event.key]);
      if (next !== undefined) this.#focusOn(next);
    } else if (event.key === "Enter" || event.key === " ") {
      this.act.click(v);
    } else if (this.zoom.large && (event.key === "+" || event.key === "-")) {
      this.zoom.by(event.key === "+" ? 1.5 : 1 / 1.5, this.at(v));
    } else if (!this.act.key?.(v, event.key)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Finds the nearest cell in a direction; the sideways distance counts double. */
  #next(v, [dx, dy]) {
    const [x, y] = this.at(v);
    let best, least = Infinity;
    for (let u = 0; u < this.cells.length; u += 1) {
      const [ux, uy] = this.at(u);
      const ahead = (ux - x) * dx + (uy - y) * dy;
      const aside = Math.abs((ux - x) * dy) + Math.abs((uy - y) * dx);
      if (ahead > 1 && ahead + 2 * aside < least) [best, least] = [u, ahead + 2 * aside];
    }
    // At the end of a line, a strip continues with the next.
    if (best === undefined && this.shape.strip && dx) return this.cells[v + dx] ? v + dx : undefined;
    return best;
  }
}
