"""How the page looks and feels: sizes, overlaps, themes, access, budgets."""

import json
import os
import unittest
from urllib.parse import quote

from page import WAY, PageTest

AXE = os.environ.get("AXE", "")
# Sizes and colours are made by the same files with a server and without one.
once = unittest.skipIf(WAY == "worker" and not os.environ.get("ALLSMALL_LONG"),
                       "looked at with a server; ./test --long looks at both")
VIEWS = ["#clobber", "#clobber?board=xoxxo", "#clobber?board=checker:8x8&mode=play", "#clobber?board=cube:3:xooxoxxo", "#puzzles?kind=win&level=easy&seed=7",
         "#solitaire?board=checker:4x4&step=3", "#solitaire?board=xoxo&way=try", "#phutball", "#values?board=xoxxo&other=up"]
GRAPHS = ["edges:0-1,1-2,2-3,3-4,4-0,0-5,1-6,2-7,3-8,4-9,5-7,7-9,9-6,6-8,8-5:xoxoxoxoxo", "cube:3:xooxoxxo", "cube:4:xoxxoxooxxoxoxox",
          "kpartite:3,2,2:xxoxoxo", "kpartite:4,4,4:xoxoxoxoxoxo", "complete:6:xoxoxo", "complete:12:xoxoxoxoxoxo", "hamming:3,3:xoxoxoxox",
          "hamming:3,2,2:xoxoxoxoxoxo", "tree:0,0,1,1,2,2:xooxxxo", "cycle:(xo)^8", "graph6:Dhc:xoxox"]


class LoadTest(PageTest):
    def test_the_page_loads_with_its_views_and_fetches_nothing_from_elsewhere(self):
        self.go()
        self.browser.sees("Your move", ".verdict-text")
        self.assertEqual(self.browser.text("h1"), "allsmall")
        for view in ["puzzles", "solitaire", "phutball", "values", "clobber"]:
            self.browser.click(f"#tab-{view}")
            self.browser.until(view, lambda: self.hash().startswith(f"#{view}"))
            self.assertEqual(self.browser.count("[aria-selected=true]"), 1)
        origins = self.browser.run(
            "return [...new Set(performance.getEntriesByType('resource').map((r) => new URL(r.name).origin))]")
        self.assertEqual(origins, [self.server.url.rstrip("/")])

    def test_help_opens_at_its_beginning_and_closes(self):
        self.browser.size(390, 700, phone=True)
        self.go()
        self.browser.click("#help-button")
        self.browser.sees("cannot move loses", "#help")
        self.browser.until("the top", lambda: self.browser.run("return document.getElementById('help').scrollTop") == 0)
        self.browser.sees("server" if WAY == "server" else "in this browser", "#place")
        self.browser.press("Escape")
        self.browser.until("it is closed", lambda: not self.browser.run("return document.getElementById('help').open"))

    def test_nothing_sticks_out_of_a_dialog_on_a_phone(self):
        self.browser.size(360, 740, phone=True)
        for keys, dialog in (("#help-button", "help"), ("#share-button", None)):
            self.go("#clobber?board=xoxo")
            self.browser.until("an answer", lambda: self.line())
            self.browser.click(keys)
            self.browser.until("a dialog", lambda: self.browser.count("dialog[open]"))
            wide = self.browser.run("const d = document.querySelector('dialog[open]'); return d.scrollWidth - d.clientWidth")
            self.assertLessEqual(wide, 0, dialog)

    def test_a_board_that_goes_on_fades_out_at_that_side(self):
        self.browser.size(390, 844, phone=True)
        self.go("#phutball?board=.o.@oo.o...")
        faded = lambda: self.browser.run(
            "const s = getComputedStyle(document.querySelector('.scroll')); return ['--before', '--after'].map((n) => parseFloat(s.getPropertyValue(n)))")
        self.browser.until("the right side fades", lambda: faded()[0] == 0 and faded()[1] > 20)
        self.browser.run("document.querySelector('.scroll').scrollLeft = 10000")
        self.browser.until("the left side fades", lambda: faded()[0] > 20 and faded()[1] == 0)
        self.browser.size(1280, 800)
        self.browser.until("nothing fades", lambda: faded() == [0, 0])

    def test_a_long_name_that_is_cut_ends_with_dots(self):
        self.go("#values?board=(xo)^11")
        name = "document.querySelector('.tree .options summary > .name')"
        self.browser.until("an option", lambda: self.browser.run(f"return {name} !== null"))
        self.assertTrue(self.browser.run(f"return {name}.scrollHeight > {name}.clientHeight"), "a name longer than its place")
        self.assertEqual(self.browser.run(f"return getComputedStyle({name}).webkitLineClamp"), "3")

    def test_the_keys_are_an_overlay(self):
        self.go()
        self.browser.press("?")
        self.browser.sees("the other side is to move", "#keys")
        self.assertFalse(self.browser.run("return document.getElementById('help').open"))
        self.browser.press("Escape")
        self.browser.until("it is closed", lambda: not self.browser.run("return document.getElementById('keys').open"))

    def test_share_is_in_one_place_in_all_views(self):
        for hash in VIEWS:
            with self.subTest(hash):
                self.go(hash)
                self.browser.until("an answer", lambda: self.browser.count(".card") and self.line())
                self.assertEqual(self.browser.run("return [...document.querySelectorAll('button')].filter((b) => b.textContent === 'Share' && b.checkVisibility()).map((b) => b.closest('header') !== null)"), [True])
                self.press_button("Share", "header")
                self.browser.sees("Copy link", ".share-dialog")
                self.browser.press("Escape")

    def test_signs_and_colours_are_remembered(self):
        self.go("#clobber?board=xoxo")
        shown = lambda: self.browser.run("return getComputedStyle(document.querySelector('.sign-x')).display") != "none"
        self.browser.until("a board", lambda: self.browser.count(".sign-x"))
        self.assertFalse(shown())
        self.browser.click("#help-button")
        self.browser.click("#settings input")
        self.press_button("dark", "#settings")
        self.go("#clobber?board=xoxo")
        self.browser.until("signs", lambda: self.browser.count(".sign-x") and shown())
        self.assertEqual(self.browser.run("return document.documentElement.dataset.theme"), "dark")
        self.browser.run("localStorage.clear()")

    def test_dark_and_light(self):
        ground = lambda: self.browser.run("return getComputedStyle(document.body).backgroundColor")
        self.go("#clobber?board=xoxo")
        light = ground()
        self.browser.dark()
        self.assertNotEqual(ground(), light)


