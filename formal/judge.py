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

from lanes import lanes, odd_lanes, true_lane
from reductions import odd_reductions, reductions, true_reduction

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


def comparisons(rng):
    """Expressions whose values are proved, and pairs that are compared."""
    for _ in range(12):
        row, other = stones(rng, rng.randint(2, 9)), stones(rng, rng.randint(2, 9))
        grid = "/".join(stones(rng, 3) for _ in range(2))
        n = rng.randint(3, 5)
        yield "value", row
        yield "value", f"{grid} {rng.choice('+-')} {row}"
        yield "value", f"cycle:{stones(rng, n, 0)} - 2*up"
        yield "compare", row, other
        yield "compare", row, rng.choice(["star", "0", "up", "2*up + star", "{up|star}"])
        yield "compare", grid, f"{row} + down"
        yield "compare", f"tree:0,0,1:{stones(rng, 4)}", f"cycle:{stones(rng, n, 0)}"
    yield "compare", "xxo + xxo", "xxo + up"
    yield "compare", "xo", "xo"
    yield "value", "xo + xo"


def nimbers(rng):
    """Boards whose Grundy values are proved."""
    return [board for board in boards(rng) if " " not in board] + ["checker:4x4", "(xo)^12", "random:24:3"]


def write(path, command, *expressions):
    plain = [] if command in ("nimber", "reduce", "phutball") else ["--plain"]
    done = run(ALLSMALL, command, "--certificate", path, *plain, "--quiet", "--", *expressions)
    if done.returncode:
        sys.exit(f"{command} {expressions}: no proof was written\n{done.stderr}")


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
    if statement.startswith("compare "):
        _, one, relation, other = statement.split(" ")
        pair = [as_expression(text, header) for text in (one, other)]
        if None in pair:
            return None
        done = run(ALLSMALL, "compare", "--json", "--no-stats", "--quiet", "--", *pair)
        return json.loads(done.stdout)["relation"] == relation if done.returncode == 0 else None
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


def true_grundy(lines):
    """Whether what is said about a Grundy value is true; None if the board cannot be asked about."""
    at = next(i for i, line in enumerate(lines) if line.startswith("nimber "))
    _, board, value = lines[at].split(" ")
    board = as_expression(board.rstrip("\r"), lines[1:at])
    if not board:
        return None
    done = run(ALLSMALL, "nimber", "--json", "--no-stats", "--quiet", "--", board)
    return done.returncode == 0 and json.loads(done.stdout)["nimber"] == int(value)


def try_ordinary(path, text, is_right):
    """A changed proof in the ordinary format: what formal/check proves holds, and allsmall-check proves it too."""
    Path(path).write_text(text, newline="")
    verified = run(VERIFIED, path)
    if verified.returncode not in (0, 1):
        sys.exit(f"formal/check ended by {verified.returncode}: {verified.stderr}\n{text}")
    if verified.returncode == 1:
        return "refused"
    ours = run(CHECK, path)
    true = is_right(text.split("\n"))
    if ours.stdout != verified.stdout or true is False:
        sys.exit(f"a changed proof:\n{verified.stdout}{ours.stdout}\n{text}")
    return "true" if true else "not judged"


def print_tries(pool, what, is_right, tries):
    """Tries changed proofs in the ordinary format, and prints what came of them."""
    found = list(pool.map(lambda job: try_ordinary(*job, is_right), tries))
    counts = ", ".join(f"{found.count(kind)} {kind}" for kind in ("refused", "true", "not judged"))
    print(f"{len(tries)} changed proofs of {what}: {counts}")


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
    # Long headers, which are read in linear time.
    yield first + "game 0|0\n" + "".join(f"game {n}|{n}\n" for n in range(1, 9997)) + "compare #9997 = #9997\nend 0 0\n", "proved"
    yield first + "graph 4096\n" * 9997 + "outcome P @9996:" + "." * 4096 + "\nend 0 0\n", "proved"
    path = "graph 4096 " + ",".join(f"{v}-{v + 1}" for v in range(4095)) + "\n"
    yield first + path * 27 + "outcome P @26:" + "." * 4096 + "\nend 0 0\n", "proved"
    yield first + "game 0|0\nsecond L 0\ns " + "+".join(["#1"] * 340_000) + " :\nend 0\n", "refused: line 4"
    # Comparisons.
    yield star + f"compare xo = #1\n{both}end 5 4\n", "proved: xo = {0|0}"
    yield star + f"compare xo = #1\n{both}end 4 5\n", "refused: line 6"
    yield star + f"compare xo > #1\n{both}end 5 4\n", "refused: line 6"
    yield star + f"compare xo || #1\n{both}end 5 4\n", "refused: line 6"
    yield star + "compare xo >= #1\nend 0 0\n", "refused: line 3"
    yield star + "compare xo = #2\nend 0 0\n", "refused: line 3"
    yield star + "compare xo = #1 #1\nend 0 0\n", "refused: line 3"
    yield star + "compare xo =\nend 0 0\n", "refused: line 3"
    yield first + "compare xxo > 0\nf xxo : 0,1,2,0\ns xxo : 0,0,1,0\nend 3 4\n", "proved: xxo > 0"
    yield first + "compare 0 < xxo\nf xxo : 0,1,2,0\ns xxo : 0,0,1,0\nend 4 3\n", "proved: 0 < xxo"
    yield first + "compare xo || 0\nf xo : 0,0,1,0\nend 3 3\n", "proved: xo || 0"
    # Grundy values.
    other = "allsmall proof 1\n"
    yield other + "nimber xo 1\nn xo 1\nend\n", "proved: the Grundy value of xo in impartial Clobber is 1"
    yield other + "nimber xo.ox 0\nn ox 1\nend\n", "proved: the Grundy value of xo.ox in impartial Clobber is 0"
    yield other + "nimber . 0\nend\n", "proved: the Grundy value of . in impartial Clobber is 0"
    yield other + "nimber xo 0\nn xo 0\nend\n", "refused: line 3"
    yield other + "nimber xo 2\nn xo 2\nend\n", "refused: line 3"
    yield other + "nimber xo 0\nn xo 1\nend\n", "refused: line 4"
    yield other + "nimber xo 1\nend\n", "refused: line 3"
    yield other + "nimber xo 1\nn xo 1\nd 3\nend\n", "refused: line 5"
    yield other + "nimber xo 1\nn xo 1\nd 4\nend\n", "refused: line 4"
    yield other + "nimber xxo 2\nn xxo 2\nend\n", "refused: line 3"
    yield other + "nimber xo 1\nn xo.xo 0\nend\n", "refused: line 3"
    yield other + "nimber xo 1\nn xo 1\n", "refused: line 4"
    yield other + "nimber xo 1\nn xo 1\nend\nend\n", "refused: line 5"
    yield first, "refused: line 2"
    yield "", "refused: line 1"


