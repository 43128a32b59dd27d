// Evaluation bar next to the board: how much of it is Black's. Full if the winner is
// proved; an estimate is hatched at its edge and has a sign that says so.

import { h } from "./dom.js";
import { NAME } from "./players.js";

export class EvaluationBar {
  constructor() {
    this.fill = h("span", { class: "evaluation-black" });
    this.figure = h("span", { class: "evaluation-figure", "aria-hidden": true });
    this.el = h("div", { class: "evaluation", role: "img" }, this.fill, this.figure);
    this.show({});
  }

  /**
   * `winner`, if it is proved or, with `book`, in the opening book; otherwise `black`, the estimated chance of Black from 0 to 1.
   * @param {{ winner?: string, black?: number, book?: boolean }} evaluation
   */
  show({ winner, black, book }) {
    const share = winner ? (winner === "L" ? 1 : 0) : black ?? 0.5;
    const best = share >= 0.5 ? "L" : "R";
    const percent = Math.round(100 * (best === "L" ? share : 1 - share));
    const words = winner ? `${NAME[winner]} wins: ${book ? "from the opening book" : "proved"}`
      : black === undefined ? "Not known yet who wins" : `${NAME[best]} wins about ${percent} of 100 games from here: an estimate`;
    this.el.style.setProperty("--black", `${(100 * share).toFixed(1)}%`);
    this.el.dataset.kind = winner ? "proved" : black === undefined ? "unknown" : "estimate";
    this.el.dataset.best = best;
    this.figure.textContent = winner ? "✓" : black === undefined ? "?" : `≈${percent}`;
    this.el.setAttribute("aria-label", words);
    this.el.title = words;
  }
}
