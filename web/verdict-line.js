// Verdict line: status text above the board, with the time and progress of the
// search and its buttons. Its height is fixed, so that no answer shifts the board.

import { button, h, set } from "./dom.js";

/** Milliseconds after which a search shows its time. */
const DELAY = 400;

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

  /**
   * `tone`: good, bad or nothing, for the colour; `search`: an Analysis.
   * @param {string} text
   * @param {{ tone?: string, search?: any, unsettled?: boolean }} options
   */
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
    const shown = Boolean(search?.running) && search.seconds * 1000 > DELAY;
    this.el.setAttribute("aria-busy", Boolean(search?.running));
    this.stopButton.hidden = !shown;
    // The first figure is shown; the whole text is in the tooltip.
    const text = search?.progress?.text ?? "";
    set(this.time, shown ? `${search.seconds.toFixed(1)} s${text ? `, ${text.split(",")[0]}` : ""}` : "");
    this.time.title = text;
    if (!search?.running) this.end();
  }

  end() {
    clearInterval(this.clock);
    this.clock = undefined;
  }
}
