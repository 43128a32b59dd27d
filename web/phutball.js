// View of one-dimensional Phutball and Oddish Phutball.

import { Latest, Refused, ask } from "./api.js";
import { announce, button, check, choice, h, icon, named, select, set, typing } from "./dom.js";
import { fadeEdges } from "./edge-fade.js";
import { Field } from "./editor.js";
import { SIDES, other } from "./players.js";
import { STOPPED, verdictOf } from "./answer-text.js";
import { PHUTBALL } from "./presets.js";
import { PhutballBoardView } from "./phutball-board.js";
import { PhutballPosition } from "./phutball-rules.js";
import { EndBanner } from "./end-banner.js";
import { Below, roomFor } from "./room.js";
import { openShare } from "./share.js";
import { VerdictLine } from "./verdict-line.js";

/** A strength, its name, and the rate of random moves where it is a number. */
const LEVELS = [["random", "Random"], ["0.3", "Good: 3 in 10 at random"], ["0.1", "Strong: 1 in 10 at random"], ["perfect", "Perfect"]];

export class PhutballView {
  constructor(changed) {
    this.changed = changed;
    this.solving = new Latest();
    this.checking = new Latest();
    this.replying = new Latest();
    this.you = "both";
    this.hints = true;
    this.first = "L";
    this.field = new Field({ label: "Board", presets: PHUTBALL, hint: "o@o.o....  or  ..oo|o..", change: (text) => this.#set(text) });
    this.boardView = new PhutballBoardView({ play: (move) => this.#play(move), edit: (square) => this.#become(this.here.edited(square)) });
    this.editButton = button("Edit", () => this.#setEditing(!this.editing), { class: "toggle", "aria-pressed": "false" });
    this.field.el.insertBefore(this.editButton, this.field.fault);
    this.tools = h("div", { class: "tools", hidden: true },
      button("← ball", () => this.#become(this.here.moved(this.here.mark - 1))),
      button("ball →", () => this.#become(this.here.moved(this.here.mark + 1))),
      button("− square", () => this.#become(this.here.resized(this.here.squares - 1))),
      button("+ square", () => this.#become(this.here.resized(this.here.squares + 1))));
    this.line = new VerdictLine({ stop: () => { this.solving.cancel(); this.trouble = "The search was stopped."; this.search = undefined; this.#draw(); }, longer: () => this.#solve(6 * this.time) });
    this.undo = icon("back", "Undo", () => this.#back(), "Take the last move back (u)");
    this.redo = icon("forth", "Redo", () => this.#go(this.at + 1), "Play it again (r)");
    this.hintBox = check("Marks", true, (on) => { this.hints = on; this.#fresh(); }, "Which moves win (h)");
    this.youChoice = choice("You play", [["both", "both sides"], ["L", "Left →"], ["R", "← Right"]], "both", (you) => { this.you = you; this.#setHints(you === "both"); this.#fresh(); });
    this.levelSelect = select("Opponent", LEVELS, "perfect", (level) => { this.level = level; this.#fresh(); });
    this.banner = new EndBanner(this.line.el);
    this.firstChoice = choice("Who starts", [["L", "Left"], ["R", "Right"]], "L", (first) => { this.first = first; this.#go(0, true); });
    this.verdict = h("section", { class: "card verdict", "aria-label": "Who wins" });
    this.potential = h("section", { class: "card", "aria-label": "Potential" });
    this.log = h("section", { class: "card log", "aria-label": "Record" });
    this.box = h("div", { class: "scroll" }, this.boardView.svg);
    fadeEdges(this.box);
    this.below = new Below(() => this.aside, this.potential, this.log);
    const fit = () => { if (this.positions && this.box.isConnected) this.below.fit(roomFor(this.box) - this.box.offsetHeight); };
    new ResizeObserver(fit).observe(this.box);
    addEventListener("resize", fit);
    this.el = h("div", { class: "view" },
      h("div", { class: "stage" }, this.line.el, this.banner.el, this.box,
        h("div", { class: "row bar" }, icon("start", "Restart", () => this.#go(0)), this.undo, this.redo, this.hintBox),
        h("p", { class: "rules" }, "Place a stone, or jump by a round button. Left plays to the right end, Right to the left end."), this.below.el),
      this.aside = h("aside", {},
        h("section", { class: "card game", "aria-label": "Game" }, h("div", { class: "row" }, named("You play", this.youChoice)), h("div", { class: "row" }, named("First", this.firstChoice)), h("div", { class: "row" }, named("Opponent", this.levelSelect))),
        h("section", { class: "card editor", "aria-label": "Board" }, this.field.el, this.tools), this.verdict, this.potential, this.log));
  }

  /** What the share dialog offers. @returns {Shared} */
  shared() {
    if (!this.positions) return { name: "phutball", answers: {} };
    const game = this.here.oddish ? "oddish" : "phutball";
    return {
      name: "phutball",
      svg: async () => (await ask("draw", { board: this.here.text(), game })).svg,
      answers: { start: this.positions[0].text(), first: this.first, moves: this.moves, at: this.at, phutball: this.answer ?? null },
    };
  }

  async show(params) {
    this.you = ["L", "R"].includes(params.get("you")) ? params.get("you") : "both";
    this.youChoice.set(this.you);
    this.first = params.get("first") === "R" ? "R" : "L";
    this.firstChoice.set(this.first);
    this.#setHints(params.has("hints") ? params.get("hints") === "on" : this.you === "both");
    this.level = LEVELS.some(([level]) => level === params.get("level")) ? params.get("level") : "perfect";
    this.levelSelect.value = this.level;
    this.waiting = params;
    this.field.text = params.get("board") || "o@o.o.o....";
    await this.#set(this.field.text);
  }

  params() {
    if (!this.positions) return { board: this.field.text };
    return {
      board: this.positions[0].text(), moves: this.moves.join(","), at: this.at === this.moves.length ? undefined : this.at,
      first: this.first === "L" ? undefined : this.first, you: this.you === "both" ? undefined : this.you, level: this.level === "perfect" ? undefined : this.level,
      hints: this.hints === (this.you === "both") ? undefined : this.hints ? "on" : "off",
    };
  }

  /** Names the position, for the title of the tab. */
  title() { return this.positions ? `${this.here.text()}, ${SIDES[this.turn]} to move - Phutball` : "Phutball"; }

  /** Marks and verdicts; off at the beginning of a game against the opponent. */
  #setHints(on) {
    this.hints = on;
    this.hintBox.set(on);
  }

  leave() {
    this.line.end();
    this.solving.cancel();
    this.checking.cancel();
    this.replying.cancel();
  }

  get here() { return this.positions[this.at]; }
  get turn() { return this.at % 2 === 0 ? this.first : other(this.first); }
  #mine() { return this.you === "both" || this.turn === this.you; }

  /** Takes a board in any notation; the server reads it. */
  async #set(text) {
    const oddish = /[|↓]/.test(text);
    try {
      const answer = await this.checking.run((signal) => ask("phutball", { board: text, oddish, time: 0.01 }, signal));
      if (!answer) return;
      this.field.refuse(null);
      this.el.classList.remove("lost");
      this.#begin(PhutballPosition.read(answer.board ?? text));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.field.refuse(error);
      announce(error.message);
      if (this.positions) return;
      this.el.classList.add("lost");
      this.line.show("This is not a board. Correct it, or take an example.", { tone: "bad" });
    }
  }

  #begin(position) {
    this.positions = [position];
    this.moves = [];
    this.at = 0;
    const params = this.waiting;
    this.waiting = undefined;
    for (const move of (params?.get("moves") ?? "").split(",").filter(Boolean)) {
      if (!this.here.moves().includes(move)) break;
      this.#record(move);
    }
    if (params?.has("at")) this.at = Math.min(this.moves.length, Number(params.get("at")) || 0);
    this.#fresh();
  }

  #record(move) {
    this.moves.length = this.at;
    this.positions.length = this.at + 1;
    this.moves.push(move);
    this.positions.push(this.here.after(move));
    this.at += 1;
  }

  #fresh() {
    if (!this.positions) return;
    this.answer = this.trouble = undefined;
    this.replying.cancel();
    this.#draw();
    this.changed();
    if (this.hints) this.#solve();
    else this.#stopSearch();
    if (!this.#mine() && !this.here.winner && this.at === this.moves.length) this.#reply();
  }

  #stopSearch() {
    this.solving.cancel();
    this.search = undefined;
    this.#draw();
  }

  async #solve(time = 10) {
    if (this.here.winner) return this.solving.cancel();
    this.time = time;
    const since = performance.now();
    this.search = { running: true, get seconds() { return (performance.now() - since) / 1000; } };
    this.#draw();
    try {
      const answer = await this.solving.run((signal) => ask("phutball", { board: this.here.text(), oddish: this.here.oddish, time }, signal));
      if (!answer) return;
      this.answer = answer;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = error.message;
    }
    this.search = undefined;
    this.#draw();
  }

  /** The opponent moves. */
  async #reply() {
    const { here, turn } = this;
    const any = () => { const moves = here.moves(); return { move: moves[Math.floor(Math.random() * moves.length)] }; };
    const random = this.level === "random" || Math.random() < Number(this.level);
    try {
      const [reply] = await this.replying.run((signal) => Promise.all([
        random ? any() : ask("reply", { board: here.text(), player: turn, game: here.oddish ? "oddish" : "phutball" }, signal),
        new Promise((resolve) => setTimeout(resolve, 350)),
      ])) ?? [];
      if (!reply) return;
      this.#record(reply.move);
      announce(`${SIDES[turn]} plays ${reply.move}`);
      this.#fresh();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = error.message;
      this.#draw();
    }
  }

  #play(move) {
    if (!this.#mine() || this.here.winner) return;
    announce(`${SIDES[this.turn]} plays ${move}`);
    this.#record(move);
    this.#fresh();
  }

  /** Another board, made by hand. */
  #become(position) {
    this.field.text = position.text();
    this.field.refuse(null);
    this.#begin(position);
  }

  #setEditing(on) {
    this.editing = on;
    this.editButton.setAttribute("aria-pressed", on);
    this.tools.hidden = !on;
    this.#draw();
  }

  #go(to, first = false) {
    if (!this.positions) return;
    this.at = Math.max(0, Math.min(this.moves.length, to));
    if (first) this.moves.length = this.at, this.positions.length = this.at + 1;
    this.#fresh();
  }

  #back() {
    let to = this.at - 1;
    while (to > 0 && this.you !== "both" && (to % 2 === 0 ? this.first : other(this.first)) !== this.you) to -= 1;
    this.#go(to);
  }

  keydown(event) {
    if (typing(event) || event.ctrlKey || event.metaKey || event.altKey || !this.positions) return;
    const act = { u: () => this.#back(), r: () => this.#go(this.at + 1), h: () => { this.#setHints(!this.hints); this.#fresh(); } }[event.key];
    if (act) {
      event.preventDefault();
      act();
    }
  }

  #kind(move) {
    const { answer } = this;
    const [settled, one, all] = this.turn === "L"
      ? [answer?.left_first, answer?.left_move, answer?.left_moves]
      : [answer?.right_first, answer?.right_move, answer?.right_moves];
    if (!settled) return "unknown";
    // Sometimes only one winning move is known.
    return all?.includes(move) || move === one ? "good" : all ? "bad" : "unknown";
  }

  #draw() {
    const position = this.here;
    const moves = this.editing || position.winner ? [] : position.moves();
    const kinds = new Map(this.hints && this.answer ? moves.map((move) => [move, this.#kind(move)]) : []);
    this.verdict.hidden = !this.hints && !position.winner;
    this.levelSelect.disabled = this.you === "both";
    this.boardView.draw(position, { moves, kinds, editing: this.editing, last: this.moves[this.at - 1] });
    this.undo.disabled = this.at === 0;
    this.redo.disabled = this.at === this.moves.length;
    this.#drawLine(position);
    if (position.winner) this.#drawEnd(position.winner);
    else this.banner.hide();
    this.#drawVerdict();
    this.#drawPotential();
    this.#drawLog();
  }

  #drawLine(position) {
    const { answer, turn } = this;
    if (this.editing) return this.line.show("Click a square to put a stone there or to take it away");
    if (!this.hints) return this.line.show(this.trouble ?? (this.you === "both" ? `${SIDES[turn]} to move` : this.#mine() ? "Your move" : `${SIDES[turn]} is thinking`));
    const who = this.you === "both" ? "" : this.#mine() ? "Your move. " : "… ";
    const winner = turn === "L" ? answer?.left_first : answer?.right_first;
    const plies = turn === "L" ? answer?.plies?.left : answer?.plies?.right;
    const text = this.trouble ?? (!answer ? `${SIDES[turn]} to move` : !winner ? `${SIDES[turn]} to move: who wins is not settled, ${STOPPED[answer.stopped] ?? "the board is too large"}`
      : `${SIDES[turn]} to move ${winner === turn ? "wins" : "loses"}${plies ? ` in ${plies} ${plies === 1 ? "ply" : "plies"}` : ""}`);
    this.line.show(who + text, { tone: winner ? (winner === turn ? "good" : "bad") : "", search: this.search, unsettled: Boolean(answer?.stopped && !winner) });
  }

  #drawEnd(winner) {
    const [title, tone] = this.you === "both" ? [`${SIDES[winner]} wins`, ""] : winner === this.you ? ["You win!", "good"] : ["You lose", "bad"];
    this.banner.show(title, `The ball is in ${SIDES[winner]}’s goal after ${this.at} ${this.at === 1 ? "move" : "moves"}.`, tone, [
      ["Rematch", () => this.#begin(this.positions[0])],
      ["Share", () => openShare(this.shared())],
    ]);
  }

  #drawVerdict() {
    const { answer } = this;
    if (this.here.winner) return set(this.verdict, h("h2", {}, h("span", { class: "class" }, this.here.winner), `${SIDES[this.here.winner]} has won`));
    if (this.trouble) return set(this.verdict, h("p", { class: "fault" }, this.trouble));
    if (!answer) return set(this.verdict, h("p", { class: "waiting" }, "…"));
    const half = (first, winner, plies, moves) => h("li", {}, `${SIDES[first]} starts: `,
      winner ? h("b", {}, `${SIDES[winner]} wins`) : "not settled",
      winner && plies ? ` in ${plies} ${plies === 1 ? "ply" : "plies"}` : "",
      moves?.length ? `, by ${moves.slice(0, 8).join(" ")}${moves.length > 8 ? " …" : ""}` : "");
    set(this.verdict,
      h("h2", {}, h("span", { class: `class class-${answer.outcome ?? "unknown"}` }, answer.outcome ?? "?"), answer.outcome ? verdictOf(answer.outcome, SIDES) : "Not settled"),
      h("ul", {}, half("L", answer.left_first, answer.plies?.left, answer.left_moves ?? (answer.left_move && [answer.left_move])), half("R", answer.right_first, answer.plies?.right, answer.right_moves ?? (answer.right_move && [answer.right_move]))),
      answer.stopped ? h("p", { class: "note" }, `Unknown: ${STOPPED[answer.stopped]}.`) : null);
  }

  #drawPotential() {
    const { answer } = this;
    this.potential.hidden = !this.hints || Boolean(this.here.winner);
    // It keeps its place while the answer is on its way.
    if (!answer) return set(this.potential, h("h3", {}, "Potential"), h("p", { class: "waiting" }, this.trouble ? "" : "…"));
    const line = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
    const both = ({ left, right }) => [line("Left", left), line("Right", right)];
    set(this.potential, h("h3", {}, answer.oddish && !this.here.oddish ? "Potential (an Oddish position)" : "Potential"),
      h("dl", { class: "facts" }, answer.potential ? both(answer.potential) : null),
      answer.oddish_potential && !this.here.oddish ? [h("h4", {}, "Oddish potential"), h("dl", { class: "facts" }, both(answer.oddish_potential))] : null,
      h("p", { class: "note" }, `Found by: ${answer.method}.`));
  }

  #drawLog() {
    const name = (i) => SIDES[i % 2 === 0 ? this.first : other(this.first)];
    const item = (move, i) => h("li", {}, button(`${name(i)} ${move}`, () => this.#go(i + 1), { class: "move", "aria-current": this.at === i + 1 ? "true" : undefined }));
    set(this.log, h("h3", {}, "Record"), this.moves.length === 0 ? h("p", { class: "note" }, "No moves yet.") : h("ol", { class: "list" }, this.moves.map(item)));
  }
}
