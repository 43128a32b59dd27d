// The line above the board with its time, its progress and its buttons; it
// keeps its height, so that nothing moves when an answer comes.

import { button, h, set } from "./dom.js";

/** A search that takes so many milliseconds shows its time. */
const PATIENCE = 400;

export class VerdictLine {
  constructor({ stop, longer }) {
    this.text = h("span", { class: "verdict-text", role: "status" });
    this.time = h("span", { class: "verdict-time" });
    this.stopButton = button("Stop", stop, { class: "small" });
    this.longerButton = button("Think longer", longer, { class: "small" });
    this.side = h("span", { class: "verdict-side" }, this.time, this.stopButton, this.longerButton);
    this.el = h("div", { class: "verdict-line" }, this.text, this.side);
    this.clock = undefined;
    this.show("", {});
  }

  /** `tone`: good, bad or nothing, for the colour; `search`: an Analysis. */
  show(text, { tone, search, unsettled } = {}) {
    if (this.text.textContent !== text) this.text.textContent = text;
    this.el.dataset.tone = tone ?? "";
    this.search = search;
    this.longerButton.hidden = !unsettled;
    this.#tick();
    if (search?.running && !this.clock) this.clock = setInterval(() => this.#tick(), 200);
  }

  #tick() {
    const { search } = this;
    const shown = Boolean(search?.running) && search.seconds * 1000 > PATIENCE;
    this.el.setAttribute("aria-busy", Boolean(search?.running));
    this.stopButton.hidden = !shown;
    // The first figure tells enough; the rest is there for those who ask.
    const told = search?.progress?.text ?? "";
    set(this.time, shown ? `${search.seconds.toFixed(1)} s${told ? `, ${told.split(",")[0]}` : ""}` : "");
    this.time.title = told;
    if (!search?.running) this.end();
  }

  end() {
    clearInterval(this.clock);
    this.clock = undefined;
  }
}
