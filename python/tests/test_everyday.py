"""What people try first, and what goes wrong first."""

import subprocess
import sys

import pytest

import allsmall
from allsmall import Position, Value, star


def test_values_compare_with_texts_as_one_expects():
    up = Value("^")
    assert up == "^" and up <= "^" and up >= "^" and not up < "^" and up | "*"
    assert all(up == same for same in ("{0|*}", "xxo")) and all(up != other for other in ("^*", "not a value", 1))
    assert (up == None) is False  # noqa: E711


def test_nimbers_of_sizes_and_of_boards():
    assert allsmall.nimber(2) == Value("*2")
    assert allsmall.nimber("xoxo") == allsmall.nimber(Position("xoxo")) == Position("xoxo").nimber == 3
    with pytest.raises(ValueError, match="from 0 on"):
        allsmall.nimber(-1)
    with pytest.raises(allsmall.BoardError):
        allsmall.nimber("xoz")


def test_positions_and_values_are_added():
    assert Position("xxo") + star == Value("^*") == star + Position("xxo")
    assert Position("xxo") - Value("^") == 0 and Value("^") - Position("xxo") == 0
    with pytest.raises(TypeError):
        Position("xxo") + "xo"


def test_limits_are_read_as_the_command_line_reads_them():
    answer = allsmall.solve("checker:8x8", time="50ms", memory="64M")
    assert answer.stopped in ("time", "memory") and not answer.settled
    assert Position("xoxo").solve(time="10s", memory="1G").outcome == "N"
    assert [a.outcome for a in allsmall.solve_many(["xo"], time="10s", memory="64M")] == ["N"]
    assert len(allsmall.rows("all:2x2", time="10s", memory="256M")) == 81
    for bad in (dict(time="soon"), dict(memory="much")):
        with pytest.raises(ValueError, match="expected"):
            allsmall.solve("xo", **bad)


def test_what_is_not_settled_is_raised_where_one_value_is_asked_for(monkeypatch):
    from allsmall import position

    monkeypatch.setattr(position, "DEFAULT_TIME", 0.02)
    large = Position("random:9x9:1")
    for ask in (lambda: large.outcome, lambda: large.value, lambda: large.nimber):
        with pytest.raises(allsmall.Unsettled) as caught:
            ask()
        assert caught.value.stopped in ("time", "memory", "size")
    monkeypatch.undo()
    # What was not settled is not kept.
    assert "outcome" not in vars(large)


def test_one_bad_board_does_not_end_the_others():
    answers = list(allsmall.solve_many(["xo", "xq", "xxo"], threads=2))
    assert [answer.outcome for answer in answers] == ["N", None, "L"]
    assert answers[1].board == "xq" and not answers[1].settled and "'q' is not a stone" in answers[1].error
    assert answers[1].raw["error"]["at"] == 1 and answers[0].error is None


def test_missing_files_are_missing_files(tmp_path):
    for ask in (
        lambda: allsmall.rows(f"graphs:{tmp_path}/none.g6"),
        lambda: allsmall.rows(f"@{tmp_path}/none.txt"),
        lambda: allsmall.find("^", within=f"graphs:{tmp_path}/none.g6"),
    ):
        with pytest.raises(FileNotFoundError) as caught:
            ask()
        assert str(caught.value).startswith("[Errno 2] No such file or directory: ") and "none" in caught.value.filename


def test_messages_are_in_our_words():
    for ask, expected in (
        (lambda: allsmall.reduce("xo", rule="mine"), r'"rule": expected .*"free".*, not "mine"'),
        (lambda: allsmall.solve("xo", first="middle"), r'"first": expected .*"L".*, not "middle"'),
        (lambda: next(allsmall.solve_many(["xo"], colour=1)), r'no option "colour"; expected .*moves'),
        (lambda: next(allsmall.solve_many(["xo"], moves="all")), r'"moves": expected true or false, not "all"'),
        (lambda: allsmall.reply("xo", game="chess"), r'"game": expected .*"clobber"'),
    ):
        with pytest.raises(ValueError, match=expected) as caught:
            ask()
        assert not any(word in str(caught.value) for word in ("field", "variant", "invalid type", "`", "boolean"))


def test_options_that_are_misspelt_are_refused():
    for ask in (
        lambda: allsmall.solve("checker:8x8", tiem=1),
        lambda: Position("checker:8x8").solve(colour=3),
        lambda: allsmall.value("xo", memroy="64M"),
        lambda: allsmall.certify("xo", treads=2),
    ):
        with pytest.raises(TypeError, match=r"no option .* here; limits are time, memory, threads, progress"):
            ask()


