"""Analysing as in a chess program: side to move, variations, the tree as a way in, the primer."""

from page import PageTest


class VariationsTest(PageTest):
    def record(self):
        return self.browser.run("return [...document.querySelectorAll('.log .move')].map((b) => b.textContent)")

    def test_a_new_move_in_an_old_position_starts_a_variation(self):
        self.go("#clobber?board=xoxoxo&moves=1-2,4-3,5-6")
        self.browser.until("the record", lambda: self.record() == ["Black 1-2", "White 4-3", "Black 5-6"])
        self.press_button("Black 1-2", ".log")
        self.browser.until("the old position", lambda: self.stones() == ".xxoxo")
        self.play("6-5")
        self.browser.until("the variation", lambda: self.record() == ["Black 1-2", "White 4-3", "White 6-5", "Black 5-6"])
        self.assertEqual(self.browser.count(".variation .move"), 1)
        self.assertEqual(self.stones(), ".xxoo.")
        link = self.hash()
        self.assertIn("moves=1-2,4-3(6-5),5-6&line=1", link)
        self.go(link)
        self.browser.until("the same variation", lambda: self.stones() == ".xxoo.")
        self.assertEqual(self.hash(), link)
        self.press_button("Black 5-6", ".log")
        self.browser.until("the main line", lambda: self.stones() == ".xo..x")
        self.assertNotIn("line=", self.hash())

    def test_the_same_move_again_is_not_a_variation(self):
        self.go("#clobber?board=xoxoxo&moves=1-2,4-3")
        self.browser.until("the record", lambda: len(self.record()) == 2)
        self.browser.press("Home")
        self.browser.until("the start", lambda: self.stones() == "xoxoxo")
        self.play("1-2")
        self.browser.until("the move", lambda: self.stones() == ".xxoxo")
        self.assertEqual(len(self.record()), 2)

    def test_records_are_written_and_read_again(self):
        found = self.browser.run("""
            const [{ Record }, text, { Shape }, { ask }] = await Promise.all([import('./record.js'), import('./record-text.js'), import('./game.js'), import('./api.js')]);
            const shown = await ask('show', { board: 'checker:4x4' });
            const shape = new Shape(shown);
            const wrong = [];
            let state = 1;
            const roll = (n) => (state = (state * 48271) % 2147483647) % n;
            for (let game = 0; game < 40; game += 1) {
              const record = new Record(shape, shown.cells);
              for (let i = 0; i < 40; i += 1) {
                if (roll(4) === 0) record.go(roll(record.moves.length + 1));
                const moves = shape.moves(record.cells, record.turn);
                if (roll(9) === 0) record.setTurn(record.turn === 'L' ? 'R' : 'L');
                else if (moves.length) record.play(moves[roll(moves.length)]);
              }
              const again = new Record(shape, shown.cells, record.first);
              const fault = text.read(again, text.write(record), text.writeLine(record), ({ cells, turn }) => shape.moves(cells, turn));
              if (fault || text.write(again) !== text.write(record) || again.boards.join() !== record.boards.join()) wrong.push(text.write(record));
            }
            const broken = ['((((', '))))', 'a4-b4(((', 'a4-b4,,(,)', '--,--', 'nothing', 'a4-b4(a4-b4)', ','].map((moves) => { const r = new Record(shape, shown.cells); text.read(r, moves, 'x.9.-1', ({ cells, turn }) => shape.moves(cells, turn)); return r.moves.length; });
            return [wrong, broken];""")
        self.assertEqual(found, [[], [0, 0, 1, 1, 2, 0, 1, 0]])

    def test_the_side_to_move_is_switched_at_the_start_and_in_a_game(self):
        self.go("#clobber?board=xoo")
        self.browser.sees("Black to move loses", ".verdict-text")
        self.press_button("White", "[aria-label='Side to move']")
        self.browser.sees("White to move wins", ".verdict-text")
        self.assertIn("first=R", self.hash())
        self.go("#clobber?board=xoxoxo&moves=1-2")
        self.browser.sees("White to move", ".verdict-text")
        self.browser.press("s")
        self.browser.sees("Black to move", ".verdict-text")
        self.assertIn("moves=1-2,--", self.hash())
        self.browser.sees("White passes", ".log")
        self.browser.press("s")
        self.browser.sees("White to move", ".verdict-text")

    def test_a_node_of_the_tree_goes_to_the_board_and_into_the_address(self):
        self.go("#clobber?board=xxo")
        self.browser.click(".tree-card > summary")
        self.press_button("To the board: xo.", ".tree-card")
        self.browser.until("White's option", lambda: self.stones() == "xo.")
        # Black was to move: the tree has White's options too.
        self.assertIn("moves=3-2&first=R", self.hash())
        self.go("#clobber?board=xxoxo&moves=2-3")
        self.browser.click(".tree-card > summary")
        self.press_button("To the board: x.x.x", ".tree-card")
        self.browser.until("an option of the player who is not to move", lambda: self.stones() == "x.x.x")
        self.assertIn("moves=2-3,--,4-5", self.hash())

    def setUp(self):
        super().setUp()
        self.go("#clobber?board=xoxo")


