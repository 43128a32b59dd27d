"""What the match scripts share: a board that knows the rules, an engine in a separate
process that is asked over UCI, and the interval of a share."""

import math
import os
import queue
import re
import subprocess
import sys
import tempfile
import threading
import time

# Seconds until an engine counts as dead; on a busy machine it may wait for the processor.
PATIENCE = 7200

HERE = os.path.dirname(os.path.abspath(__file__))


class Board:
    """A checkerboard with white (P) at the top left; White begins."""

    def __init__(self, ranks, files):
        self.ranks, self.files, self.white = ranks, files, True
        self.cells = ["Pp"[(r + f) % 2] for r in range(ranks) for f in range(files)]

    @classmethod
    def from_fen(cls, fen):
        placement, side = fen.split()[:2]
        rows = [re.sub(r"\d+", lambda count: "." * int(count[0]), row) for row in placement.split("/")]
        board = cls(len(rows), len(rows[0]))
        board.cells = [None if stone == "." else stone for row in rows for stone in row]
        board.white = side == "w"
        return board

    def moves(self):
        own, other = ("P", "p") if self.white else ("p", "P")
        for v, stone in enumerate(self.cells):
            if stone != own:
                continue
            row, col = divmod(v, self.files)
            for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                if 0 <= r < self.ranks and 0 <= c < self.files and self.cells[r * self.files + c] == other:
                    yield self.name(row, col) + self.name(r, c)

    def name(self, row, col):
        return chr(ord("a") + col) + str(self.ranks - row)

    def place(self, name):
        return (self.ranks - int(name[1:])) * self.files + ord(name[0]) - ord("a")

    def play(self, move):
        split = next(i for i in range(2, len(move)) if move[i].isalpha())
        start, end = self.place(move[:split]), self.place(move[split:])
        self.cells[end], self.cells[start] = self.cells[start], None
        self.white = not self.white

    def fen(self):
        cells = "".join(stone or "." for stone in self.cells)
        rows = [cells[r * self.files : (r + 1) * self.files] for r in range(self.ranks)]
        rows = [re.sub(r"\.+", lambda empty: str(len(empty[0])), row) for row in rows]
        return "/".join(rows) + (" w" if self.white else " b") + " - - 0 1"


class Engine:
    """A UCI engine in a separate process."""

    def __init__(self, command, options, environment=None):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.slowest = 0.0
        self.send("uci")
        self.wait("uciok")
        for name, value in options:
            self.send(f"setoption name {name} value {value}")

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip())
        self.lines.put(None)

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait(self, word):
        """The next line that begins with this word, and the lines before it."""
        before = []
        while True:
            line = self.lines.get(timeout=PATIENCE)
            if line is None:
                sys.exit("an engine has ended")
            if line.startswith(word):
                return line, before
            before.append(line)

    def move(self, fen, moves, millis):
        """A move, and what the engine says is proved about it: "win", "loss" or None."""
        self.send(f"position fen {fen}" + (" moves " + " ".join(moves) if moves else ""))
        begin = time.monotonic()
        self.send(f"go movetime {millis}")
        best, before = self.wait("bestmove")
        self.slowest = max(self.slowest, time.monotonic() - begin)
        proved = [line.split()[-1] for line in before if line.startswith("info string proved ")]
        return best.split()[1], proved[-1] if proved else None

    def new_game(self):
        self.send("ucinewgame")
        self.send("isready")
        self.wait("readyok")


def by_processor_time():
    """The environment in which a program measures its limits in processor time."""
    library = os.path.join(tempfile.gettempdir(), f"allsmall-processor-clock-{os.getuid()}.so")
    command = ["cc", "-O2", "-shared", "-fPIC", "-o", library, os.path.join(HERE, "processor_clock.c")]
    subprocess.run(command, check=True)
    return {**os.environ, "LD_PRELOAD": library}


def wilson(wins, games):
    """The 95 % interval of a share, by Wilson."""
    z, p = 1.96, wins / games
    middle = p + z * z / (2 * games)
    spread = z * math.sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    return [(middle + sign * spread) / (1 + z * z / games) for sign in (-1, 1)]


def share(wins, games):
    """A share in percent with its 95 % interval, as text."""
    low, high = wilson(wins, games)
    return f"{100 * wins / games:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
