// Links and files to take away.

import { announce, button, h } from "./dom.js";

/** Buttons that copy the link and save the picture and the answers. */
export function share({ board, game, json }) {
  const said = h("span", { class: "note", role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      said.textContent = "The link is copied.";
    } catch {
      said.textContent = "Copy the address of this page: it holds everything.";
    }
    announce(said.textContent);
    setTimeout(() => { said.textContent = ""; }, 4000);
  };
  const picture = () => h("a", { href: `api/v1/draw?${new URLSearchParams({ board: board(), ...(game ? { game: game() } : {}) })}`, download: "board.svg" }).click();
  return h("section", { class: "card share", "aria-label": "Share" },
    h("div", { class: "row" },
      button("Copy link", copy),
      ...(board ? [button("Save picture", picture, { title: "The position as SVG" })] : []),
      button("Save JSON", json, { title: "The answers as JSON" })),
    said);
}
