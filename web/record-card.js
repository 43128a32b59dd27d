// Record card: the moves of a game with their variations, to step through; they are
// judged when the game is over.

import { button, h, set } from "./dom.js";
import { inWords } from "./estimate.js";
import { NAME, other } from "./players.js";

const JUDGED = { blunder: "threw it away", unknown: "?" };

/** The move that threw the game away last, when the moves of the current line are judged. */
export function thrownAway({ path }) {
  const moves = path.slice(1);
  if (!moves.every(({ judged }) => judged)) return undefined;
  const number = moves.findLastIndex(({ judged }) => judged === "blunder") + 1;
  if (number === 0) return undefined;
  const { move, better, parent } = path[number];
  return { number, player: parent.turn, name: move.name, better };
}

/** Returns whether every move of the current line is judged. */
export const isJudged = ({ path }) => path.length > 1 && path.slice(1).every(({ judged }) => judged && judged !== "unknown");

/** Draws the record. `go(node)` steps to a move, `judge()` has the moves judged; chances only if they are `told`. */
export function recordCard(card, record, { go, judge, told }) {
  const note = ({ judged, move }) => [
    JUDGED[judged] ? h("span", { class: "judged" }, JUDGED[judged]) : null,
    move.guess !== undefined ? h("span", { class: "guessed", title: "Who wins was not proved when this was played" }, told ? `a guess, ${inWords(move.guess)}` : "a guess") : null,
  ];
  const item = (node) => h("li", {},
    button(node.move.pass ? `${NAME[node.parent.turn]} passes` : `${NAME[node.parent.turn]} ${node.move.name}`, () => go(node),
      { class: `move ${node.judged ?? ""}`, "aria-current": node === record.here && record.at > 0 ? "true" : undefined }), note(node));
  // The line from a node's main move on; variations stand under the move that they replace.
  const line = (from) => {
    const items = [];
    for (let at = from; at; [at] = at.children) {
      const one = item(at);
      const others = at === from ? [] : at.parent.children.slice(1);
      for (const other of others) one.append(h("ol", { class: "variation", start: depth(other), "aria-label": "Variation" }, line(other)));
      items.push(one);
    }
    return items;
  };
  const [first, ...others] = record.root.children;
  const items = first ? line(first) : [];
  for (const other of others) items[0].append(h("ol", { class: "variation", "aria-label": "Variation" }, line(other)));
  const old = card.querySelector("ol");
  const top = old?.scrollTop ?? 0;
  const list = first ? h("ol", { class: "list", tabindex: 0, "aria-label": "Moves" }, items) : null;
  set(card, h("h3", {}, "Record"), list ?? h("p", { class: "note" }, "No moves yet."), summary(record),
    first && record.path.length > 1 && !record.path.slice(1).some(({ judged }) => judged) ? button("Judge the moves", judge, { class: "small" }) : null);
  if (list) keepInView(list, top);
}

/** The list scrolls to the current move, the page does not. */
function keepInView(list, top) {
  list.scrollTop = top;
  const now = list.querySelector("[aria-current]");
  if (!now) return;
  const [a, b] = [list.getBoundingClientRect(), now.getBoundingClientRect()];
  if (b.top < a.top || b.bottom > a.bottom) list.scrollTop += b.top - a.top - a.height / 2;
}

function depth(node) {
  let found = 0;
  for (let at = node; at.parent; at = at.parent) found += 1;
  return found;
}

function summary(record) {
  const thrown = thrownAway(record);
  const winner = other(record.path.at(-1).turn);
  if (thrown) return h("p", { class: "summary" }, `Move ${thrown.number} threw it away (${NAME[thrown.player]} ${thrown.name}${thrown.better ? `; ${thrown.better} wins` : ""}).`);
  return isJudged(record) ? h("p", { class: "summary" }, `No move threw the game away: ${NAME[winner]} had it from the start.`) : null;
}
