// Value explorer: a value, its comparison with the ups, its canonical options with
// the boards that have them, and the comparison of two values.

import { Latest, Refused, ask } from "./api.js";
import { announce, h, set } from "./dom.js";
import { Field } from "./editor.js";
import { Shape, after } from "./game.js";
import { UpComparison } from "./up-comparison.js";
import { VerdictLine } from "./verdict-line.js";
import { STOPPED, verdictOf } from "./answer-text.js";
import { SIDES } from "./players.js";
import { whatIsThis } from "./primer.js";
import { VALUES } from "./presets.js";
import { thermograph } from "./thermograph.js";
import { stamp } from "./tree.js";
import { address } from "./url-state.js";
import { plain, typeset } from "./typeset.js";

const RELATION = {
  "=": "is equal to", "<": "is less than", ">": "is greater than", "||": "is confused with",
};
const LONG = "a value too long to write";
/** Maximum number of cells of a board that is drawn next to its value. */
const LARGEST = 64;

/** Returns whether a text looks like one board, not a sum or a value. */
const isBoard = (text) => /^[^-{}*±\s][^{}*±\s]*$/.test(text) && (text.includes(":") || /^(?=.*[xo●○#BW])[xo●○#BW.()^\d/|_·-]+$/i.test(text));

/** The board of a text, to be drawn; nothing if it is a sum, a value or a fault. */
async function shown(board, signal) {
  if (!isBoard(board.trim())) return undefined;
  try {
    const answer = await ask("show", { board }, signal);
    return answer.names.length <= LARGEST ? { shape: new Shape(answer), cells: answer.cells } : undefined;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return undefined;
  }
}

/** For each value that a move leads to, the first board with that value. */
function reached(place, moves) {
  const boards = new Map();
  for (const { move: name, value } of (place && moves) ?? []) {
    const move = place.shape.move(name);
    if (value && move && !boards.has(value)) boards.set(value, { shape: place.shape, cells: after(place.cells, move) });
  }
  return boards;
}

export class ValuesView {
  constructor(changed) {
    this.changed = changed;
    this.valuing = new Latest();
    this.comparing = new Latest();
    this.placing = new Latest();
    this.field = new Field({ label: "Value of", presets: VALUES, hint: "xxo + oox - star", change: (text) => this.#evaluate(text) });
    this.otherField = new Field({ label: "Compare with", presets: VALUES, hint: "another board or value", change: () => this.#compare() });
    this.line = new VerdictLine({ stop: () => { this.valuing.cancel(); this.search = undefined; this.line.show("The search was stopped", { unsettled: true }); }, longer: () => this.#evaluate(this.field.text, 6 * this.time) });
    this.result = h("section", { class: "card value", "aria-label": "Value" });
    this.tree = h("section", { class: "card tree", "aria-label": "Canonical options" });
    this.relation = h("p", { class: "relation", role: "status" });
    this.ladder = new UpComparison();
    this.place = h("section", { class: "card", "aria-label": "Among the ups" }, this.ladder.el);
    this.el = h("div", { class: "view values" },
      h("div", { class: "stage" }, h("section", { class: "card", "aria-label": "Expression" }, this.field.el), this.line.el, this.result, this.tree),
      h("aside", {}, h("section", { class: "card", "aria-label": "Compare" }, this.otherField.el, this.relation), this.place));
  }

  async show(params) {
    this.field.text = params.get("board") || "xoxxo";
    this.otherField.text = params.get("other") || "";
    await this.#evaluate(this.field.text);
  }

  params() { return { board: this.field.text, other: this.otherField.text }; }

  /** What the share dialog offers. */
  shared() { return { name: "values", answers: { value: this.answer ?? null } }; }

  /** Names the value, for the title of the tab. */
  title() { return `${this.field.text} - Values`; }

  leave() {
    this.line.end();
    for (const asked of [this.valuing, this.comparing, this.placing]) asked.cancel();
  }

  async #evaluate(board, time = 10) {
    this.changed();
    this.time = time;
    const since = performance.now();
    this.search = { running: true, get seconds() { return (performance.now() - since) / 1000; } };
    this.line.show(board, { search: this.search });
    this.placing.cancel();
    try {
      const body = { board, time, ...(time > 10 ? { memory: "1024M" } : {}) };
      const watch = (progress) => { if (this.search) this.search.progress = progress; };
      const found = await this.valuing.run(async (signal) => {
        const place = await shown(board, signal);
        return [await ask("value", place ? { ...body, options: true } : body, signal, watch), place];
      });
      if (!found) return;
      const [answer, place] = found;
      this.field.refuse(null);
      this.el.classList.remove("lost");
      this.answer = answer;
      this.search = undefined;
      this.#draw(board, answer, place);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.search = undefined;
      this.el.classList.add("lost");
      this.field.refuse(error);
      this.line.show("This is not a value. Correct it, or take an example.", { tone: "bad" });
      return;
    }
    if (this.otherField.text.trim()) this.#compare();
  }

  #draw(board, answer, place) {
    const fact = (name, value) => (value === undefined || value === null ? null : h("div", {}, h("dt", {}, name), h("dd", {}, value instanceof Node ? value : String(value))));
    const weight = (value) => (value === undefined || value === null ? null : typeset(String(value)));
    const known = answer.size !== null && answer.size !== undefined;
    this.line.show(answer.outcome ? `${verdictOf(answer.outcome, SIDES)} (${answer.outcome})` : `Unknown: ${STOPPED[answer.stopped] ?? "it takes too long"}`, { unsettled: !known });
    this.place.hidden = !known;
    this.tree.hidden = !known;
    if (!known) {
      const bounds = answer.weight_low ?? answer.weight_high;
      set(this.result, h("p", { class: "note" }, bounds === undefined || bounds === null ? "Nothing is known about the value." : `Atomic weight ${answer.weight_low ?? "?"} to ${answer.weight_high ?? "?"}.`));
      return;
    }
    announce(`Value ${answer.value ? plain(answer.value) : LONG}`);
    set(this.result,
      h("div", { class: "worth" }, place ? stamp(place.shape, place.cells) : null, h("p", { class: "name big" }, answer.value ? typeset(answer.value) : LONG)),
      h("dl", { class: "facts" },
        fact("atomic weight", weight(answer.atomic_weight)), fact("birthday", answer.birthday),
        fact("positions", answer.size), fact("temperature", weight(answer.temperature)), fact("mean", weight(answer.mean)),
        fact("left stop", weight(answer.left_stop)), fact("right stop", weight(answer.right_stop))),
      whatIsThis("value"),
      answer.value && answer.temperature ? thermograph(answer.value, answer.temperature) : null);
    const root = this.#node(answer.value, { answer, board, place });
    set(this.tree, h("h3", {}, "Canonical options"), root);
    root.open = true;
    this.placing.run((signal) => this.ladder.start(board, answer.atomic_weight, signal)).catch((error) => { if (!(error instanceof Refused)) throw error; });
  }

  /**
   * A value that opens into its options; they are asked for when it does: of
   * the board that has it where one is known, by name, or by the way to it
   * where the name is too long.
   */
  #node(option, known) {
    const name = typeof option === "string" ? option : undefined;
    const way = option && typeof option === "object" ? option : undefined;
    if (!known && !name && !way) return h("span", { class: "leaf" }, LONG);
    const place = known?.place;
    const drawn = place && !known.answer ? stamp(place.shape, place.cells) : null;
    if (name === "0") return h("span", { class: "leaf name" }, drawn, "0");
    const inside = h("div", { class: "options" });
    const title = name ? typeset(name) : h("span", {}, LONG, way?.size ? `, ${way.size} positions` : "");
    const node = h("details", { class: "node" }, h("summary", {}, drawn, h("span", { class: "name" }, title)), inside);
    const fill = (answer) => set(inside, this.#facts(answer),
      this.#side("Left", answer.left_options, reached(place, answer.left_moves)), this.#side("Right", answer.right_options, reached(place, answer.right_moves)));
    let asked = Boolean(known?.answer);
    if (asked) fill(known.answer);
    node.addEventListener("toggle", async () => {
      if (!node.open || asked) return;
      asked = true;
      set(inside, h("p", { class: "waiting" }, "…"));
      try {
        const body = place ? { board: place.shape.text(place.cells), options: true } : name ? { board: name } : { board: this.field.text, at: way.at };
        fill(await ask("value", body));
      } catch (error) {
        asked = false;
        if (!(error instanceof Refused)) throw error;
        set(inside, h("p", { class: "fault" }, error.message));
      }
    });
    return node;
  }

  #facts(answer) {
    const parts = [`outcome ${answer.outcome ?? "?"}`];
    if (answer.atomic_weight !== undefined && answer.atomic_weight !== null) parts.push(`atomic weight ${plain(answer.atomic_weight)}`);
    if (answer.birthday !== undefined && answer.birthday !== null) parts.push(`birthday ${answer.birthday}`);
    return h("p", { class: "note" }, parts.join(", "));
  }

  #side(player, names, boards) {
    return h("div", { class: `side ${player.toLowerCase()}` }, h("h4", {}, `${player} can move to`),
      names?.length ? h("ul", {}, names.map((name) => h("li", { class: "with-enter" }, this.#node(name, boards.has(name) ? { place: boards.get(name) } : undefined), this.#way(name, boards.get(name))))) : h("p", { class: "note" }, "nothing"));
  }

  /** A link to an option: its board in Clobber where one is known, otherwise its value here. */
  #way(name, place) {
    if (place) {
      const board = place.shape.text(place.cells);
      return h("a", { class: "more", href: address("clobber", { board }), "aria-label": `To the board ${board}` }, "To the board");
    }
    return typeof name === "string" && name !== "0" ? h("a", { class: "more", href: address("values", { board: name }), "aria-label": `Open the value ${plain(name)}` }, "Open") : null;
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
