"""Phutball and Oddish Phutball."""

from urllib.parse import quote

from page import PageTest


class PhutballTest(PageTest):
    def board(self):
        return self.browser.run("return new URLSearchParams(location.hash.split('?')[1]).get('board')")

    def key(self, move):
        self.browser.click(f".phutball-board [data-key='{move}']")

    def test_stones_are_placed_and_the_ball_jumps(self):
        self.go("#phutball?board=" + quote("..@...."))
        self.browser.sees("Left to move", ".verdict-text")
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
        self.browser.until("my turn", lambda: "Your move" in self.line())
        self.key("p3")
        self.browser.sees("You lose", ".banner")
        self.browser.sees("The ball is in Right’s goal after 2 moves.", ".banner")
        self.press_button("Rematch", ".banner")
        self.browser.until("a new game", lambda: "Your move" in self.line() and self.browser.count(".log li") == 0)

    def test_a_game_has_no_marks_unless_they_are_wanted(self):
        self.go("#phutball?board=" + quote("o@o.o.o....") + "&you=L")
        self.browser.sees("Your move", ".verdict-text")
        self.assertEqual(self.browser.count(".mark"), 0)
        self.assertFalse(self.browser.run("return document.querySelector('.verdict').checkVisibility()"))
        self.browser.press("h")
        self.browser.until("marks", lambda: self.browser.count(".mark") > 0)
        self.assertIn("hints=on", self.hash())

    def test_every_level_answers(self):
        for level in ["random", "0.3", "0.1", "perfect"]:
            with self.subTest(level):
                self.go("#phutball?board=" + quote("....@....") + f"&you=L&level={level}")
                self.browser.sees("Your move", ".verdict-text")
                self.key("p2")
                self.browser.until("an answer", lambda: self.browser.count(".log li") == 2)

    def test_goals_say_whose_they_are_and_the_ball_is_a_ball(self):
        self.go("#phutball?board=" + quote("....@...."))
        self.browser.until("goals", lambda: self.browser.count(".goal") == 2)
        goals = self.browser.run("return [...document.querySelectorAll('.goal')].map((g) => [g.getBoundingClientRect().left, g.textContent])")
        self.assertEqual([words for _, words in sorted(goals)], ["Right’sgoal", "Left’sgoal"])
        self.assertEqual(self.browser.count(".ball .patches"), 1)
        self.assertEqual(self.browser.count(".phutball-board .disc-x:not([fill^='url'])"), 0)

    def test_squares_on_a_phone_are_large_enough_and_the_ball_is_in_view(self):
        self.browser.size(390, 844, phone=True)
        self.go("#phutball?board=" + quote("." * 20 + "@" + "....."))
        self.browser.until("a board", lambda: self.browser.count(".phutball-board .square") == 26)
        self.assertGreaterEqual(self.browser.run("return document.querySelector('.phutball-board .square').getBoundingClientRect().width"), 40)
        left, right = self.browser.run("const r = document.querySelector('.ball').getBoundingClientRect(); return [r.left, r.right]")
        self.assertTrue(left >= 0 and right <= 390, (left, right))
        self.no_sideways_scroll()

    def test_the_oddish_game(self):
        self.go("#phutball?board=" + quote("..oo|o.."))
        self.browser.sees("to move", ".verdict-text")
        self.browser.until("jumps", lambda: self.browser.count(".jump") == 3)
        self.key("j5")
        self.browser.until("the arrow moved", lambda: self.browser.count(".log li") == 1)

    def test_a_bad_board_shows_its_fault(self):
        self.go("#phutball?board=" + quote("..@...."))
        self.browser.write("input.text", "..x..")
        self.browser.until("a fault", lambda: self.browser.text(".fault"))
        self.fine()
