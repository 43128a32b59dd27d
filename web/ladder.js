// Where a value stands among the ups: which multiples of up it is above,
// below, equal to or confused with.

import { Refused, ask } from "./api.js";
import { h, set } from "./dom.js";
import { typeset } from "./typeset.js";

const REACH = 4;
const WORDS = { "=": "equal to", "<": "less than", ">": "greater than", "||": "confused with" };
const SIGN = { "=": "=", "<": "<", ">": ">", "||": "∥" };
const name = (n) => (n === 0 ? "0" : n > 0 ? `^${n === 1 ? "" : n}` : `v${n === -1 ? "" : -n}`);
const term = (n) => (n === 0 ? "0" : n > 0 ? `${n}*up` : `${-n}*down`);

export class Ladder {
  constructor() {
    this.el = h("figure", { class: "ladder" });
  }

  /** Asks for the place of a board or value; the window moves with its weight. */
  async start(board, weight, signal) {
    const middle = Number.isInteger(Number(weight)) ? Math.max(-20, Math.min(20, Number(weight))) : 0;
    const steps = Array.from({ length: 2 * REACH + 1 }, (_, i) => middle - REACH + i);
    const cells = steps.map((n) => h("td", { class: "rung" }, "…"));
    set(this.el, h("figcaption", {}, "Among the ups"),
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Comparison with the ups" }, h("table", {}, h("tbody", {},
        h("tr", {}, h("th", { scope: "row" }, "it is"), cells),
        h("tr", {}, h("th", { scope: "row" }, "to"), steps.map((n) => h("td", {}, typeset(name(n)))))))));
    await Promise.all(steps.map(async (n, i) => {
      try {
        const { relation } = await ask("compare", { board, other: term(n), time: 2 }, signal);
        cells[i].className = `rung rung-${{ "=": "same", "<": "less", ">": "more", "||": "fuzzy" }[relation] ?? "unknown"}`;
        cells[i].title = relation ? `${WORDS[relation]} ${term(n)}` : "not settled";
        cells[i].textContent = relation ? SIGN[relation] : "?";
      } catch (error) {
        if (!(error instanceof Refused) && !signal?.aborted) throw error;
        cells[i].textContent = "?";
      }
    }));
  }

  clear() { set(this.el); }
}
