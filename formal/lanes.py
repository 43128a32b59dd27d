"""Phutball for judge.py: lanes whose winners are proved, odd files, and the truth from the rules alone."""
from functools import cache
from itertools import product


def lanes(rng):
    """Forty lanes that somebody wins."""
    found = []
    while len(found) < 40:
        squares = [rng.choice("oo.") for _ in range(rng.randint(3, 9))]
        squares[rng.randint(1, len(squares) - 2)] = "@"
        lane = "".join(squares)
        if winners(lane)[0] and winners(lane)[1]:
            found.append(lane)
    return [*found, "o@o.o.o....", "o@o.ooo....", "...o@......."]


def turns(lane):
    """What each turn leads to: a lane, or the winner."""
    n, ball = len(lane), lane.index("@")
    for i in range(n):
        if lane[i] == ".":
            yield lane[:i] + "o" + lane[i + 1 :]
    for way in (-1, 1):
        squares, at = list(lane), ball
        while 0 <= at + way < n and squares[at + way] == "o":
            squares[at] = "."
            at += way
            while 0 <= at < n and squares[at] == "o":
                squares[at] = "."
                at += way
            if at <= 0 or at >= n - 1:
                yield "R" if way < 0 else "L"
                break
            squares[at] = "@"
            yield "".join(squares)


@cache
def all_winners(n):
    """Who wins each lane of n squares if Left or Right starts: by what is won in one turn, in two, and so on."""
    lanes = ["".join(squares) for squares in product("o.@", repeat=n) if squares.count("@") == 1 and "@" not in (squares[0], squares[-1])]
    after = {lane: list(turns(lane)) for lane in lanes}
    won = {"L": {}, "R": {}}
    while True:
        new = []
        for who, other in ("LR", "RL"):
            for lane in lanes:
                if lane not in won[who]:
                    ends = {to if to in "LR" else won[other].get(to) for to in after[lane]}
                    if who in ends or ends == {other}:
                        new.append((who, lane, who if who in ends else other))
        if not new:
            return won
        for who, lane, winner in new:
            won[who][lane] = winner


def winners(lane):
    """Who wins if Left starts, and if Right starts; None is a draw."""
    won = all_winners(len(lane))
    return won["L"].get(lane), won["R"].get(lane)


def true_lane(lines):
    """Whether the statement of a file holds, of a lane of at most nine squares; None of a longer one."""
    _, who, lane = next(line for line in lines if line.startswith("phutball ")).rstrip("\r").split(" ")
    if len(lane) > 9:
        return None
    return winners(lane) == {"L": ("L", "L"), "R": ("R", "R"), "N": ("L", "R"), "P": ("R", "L")}[who]


def odd_lanes():
    """Files about Phutball that are odd; what each must be found to be, and in which line."""
    first = "allsmall proof 1\n"
    right = "phutball R .o@..\np ..@o. :\nP ..@o. : j5\nend\n"
    yield first + right, "proved: Phutball .o@..: Right wins, whoever moves first"
    for class_ in "LNP":
        yield first + right.replace("phutball R", f"phutball {class_}"), "refused: line 5"
    for reply in ("j4", "j6", "p5", "p9", "j0", "j-1", "j05", "J5", "j5 j5", "5", "j", "", "j99999999999999999999"):
        yield first + right.replace("j5", reply), "refused: line 4"
    for lane in ("..@o", "@.o.", "..o@", "..oo.", "..@@.", "..@x.", "", "@", ".@"):
        yield first + right.replace("..@o.", lane, 1), "refused"
        yield first + right.replace(".o@..", lane, 1), "refused"
    yield first + right.replace("P ", "d 3\nP "), "refused: line 6"
    yield first + right.replace("P ", "d 4\nP "), "refused: line 4"
    yield first + right.replace("end\n", ""), "refused: line 5"
    yield first + right + "end\n", "refused: line 6"
    yield first + "phutball L .o@..\np .o@.. :\nend\n", "refused: line 3"
    # A circle of replies: each lane is said to be won because the other one is.
    yield first + "phutball N ...@...\nP ...@... : p5\np ...@o.. : p6 p6 p6 p7\nend\n", "refused: line 3"
    yield first + "phutball N ...@...\np ...@o.. : p6 p6 p6 p7\nP ...@... : p5\nend\n", "refused: line 3"
    long = "." * 500 + "@" + "." * 500
    yield first + f"phutball L {long}\np {long} :\nend\n", "refused: line 3"
