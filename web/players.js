// Names of the players. Boards have Black and White, or Left and Right for those who
// set it so; values and Phutball always have Left and Right, as the books do.

import * as settings from "./settings.js";

export const SIDES = { L: "Left", R: "Right" };
const NAMES = { colours: { L: "Black", R: "White" }, sides: SIDES };

/** The two ways to name the players, for the switch in the help. */
export const WAYS = [["colours", "Black and White"], ["sides", "Left and Right"]];

/** Returns the way that is set. */
export const way = () => (settings.get("players", "colours") === "sides" ? "sides" : "colours");

let names = NAMES[way()];

/** Sets and stores the way to name the players. */
export function setWay(chosen) {
  settings.put("players", chosen);
  names = NAMES[way()];
}

/** Name of a player on a board. */
export const NAME = { get L() { return names.L; }, get R() { return names.R; } };

/** The other player. */
export const other = (player) => (player === "L" ? "R" : "L");
