"""Jobs as a worker runs them: one job in, one result out.

A job is a plain dict, and so is its result; a job is pure, so it may be done
twice. The work is Rust without the interpreter's lock. A worker keeps the
solver of a search from one job to the next: what it proved of one position
serves the next, and no verdict depends on what was asked before.
"""

from __future__ import annotations

import json
import os
import socket
import time
from typing import Any

from .. import _allsmall
from .results import pack, wanted

_searchers: dict[tuple[str, str, int], _allsmall.Searcher] = {}


def work(job: dict[str, Any]) -> dict[str, Any]:
    """Do a job."""
    started = time.perf_counter()
    result = {"table": table, "search": search, "claims": claims}[job["kind"]](job)
    return {**result, "seconds": time.perf_counter() - started, "worker": f"{socket.gethostname()}:{os.getpid()}"}


def boards_of(job: dict[str, Any]) -> list[str]:
    """The boards that a table's job asks about."""
    what, text = job["what"], job.get("text")
    if text is None:
        return _allsmall.boards_between(what, job["first"], job["count"], job["up_to_symmetry"])
    if what.startswith("graphs:"):
        return _allsmall.boards_on_graphs(text, job["line"], job["colourings"], job["up_to_symmetry"])
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("%")]


def ask(job: dict[str, Any], boards: list[str]) -> list[dict[str, Any]]:
    """One row a board."""
    rows: list[dict[str, Any]] = [{"board": board} for board in boards]
    for question in job["ask"]:
        # The opening book rests on campaigns, so none may rest on it.
        options = {"reduce": '{"no_play": true}', "solve": '{"no_book": true}'}.get(question, "{}")
        # What an earlier question has found is not asked for again.
        open_rows = [row for row in rows if not job["keep"] or any(row.get(key) is None for key in job["keep"])]
        texts = [row["board"] for row in open_rows]
        answers = _allsmall.ask_many(question, texts, options, job["time"], job["memory"], job.get("threads", 1))
        for row, line in zip(open_rows, answers, strict=True):
            for key, value in wanted(json.loads(line), job["keep"]).items():
                if row.get(key) is None:
                    row[key] = value
    return rows


def table(job: dict[str, Any]) -> dict[str, Any]:
    """Rows of a table, packed."""
    rows = ask(job, boards_of(job))
    text = "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
    return {"boards": len(rows), "frame": pack(text.encode(), job["packing"])}


def claims(job: dict[str, Any]) -> dict[str, Any]:
    """The verdict on one claim."""
    (verdict,) = json.loads(_allsmall.claims([job["claim"]], job["effort"], job["time"]))
    return {"boards": 1, "result": verdict}


def searcher(job: dict[str, Any]) -> _allsmall.Searcher:
    """The solver that this worker keeps for a search."""
    name = (job["campaign"], job["start"], job["memory"])
    if name not in _searchers:
        _searchers.clear()
        _searchers[name] = _allsmall.Searcher(job["start"], job["memory"])
    return _searchers[name]


def search(job: dict[str, Any]) -> dict[str, Any]:
    """Solve a leaf; if that takes too long, expand it."""
    solver = searcher(job)
    won, move, nodes, _, stopped = solver.solve(job["board"], job["nodes"], job["time"])
    result: dict[str, Any] = {"won": won, "move": move, "nodes": nodes, "stopped": stopped, "children": None}
    if won is None and job["expand"]:
        result["children"] = list(expand(solver, job))
    return result


def forecast(solver: _allsmall.Searcher, board: str) -> tuple[float, float]:
    """Estimated nodes of a proof that Left, who is to move, wins, and that she loses."""
    return solver.forecast(board) or (1.0, 1.0)


def expand(solver: _allsmall.Searcher, job: dict[str, Any]) -> list[dict[str, Any]]:
    """All positions that moves leave, with what a short search says of each."""
    children: list[dict[str, Any]] = [
        {"move": move, "key": key, "board": board, "stones": stones, "guess": forecast(solver, board)}
        for move, key, board, stones in _allsmall.after_moves(_allsmall.Board(job["board"]))
    ]
    children.sort(key=lambda child: child["guess"][1])
    lost = False
    for child in children:
        child.update(won=None, reply=None, nodes=0, seconds=0.0)
        if job["probe"] and not lost:
            won, reply, nodes, seconds, _ = solver.solve(child["board"], job["probe"], job["time"])
            child.update(won=won, reply=reply, nodes=nodes, seconds=seconds)
            lost = won is False
    return children
