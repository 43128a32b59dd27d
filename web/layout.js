// Layout: coordinates of cells and labels. They are the ones that the program
// sends, but a long strip is wrapped like a line of text.

import { UNIT } from "./stones.js";

const GAP = 1.65;

/** Size of the drawing of a strip with `cols` cells per line. */
function size(shape, cols) {
  const lines = Math.ceil(shape.names.length / cols);
  return [cols * UNIT + (lines > 1 ? 40 : 16), lines * GAP * UNIT + 6];
}

/** Cells per line for which a strip is drawn largest in a window of this size. */
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
 * Distance of a point from a line segment.
 * @param {Point} point @param {Point} a @param {Point} b
 */
function segmentDistance([x, y], [x1, y1], [x2, y2]) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const part = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - x1 - part * dx, y - y1 - part * dy);
}

/**
 * Offset of a vertex's label from its centre: of eight directions the one that
 * is farthest from edges and other stones, below right first. On large graphs
 * only the vertex's own edges and neighbours count.
 */
function labelOffset(shape, places, v) {
  const [x, y] = places[v];
  const small = shape.edges.length * places.length <= 20000;
  const edges = small ? shape.edges : shape.neighbours[v].map((u) => [v, u]);
  const stones = small ? places.keys() : shape.neighbours[v];
  const others = [...stones].filter((u) => u !== v);
  const room = (/** @type {Point} */ [dx, dy]) => {
    const spot = [x + dx, y + dy];
    let least = Infinity;
    for (const [a, b] of edges) least = Math.min(least, segmentDistance(spot, places[a], places[b]));
    for (const u of others) least = Math.min(least, segmentDistance(spot, places[u], places[u]) - 14);
    return least;
  };
  let [best, most] = [undefined, -Infinity];
  for (const eighth of [1, 2, 0, 3, 4, 5, 6, 7]) {
    const way = [28 * Math.cos((eighth * Math.PI) / 4), 28 * Math.sin((eighth * Math.PI) / 4)];
    if (room(way) > most + 0.5) [best, most] = [way, room(way)];
  }
  return best;
}

/** Computes the places of all cells and labels, the size of the drawing, and the cells per line. */
export function layOut(shape, width, height) {
  if (shape.strip) {
    const cols = columns(shape, width, height);
    const lines = Math.ceil(shape.names.length / cols);
    const side = lines > 1 ? 20 : 8;
    const places = shape.names.map((_, v) => [side + UNIT / 2 + (v % cols) * UNIT, 8 + UNIT / 2 + Math.floor(v / cols) * GAP * UNIT]);
    return { places, size: size(shape, cols), cols, lines };
  }
  // Margins for labels: rows on the left, the same on the right; columns below.
  const side = 20;
  const [top, bottom] = shape.squares ? [6, 20] : [18, 20];
  const places = shape.places.map(([x, y]) => [side + UNIT / 2 + x * UNIT, top + UNIT / 2 + y * UNIT]);
  const names = shape.squares ? undefined : places.map((_, v) => labelOffset(shape, places, v));
  const far = (axis) => Math.max(...shape.places.map((place) => place[axis])) * UNIT + UNIT;
  return { places, names, size: [far(0) + 2 * side, far(1) + top + bottom], cols: shape.row, lines: 1 };
}
