"""Two-player Clobber: who wins, playing, editing, links."""

import re
from urllib.parse import quote

from page import PageTest


class AnalyseTest(PageTest):
    def test_one_line_says_it_all_and_every_move_has_its_arrow(self):
        self.go("#clobber?board=xoxo")
        self.browser.sees("Black to move wins: 2 of 3 moves", ".verdict-text")
        self.browser.sees("The player who starts wins", ".verdict")
        self.browser.until("all arrows", lambda: self.browser.count(".mark.good") == 2 and self.browser.count(".mark.bad") == 1)
        self.assertEqual(self.browser.count(".shaft"), 3)
        self.assertIn("to 2 Black wins", self.browser.run("return document.querySelector(\"[data-cell='1']\").ariaLabel"))
        self.browser.press("h")
        self.browser.until("no arrows", lambda: self.browser.count(".mark") == 0)
        self.assertIn("marks=off", self.hash())
        self.cell("3")
        self.browser.until("the marks of one stone", lambda: self.browser.count(".mark") == 2)
        titles = self.browser.run("return [...document.querySelectorAll('.mark title')].map((t) => t.textContent)")
        self.assertEqual(sorted(titles), ["3-2: Black wins", "3-4: White wins"])
        self.assertEqual(self.browser.count(".cell.target.good"), 1)
        self.assertEqual(self.browser.count(".cell.target.bad"), 1)

    def test_an_arrow_goes_from_the_stone_that_moves_to_the_one_it_takes(self):
        self.go("#clobber?board=xo/ox")
        self.browser.until("arrows", lambda: self.browser.count(".mark") == 4)
        # The sign lies between the two stones, nearer to the one that is taken, and nothing covers a stone's middle.
        far = self.browser.run("""
            const place = (node) => { const m = node.transform.baseVal.consolidate().matrix; return [m.e, m.f]; };
            return [...document.querySelectorAll('.mark')].map((mark) => {
              const [from, to] = mark.querySelector('title').textContent.split(':')[0].split('-').map((name) => place(document.querySelector(`[data-cell='${name}']`)));
              const [x, y] = place(mark);
              return [Math.hypot(x - from[0], y - from[1]), Math.hypot(x - to[0], y - to[1])];
            });""")
        for source, target in far:
            self.assertTrue(source > target > 12, (source, target))

    def test_a_click_on_a_mark_plays_the_move(self):
        self.go("#clobber?board=xoxo")
        self.browser.until("marks", lambda: self.browser.count(".mark.good") == 2)
        self.browser.run("document.querySelector('.mark.good').dispatchEvent(new MouseEvent('click', { bubbles: true }))")
        self.browser.until("the move", lambda: self.stones() == ".xxo")

    def test_a_verdict_is_kept_where_the_list_of_moves_takes_too_long(self):
        for board, verdict in [("cube:4:xoxxoxooxxoxoxox", "Black to move wins"), ("(xo)^40", "Black to move wins"), ("complete:12:xoxoxoxoxoxo", "to move")]:
            with self.subTest(board):
                self.go(f"#clobber?board={quote(board)}")
                self.browser.until("an end", lambda: re.search("move wins|move loses|not settled", self.line()))
                if "not settled" in self.line():
                    # The machine is busy.
                    self.press_button("Think longer", ".verdict-line")
                    self.browser.until("a verdict", lambda: re.search("move wins|move loses", self.line()), seconds=120)
                self.assertIn(verdict, self.line())

    def test_a_list_of_moves_that_is_stopped_keeps_the_verdict(self):
        self.go("#clobber?board=(xo)^40")
        self.browser.until("a verdict and a list under way", lambda: "wins: at least" in self.line() and self.browser.count(".verdict-side button:not([hidden])"), seconds=30)
        self.press_button("Stop", ".verdict-line")
        self.browser.until("Think longer", lambda: "Think longer" in self.browser.text(".verdict-line"))
        self.assertRegex(self.line(), r"^Black to move wins: at least \d+ of 79 moves$")
        self.assertIn("Black starts: Black wins", self.browser.text(".verdict"))

    def test_a_long_search_shows_its_time_and_is_stopped_and_taken_up_again(self):
        self.go("#clobber?board=checker:7x8")
        self.browser.until("the time", lambda: re.search(r"\d\.\d s", self.browser.text(".verdict-time")))
        self.press_button("Stop", ".verdict-line")
        self.browser.until("an end", lambda: re.search("it was stopped|an estimate", self.line()))
        self.press_button("Think longer", ".verdict-line")
        self.browser.until("the time again", lambda: re.search(r"\d\.\d s", self.browser.text(".verdict-time")))
        self.press_button("Stop", ".verdict-line")

    def test_the_value_and_the_values_of_the_options_are_shown(self):
        self.go("#clobber?board=xxo")
        self.browser.sees("↑", ".value")
        self.browser.sees("atomic weight", ".value")
        self.browser.until("a value next to the move", lambda: self.browser.run(
            "return document.querySelector('.moves td.name')?.textContent") == "0")

    def test_the_proof_is_stepped_through_to_the_end(self):
        self.go("#clobber?board=xoxoxo")
        self.browser.sees("to move", ".verdict-text")
        self.browser.click(".steps-card summary")
        self.browser.sees("White wins, whatever Black plays", ".steps")
        self.browser.sees("checked by a program", ".steps")
        for _ in range(8):
            if "has lost" in self.browser.text(".steps"):
                break
            before = self.stones()
            self.browser.click(".steps .move")
            self.browser.until("a step", lambda: self.stones() != before and "White wins" in self.browser.text(".steps"))
        self.browser.sees("Black has no move and has lost", ".steps")

    def test_why_and_the_game_tree_open_on_demand(self):
        self.go("#clobber?board=xoxo.xxo")
        self.browser.sees("to move", ".verdict-text")
        self.browser.click(".proof summary")
        self.browser.sees("settled by", ".proof")
        self.browser.until("both parts", lambda: self.browser.count(".proof .parts li") == 2)
        self.browser.click(".tree-card > summary")
        self.browser.until("the options", lambda: self.browser.count(".tree-card .node .node") >= 2)
        self.browser.until("boards in the tree", lambda: self.browser.count(".tree-card .stamp") > 2)

    def test_the_tree_leaves_out_senseless_moves_until_they_are_wanted(self):
        self.go("#clobber?board=xox/oxo")
        self.browser.click(".tree-card > summary")
        self.browser.sees("7 dominated or reversible moves are left out", ".tree-card")
        self.press_button("Show all moves of Black", ".tree-card")
        # Seven moves; mirrored from left to right they are four.
        self.browser.until("four boards", lambda: self.browser.count(".tree-card .side:first-child li .stamp") == 4)

    def test_typing_and_clicking_edit_the_board(self):
        self.go("#clobber?board=xo")
        self.browser.write("input.text", "(xo)^2/oxox")
        self.browser.until("a grid", lambda: self.stones() == "xoxooxox")
        self.assertIn("board=(xo)^2/oxox", self.hash())
        self.press_button("Edit")
        self.cell("a2")
        self.browser.until("x became o", lambda: self.stones() == "ooxooxox")
        self.cell("a2")
        self.browser.until("o became empty", lambda: self.stones() == ".oxooxox")
        self.press_button("more columns")
        self.browser.until("a wider board", lambda: self.stones() == ".oxo.oxox.")
        self.press_button("Swap")
        self.browser.until("colours swapped", lambda: self.stones() == ".xox.xoxo.")
        self.assertIn("board=.xox./xoxo.", self.hash())
        self.press_button("Clear")
        self.browser.until("nothing left", lambda: self.stones() == "." * 10)
        self.browser.sees("The player who starts loses")

    def test_every_kind_of_board_is_drawn(self):
        boards = ["cycle:xoxoo", "tree:0,0,1,1:xoxox", "cube:3:xooxoxxo", "edges:0-1,1-2,2-0:xox", "kpartite:2,2:xoxo", "graph6:Dhc:xoxox"]
        for board in boards:
            with self.subTest(board):
                self.go(f"#clobber?board={quote(board)}")
                self.browser.until("stones", lambda: self.stones() == board.rsplit(":", 1)[1])
                self.browser.until("edges", lambda: self.browser.count(".edge") > 0)

    def test_a_bad_board_shows_what_is_wrong_where_it_is(self):
        self.go("#clobber?board=xoxo")
        self.browser.write("input.text", "xoz")
        self.browser.sees("is not a stone", ".fault")
        self.assertEqual(self.browser.text(".fault mark"), "z")
        self.assertEqual(self.browser.run("return document.querySelector('input.text').ariaInvalid"), "true")
        self.browser.write("input.text", "((x)^99999)^99999")
        self.browser.sees("the limit here", ".fault")
        self.browser.write("input.text", "xoo")
        self.browser.until("no fault", lambda: self.browser.text(".fault") == "")
        self.browser.sees("White wins, whoever starts")
        self.fine()

    def test_a_fault_stands_where_one_looks(self):
        self.go("#clobber?board=xoz")
        self.browser.sees("is not a stone", ".fault")
        middle = self.browser.run("const r = document.querySelector('.fault').getBoundingClientRect(); return (r.left + r.right) / 2 / innerWidth")
        self.assertFalse(self.browser.run("return document.querySelector('.evaluation').checkVisibility()"), "a bar without a board")
        self.assertTrue(0.3 < middle < 0.7, middle)
        self.fine()

    def test_without_a_board_there_is_nothing_to_press(self):
        for view in ["clobber", "solitaire", "phutball", "values"]:
            with self.subTest(view):
                self.go(f"#{view}?board=xoz%2B")
                self.browser.sees("Correct it, or take an example", ".verdict-text")
                self.assertEqual(self.browser.run("return [...document.querySelectorAll('.lost .card')].filter((c) => c.checkVisibility()).length"), 1)
                self.browser.run("for (const b of document.querySelectorAll('main button')) if (b.checkVisibility()) b.click();")
                self.browser.press("u", "r", "h")
                self.browser.run("document.querySelector('dialog[open]')?.close()")
                self.fine()
        self.go("#clobber?board=xoz")
        self.browser.sees("Correct it", ".verdict-text")
        self.browser.write("input.text", "xoxo")
        self.browser.until("the board", lambda: self.stones() == "xoxo")
        self.fine()


