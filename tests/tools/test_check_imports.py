"""Tests of tools/check_imports.py: each test builds a small package that breaks one rule."""

from pathlib import Path

import pytest

from tests.messages import missing
from tools.check_imports import PACKAGES, main


@pytest.fixture
def violations(tmp_path, capsys):
    """Return a function that writes files as a package `ludus` and returns the violations that the checker prints."""

    def run(files: dict[str, str]) -> list[str]:
        source = tmp_path / "ludus"
        for name, text in files.items():
            path = source / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        status = main(source)
        lines = capsys.readouterr().out.splitlines()[:-1]
        assert status == (1 if lines else 0)
        return [line.replace(f"{source}/", "") for line in lines]

    return run


@pytest.mark.slow  # `make check` runs this, too
def test_the_package_keeps_the_import_order(capsys):
    root = Path(__file__).parents[2]
    assert main(root / "src" / "ludus") == 0, capsys.readouterr().out


def test_a_package_may_import_itself_and_the_packages_before_it(violations):
    files = {
        "core/record.py": "import numpy\nfrom ludus.core import errors\n",
        "core/errors.py": "",
        "arena/match.py": "from ludus.core.structured_records import Record\nfrom ludus import bots, __version__\n",
        "bots/__init__.py": "from ..core import record\n",
        "games/locm/rules.py": "from ludus.games.locm.state import State\nfrom . import state\n",
        "games/locm/bots/greedy.py": "from ..rules import legal\nfrom ludus.search import beam\n",
        "games/locm/state.py": "from ludus.core.structured_records import Record\n",
        "__init__.py": "from ludus.core import record\n",
        "__main__.py": "from ludus.cli import main\n",
        "cli/__init__.py": "import ludus\nfrom ludus.testing import kit\n",
        "testing/kit.py": "from ludus.testing.example_games import pile\nfrom ludus.arena import match\n",
    }
    assert violations(files) == []


@pytest.mark.parametrize("late", range(1, len(PACKAGES)))
def test_a_package_may_not_import_the_next_one(violations, late):
    package, following = PACKAGES[late - 1], PACKAGES[late]
    name = f"ludus.{following}".rstrip(".")
    (line,) = violations({f"{package or '.'}/__init__.py": f"import {name}\n"})
    assert line.startswith(f"{package}/__init__.py:1: ".lstrip("/"))
    assert f" imports {name}: " in line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("import ludus.arena.match_spec", 1),
        ("from ludus.arena import match", 1),
        ("from ludus import arena", 1),
        ("from .. import arena", 1),
        ("from ..arena.match import play", 1),
        ("import os, ludus.arena as somewhere", 1),
        ("def later():\n    from ludus.arena import match", 2),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import ludus.arena", 3),
        ("import importlib\nimportlib.import_module('ludus.arena')", 2),
        ("from importlib import import_module\n\nimport_module('ludus.arena.match_spec')", 3),
        ("__import__('ludus.arena')", 1),
    ],
)
def test_every_kind_of_import_is_checked(violations, text, line):
    (violation,) = violations({"core/rule.py": text + "\n"})
    assert violation.startswith(f"core/rule.py:{line}: ludus.core.rule imports ludus.arena")
    assert violation.endswith("arena comes after core")


def test_all_violations_are_listed(violations):
    files = {"core/a.py": "import ludus.lab\nimport ludus.cli\n", "stats/b.py": "import ludus.lab\n"}
    assert [line.split(" ")[0] for line in violations(files)] == ["core/a.py:1:", "core/a.py:2:", "stats/b.py:1:"]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("games/dominion/rules.py", "from ludus.games.locm import rules"),
        ("games/dominion/rules.py", "from ..locm.rules import apply"),
        ("games/dominion/bots/earl.py", "from ludus.games import locm"),
        ("games/__init__.py", "from . import locm"),
        ("arena/match.py", "import ludus.games.locm"),
        ("cli/bench.py", "def bench():\n    from ludus.games.locm.rules import apply"),
        ("testing/kit.py", "from ludus.games.locm import rules"),
        ("bots/names.py", "from importlib import import_module\nimport_module('ludus.games.locm')"),
    ],
)
def test_only_a_game_itself_may_import_its_modules(violations, file, text):
    (violation,) = violations({"games/locm/rules.py": "", file: text + "\n"})
    assert violation.startswith(f"{file}:{text.count(chr(10)) + 1}: ")
    assert not missing(violation, "only ludus.games.locm itself", "registry")


@pytest.mark.parametrize("file", ["design/locm/make.py", "design/locm/charts/curve.py"])
def test_a_designer_may_import_its_own_game_only(violations, file):
    own, other = "from ludus.games.locm import rules", "from ludus.games.dominion import rules"
    files = {"games/locm/rules.py": "", "games/dominion/rules.py": ""}
    (violation,) = violations({**files, file: f"{own}\n{other}\n"})
    assert violation.startswith(f"{file}:2: ")
    assert not missing(violation, "only ludus.games.dominion itself", "registry")


def test_the_package_of_games_itself_may_be_imported(violations):
    assert violations({"arena/match.py": "from ludus import games\nfrom ludus.games import SHELF\n"}) == []


def test_only_the_command_line_uses_the_conformance_kit(violations):
    (violation,) = violations({"arena/match.py": "from ludus.testing import kit\n"})
    assert violation.endswith("only cli may use the conformance kit")


@pytest.mark.parametrize("package", ["evolve", "lab", "cli", "games"])
def test_the_conformance_kit_imports_few_packages(violations, package):
    (violation,) = violations({"testing/kit.py": f"from ludus import {package}\n"})
    assert not missing(violation, "conformance kit", "util, core")


@pytest.mark.parametrize("text", ["import ludus", "from ludus import new_game"])
def test_packages_do_not_import_the_public_api(violations, text):
    (violation,) = violations({"bots/people.py": text + "\n"})
    assert "the public API is for users" in violation


def test_a_package_that_is_not_listed_is_reported(violations):
    (one, two) = violations({"helpers/text.py": "", "core/rule.py": "from ludus.helpers import text\n"})
    assert one.startswith("core/rule.py:1: ludus.core.rule imports ludus.helpers.text: ")
    assert two.startswith("helpers/text.py:1: ludus.helpers ")
