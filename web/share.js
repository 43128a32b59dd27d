// Share dialog: links, pictures, records, answers.

import { announce, button, h, save, set } from "./dom.js";
import { NAME } from "./game.js";
import { moving, png, still } from "./picture.js";
import { address } from "./url-state.js";

/** The record as text. */
function notation(record) {
  const moves = record.moves.map((move, i) => `${i + 1}. ${record.mover ? `${NAME[record.mover(i)]} ` : ""}${move.name}`);
  return [`board ${record.shape.text(record.start)}`, ...moves, ""].join("\n");
}

/**
 * A button that opens the choices. `what()` gives `name` for files, `record`
 * with its `shape` (or `svg`, a picture already made), `challenge` (parameters
 * of a link without help) and `answers`.
 */
export function shareButton(what) {
  const said = h("p", { class: "note", role: "status" });
  const list = h("div", { class: "share-list" });
  const dialog = h("dialog", { class: "share-dialog", "aria-label": "Share" }, h("h2", {}, "Share"), list, said,
    h("form", { method: "dialog" }, h("button", {}, "Close")));
  const report = (text) => { said.textContent = text; announce(text); };
  const copy = async (link) => {
    try {
      await navigator.clipboard.writeText(link);
      report("The link is copied.");
    } catch {
      report(`Copy this link: ${link}`);
    }
  };
  const open = () => {
    const { name, view = name, record, svg, challenge, answers } = what();
    const picture = () => svg?.() ?? still(record.shape, record.cells);
    const item = (label, note, act) => h("div", { class: "share-item" }, button(label, act), h("span", { class: "note" }, note));
    said.textContent = "";
    set(list,
      item("Copy link", "the position with its moves", () => copy(location.href)),
      navigator.share ? item("Send link", "to somebody, by what this device offers", () => navigator.share({ title: document.title, url: location.href }).catch(() => {})) : null,
      challenge ? item("Can you beat this?", "a link without help, against the perfect opponent", () => copy(new URL(address(view, challenge), location.href).href)) : null,
      record || svg ? item("Picture (SVG)", "sharp at any size", async () => save(`${name}.svg`, "image/svg+xml", await picture())) : null,
      record || svg ? item("Picture (PNG)", "1200 pixels wide", async () => save(`${name}.png`, "image/png", await png(await picture()))) : null,
      record?.moves.length ? item("Animated play", "an SVG that moves", () => save(`${name}-play.svg`, "image/svg+xml", moving(record.shape, record.start, record.moves))) : null,
      record?.moves.length ? item("Game record", "the moves as text", () => save(`${name}.txt`, "text/plain", notation(record))) : null,
      item("Answers (JSON)", "what the program said", () => save(`${name}.json`, "application/json", `${JSON.stringify({ ...(record ? { start: record.shape.text(record.start), first: record.first, moves: record.moves.map((move) => move.name), at: record.at } : {}), ...answers }, null, 2)}\n`)));
    dialog.showModal();
  };
  const opener = button("Share", open, { class: "share", "aria-haspopup": "dialog" });
  return h("span", { class: "share-place" }, opener, dialog);
}
