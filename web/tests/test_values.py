"""The value explorer."""

from urllib.parse import quote

from page import PageTest


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
        self.browser.write("aside input.text", "star")
        self.browser.sees("is confused with", ".relation")

    def test_a_bad_expression_shows_its_fault(self):
        self.go("#values?board=xxo")
        self.browser.write("input.text", "xxo + ")
        self.browser.sees("expected", ".fault")
        self.fine()

    def test_values_are_typeset(self):
        self.go("#values?board=xoxxoxo")
        self.browser.until("a value", lambda: self.browser.text(".name.big"))
        self.assertEqual(self.browser.run("return document.querySelector('.name.big').textContent.replaceAll(' ', '')"), "{⇑∗|∗,↑||↓∗,±{0,↑∗}}")
        # The outer braces are higher than the inner ones.
        heights = self.browser.run("return [...document.querySelectorAll('.name.big .brace')].map((b) => b.getBoundingClientRect().height)")
        self.assertGreater(heights[0], heights[1])

    def test_its_place_among_the_ups_is_shown(self):
        self.go("#values?board=xxo")
        self.browser.until("nine rungs", lambda: self.browser.run(
            "return [...document.querySelectorAll('.rung')].map((r) => r.textContent).join('')") == ">>>>=<<<<")

    def test_a_hot_value_has_its_thermograph(self):
        self.go("#values?board=" + quote("{3|{1|-2}}"))
        self.browser.until("the picture", lambda: self.browser.count(".thermograph .wall") == 2)
        # The stops, and the mast at the mean, as the program says.
        self.assertEqual(self.browser.run("return document.querySelector('.thermograph svg').ariaLabel"),
                         "Thermograph: from 3 and 1 to a mast at 1.25, temperature 7/4")
        # The axes have the corners of the walls, as in `allsmall draw`.
        ticks = self.browser.run("return [...document.querySelectorAll('.thermograph .tick')].map((t) => t.textContent)")
        self.assertEqual(sorted(ticks), sorted(["1", "5/4", "3", "0", "3/2", "7/4", "t"]))

    def test_names_are_read_with_and_without_inner_braces(self):
        same = self.browser.run("""
            const { read } = await import('./thermograph.js');
            const text = (name) => JSON.stringify(read(name));
            return [['{3|{1|-2}}', '{3||1|-2}'], ['{{2|1}|{0|-1}}', '{2|1||0|-1}'], ['{1,{2|1}|-1/2}', '{1,{2|1}|-1/2}'], ['{{{4|3}|2}|{1|0}}', '{4|3||2|||1|0}']].map(([a, b]) => text(a) === text(b));""")
        self.assertEqual(same, [True] * 4)

    def test_boards_are_drawn_next_to_the_options_they_are_worth(self):
        self.go("#values?board=xoxxo")
        self.browser.until("a board next to the value and each option", lambda: self.browser.count(".values .stamp") == 4)
        self.browser.click("details.node details.node summary")
        self.browser.until("boards next to the options of an option", lambda: self.browser.count("details.node details.node .options .stamp") >= 2)
        # Each board has the value that is written next to it.
        wrong = self.browser.run("""
            const { ask } = await import('./api.js');
            const { typeset } = await import('./typeset.js');
            const wrong = [];
            for (const stamp of document.querySelectorAll('.tree .stamp')) {
              const name = stamp.closest('summary, .leaf').textContent;
              const { value } = await ask('value', { board: stamp.ariaLabel });
              if (typeset(value).textContent !== name) wrong.push([stamp.ariaLabel, value, name]);
            }
            return wrong;""")
        self.assertEqual(wrong, [])

    def test_a_value_too_long_to_write_opens_all_the_same(self):
        self.go("#values?board=(xo)^11")
        self.browser.sees("too long to write", ".name.big")
        long = "details.node details.node:not([open]) > summary"
        self.browser.until("a long option", lambda: self.browser.run(
            "return [...document.querySelectorAll(arguments[0])].some((s) => s.textContent.includes('too long'))", long))
        self.browser.run("[...document.querySelectorAll(arguments[0])].find((s) => s.textContent.includes('too long')).click()", long)
        self.browser.until("its options", lambda: self.browser.count("details.node details.node[open] > .options > .side") == 2)
        self.browser.sees("birthday", "details.node details.node[open] > .options")

    def test_the_picture_among_the_ups_spans_what_the_value_is_confused_with(self):
        self.go("#values?board=(xo)^5")
        self.browser.until("the stretch", lambda: self.browser.count(".among .stretch") == 1)
        signs = self.browser.run("return [...document.querySelectorAll('.rung')].map((r) => r.textContent)")
        self.assertEqual("".join(signs), ">>>∥∥∥<<<")
        left, right = self.browser.run("const s = document.querySelector('.stretch'); return [s.x1.baseVal.value, s.x2.baseVal.value]")
        # Rungs are 10 apart from 5 on: the stretch lies between the third and the seventh.
        self.assertTrue(25 < left < 35 and 55 < right < 65, (left, right))

    def test_tiny_is_typeset_and_spoken(self):
        self.go("#values?board=" + quote("Tiny(2)"))
        self.browser.until("a value", lambda: self.browser.count(".name.big sub"))
        self.assertEqual(self.browser.run("return document.querySelector('.name.big').textContent"), "tiny +2")
