// Phutball board as SVG: squares, stones, the ball or the arrow, and a round
// button above each square that it may jump to.

import { svg } from "./dom.js";

const UNIT = 40;
const TOP = 66;
const WORDS = { good: "wins", bad: "loses", unknown: "not settled" };
const TICK = { good: "M-3.5 .3L-1 3L3.8-2.8", bad: "M-3-3L3 3M-3 3L3-3" };

export class PhutballBoardView {
  constructor(act) {
    this.act = act;
    this.svg = svg("svg", { class: "board phutball-board", role: "group", "aria-label": "Board" });
    this.svg.addEventListener("keydown", (event) => this.#keydown(event));
  }

  /** Draws a position; `kinds` maps each move to good, bad or unknown for the mover. */
  draw(position, { moves, kinds, editing, last }) {
    const focused = this.svg.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    const width = (position.squares + 2) * UNIT;
    this.svg.setAttribute("viewBox", `0 0 ${width} 106`);
    this.svg.style.width = `clamp(${Math.round(0.72 * width)}px, 100%, ${Math.round(1.5 * width)}px)`;
    const squares = Array.from({ length: position.squares }, (_, i) => this.#square(position, i + 1, moves, kinds, editing, last));
    const jumps = moves.filter((move) => move[0] === "j").map((move) => this.#jump(position, move, kinds));
    const goals = [["R", 0.5 * UNIT, "start"], ["L", width - 0.5 * UNIT, "end"]].map(([player, x]) =>
      svg("text", { class: "goal", x, y: TOP, "aria-hidden": true }, player === "L" ? "L" : "R"));
    this.svg.replaceChildren(...goals, ...squares, ...this.#arcs(position, moves), this.#mark(position), ...jumps);
    const buttons = this.#buttons();
    for (const [i, node] of buttons.entries()) node.setAttribute("tabindex", i === 0 ? 0 : -1);
    const again = focused && buttons.find((node) => node.dataset.key === focused);
    if (again) this.#focus(again);
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
    if (position.stone(square)) cell.append(svg("circle", { class: "disc-x", r: 12 }));
    if (kind) cell.append(this.#badge(kind, 0, 0));
    cell.append(svg("text", { class: "label", y: 32, "aria-hidden": true }, square));
    return cell;
  }

  #badge(kind, x, y) {
    const shape = kind === "bad" ? svg("rect", { x: -6, y: -6, width: 12, height: 12, rx: 2 }) : svg("circle", { r: 7 });
    const sign = kind === "unknown" ? svg("text", { y: 1 }, "?") : svg("path", { d: TICK[kind] });
    return svg("g", { class: `mark ${kind}`, transform: `translate(${x} ${y})` }, shape, sign);
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
      : svg("g", { class: "ball", transform: `translate(${x} ${TOP})` }, svg("circle", { r: 14 }), svg("text", { y: 1 }, "@"));
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