class PlayTest(PageTest):
    def my_turn(self):
        self.browser.until("my turn or the end", lambda: "Your move" in self.line() or self.over())
        return not self.over()

    def over(self):
        return self.browser.run("return document.querySelector('.banner').checkVisibility()")

    def made(self):
        """How many moves were made."""
        return self.browser.count(".log li")

    def test_the_first_screen_is_a_board_and_a_sentence_of_rules(self):
        self.go()
        self.browser.sees("Your move", ".verdict-text")
        self.assertEqual(len(self.stones()), 20)
        self.browser.sees("A player who cannot move loses", ".rules")
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('.value, .moves, .proof')].filter((c) => c.checkVisibility()).length"), 0)
        self.press_button("Analyse")
        self.browser.sees("Black to move wins", ".verdict-text")
        self.browser.until("the cards", lambda: self.browser.run("return document.querySelector('.moves').checkVisibility()"))

    def test_a_whole_game_against_the_perfect_opponent_is_lost_and_judged(self):
        # Whoever starts here loses, so the opponent must win whatever is played.
        self.go("#clobber?board=xoxoxo&you=L")
        while self.my_turn():
            made = self.made()
            self.any_move()
            self.browser.until("the move", lambda: self.made() > made)
        self.browser.sees("You lose", ".banner")
        self.browser.sees("Black has no move. White had it from the start.", ".banner")
        self.browser.sees("No move threw the game away: White had it from the start.", ".log")

    def test_a_won_game_is_won_by_following_the_hints(self):
        self.go("#clobber?board=checker:3x3&you=L")
        while self.my_turn():
            made = self.made()
            self.press_button("Hint")
            hint = self.browser.until("a hint", lambda: self.browser.run("return document.querySelector('.mark.good title')?.textContent"))
            self.play(re.fullmatch(r"Hint: (\S+) wins", hint)[1])
            self.browser.until("the move", lambda: self.made() > made)
        self.browser.sees("You win!", ".banner")

    def test_a_move_that_throws_the_game_away_is_named(self):
        # Black wins xoxo by 1-2 and 3-2, not by 3-4.
        self.go("#clobber?board=xoxo&mode=play&moves=3-4,2-1")
        self.browser.sees("Move 1 threw it away (Black 3-4", ".log")
        self.assertEqual(self.browser.count(".move.blunder"), 1)

    def test_the_banner_names_the_move_and_a_better_one(self):
        self.go("#clobber?board=xoxo&mode=play&you=L&moves=3-4,2-1")
        self.browser.until("what decided it", lambda: re.search(r"You lose Black has no move\. Move 1 threw it away; [13]-2 wins\.", self.browser.text(".banner-text")))
        self.assertRegex(self.browser.text(".log"), r"Move 1 threw it away \(Black 3-4; [13]-2 wins\)\.")
        self.press_button("Rematch", ".banner")
        self.browser.until("a new game", lambda: self.stones() == "xoxo" and "Your move" in self.line())
        self.assertNotIn("moves=", self.hash())

    def test_more_time_for_a_value(self):
        self.go("#clobber?board=random:4x5:2")
        self.browser.until("a limit", lambda: "Think longer about the value" in self.browser.text(".value"), seconds=30)
        self.press_button("Think longer about the value", ".value")
        self.browser.until("it is asked again", lambda: "…" in self.browser.text(".value"))

    def test_the_opponent_and_the_analysis_share_one_question(self):
        self.go("#clobber?board=checker:3x4&mode=play&you=L")
        self.browser.sees("Your move", ".verdict-text")
        self.browser.run("""
            window.asked = [];
            const [{ HttpClient }, { WorkerClient }] = await Promise.all([import('./http-client.js'), import('./worker-client.js')]);
            for (const { prototype } of [HttpClient, WorkerClient]) {
              const { ask } = prototype;
              prototype.ask = function (question, body, ...rest) { window.asked.push(`${question} ${body.first ?? body.player} ${body.board}`); return ask.call(this, question, body, ...rest); };
            }""")
        self.any_move()
        self.browser.until("a reply", lambda: "Your move" in self.line() and self.browser.count(".log li") == 2)
        asked = self.browser.run("return window.asked")
        self.assertIn("reply R", " ".join(asked))
        self.assertNotIn("solve R", " ".join(asked))
        self.assertEqual(len(asked), len(set(asked)), asked)

    def test_stopping_the_search_of_the_opponent_gets_a_move(self):
        self.go("#clobber?board=checker:7x8&mode=play&you=R")
        self.browser.until("a search", lambda: self.browser.text(".verdict-time"))
        self.press_button("Stop", ".verdict-line")
        self.browser.until("a reply", lambda: self.browser.count(".log li") == 1)

    def test_every_level_answers(self):
        for level in ["random", "greedy", "0.3", "0.1", "perfect"]:
            with self.subTest(level):
                self.go(f"#clobber?board=checker:3x4&you=L&level={level}")
                self.browser.sees("Your move", ".verdict-text")
                self.any_move()
                self.browser.until("an answer", lambda: self.browser.count(".log li") == 2)

    def test_undo_redo_and_the_record(self):
        self.go("#clobber?board=xoxoxo")
        self.play("1-2")
        self.play("4-3")
        self.assertEqual(self.stones(), ".xo.xo")
        self.press_button("Undo")
        self.assertEqual(self.stones(), ".xxoxo")
        self.browser.press("u")
        self.browser.until("the start", lambda: self.stones() == "xoxoxo")
        self.press_button("Redo")
        self.browser.press("r")
        self.browser.until("the end", lambda: self.stones() == ".xo.xo")
        self.press_button("Black 1-2", ".log")
        self.assertEqual(self.stones(), ".xxoxo")
        self.assertIn("at=1", self.hash())

    def test_a_game_is_stepped_with_the_arrow_keys(self):
        self.go("#clobber?board=xoxoxo&moves=1-2,4-3,5-6")
        boards = ["xoxoxo", ".xxoxo", ".xo.xo", ".xo..x"]
        self.browser.until("the end", lambda: self.stones() == boards[3])
        for key, board in [("Left", 2), ("Left", 1), ("Right", 2), ("Home", 0), ("Left", 0), ("End", 3), ("Right", 3)]:
            self.browser.press(key)
            self.browser.until(f"{key}: {boards[board]}", lambda: self.stones() == boards[board])

    def test_a_move_is_taken_back_together_with_the_answer(self):
        self.go("#clobber?board=checker:3x3&you=L")
        self.browser.sees("Your move", ".verdict-text")
        self.any_move()
        self.browser.until("an answer", lambda: self.browser.count(".log li") == 2)
        self.press_button("Undo")
        self.browser.until("the start", lambda: self.stones() == "xoxoxoxox")
        self.browser.sees("Your move", ".verdict-text")

    def test_a_link_carries_the_whole_state(self):
        self.go("#clobber?board=xoxoxo&mode=play")
        self.play("1-2")
        self.browser.until("the address", lambda: "moves=1-2" in self.hash())
        self.press_button("White", "[aria-label='You play']")
        self.browser.until("the opponent's move is not due", lambda: "you=R" in self.hash())
        link = self.hash()
        self.go(link)
        self.browser.until("the same position", lambda: self.stones() == ".xxoxo")
        self.assertEqual(self.hash(), link)
        self.browser.sees("Your move", ".verdict-text")

    def test_a_link_is_as_short_as_what_was_written(self):
        for board in ["checker:8x8", "random:20x20:7", "(xo)^40"]:
            with self.subTest(board):
                self.go(f"#clobber?board={quote(board)}&mode=play&you=L")
                self.browser.until("a board", lambda: len(self.stones()) >= 64)
                self.assertLess(len(self.hash()), 60)

    def test_a_challenge_shows_neither_verdict_nor_marks(self):
        self.go("#clobber?board=checker:3x3")
        self.browser.sees("to move wins", ".verdict-text")
        self.browser.run("Object.defineProperty(navigator, 'clipboard', { value: { writeText: (t) => { window.copied = t; } } })")
        self.press_button("Share", "header")
        self.press_button("Can you beat this?", ".share-dialog")
        link = self.browser.until("a link", lambda: self.browser.run("return window.copied"))
        self.browser.open(link)
        self.browser.until("the board", lambda: self.stones() == "xoxoxoxox")
        self.assertEqual(self.line(), "Your move")
        self.assertFalse(self.browser.run("return document.querySelector('.evaluation').checkVisibility()"))
        self.assertEqual(self.browser.count(".mark"), 0)

    def test_stones_are_dragged(self):
        self.go("#clobber?board=xo/ox")
        self.browser.sees("to move", ".verdict-text")
        self.browser.drag("[data-cell='a2']", "[data-cell='b2']")
        self.browser.until("the move", lambda: self.stones() == ".xox")
        self.browser.drag("[data-cell='a1']", "[data-cell='a2']")
        self.assertEqual(self.stones(), ".xox")
        self.assertEqual(self.browser.count(".ghost, .lifted"), 0)

    def test_stones_slide_unless_the_reader_wants_it_calm(self):
        for calm in [True, False]:
            with self.subTest(calm=calm):
                self.browser.dark(False, calm=calm)
                self.go("#clobber?board=xo/ox")
                self.browser.sees("to move", ".verdict-text")
                self.browser.run("window.slid = 0; const old = Element.prototype.animate; Element.prototype.animate = function (...a) { window.slid += 1; return old.apply(this, a); }")
                self.play("a2-b2")
                self.assertEqual(self.browser.run("return window.slid > 0"), not calm)
                self.browser.until("the stone is there", lambda: self.browser.run(
                    "return getComputedStyle(document.querySelector(\"[data-cell='b2'] .stone\")).visibility") == "visible")

    def test_the_board_is_played_with_the_keyboard_alone(self):
        self.go("#clobber?board=xo/ox")
        self.browser.sees("to move", ".verdict-text")
        for _ in range(12):
            if self.browser.run("return document.activeElement.dataset?.cell") is not None:
                break
            self.browser.press("Tab")
        self.assertEqual(self.browser.run("return document.activeElement.dataset.cell"), "a2")
        self.browser.press("Enter")
        self.browser.until("a chosen stone", lambda: self.browser.count(".cell.picked") == 1)
        self.browser.press("Right", "Enter")
        self.browser.until("the move", lambda: self.stones() == ".xox")
        self.browser.sees("White to move", ".verdict-text")
        self.browser.press("Down", "Left", "Enter", "Escape")
        self.assertEqual(self.browser.count(".cell.picked"), 0)
        self.browser.press("u")
        self.browser.until("the start", lambda: self.stones() == "xoox")

    def test_pictures_record_and_answers_are_taken_away(self):
        self.go("#clobber?board=cycle:xoxo&moves=1-2")
        self.browser.sees("starts")
        self.browser.run("""
            window.saved = [];
            const blobs = new Map();
            const make = URL.createObjectURL;
            URL.createObjectURL = (blob) => { const url = make(blob); blobs.set(url, blob); return url; };
            HTMLAnchorElement.prototype.click = function () {
              const entry = [this.download, null];
              const blob = blobs.get(this.href);
              window.saved.push(entry);
              blob.text().then((text) => { entry[1] = [blob.type, blob.size, text.slice(0, 5000)]; });
            };""")
        self.press_button("Share", "header")
        for name in ["Picture (SVG)", "Picture (PNG)", "Play as SVG", "Play as GIF", "Game record", "Answers (JSON)"]:
            self.press_button(name, ".share-dialog")
        self.browser.until("six files", lambda: self.browser.run("return window.saved.length === 6 && window.saved.every(([, b]) => b)"))
        saved = dict(self.browser.run("return window.saved"))
        self.assertTrue(saved["clobber.svg"][2].startswith("<svg"))
        self.assertEqual(saved["clobber.png"][0], "image/png")
        self.assertIn("animateTransform", saved["clobber-play.svg"][2])
        self.assertTrue(saved["clobber.gif"][2].startswith("GIF89a"))
        self.assertIn("1. Black 1-2", saved["clobber.txt"][2])
        self.assertIn('"outcome"', saved["clobber.json"][2])
        # The picture is well formed.
        self.assertEqual(self.browser.run(
            "return new DOMParser().parseFromString(arguments[0], 'image/svg+xml').querySelector('parsererror')?.textContent ?? ''", saved["clobber.svg"][2]), "")
