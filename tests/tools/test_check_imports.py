"""Each test builds a tiny package with one fault, and the checker must name its line and its rule."""

from pathlib import Path

import pytest

from tools.check_imports import PACKAGES, main


@pytest.fixture
def complaints(tmp_path, capsys):
    """Writes the given files as a `ludus` package and returns what the checker says about them."""

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


def test_the_real_package_keeps_the_order(capsys):
    root = Path(__file__).parents[2]
    assert main(root / "src" / "ludus") == 0, capsys.readouterr().out


def test_a_package_may_import_itself_and_the_packages_before_it(complaints):
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
    assert complaints(files) == []


@pytest.mark.parametrize("late", range(1, len(PACKAGES)))
def test_a_package_may_not_import_the_next_one(complaints, late):
    package, following = PACKAGES[late - 1], PACKAGES[late]
    name = f"ludus.{following}".rstrip(".")
    (line,) = complaints({f"{package or '.'}/__init__.py": f"import {name}\n"})
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
def test_every_way_to_import_is_seen(complaints, text, line):
    (complaint,) = complaints({"core/rule.py": text + "\n"})
    assert complaint.startswith(f"core/rule.py:{line}: ludus.core.rule imports ludus.arena")
    assert complaint.endswith("a package imports only from packages before it, and arena comes after core")


def test_all_faults_are_named_and_not_only_the_first(complaints):
    files = {"core/a.py": "import ludus.lab\nimport ludus.cli\n", "stats/b.py": "import ludus.lab\n"}
    assert [line.split(" ")[0] for line in complaints(files)] == ["core/a.py:1:", "core/a.py:2:", "stats/b.py:1:"]


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
def test_a_game_is_known_by_name_only_to_itself(complaints, file, text):
    (complaint,) = complaints({"games/locm/rules.py": "", file: text + "\n"})
    assert complaint.startswith(f"{file}:{text.count(chr(10)) + 1}: ")
    assert complaint.endswith("only ludus.games.locm itself may; ask the registry for it by its name")


@pytest.mark.parametrize("file", ["design/locm/make.py", "design/locm/charts/curve.py"])
def test_a_designer_may_import_its_own_game_only(complaints, file):
    own, other = "from ludus.games.locm import rules", "from ludus.games.dominion import rules"
    files = {"games/locm/rules.py": "", "games/dominion/rules.py": ""}
    (complaint,) = complaints({**files, file: f"{own}\n{other}\n"})
    assert complaint.startswith(f"{file}:2: ")
    assert complaint.endswith("only ludus.games.dominion itself may; ask the registry for it by its name")


def test_the_package_of_games_itself_may_be_imported(complaints):
    assert complaints({"arena/match.py": "from ludus import games\nfrom ludus.games import SHELF\n"}) == []


def test_only_the_command_line_uses_the_conformance_kit(complaints):
    (complaint,) = complaints({"arena/match.py": "from ludus.testing import kit\n"})
    assert complaint.endswith("only cli may use the conformance kit")


@pytest.mark.parametrize("package", ["evolve", "lab", "cli", "games"])
def test_the_conformance_kit_imports_few_packages(complaints, package):
    (complaint,) = complaints({"testing/kit.py": f"from ludus import {package}\n"})
    assert "the conformance kit may import only util, core, " in complaint


@pytest.mark.parametrize("text", ["import ludus", "from ludus import new_game"])
def test_the_face_is_not_for_the_packages(complaints, text):
    (complaint,) = complaints({"bots/people.py": text + "\n"})
    assert "the face is for users" in complaint


def test_a_package_that_is_not_listed_is_refused(complaints):
    (one, two) = complaints({"helpers/text.py": "", "core/rule.py": "from ludus.helpers import text\n"})
    assert one.startswith(
        "core/rule.py:1: ludus.core.rule imports ludus.helpers.text: ludus.helpers is not in the list"
    )
    assert two.startswith("helpers/text.py:1: ludus.helpers is not in the list of packages")
