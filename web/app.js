// The page: four views, one at a time; the address says which, and how it stands.

import { ClobberView } from "./clobber.js";
import { PhutballView } from "./phutball.js";
import { SolitaireView } from "./solitaire.js";
import { ValuesView } from "./values.js";
import * as state from "./state.js";

const VIEWS = { clobber: ClobberView, solitaire: SolitaireView, phutball: PhutballView, values: ValuesView };
const TITLES = { clobber: "Clobber", solitaire: "Solitaire Clobber", phutball: "Phutball", values: "Values" };
const made = {};
const remembered = {};
const main = document.getElementById("main");
const tabs = [...document.querySelectorAll("[role=tab]")];
let name, view;

/** Shows what the address says. */
async function open() {
  const asked = state.read();
  const next = asked.view in VIEWS ? asked.view : "clobber";
  view?.leave();
  name = next;
  made[name] ??= new VIEWS[name](() => changed(made[name]));
  view = made[name];
  main.replaceChildren(view.el);
  main.setAttribute("aria-labelledby", `tab-${name}`);
  document.title = `${TITLES[name]} - allsmall`;
  for (const tab of tabs) {
    const on = tab.dataset.view === name;
    tab.setAttribute("aria-selected", on);
    tab.tabIndex = on ? 0 : -1;
  }
  await view.show(asked.params);
}

/** The view has changed: the address follows. */
function changed(which) {
  if (which !== view) return;
  state.write(name, view.params());
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

const help = document.getElementById("help");
document.getElementById("help-button").addEventListener("click", () => help.showModal());
document.addEventListener("keydown", (event) => {
  if (help.open) return;
  if (event.key === "?" && !event.target.closest("input")) return help.showModal();
  view?.keydown?.(event);
});
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  (main.querySelector(".board [tabindex='0']") ?? main).focus();
});
addEventListener("hashchange", open);
open();