@once
class SizeTest(PageTest):
    def box(self, selector):
        return self.browser.run("const r = document.querySelector(arguments[0]).getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]", selector)

    def test_boards_up_to_twelve_by_twelve_fit_the_window_without_scrolling(self):
        for width, height in [(1280, 720), (1440, 900)]:
            self.browser.size(width, height)
            for board in ["checker:2x2", "checker:4x5", "checker:12x12", "(xo)^40"]:
                with self.subTest(board=board, width=width):
                    self.go(f"#clobber?board={quote(board)}&mode=play")
                    self.browser.until("a board", lambda: self.stones())
                    down = self.browser.run("return document.documentElement.scrollHeight - innerHeight")
                    self.assertLessEqual(down, 0)
                    left, top, right, bottom = self.box(".board-box")
                    cells = self.browser.run("return [...document.querySelectorAll('.board-box .square')].map((s) => { const r = s.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; })")
                    self.assertTrue(all(l >= left - 1 and t >= top - 1 and r <= right + 1 and b <= bottom + 1 for l, t, r, b in cells), "a cell is cut")
                    self.assertGreaterEqual(min(r - l for l, _, r, _ in cells), 28)

    def test_boards_use_the_window(self):
        """A grid has most of the height; a strip stands in the middle, with the record below it."""
        self.browser.size(1920, 1080)
        for board in ["checker:4x5", "checker:5x6", "checker:8x8"]:
            with self.subTest(board):
                self.go(f"#clobber?board={board}&mode=play")
                self.browser.until("a board", lambda: self.stones())
                _, top, _, bottom = self.box(".board-box .ground")
                self.assertGreater(bottom - top, 0.68 * 1080)
        for hash, board, below in [("#clobber?board=xoxoxo&mode=play", ".board-box", ".log"), ("#clobber?board=xoxoxo", ".board-box", ".tree-card"),
                                   ("#phutball", ".phutball-board", ".log"), ("#solitaire?board=xoxoxo", ".board-box", ".log")]:
            with self.subTest(hash):
                self.go(hash)
                self.browser.until("cards below", lambda: self.browser.count(f".below {below}"))
                left, top, right, bottom = self.box(board)
                self.assertTrue(0.2 * 1080 < (top + bottom) / 2 < 0.55 * 1080, (top, bottom))
                self.assertGreaterEqual(self.box(below)[1], bottom)
                self.assertLessEqual(self.browser.run("return document.documentElement.scrollHeight - innerHeight"), 0)

    def test_the_evaluation_bar_stands_next_to_the_board(self):
        for width, height, phone in [(1280, 800, False), (1920, 1080, False), (390, 844, True)]:
            with self.subTest(width=width):
                self.browser.size(width, height, phone)
                self.go("#clobber?board=checker:4x4")
                self.browser.until("a verdict", lambda: "wins" in self.line() or "loses" in self.line())
                bar, board = self.box(".evaluation"), self.box(".board-box .ground")
                gap = board[1] - bar[3] if phone else board[0] - bar[2]
                self.assertTrue(0 <= gap < 90, (bar, board))

    def test_the_buttons_below_a_large_board_are_in_the_window(self):
        for width, height in [(1280, 800), (1920, 1080)]:
            with self.subTest(width=width):
                self.browser.size(width, height)
                self.go("#clobber?board=random:30x30:1&mode=play")
                self.browser.until("a board", lambda: len(self.stones()) == 900)
                self.assertGreater(self.box(".zoom")[3], self.box(".zoom")[1])
                self.assertLessEqual(self.box(".rules")[3], height)
                self.assertLessEqual(self.browser.run("return document.documentElement.scrollHeight - innerHeight"), 0)

    def test_a_large_board_fills_a_phone_and_is_enlarged(self):
        self.browser.size(390, 844, phone=True)
        self.go("#clobber?board=checker:30x30&mode=play")
        self.browser.until("a board", lambda: len(self.stones()) == 900)
        left, _, right, _ = self.box(".board-box .ground")
        self.assertGreater(right - left, 340)
        size = lambda: self.browser.run("return document.querySelector('.square').getBoundingClientRect().width")
        before = size()
        self.press_button("Larger")
        self.press_button("Larger")
        self.assertGreater(size(), 2 * before)
        self.press_button("The whole board")
        self.assertAlmostEqual(size(), before, places=2)

    def test_a_phone_shows_everything_without_scrolling_sideways(self):
        self.browser.size(360, 740, phone=True)
        for hash in [*VIEWS, "#clobber?board=(xo)^10", "#clobber?board=checker:5x6", "#clobber?board=(xo)^40"]:
            with self.subTest(hash):
                self.go(hash)
                self.browser.until("an answer", lambda: self.browser.count(".card"))
                self.no_sideways_scroll()
        self.go("#clobber?board=xo/ox")
        self.cell("a2")
        self.cell("b2")
        self.browser.until("the move", lambda: self.stones() == ".xox")
        # The controls come under the board, before any card.
        self.assertLess(self.box(".bar")[1], self.box("aside")[1])

    def test_a_phone_has_the_tools_next_to_the_board_that_is_edited(self):
        self.browser.size(390, 844, phone=True)
        self.go("#clobber")
        self.browser.until("a board", lambda: self.stones())
        self.press_button("Edit")
        self.browser.until("the tools", lambda: self.browser.count(".tools:not([hidden])"))
        self.assertLess(self.box(".tools")[1], 844)

    def test_a_dialog_keeps_off_the_edges_of_a_phone(self):
        self.browser.size(390, 844, phone=True)
        self.go("#clobber?board=xoxo")
        self.browser.until("a board", lambda: self.stones())
        self.press_button("Share", "header")
        left, _, right, _ = self.box(".share-dialog")
        self.assertGreaterEqual(left, 8)
        self.assertLessEqual(right, 382)

    def test_no_label_or_mark_covers_another_on_any_graph(self):
        for board in GRAPHS:
            with self.subTest(board):
                self.go(f"#clobber?board={quote(board)}")
                self.browser.until("a verdict", lambda: "wins" in self.line() or "loses" in self.line())
                self.browser.until("all marks", lambda: self.browser.count(".mark") > 0 or "loses" in self.line())
                found = self.browser.run("""
                    const circle = (node, r) => { const m = node.transform.baseVal.consolidate().matrix; return [m.e, m.f, r]; };
                    const stones = [...document.querySelectorAll('.board-box .cell')].map((c) => circle(c, 15));
                    const marks = [...document.querySelectorAll('.mark')].map((c) => circle(c, 7));
                    const near = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]) < a[2] + b[2] - 0.5;
                    const clash = (list) => list.some((a, i) => list.some((b, j) => i < j && near(a, b)));
                    const names = [...document.querySelectorAll('.board-box .cell .label')].map((t) => t.getBoundingClientRect());
                    const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
                    const badges = [...document.querySelectorAll('.mark')].map((m) => m.firstElementChild.nextElementSibling.getBoundingClientRect());
                    const box = document.querySelector('.board-box').getBoundingClientRect();
                    const cut = [...names, ...badges].some((a) => a.left < box.left - 1 || a.right > box.right + 1 || a.top < box.top - 1 || a.bottom > box.bottom + 1);
                    return [clash(stones), clash(marks), names.some((a, i) => names.some((b, j) => i < j && over(a, b))), names.some((a) => badges.some((b) => over(a, b))), cut];""")
                self.assertEqual(found, [False] * 5, "stones, marks, names, names under marks, cut at the edge")


