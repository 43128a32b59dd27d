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

/** How far a point is from the stretch between two others. */
function apart([x, y], [x1, y1], [x2, y2]) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const part = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - x1 - part * dx, y - y1 - part * dy);
}

/**
 * Where the name of a vertex stands, from its middle: below on the right, or
 * in another direction that is farther from all edges and other stones; on
 * large graphs, from its own.
 */
function aside(shape, places, v) {
  const [x, y] = places[v];
  const small = shape.edges.length * places.length <= 20000;
  const edges = small ? shape.edges : shape.beside[v].map((u) => [v, u]);
  const stones = small ? places.keys() : shape.beside[v];
  const others = [...stones].filter((u) => u !== v);
  const room = ([dx, dy]) => {
    const spot = [x + dx, y + dy];
    let least = Infinity;
    for (const [a, b] of edges) least = Math.min(least, apart(spot, places[a], places[b]));
    for (const u of others) least = Math.min(least, apart(spot, places[u], places[u]) - 14);
    return least;
  };
  let [best, most] = [undefined, -Infinity];
  for (const eighth of [1, 2, 0, 3, 4, 5, 6, 7]) {
    const way = [28 * Math.cos((eighth * Math.PI) / 4), 28 * Math.sin((eighth * Math.PI) / 4)];
    if (room(way) > most + 0.5) [best, most] = [way, room(way)];
  }
  return best;
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
