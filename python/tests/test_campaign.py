"""Campaigns: the same results as a plain run. Faults are in test_campaign_faults.py."""

import csv
import itertools
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from campaigns import TABLE, found, planned, worked

import allsmall
from allsmall import _allsmall, campaign
from allsmall.campaign import jobs, recheck_tree
from allsmall.campaign.cli import main
from allsmall.campaign.export import read_lines
from allsmall.campaign.ledger import Ledger
from allsmall.campaign.page import page
from allsmall.campaign.tree import Node, Tree

# Positions that are one.


def images(rows):
    for turned in (rows, list(map("".join, zip(*rows, strict=True)))):
        for order in (1, -1):
            for back in (1, -1):
                yield [row[::back] for row in turned[::order]]


def test_normal_forms_are_one_for_all_images_and_the_same_game():
    chance = random.Random(7)
    for _ in range(150):
        rows = ["".join(chance.choice("xxoo.") for _ in range(4)) for _ in range(3)]
        board = _allsmall.Board("/".join(rows))
        key = _allsmall.normal_form(board)
        assert {_allsmall.normal_form(_allsmall.Board("/".join(image))) for image in images(rows)} == {key}
        assert allsmall.compare(key, "/".join(rows)).relation == "="
        # A second routine finds the same classes.
        assert recheck_tree.normal(recheck_tree.read(key)) == recheck_tree.normal(recheck_tree.read("/".join(rows)))


def test_moves_leave_what_the_rules_say():
    for text in ("xoxo/oxox/xoxo", "xxo.ox/o.oxxo", "cycle:xoxoo", "tree:0,0,1,1:xoxox", "xxoxo"):
        board = _allsmall.Board(text)
        children = _allsmall.after_moves(board)
        keys = {_allsmall.normal_form(board.play(mv, "left").negated()) for mv in board.moves("left")}
        assert [key for _, key, _, _ in children] == list(dict.fromkeys(key for _, key, _, _ in children))
        assert {key for _, key, _, _ in children} == keys
        for move, key, after, stones in children:
            assert str(board.play(move, "left").negated()) == after
            assert allsmall.compare(key, after).relation == "="
            assert stones == board.stones() - 1
        if ":" not in text:
            plain = recheck_tree.after_moves(recheck_tree.normal(recheck_tree.read(text)))
            assert plain == {recheck_tree.normal(recheck_tree.read(key)) for key in keys}


def test_a_searcher_is_right_whatever_it_was_asked_before():
    chance = random.Random(3)
    searcher = _allsmall.Searcher("xoxo/oxox/xoxo", 128 << 20)
    for _ in range(150):
        text = "/".join("".join(chance.choice("xo.") for _ in range(4)) for _ in range(3))
        won, move, _, _, stopped = searcher.solve(text)
        assert stopped is None
        assert won == (allsmall.solve(text, first="left").left_first == "L")
        if won:
            assert allsmall.solve(_allsmall.Board(text).play(move, "left"), first="right").right_first == "L"
        else:
            assert move is None
    with pytest.raises(allsmall.BoardError, match="not on the board"):
        searcher.solve("xoxo")


def test_nodes_are_a_limit():
    searcher = _allsmall.Searcher("checker:5x6", 256 << 20)
    won, move, nodes, _, stopped = searcher.solve("checker:5x6", 5000)
    assert (won, move) == (None, None) and "nodes" in stopped
    assert 5000 <= nodes < 6000


# The tree.


