// Share dialog, one for all views: links, pictures, records, answers.

import { PLACE } from "./api.js";
import { announce, button, h, save, set } from "./dom.js";
import { NAME } from "./players.js";
import { moving, png, still } from "./picture.js";
import { address } from "./url-state.js";

/** The record as text. */
function notation(record) {
  const moves = record.moves.map((move, i) => `${i + 1}. ${record.mover ? `${NAME[record.mover(i)]} ` : ""}${move.name}`);
  return [`board ${record.shape.text(record.start)}`, ...moves, ""].join("\n");
}

const said = h("p", { class: "note", role: "status" });
const list = h("div", { class: "share-list" });
const dialog = h("dialog", { class: "share-dialog", "aria-label": "Share" }, h("h2", {}, "Share"), list, said,
  h("form", { method: "dialog" }, h("button", {}, "Close")));
document.body.append(dialog);

const report = (text) => { said.textContent = text; announce(text); };

/** Copies a text, or shows it where the browser does not allow that. */
export async function copy(text, what = "The link") {
  try {
    await navigator.clipboard.writeText(text);
    report(`${what} is copied.`);
    return true;
  } catch {
    report(`Copy this: ${text}`);
    return false;
  }
}

/** The link of a challenge: a position to play without help. @type {(shared: Shared) => string} */
const challengeLink = ({ name, view = name, challenge }) => new URL(address(view, challenge), location.href).href;

/** Copies the link of a challenge; returns whether the browser allowed it. */
export const copyChallenge = (/** @type {Shared} */ shared) => copy(challengeLink(shared), "The link of the challenge");

/**
 * Opens the dialog. It offers what there is of: `name` for files, `record` with its
 * `shape` (or `svg()`, a picture), `challenge` (parameters of a link without help),
 * `result` (a text) and `answers`.
 * @param {Shared} shared
 */
export function openShare(shared) {
  const { name, record, svg, challenge, result, answers } = shared;
  const picture = () => svg?.() ?? still(record.shape, record.cells);
  const item = (label, note, act) => h("div", { class: "share-item" }, button(label, act), h("span", { class: "note" }, note));
  const moves = record?.moves.filter((move) => !move.pass) ?? [];
  const pictured = Boolean(record || svg);
  const json = () => ({ ...(record ? { start: record.shape.text(record.start), first: record.first, moves: record.moves.map((move) => move.name), at: record.at } : {}), ...answers });
  said.textContent = "";
  set(list,
    item("Copy link", "the position with its moves", () => copy(location.href)),
    navigator.share ? item("Send link", "to somebody, by what this device offers", () => navigator.share({ title: document.title, url: location.href }).catch(() => {})) : null,
    result ? item("Copy result", result.split("\n")[0], () => copy(result, "The result")) : null,
    challenge ? item("Can you beat this?", "a link without help, against the perfect opponent", () => copyChallenge(shared)) : null,
    PLACE === "browser" ? item("Embed", "an iframe for other pages", () => copy(frame(), "The text of the iframe")) : null,
    pictured ? item("Picture (PNG)", "1200 pixels wide", async () => save(`${name}.png`, "image/png", await png(await picture()))) : null,
    pictured ? item("Picture (SVG)", "sharp at any size", async () => save(`${name}.svg`, "image/svg+xml", await picture())) : null,
    moves.length ? item("Play as GIF", "moves in every chat", () => saveGif(name, record, moves)) : null,
    moves.length ? item("Play as SVG", "an animation, sharp at any size", () => save(`${name}-play.svg`, "image/svg+xml", moving(record.shape, record.start, moves))) : null,
    record?.moves.length ? item("Game record", "the moves as text", () => save(`${name}.txt`, "text/plain", notation(record))) : null,
    item("Answers (JSON)", "what the program said", () => save(`${name}.json`, "application/json", `${JSON.stringify(json(), null, 2)}\n`)));
  dialog.showModal();
}

/** The text of an iframe with this view, without the header and the cards. */
function frame() {
  const url = new URL(location.href);
  url.hash += `${url.hash.includes("?") ? "&" : "?"}embed=1`;
  const src = url.href.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<iframe src="${src}" width="480" height="560" style="border:0" title="Clobber"></iframe>`;
}

async function saveGif(name, record, moves) {
  report("Drawing …");
  const { playAsGif } = await import("./gif-play.js");
  save(`${name}.gif`, "image/gif", await playAsGif(record.shape, record.start, moves));
  report("The GIF is saved.");
}
