// The page: views in tabs, one at a time; the URL has the view and its state.

import { PLACE } from "./api.js";
import { ClobberView } from "./clobber.js";
import { check, choice, h } from "./dom.js";
import { PhutballView } from "./phutball.js";
import * as players from "./players.js";
import { PuzzlesView } from "./puzzles.js";
import * as settings from "./settings.js";
import { openShare } from "./share.js";
import { SolitaireView } from "./solitaire.js";
import * as state from "./url-state.js";
import { ValuesView } from "./values.js";

const VIEWS = { clobber: ClobberView, puzzles: PuzzlesView, solitaire: SolitaireView, phutball: PhutballView, values: ValuesView };
const TITLES = { clobber: "Clobber", puzzles: "Puzzles", solitaire: "Solitaire Clobber", phutball: "Phutball", values: "Values" };
const made = {};
const remembered = {};
const main = document.getElementById("main");
/** @type {HTMLElement[]} */
const tabs = [...document.querySelectorAll("[role=tab]")].map((tab) => /** @type {HTMLElement} */ (tab));
/** @returns {HTMLDialogElement} */
const dialog = (id) => /** @type {HTMLDialogElement} */ (document.getElementById(id));
let name, view;

/** Shows the view that the URL names. */
async function open() {
  const asked = state.read();
  const next = asked.view in VIEWS ? asked.view : "clobber";
  view?.leave();
  name = next;
  made[name] ??= new VIEWS[name](() => changed(made[name]));
  view = made[name];
  main.replaceChildren(h("h2", { class: "unseen" }, TITLES[name]), view.el);
  main.setAttribute("aria-labelledby", `tab-${name}`);
  document.title = `${TITLES[name]} - allsmall`;
  document.documentElement.classList.toggle("embed", asked.params.get("embed") === "1");
  for (const tab of tabs) {
    const on = tab.dataset.view === name;
    tab.setAttribute("aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
  }
  await view.show(asked.params);
}

/** Writes the changed state of a view to the URL. */
function changed(which) {
  if (which !== view) return;
  const embed = document.documentElement.classList.contains("embed") ? "1" : undefined;
  state.write(name, { ...view.params(), embed });
  document.title = `${view.title?.() ?? TITLES[name]} - allsmall`;
  remembered[name] = location.hash;
}

for (const [i, tab] of tabs.entries()) {
  tab.addEventListener("click", () => { location.hash = remembered[tab.dataset.view] ?? tab.dataset.view; });
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabs[(i + step + tabs.length) % tabs.length];
    next.focus();
    next.click();
  });
}

/** Help opens at its beginning, with the rules. */
const help = dialog("help");
function showHelp() {
  help.showModal();
  help.querySelector("h2").focus();
  help.scrollTop = 0;
}

/** An overlay with the keys alone. */
const keys = dialog("keys");

settings.apply();
document.getElementById("settings").append(
  check("Signs on the stones", settings.get("signs", false), settings.setSigns),
  h("span", { class: "named" }, h("span", { "aria-hidden": true }, "Colours"),
    choice("Colours", [["auto", "system"], ["light", "light"], ["dark", "dark"]], settings.get("theme", "auto"), settings.setTheme)));
document.getElementById("settings").append(h("span", { class: "named" }, h("span", { "aria-hidden": true }, "Players"),
  // Every name on the page changes, so it starts anew from its address.
  choice("Names of the players", players.WAYS, players.way(), (way) => { players.setWay(way); location.reload(); })));
document.getElementById("where").textContent = PLACE === "server" ? "answers from the server" : "answers from this browser";
document.getElementById("place").textContent = PLACE === "server" ? "Answers come from the server." : "Answers are computed in this browser, without a server.";
document.getElementById("help-button").addEventListener("click", showHelp);
document.getElementById("share-button").addEventListener("click", () => openShare(view.shared()));
document.getElementById("keys-button").addEventListener("click", () => { help.close(); keys.showModal(); });
document.addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "?" && !(event.target instanceof HTMLInputElement)) return keys.showModal();
  view?.keydown?.(event);
});
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  /** @type {HTMLElement} */ (main.querySelector(".board [tabindex='0']") ?? main).focus();
});
addEventListener("hashchange", open);
open();

if (PLACE === "browser" && "serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register("offline.js");