def test_numbers_lead_to_the_right_verdicts():
    """Random trees: whatever the order of jobs, the verdict is that of plain minimax."""
    chance = random.Random(5)
    for _ in range(30):
        tree, count = Tree(), itertools.count(1)

        def node(size, tree=tree, count=count):
            number = next(count)
            return Node(number, f"{'x' * size} {number}", "", size, (chance.uniform(1, 1e9), chance.uniform(1, 1e9)))

        root = node(6)
        tree.roots = [root]
        tree.add(root)
        truth, running = {}, []
        while root.won is None:
            while (leaf := tree.next_leaf()) is not None and len(running) < 3:
                leaf.running = True
                tree.update([leaf])
                running.append(leaf)
            leaf = running.pop(chance.randrange(len(running)))
            leaf.running = False
            if leaf.size <= 2 or (leaf is not root and chance.random() < 0.3):
                leaf.won = truth[leaf] = chance.random() < 0.5
            else:
                children = [node(leaf.size - 1) for _ in range(chance.randrange(1, 4))]
                if leaf.size < 6 and chance.random() < 0.5:
                    same = [other for other in tree.nodes.values() if other.size == leaf.size - 1]
                    children += chance.sample(same, min(1, len(same)))
                for child in children:
                    tree.nodes.setdefault(child.key, child).weigh()
                tree.link(leaf, [("m", child) for child in children])
            tree.update([leaf])

        def minimax(node, truth=truth):
            if node in truth or node.children is None:
                return truth.get(node)
            below = [minimax(child) for child in node.children]
            return True if False in below else (None if None in below else False)

        assert minimax(root) == root.won


def test_a_tree_is_rechecked_by_the_plain_rules_alone():
    lines = [{"root": "xo/ox"}, {"position": "xo/ox", "inner": True}]
    lines += [
        {"position": key, "won": allsmall.solve(key, first="left").left_first == "L"}
        for _, key, _, _ in _allsmall.after_moves(_allsmall.Board("xo/ox"))
        if key != "0"
    ]
    verdicts, _, inner = recheck_tree.verdicts(lines)
    assert verdicts == {"xo/ox": allsmall.solve("xo/ox", first="left").left_first == "L"} and inner == 1
    assert recheck_tree.verdicts(lines[:2])[0] == {"xo/ox": None}
    with pytest.raises(ValueError, match="both"):
        recheck_tree.verdicts([*lines, {"position": lines[2]["position"], "won": not lines[2]["won"]}])


VERDICTS = {"6x6": [True]}
"""Whether the first player wins, of each campaign that is committed."""
KNOWN = sorted((Path(__file__).parents[2] / "campaigns").glob("*/known.jsonl.*"))


@pytest.mark.parametrize("path", KNOWN, ids=lambda path: path.parent.name)
def test_the_committed_tree_is_rechecked(path):
    """Every verdict above a leaf, found again from the leaves by the plain rules."""
    lines = list(read_lines(path))
    entered = {line["position"]: line["won"] for line in lines if line.get("inner") and "won" in line}
    verdicts, _, inner = recheck_tree.verdicts([*lines, *({"root": position} for position in entered)])
    assert {position: verdicts[position] for position in entered} == entered
    roots = [verdicts[line["root"]] for line in lines if "root" in line]
    assert inner > 0 and roots == VERDICTS[path.parent.name]


def test_the_tree_of_6x6_begins_with_the_checkerboard_and_a_move_to_a_lost_position():
    lines = list(read_lines(KNOWN[0].parents[1] / "6x6" / "known.jsonl.gz"))
    normal = {line["position"]: recheck_tree.normal(recheck_tree.read(line["position"])) for line in lines[1:]}
    board = "/".join(["xoxoxo", "oxoxox"] * 3)
    start = recheck_tree.normal(recheck_tree.read(board))
    assert recheck_tree.normal(recheck_tree.read(lines[0]["root"])) == start
    root = next(line for line in lines[1:] if normal[line["position"]] == start)
    assert (root["board"], root["won"], root["move"]) == (board, True, "e6-e5")
    # The move in the coordinates of the board: columns from a, rows from the bottom.
    [stones] = recheck_tree.read(board)
    assert (stones[0, 4], stones[1, 4]) == ("x", "o")
    moved = {cell: stone for cell, stone in stones.items() if cell != (0, 4)} | {(1, 4): "x"}
    after = recheck_tree.normal([{cell: recheck_tree.OTHER[stone] for cell, stone in moved.items()}])
    assert [line["won"] for line in lines[1:] if normal[line["position"]] == after] == [False]


