// A Phutball board as SVG: squares, stones, the ball or the arrow, and a round
// button above the board wherever it may jump to.

import { svg } from "./dom.js";

const UNIT = 40;
const TOP = 66;
const WORDS = { good: "wins", bad: "loses", unknown: "not settled" };
const TICK = { good: "M-3.5 .3L-1 3L3.8-2.8", bad: "M-3-3L3 3M-3 3L3-3" };

export class LaneView {
  constructor(act) {
    this.act = act;
    this.svg = svg("svg", { class: "board lane", role: "group", "aria-label": "Board" });
    this.svg.addEventListener("keydown", (event) => this.#keydown(event));
  }

  /** `kinds` says of each move whether the mover wins after it. */
  draw(lane, { moves, kinds, editing, last }) {
    const focused = this.svg.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    const width = (lane.squares + 2) * UNIT;
    this.svg.setAttribute("viewBox", `0 0 ${width} 106`);
    this.svg.style.width = `clamp(${Math.round(0.72 * width)}px, 100%, ${Math.round(1.5 * width)}px)`;
    const squares = Array.from({ length: lane.squares }, (_, i) => this.#square(lane, i + 1, moves, kinds, editing, last));
    const jumps = moves.filter((move) => move[0] === "j").map((move) => this.#jump(lane, move, kinds));
    const goals = [["R", 0.5 * UNIT, "start"], ["L", width - 0.5 * UNIT, "end"]].map(([player, x]) =>
      svg("text", { class: "goal", x, y: TOP, "aria-hidden": true }, player === "L" ? "L" : "R"));
    this.svg.replaceChildren(...goals, ...squares, ...this.#arcs(lane, moves), this.#mark(lane), ...jumps);
    const buttons = this.#buttons();
    for (const [i, node] of buttons.entries()) node.setAttribute("tabindex", i === 0 ? 0 : -1);
    const again = focused && buttons.find((node) => node.dataset.key === focused);
    if (again) this.#focus(again);
  }

  #x(lane, to) {
    return lane.oddish ? (to + 1) * UNIT : (to + 0.5) * UNIT;
  }

  #square(lane, square, moves, kinds, editing, last) {
    const move = `p${square}`;
    const free = moves.includes(move);
    const kind = kinds.get(move);
    const [x, half] = [(square + 0.5) * UNIT, UNIT / 2];
    const goal = square === 1 || square === lane.squares;
    const what = lane.stone(square) ? "stone" : !lane.oddish && square === lane.mark ? "ball" : "empty";
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
    if (lane.stone(square)) cell.append(svg("circle", { class: "disc-x", r: 12 }));
    if (kind) cell.append(this.#badge(kind, 0, 0));
    cell.append(svg("text", { class: "label", y: 32, "aria-hidden": true }, square));
    return cell;
  }

  #badge(kind, x, y) {
    const shape = kind === "bad" ? svg("rect", { x: -6, y: -6, width: 12, height: 12, rx: 2 }) : svg("circle", { r: 7 });
    const sign = kind === "unknown" ? svg("text", { y: 1 }, "?") : svg("path", { d: TICK[kind] });
    return svg("g", { class: `mark ${kind}`, transform: `translate(${x} ${y})` }, shape, sign);
  }

  #jump(lane, move, kinds) {
    const to = Number(move.slice(1));
    const kind = kinds.get(move);
    const x = this.#x(lane, to);
    const knob = svg("circle", { class: "knob", cx: x, cy: TOP - 38, r: 11 });
    const label = svg("text", { class: "knob-label", x, y: TOP - 38 }, to < lane.mark ? "←" : "→");
    return svg("g", {
      class: `jump ${kind ?? ""}`, role: "button", "data-key": move,
      "aria-label": `jump to ${to}${kind ? `, ${WORDS[kind]}` : ""}`,
      onclick: () => this.act.play(move),
    }, knob, kind ? this.#badge(kind, x, TOP - 38) : label);
  }

  /** How the ball flies; an arrow goes step by step and needs no arcs. */
  #arcs(lane, moves) {
    if (lane.oddish) return [];
    const from = this.#x(lane, lane.mark);
    return moves.filter((move) => move[0] === "j").map((move) => {
      const x = this.#x(lane, Number(move.slice(1)));
      return svg("path", { class: "arc", d: `M${from} ${TOP - 22}Q${(from + x) / 2} ${TOP - 62} ${x} ${TOP - 38}` });
    });
  }

  #mark(lane) {
    const x = this.#x(lane, lane.mark);
    return lane.oddish
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
