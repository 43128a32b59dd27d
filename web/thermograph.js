// Thermograph of a hot value: the walls of Left and Right at each temperature,
// and the mast. Temperature increases upwards, larger values are on the left.
//
//   LeftWall(t)  = max of RightWall(left option)(t) - t,   until the walls meet,
//   RightWall(t) = min of LeftWall(right option)(t) + t    and the mast from there

import { h, svg } from "./dom.js";

const STEP = 1 / 16;

/** Yields the characters outside all braces, with their indices. */
function* outside(text) {
  let depth = 0;
  for (const [i, c] of [...text].entries()) {
    if (c === "}") depth -= 1;
    if (depth === 0) yield [c, i];
    if (c === "{") depth += 1;
  }
}

/** The longest run of bars outside all braces: where it begins, and how long it is. */
function longest(text) {
  let [best, run] = [[-1, 0], [-1, 0]];
  for (const [c, i] of outside(text)) {
    if (c !== "|") continue;
    run = run[0] + run[1] === i && run[1] ? [run[0], run[1] + 1] : [i, 1];
    if (run[1] > best[1]) best = run;
  }
  return best;
}

/** The options on one side: a list, or one value whose braces were left out. */
function options(side) {
  if (side === "") return [];
  if (longest(side)[1] > 0) return [read(`{${side}}`)];
  const commas = [...outside(side)].filter(([c]) => c === ",").map(([, i]) => i);
  return [-1, ...commas].map((from, i) => read(side.slice(from + 1, commas[i])));
}

/** Reads a name: a number, or its options. Infinitesimals count as their number. */
export function read(name) {
  const text = name.replaceAll(" ", "");
  const number = /^(-?\d+)(?:\/(\d+))?/.exec(text);
  if (number) return { number: Number(number[1]) / Number(number[2] ?? 1) };
  if (!text.startsWith("{")) return { number: 0 };
  const inner = text.slice(1, -1);
  const [at, length] = longest(inner);
  return { left: options(inner.slice(0, at)), right: options(inner.slice(at + length)) };
}

/** Both walls at all steps up to a temperature. */
function walls(game, steps) {
  if (game.number !== undefined) return { left: Array(steps).fill(game.number), right: Array(steps).fill(game.number) };
  const [lefts, rights] = [game.left.map((option) => walls(option, steps).right), game.right.map((option) => walls(option, steps).left)];
  const [left, right] = [[], []];
  let mast;
  for (let i = 0; i < steps; i += 1) {
    const t = i * STEP;
    const l = Math.max(...lefts.map((wall) => wall[i])) - t;
    const r = Math.min(...rights.map((wall) => wall[i])) + t;
    if (mast === undefined && l < r - 1e-9) mast = i > 0 ? (left[i - 1] + right[i - 1]) / 2 : (l + r) / 2;
    left.push(mast ?? l);
    right.push(mast ?? r);
  }
  return { left, right };
}

/** Places where a wall turns, from its foot to where the mast begins, as [value, temperature]. */
function corners(wall) {
  const turns = (i) => i === 0 || (i + 1 < wall.length && Math.abs(wall[i + 1] - 2 * wall[i] + wall[i - 1]) > 1e-9);
  return wall.flatMap((value, i) => (turns(i) ? [[value, i * STEP]] : []));
}

/** A number as a fraction: 5/4. */
function fraction(number) {
  let below = 1;
  while (below < 64 && !Number.isInteger(number * below)) below *= 2;
  return `${Math.round(number * below)}${below === 1 ? "" : `/${below}`}`.replace("-", "−");
}

/** Numbers in order, without those nearer than `gap` to the one before. */
function spread(numbers, place, gap) {
  const kept = [];
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    if (kept.length === 0 || Math.abs(place(number) - place(kept.at(-1))) >= gap) kept.push(number);
  }
  return kept;
}

/** Draws the thermograph with its axes, as `allsmall draw` does; undefined if the name cannot be read. */
export function thermograph(name, temperature) {
  const [above, below] = String(temperature).split("/").map(Number);
  const hot = above / (below ?? 1);
  if (!(hot > 0) || hot > 64) return undefined;
  const steps = Math.ceil((1.25 * hot + 0.5) / STEP) + 1;
  const { left, right } = walls(read(name), steps);
  const all = [...left, ...right];
  if (!all.every(Number.isFinite)) return undefined;
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const [width, height, side] = [340, 220, 40];
  const x = (value) => side + ((most - value) / Math.max(1, most - least)) * (width - 2 * side + 16);
  const y = (t) => height - 28 - (t / ((steps - 1) * STEP)) * (height - 56);
  const path = (wall) => `M${wall.map((value, i) => `${x(value).toFixed(1)} ${y(i * STEP).toFixed(1)}`).join("L")}`;
  const turns = [...corners(left), ...corners(right)];
  const values = spread(turns.map(([value]) => value), x, 28);
  const heights = spread(turns.map(([, t]) => t), y, 14);
  const text = (at, down, words, anchor) => svg("text", { class: "tick", x: at, y: down, "text-anchor": anchor }, words);
  return h("figure", { class: "thermograph" }, h("figcaption", {}, "Thermograph"),
    svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Thermograph: from ${left[0]} and ${right[0]} to a mast at ${left.at(-1)}, temperature ${temperature}` },
      ...values.flatMap((value) => [svg("path", { class: "grid", d: `M${x(value)} ${y(0)}V24` }), text(x(value), height - 12, fraction(value), "middle")]),
      ...heights.flatMap((t) => [svg("path", { class: "grid", d: `M${side - 14} ${y(t)}H${width - 8}` }), text(side - 18, y(t) + 4, fraction(t), "end")]),
      svg("path", { class: "axis", d: `M${width - 8} ${y(0)}H${side - 14}V20` }), text(side - 14, 13, "t", "middle"),
      svg("path", { class: "wall left-wall", d: path(left) }), svg("path", { class: "wall right-wall", d: path(right) })));
}
