"""Compiled rules on disk: whatever a rule depends on may change, and stored code is never used stale.

Every test runs small modules in processes of their own, against a cache folder of their own.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

import ludus
from tests.core.compile.edits import EDITS
from tests.messages import missing

SOURCES = str(Path(ludus.__file__).parent.parent)

# Calls `answer()` of every module given on the command line; prints the answers and which rules were compiled.
ASK = """
import importlib, json, sys
from ludus.core.compile.cache import compile_listener

compiled, answers = [], {}
with compile_listener(compiled.append):
    for name in sys.argv[1:]:
        try:
            answers[name] = importlib.import_module(f"{name}.main").answer()
        except Exception as error:
            answers[name] = f"{type(error).__name__}: {error}"
print(json.dumps({"answers": answers, "compiled": compiled}))
"""


class Project:
    """A folder of modules and a cache of its own."""

    def __init__(self, folder):
        self.folder, self.cache = folder / "modules", folder / "cache"

    def write(self, name, files):
        for file, text in files.items():
            path = self.folder / name / f"{file}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("from ludus.core import rule\n" + dedent(text))

    def begin(self, *names, **settings):
        """Start asking modules for their answers."""
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(self.folder), SOURCES]),
            "PYTHONDONTWRITEBYTECODE": "1",  # a module edited twice within a second must be read again
            "LUDUS_CACHE_DIR": str(self.cache),
            "NUMBA_DISABLE_JIT": "0",
            **settings,
        }
        command = [sys.executable, "-c", ASK, *names]
        return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def ask(self, *names, **settings):
        return self.finish(self.begin(*names, **settings))

    def finish(self, process):
        out, self.complaints = process.communicate()
        assert process.returncode == 0, self.complaints
        return json.loads(out)

    def files(self):
        return sorted(self.cache.rglob("*.rule"))


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path)


@pytest.fixture(scope="module")
def edited(tmp_path_factory):
    """All answers of a cold cache, of the warm one, after the edits, and after taking them back."""
    project = Project(tmp_path_factory.mktemp("edits"))
    for name, (files, _, _) in EDITS.items():
        project.write(name, {file: text.replace("{name}", name) for file, text in files.items()})
    runs = [project.ask(*EDITS), project.ask(*EDITS)]
    for name, (_, (file, old, new), _) in EDITS.items():
        path = project.folder / name / f"{file}.py"
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))
    runs.append(project.ask(*EDITS))
    for name, (_, (file, old, new), _) in EDITS.items():
        path = project.folder / name / f"{file}.py"
        path.write_text(path.read_text().replace(new, old))
    return [*runs, project.ask(*EDITS)]


@pytest.mark.slow  # many modules, compiled three times
@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_is_seen_on_a_warm_cache(edited, edit):
    before, after = EDITS[edit][2]
    assert [run["answers"][edit] for run in edited] == [before, before, after, before]


@pytest.mark.slow
def test_nothing_is_compiled_twice(edited):
    cold, warm, _, back = (run["compiled"] for run in edited)
    assert len(cold) > len(EDITS)
    assert warm == back == []


PEEK = """
    from ludus.core import Record, int64
    from ludus.core.compile.intrinsics import record_reader

    class Row(Record):
        cells: int64[3]

    row_at = record_reader(Row)

    @rule
    def cell(row, k):
        return row.cells[k]

    @rule(export=True)
    def peek(address, k):
        return cell(row_at(address), k)

    def answer():
        rows = Row.zeros(2)
        rows["cells"][1] = 77
        return peek(rows.ctypes.data, 3)
