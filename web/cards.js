// Cards next to a Clobber board: outcome, value, moves, explanation, record.

import { button, h, set } from "./dom.js";
import { NAME, other } from "./game.js";
import { STOPPED, VERDICT } from "./answer-text.js";
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
      outcome ? VERDICT[outcome] : analysis.running ? "Searching" : "Not settled for both starts"),
    h("ul", {}, half("L"), half("R")));
}

/** The value, typeset. */
export function valueCard(card, worth, board, longer) {
  const title = h("h3", {}, "Value");
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

/** Every move with its winner and its value. */
export function movesCard(card, { turn, moves, worth, analysis, play }) {
  const listed = turn === "L" ? worth?.left_moves : worth?.right_moves;
  const values = new Map((listed ?? []).map((move) => [move.move, move]));
  const row = (move) => {
    const kind = analysis.kind(move);
    const value = values.get(move.name);
    return h("tr", {},
      h("td", {}, button(move.name, () => play(move), { class: "move", disabled: !play })),
      h("td", { class: `kind ${kind}` }, { good: "✓ ", bad: "✕ ", unknown: "? " }[kind], verdictText.after(kind, move.player)),
      h("td", { class: "name", title: value?.value }, value ? (value.value ? typeset(value.value) : "long") : ""),
      h("td", { class: "note" }, value?.dominated ? "dominated" : value?.reversible ? "reversible" : ""));
  };
  const rank = { good: 0, unknown: 1, bad: 2 };
  const sorted = [...moves].sort((a, b) => rank[analysis.kind(a)] - rank[analysis.kind(b)]);
  const head = h("thead", { class: "unseen" }, h("tr", {}, ["Move", "After it", "Value", "Note"].map((name) => h("th", { scope: "col" }, name))));
  const list = card.querySelector(".list");
  const top = list?.scrollTop ?? 0;
  set(card, h("h3", {}, `${NAME[turn]}'s moves`),
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

const JUDGED = { blunder: "threw it away", good: "", lost: "", unknown: "?" };

/** The record, to step through; its moves are judged when the game is over. */
export function recordCard(card, record, { go, judge, thrown }) {
  const { judged } = record;
  const item = (move, i) => h("li", {},
    button(`${NAME[record.mover(i)]} ${move.name}`, () => go(i + 1), { class: `move ${judged?.[i] ?? ""}`, "aria-current": record.at === i + 1 ? "true" : undefined }),
    judged?.[i] && JUDGED[judged[i]] ? h("span", { class: "judged" }, JUDGED[judged[i]]) : null);
  const summary = !judged || judged.length < record.moves.length || judged.includes("unknown") ? null
    : thrown ? `Move ${thrown.number} threw it away (${NAME[thrown.player]} ${thrown.name}${thrown.better ? `; ${thrown.better} wins` : ""}).`
      : `No move threw the game away: ${NAME[winner(record)]} had it from the start.`;
  set(card, h("h3", {}, "Record"),
    record.moves.length === 0 ? h("p", { class: "note" }, "No moves yet.") : h("ol", { class: "list" }, record.moves.map(item)),
    summary ? h("p", { class: "summary" }, summary) : null,
    record.moves.length > 0 && !judged ? button("Judge the moves", judge, { class: "small" }) : null);
}

/** Who has won a finished game: the one who made the last move. */
const winner = (record) => other(record.mover(record.moves.length));