def endless():
    """Small files that would take hours or all the memory, and which limit of formal/check ends them."""
    first = "allsmall plain proof 1\n"
    options = ",".join(["1"] * 49_000)
    yield "memory", first + f"game 0|0\ngame 0|{options}\nsecond L #2\ns {'+'.join(['#2'] * 2000)} :{' 0,0,0' * 100_000}\nend 0\n"
    doubled = "".join(f"a {n} {n}\n" for n in range(4, 13)) + "a 13 4\n" * 300_000
    yield "work", first + "game 0|\nsecond L #1\ns #1 :\n" + doubled + "end 4\n"


def main():
    rng = random.Random(36)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        proofs = []

        def prove(job):
            number, question = job
            path = f"{folder}/{number}"
            write(path, *question)
            holds, said = judged(path)
            if not holds:
                sys.exit(f"{question}: {said}")
            return Path(path).read_text()

        jobs = [("solve", board) for board in boards(rng)] + [*comparisons(rng)]
        if "--quick" not in sys.argv:
            jobs += [("solve", board) for board in ("checker:4x5", "checker:5x5", "(xo)^30", "random:60:7")]
        proofs = list(pool.map(prove, enumerate(jobs)))
        packed = f"{folder}/packed.zst"
        write(packed, "solve", "checker:3x4")
        done = run(VERIFIED, packed)
        if done.stdout != "proved: xoxo/oxox/xoxo: the second player wins\n":
            sys.exit(f"a packed proof: {done.stdout}{done.stderr}")
        print(f"{len(jobs)} proofs of outcomes, values and comparisons hold for both checkers")

        grundy = list(pool.map(prove, ((f"nimber{n}", ("nimber", board)) for n, board in enumerate(nimbers(rng)))))
        print(f"{len(grundy)} Grundy values of boards hold for both checkers")
        short = [text for text in grundy if text.count("\n") < 200]
        tries = [(f"{folder}/grundy{n}", changed(rng, rng.choice(short))) for n in range(CHANGES // 4)]
        print_tries(pool, "Grundy values", true_grundy, tries)

        for command, boards_of, is_right, what in (
            ("reduce", reductions(rng, stones), true_reduction, "reductions of solitaire"),
            ("phutball", lanes(rng), true_lane, "lanes of Phutball"),
        ):
            texts = list(pool.map(prove, ((f"{command}{n}", (command, board)) for n, board in enumerate(boards_of))))
            print(f"{len(texts)} {what} hold for both checkers")
            small = [text for text in texts if is_right(text.split("\n")) is not None]
            tries = [(f"{folder}/{command}-{n}", changed(rng, rng.choice(small))) for n in range(CHANGES // 4)]
            print_tries(pool, what, is_right, tries)

        small = [text for text in proofs if 5 < text.count("\n") < 400]
        tries = [(n, changed(rng, rng.choice(small))) for n in range(CHANGES)]

        def try_one(job):
            number, text = job
            path = f"{folder}/changed{number}"
            Path(path).write_text(text, newline="")
            holds, said = judged(path)
            if holds:
                lines = text.split("\n")
                at = next(i for i, line in enumerate(lines) if re.match("(outcome|first|second|compare) ", line))
                true = is_true(lines[at], lines[1:at])
                if true is False:
                    sys.exit(f"a false statement was proved by a changed file: {said}\n{text}")
                os.remove(path)
                return "true" if true else "not judged"
            os.remove(path)
            return "refused"

        for number, (text, expected) in enumerate([*hostile(), *odd_reductions(), *odd_lanes()]):
            path = f"{folder}/hostile{number}"
            Path(path).write_text(text, newline="")
            _, said = judged(path)
            if not said.startswith(expected):
                sys.exit(f"hostile file {number}: expected {expected}, found {said[:300]}")
        for limit, text in endless():
            path = f"{folder}/endless"
            Path(path).write_text(text)
            done = run(VERIFIED, path)
            if done.returncode != 1 or f"the limit of {limit} is reached" not in done.stdout:
                sys.exit(f"a file without end: expected the limit of {limit}, found {done.stdout[:300]}{done.stderr}")
        print("long, odd, endless and truncated files are judged as they should be")

        found = list(pool.map(try_one, tries))
        counts = ", ".join(f"{found.count(kind)} {kind}" for kind in ("refused", "true", "not judged"))
        if found.count("not judged") * 50 > CHANGES:
            sys.exit(f"too many statements were not judged: {counts}")
        print(f"{CHANGES} changed proofs: {counts}; both checkers agree")


main()
