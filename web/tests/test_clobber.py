"""The page as its readers use it, in a real browser."""

import os
import re
import unittest
from urllib.parse import quote

from browser import Browser, Server

PROGRAM = os.environ.get("ALLSMALL", "allsmall")


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(PROGRAM)
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.stop()
        cls.server.stop()

    def setUp(self):
        self.browser.size(1280, 900)
        self.browser.dark(False)
        self.browser.complaints()

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    # Small words for what tests do.

    def go(self, hash=""):
        self.browser.open(self.server.url + hash)
        self.browser.until("the page", lambda: self.browser.count("main .view"))

    def cell(self, name):
        self.browser.click(f"[data-cell='{name}']")

    def stones(self):
        return self.browser.run(
            "return [...document.querySelectorAll('.board .cell')]"
            ".map((c) => c.classList.contains('x') ? 'x' : c.classList.contains('o') ? 'o' : '.').join('')")

    def press_button(self, name, within="main"):
        found = self.browser.run(
            "const all = [...document.querySelector(arguments[1]).querySelectorAll('button')];"
            "const one = all.find((b) => (b.ariaLabel ?? b.textContent) === arguments[0] && b.offsetParent);"
            "one?.click(); return Boolean(one)", name, within)
        self.assertTrue(found, f"there is no button {name}")

    def legal(self):
        """The moves of the side to move, from the list beside the board."""
        return self.browser.run("return [...document.querySelectorAll('.moves button.move')].map((b) => b.textContent)")

    def play(self, name):
        start, end = name.split("-")
        self.cell(start)
        self.cell(end)

    def hash(self):
        return self.browser.run("return location.hash")

    def no_sideways_scroll(self):
        wide = self.browser.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.assertLessEqual(wide, 0, "the page is wider than the window")


class LoadTest(PageTest):
    def test_the_page_loads_with_its_four_views_and_fetches_nothing_from_elsewhere(self):
        self.go()
        self.browser.sees("The player who starts loses")
        self.assertEqual(self.browser.text("h1"), "allsmall")
        for view in ["solitaire", "phutball", "values", "clobber"]:
            self.browser.click(f"#tab-{view}")
            self.browser.until(view, lambda: self.hash().startswith(f"#{view}"))
            self.assertEqual(self.browser.count("[aria-selected=true]"), 1)
        origins = self.browser.run(
            "return [...new Set(performance.getEntriesByType('resource').map((r) => new URL(r.name).origin))]")
        self.assertEqual(origins, [self.server.url.rstrip("/")])

    def test_help_opens_and_closes(self):
        self.go()
        self.browser.press("?")
        self.browser.sees("cannot move loses", "dialog")
        self.browser.press("Escape")
        self.browser.until("it is closed", lambda: not self.browser.run("return document.getElementById('help').open"))