"""


def test_bounds_checks_work_on_a_warm_cache(project):
    project.write("bounds", {"main": PEEK})
    assert project.ask("bounds", NUMBA_BOUNDSCHECK="0")["answers"]["bounds"] == 77
    assert "IndexError" in project.ask("bounds", NUMBA_BOUNDSCHECK="1")["answers"]["bounds"]
    warm = project.ask("bounds", NUMBA_BOUNDSCHECK="0")
    assert (warm["answers"]["bounds"], warm["compiled"]) == (77, [])
    warm = project.ask("bounds", NUMBA_BOUNDSCHECK="1")
    assert "IndexError" in warm["answers"]["bounds"]
    assert warm["compiled"] == []


SIMPLE = {
    "main": "from simple.other import helper\n@rule(export=True)\ndef answer():\n    return helper(10)\n",
    "other": "@rule\ndef helper(x):\n    return x + 1\n",
}


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[: len(data) // 2],
        pytest.param(lambda data: b"", marks=pytest.mark.slow),
        pytest.param(lambda data: data[:200] + bytes([data[200] ^ 1]) + data[201:], marks=pytest.mark.slow),
        pytest.param(lambda data: b"\0" * len(data), marks=pytest.mark.slow),
    ],
    ids=["cut short", "empty", "one bit", "zeros"],
)
def test_a_damaged_file_is_compiled_again(project, damage):
    project.write("simple", SIMPLE)
    assert project.ask("simple")["answers"]["simple"] == 11
    assert project.files()
    for file in project.files():
        file.write_bytes(damage(file.read_bytes()))
    again = project.ask("simple")
    assert again["answers"]["simple"] == 11
    assert "answer" in again["compiled"]
    assert project.ask("simple")["compiled"] == []


def test_an_unwritable_cache_folder_is_reported_once(project):
    project.write("simple", SIMPLE)
    project.cache.write_text("a file where the folder should be")
    assert project.ask("simple")["answers"]["simple"] == 11
    assert project.complaints.count("compiled rules cannot be stored") == 1
    assert not missing(project.complaints, "LUDUS_CACHE_DIR", "writable")


def test_two_processes_that_compile_at_once_agree(project):
    project.write("simple", SIMPLE)
    project.write("peek", {"main": PEEK})
    both = [project.begin("simple", "peek") for _ in range(2)]
    answers = [project.finish(process)["answers"] for process in both]
    assert answers == [{"simple": 11, "peek": 77}] * 2
    assert project.ask("simple", "peek")["compiled"] == []
    assert {file.suffix for file in project.cache.rglob("*") if file.is_file()} == {".rule"}


def test_a_module_that_moves_is_compiled_under_its_new_name(project):
    project.write("simple", SIMPLE)
    project.ask("simple")
    (project.folder / "simple").rename(project.folder / "moved")
    main = project.folder / "moved" / "main.py"
    main.write_text(main.read_text().replace("simple.other", "moved.other"))
    assert project.ask("moved")["answers"]["moved"] == 11


UNSEEN = {
    "a list": "SECRET = [1, 2]\n",
    "a set": "SECRET = {1, 2}\n",
    "an object": "class Box:\n    def __len__(self):\n        return 2\nSECRET = Box()\n",
    "a range": "SECRET = range(2)\n",
}


@pytest.mark.parametrize("value", UNSEEN)
def test_values_whose_changes_the_cache_cannot_detect_are_refused(project, value):
    other = UNSEEN[value] + "@rule\ndef helper(x):\n    return x + len(SECRET)\n"
    project.write("simple", {**SIMPLE, "other": other})
    answer = project.ask("simple")["answers"]["simple"]
    assert "SECRET: a rule cannot use a" in answer
    assert "RuleError" in answer
    assert project.files() == []


def test_the_cache_folder_follows_the_environment(project, monkeypatch, tmp_path):
    from ludus.core.compile.cache import cache_folder

    monkeypatch.setenv("LUDUS_CACHE_DIR", str(tmp_path / "chosen"))
    assert cache_folder() == tmp_path / "chosen"
    monkeypatch.delenv("LUDUS_CACHE_DIR")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    assert cache_folder() == tmp_path / "caches" / "ludus"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path.home() / ".cache" / "ludus"
