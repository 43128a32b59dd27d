"""Campaigns: whatever happens on the way, nothing is lost and nothing counted twice.

`ALLSMALL_CAMPAIGN_KILLS=10` sets how often a worker and its driver are killed.
"""

import json
import os
import random
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from campaigns import SEARCH, TABLE, found, planned, program, worked

import allsmall
from allsmall import campaign
from allsmall.campaign.cli import main
from allsmall.campaign.cluster import Cluster, SchedulerGone
from allsmall.campaign.ledger import Ledger
from allsmall.campaign.lock import Lock, driver_of

ROLES = ("scheduler", "worker", "client")
KILLS = int(os.environ.get("ALLSMALL_CAMPAIGN_KILLS", "5"))


def children_of(process):
    found = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    names = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in found if Path(f"/proc/{pid}").exists()}
    return [int(pid) for pid, name in names.items() if b"spawn_main" in name]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at /proc")
@pytest.mark.parametrize("spec", [TABLE + "portion = 60\n", SEARCH])
def test_kills_lose_nothing(tmp_path, spec, expected):
    """Drivers and workers are killed at random moments; in the end all is there, once."""
    path = planned(tmp_path, spec)
    chance = random.Random(11)
    for _ in range(KILLS):
        driver = program("run", path, "--workers", "2")
        time.sleep(chance.uniform(0.5, 3.0))
        for pid in children_of(driver)[:1]:
            os.kill(pid, signal.SIGKILL)
        time.sleep(chance.uniform(0.0, 1.5))
        workers = children_of(driver) if driver.poll() is None else []
        driver.kill()
        driver.communicate()
        deadline = time.monotonic() + 20
        while any(Path(f"/proc/{pid}").exists() for pid in workers):
            assert time.monotonic() < deadline, "workers without a driver end by themselves"
            time.sleep(0.1)
    worked(path)
    if "table" in spec:
        assert found(path) == expected
        ledger = Ledger(path, readonly=True)
        assert ledger.db.execute("SELECT state, count(*) FROM jobs GROUP BY state").fetchall() == [("done", 110)]
    else:
        answer = allsmall.solve("checker:4x5")
        winners = {root.player: root.winner[0].upper() for root in campaign.status(path).roots}
        assert winners == {"left": answer.left_first, "right": answer.right_first}
        assert main(["verify", str(path)]) == 0


def test_a_second_driver_is_refused(tmp_path):
    path = planned(tmp_path, 'kind = "search"\nboard = "checker:6x6"\nnodes = 100000\nmemory = "256M"\n')
    first = program("run", path, "--workers", "1", "--time", "8")
    try:
        while (
            "process" not in (path.parent / "ledger.db.lock").read_text()
            if (path.parent / "ledger.db.lock").exists()
            else True
        ):
            time.sleep(0.05)
        second = program("run", path, "--workers", "1")
        _, err = second.communicate(timeout=600)
        assert second.returncode == 2
        assert "one at a time" in err and f"process {first.pid} on" in err
        assert campaign.status(path).driver.startswith(f"process {first.pid}")
    finally:
        first.communicate(timeout=600)
    assert first.returncode == 3  # there is more to do
    assert campaign.status(path).driver is None


@pytest.mark.skipif(sys.platform == "win32", reason="takes the lock by hand")
def test_a_look_at_the_status_does_not_keep_a_driver_out(tmp_path):
    """Somebody looks at the very moment in which a driver begins."""
    import fcntl

    path, lock = tmp_path / "ledger.db", tmp_path / "ledger.db.lock"
    assert driver_of(path) is None and not lock.exists(), "looking leaves nothing behind"
    lock.write_text("process 1 on a machine\n")
    with open(lock) as looking:
        fcntl.flock(looking, fcntl.LOCK_SH)
        assert driver_of(path) is None, "a process that looks is not a driver"
        ending = threading.Timer(0.3, fcntl.flock, (looking, fcntl.LOCK_UN))
        ending.start()
        with Lock(path):
            assert driver_of(path) == f"process {os.getpid()} on {socket.gethostname()}"
        ending.join()
    assert driver_of(path) is None


def test_a_job_that_fails_three_times_is_set_aside(tmp_path, capsys):
    (tmp_path / "graphs.g6").write_text("Bw\n!!\nCF\n")
    path = planned(tmp_path, 'kind = "table"\nwhat = "graphs:graphs.g6"\nask = ["nimber"]\nportion = 1\n')
    assert main(["run", str(path), "--workers", "1", "--quiet"]) == 3
    assert "1 set aside" in capsys.readouterr().out
    status = campaign.status(path)
    assert status.states == {"done": 2, "aside": 1}
    assert status.failures[0][0] == 2 and "line 2" in status.failures[0][1]


