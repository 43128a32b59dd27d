// Playable board: moves are made by clicking a stone and its target, by dragging
// it there, by clicking a mark, or with the keyboard.

import { svg } from "./dom.js";
import { BoardView } from "./board.js";
import { disc } from "./stones.js";

/** Pixels after which a pressed pointer drags. */
const SLACK = 6;

/**
 * Calls `act.play(move)` for a move and, while the board is edited,
 * `act.paint(v)` for a click and `act.key(v, key)` for a key.
 */
export class PlayableBoard {
  constructor(act) {
    this.act = act;
    this.board = new BoardView({
      click: (v) => this.#click(v),
      key: (v, key) => this.#key(v, key),
      focus: (v) => { this.focused = v; this.#draw(); },
      spare: act.spare,
      mark: (move) => { if (this.state.moves.some(({ name }) => name === move.name)) this.#play(move); },
    });
    this.el = this.board.el;
    this.touches = new Map();
    const { svg: face } = this.board;
    face.addEventListener("pointerdown", (event) => this.#down(event));
    face.addEventListener("pointermove", (event) => this.#move(event));
    face.addEventListener("pointerup", (event) => this.#up(event));
    face.addEventListener("pointercancel", (event) => this.#up(event, true));
    face.addEventListener("pointerleave", () => this.#hover(undefined));
    // The click event at the end of a drag is not a click.
    face.addEventListener("click", (event) => { if (this.dragged) event.stopPropagation(); this.dragged = false; }, true);
    this.show({ cells: "" });
  }

  setShape(shape) {
    this.picked = this.hovered = undefined;
    this.board.setShape(shape);
  }

  /**
   * `cells`, `last`; `moves` that may be played now; `kind(move, alone)` good, bad,
   * guess, unknown or nothing if it is not to be shown, `alone` for the moves of one
   * stone; `words(move)`; `figure(move)` at the head of a guess; `all` marks at once;
   * `hint`, a move to point at, with its `kind`; `why(v)`, why a click on a cell does
   * nothing; `won`, the colour of the winner's stones; `editing`.
   * @param {{ cells: string, [part: string]: any }} state
   */
  show(state) {
    if (state.cells !== this.state?.cells) this.board.say();
    const nothing = (/** @type {any[]} */ ..._) => undefined;
    this.state = { moves: [], kind: nothing, words: nothing, figure: nothing, why: nothing, all: false, hint: undefined, won: undefined, editing: false, last: undefined, ...state };
    if (!this.state.moves.some(({ from }) => from === this.picked)) this.picked = undefined;
    this.#draw();
  }

  #draw() {
    const { cells, last, moves, kind, words, figure, all, hint, won, editing } = this.state;
    if (!this.board.shape) return;
    const active = this.picked ?? this.hovered ?? this.focused;
    const chosen = moves.filter(({ from }) => from === active);
    const alone = !all || this.picked !== undefined;
    const marked = (alone ? chosen : moves).filter((move) => move.name !== hint?.name && kind(move, alone || move.from === active));
    const marks = marked.map((move) => ({ ...move, kind: kind(move, true), figure: figure(move), title: `${move.name}: ${words(move)}` }));
    if (hint) marks.push({ kind: "good", title: `Hint: ${hint.name}`, ...hint });
    const notes = new Map();
    for (const move of moves) {
      if (kind(move, true)) notes.set(move.from, [...(notes.get(move.from) ?? []), `to ${this.board.shape.names[move.to]} ${words(move)}`]);
    }
    this.board.update(cells, {
      marks, picked: this.picked, last,
      targets: new Map(chosen.map((move) => [move.to, kind(move, true)])),
      movable: new Set(moves.map(({ from }) => from)),
      note: (v) => notes.get(v)?.join(", "),
    });
    this.board.svg.classList.toggle("editing", Boolean(editing));
    this.board.svg.dataset.won = won ?? "";
  }

  #play(move) {
    this.picked = this.hovered = undefined;
    this.act.play(move);
  }

  #click(v) {
    if (this.state.editing) return this.act.paint(v);
    const { moves } = this.state;
    const move = moves.find(({ from, to }) => from === this.picked && to === v);
    if (move) return this.#play(move);
    const before = this.picked;
    this.picked = v !== before && moves.some(({ from }) => from === v) ? v : undefined;
    this.board.say();
    if (this.picked === undefined && before === undefined) this.#refuse(v);
    this.#draw();
  }

  /** Says why a click does nothing. */
  #refuse(v) {
    const why = this.state.why(v);
    if (why) this.board.refuse(v, why);
  }

  #key(v, key) {
    if (key === "Escape" && this.picked !== undefined) {
      this.picked = undefined;
      this.#draw();
      return true;
    }
    return Boolean(this.state.editing && this.act.key?.(v, key));
  }

  #hover(v) {
    if (v === this.hovered) return;
    this.hovered = v;
    this.#draw();
  }

  #down(event) {
    this.dragged = false;
    this.touches.set(event.pointerId, event);
    if (this.touches.size > 1) return this.#drop();
    const [v] = this.board.cellAt(event);
    this.drag = { v, x: event.clientX, y: event.clientY, can: !this.state.editing && this.state.moves.some(({ from }) => from === v) };
  }

