"""What the tests of campaigns share."""

import itertools
import signal
import subprocess
import sys

import allsmall
from allsmall import campaign
from allsmall.campaign.cli import main
from allsmall.campaign.ledger import Ledger

TABLE = 'kind = "table"\nwhat = "all:2x4"\nask = ["solve", "value"]\nkeep = ["outcome", "value"]\n'
SEARCH = 'kind = "search"\nboard = "checker:4x5"\nnodes = 500\nprobe = 50\nmemory = "128M"\n'


def planned(folder, spec, name="ledger.db"):
    (folder / "spec.toml").write_text(spec)
    path = folder / name
    assert main(["plan", str(folder / "spec.toml"), "-o", str(path)]) == 0
    return path


# A shell that starts the tests in the background has them ignore SIGINT, and what they start too.
signal.signal(signal.SIGINT, signal.default_int_handler)


def program(*arguments, **options):
    command = [sys.executable, "-m", "allsmall.campaign", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def worked(path, workers=2):
    driver = program("run", path, "--workers", workers)
    out, err = driver.communicate(timeout=1200)
    assert driver.returncode == 0, out + err


def found(path):
    return list(campaign.rows(Ledger(path, readonly=True)))


def plain_table():
    boards = ["".join(row) for row in itertools.product("xo.", repeat=8)]
    boards = [f"{b[:4]}/{b[4:]}" for b in boards]
    values = allsmall.value_many(boards)
    return [{"board": b, "outcome": v.outcome, "value": v.value} for b, v in zip(boards, values, strict=True)]
