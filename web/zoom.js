// Zoom and pan of a large board by wheel, fingers, keys or buttons; at first the
// whole board is shown.

import { button, h } from "./dom.js";

/** Maximum size of a cell, in pixels. */
const LARGEST = 200;
/** Size of a cell, in pixels, below which zooming is offered. */
const SMALL = 30;

export class Zoom {
  constructor(svg) {
    this.svg = svg;
    this.factor = 1;
    this.buttons = h("div", { class: "zoom", role: "group", "aria-label": "Zoom", hidden: true },
      button("+", () => this.by(1.5), { "aria-label": "Larger" }),
      button("−", () => this.by(1 / 1.5), { "aria-label": "Smaller" }),
      button("⤢", () => this.whole(), { "aria-label": "The whole board" }));
    svg.addEventListener("wheel", (event) => {
      if (!this.large) return;
      event.preventDefault();
      this.by(Math.exp(-event.deltaY / 400), this.#place(event));
    }, { passive: false });
  }

  /**
   * The largest scale that shows all of a drawing in a window.
   * @param {Point} size @param {number} width @param {number} height
   */
  static fit([w, h], width, height) {
    return Math.min(LARGEST / 40, width / w, height / h);
  }

  /** Another drawing or another window. */
  set(size, width, height) {
    const same = this.size && size[0] === this.size[0] && size[1] === this.size[1];
    this.size = size;
    this.width = width;
    this.height = height;
    this.base = Zoom.fit(size, width, height);
    this.large = 40 * this.base < SMALL;
    this.buttons.hidden = !this.large;
    this.svg.classList.toggle("large", this.large);
    if (!same || !this.large) this.whole();
    else this.#show();
  }

  whole() {
    this.factor = 1;
    this.centre = [this.size[0] / 2, this.size[1] / 2];
    this.#show();
  }

  /** Enlarges, keeping a place of the drawing where it is. */
  by(times, at = this.centre) {
    const factor = Math.max(1, Math.min((2 * SMALL) / 40 / this.base, this.factor * times));
    const part = this.factor / factor;
    this.centre = this.centre.map((c, i) => at[i] + (c - at[i]) * part);
    this.factor = factor;
    this.#show();
  }

  /** Pans by a number of pixels. */
  pan(dx, dy) {
    const scale = this.base * this.factor;
    this.centre = [this.centre[0] - dx / scale, this.centre[1] - dy / scale];
    this.#show();
  }

  /** Moves so that this place of the drawing is seen. */
  reveal([x, y]) {
    if (this.factor === 1) return;
    const scale = this.base * this.factor;
    const half = [this.width / scale / 2 - 30, this.height / scale / 2 - 30];
    this.centre = [x, y].map((c, i) => Math.max(c - half[i], Math.min(c + half[i], this.centre[i])));
    this.#show();
  }

  #place(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  #show() {
    const scale = this.base * this.factor;
    const seen = [this.width / scale, this.height / scale];
    // Never beyond the edge; what is smaller than the window lies in its middle.
    this.centre = this.centre.map((c, i) => {
      const slack = (this.size[i] - seen[i]) / 2;
      return this.size[i] / 2 + (slack <= 0 ? 0 : Math.max(-slack, Math.min(slack, c - this.size[i] / 2)));
    });
    const round = (z) => Math.round(100 * z) / 100;
    this.svg.setAttribute("viewBox", [this.centre[0] - seen[0] / 2, this.centre[1] - seen[1] / 2, ...seen].map(round).join(" "));
    this.svg.classList.toggle("dense", 40 * scale < 22);
    // Names of rows and columns are as large as the text around the board.
    this.svg.style.setProperty("--label", `${Math.min(12, Math.max(3.4, 13 / scale)).toFixed(2)}px`);
  }
}
