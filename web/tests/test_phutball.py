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
        self.browser.sees("you lose", ".verdict-text")

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
