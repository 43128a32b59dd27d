"""The page about checkerboards is what its table makes, and the claim says the same."""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "campaigns" / "checkerboards"


def test_the_page_is_what_the_table_makes():
    checked = subprocess.run([sys.executable, FOLDER / "page", "--check"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


def test_the_claim_names_the_boards_of_the_table_that_the_second_player_wins():
    lines = [json.loads(line) for line in (FOLDER / "table.jsonl").read_text().splitlines()]
    boards = [one for one in lines if one["rows"] > 1 and one["rows"] * one["cols"] <= 36]
    claim = (ROOT / "crates/allsmall-claims/src/checkerboards.rs").read_text()

    found = re.search(r"const SECOND: \[[^=]*=\s*\[(.*?)\];", claim, re.DOTALL)
    second = {tuple(map(int, pair)) for pair in re.findall(r"\((\d+), (\d+)\)", found[1])}
    assert second == {(one["rows"], one["cols"]) for one in boards if one["outcome"] == "P"}
    assert all(one["outcome"] in "NP" for one in boards)
    # Every board of up to 36 cells has a line.
    sizes = {(rows, cols) for rows in range(2, 7) for cols in range(rows, 36 // rows + 1)}
    assert sizes == {(one["rows"], one["cols"]) for one in boards}
