"""Test of tools/contest_endurance.py: tournaments of programs that are killed and extended, with few games."""

import csv
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux" or shutil.which("cc") is None, reason="needs Linux and a C compiler"),
]


def test_killed_and_extended_tournaments_of_programs_end_as_undisturbed_ones(tmp_path):
    parts = [word for part in ("kills", "clock", "extension") for word in ("--only", part)]
    command = [sys.executable, ROOT / "tools" / "contest_endurance.py", *parts, "--games", "56", "--kills", "4"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")])}
    run = subprocess.run([*command, "--to", tmp_path / "results"], env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    with open(tmp_path / "results" / "results.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["part"] for row in rows} == {"kills", "clock", "extension"}
    assert [row for row in rows if row["holds"] == "no"] == []
    with open(tmp_path / "results" / "kills.csv", encoding="utf-8") as file:
        kills = list(csv.DictReader(file))
    assert len(kills) == 4 + 4 + 1
    assert max(int(kill["rows"]) for kill in kills) > 0
