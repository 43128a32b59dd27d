"""Sharing: plays as GIF, frames in other pages, challenges; and clicks that do nothing say why."""

import base64
import io
import struct
import unittest

from page import WAY, PageTest


def frames(data):
    """Reads a GIF by its format: size, delays in hundredths of a second, and of every frame its rectangle and the number of its pixels."""
    file = io.BytesIO(data)
    assert file.read(6) == b"GIF89a"
    width, height, flags, _, _ = struct.unpack("<HHBBB", file.read(7))
    file.read(3 * 2 ** ((flags & 7) + 1))
    delays, pixels = [], []
    while (kind := file.read(1)) != b";":
        if kind == b"!":
            label = file.read(1)
            body = blocks(file)
            if label == b"\xf9":
                delays.append(struct.unpack("<H", body[1:3])[0])
        else:
            assert kind == b",", kind
            x, y, w, h, _ = struct.unpack("<HHHHB", file.read(9))
            assert w > 0 and h > 0 and x + w <= width and y + h <= height
            pixels.append(((x, y, w, h), unpack(file.read(1)[0], blocks(file))))
    assert file.read() == b""
    return (width, height), delays, pixels


def blocks(file):
    found = b""
    while size := file.read(1)[0]:
        found += file.read(size)
    return found


def unpack(bits, data):
    """LZW as the standard describes it; returns the number of pixels."""
    clear, end = 1 << bits, (1 << bits) + 1
    held = int.from_bytes(data, "little")
    at, size, lengths, before, count = 0, bits + 1, {}, None, 0
    while True:
        code = held >> at & (1 << size) - 1
        at += size
        if code == clear:
            size, lengths, before = bits + 1, {}, None
            continue
        if code == end:
            assert at <= 8 * len(data)
            return count
        length = 1 if code < clear else lengths.get(code)
        if before is not None:
            lengths[end + 1 + len(lengths)] = before + 1
            length = length or before + 1
        assert length, "a code that is not known yet"
        count += length
        before = length
        if end + 1 + len(lengths) == 1 << size and size < 12:
            size += 1