class ClobberTest(PageTest):
    def test_solving_marks_every_move_by_who_wins_after_it(self):
        self.go("#clobber?board=xoxo")
        self.browser.sees("The player who starts wins")
        self.browser.until("marks", lambda: self.browser.count(".mark.good") == 2)
        self.assertEqual(self.browser.count(".mark.bad"), 1)
        titles = self.browser.run("return [...document.querySelectorAll('.mark title')].map((t) => t.textContent)")
        self.assertEqual(sorted(titles), ["1-2: Left wins", "3-2: Left wins", "3-4: Right wins"])
        self.assertIn("to 2 Left wins", self.browser.run("return document.querySelector(\"[data-cell='1']\").ariaLabel"))
        self.browser.press("h")
        self.browser.until("no marks", lambda: self.browser.count(".mark") == 0)

    def test_the_value_and_the_values_of_the_options_are_shown(self):
        self.go("#clobber?board=xxo")
        self.browser.sees("↑", ".value")
        self.browser.sees("atomic weight", ".value")
        self.browser.until("a value beside the move", lambda: self.browser.run(
            "return document.querySelector('.moves td.name')?.textContent") == "0")

    def test_typing_and_clicking_edit_the_board(self):
        self.go("#clobber?board=xo")
        self.browser.write("input.text", "(xo)^2/oxox")
        self.browser.until("a grid", lambda: self.stones() == "xoxooxox")
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
        self.browser.sees("Right wins, whoever starts")
        # The refusals are in the console too, and rightly.
        self.assertTrue(all("400" in line for line in self.browser.complaints()))

    def test_a_whole_game_against_the_perfect_opponent_is_lost(self):
        # Whoever starts here loses, so the opponent must win whatever is played.
        self.go("#clobber?board=xoxoxo&you=L")
        for turn in range(10):
            self.browser.until("my turn or the end", lambda: re.search(r"to move\.|has no move", self.browser.text(".status")))
            if "has no move" in self.browser.text(".status"):
                break
            self.play(self.legal()[turn % len(self.legal())])
        self.browser.sees("Left has no move: Right wins, you lose.", ".status")
        self.assertGreaterEqual(self.browser.count(".log li"), 2)

    def test_a_won_game_is_won_by_following_the_marks(self):
        self.go("#clobber?board=checker:3x3&you=L")
        for _ in range(10):
            self.browser.until("my turn or the end", lambda: re.search(r"to move\.|has no move", self.browser.text(".status")))
            if "has no move" in self.browser.text(".status"):
                break
            good = self.browser.until("a winning move", lambda: self.browser.run(
                "return document.querySelector('.kind.good')?.closest('tr').querySelector('button').textContent"))
            self.play(good)
        self.browser.sees("you win!", ".status")

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
        self.press_button("Left 1-2", ".log")
        self.assertEqual(self.stones(), ".xxoxo")
        self.assertIn("at=1", self.hash())

    def test_a_link_carries_the_whole_state(self):
        self.go("#clobber?board=xoxoxo")
        self.play("1-2")
        self.browser.until("the address", lambda: "moves=1-2" in self.hash())
        self.press_button("Right o", "[aria-label='You play']")
        self.browser.until("the opponent's move is not due", lambda: "you=R" in self.hash())
        link = self.hash()
        self.go(link)
        self.browser.until("the same position", lambda: self.stones() == ".xxoxo")
        self.assertEqual(self.hash(), link)
        self.browser.sees("Right (o) to move.", ".status")

    def test_the_board_is_played_with_the_keyboard_alone(self):
        self.go("#clobber?board=xo/ox")
        self.browser.sees("to move", ".status")
        for _ in range(12):
            if self.browser.run("return document.activeElement.dataset?.cell") is not None:
                break
            self.browser.press("Tab")
        self.assertEqual(self.browser.run("return document.activeElement.dataset.cell"), "a2")
        self.browser.press("Enter")
        self.browser.until("a chosen stone", lambda: self.browser.count(".cell.picked") == 1)
        self.browser.press("Right", "Enter")
        self.browser.until("the move", lambda: self.stones() == ".xox")
        self.browser.sees("Right (o) to move", ".status")
        self.browser.press("Down", "Left", "Enter", "Escape")
        self.assertEqual(self.browser.count(".cell.picked"), 0)
        self.browser.press("u")
        self.browser.until("the start", lambda: self.stones() == "xoox")

    def test_the_picture_and_the_answers_are_saved(self):
        self.go("#clobber?board=cycle:xoxo")
        self.browser.sees("starts")
        saved = self.browser.run("""
            window.saved = [];
            HTMLAnchorElement.prototype.click = function () { window.saved.push([this.download, this.href]); };""")
        self.press_button("Save picture")
        self.press_button("Save JSON")
        saved = self.browser.run("return window.saved")
        self.assertEqual([name for name, _ in saved], ["board.svg", "clobber.json"])
        picture = self.browser.run("return fetch(arguments[0]).then((r) => r.text())", saved[0][1])
        self.assertTrue(picture.startswith("<svg"))

    def test_a_phone_shows_everything_without_scrolling_sideways(self):
        self.browser.size(360, 740, phone=True)
        for hash in ["#clobber?board=(xo)^10", "#clobber?board=checker:5x6", "#solitaire?board=checker:4x4", "#phutball", "#values?board=xoxo"]:
            with self.subTest(hash):
                self.go(hash)
                self.browser.until("an answer", lambda: self.browser.count(".card"))
                self.no_sideways_scroll()
        self.go("#clobber?board=xo/ox")
        self.cell("a2")
        self.cell("b2")
        self.browser.until("the move", lambda: self.stones() == ".xox")

    def test_dark_and_light(self):
        ground = lambda: self.browser.run("return getComputedStyle(document.body).backgroundColor")
        self.go("#clobber?board=xoxo")
        light = ground()
        self.browser.dark()
        self.assertNotEqual(ground(), light)


