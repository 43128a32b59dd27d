// Why a click on a cell does nothing, in words.

import { OWNER } from "./game.js";
import { NAME, other } from "./players.js";

/** `turn` is who may move; nothing if either colour may. */
export function whyNot(shape, cells, v, turn) {
  const player = OWNER[cells[v]];
  if (!player) return "There is no stone here.";
  if (turn && player !== turn) return `This is ${NAME[player]}'s stone; ${NAME[turn]} is to move.`;
  const movable = shape.neighbours[v].some((u) => OWNER[cells[u]] === other(player));
  return movable ? "" : "This stone cannot move: no neighbour has the other colour.";
}
