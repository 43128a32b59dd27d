// Cards next to a Clobber board: outcome, value, moves, explanation.

import { button, h, set } from "./dom.js";
import { NAME } from "./players.js";
import { term, whatIsThis } from "./primer.js";
import { STOPPED, verdictOf } from "./answer-text.js";
import { typeset } from "./typeset.js";
import * as verdictText from "./verdict-text.js";

const fact = (name, value) => (value === undefined || value === null ? null : h("div", {}, h("dt", {}, name), h("dd", {}, value)));

const RULES = {
  "no-moves": "the rules: there is no move", values: "the exact values of all parts",
  "two-ahead": "the two-ahead rule, from bounds of the atomic weight",
  middle: "a move to parts whose values or bounds settle it", search: "proof-number search",
};

/** The outcome class, and who wins when either side starts. */
export function verdictCard(card, analysis) {
  const { halves, outcome } = analysis;
  const half = (first) => {
    const found = halves[first];
    return h("li", {}, `${NAME[first]} starts: `,
      found?.winner ? h("b", {}, `${NAME[found.winner]} wins`) : found ? "not settled" : "…",
      found?.move ? ` by ${found.move}` : "");
  };
  set(card,
    h("h2", {}, h("span", { class: `class class-${outcome ?? "unknown"}` }, outcome ?? (analysis.running ? "…" : "?")),
      outcome ? verdictOf(outcome) : analysis.running ? "Searching" : "Not settled for both starts"),
    h("ul", {}, half("L"), half("R")), outcome ? whatIsThis("outcomes") : null);
}

/** The value, typeset. */
export function valueCard(card, worth, board, longer) {
  const title = h("h3", {}, "Value ", whatIsThis("value"));
  if (!worth) return set(card, title, h("p", { class: "waiting" }, "…"));
  if (worth.trouble || worth.size === null || worth.size === undefined) {
    const bounds = worth.weight_low ?? worth.weight_high;
    return set(card, title, h("p", { class: "note" }, worth.trouble ?? `Unknown: ${STOPPED[worth.stopped]}.`),
      bounds === undefined ? null : h("p", { class: "note" }, `Atomic weight ${worth.weight_low ?? "?"} to ${worth.weight_high ?? "?"}.`),
      !worth.patient && (worth.stopped === "time" || worth.stopped === "memory") ? button("Think longer about the value", longer, { class: "small" }) : null);
  }
  set(card, title,
    h("p", { class: "name" }, worth.value ? typeset(worth.value) : "a value too long to write"),
    h("dl", { class: "facts" }, fact("atomic weight", worth.atomic_weight === null ? null : typeset(String(worth.atomic_weight))), fact("birthday", worth.birthday), fact("size", worth.size)),
    h("a", { class: "more", href: `#values?board=${encodeURIComponent(board)}` }, "Open in the value explorer"));
}

/** Every move with its winner or its chance, and its value. */
export function movesCard(card, { turn, moves, worth, analysis, play }) {
  const listed = turn === "L" ? worth?.left_moves : worth?.right_moves;
  const values = new Map((listed ?? []).map((move) => [move.move, move]));
  const chance = (move) => (analysis.kind(move) === "unknown" ? analysis.chances.get(move.name) : undefined);
  const sign = (move) => ({ good: "✓ ", bad: "✕ " })[analysis.kind(move)] ?? (chance(move) === undefined ? "? " : "≈ ");
  const row = (move) => {
    const kind = analysis.kind(move);
    const value = values.get(move.name);
    return h("tr", {},
      h("td", {}, button(move.name, () => play(move), { class: "move", disabled: !play })),
      h("td", { class: `kind ${kind}` }, sign(move), verdictText.after(kind, move.player, chance(move))),
      h("td", { class: "name", title: value?.value }, value ? (value.value ? typeset(value.value) : "long") : ""),
      h("td", {}, value?.dominated ? term("dominated") : value?.reversible ? term("reversible") : ""));
  };
  const rank = (move) => ({ good: 2, bad: -1 })[analysis.kind(move)] ?? chance(move) ?? 0;
  const sorted = [...moves].sort((a, b) => rank(b) - rank(a));
  const head = h("thead", { class: "unseen" }, h("tr", {}, ["Move", "After it", "Value", "Note"].map((name) => h("th", { scope: "col" }, name))));
  const top = card.querySelector(".list")?.scrollTop ?? 0;
  set(card, h("h3", {}, `${NAME[turn]}'s ${moves.length === 1 ? "move" : `${moves.length} moves`}`),
    moves.length === 0 ? h("p", { class: "note" }, "None.") : h("div", { class: "list", tabindex: 0, role: "region", "aria-label": "Moves and what they lead to" }, h("table", {}, head, h("tbody", {}, sorted.map(row)))));
  if (top) card.querySelector(".list").scrollTop = top;
}

/** What settled the outcome, in the program's words. */
export function proofCard(card, why) {
  if (!why || why.waiting) return set(card, h("p", { class: "waiting" }, "…"));
  const { explain } = why;
  if (!explain) return set(card, h("p", { class: "note" }, why.trouble ?? `Unknown: ${STOPPED[why.stopped] ?? "it takes too long"}.`));
  const half = (first, rule) => (rule ? h("li", {}, `${NAME[first]} first: settled by ${RULES[rule] ?? rule}`) : null);
  const weight = ({ weight_low: low, weight_high: high }) => (low === undefined || low === null ? "" : low === high ? `, weight ${low}` : `, weight ${low} to ${high ?? "?"}`);
  const part = (one) => h("li", {}, one.times > 1 ? `${one.times} × ` : "", h("code", {}, one.part), one.value ? [" = ", typeset(one.value)] : "", weight(one));
  const { parts = [] } = explain;
  set(card, h("ul", {}, half("L", explain.left_first), half("R", explain.right_first)),
    parts.length ? [h("h4", {}, parts.length === 1 ? "The board" : "Its parts"), h("ul", { class: "parts" }, parts.slice(0, 12).map(part))] : null,
    parts.length > 12 ? h("p", { class: "note" }, `and ${parts.length - 12} more`) : null);
}