  #move(event) {
    const before = this.touches.get(event.pointerId);
    if (this.touches.size === 2 && before) return this.#pinch(event);
    if (event.pointerType === "mouse" && !event.buttons) {
      const [v] = this.board.cellAt(event);
      return this.#hover(this.state.moves.some(({ from }) => from === v) ? v : undefined);
    }
    if (!this.drag || !before) return;
    const far = Math.hypot(event.clientX - this.drag.x, event.clientY - this.drag.y) > SLACK;
    if (far && !this.dragged) this.#lift(event);
    if (!this.dragged) return;
    if (this.ghost) {
      const [, point] = this.board.cellAt(event);
      this.ghost.setAttribute("transform", `translate(${point.x} ${point.y})`);
    } else {
      this.board.zoom.pan(event.clientX - before.clientX, event.clientY - before.clientY);
    }
    this.touches.set(event.pointerId, event);
  }

  /** Begins a drag: of a stone that can move, otherwise of a large board. */
  #lift(event) {
    if (!this.drag.can && !this.board.zoom.large) return;
    this.dragged = true;
    this.board.svg.setPointerCapture(event.pointerId);
    if (!this.drag.can) return;
    this.picked = this.drag.v;
    this.#draw();
    this.ghost = svg("g", { class: "ghost" }, ...disc(this.state.cells[this.drag.v]));
    this.board.air.append(this.ghost);
    this.board.cells[this.drag.v].classList.add("lifted");
  }

  #up(event, cancelled = false) {
    this.touches.delete(event.pointerId);
    if (!this.drag) return;
    const { v } = this.drag;
    const moved = this.ghost && !cancelled;
    this.#drop();
    if (!moved) return;
    const [to] = this.board.cellAt(event);
    const move = this.state.moves.find((legal) => legal.from === v && legal.to === to);
    this.picked = undefined;
    if (move) this.#play(move);
    else this.#draw();
  }

  #drop() {
    if (this.ghost) this.board.cells[this.drag.v]?.classList.remove("lifted");
    this.ghost?.remove();
    this.ghost = this.drag = undefined;
  }

  /** Zooms with two fingers: what is between them stays there. */
  #pinch(event) {
    const [a, b] = [...this.touches.values()];
    const apart = (p, q) => Math.max(20, Math.hypot(p.clientX - q.clientX, p.clientY - q.clientY));
    const still = a.pointerId === event.pointerId ? b : a;
    const old = this.touches.get(event.pointerId);
    this.dragged = true;
    this.board.zoom.pan((event.clientX - old.clientX) / 2, (event.clientY - old.clientY) / 2);
    this.board.zoom.by(apart(event, still) / apart(old, still));
    this.touches.set(event.pointerId, event);
  }
}