def test_workers_that_cannot_start_cost_no_job(tmp_path):
    """A program without a main guard cannot be started again as a worker: no job is to blame."""
    path = planned(tmp_path, TABLE + "portion = 4000\n")
    script = f"from allsmall.campaign import local, run; from pathlib import Path; run(Path({str(path)!r}), local(1))"
    broken = subprocess.run([sys.executable, "-"], input=script, capture_output=True, text=True, check=False)
    assert broken.returncode == 1 and "CannotStart" in broken.stderr
    assert campaign.status(path).states == {"ready": 2}


def test_a_full_disk_ends_the_driver_and_nothing_else(tmp_path, expected):
    path = planned(tmp_path, TABLE + "portion = 40\n")
    size = max(path.stat().st_size, 30_000)

    def small_disk():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    driver = program("run", path, "--workers", "1", preexec_fn=small_disk)
    _, err = driver.communicate(timeout=600)
    assert driver.returncode == 1 and "is safe" in err
    worked(path)
    assert found(path) == expected


def on_a_full_disk(*arguments, size):
    """Run the program where no file may become longer than `size` bytes."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))  # noqa: E731
    ended = program(*arguments, preexec_fn=limit)
    out, err = ended.communicate(timeout=600)
    return ended.returncode, out, err


@pytest.mark.parametrize("spec", [TABLE + "portion = 10\n", SEARCH])
def test_a_plan_on_a_full_disk_leaves_nothing(tmp_path, spec):
    (tmp_path / "spec.toml").write_text(spec)
    for size in (0, 2048, 40_000):
        code, out, err = on_a_full_disk("plan", tmp_path / "spec.toml", "-o", tmp_path / "ledger.db", size=size)
        assert (code, out) == (1, ""), err
        assert err.startswith(f"error: cannot write {tmp_path / 'ledger.db'}: ") and "Traceback" not in err
        assert sorted(os.listdir(tmp_path)) == ["spec.toml"], size
    planned(tmp_path, spec)


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_an_export_on_a_full_disk_leaves_the_old_file(tmp_path, ending):
    path = planned(tmp_path, TABLE + "portion = 4000\n")
    worked(path)
    (tmp_path / "out").mkdir()
    out = tmp_path / "out" / f"rows.{ending}"
    out.write_text("old")
    # SQLite maps 32 KiB beside a ledger to read it.
    code, told, err = on_a_full_disk("export", path, "-o", out, size=33_000)
    assert (code, told) == (1, "") and err.startswith(f"error: cannot write {out}: ") and "Traceback" not in err
    assert os.listdir(tmp_path / "out") == [out.name] and out.read_text() == "old"
    code, _, err = on_a_full_disk("export", path, "-o", tmp_path / "missing" / out.name, size=1 << 30)
    assert code == 2 and "cannot write" in err


def test_an_export_is_written_through_links(tmp_path):
    path = planned(tmp_path, TABLE + "portion = 4000\n")
    link, target = tmp_path / "link.jsonl", tmp_path / "target.jsonl"
    link.symlink_to(target.name)
    assert main(["export", str(path), "-o", str(link)]) == 0
    assert link.is_symlink() and target.is_file()
    if not os.path.exists("/dev/full"):
        return
    worked(path)
    for ending in ("csv", "jsonl", "jsonl.gz"):
        device = tmp_path / f"full.{ending}"
        device.symlink_to("/dev/full")
        assert main(["export", str(path), "-o", str(device)]) == 1, ending
        assert device.is_symlink() and not os.path.exists("/dev/full.part")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device")
def test_a_full_output_is_a_failure(tmp_path):
    path = planned(tmp_path, TABLE + "portion = 4000\n")
    command = [sys.executable, "-m", "allsmall.campaign", "status", str(path)]
    with open("/dev/full", "w") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 1 and ended.stderr.startswith("error: cannot write"), ended.stderr


def seconds_of(pid):
    """Processor seconds of a process that runs."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def seconds_of_children():
    """Processor seconds of all processes that this one, and those that they, have waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_driver_and_workers(tmp_path, number):
    """The driver commits, ends its workers within a second and says so.

    On a busy machine the processor time of driver and workers after the signal counts.
    """
    path = planned(tmp_path, 'kind = "search"\nboard = "checker:6x6"\nnodes = 1000000\nmemory = "256M"\n')
    driver = program("run", path, "--workers", "2")
    while len(workers := children_of(driver)) < 2 or "running" not in Ledger(path, readonly=True).count("nodes"):
        assert driver.poll() is None
        time.sleep(0.05)
    ended_before = seconds_of_children()
    worked_before = sum(map(seconds_of, [driver.pid, *workers]))
    sent = time.monotonic()
    driver.send_signal(number)
    _, err = driver.communicate(timeout=60)
    took = time.monotonic() - sent
    worked_after = seconds_of_children() - ended_before - worked_before
    assert min(took, worked_after) < 1, (took, worked_after)
    assert driver.returncode == 130 and "run it again to go on" in err
    # The driver ended them; they did not have to notice that it was gone.
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]
    assert campaign.status(path).driver is None


def test_other_formats_are_refused(tmp_path, capsys):
    path = planned(tmp_path, TABLE + "portion = 4000\n")
    with sqlite3.connect(path) as db:
        db.execute("UPDATE about SET value = '0' WHERE name = 'format'")
    assert main(["run", str(path)]) == 2
    assert "has format 0" in capsys.readouterr().err
    (tmp_path / "no.db").write_text("no ledger")
    for command in ("run", "status", "verify"):
        assert main([command, str(tmp_path / "no.db")]) == 2
        assert main([command, str(tmp_path / "nowhere.db")]) == 2


def test_damaged_rows_are_noticed(tmp_path, capsys):
    path = planned(tmp_path, 'kind = "table"\nwhat = "all:2x2"\nportion = 27\n')
    worked(path, 1)
    rows = Ledger(path, readonly=True).rows.path
    data = bytearray(rows.read_bytes())
    data[len(data) // 2] ^= 1
    rows.write_bytes(data)
    assert main(["verify", str(path), "--all"]) == 2
    assert "damaged" in capsys.readouterr().err


def test_a_wrong_row_and_a_wrong_leaf_are_found(tmp_path, capsys):
    path = planned(tmp_path, SEARCH)
    worked(path)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE nodes SET won = 1 - won WHERE id = (SELECT id FROM nodes WHERE source = 'search' LIMIT 1)")
    assert main(["verify", str(path), "--all"]) == 1
    assert "entered as" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        ('kind = "tables"', "kind: expected one of table, search, claims"),
        ('kind = "table"', "what is missing"),
        ('kind = "table"\nwhat = "all:3y3"', "what: "),
        ('kind = "table"\nwhat = "all:3x3"\nask = ["who"]', "ask: expected one of solve"),
        ('kind = "search"\nboard = "xq"', "board: "),
        ('kind = "search"\nboard = "xo"\nmemory = "4Q"', 'memory: expected a size such as "4G"'),
        ('kind = "search"\nboard = "xo"\nnode = 5', "node: a search has no such key"),
        ('kind = "claims"\nonly = ["nonsense"]', "no claim begins with"),
        ("kind = ", "spec.toml: "),
    ],
)
def test_faults_of_a_specification_are_named(tmp_path, spec, fault, capsys):
    (tmp_path / "spec.toml").write_text(spec)
    assert main(["plan", str(tmp_path / "spec.toml"), "-o", str(tmp_path / "l.db")]) == 2
    assert fault in capsys.readouterr().err
    assert not (tmp_path / "l.db").exists()


# More than one machine.


def test_two_folders_are_merged(tmp_path, expected, capsys):
    """Two machines with a copy of the ledger each, that share nothing."""
    path = planned(tmp_path, TABLE + "portion = 500\n")
    for i in (1, 2):
        (tmp_path / f"host{i}").mkdir()
        (tmp_path / f"host{i}" / "ledger.db").write_bytes(path.read_bytes())
    hosts = [program("run", tmp_path / f"host{i}", "--workers", "1", "--part", f"{i}/2") for i in (1, 2)]
    for host in hosts:
        out, err = host.communicate(timeout=600)
        assert host.returncode == 0, out + err
    merged = tmp_path / "merged.db"
    assert main(["merge", str(tmp_path / "host1"), str(tmp_path / "host2"), "-o", str(merged)]) == 0
    assert "14 done" in capsys.readouterr().out
    assert found(merged) == expected
    other = planned(tmp_path, TABLE + "portion = 501\n", "other.db")
    assert main(["merge", str(merged), str(other), "-o", str(tmp_path / "no.db")]) == 2


def test_searches_are_merged(tmp_path):
    one, two = planned(tmp_path, SEARCH, "one.db"), planned(tmp_path, SEARCH, "two.db")
    worked(one, 1)
    assert main(["run", str(two), "--workers", "1", "--time", "1", "--quiet"]) in (0, 3)
    merged = tmp_path / "merged.db"
    assert main(["merge", str(two), str(one), "-o", str(merged)]) == 0
    assert [root.winner for root in campaign.status(merged).roots] == [
        root.winner for root in campaign.status(one).roots
    ]


def test_a_dask_cluster(tmp_path, expected):
    """Two workers of a LocalCluster, one of which is killed on the way."""
    distributed = pytest.importorskip("distributed")
    path = planned(tmp_path, TABLE + "portion = 100\n")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        driver = program("run", path, "--scheduler", cluster.scheduler_address)
        time.sleep(3)
        os.kill(next(iter(cluster.workers.values())).process.process.pid, signal.SIGKILL)
        out, err = driver.communicate(timeout=1200)
        assert driver.returncode == 0, out + err
    assert found(path) == expected
    gone = program("run", path, "--scheduler", "tcp://127.0.0.1:9")
    _, err = gone.communicate(timeout=600)
    assert gone.returncode == 2 and "cannot reach" in err


@pytest.mark.skipif(shutil.which("openssl") is None, reason="makes certificates with openssl")
def test_a_scheduler_with_tls_refuses_drivers_without_a_certificate(tmp_path, monkeypatch, expected):
    """The certificates of docs/campaigns.md, in environment variables in place of Dask's file of settings."""
    distributed = pytest.importorskip("distributed")
    cert, key = tmp_path / "campaign.pem", tmp_path / "campaign.key"
    openssl = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=campaign", "-days", "30"]
    subprocess.run([*openssl, "-keyout", key, "-out", cert], check=True, capture_output=True)
    path = planned(tmp_path, TABLE + "portion = 100\n")
    security = distributed.Security(
        require_encryption=True,
        tls_ca_file=str(cert),
        **{f"tls_{role}_{part}": str(file) for role in ROLES for part, file in (("cert", cert), ("key", key))},
    )
    local = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**local, protocol="tls://", security=security) as cluster:
        address = cluster.scheduler_address
        assert address.startswith("tls://")
        stranger = program("run", path, "--scheduler", address)
        _, err = stranger.communicate(timeout=600)
        assert stranger.returncode == 2 and "cannot reach the scheduler" in err, err
        settings = "DASK_DISTRIBUTED__COMM__TLS__"
        monkeypatch.setenv(settings + "CA_FILE", str(cert))
        monkeypatch.setenv(settings + "CLIENT__CERT", str(cert))
        monkeypatch.setenv(settings + "CLIENT__KEY", str(key))
        driver = program("run", path, "--scheduler", address)
        out, err = driver.communicate(timeout=1200)
        assert driver.returncode == 0, out + err
    assert found(path) == expected


