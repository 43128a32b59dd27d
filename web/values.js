// The value explorer: a value, its canonical options to open and close, and
// how two values compare.

import { ask, follow, Latest, Refused } from "./api.js";
import { announce, h, save, set } from "./dom.js";
import { Field } from "./editor.js";
import { STOPPED, pretty } from "./names.js";
import { VALUES } from "./presets.js";
import { share } from "./share.js";

const RELATION = {
  "=": "is equal to", "<": "is less than", ">": "is greater than", "||": "is confused with",
};
const LONG = "a value too long to write";

export class ValuesView {
  constructor(changed) {
    this.changed = changed;
    this.valuing = new Latest();
    this.comparing = new Latest();
    this.field = new Field({ label: "Value of", presets: VALUES, hint: "xxo + oox - star", change: (text) => this.#evaluate(text) });
    this.otherField = new Field({ label: "Compare with", presets: VALUES, hint: "another board or value", change: () => this.#compare() });
    this.result = h("section", { class: "card value", "aria-label": "Value" });
    this.tree = h("section", { class: "card tree", "aria-label": "Canonical options" });
    this.relation = h("p", { class: "relation", role: "status" });
    this.el = h("div", { class: "view" },
      h("div", { class: "stage" }, this.field.el, this.result, this.tree),
      h("aside", {}, h("section", { class: "card", "aria-label": "Compare" }, this.otherField.el, this.relation),
        share({ json: () => save("value.json", "application/json", `${JSON.stringify(this.answer ?? null, null, 2)}\n`) })));
  }

  async show(params) {
    this.field.text = params.get("board") || "xxo";
    this.otherField.text = params.get("other") || "";
    await this.#evaluate(this.field.text);
  }

  params() { return { board: this.field.text, other: this.otherField.text }; }

  leave() {
    this.valuing.cancel();
    this.comparing.cancel();
  }

  async #evaluate(board) {
    this.changed();
    set(this.result, h("p", { class: "waiting" }, "..."));
    set(this.tree);
    try {
      const answer = await this.valuing.run((signal) => follow("value", { board }, (progress) =>
        set(this.result, h("p", { class: "waiting" }, `${progress.seconds.toFixed(1)} s. ${progress.text}`)), signal));
      if (!answer) return;
      this.field.refuse(null);
      this.answer = answer;
      this.#draw(answer);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      set(this.result);
      this.field.refuse(error);
      return;
    }
    if (this.otherField.text.trim()) this.#compare();
  }

  #draw(answer) {
    const fact = (name, value) => (value === undefined || value === null ? null : h("div", {}, h("dt", {}, name), h("dd", {}, String(value))));
    if (answer.stopped) {
      set(this.result, h("p", { class: "note" }, `Unknown: ${STOPPED[answer.stopped]}.`));
      return;
    }
    const name = answer.value ? pretty(answer.value) : LONG;
    announce(`Value ${name}`);
    set(this.result,
      h("p", { class: "name big" }, name),
      h("dl", { class: "facts" },
        fact("outcome", answer.outcome), fact("atomic weight", answer.atomic_weight), fact("birthday", answer.birthday),
        fact("positions", answer.size), fact("temperature", answer.temperature), fact("mean", answer.mean),
        fact("left stop", answer.left_stop), fact("right stop", answer.right_stop)));
    const root = this.#node(answer.value, answer);
    set(this.tree, h("h3", {}, "Canonical options"), root);
    root.open = true;
  }

  /** A value that opens into its options; they are asked for when it does. */
  #node(name, known) {
    if (!known && !name) return h("span", { class: "leaf" }, LONG);
    if (name === "0") return h("span", { class: "leaf name" }, "0");
    const inside = h("div", { class: "options" });
    const node = h("details", { class: "node" }, h("summary", {}, h("span", { class: "name" }, name ? pretty(name) : LONG)), inside);
    let asked = false;
    node.addEventListener("toggle", async () => {
      if (!node.open || asked) return;
      asked = true;
      try {
        const answer = known ?? await ask("value", { board: name });
        set(inside, this.#facts(answer), this.#side("Left", answer.left_options), this.#side("Right", answer.right_options));
      } catch (error) {
        asked = false;
        set(inside, h("p", { class: "fault" }, error.message));
      }
    });
    return node;
  }

  #facts(answer) {
    const parts = [`outcome ${answer.outcome ?? "?"}`];
    if (answer.atomic_weight !== undefined && answer.atomic_weight !== null) parts.push(`atomic weight ${answer.atomic_weight}`);
    if (answer.birthday !== undefined && answer.birthday !== null) parts.push(`birthday ${answer.birthday}`);
    return h("p", { class: "note" }, parts.join(", "));
  }

  #side(player, names) {
    return h("div", { class: `side ${player.toLowerCase()}` }, h("h4", {}, `${player} can move to`),
      names?.length ? h("ul", {}, names.map((name) => h("li", {}, this.#node(name)))) : h("p", { class: "note" }, "nothing"));
  }

  async #compare() {
    this.changed();
    const [board, other] = [this.field.text, this.otherField.text];
    this.otherField.refuse(null);
    if (!other.trim()) return set(this.relation);
    try {
      const answer = await this.comparing.run((signal) => ask("compare", { board, other }, signal));
      if (!answer) return;
      const words = answer.relation ? RELATION[answer.relation] : "cannot be compared in time with";
      set(this.relation, h("code", {}, board), ` ${words} `, h("code", {}, other));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      set(this.relation);
      this.otherField.refuse(error);
    }
  }
}
