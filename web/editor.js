// Board editor: input field with examples and error position, and tools to edit
// the stones.

import { ask, Latest, Refused } from "./api.js";
import { announce, button, choice, h, set } from "./dom.js";
import { Shape, put } from "./game.js";

const NEXT = { ".": "x", x: "o", o: "." };

/** Input field with a label, examples and an error message. */
export class Field {
  constructor({ label, presets, hint, change }) {
    this.change = change;
    this.input = h("input", {
      type: "text", class: "text", spellcheck: "false", autocomplete: "off", autocapitalize: "off",
      "aria-describedby": "", "aria-label": label, placeholder: hint,
      oninput: () => this.#later(),
      onkeydown: (event) => { if (event.key === "Enter") this.#now(); },
    });
    this.fault = h("div", { class: "fault", role: "alert" });
    const pick = h("select", {
      "aria-label": "Examples",
      onchange: () => { if (pick.value) { this.input.value = pick.value; pick.selectedIndex = 0; this.#now(); } },
    }, h("option", { value: "" }, "Examples"), presets.map(([group, items]) =>
      h("optgroup", { label: group }, items.map(([name, text]) => h("option", { value: text }, name)))));
    this.el = h("div", { class: "field" }, h("label", { class: "row grow" }, h("span", {}, label), this.input), pick, this.fault);
  }

  get text() { return this.input.value; }
  set text(text) { this.input.value = text; }

  #later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.change(this.text), 200);
  }

  #now() {
    clearTimeout(this.timer);
    this.change(this.text);
  }

  /** Shows an error and its place, or clears it. */
  refuse(error) {
    this.input.setAttribute("aria-invalid", Boolean(error));
    if (!error) return set(this.fault);
    const letters = [...this.text];
    const at = error.at;
    const where = at === null || at === undefined ? null : h("code", { class: "where" },
      letters.slice(Math.max(0, at - 30), at).join(""), h("mark", {}, letters[at] ?? " "), letters.slice(at + 1, at + 30).join(""));
    set(this.fault, h("span", {}, error.message), ...(where ? [where] : []));
  }
}

/** A field for a Clobber board, with tools. Calls `change(shape, cells)` for another board. */
export class Editor {
  constructor({ presets, change, fault, mode }) {
    this.change = change;
    this.fault = fault;
    this.latest = new Latest();
    this.field = new Field({ label: "Board", presets, hint: "xoxo, xo/ox, (xo)^6, cycle:xoxo …", change: (text) => this.set(text) });
    this.edit = button("Edit", () => this.setEditing(!this.editing), { class: "toggle", "aria-pressed": "false" });
    this.mode = mode;
    this.brush = choice("What a click does", [["next", "in turn"], ["x", "x"], ["o", "o"], [".", "empty"]], "next", () => {});
    this.sizes = h("span", { class: "row" });
    this.tools = h("div", { class: "tools", hidden: true }, this.brush, this.sizes,
      button("Checker", () => this.#map((v) => (this.shape.squares ? (Math.floor(v / this.shape.row) + v % this.shape.row) : v) % 2 ? "o" : "x")),
      button("Swap", () => this.#map((v) => ({ x: "o", o: "x" })[this.cells[v]] ?? ".")),
      button("Random", () => this.#map(() => (Math.random() < 0.5 ? "x" : "o"))),
      button("Clear", () => this.#map(() => ".")));
    this.field.el.insertBefore(this.edit, this.field.fault);
    this.el = h("section", { class: "card editor", "aria-label": "Board" }, this.field.el, this.tools);
    this.editing = false;
  }

  /** Takes a board in any notation. */
  async set(text) {
    try {
      const shown = await this.latest.run((signal) => ask("show", { board: text }, signal));
      if (!shown) return false;
      this.field.refuse(null);
      if (this.field.text !== text && document.activeElement !== this.field.input) this.field.text = text;
      this.source = { text, cells: shown.cells };
      this.#take(new Shape(shown), shown.cells);
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.field.refuse(error);
      announce(error.message);
      this.fault?.();
      return false;
    }
  }

  #take(shape, cells) {
    this.shape = shape;
    this.cells = cells;
    this.#drawSizes();
    this.change(shape, cells);
  }

  /** Returns the text that was typed for these stones, such as checker:4x5, if any. */
  written(cells) {
    return this.source?.cells === cells ? this.source.text : undefined;
  }

  /** Sets other stones on this board. */
  setCells(cells) {
    this.source = undefined;
    this.field.text = this.shape.text(cells);
    this.field.refuse(null);
    this.#take(this.shape, cells);
  }

  setEditing(on) {
    this.editing = on;
    this.edit.setAttribute("aria-pressed", on);
    this.tools.hidden = !on;
    this.mode?.(on);
  }

  /** A click on a cell while editing. */
  paint(v) {
    const stone = this.brush.value === "next" ? NEXT[this.cells[v]] : this.brush.value;
    this.setCells(put(this.cells, v, stone));
  }

  /** Handles a key on a cell while editing; returns whether it was one of ours. */
  key(v, key) {
    const stone = { x: "x", o: "o", X: "x", O: "o", b: "x", w: "o", ".": ".", "-": ".", Delete: ".", Backspace: "." }[key];
    if (stone) this.setCells(put(this.cells, v, stone));
    return Boolean(stone);
  }

  #map(stone) {
    this.setCells([...this.cells].map((_, v) => stone(v)).join(""));
  }

  #drawSizes() {
    if (!this.shape.squares) return set(this.sizes);
    const [rows, cols] = [this.cells.length / this.shape.row, this.shape.row];
    const stepper = (name, size, make) => h("span", { class: "stepper", role: "group", "aria-label": name },
      button("−", () => make(size - 1), { "aria-label": `fewer ${name}`, disabled: size <= 1 }),
      h("span", {}, `${size} ${size === 1 ? name.slice(0, -1) : name}`),
      button("+", () => make(size + 1), { "aria-label": `more ${name}` }));
    set(this.sizes,
      stepper("rows", rows, (size) => this.#resize(size, cols)),
      stepper("columns", cols, (size) => this.#resize(rows, size)));
  }

  #resize(rows, cols) {
    const old = this.shape.row;
    const lines = Array.from({ length: rows }, (_, row) =>
      this.cells.slice(row * old, (row + 1) * old).slice(0, cols).padEnd(cols, "."));
    const text = lines.join("/");
    this.field.text = text;
    this.set(text);
  }
}
