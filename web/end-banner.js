// Banner at the end of a game or a puzzle: who won, what decided it, and what to do
// next. It stands in the place of the verdict line and has its height.

import { button, h, set } from "./dom.js";

export class EndBanner {
  /** `line` is the element of the verdict line, which gives way to the banner. */
  constructor(line) {
    this.line = line;
    this.title = h("strong", { class: "banner-title" });
    this.detail = h("span", { class: "banner-detail" });
    this.actions = h("span", { class: "banner-actions" });
    this.el = h("div", { class: "banner", hidden: true }, h("span", { class: "banner-text", role: "status" }, this.title, " ", this.detail), this.actions);
    this.labels = "";
  }

  /** Shows the end; `actions` are [label, act] pairs, `tone` is good, bad or nothing. */
  show(title, detail, tone, actions) {
    this.title.textContent = title;
    this.detail.textContent = detail;
    this.el.dataset.tone = tone ?? "";
    const labels = actions.map(([label]) => label).join();
    this.acts = Object.fromEntries(actions);
    if (labels !== this.labels) set(this.actions, actions.map(([label]) => button(label, () => this.acts[label](), { class: "small" })));
    this.labels = labels;
    [this.el.hidden, this.line.hidden] = [false, true];
  }

  hide() {
    [this.el.hidden, this.line.hidden] = [true, false];
  }
}