class PrimerTest(PageTest):
    def test_every_value_leads_to_the_primer(self):
        for hash, place in [("#clobber?board=xxo", ".value"), ("#clobber?board=xxo", ".verdict"), ("#values?board=xxo", ".value")]:
            with self.subTest(hash, place=place):
                self.go(hash)
                self.browser.click(f"{place} .what")
                self.browser.sees("Atomic weight", "#primer")
                self.browser.press("Escape")
                self.browser.until("it is closed", lambda: not self.browser.run("return document.getElementById('primer').open"))

    def test_the_primer_fits_one_screen_and_opens_boards(self):
        self.browser.size(1280, 800)
        self.go("#clobber?board=xoxoxo")
        self.browser.click(".value .what")
        self.browser.until("it is open", lambda: self.browser.run("return document.getElementById('primer')?.open"))
        self.assertLessEqual(self.browser.run("const d = document.getElementById('primer'); return d.scrollHeight - d.clientHeight"), 0)
        self.browser.click("#primer-up a")
        self.browser.until("the board of up", lambda: self.stones() == "xxo")

    def test_dominated_and_reversible_explain_themselves(self):
        self.go("#clobber?board=xoxoxo")
        self.browser.until("a reversible move", lambda: "reversible" in self.browser.text(".moves"))
        self.press_button("reversible", ".moves")
        self.assertEqual(self.browser.run("return document.querySelector('.primer-entry.asked').id"), "primer-reversible")

    def test_the_options_of_a_value_lead_to_boards_and_values(self):
        self.go("#values?board=xoxxo")
        self.browser.click(".tree .with-enter a[href^='#clobber']")
        self.browser.until("a board", lambda: self.hash().startswith("#clobber?board=") and self.stones())
        self.go("#values?board={3|{1|-2}}")
        self.browser.click(".tree .with-enter a[href^='#values']")
        self.browser.until("the option", lambda: self.browser.run("return document.querySelector('input.text').value") == "3")


class WordsTest(PageTest):
    def test_players_are_called_left_and_right_by_those_who_set_it(self):
        self.go("#clobber?board=xoo")
        self.browser.sees("White wins, whoever starts", ".verdict")
        self.browser.click("#help-button")
        self.press_button("Left and Right", "#settings")
        self.browser.until("other names", lambda: "Right wins, whoever starts" in self.browser.text(".verdict"))
        self.assertNotIn("White", self.browser.text("main"))
        self.browser.run("localStorage.clear()")

    def test_values_speak_of_left_and_right(self):
        self.go("#values?board=xxo")
        self.browser.sees("Left wins, whoever starts", ".verdict-text")

    def test_a_tab_is_named_by_its_position(self):
        for hash, title in [("#clobber?board=checker:4x5&mode=play", "checker:4x5, Black to move - Clobber - allsmall"),
                            ("#clobber?board=xoxoxo&moves=1-2", "xoxoxo after 1 move, White to move - Clobber - allsmall"),
                            ("#values?board=xxo", "xxo - Values - allsmall"), ("#solitaire?board=xoxo", "xoxo - Solitaire Clobber - allsmall"),
                            ("#puzzles?kind=win&level=easy&seed=7", "Puzzle 7 - allsmall"), ("#puzzles?seed=2026-11-18", "Puzzle 322, 18 Nov - allsmall")]:
            with self.subTest(hash):
                self.go(hash)
                self.browser.until("the title", lambda: self.browser.run("return document.title") == title)
