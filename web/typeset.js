// Typesetting of values as in books: arrows and stars, fractions, braces that
// grow with their content, bars.
//
//   value  = item with signs, or { options | options }, with || where the
//            braces of an inner value are left out
//   ^3*    = three ups and a star;  *2 the nimber;  +-{..} or ±{..} a switch

import { h } from "./dom.js";

const ARROWS = { "^": ["", "↑", "⇑", "⤊"], v: ["", "↓", "⇓", "⤋"] };
/** Longer names are cut when they are shown, and whole in their title. */
const LONG = 1500;

const span = (name, ...children) => h("span", { class: name }, ...children);

/** An arrow, doubled or tripled, or with its number before it. */
function ups(sign, count) {
  const arrow = ARROWS[sign];
  return count < arrow.length ? [span("arrow", arrow[count])] : [span("number", String(count)), "·", span("arrow", arrow[1])];
}

/** Splits a name into atoms, braces, bars and commas. */
function tokens(text) {
  const found = [];
  const rule = /\s+|\{|\}|\|+|,|\+-|±|(\^|v)(\d*)|\*(\d*)|-?\d+\/\d+|-?\d+|[A-Za-z]+\([^)]*\)|[A-Za-z]+|./gu;
  for (const [whole, arrow, times, nimber] of text.matchAll(rule)) {
    if (whole.trim() === "") continue;
    if (arrow) found.push({ kind: "atom", make: () => ups(arrow, times === "" ? 1 : Number(times)) });
    else if (nimber !== undefined) found.push({ kind: "atom", make: () => [span("star", "∗"), ...(nimber ? [h("sub", {}, nimber)] : [])] });
    else if (/^(Tiny|Miny)\(/.test(whole)) found.push({ kind: "atom", make: () => tiny(whole) });
    else if (whole.includes("/")) found.push({ kind: "atom", make: () => [fraction(whole)] });
    else if (whole === "+-" || whole === "±") found.push({ kind: "atom", make: () => ["±"] });
    else if (whole === "{" || whole === "}" || whole === "," || whole[0] === "|") found.push({ kind: whole[0], bars: whole.length });
    else found.push({ kind: "atom", make: () => [whole.replace(/^-(?=\d)/, "−")] });
  }
  return found;
}

/** Tiny(2) is a heavy plus with the number below, Miny(2) a minus. */
function tiny(text) {
  const small = text.startsWith("Tiny");
  return [span("unseen", small ? "tiny " : "miny "), h("b", { "aria-hidden": true }, small ? "+" : "−"), h("sub", {}, text.slice(5, -1))];
}

function fraction(text) {
  const [above, below] = text.replace(/^-/, "").split("/");
  return span("fraction-with-sign", ...(text.startsWith("-") ? ["−"] : []), span("fraction", h("span", {}, above), h("span", { class: "unseen" }, "/"), h("span", {}, below)));
}

/** Reads up to the closing brace; returns nodes and their nesting depth. */
function read(list, inside) {
  const nodes = [];
  let depth = 0;
  while (list.length > 0) {
    const token = list.shift();
    if (token.kind === "atom") nodes.push(...token.make());
    else if (token.kind === ",") nodes.push(span("comma", ", "));
    else if (token.kind === "|") nodes.push(span("divides", "|".repeat(token.bars)));
    else if (token.kind === "{") {
      const [inner, deep] = read(list, true);
      const size = Math.min(deep, 5);
      nodes.push(span(`brace deep-${size}`, "{"), ...inner, span(`brace deep-${size}`, "}"));
      depth = Math.max(depth, deep + 1);
    } else if (inside) break;
  }
  return [nodes, depth];
}

/** The name of a value as a node. */
export function typeset(name) {
  const whole = String(name);
  const cut = whole.length > LONG;
  const [nodes] = read(tokens(cut ? whole.slice(0, LONG) : whole), false);
  return h("span", { class: "math", title: whole.length > 40 ? whole.slice(0, 4000) : undefined }, ...nodes, ...(cut ? [" …"] : []));
}

/** The name of a value as plain text, for titles and screen readers. */
export const plain = (name) => typeset(name).textContent;
