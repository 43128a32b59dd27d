"""The face of the package, from outside."""

import itertools
import pickle
import re
import signal
import threading
import time
from fractions import Fraction

import numpy
import pytest

import allsmall
from allsmall import Game, Position, Value, nimber, number, star, up


def brute(position, player):
    """Whether this player, who moves first, wins; straight from the rules."""
    other = {"left": "right", "right": "left"}[player]
    return any(not brute(position.play(mv), other) for mv in position.moves(player))


def strips(length):
    return ("".join(stones) for stones in itertools.product("xo.", repeat=length))


def test_outcomes_are_those_of_the_rules():
    names = {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}
    for text in strips(5):
        p = Position(text)
        expected = names[brute(p, "left"), brute(p, "right")]
        assert p.outcome == p.solve().outcome == p.value.outcome == expected, text


def test_errors_point_at_the_place():
    with pytest.raises(allsmall.BoardError) as caught:
        Position("xoxq")
    assert caught.value.at == 3
    assert "^" in str(caught.value)
    with pytest.raises(allsmall.BoardError, match="other colour"):
        Position("xxo").play("1-2")
    with pytest.raises(ValueError, match="left"):
        Position("xo").moves("up")
    with pytest.raises(TypeError):
        Position(3)


def test_arrays_and_lists():
    array = numpy.array([[1, -1, 0], [0, 1, -1]])
    p = Position.from_array(array)
    assert str(p) == "xo./.xo"
    assert (p.to_array() == array).all()
    assert Position.from_rows(["xo", "ox"]) == Position("xo/ox")
    assert str(Position.from_rows("xox")) == "xox"
    for bad in (numpy.zeros((2, 2, 2)), numpy.array([[1, 2]]), numpy.array([[0.5]])):
        with pytest.raises(ValueError, match="expected"):
            Position.from_array(bad)
    with pytest.raises(ValueError, match="one length"):
        Position.from_rows([[1, -1], [1]])
    with pytest.raises(ValueError, match="at least one"):
        Position.from_rows([])


def test_graphs():
    networkx = pytest.importorskip("networkx")
    graph = networkx.cycle_graph(6)
    networkx.set_node_attributes(graph, {v: "xo"[v % 2] for v in graph}, "stone")
    p = Position.from_networkx(graph)
    assert p.outcome == Position("cycle:xoxoxo").outcome
    assert networkx.is_isomorphic(p.to_networkx(), graph)
    del graph.nodes[3]["stone"]
    with pytest.raises(ValueError, match="node 3"):
        Position.from_networkx(graph)
    with pytest.raises(ValueError, match="undirected"):
        Position.from_networkx(networkx.DiGraph())


def test_sums_and_negatives():
    p, q = Position("xxo"), Position("oox")
    assert (p + q).outcome == "P"
    assert (p - p).value == 0
    assert -p == q
    assert (p + q).play("2:3-2") == Position("xxo") + Position("ox.")
    with pytest.raises(ValueError, match="number of its board"):
        (p + q).play("1-2")
    with pytest.raises(allsmall.BoardError, match="sum of boards"):
        Position("xo + up")


def test_pickles_and_hashes():
    values = (Value("{^|v*}"), Value(3), up + star, Position("(xo)^6").value)
    for thing in (Position("xo/ox"), Position("xo + xxo"), *values):
        again = pickle.loads(pickle.dumps(thing))
        assert again == thing
        assert hash(again) == hash(thing)
    assert len({Position("xo"), Position("xo"), Position("ox")}) == 2
    assert {Value(2): "two"}[2] == "two"
    make, (version, *rest) = Position("xo").__reduce__()
    with pytest.raises(ValueError, match="another version"):
        make(version + 1, *rest)


def test_the_arithmetic_of_values():
    assert up + up == 2 * up and up - up == 0
    assert number(Fraction(3, 4)) + Fraction(1, 4) == 1
    assert nimber(3) + nimber(5) == nimber(6)
    assert up > 0 and not up > star and (up | star)
    assert Value.from_options([0], [0]) == star
    assert Value.from_options([1], [-1]).temperature == 1
    assert Value.from_options([2], [0]).mean == 1
    assert (up + star).atomic_weight == 1
    assert [v for v in star.left] == [0]
    assert -number(1) < 0 < number(Fraction(1, 2))
    with pytest.raises(ValueError, match="dyadic"):
        number(Fraction(1, 3))
    with pytest.raises(TypeError):
        up + "up"
    assert Value("^").name == "^"


