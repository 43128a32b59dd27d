// Where the cells lie: as the program says, but a long strip goes on below,
// as long lines of text do, so that it is seen whole.

import { UNIT } from "./stones.js";

const GAP = 1.65;

/** The size of the drawing with strips of so many cells a line. */
function size(shape, cols) {
  const lines = Math.ceil(shape.names.length / cols);
  return [cols * UNIT + (lines > 1 ? 40 : 16), lines * GAP * UNIT + 6];
}

/** How many cells of a strip go on one line of a window so wide and high. */
function columns(shape, width, height) {
  const cells = shape.names.length;
  let [best, largest] = [cells, 0];
  for (let lines = 1; lines <= cells; lines += 1) {
    const cols = Math.ceil(cells / lines);
    const [w, h] = size(shape, cols);
    const scale = Math.min(width / w, height / h, 1.2);
    if (scale > largest * 1.02) [best, largest] = [cols, scale];
  }
  return best;
}

/**
 * Where the name of a vertex stands, from its middle: below on the right, or
 * in another direction that is farther from its edges.
 */
function aside(shape, places, v) {
  const edges = shape.beside[v].map((u) => Math.atan2(places[u][1] - places[v][1], places[u][0] - places[v][0]));
  const gap = (angle) => Math.min(Math.PI, ...edges.map((edge) => Math.abs(Math.atan2(Math.sin(angle - edge), Math.cos(angle - edge)))));
  let [best, most] = [0, -1];
  for (const turn of [1, 2, 0, 3, 4, 5, 6, 7].map((eighth) => (eighth * Math.PI) / 4)) {
    if (gap(turn) > most + 0.05) [best, most] = [turn, gap(turn)];
  }
  return [28 * Math.cos(best), 28 * Math.sin(best)];
}

/** Places of all cells and their names, the size of the drawing, and the cells of a line. */
export function lay(shape, width, height) {
  if (shape.strip) {
    const cols = columns(shape, width, height);
    const lines = Math.ceil(shape.names.length / cols);
    const side = lines > 1 ? 20 : 8;
    const places = shape.names.map((_, v) => [side + UNIT / 2 + (v % cols) * UNIT, 8 + UNIT / 2 + Math.floor(v / cols) * GAP * UNIT]);
    return { places, size: size(shape, cols), cols, lines };
  }
  // Room for the names: rows on the left, and as much on the right; columns below.
  const side = 20;
  const [top, bottom] = shape.squares ? [6, 20] : [18, 20];
  const places = shape.places.map(([x, y]) => [side + UNIT / 2 + x * UNIT, top + UNIT / 2 + y * UNIT]);
  const names = shape.squares ? undefined : places.map((_, v) => aside(shape, places, v));
  const far = (axis) => Math.max(...shape.places.map((place) => place[axis])) * UNIT + UNIT;
  return { places, names, size: [far(0) + 2 * side, far(1) + top + bottom], cols: shape.row, lines: 1 };
}
