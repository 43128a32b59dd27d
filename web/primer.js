// Primer: one screen on outcomes, up and star, with boards; reached from every value
// and from the words that need it.

import { announce, button, h, svg } from "./dom.js";

/** A strip of stones, small. */
const strip = (cells) => svg("svg", { class: "board stamp", viewBox: `0 0 ${20 * cells.length} 20`, width: 20 * cells.length, height: 20, role: "img", "aria-label": `the board ${cells}` },
  ...[...cells].map((cell, i) => svg("g", { transform: `translate(${20 * i + 10} 10)` },
    svg("rect", { class: "square", x: -10, y: -10, width: 20, height: 20 }), cell === "." ? null : svg("circle", { class: `flat-${cell}`, r: 7.5 }))));

/** Terms, what they mean, and a board that shows it. */
const TERMS = {
  outcomes: ["Outcomes: L, R, N, P", "L: Left (Black) wins, whoever starts. R: Right (White) does. N: the next player wins, the one who starts. P: the previous player wins, so whoever starts loses.", "xoxoxo"],
  value: ["Value", "What a position is worth, whatever it is added to. Two positions with the same value can replace each other in every sum. A position in which nobody can move is 0.", "x.o"],
  star: ["Star: ∗", "Either player can move to 0, so whoever starts wins. Two stars together are 0.", "xo"],
  up: ["Up: ↑", "Positive, but smaller than every positive number: Left wins, whoever starts. Down (↓) is the same for Right; ⇑ is two ups.", "xxo"],
  braces: ["Braces: {a | b}", "Left can move to a, Right can move to b.", "xoxo"],
  weight: ["Atomic weight", "How many ups a position is worth, roughly. Who is ahead by two wins, whoever starts.", "xxo.xxo"],
  dominated: ["Dominated", "Another move of the same player is at least as good in every sum, so this one need not be looked at."],
  reversible: ["Reversible", "The other player has an answer to this move after which the mover is no better off than before it. So the move counts as what the mover can play after that answer."],
};

function build() {
  const entry = ([key, [title, text, board]]) => h("div", { class: "primer-entry", id: `primer-${key}`, tabindex: -1 },
    h("dt", {}, title, board ? h("a", { href: `#clobber?board=${board}`, onclick: () => dialog.close(), title: `Open the board ${board}` }, strip(board)) : null), h("dd", {}, text));
  const dialog = h("dialog", { id: "primer", "aria-labelledby": "primer-title" },
    h("h2", { id: "primer-title", tabindex: -1 }, "Outcomes and values on one screen"),
    h("dl", { class: "primer" }, Object.entries(TERMS).map(entry)),
    h("p", { class: "note" }, "Clobber is all-small: as long as one player can move, so can the other. That is why its values are built from stars and ups and are never numbers other than 0."),
    h("form", { method: "dialog" }, h("button", {}, "Close")));
  document.body.append(dialog);
  return dialog;
}

/** Opens the primer at a term. */
export function openPrimer(key) {
  const dialog = document.getElementById("primer") ?? build();
  for (const entry of dialog.querySelectorAll(".primer-entry")) entry.classList.toggle("asked", entry.id === `primer-${key}`);
  dialog.showModal();
  (document.getElementById(`primer-${key}`) ?? dialog.querySelector("h2")).focus();
  announce(TERMS[key]?.[1] ?? "");
}

/** A small button "what is this?" for a term. */
export const whatIsThis = (key) => button("what is this?", () => openPrimer(key), { class: "what", "aria-haspopup": "dialog" });

/** A word that explains itself. */
export const term = (key) => button(key, () => openPrimer(key), { class: "what", title: TERMS[key][1], "aria-haspopup": "dialog" });
