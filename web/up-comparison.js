// Comparison of a value with the multiples of up: greater, less, equal or
// confused, as a picture and in signs.

import { Refused, ask } from "./api.js";
import { h, set, svg } from "./dom.js";
import { fadeEdges } from "./edge-fade.js";
import { typeset } from "./typeset.js";

const REACH = 4;
const WORDS = { "=": "equal to", "<": "less than", ">": "greater than", "||": "confused with" };
const SIGN = { "=": "=", "<": "<", ">": ">", "||": "∥" };
const name = (n) => (n === 0 ? "0" : n > 0 ? `^${n === 1 ? "" : n}` : `v${n === -1 ? "" : -n}`);
const term = (n) => (n === 0 ? "0" : n > 0 ? `${n}*up` : `${-n}*down`);

/**
 * A line from low to high with a mark for each up, and on it the stretch where
 * the value lies: a point at the one it equals, between the last it exceeds
 * and the first that exceeds it, over all it is confused with.
 */
function draw(picture, found, count) {
  if (found.filter(Boolean).length < count) return set(picture);
  const middle = (i) => 10 * i + 5;
  const same = found.indexOf("=");
  const above = found.lastIndexOf(">");
  const below = found.includes("<") ? found.indexOf("<") : count;
  const [from, to] = same >= 0 ? [middle(same) - 1.6, middle(same) + 1.6] : [above < 0 ? 0 : middle(above) + 1.4, below === count ? 10 * count : middle(below) - 1.4];
  const part = (x1, x2, name, y = 6) => svg("line", { class: name, x1, y1: y, x2, y2: y });
  set(picture, part(0, 10 * count, "axis"), ...found.map((_, i) => svg("line", { class: "axis", x1: middle(i), y1: 3, x2: middle(i), y2: 9 })),
    part(from, to, same >= 0 ? "stretch point" : "stretch"));
}

export class UpComparison {
  constructor() {
    this.el = h("figure", { class: "ladder" });
  }

  /** Compares a board or value with nine multiples of up, around its atomic weight. */
  async start(board, weight, signal) {
    const middle = Number.isInteger(Number(weight)) ? Math.max(-20, Math.min(20, Number(weight))) : 0;
    const steps = Array.from({ length: 2 * REACH + 1 }, (_, i) => middle - REACH + i);
    const cells = steps.map((n) => h("td", { class: "rung" }, "…"));
    const picture = svg("svg", { class: "among", viewBox: `0 0 ${10 * steps.length} 12`, preserveAspectRatio: "none", "aria-hidden": true });
    const found = [];
    const box = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Comparison with the ups" }, h("table", {}, h("tbody", {},
      h("tr", { "aria-hidden": true }, h("td", {}), h("td", { colspan: steps.length, class: "picture" }, picture)),
      h("tr", {}, h("th", { scope: "row" }, "it is"), cells),
      h("tr", {}, h("th", { scope: "row" }, "to"), steps.map((n) => h("td", {}, typeset(name(n))))))));
    set(this.el, h("figcaption", {}, "Among the ups"), box);
    fadeEdges(box);
    await Promise.all(steps.map(async (n, i) => {
      try {
        const { relation } = await ask("compare", { board, other: term(n), time: 2 }, signal);
        found[i] = relation;
        cells[i].className = `rung rung-${{ "=": "same", "<": "less", ">": "more", "||": "fuzzy" }[relation] ?? "unknown"}`;
        cells[i].title = relation ? `${WORDS[relation]} ${term(n)}` : "not settled";
        cells[i].textContent = relation ? SIGN[relation] : "?";
      } catch (error) {
        if (!(error instanceof Refused) && !signal?.aborted) throw error;
        cells[i].textContent = "?";
      }
    }));
    draw(picture, found, steps.length);
  }

  clear() { set(this.el); }
}