def test_a_game_of_ones_own():
    class Clobber(Game[str]):
        def moves(self, row, mover):
            other = "o" if mover == "x" else "x"
            for i, j in itertools.product(range(len(row)), repeat=2):
                if abs(i - j) == 1 and row[i] == mover and row[j] == other:
                    after = list(row)
                    after[i], after[j] = ".", mover
                    yield "".join(after)

        def left_moves(self, row):
            return self.moves(row, "x")

        def right_moves(self, row):
            return self.moves(row, "o")

    clobber = Clobber()
    for text in strips(5):
        assert clobber.value(text) == Position(text).value


def test_a_loopy_game_is_refused():
    class Loop(Game[int]):
        def left_moves(self, n):
            return [(n + 1) % 3]

        right_moves = left_moves

    with pytest.raises(ValueError, match="loopy"):
        Loop().value(0)


def test_diamonds_are_no_loops():
    class Diamond(Game[int]):
        def left_moves(self, n):
            return [] if n == 0 else ([1, 2] if n == 3 else [0] if n == 1 else [1, 0])

        right_moves = left_moves

    # 1 is *, 2 is {0,*|0,*} = *2, and 3 is {*,*2|*,*2} = 0.
    assert Diamond().value(2) == nimber(2)
    assert Diamond().value(3) == 0


def test_limits_raise_nothing():
    answer = allsmall.solve("checker:8x8", time=0.1)
    assert not answer.settled and answer.stopped == "time" and answer.outcome is None
    with pytest.raises(ValueError, match="time"):
        allsmall.solve("xo", time=-1)
    with pytest.raises(ValueError):
        allsmall.solve("xo", first="nobody")


def test_control_c_ends_a_computation():
    main = threading.main_thread().ident
    timer = threading.Timer(0.5, lambda: signal.pthread_kill(main, signal.SIGINT))
    started = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        allsmall.solve("checker:9x9")
    assert time.monotonic() - started < 20
    assert Position("xo").outcome == "N"


def test_other_threads_go_on():
    seen = []
    worker = threading.Thread(target=lambda: seen.append(allsmall.solve("checker:8x8", time=1.0)))
    worker.start()
    steps = 0
    while worker.is_alive():
        steps += 1
        time.sleep(0.01)
    assert steps > 10 and seen[0].stopped == "time"


def test_many_in_order():
    boards = ["".join(s) for s in itertools.product("xo", repeat=7)]
    one = [a.outcome for a in allsmall.solve_many(boards)]
    two = [a.outcome for a in allsmall.solve_many(iter(boards), threads=2)]
    assert one == two == [Position(b).outcome for b in boards]
    assert [a.nimber for a in allsmall.nimber_many(boards)] == [Position(b).nimber for b in boards]
    endless = allsmall.value_many(itertools.repeat("xo"))
    assert next(endless).value == "*"


def test_a_bar_is_shown_and_taken_away(capsys):
    answers = list(allsmall.nimber_many(["xoxo"] * 40, progress=True))
    shown = capsys.readouterr().err
    assert len(answers) == 40
    assert "16 of 40 boards" in shown and "[########" in shown and shown.endswith("\r")
    heard = []
    list(allsmall.nimber_many(iter(["xoxo"] * 40), progress=heard.append))
    assert heard == ["16 boards", "40 boards"]


def test_progress_is_reported():
    heard = []
    # The machine may be busy: more time, until something is heard.
    for seconds in (1.5, 6, 24):
        allsmall.solve("checker:7x8", time=seconds, progress=heard.append)
        if heard:
            break
    assert heard


def test_pictures(tmp_path):
    picture = Position("xo/ox").draw()
    picture.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text().startswith("<svg")
    picture.save(tmp_path / "board.tex")
    assert "tikzpicture" in (tmp_path / "board.tex").read_text()
    picture.save(tmp_path / "board.png")
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    picture.save(tmp_path / "board.PDF")
    assert (tmp_path / "board.PDF").read_bytes().startswith(b"%PDF-")
    with pytest.raises(ValueError, match=r"\.svg"):
        picture.save(tmp_path / "board.jpeg")
    with pytest.raises(ValueError, match="moves"):
        Position("xoxo").reduce().draw().save(tmp_path / "play.tex")
    assert "Winning" in Position("xoxo").draw(marks=True, title="Winning").svg
    assert Position("xoxo").draw(labels=False).svg.count("<text") < Position("xoxo").draw().svg.count("<text")
    assert (Position("xo") + Position("xxo"))._repr_svg_().count('href="#left"') == 3
    assert "<animate" in Position("xoxo").reduce().draw().svg
    assert allsmall.phutball("o@o.o.o....").draw().svg.startswith("<svg")


