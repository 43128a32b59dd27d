// Arrows of moves, from stone to stone: colour and sign at the head say what the
// move leads to. Between neighbours the sign itself is the head.

import { svg } from "./dom.js";
import { UNIT, badge, bow } from "./stones.js";

/** Distance of a sign from the centre of the stone that moves, between neighbours. */
const NEAR = 25;

/** @type {(a: Point, b: Point) => number} */
const apart = ([x1, y1], [x2, y2]) => Math.hypot(x2 - x1, y2 - y1);
const isShort = (a, b) => apart(a, b) < 1.2 * UNIT;
/** @type {(a: Point, b: Point) => number} */
const spin = ([x1, y1], [x2, y2]) => (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
/** @type {(place: Point) => string} */
const text = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/**
 * Places of the signs: on their edges, near the stone that is removed, but not on
 * another sign, a label or an unrelated stone.
 */
export function spots(shape, { places, names = [] }, moves) {
  const labels = names.map(([dx, dy], v) => [places[v][0] + dx, places[v][1] + dy]);
  const taken = [];
  return moves.map(({ from, to }) => {
    const [a, b] = [places[from], places[to]];
    const length = apart(a, b);
    if (isShort(a, b)) return bow(shape, a, b, NEAR / length);
    let [best, most] = [undefined, -Infinity];
    for (let far = 27; far <= Math.max(27, length - 27); far += 3) {
      const spot = bow(shape, a, b, far / length);
      const room = Math.min(1,
        ...taken.map((other) => apart(other, spot) / 17),
        ...labels.map((label) => apart(label, spot) / 16),
        ...places.map((place, v) => (v === from || v === to ? 1 : apart(place, spot) / 28)));
      const worth = room + far / 2000;
      if (worth > most) [best, most] = [spot, worth];
    }
    taken.push(best);
    return best;
  });
}

/** The shaft of an arrow, and its head where the sign is not the head. */
export function shaft(shape, a, b, kind) {
  const length = apart(a, b);
  const short = isShort(a, b);
  const [start, end] = [bow(shape, a, b, 9 / length), bow(shape, a, b, (short ? NEAR : length - 20) / length)];
  const middle = bow(shape, a, b, (short ? NEAR + 9 : length - 11) / 2 / length);
  const control = middle.map((c, i) => 2 * c - (start[i] + end[i]) / 2);
  const path = (name) => svg("path", { class: name, d: `M${text(start)}Q${text(control)} ${text(end)}` });
  const head = short ? [] : [svg("path", { class: "head", d: "M-2-5L9 0L-2 5z", transform: `translate(${text(end)}) rotate(${spin(control, end).toFixed(1)})` })];
  return svg("g", { class: `shaft ${kind}` }, path("rim"), path("line"), ...head);
}

/** The sign of an arrow at its spot, with a tip between neighbours. */
export function sign(a, b, [x, y], { kind, title, figure }, act) {
  const tip = isShort(a, b) ? [svg("path", { class: "tip", d: "M0-5L10 0L0 5z", transform: `rotate(${spin(a, b).toFixed(1)})` })] : [];
  return svg("g", { class: `mark ${kind}`, transform: `translate(${text([x, y])})`, onclick: act }, svg("title", {}, title), ...tip, ...badge(kind, figure));
}