class SolitaireTest(PageTest):
    def count(self):
        return sum(c != "." for c in self.stones())

    def test_the_play_is_stepped_with_the_arrow_keys(self):
        self.go("#solitaire?board=checker:3x3")
        self.browser.sees("fewer cannot be left")
        self.browser.until("the play", lambda: self.browser.text(".step") == "0 of 7")
        for step in range(1, 8):
            self.browser.press("Right")
            self.browser.until("one stone fewer", lambda: self.count() == 9 - step)
        self.browser.press("Left")
        self.browser.until("one step back", lambda: self.count() == 3)
        self.browser.press("Home")
        self.browser.until("the start", lambda: self.count() == 9)
        self.browser.press("End")
        self.browser.until("the end", lambda: self.count() == 2)
        self.assertIn("step=7", self.hash())

    def test_it_plays_by_itself_and_pauses(self):
        self.go("#solitaire?board=xoxo")
        self.browser.until("the play", lambda: "of 0" not in self.browser.text(".step") and self.browser.text(".step"))
        self.press_button("Play")
        self.browser.until("the end", lambda: self.browser.run(
            "const s = document.querySelector('input[type=range]'); return s.value === s.max"))
        self.browser.until("a pause", lambda: self.browser.count(".stepper-row") and "Pause" not in self.browser.text(".stepper-row"))

    def test_a_try_by_hand_says_whether_it_is_still_optimal(self):
        self.go("#solitaire?board=xoxo&way=try")
        self.browser.sees("✓ still optimal", ".light")
        self.press_button("Hint")
        self.browser.until("a hint", lambda: self.browser.count(".mark.good") == 1)
        # Two stones apart can never meet: one stone too many.
        self.play("2-1")
        self.browser.sees("✕ no longer optimal", ".light")
        self.press_button("Undo")
        self.browser.sees("✓ still optimal", ".light")

    def test_the_alternating_rule(self):
        self.go(f"#solitaire?board={quote('(xo)^3x')}&rule=alternate")
        self.browser.sees("fewer cannot be left")
        self.assertIn("rule=alternate", self.hash())
        self.press_button("o", "[aria-label='First colour']")
        self.browser.until("the first colour", lambda: "first=right" in self.hash())


class ValuesTest(PageTest):
    def test_options_open_and_close(self):
        self.go("#values?board=xoxo")
        self.browser.until("a value", lambda: self.browser.text(".name.big"))
        before = self.browser.count("details.node")
        self.browser.until("options", lambda: self.browser.count("details.node .side") >= 2)
        self.browser.click("details.node details.node summary")
        self.browser.until("more options", lambda: self.browser.count("details.node details.node .side") >= 2)
        self.assertGreaterEqual(self.browser.count("details.node"), before)

    def test_two_values_are_compared(self):
        self.go("#values?board=xxo&other=up")
        self.browser.sees("is equal to", ".relation")
        self.browser.write(".card input.text", "star")
        self.browser.sees("is confused with", ".relation")

    def test_a_bad_expression_shows_its_fault(self):
        self.go("#values?board=xxo")
        self.browser.write("input.text", "xxo + ")
        self.browser.sees("expected", ".fault")
        self.browser.complaints()


class PhutballTest(PageTest):
    def board(self):
        return self.browser.run("return new URLSearchParams(location.hash.split('?')[1]).get('board')")

    def key(self, move):
        self.browser.click(f".lane [data-key='{move}']")

    def test_stones_are_placed_and_the_ball_jumps(self):
        self.go("#phutball?board=" + quote("..@...."))
        self.browser.sees("Left to move", ".status")
        self.key("p4")
        self.browser.until("a jump", lambda: self.browser.count(".jump[data-key='j5']") == 1)
        self.key("j5")
        self.browser.until("the record", lambda: self.browser.count(".log li") == 2)
        self.press_button("Undo")
        self.browser.until("taken back", lambda: self.browser.count(".jump[data-key='j5']") == 1)

    def test_winning_moves_are_marked_and_win(self):
        self.go("#phutball?board=" + quote("o@o.o.o...."))
        self.browser.until("marks", lambda: self.browser.count(".mark.good") > 0)
        self.browser.sees("wins", ".verdict")

    def test_the_opponent_wins_a_won_game(self):
        # One step from the left end, stones all the way: Right, to move, wins.
        self.go("#phutball?board=" + quote("o@.....") + "&you=L")
        self.browser.until("my turn", lambda: "Left to move." in self.browser.text(".status"))
        self.key("p3")
        self.browser.sees("you lose", ".status")

    def test_the_oddish_game(self):
        self.go("#phutball?board=" + quote("..oo|o.."))
        self.browser.sees("to move", ".status")
        self.browser.until("jumps", lambda: self.browser.count(".jump") == 3)
        self.key("j5")
        self.browser.until("the arrow moved", lambda: self.browser.count(".log li") == 1)

    def test_a_bad_board_shows_its_fault(self):
        self.go("#phutball?board=" + quote("..@...."))
        self.browser.write("input.text", "..x..")
        self.browser.until("a fault", lambda: self.browser.text(".fault"))
        self.browser.complaints()

