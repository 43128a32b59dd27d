// Phutball board as SVG: squares, stones, the ball or the arrow, and a round
// button above each square that it may jump to.

import { svg } from "./dom.js";
import { SIDES } from "./players.js";
import { badge, disc, shades } from "./stones.js";

const UNIT = 40;
const TOP = 66;
const WORDS = { good: "wins", bad: "loses", unknown: "not settled" };
/** Pixels of a square: at least, and at most. */
const [LEAST, MOST] = [40, 110];
/** The black patches of the ball: one in the middle, five cut off at its rim. */
const PATCHES = "M0-4.6L4.4-1.4L2.7 3.7H-2.7L-4.4-1.4z" + Array.from({ length: 5 }, (_, i) => {
  const at = (turn, r) => { const w = ((i + turn) * 2 * Math.PI) / 5; return `${(r * Math.sin(w)).toFixed(1)} ${(-r * Math.cos(w)).toFixed(1)}`; };
  return `M${at(-0.17, 12.6)}L${at(0, 9.2)}L${at(0.17, 12.6)}A13 13 0 0 0 ${at(-0.17, 12.6)}z`;
}).join("");
const SEAMS = Array.from({ length: 5 }, (_, i) => {
  const w = (i * 2 * Math.PI) / 5;
  return `M${(4.6 * Math.sin(w)).toFixed(1)} ${(-4.6 * Math.cos(w)).toFixed(1)}L${(9.2 * Math.sin(w)).toFixed(1)} ${(-9.2 * Math.cos(w)).toFixed(1)}`;
}).join("");

