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

/** Places of all cells, the size of the drawing, and the cells of a line. */
export function lay(shape, width, height) {
  if (shape.strip) {
    const cols = columns(shape, width, height);
    const lines = Math.ceil(shape.names.length / cols);
    const side = lines > 1 ? 20 : 8;
    const places = shape.names.map((_, v) => [side + UNIT / 2 + (v % cols) * UNIT, 8 + UNIT / 2 + Math.floor(v / cols) * GAP * UNIT]);
    return { places, size: size(shape, cols), cols, lines };
  }
  // Room for the names: rows on the left, and as much on the right; columns below.
  const side = shape.squares ? 20 : 16;
  const [top, bottom] = shape.squares ? [6, 20] : [16, 20];
  const places = shape.places.map(([x, y]) => [side + UNIT / 2 + x * UNIT, top + UNIT / 2 + y * UNIT]);
  const far = (axis) => Math.max(...shape.places.map((place) => place[axis])) * UNIT + UNIT;
  return { places, size: [far(0) + 2 * side, far(1) + top + bottom], cols: shape.row, lines: 1 };
}
