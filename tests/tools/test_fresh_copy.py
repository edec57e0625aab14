"""A fresh clone of the repository works: no virtual environment, nothing compiled."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.repository_copy import copy_repository

ROOT = Path(__file__).parents[2]


@pytest.fixture
def fresh_copy(tmp_path):
    return copy_repository(tmp_path / "ludus")


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    excluded = ("MAKE", "MFLAGS", "VIRTUAL_ENV", "NUMBA_", "PYTEST")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(excluded)}
    command = ["make", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=900)


@pytest.mark.slow
def test_make_demo_runs_on_a_fresh_copy(fresh_copy):
    result = make(fresh_copy, "demo", f"PYTHON={sys.executable}")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "Setting up" in result.stdout
    assert "Setting up" not in make(fresh_copy, "--dry-run", "demo").stdout  # the second time nothing is set up


def test_an_old_python_is_rejected_with_a_message(tmp_path):
    shutil.copy2(ROOT / "Makefile", tmp_path)
    shutil.copy2(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    old = tmp_path / "python3.9"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && { echo Python 3.9.1; exit 0; }\nexit 1\n', encoding="utf-8")
    old.chmod(0o755)
    result = make(tmp_path, "demo", f"PYTHON={old}")
    assert result.returncode != 0
    assert "Ludus needs Python 3.11 or later" in result.stderr
    assert "Python 3.9.1" in result.stderr
    assert not (tmp_path / ".venv").exists()