export class PhutballBoardView {
  constructor(act) {
    this.act = act;
    this.svg = svg("svg", { class: "board phutball-board", role: "group", "aria-label": "Board" });
    this.svg.addEventListener("keydown", (event) => this.#keydown(event));
  }

  /** Draws a position; `kinds` maps each move to good, bad or unknown for the mover. */
  draw(position, { moves, kinds, editing, last }) {
    const focused = this.svg.contains(document.activeElement) ? document.activeElement.getAttribute("data-key") : undefined;
    const width = (position.squares + 2) * UNIT;
    this.svg.setAttribute("viewBox", `0 0 ${width} 112`);
    this.svg.style.width = `clamp(${Math.round((LEAST / UNIT) * width)}px, 100%, ${Math.round((MOST / UNIT) * width)}px)`;
    const squares = Array.from({ length: position.squares }, (_, i) => this.#square(position, i + 1, moves, kinds, editing, last));
    const jumps = moves.filter((move) => move[0] === "j").map((move) => this.#jump(position, move, kinds));
    const goals = [this.#goal("R", 0), this.#goal("L", width - UNIT)];
    this.svg.replaceChildren(shades(), ...goals, ...squares, ...this.#arcs(position, moves), this.#mark(position), ...jumps);
    const buttons = this.#buttons();
    for (const [i, node] of buttons.entries()) node.setAttribute("tabindex", i === 0 ? 0 : -1);
    const again = focused && buttons.find((node) => node.dataset.key === focused);
    if (again) this.#focus(again);
    this.#reveal(position);
  }

  /** A goal: a net at the end of the board, with the name of the player who wins there. */
  #goal(player, x) {
    const lines = Array.from({ length: 5 }, (_, i) => `M${x + 3} ${TOP - 20 + 10 * i}h${UNIT - 6}`).join("") + Array.from({ length: 5 }, (_, i) => `M${x + 3 + 8.5 * i} ${TOP - 20}v40`).join("");
    return svg("g", { class: "goal", "aria-hidden": true }, svg("rect", { x: x + 3, y: TOP - 20, width: UNIT - 6, height: UNIT, rx: 3 }), svg("path", { d: lines }),
      svg("text", { x: x + UNIT / 2, y: TOP + 30 }, `${SIDES[player]}’s`), svg("text", { x: x + UNIT / 2, y: TOP + 40 }, "goal"));
  }

  /** Scrolls a board that is wider than the window to the ball. */
  #reveal(position) {
    const box = this.svg.parentElement;
    if (!box || box.scrollWidth <= box.clientWidth) return;
    const x = (this.#x(position, position.mark) / ((position.squares + 2) * UNIT)) * box.scrollWidth;
    if (x < box.scrollLeft + UNIT || x > box.scrollLeft + box.clientWidth - UNIT) box.scrollLeft = x - box.clientWidth / 2;
  }

  #x(position, to) {
    return position.oddish ? (to + 1) * UNIT : (to + 0.5) * UNIT;
  }

  #square(position, square, moves, kinds, editing, last) {
    const move = `p${square}`;
    const free = moves.includes(move);
    const kind = kinds.get(move);
    const [x, half] = [(square + 0.5) * UNIT, UNIT / 2];
    const goal = square === 1 || square === position.squares;
    const what = position.stone(square) ? "stone" : !position.oddish && square === position.mark ? "ball" : "empty";
    const active = free || editing;
    const cell = svg("g", {
      class: `cell${goal ? " end" : ""}${last === move ? " gone-to" : ""}${active ? "" : " still"}`,
      transform: `translate(${x} ${TOP})`,
      role: active ? "button" : "img",
      "data-key": move,
      "aria-label": `square ${square}, ${what}${free ? `, place a stone${kind ? `, ${WORDS[kind]}` : ""}` : ""}`,
      onclick: active ? () => (editing ? this.act.edit(square) : this.act.play(move)) : undefined,
    }, svg("rect", { class: "square", x: -half, y: -half, width: UNIT, height: UNIT }),
      svg("rect", { class: "sign", x: 2.5 - half, y: 2.5 - half, width: UNIT - 5, height: UNIT - 5, rx: 2 }));
    if (position.stone(square)) cell.append(svg("g", { class: "stone" }, ...disc("x")));
    if (kind) cell.append(this.#badge(kind, 0, 0));
    cell.append(svg("text", { class: "label", y: 31, "aria-hidden": true }, square));
    return cell;
  }

  #badge(kind, x, y) {
    return svg("g", { class: `mark ${kind}`, transform: `translate(${x} ${y})` }, ...badge(kind));
  }

  #jump(position, move, kinds) {
    const to = Number(move.slice(1));
    const kind = kinds.get(move);
    const x = this.#x(position, to);
    const knob = svg("circle", { class: "knob", cx: x, cy: TOP - 38, r: 11 });
    const label = svg("text", { class: "knob-label", x, y: TOP - 38 }, to < position.mark ? "←" : "→");
    return svg("g", {
      class: `jump ${kind ?? ""}`, role: "button", "data-key": move,
      "aria-label": `jump to ${to}${kind ? `, ${WORDS[kind]}` : ""}`,
      onclick: () => this.act.play(move),
    }, knob, kind ? this.#badge(kind, x, TOP - 38) : label);
  }

  /** Arcs of the jumps; an arrow moves one square at a time and needs none. */
  #arcs(position, moves) {
    if (position.oddish) return [];
    const from = this.#x(position, position.mark);
    return moves.filter((move) => move[0] === "j").map((move) => {
      const x = this.#x(position, Number(move.slice(1)));
      return svg("path", { class: "arc", d: `M${from} ${TOP - 22}Q${(from + x) / 2} ${TOP - 62} ${x} ${TOP - 38}` });
    });
  }

  #mark(position) {
    const x = this.#x(position, position.mark);
    return position.oddish
      ? svg("path", { class: "ball", d: `M${x - 8} ${TOP - 34}h16l-8 14z` })
      : svg("g", { class: "ball", transform: `translate(${x} ${TOP})` }, svg("circle", { r: 13.6, cy: 1.4, class: "shadow" }), svg("circle", { r: 13, class: "disc-o", fill: "url(#shade-o)" }), svg("path", { class: "patches", d: PATCHES }), svg("path", { class: "seams", d: SEAMS }));
  }

  #buttons() {
    return [...this.svg.querySelectorAll("[role=button]")].sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left);
  }

  #focus(node) {
    this.svg.querySelector("[tabindex='0']")?.setAttribute("tabindex", -1);
    node.setAttribute("tabindex", 0);
    node.focus();
  }

  #keydown(event) {
    const buttons = this.#buttons();
    const at = buttons.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step) this.#focus(buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]);
    else if (event.key === "Enter" || event.key === " ") document.activeElement.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
