"""Lets both checkers judge proofs of many boards, and changed proofs.

Both must agree on every file, and no changed file may prove a false
statement: who wins is asked of the solver.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ALLSMALL, CHECK = os.environ["ALLSMALL"], os.environ["ALLSMALL_CHECK"]
VERIFIED = str(Path(__file__).with_name("check"))
CHANGES = 1000


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=900, **options)


def stones(rng, n, gaps=0.1):
    return "".join(rng.choice("xo") if rng.random() > gaps else "." for _ in range(n))


def boards(rng):
    """A hundred random boards of every family."""
    for i in range(9):
        yield stones(rng, rng.randint(1, 16))
        yield "/".join(stones(rng, 4) for _ in range(rng.randint(2, 3)))
        yield "cycle:" + stones(rng, rng.randint(3, 10), 0)
        n = rng.randint(2, 9)
        yield "tree:" + ",".join(str(rng.randrange(v)) for v in range(1, n)) + ":" + stones(rng, n)
        yield "complete:5:" + stones(rng, 5)
        yield "kpartite:3,2,1:" + stones(rng, 6)
        yield "hamming:3,2:" + stones(rng, 6)
        yield "cube:3:" + stones(rng, 8)
        n = rng.randint(3, 7)
        edges = {tuple(sorted(rng.sample(range(n), 2))) for _ in range(n + 2)}
        yield "edges:" + ",".join(f"{a}-{b}" for a, b in sorted(edges)) + ":" + stones(rng, n)
        yield "graph6:Dhc:" + stones(rng, 5)
        values = rng.choice(["star", "up", "*2", "down", "2*up", "{up|star}"])
        yield f"{stones(rng, 6)} {rng.choice('+-')} {stones(rng, 5)} {rng.choice('+-')} {values}"
        yield f"random:{rng.randint(5, 20)}:{i}"


def write(board, path, *options):
    done = run(ALLSMALL, "solve", board, "--certificate", path, "--plain", "--quiet", *options)
    if done.returncode:
        sys.exit(f"{board}: no proof was written\n{done.stderr}")


def judged(path):
    """What both say: the first lines, which begin with proved or with the line that is refused."""
    ours, verified = run(CHECK, path), run(VERIFIED, path)
    one, two = (done.stdout.split("\n")[0] for done in (ours, verified))
    if ours.returncode != verified.returncode or verified.returncode not in (0, 1) or one[:200] != two[:200]:
        sys.exit(f"the checkers do not agree on {path}:\n{ours.stdout}{verified.stdout}{verified.stderr}")
    return verified.returncode == 0, two


def changed(rng, text):
    """The text with one change: a character, a token, a line, two lines."""
    lines = text.split("\n")
    kind = rng.randrange(8)
    i = rng.randrange(1, len(lines) - 1)
    if kind == 0:
        del lines[i]
    elif kind == 1:
        lines.insert(i, rng.choice(lines[1:-1]))
    elif kind == 2:
        j = rng.randrange(1, len(lines) - 1)
        lines[i], lines[j] = lines[j], lines[i]
    elif kind == 3:
        return text[: rng.randrange(len(text))]
    elif kind == 4:
        at = rng.randrange(len(lines[i]) or 1)
        lines[i] = lines[i][:at] + rng.choice("xo.,:=#@+-/0123456789 sfdavePNLR\x00") + lines[i][at + 1 :]
    elif kind == 5:
        tokens = lines[i].split(" ")
        at = rng.randrange(len(tokens))
        tokens[at : at + 1] = rng.choice([[], [tokens[at]] * 2, [rng.choice(rng.choice(lines).split(" "))]])
        lines[i] = " ".join(tokens)
    elif kind == 6:
        numbers = list(re.finditer(r"\d+", lines[i]))
        if numbers:
            hit = rng.choice(numbers)
            new = str(max(0, int(hit[0]) + rng.choice([-2, -1, 1, 2])))
            lines[i] = lines[i][: hit.start()] + new + lines[i][hit.end() :]
    else:
        lines[1:] = [line.translate(str.maketrans("xo", "ox")) if n == i - 1 else line for n, line in enumerate(lines[1:])]
    return "\n".join(lines)


def braces(number, games):
    if number == 0:
        return "0"
    sides = [",".join(braces(int(h), games) for h in side.split(",") if h) for side in games[number - 1].split("|")]
    return "{" + "|".join(sides) + "}"


def as_expression(text, header):
    """A sum of a file as allsmall reads it; None where it has no such form."""
    graphs = [line.split(" ")[2:] for line in header if line.startswith("graph ")]
    games = [line.split(" ")[1] for line in header if line.startswith("game ")]
    out = []
    for piece in re.split(r"([+-])", text):
        if piece.startswith("@"):
            number, cells = piece[1:].split(":")
            if not graphs[int(number)]:
                return None
            piece = f"edges:{graphs[int(number)][0]}:{cells}"
        elif piece.startswith("#"):
            piece = braces(int(piece[1:]), games)
        out.append(piece)
    return " ".join(out).strip()


def is_true(statement, header):
    """Whether the solver says the same; None if it cannot be asked."""
    word, who, text = statement.split(" ")
    board = as_expression(text, header)
    if board is None:
        return None
    done = run(ALLSMALL, "solve", board, "--json", "--no-stats", "--quiet")
    if done.returncode:
        return None
    answer = json.loads(done.stdout)
    if word == "outcome":
        return answer["outcome"] == who
    starts = who if word == "first" else "LR"[who == "L"]
    return answer["left_first" if starts == "L" else "right_first"] == who


def hostile():
    """Files that are long, deep, cut off or odd; what each must be found to be, and in which line."""
    first = "allsmall plain proof 1\n"
    won = "s xxo : 0,0,1,0\n"
    many = 300_000
    yield first + "second L xxo\n" + won * many + f"end {many + 2}\n", "proved"
    yield first + "second L xxo\n" + won * many, f"refused: line {many + 3}"
    yield first + "second L xxo\n" + won + "d 3" + " 3" * 400_000 + "\nend 3\n", "refused: line 5"
    yield first + "second L xxo\n" + won + "d " + "3" * (1 << 21) + "\nend 3\n", "refused: line 4"
    yield first + "second L " + "x" * (1 << 21) + "\nend 3\n", "refused: line 2"
    yield first + "second L " + "xxo." * 500 + "\nend 3\n", "refused: line 3"
    yield first + "second L " + "+".join(["xo"] * 1000) + "\nend 0\n", "proved"
    yield first + "second L " + "+".join(["x"] * 2049) + "\nend 0\n", "refused: line 2"
    yield first + "graph 4096 " + ",".join(f"{v}-{v + 1}" for v in range(4095)) + "\nsecond L @0:" + "xo" * 2048 + "\nend 0\n", "refused: line 3"
    yield first + "game 0|0\n" + "".join(f"game {n},{n}|{n}\n" for n in range(1, 2999)) + "outcome P #2999-#2999\nend 0 0\n", "proved"
    yield first + "game 0|0\n" * 20_000, "refused: line 10001"
    yield first + "graph 9999999999\nsecond L 0\nend 0\n", "refused: line 2"
    yield first + "second L #-1\nend 0\n", "refused: line 2"
    yield first + "second L xxo\ns xxo : 0,0,99999999999999999999,0\nend 3\n", "refused: line 3"
    yield first + "second L 0\nend 0\n\n", "refused: line 4"
    yield first + "\r\n", "refused: line 2"
    star = first + "game 0|0\n"
    both = "s xo-#1 : 1,0,0 0,0,1,0\ns #1-xo : 1,1,0,0 0,0,0\n"
    yield star + f"outcome P xo-#1\n{both}v #1 xo 5 4\nend 0 0\n", "proved"
    yield star + f"outcome P #1+#1\n{both}v #1 xo 5 4\nend 0 0\n", "proved"
    yield star + f"outcome P #1+#1\n{both}v xo #1 4 5\nend 0 0\n", "refused: line 7"
    yield star + f"outcome P xo\n{both}v xo 0 4 5\nend 0 0\n", "refused: line 6"
    yield star + f"outcome P xo\n{both}v xo #1 4 4\nend 0 0\n", "refused: line 6"
    yield star + f"outcome P xo\n{both}v xo.ox #1 4 5\nend 0 0\n", "refused: line 6"
    yield star + f"outcome P xo\n{both}v -#1 xo 4 5\nend 0 0\n", "refused: line 6"
    yield star + f"outcome P xo\n{both}v xo+xo #1 4 5\nend 0 0\n", "refused: line 6"
    yield star + f"outcome P xo\n{both}v xo #1 4\nend 0 0\n", "refused: line 6"
    # Sums that double: 2^40 terms in forty lines.
    doubled = "".join(f"a {n} {n}\n" for n in range(4, 44))
    yield first + "game 0|\nsecond L #1\ns #1 :\n" + doubled + "end 4\n", "refused: line 16"
    yield first, "refused: line 2"
    yield "", "refused: line 1"


def main():
    rng = random.Random(36)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        proofs = []

        def prove(job):
            number, board = job
            path = f"{folder}/{number}"
            write(board, path)
            holds, said = judged(path)
            if not holds:
                sys.exit(f"{board}: {said}")
            return Path(path).read_text()

        jobs = [*boards(rng), "checker:4x5", "checker:5x5", "(xo)^30", "random:60:7"] if "--quick" not in sys.argv else [*boards(rng)]
        proofs = list(pool.map(prove, enumerate(jobs)))
        packed = f"{folder}/packed.zst"
        write("checker:3x4", packed)
        done = run(VERIFIED, packed)
        if done.stdout != "proved: xoxo/oxox/xoxo: the second player wins\n":
            sys.exit(f"a packed proof: {done.stdout}{done.stderr}")
        print(f"{len(jobs)} proofs of rows, grids, graphs and sums hold for both checkers")

        small = [text for text in proofs if 5 < text.count("\n") < 400]
        tries = [(n, changed(rng, rng.choice(small))) for n in range(CHANGES)]

        def try_one(job):
            number, text = job
            path = f"{folder}/changed{number}"
            Path(path).write_text(text, newline="")
            holds, said = judged(path)
            if holds:
                lines = text.split("\n")
                at = next(i for i, line in enumerate(lines) if re.match("(outcome|first|second) ", line))
                true = is_true(lines[at], lines[1:at])
                if true is False:
                    sys.exit(f"a false statement was proved by a changed file: {said}\n{text}")
                os.remove(path)
                return "true" if true else "not judged"
            os.remove(path)
            return "refused"

        for number, (text, expected) in enumerate(hostile()):
            path = f"{folder}/hostile{number}"
            Path(path).write_text(text, newline="")
            _, said = judged(path)
            if not said.startswith(expected):
                sys.exit(f"hostile file {number}: expected {expected}, found {said[:300]}")
        print("long, odd and truncated files are judged as they should be")

        found = list(pool.map(try_one, tries))
        counts = ", ".join(f"{found.count(kind)} {kind}" for kind in ("refused", "true", "not judged"))
        if found.count("not judged") * 50 > CHANGES:
            sys.exit(f"too many statements were not judged: {counts}")
        print(f"{CHANGES} changed proofs: {counts}; both checkers agree")


main()
