"""The lock files are complete, agree with each other and contain nothing about the machine that wrote them."""

import re
import tomllib
from pathlib import Path

from tests.cases import each

ROOT = Path(__file__).parents[2]
PIN = re.compile(r"^([a-z0-9][a-z0-9._-]*)==([^ \\]+)", re.MULTILINE)


def pinned_versions(name: str) -> dict[str, str]:
    return dict(PIN.findall((ROOT / "requirements" / name).read_text(encoding="utf-8")))


def package_names(requirements: list[str]) -> set[str]:
    return {re.split(r"[<>=!~\[; ]", requirement)[0] for requirement in requirements}


def test_users_get_the_versions_that_contributors_test_with():
    run, dev = pinned_versions("run.lock"), pinned_versions("dev.lock")
    assert run
    assert run.items() <= dev.items()


def test_the_locks_contain_every_dependency_of_the_project():
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = pyproject["project"]
    extra_groups = project["optional-dependencies"]
    run = package_names([*project["dependencies"], *pyproject["dependency-groups"]["build"], *extra_groups["studies"]])
    extras = package_names([r for extra in extra_groups.values() for r in extra]) - {project["name"]}
    assert run <= pinned_versions("run.lock").keys()
    assert run | extras <= pinned_versions("dev.lock").keys()


@each("name", ["run.lock", "dev.lock"])
def test_a_lock_pins_by_hash_and_contains_no_url(name):
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    blocks = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
    assert all("--hash=sha256:" in block for block in blocks)
    assert "://" not in text
    assert not re.search(r"^\s*--(index|extra-index|find-links)", text, re.MULTILINE)
