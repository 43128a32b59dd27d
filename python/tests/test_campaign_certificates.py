"""Certificates of leaves: checked by another program, recorded, gone on with."""

import hashlib
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from campaigns import planned, worked

from allsmall.campaign.certificates import Certified, certify, read_record, statement
from allsmall.campaign.cli import main
from allsmall.campaign.ledger import Ledger
from allsmall.campaign.spec import SpecError
from allsmall.campaign.tree_proof import prove as prove_tree

ROOT = Path(__file__).resolve().parents[2]
LEAVES = [("xo", True), ("xxo", True), ("xo/ox", False), ("xoxo", True), ("xo + xxo", True), ("oxo/xox", True)]


@pytest.fixture(autouse=True)
def checker(monkeypatch):
    """The programs of this build come first."""
    folders = [str(ROOT / "target" / profile) for profile in ("debug", "release")]
    monkeypatch.setenv("PATH", os.pathsep.join([*folders, os.environ["PATH"]]))
    if shutil.which("allsmall-check") is None or shutil.which("allsmall") is None:
        pytest.skip("needs allsmall and allsmall-check, which cargo build makes")


def settled(leaves):
    """Leaves with the verdicts that the checker confirms."""
    certified, unproved, _ = certify(leaves)
    opposite = [(one.position, not dict(leaves)[one.position]) for one in unproved]
    return [(one.position, one.won) for one in certified] + opposite


def test_every_leaf_is_proved_and_recorded_once(tmp_path):
    leaves, record = settled(LEAVES), tmp_path / "certificates.jsonl"
    certified, unproved, before = certify(leaves, record=record, workers=2)
    assert (len(certified), unproved, before) == (len(LEAVES), [], 0)
    assert {(one.position, one.won) for one in certified} == set(leaves)
    assert all(one.lines > 0 and one.bytes > 0 and len(one.sha256) == 64 for one in certified)
    assert read_record(record) == {one.position: one for one in certified}
    text = record.read_text()
    again, _, before = certify(leaves, record=record)
    assert (len(again), before, record.read_text()) == (len(LEAVES), len(LEAVES), text)


def test_a_run_that_was_cut_off_goes_on(tmp_path):
    leaves, record = settled(LEAVES), tmp_path / "certificates.jsonl"
    certify(leaves, record=record)
    whole = record.read_bytes()
    record.write_bytes(whole[: len(whole) // 2])
    left = record.read_bytes().count(b"\n")
    certified, _, before = certify(leaves, record=record)
    assert (len(certified), before) == (len(LEAVES), left)
    assert sorted(one.sha256 for one in certified) == sorted(json.loads(line)["sha256"] for line in whole.splitlines())


def test_a_wrong_verdict_has_no_certificate(tmp_path):
    record = tmp_path / "certificates.jsonl"
    leaves = settled(LEAVES)
    (position, won), *rest = leaves
    certified, unproved, _ = certify([(position, not won), *rest], record=record)
    assert [one.position for one in unproved] == [position]
    assert len(certified) == len(rest)
    # Nor does a recorded certificate count for the other verdict.
    certify(leaves, record=record)
    certified, unproved, _ = certify([(position, not won)], record=record)
    assert (certified, [one.position for one in unproved]) == ([], [position])


def test_a_record_that_is_none_is_refused(tmp_path):
    record = tmp_path / "record"
    for text in ("xo\n", "{}\n", '{"position": "xo"}\n', "[1]\n"):
        record.write_text(text)
        with pytest.raises(SpecError, match="line 1"):
            read_record(record)
    assert read_record(tmp_path / "nothing") == {}
    assert isinstance(Certified("xo", True, 1, 2, 0.5, "0"), Certified)
    assert statement("xo", True) == "proved: xo: Left wins moving first"


def test_all_leaves_of_a_campaign_have_certificates(tmp_path, capsys):
    path = planned(tmp_path, 'kind = "search"\nboard = "checker:4x5"\nfirst = "left"\nnodes = 100\nprobe = 30\n')
    worked(path)
    record = tmp_path / "certificates.jsonl"
    assert main(["verify", str(path), "--sample", "5", "--certify", "all", "--record", str(record)]) == 0
    out = capsys.readouterr().out
    count = len(record.read_text().splitlines())
    assert count > 5
    assert f"{count} of {count} leaves have a certificate" in out
    assert "hypotheses of its proof have a certificate, so this is proved" in out
    assert main(["verify", str(path), "--sample", "5", "--certify", "all", "--record", str(record)]) == 0
    assert f"({count} of them were recorded before)" in capsys.readouterr().out
    assert main(["verify", str(path), "--record", str(record)]) == 2


def checked(proof):
    """What the other program prints about a proof."""
    done = subprocess.run(["allsmall-check", str(proof)], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def test_a_search_is_a_proof_from_its_leaves(tmp_path, capsys):
    path = planned(tmp_path, 'kind = "search"\nboard = "checker:4x5"\nfirst = "left"\nnodes = 100\nprobe = 30\n')
    proof = tmp_path / "tree.proof"
    assert main(["certificate", str(path), "-o", str(proof)]) == 2
    assert "not settled yet" in capsys.readouterr().err
    assert not proof.exists()
    worked(path)
    assert main(["certificate", str(path), "-o", str(proof)]) == 0
    said = checked(proof)
    conclusion = "xoxox/oxoxo/xoxox/oxoxo: the first player wins"
    assert said.startswith("proved: if these statements hold (") and said.endswith(f"), then {conclusion}")
    assert capsys.readouterr().out.strip() == f"{proof}: {said.removeprefix('proved: ')}"
    (tree,) = prove_tree(Ledger(path, readonly=True))
    assert tree.conclusion == conclusion and len(tree.hypotheses) > 5
    lines = "".join(f"{line}\n" for line in tree.hypotheses)
    assert f"({len(tree.hypotheses)} lines, sha256 {hashlib.sha256(lines.encode()).hexdigest()})" in said
    # Without one of its hypotheses it does not hold.
    text = proof.read_text().splitlines(keepends=True)
    text.remove(next(line for line in text if line.startswith("suppose")))
    proof.write_text("".join(text))
    assert checked(proof).startswith("refused: ")


def test_who_wins_6x6_is_proved_from_its_leaves(tmp_path):
    proof = tmp_path / "tree.proof"
    assert main(["certificate", str(ROOT / "campaigns" / "6x6"), "-o", str(proof)]) == 0
    said = checked(proof)
    assert said.endswith("then xoxoxo/oxoxox/xoxoxo/oxoxox/xoxoxo/oxoxox: the first player wins")
    assert "(5075 lines, sha256 " in said