def test_every_field_of_an_answer_is_an_attribute():
    game = "xxo/oxo"
    answers = [
        allsmall.solve(game, moves=True, explain=True),
        allsmall.solve("checker:9x9", time=0.05),
        allsmall.value("xoxo", options=True, latex=True),
        allsmall.compare("xxo", "^"),
        Position(game).best_move(),
        Position(game).analyse(),
        allsmall.reduce("xxo"),
        allsmall.phutball("o@o.o.o...."),
        allsmall.family("xxo"),
        allsmall.reply(game, "left"),
        allsmall.show("petersen:" + "xo" * 5),
        allsmall.show(game),
        allsmall.proof("xoxo", first="right"),
    ]
    for answer in answers:
        assert answer.input == answer.raw["input"] and all(getattr(answer, name) == answer[name] for name in answer.raw)
    assert allsmall.solve(game, explain=True).explain and allsmall.compare("xxo", "^").other == "^"
    with pytest.raises(AttributeError, match="'SolveAnswer' object has no attribute 'colour'"):
        allsmall.solve("xo").colour  # noqa: B018


def test_the_smallest_position_is_found():
    assert str(allsmall.find("^2*")) == "xxxo" and allsmall.find(Value("^")).value == "^"
    assert allsmall.find(Position("xxo") + Position("xxo")).value == "^2"
    assert allsmall.find("*2", within="strips:6") is None
    for bad in (allsmall.find, lambda: allsmall.find("^", where="aw=1")):
        with pytest.raises(ValueError, match="either"):
            bad()
    with pytest.raises(allsmall.BoardError):
        allsmall.find("^", within="nowhere")


def test_tables_of_families_and_groups(tmp_path):
    rows = allsmall.rows("(xo)^n", "n, outcome, atomic_weight", n="1..6")
    assert [row["n"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert [row["outcome"] for row in rows] == [Position("xo" * n).outcome for n in range(1, 7)]
    (tmp_path / "two.g6").write_text("Bw\nBo\n")
    best = allsmall.rows(f"graphs:{tmp_path}/two.g6", group="graph", max="stones", mean="stones", sort="-rows, graph")
    assert best == [
        {"graph": "Bo", "max_stones": 3, "mean_stones": 1.75, "rows": 8},
        {"graph": "Bw", "max_stones": 3, "mean_stones": 1.5, "rows": 8},
    ]
    with pytest.raises(allsmall.BoardError, match="column n"):
        allsmall.rows("all:2x2", "n")


def test_named_graphs_are_those_of_networkx():
    networkx = pytest.importorskip("networkx")
    for text, graph in (
        ("petersen:" + "xo" * 5, networkx.petersen_graph()),
        ("star:6:" + "xo" * 3, networkx.star_graph(5)),
        ("wheel:7:" + "xo" * 3 + "x", networkx.wheel_graph(7)),
        ("circulant:8:1,3:" + "xo" * 4, networkx.circulant_graph(8, [1, 3])),
        ("path:5:xoxox", networkx.path_graph(5)),
    ):
        edges = {tuple(sorted(edge)) for edge in Position(text).board.edges()}
        assert edges == {tuple(sorted(edge)) for edge in graph.edges}, text
    torus = networkx.grid_2d_graph(3, 4, periodic=True)
    assert networkx.is_isomorphic(Position("torus:3x4:" + "xo" * 6).to_networkx(), torus)


def test_replies_looks_and_proofs():
    answer = allsmall.reply("xoxo", "right")
    assert answer.winner == "R" and answer.move in Position("xoxo").solve(moves=True).right_moves
    assert allsmall.show("petersen:" + "xo" * 5).graph == "Petersen graph"
    proof = allsmall.proof("xoxo", first="right")
    assert proof.certified and proof.winner == "R" and proof.move


def test_the_program_comes_with_the_package():
    def run(*arguments, **options):
        return subprocess.run(
            [sys.executable, "-m", "allsmall", *arguments], capture_output=True, text=True, check=False, **options
        )

    solved = run("solve", "xoxo")
    assert solved.returncode == 0 and solved.stdout.startswith("xoxo: N")
    bad = run("solve", "xoz")
    assert bad.returncode == 2 and "not a stone" in bad.stderr
    assert run("nimber", input="xoxo").stdout.startswith("xoxo: nimber 3")
    assert allsmall.__version__ in run("--version").stdout
    assert run("solve", "checker:8x8", "--time", "50ms").returncode == 3