def test_a_scheduler_that_goes_ends_the_driver_alone(tmp_path, expected):
    """The scheduler is killed on the way; the next driver needs none and goes on."""
    pytest.importorskip("distributed")
    path = planned(tmp_path, TABLE + "portion = 20\n")
    dask = [sys.executable, "-m", "dask"]
    scheduler_file = tmp_path / "scheduler.json"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    scheduler = subprocess.Popen(
        [*dask, "scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", scheduler_file], **quiet
    )
    worker = subprocess.Popen(
        [
            *dask,
            "worker",
            "--scheduler-file",
            scheduler_file,
            "--nthreads",
            "1",
            "--no-dashboard",
            "--death-timeout",
            "60",
        ],
        **quiet,
    )
    try:
        deadline = time.monotonic() + 120
        while not (scheduler_file.exists() and scheduler_file.read_text().endswith("}")):
            assert scheduler.poll() is None and time.monotonic() < deadline, "the scheduler starts"
            time.sleep(0.1)
        driver = program("run", path, "--scheduler", json.loads(scheduler_file.read_text())["address"])
        while campaign.status(path).states.get("done", 0) < 5:
            assert driver.poll() is None and time.monotonic() < deadline, "the driver works"
            time.sleep(0.05)
        scheduler.kill()
        _, err = driver.communicate(timeout=120)
    finally:
        scheduler.kill()
        worker.kill()
        scheduler.wait()
        worker.wait()
    assert driver.returncode == 1 and "the scheduler" in err, err
    states = campaign.status(path).states
    assert states["done"] >= 5 and "aside" not in states
    worked(path)
    assert found(path) == expected


@pytest.mark.parametrize("status", ["finished", "error", "lost"])
def test_a_result_that_cannot_be_fetched_means_that_the_scheduler_is_gone(status):
    """The job has ended, and the scheduler goes before its result is here."""

    class Ended:
        def __init__(self):
            self.status = status

        def result(self):
            raise ConnectionResetError("the stream is closed")

        exception = result

    cluster = object.__new__(Cluster)
    cluster.running = {7: Ended()}
    with pytest.raises(SchedulerGone):
        cluster._outcome(7, cluster.running[7])
    assert not cluster.running


def test_boards_at_their_memory_limit_are_rows(tmp_path):
    """A board that needs more memory than it may have says so; the others have their answers."""
    (tmp_path / "boards.txt").write_text("xoxo\n(xo)^30\nxxo\n")
    path = planned(
        tmp_path, 'kind = "table"\nwhat = "@boards.txt"\nask = ["value"]\nkeep = ["value", "stopped"]\nmemory = "1M"\n'
    )
    worked(path, 1)
    small, large, other = found(path)
    assert (small["value"], other["value"]) == (allsmall.value("xoxo").value, "^")
    assert large["stopped"] == "memory" and large.get("value") is None