class ShareTest(PageTest):
    def gif(self, board, moves):
        text = self.browser.run("""
            const [{ playAsGif }, { Shape }, { ask }] = await Promise.all([import('./gif-play.js'), import('./game.js'), import('./api.js')]);
            const shown = await ask('show', { board: arguments[0] });
            const shape = new Shape(shown);
            const blob = await playAsGif(shape, shown.cells, arguments[1].map((name) => shape.move(name)));
            const bytes = new Uint8Array(await blob.arrayBuffer());
            let text = '';
            for (const byte of bytes) text += String.fromCharCode(byte);
            return btoa(text);""", board, moves)
        return base64.b64decode(text)

    def test_a_play_becomes_a_gif_with_a_frame_for_every_position(self):
        for board, moves in [("xoxo", ["1-2", "4-3"]), ("checker:4x5", ["a4-b4", "a3-a2", "b4-b3"]), ("cycle:xoxo", ["1-2"])]:
            with self.subTest(board):
                (width, height), delays, pixels = frames(self.gif(board, moves))
                self.assertLessEqual(max(width, height), 480)
                self.assertEqual(len(pixels), len(moves) + 1)
                self.assertTrue(all(w * h == count for (_, _, w, h), count in pixels), pixels)
                # The first frame is whole, the others only what changed: two cells and a part of the squares around them.
                self.assertEqual(pixels[0][0], (0, 0, width, height))
                self.assertTrue(all(count < 0.7 * width * height for _, count in pixels[1:]), pixels)
                self.assertEqual(delays, [180] + [80] * (len(moves) - 1) + [180])

    def test_the_browser_shows_the_gif(self):
        data = base64.b64encode(self.gif("checker:3x3", ["a3-b3", "a2-a1"])).decode()
        size = self.browser.run("const i = new Image(); i.src = 'data:image/gif;base64,' + arguments[0]; return i.decode().then(() => [i.naturalWidth, i.naturalHeight])", data)
        self.assertGreater(min(size), 200)

    @unittest.skipUnless(WAY == "worker", "the server refuses to be framed")
    def test_an_embedded_view_is_the_board_alone(self):
        self.browser.run("Object.defineProperty(navigator, 'clipboard', { value: { writeText: (t) => { window.copied = t; } } })")
        self.press_button("Share", "header")
        self.press_button("Embed", ".share-dialog")
        text = self.browser.until("the text", lambda: self.browser.run("return window.copied"))
        self.browser.run("document.querySelector('dialog[open]').close(); document.body.innerHTML = arguments[0];", text)
        inside = "const d = document.querySelector('iframe').contentDocument; "
        self.browser.until("the board in the frame", lambda: self.browser.run(inside + "return d?.querySelectorAll('.board-box .cell').length") == 4)
        self.assertEqual(self.browser.run(inside + "return ['header', 'aside', '.board-box'].map((s) => d.querySelector(s).checkVisibility())"), [False, False, True])
        self.browser.run(inside + "for (const cell of ['1', '2']) d.querySelector(`[data-cell='${cell}']`).dispatchEvent(new MouseEvent('click', { bubbles: true }))")
        self.browser.until("the move in its address", lambda: "moves=1-2" in self.browser.run("return document.querySelector('iframe').contentWindow.location.hash"))
        self.assertIn("embed=1", self.browser.run("return document.querySelector('iframe').contentWindow.location.hash"))

    @unittest.skipUnless(WAY == "server", "without a server it can be framed")
    def test_the_server_offers_no_frame(self):
        self.press_button("Share", "header")
        self.assertNotIn("Embed", self.browser.text(".share-dialog"))

    def test_the_end_of_a_game_is_shared_as_a_challenge(self):
        self.go("#clobber?board=xoxo&mode=play&you=L&moves=3-4,2-1")
        self.browser.sees("You lose", ".banner")
        self.assertEqual(self.browser.run("return document.querySelector('.board').dataset.won"), "o")
        self.browser.run("Object.defineProperty(navigator, 'clipboard', { value: { writeText: (t) => { window.copied = t; } } })")
        self.press_button("Challenge", ".banner")
        self.browser.sees("The link is copied", ".banner")
        link = self.browser.until("a link", lambda: self.browser.run("return window.copied"))
        self.assertTrue(link.endswith("#clobber?board=xoxo&mode=play&you=L"), link)

    def test_the_next_board_is_another_one_of_the_same_size(self):
        self.go("#clobber?board=xoxo&mode=play&you=L&moves=3-4,2-1")
        self.browser.sees("You lose", ".banner")
        self.press_button("Next board", ".banner")
        self.browser.until("a random board", lambda: "board=random:4:" in self.hash())

    def test_the_banner_arrives_and_stones_glow_unless_the_user_wants_it_calm(self):
        for calm in [True, False]:
            with self.subTest(calm=calm):
                self.browser.dark(False, calm=calm)
                self.go("#clobber?board=xoxo&mode=play&you=L&moves=3-4,2-1")
                self.browser.sees("You lose", ".banner")
                names = self.browser.run("return [getComputedStyle(document.querySelector('.banner')).animationName, getComputedStyle(document.querySelector(\".cell.o .stone\")).animationName]")
                self.assertEqual(names, ["none", "none"] if calm else ["arrive", "glow"])

    def test_a_click_that_does_nothing_says_why(self):
        self.go("#clobber?board=xxo&mode=play")
        self.browser.sees("Black to move", ".verdict-text")
        for cell, why in [("1", "This stone cannot move: no neighbour has the other colour."), ("3", "This is White's stone; Black is to move.")]:
            self.cell(cell)
            self.assertEqual(self.browser.text(".why"), why)
        self.play("2-3")
        self.browser.until("nothing is said any more", lambda: not self.browser.run("return document.querySelector('.why').checkVisibility()"))
        self.cell("2")
        self.assertEqual(self.browser.text(".why"), "The game is over.")
        self.go("#solitaire?board=xoxo")
        self.browser.sees("can be left", ".verdict-text")
        self.cell("1")
        self.assertIn("Try it yourself", self.browser.text(".why"))

    def test_a_stone_that_cannot_move_shakes_unless_the_user_wants_it_calm(self):
        for calm in [True, False]:
            with self.subTest(calm=calm):
                self.browser.dark(False, calm=calm)
                self.go("#clobber?board=xxo&mode=play")
                self.browser.sees("Black to move", ".verdict-text")
                self.browser.run("window.shaken = 0; const old = Element.prototype.animate; Element.prototype.animate = function (...a) { window.shaken += 1; return old.apply(this, a); }")
                self.cell("1")
                self.assertEqual(self.browser.run("return window.shaken > 0"), not calm)

    def setUp(self):
        super().setUp()
        self.go("#clobber?board=xoxo")
