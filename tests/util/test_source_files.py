"""The code behind a Python file is found without running it."""

import sys

import pytest

from ludus.util import source_files
from ludus.util.source_files import MISSING, code_digests


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Function that writes a file below a temporary folder, from which modules can be imported."""
    monkeypatch.setattr(sys, "path", [*sys.path])

    def write(name, text=""):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    return write


def test_a_file_comes_with_the_modules_it_imports_and_the_data_files_it_names(write):
    entry = write("game.py", "import ludus, os, helper\nCARDS = 'cards.csv'\nNOTES = 'missing.csv'\n")
    write("helper.py", "def f():\n    from kit import dice\n")
    write("kit/dice.py")
    write("cards.csv")
    write("other.py")
    assert list(code_digests(entry)) == ["cards.csv", "game.py", "helper.py", "kit/dice.py"]


def test_a_file_of_a_package_comes_with_all_source_files_of_the_package_but_not_with_runs(write):
    for name in ("__init__.py", "rules.py", "unused.py", "content/cards.csv", "notes.txt", "runs/one/events.jsonl"):
        write(f"dice/{name}")
    write("dice/runs/one/versions.json")
    entry = write("dice/game.py")
    assert list(code_digests(entry)) == [
        f"dice/{name}" for name in ("__init__.py", "content/cards.csv", "game.py", "rules.py", "unused.py")
    ]


def test_modules_in_other_folders_count_too(write, tmp_path):
    entry = write("project/game.py", "import common_kit.dice\n")
    write("kits/common_kit/__init__.py")
    dice = write("kits/common_kit/dice.py", "X = 1\n")
    sys.path.append(str(tmp_path / "kits"))
    before = code_digests(entry)
    dice.write_text("X = 2\n")
    after = code_digests(entry)
    assert [name for name in after if after[name] != before[name]] == ["common_kit/dice.py"]


def test_files_of_the_same_name_have_different_names(write, tmp_path):
    entry = write("project/game.py", "import rules, far\n")
    write("project/rules.py", "X = 1\n")
    write("kits/far.py", "import rules\n")
    write("kits/rules.py", "X = 2\n")
    sys.path.append(str(tmp_path / "kits"))
    digests = code_digests(entry)
    assert len(digests) == 4
    assert len(set(digests.values())) == 4


def test_an_installed_module_comes_with_the_modules_of_its_distribution_and_the_versions_of_others(write, monkeypatch):
    entry = write("site-packages/game.py", "import helper, library, numpy, os\n")
    write("site-packages/helper.py")
    write("site-packages/library.py")
    modules = {"game": ["game-of-dice"], "helper": ["game-of-dice"], "library": ["a-library"]}
    monkeypatch.setattr(source_files, "_distributions", lambda: modules)
    monkeypatch.setattr(source_files, "version", lambda name: {"library": "1.2"}[name])
    assert list(code_digests(entry, known_libraries=["numpy"])) == ["game.py", "helper.py", "library"]
    assert code_digests(entry, ["numpy"])["library"] == "1.2"


def test_a_missing_file_and_one_with_a_mistake_have_digests_too(write, tmp_path):
    assert code_digests(tmp_path / "nothing.py") == {"nothing.py": MISSING}
    assert list(code_digests(write("broken.py", "def f(:\n"))) == ["broken.py"]
