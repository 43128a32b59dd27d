// Export of pictures: a position as SVG or PNG, a play as an animated SVG.

import { after } from "./game.js";
import { UNIT, line } from "./stones.js";
import { layOut } from "./layout.js";

const COLOURS = { ground: "#e9d8b4", dark: "#e1cda3", edge: "#8d7f66", rim: "#c9b48a", label: "#6d675c" };
const MOVE = 0.8;
const REST = 1.6;

const escape = (text) => String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

const DEFS = `<defs><radialGradient id="x" cx="36%" cy="30%" r="75%"><stop offset="0" stop-color="#5a5854"/><stop offset="1" stop-color="#141312"/></radialGradient>`
  + `<radialGradient id="o" cx="36%" cy="30%" r="75%"><stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="#d9d3c6"/></radialGradient></defs>`;

const stone = (colour) => `<circle r="15" fill="url(#${colour})" stroke="${colour === "x" ? "#0c0b0a" : "#8f877a"}"/>`;

function ground(shape, places) {
  if (!shape.squares) {
    const edges = shape.edges.map(([a, b]) => `<path d="${line(shape, places[a], places[b])}" fill="none" stroke="${COLOURS.edge}" stroke-width="2"/>`);
    const dots = places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="19" fill="${COLOURS.ground}" stroke="${COLOURS.rim}"/>`);
    return [...edges, ...dots].join("");
  }
  return places.map(([x, y], v) => {
    const dark = (Math.floor(v / shape.row) + (v % shape.row)) % 2;
    return `<rect x="${x - UNIT / 2}" y="${y - UNIT / 2}" width="${UNIT}" height="${UNIT}" fill="${dark ? COLOURS.dark : COLOURS.ground}" stroke="${COLOURS.rim}" stroke-width=".7"/>`;
  }).join("");
}

function frame(shape, content) {
  const { places, size: [w, h] } = layOut(shape, 1200, 900);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" font-family="sans-serif">`
    + `<title>${escape(shape.graph ?? "Clobber")}</title>${DEFS}${ground(shape, places)}${content(places)}</svg>`;
}

/** A position. */
export function still(shape, cells) {
  return frame(shape, (places) => [...cells].map((cell, v) =>
    (cell === "." ? "" : `<g transform="translate(${places[v].join(" ")})">${stone(cell)}</g>`)).join(""));
}

/** An animated play, repeated: every stone has its path and the time when it is removed. */
export function moving(shape, start, moves) {
  const total = moves.length * MOVE + 2 * REST;
  const stones = [...start].map((colour, v) => (colour === "." ? undefined : { colour, stops: [[0, v]], gone: 0 }));
  const all = stones.filter(Boolean);
  const here = [...stones];
  let cells = start;
  moves.forEach((move, i) => {
    const time = REST + i * MOVE;
    const goes = here[move.from];
    here[move.to].gone = time + 0.3;
    goes.stops.push([time, move.from], [time + 0.3, move.to]);
    [here[move.to], here[move.from]] = [goes, undefined];
    cells = after(cells, move);
  });
  const part = (time) => (time / total).toFixed(5);
  const animated = ({ colour, stops, gone }, places) => {
    const place = (v) => places[v].join(" ");
    const times = [...stops.map(([time]) => part(time)), "1"];
    const values = [...stops.map(([, v]) => place(v)), place(stops.at(-1)[1])];
    const slide = stops.length > 1 ? `<animateTransform attributeName="transform" type="translate" dur="${total}s" repeatCount="indefinite" keyTimes="${times.join(";")}" values="${values.join(";")}"/>` : "";
    const fade = gone ? `<animate attributeName="opacity" dur="${total}s" repeatCount="indefinite" keyTimes="0;${part(gone - 0.15)};${part(gone)};1" values="1;1;0;0"/>` : "";
    return `<g transform="translate(${place(stops[0][1])})">${slide}${fade}${stone(colour)}</g>`;
  };
  return frame(shape, (places) => all.map((one) => animated(one, places)).join(""));
}

/** Renders an SVG as PNG. */
export async function png(svg, width = 1200) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const scale = Math.min(4, width / image.naturalWidth);
  const canvas = Object.assign(document.createElement("canvas"), { width: Math.round(image.naturalWidth * scale), height: Math.round(image.naturalHeight * scale) });
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#faf7f1";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
