// Stones, marks and edges as SVG. All lengths are in units of the drawing, 40
// per cell.

import { svg } from "./dom.js";

export const UNIT = 40;

/** Gradients of the stones, lit from above left. */
export const shades = () => svg("defs", {}, ["x", "o"].map((stone) =>
  svg("radialGradient", { id: `shade-${stone}`, cx: "36%", cy: "30%", r: "75%" },
    svg("stop", { offset: "0", class: `shine-${stone}` }), svg("stop", { offset: "1", class: `body-${stone}` }))));

/** A stone with the sign of its colour, which is shown to those who want it. */
export function disc(stone) {
  if (stone !== "x" && stone !== "o") return [];
  return [
    svg("circle", { r: 15.5, cy: 1.4, class: "shadow" }),
    svg("circle", { r: 15, class: `disc-${stone}`, fill: `url(#shade-${stone})` }),
    stone === "x" ? svg("path", { d: "M-5-5L5 5M-5 5L5-5", class: "sign-x" }) : svg("circle", { r: 6, class: "sign-o" }),
  ];
}

/** A tick in a disc, a cross in a square, a figure or a question mark in a ring. */
export function badge(kind, figure) {
  if (kind === "good") return [svg("circle", { r: 5.8 }), svg("path", { d: "M-2.7 .2L-.8 2.2L2.9-2.1" })];
  if (kind === "bad") return [svg("rect", { x: -5, y: -5, width: 10, height: 10, rx: 1.8 }), svg("path", { d: "M-2.2-2.2L2.2 2.2M-2.2 2.2L2.2-2.2" })];
  return [svg("circle", { r: 6 }), svg("text", { y: 0.4 }, figure ?? "?")];
}

/**
 * Point at a fraction of an edge, which may be bent.
 * @param {Point} a @param {Point} b
 */
export function bow(shape, a, b, part = 0.5) {
  const [[x1, y1], [x2, y2]] = [a, b];
  const length = Math.hypot(x2 - x1, y2 - y1);
  const bend = shape.bent && length > 2 * UNIT ? 0.18 * 2 * part * (1 - part) : 0;
  return [x1 + part * (x2 - x1) + bend * (y2 - y1), y1 + part * (y2 - y1) - bend * (x2 - x1)];
}

/** Path of an edge, bent where it would run over a third cell. */
export function line(shape, a, b) {
  const [[x1, y1], [x2, y2]] = [a, b];
  const bend = shape.bent && Math.hypot(x2 - x1, y2 - y1) > 2 * UNIT ? 0.18 : 0;
  return `M${x1} ${y1}Q${(x1 + x2) / 2 + bend * (y2 - y1)} ${(y1 + y2) / 2 - bend * (x2 - x1)} ${x2} ${y2}`;
}
