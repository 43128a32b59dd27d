"""Solitaire for judge.py: boards whose reductions are proved, odd files, and the truth by trying every play."""
from functools import cache


def reductions(rng, stones):
    """A hundred boards: rows, grids, cycles, trees, any graph."""
    for _ in range(20):
        yield stones(rng, rng.randint(1, 40))
        yield "/".join(stones(rng, 3) for _ in range(rng.randint(2, 3)))
        yield "cycle:" + stones(rng, rng.randint(3, 24), rng.choice([0, 0, 0.1]))
        n = rng.randint(2, 16)
        yield "tree:" + ",".join(str(rng.randrange(v)) for v in range(1, n)) + ":" + stones(rng, n, 0.05)
        n = rng.randint(3, 8)
        edges = {tuple(sorted(rng.sample(range(n), 2))) for _ in range(n + 2)}
        yield "edges:" + ",".join(f"{a}-{b}" for a, b in sorted(edges)) + ":" + stones(rng, n)
    yield from ("checker:8x8", "random:60:4", "complete:6:xoxxxo", "kpartite:3,3:xoxoxo", "cube:3:xoxxoxox")


def graph_of(board, header):
    """The cells of a board of a file, and the neighbours of each."""
    if board.startswith("@"):
        number, cells = board[1:].split(":")
        words = [line.split(" ") for line in header if line.startswith("graph ")][int(number)]
        edges = [tuple(map(int, edge.split("-"))) for edge in words[2].split(",")] if len(words) > 2 else []
        edges += [(b, a) for a, b in edges]
    else:
        rows = board.split("/")
        wide, cells = len(rows[0]), "".join(rows)
        at = [divmod(v, wide) for v in range(len(cells))]
        edges = [(u, v) for u, a in enumerate(at) for v, b in enumerate(at) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    return cells, edges


def fewest(board, header):
    """The least number of stones that a play leaves, by trying every play."""
    start, edges = graph_of(board, header)

    @cache
    def least(cells):
        best = len(cells) - cells.count(".")
        for u, v in edges:
            if {cells[u], cells[v]} == {"x", "o"}:
                after = list(cells)
                after[u], after[v] = ".", cells[u]
                best = min(best, least("".join(after)))
        return best

    return least(start)


def true_reduction(lines):
    """Whether the statement of a file holds, of a board of at most eleven stones; None of a larger one."""
    at = next(i for i, line in enumerate(lines) if line.startswith("reduce "))
    _, board, low, high = lines[at].rstrip("\r").split(" ")
    if board.count("x") + board.count("o") > 11:
        return None
    return int(low) <= fewest(board, lines[1:at]) <= int(high)


def odd_reductions():
    """Files about solitaire that are odd; what each must be found to be, and in which line."""
    first = "allsmall proof 1\n"
    few = "proved: solitaire on {}: the fewest stones that a play leaves: {}"
    yield first + "reduce xo 1 1\nm 0-1\nend\n", few.format("xo", 1)
    yield first + "reduce xo 1 1\nm 1-0\nend\n", few.format("xo", 1)
    yield first + "reduce . 0 0\nend\n", few.format(".", 0)
    yield first + "reduce xx 2 2\nend\n", few.format("xx", 2)
    yield first + "reduce xo 0 2\nend\n", "proved: solitaire on xo: no play leaves fewer than 0 stones, and some play leaves at most 2"
    yield first + "reduce xo.ox 2 2\nm 0-1 3-4\nend\n", few.format("xo.ox", 2)
    yield first + "graph 3 0-1,0-2,1-2\nreduce @0:xxo 1 1\nm 0-2\nm 2-1\nend\n", "refused: line 5"
    yield first + "graph 3 0-1,0-2,1-2\nreduce @0:xxo 1 2\nm 0-2\nend\n", "proved"
    yield first + "graph 6 0-1,0-5,1-2,2-3,3-4,4-5\nreduce @0:xoxoxo 2 2\nm 0-1 3-2 2-1 4-5\nend\n", "proved"
    yield first + "graph 6 0-1,0-5,1-2,2-3,3-4,4-5\nreduce @0:xoxoxo 3 3\nm 0-1 3-2\nend\n", "refused: line 3"
    # What is not a move: a cell without a stone, one colour, no neighbours, cells that are not there.
    for move in ("0-2", "0-1 0-1", "0-0", "0-3", "3-4", "9-1", "1-99999999999"):
        yield first + f"reduce xox.o 1 4\nm {move}\nend\n", "refused: line 3"
    yield first + "reduce xx 1 1\nm 0-1\nend\n", "refused: line 3"
    yield first + "reduce xo/xx 1 1\nm 0-3\nend\n", "refused: line 3"
    yield first + "reduce xox/oxo 1 5\nm 2-3\nend\n", "refused: line 3"
    # A bound that is not proved, or not reached.
    yield first + "reduce xo 2 2\nend\n", "refused: line 2"
    yield first + "reduce xo 1 1\nend\n", "refused: line 3"
    yield first + "reduce xox/oxo/xox 2 2\nend\n", "refused: line 3"
    yield first + "reduce xox/oxo/xox 3 3\nend\n", "refused: line 2"
    yield first + "reduce xx 2 1\nend\n", "refused: line 2"
    # Lines that do not belong there.
    for line in ("s xo : 0,0,1,0", "m", "m 0", "m 0-", "m -1", "m 0-1-2", "m 0,1", "m 0-1 ", "m  0-1", ""):
        yield first + f"reduce xo 1 2\n{line}\nend\n", "refused: line 3"
    yield first + "reduce xo 1 1\nm 0-1\n", "refused: line 4"
    yield first + "reduce xo 1 1\nm 0-1\nend\nend\n", "refused: line 5"
    for statement in ("reduce xo 1", "reduce xo 1 1 1", "reduce xo -1 1", "reduce xo 1 a", "reduce xo+xo 2 2", "reduce #0 0 0",
                      "reduce @0:xo 1 1", "reduce xoa 1 3", "reduce x/oo 1 3", "reduce xo 1 99999999999999999999"):
        yield first + statement + "\nm 0-1\nend\n", "refused: line 2"
    yield "allsmall plain proof 1\nreduce xo 1 1\nm 0-1\nend 0\n", "refused: line 2"
    long = "xo" * 600
    yield first + f"reduce {long} 1 1200\nend\n", "proved"
    yield first + f"reduce {long} 301 1200\nend\n", "refused: line 2"
    star = "graph 1001 " + ",".join(f"0-{v}" for v in range(1, 1001)) + "\n"
    yield first + star + "reduce @0:x" + "o" * 1000 + " 1000 1001\nend\n", "proved"
