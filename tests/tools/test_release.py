"""The version is the same everywhere, and the files of a public project are complete."""

import json
import re
import tomllib
from pathlib import Path

import ludus

ROOT = Path(__file__).parents[2]


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_version_is_the_same_everywhere():
    assert re.search(r"^version: (.+)$", text("CITATION.cff"), re.MULTILINE)[1] == ludus.__version__
    assert re.search(r"^## (\d+\.\d+\.\d+)", text("CHANGELOG.md"), re.MULTILINE)[1] == ludus.__version__
    project = tomllib.loads(text("pyproject.toml"))
    assert "version" in project["project"]["dynamic"]
    assert project["tool"]["hatch"]["version"]["path"] == "src/ludus/__init__.py"


def test_the_newest_release_is_read_in_two_minutes():
    newest = re.split(r"^## \d", text("CHANGELOG.md"), flags=re.MULTILINE)[1]
    assert len(newest.split()) < 500


def test_the_readme_is_short_and_names_both_commands():
    readme = text("README.md")
    assert readme.count("\n") <= 80
    assert "make demo" in readme
    assert "make test" in readme


def test_templates_for_bugs_and_rules_require_seed_and_version():
    for name in ("bug", "rules"):
        fields = text(f".github/ISSUE_TEMPLATE/{name}.yml").split("  - type: ")
        for field in ("seed", "version"):
            block = next(part for part in fields if f"id: {field}\n" in part)
            assert "required: true" in block


def test_pre_commit_runs_every_check_of_make_check():
    recipe = re.search(r"^check:.*\n((?:\t.*\n)+)", text("Makefile"), re.MULTILINE)[1]
    commands = re.findall(r"\$\(BIN\)/((?:python )?[\w./]+(?: check| format)?)", recipe)
    entries = text(".pre-commit-config.yaml")
    assert len(set(commands)) >= 4
    assert [command for command in set(commands) if f"entry: .venv/bin/{command}" not in entries] == []


def test_the_workflow_tests_every_supported_minor_version():
    project = tomllib.loads(text("pyproject.toml"))
    tested = re.search(r"python: (\[.+\])", text(".github/workflows/test.yml"))[1]
    assert json.loads(tested)[0] == project["project"]["requires-python"].removeprefix(">=")
    assert len(json.loads(tested)) == 3
