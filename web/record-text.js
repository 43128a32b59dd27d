// Record of a game as text in the address: moves=a,b(d,e),c and line=1, the choices
// of the current line where there is more than one move.

import { PASS } from "./record.js";

/** Writes all moves; a variation stands in brackets after the move it replaces. */
export function write(record) {
  const text = (root) => {
    const parts = [];
    for (let at = root; at.children.length > 0; [at] = at.children) {
      const [main, ...others] = at.children;
      const variation = (child) => `(${[child.move.name, text(child)].filter(Boolean).join(",")})`;
      parts.push(main.move.name + others.map(variation).join(""));
    }
    return parts.join(",");
  };
  return text(record.root);
}

/** Writes the choices of the current line; nothing if it is the main line. */
export function writeLine(record) {
  const choices = record.path.filter(({ children }) => children.length > 1).map(({ next }) => next);
  return choices.some(Boolean) ? choices.join(".") : undefined;
}

/** Plays the moves of a text into a new record, as far as they are legal; returns the first that is not. */
export function read(record, moves, line, legal) {
  let [parent, last] = [record.root, record.root];
  const open = [];
  let fault;
  for (const token of (moves ?? "").match(/[^,()]+|[,()]/g) ?? []) {
    if (token === ",") parent = last;
    else if (token === "(") open.push([parent, last]);
    else if (token === ")") [parent, last] = open.pop() ?? [parent, last];
    else {
      const move = token === PASS.name ? PASS : legal(parent).find(({ name }) => name === token);
      if (!move) {
        fault = token;
        break;
      }
      last = record.add(parent, move);
    }
  }
  let at = record.root;
  const choices = (line ?? "").split(".").map(Number);
  for (; at.children.length > 0; at = at.children[at.next]) {
    if (at.children.length > 1) at.next = Math.max(0, Math.min(at.children.length - 1, choices.shift() || 0));
  }
  record.goTo(at);
  return fault;
}