# Tables.


def test_a_table_is_that_of_a_plain_run(tmp_path, expected, capsys):
    path = planned(tmp_path, TABLE + "portion = 400\n")
    worked(path)
    assert found(path) == expected
    assert main(["verify", str(path), "--all"]) == 0
    assert "6561 rows: 0 faults" in capsys.readouterr().out
    for ending in ("csv", "jsonl", "jsonl.gz", "parquet"):
        assert main(["export", str(path), "-o", str(tmp_path / f"all.{ending}")]) == 0
    with open(tmp_path / "all.csv", newline="") as file:
        assert [row | {"value": row["value"] or None} for row in csv.DictReader(file)] == expected
    lines = (tmp_path / "all.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == expected
    assert main(["status", str(path), "--html", str(tmp_path / "page.html")]) == 0
    assert "17 of 17 jobs, 100.0 %" in capsys.readouterr().out
    assert "<progress" in (tmp_path / "page.html").read_text()


def test_symmetry_files_and_graphs(tmp_path):
    up_to = planned(tmp_path, TABLE + "up_to_symmetry = true\nportion = 1000\n")
    worked(up_to, 1)
    plain = allsmall.rows("all:2x4", columns=["board", "outcome", "value"], up_to_symmetry=True)
    assert found(up_to) == plain
    (tmp_path / "boards.txt").write_text("xo\n% a remark\n\nxxo\nxoox\nxq\n")
    boards = planned(tmp_path, 'kind = "table"\nwhat = "@boards.txt"\nportion = 2\nkeep=["outcome", "error"]\n', "b.db")
    worked(boards, 1)
    rows = found(boards)
    assert [row.get("outcome") for row in rows] == ["N", "L", "P", None]
    assert rows[3]["error"]["at"] == 1
    (tmp_path / "graphs.g6").write_text("Bw\nCF\n")
    graphs = 'kind = "table"\nwhat = "graphs:graphs.g6"\ncolourings = "5"\nask = ["nimber"]\nportion = 1\n'
    worked(planned(tmp_path, graphs, "g.db"), 1)
    rows = found(tmp_path / "g.db")
    plain = allsmall.rows(f"graphs:{tmp_path}/graphs.g6", columns=["board", "nimber"], colourings="5")
    assert [(row["board"], row["nimber"]) for row in rows] == [(row["board"], row["nimber"]) for row in plain]


def test_what_one_question_found_the_next_is_not_asked(monkeypatch):
    asked = []

    def ask_many(question, boards, *_):
        asked.append((question, boards))
        answers = {"value": {"xo": "*", "xx": None}, "solve": {"xo": "P", "xx": "N"}}[question]
        return [
            json.dumps(
                {"value": answers[b], "outcome": "N"} if question == "value" and answers[b] else {"outcome": answers[b]}
            )
            for b in boards
        ]

    monkeypatch.setattr(_allsmall, "ask_many", ask_many)
    job = {"ask": ["value", "solve"], "keep": ["outcome", "value"], "time": None, "memory": 1 << 20}
    assert jobs.ask(job, ["xo", "xx"]) == [
        {"board": "xo", "outcome": "N", "value": "*"},
        {"board": "xx", "outcome": "N"},
    ]
    assert asked == [("value", ["xo", "xx"]), ("solve", ["xx"])]


def test_portions_are_measured(tmp_path):
    path = planned(tmp_path, 'kind = "table"\nwhat = "all:3x5"\njob_seconds = 1\n')
    ledger = Ledger(path, readonly=True)
    ((total, count),) = ledger.db.execute("SELECT sum(count), count(*) FROM jobs").fetchall()
    assert total == 3**15 and 20 < count < 100_000


def test_claims(tmp_path):
    path = planned(tmp_path, 'kind = "claims"\neffort = "quick"\nonly = ["survey-proposition-3"]\n')
    worked(path)
    rows = found(path)
    assert [row["id"] for row in rows] == [n for n in _allsmall.claim_names() if n.startswith("survey-proposition-3")]
    plain = {claim.id: claim.status for claim in allsmall.claims([row["id"] for row in rows])}
    assert {row["id"]: row["status"] for row in rows} == plain


# Searches.


@pytest.mark.parametrize(
    ("board", "nodes"), [("checker:4x5", 300), ("checker:4x6", 15_000), ("xoxxo/oxoox/xxoxo/ooxxo", 200)]
)
def test_a_search_agrees_with_solve(tmp_path, board, nodes, capsys):
    spec = f'kind = "search"\nboard = "{board}"\nnodes = {nodes}\nprobe = {nodes // 64}\nmemory = "256M"\n'
    path = planned(tmp_path, spec)
    worked(path)
    answer = allsmall.solve(board)
    winners = {root.player: root.winner[0].upper() for root in campaign.status(path).roots}
    assert winners == {"left": answer.left_first, "right": answer.right_first}
    ledger = Ledger(path, readonly=True)
    (expanded,) = ledger.db.execute("SELECT count(*) FROM nodes WHERE expanded").fetchone()
    assert expanded > 1
    moves_win(ledger)
    for key, won in ledger.db.execute("SELECT key, won FROM nodes WHERE won IS NOT NULL ORDER BY id LIMIT 40"):
        assert (allsmall.solve(key, first="left").left_first == "L") == bool(won), key
    assert main(["verify", str(path), "--sample", "20"]) == 0
    assert ": 0 faults" in capsys.readouterr().out
    # What the verdict rests on is enough to find it again, by the plain rules
    # and by a campaign that has nothing left to do.
    proof = tmp_path / "proof.jsonl"
    assert main(["export", str(path), "-o", str(proof), "--proof"]) == 0
    alone = subprocess.run([sys.executable, recheck_tree.__file__, proof], capture_output=True, text=True, check=False)
    assert alone.returncode == 0, alone.stdout + alone.stderr
    again = tmp_path / "again.db"
    assert main(["plan", str(tmp_path / "spec.toml"), "-o", str(again), "--known", str(proof)]) == 0
    assert {root.player: root.winner[0].upper() for root in campaign.status(again).roots} == winners
    assert main(["verify", str(again), "--sample", "5"]) == 0
    for root in campaign.status(path).roots:
        line_is_right(board, root)
    assert "<svg" in page(campaign.status(path)) or "no plot" in page(campaign.status(path))


def moves_win(ledger):
    """The move of a won leaf is one on its own board, which has its normal form."""
    leaves = ledger.db.execute("SELECT key, board, move FROM nodes WHERE source = 'search' AND won").fetchall()
    assert leaves
    for key, text, move in leaves:
        board = _allsmall.Board(text)
        assert _allsmall.normal_form(board) == key
        after = allsmall.Position(text).play(move, "left")
        assert allsmall.solve(after, first="right").right_first == "L", (text, move)


def line_is_right(board, root):
    """The line is legal on the board itself, and its winner keeps the win."""
    position, player = allsmall.Position(board), root.player
    assert root.line
    for move in root.line:
        position = position.play(move, player)
        player = {"left": "right", "right": "left"}[player]
        if player != root.winner:
            answer = allsmall.solve(position, first=player)
            assert {"left": answer.left_first, "right": answer.right_first}[player] == root.winner[0].upper(), root.line


def test_a_search_of_5x5_agrees_with_solve(tmp_path):
    path = planned(tmp_path, 'kind = "search"\nboard = "checker:5x5"\nnodes = 20000\nprobe = 1000\n')
    worked(path)
    answer = allsmall.solve("checker:5x5")
    winners = {root.player: root.winner[0].upper() for root in campaign.status(path).roots}
    assert winners == {"left": answer.left_first, "right": answer.right_first}
    moves_win(Ledger(path, readonly=True))
    assert main(["verify", str(path)]) == 0