def test_pictures_on_one_page_keep_their_colours():
    colour, bw = (Position("xoxo").draw(marks=True, bw=bw)._repr_svg_() for bw in (False, True))
    own = [re.search(r'<svg class="([^"]+)"', svg)[1] for svg in (colour, bw)]
    assert own[0] != own[1]
    for name, svg in zip(own, (colour, bw), strict=True):
        rules = re.search(r"<style>\n(.*?)</style>", svg, re.DOTALL)[1].splitlines()
        assert rules and all(rule.startswith(f".{name} .") for rule in rules)
        heads = re.findall(r"url\(#([^)]+)\)", svg)
        assert heads and all(head.startswith(name) and f'id="{head}"' in svg for head in heads)


def test_a_panic_is_an_internal_error():
    from allsmall import _allsmall

    for on_a_thread in (False, True):
        with pytest.raises(allsmall.InternalError, match="on purpose"):
            _allsmall.fail_on_purpose(on_a_thread)
    assert Position("xoxo").outcome == "N" and Value("^") > 0


def test_bad_pickles_of_values():
    make, (version, options) = Value("{^|v*}").__reduce__()
    with pytest.raises(ValueError, match="another version"):
        make(version + 1, options)
    with pytest.raises(ValueError, match="not a list of the options"):
        make(version, [([3], [])])


def test_graph6_and_bad_graphs():
    graph, stones = Position("cycle:xoxoox").to_graph6()
    assert Position.from_graph6(graph, stones).value == Position("cycle:xoxoox").value
    for graph, stones in (("Dh", "xoxox"), ("Dhc", "xo"), ("\u2028", "x")):
        with pytest.raises(allsmall.BoardError):
            Position.from_graph6(graph, stones)
    networkx = pytest.importorskip("networkx")
    odd = networkx.path_graph(2)
    networkx.set_node_attributes(odd, {0: "x", 1: ["o"]}, "stone")
    with pytest.raises(ValueError, match="node 1"):
        Position.from_networkx(odd)


def test_tables_choose_and_count():
    best = allsmall.rows("all:full:strips:6", ["board", "aw"], max="aw")
    assert {row["aw"] for row in best} == {"4"}
    assert allsmall.rows("all:2x2", ["value"], unique="value", sort="-aw")[0] == {"value": "^2*"}
    counted = {row["outcome"]: row["rows"] for row in allsmall.rows("all:2x2", group="outcome")}
    assert sum(counted.values()) == 81 and counted["L"] == counted["R"]
    with pytest.raises(ValueError, match="unknown column"):
        allsmall.rows("all:2x2", sort="-weight")
    with pytest.raises(allsmall.BoardError, match="expected L, R, N or P"):
        allsmall.rows("all:2x2", where="outcome=Q")


def test_proofs(tmp_path):
    proof = allsmall.certify("xoxoxo")
    assert proof and proof.statement == "xoxoxo: the second player wins"
    proof.save(tmp_path / "proof")
    assert (tmp_path / "proof").read_text().startswith("allsmall proof 1")
    for question, board, other in [
        ("value", "xxo", None),
        ("compare", "xxo", "up"),
        ("nimber", "xoxo", None),
        ("reduce", "xoxo", None),
        ("family", "xxo", None),
        ("phutball", "o@o.o", None),
    ]:
        assert allsmall.certify(board, question, other), question
    unsettled = allsmall.certify("checker:8x8", time=0.2)
    assert not unsettled and unsettled.stopped == "time"
    with pytest.raises(ValueError, match="no proof"):
        unsettled.save(tmp_path / "nothing")
    with pytest.raises(ValueError, match="expected one of"):
        allsmall.certify("xo", "truth")
    with pytest.raises(allsmall.BoardError):
        allsmall.certify("xq")


def test_claims_and_families():
    (claim,) = allsmall.claims(["survey-proposition-37"])
    assert claim.status == "refuted"
    with pytest.raises(ValueError, match="no claim"):
        allsmall.claims(["nonsense"])
    assert allsmall.family("xxo").theorem.startswith("for all n")


def test_the_engine_moves_on_every_board():
    won = Position("xxo").best_move("left", time=1)
    assert (won.move, won.proved, won.chance, won.line) == ("2-3", "win", None, ["2-3"])
    assert Position("xoxoxo").best_move(time=2).proved == "loss"
    large = Position("checker:8x8")
    guess = large.best_move("right", time=0.1)
    assert guess.move in large.moves("right") and guess.line[0] == guess.move
    assert guess.proved is None and 0 < guess.chance < 1
    moves = large.analyse("left", time=0.2).moves
    assert sorted(one["move"] for one in moves) == sorted(large.moves("left"))
    chances = [one["chance"] for one in moves]
    assert chances == sorted(chances, reverse=True)
    assert [one["proved"] for one in Position("xoxo").analyse().moves] == ["win", "win", "loss"]


def test_fens_and_state_strings_are_boards():
    assert Position("PpP/p1p w") == Position("oxo/x.x")
    assert Position("2oxo\n1x.x\n abc\n") == Position("oxo/x.x")
