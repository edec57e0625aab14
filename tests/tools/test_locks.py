"""The lock files are complete, agree with each other and say nothing about the machine that made them."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PIN = re.compile(r"^([a-z0-9][a-z0-9._-]*)==([^ \\]+)", re.MULTILINE)


def pins(name: str) -> dict[str, str]:
    return dict(PIN.findall((ROOT / "requirements" / name).read_text(encoding="utf-8")))


def wanted(requirements: list[str]) -> set[str]:
    return {re.split(r"[<>=!~\[; ]", requirement)[0] for requirement in requirements}


def test_a_user_gets_what_a_contributor_tests_with():
    run, dev = pins("run.lock"), pins("dev.lock")
    assert run
    assert run.items() <= dev.items()


def test_the_locks_hold_every_dependency_of_the_project():
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = pyproject["project"]
    run = wanted(project["dependencies"]) | wanted(pyproject["dependency-groups"]["build"])
    extras = wanted([r for extra in project["optional-dependencies"].values() for r in extra])
    assert run <= pins("run.lock").keys()
    assert run | extras <= pins("dev.lock").keys()


@pytest.mark.parametrize("name", ["run.lock", "dev.lock"])
def test_a_lock_pins_by_hash_and_names_no_address(name):
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    blocks = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
    assert all("--hash=sha256:" in block for block in blocks)
    assert "://" not in text
    assert not re.search(r"^\s*--(index|extra-index|find-links)", text, re.MULTILINE)