class FeelTest(PageTest):
    def test_nothing_moves_while_answers_stream_in(self):
        for width, height, phone in [(1280, 900, False), (390, 844, True)]:
            with self.subTest(width=width):
                self.browser.size(width, height, phone)
                self.go("#clobber?board=random:4x5:2")
                self.browser.run("window.shift = 0; new PerformanceObserver((list) => { for (const e of list.getEntries()) if (e.sources.some((s) => s.node?.closest?.('.stage'))) window.shift += e.value; }).observe({ type: 'layout-shift', buffered: true });")
                self.browser.until("all moves", lambda: self.browser.run("return / of \\d+ moves?$/.test(document.querySelector('.verdict-text').textContent) && !/least/.test(document.querySelector('.verdict-text').textContent)"))
                self.assertLess(self.browser.run("return window.shift"), 0.02)

    def test_every_view_stands_still_from_its_first_moment(self):
        """The whole page, cards included, as the layout shift of Web Vitals; below 0.1 is called good."""
        for width, height, phone in [(1280, 900, False), (390, 844, True)]:
            for hash in VIEWS:
                with self.subTest(hash, width=width):
                    self.browser.size(width, height, phone)
                    self.go(hash)
                    self.browser.until("answers", lambda: self.line() and not self.browser.count("[aria-busy=true]") and not self.browser.run(
                        "return [...document.querySelectorAll('.waiting')].some((w) => w.checkVisibility())"), seconds=40)
                    shift = self.browser.run("""
                        return new Promise((done) => {
                          let sum = 0;
                          new PerformanceObserver((list) => { for (const e of list.getEntries()) sum += e.value; }).observe({ type: 'layout-shift', buffered: true });
                          setTimeout(() => done(sum), 200);
                        })""")
                    self.assertLess(shift, 0.08)

    def test_a_click_on_an_eight_by_eight_board_is_answered_within_a_tenth_of_a_second(self):
        self.go("#clobber?board=checker:8x8&mode=play")
        self.browser.until("a board", lambda: len(self.stones()) == 64)
        taken = self.browser.run("""
            const times = [];
            for (let i = 0; i < 10; i += 1) {
              const from = performance.now();
              document.querySelector('.cell.can').dispatchEvent(new MouseEvent('click', { bubbles: true }));
              document.querySelector('.cell.target').dispatchEvent(new MouseEvent('click', { bubbles: true }));
              document.body.getBoundingClientRect();
              times.push(performance.now() - from);
            }
            return Math.min(...times);""")
        self.assertLess(taken, 100)

    @once
    @unittest.skipUnless(AXE, "axe-core could not be had from npm")
    def test_axe_has_no_serious_finding(self):
        for hash in VIEWS:
            for dark in [False, True]:
                for width in [390, 1280]:
                    with self.subTest(hash, dark=dark, width=width):
                        self.browser.size(width, 900, phone=width < 500)
                        self.browser.dark(dark, calm=True)
                        self.go(hash)
                        self.browser.until("answers", lambda: "…" not in self.browser.text("main") and self.line())
                        self.accessible()

    @once
    @unittest.skipUnless(AXE, "axe-core could not be had from npm")
    def test_axe_has_no_serious_finding_in_what_opens(self):
        self.browser.size(390, 844, phone=True)
        for hash, act in [("#clobber?board=xoxo&moves=1-2", "#share-button"), ("#clobber?board=xoxo", "#help-button"), ("#clobber?board=xoxo", ".value .what"), ("#clobber?board=xoxo", "#keys-button"), ("#puzzles?kind=win&level=easy&seed=7", ".archive summary"),
                          ("#clobber?board=xoxoxo&moves=1-2,4-3(6-5),5-6", ".log .move"), ("#clobber?board=xxo", "[data-cell='1']"), ("#phutball?board=o%40.....&you=L&moves=p3,j1", ".banner"),
                          ("#clobber?board=xxo/oxo", ".cell.can"),
                          ("#clobber?board=xxo/oxo", ".toggle"), ("#clobber?board=xxo/oxo", ".tree-card > summary"),
                          ("#clobber?board=xoxo&mode=play&you=L&moves=3-4,2-1", ".log"), ("#clobber?board=xoz", ".fault")]:
            with self.subTest(hash, act=act):
                self.go(hash)
                self.browser.until(act, lambda: self.browser.count(act) and self.line() and not self.browser.count("[aria-busy=true]"))
                self.browser.run("document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('click', { bubbles: true }))", act)
                self.accessible()
        self.fine()

    def accessible(self):
        """axe-core finds nothing that it calls moderate, serious or critical."""
        with open(AXE, encoding="utf-8") as file:
            self.browser.run(file.read() + "; window.axe = axe;")
        found = self.browser.run("return axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations.map((v) => [v.impact, v.id, v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160))]))")
        serious = [one for one in found if one[0] != "minor"]
        self.assertEqual(serious, [], json.dumps(serious, indent=1))
