"""What README.md and docs/ show is true: examples run, links lead somewhere, commands exist.

The `python` blocks of a page run in order in one namespace, in an empty folder. A `text` block right after one
is what it prints. In a `console` block, lines with a dollar run and the others are what they print; three dots
stand for anything, and blanks at the end of a line do not count. A block with a title, ```python title="pile.py",
is a part of that file instead of being run. A file that an example writes and that lies beside the page is the
same there.
"""

import contextlib
import doctest
import importlib
import io
import re
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cases import each

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(?P<head>[^\n`]*)\n(?P<body>.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]]*\]\((?P<target>[^)\s]+)\)")
COMMAND = re.compile(r"(?:^|[\s`/(])ludus (?P<word>[a-z][a-z-]*[a-z])\b")

# pages that take longer than all others together
LONG = (
    *("train-an-agent.md", "write-a-bot.md", "add-your-own-game.md", "balance-kingdoms.md", "tribute-bots.md"),
    *("inspect-levels.md", "when-trees-manage-difficulty.md"),
)
page = pytest.mark.parametrize(
    "page",
    [
        pytest.param(path, id=path.relative_to(ROOT).as_posix(), marks=[pytest.mark.slow] * (path.name in LONG))
        for path in PAGES
    ],
)


@dataclass(frozen=True)
class Block:
    """A fenced block of a page, with the line it begins at and what is between it and the block before."""

    language: str
    title: str
    body: str
    line: int
    gap: str


def blocks(text):
    end = 0
    for match in FENCE.finditer(text):
        language, _, rest = match["head"].strip().partition(" ")
        title = re.search(r'title="([^"]+)"', rest)
        line = text.count("\n", 0, match.start("body"))
        yield Block(language, title[1] if title else "", match["body"], line, text[end : match.start()])
        end = match.end()


@pytest.fixture
def empty_folder(tmp_path, monkeypatch):
    """A folder to work in, whose modules and registered games and studies are forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("ludus.core.game_registry.GAMES.added", {})
    monkeypatch.setattr("ludus.lab.study.STUDIES.added", {})
    (tmp_path / "tests").symlink_to(ROOT / "tests")  # recorded games
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if (getattr(sys.modules[name], "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[name]


@page
def test_the_examples_of_a_page_run_and_print_what_it_says(page, empty_folder):
    space, printed = {"__name__": "__main__"}, None
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.language == "text" and printed is not None and not block.gap.strip():
            assert printed == block.body, f"{page.name}, line {block.line}"
        printed = None
        if block.language == "console":
            run_commands(block, page.name)
        if block.title:
            with (empty_folder / block.title).open("a", encoding="utf-8") as file:
                file.write(block.body + "\n\n")
            importlib.invalidate_caches()
        if block.language != "python" or block.title:
            continue
        out = io.StringIO()
        code = compile("\n" * block.line + block.body, str(page), "exec")  # errors name the line of the page
        with contextlib.redirect_stdout(out):
            exec(code, space)
        printed = out.getvalue()
    for made in empty_folder.iterdir():
        beside = page.parent / made.name
        assert made.is_dir() or not beside.is_file() or made.read_bytes() == beside.read_bytes(), made.name


def run_commands(block, page):
    """Each command of a block, as if typed, with what it should print."""
    testing = pytest.importorskip("typer.testing")
    app = pytest.importorskip("ludus.cli").app
    for part in re.split(r"^\$ ", block.body, flags=re.MULTILINE)[1:]:
        line, _, expected = part.partition("\n")
        word, *arguments = shlex.split(line)
        assert word == "ludus"
        done = testing.CliRunner().invoke(app, arguments, prog_name="ludus")
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        got, want = (re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE).strip() for text in (done.output, expected))
        same = doctest.OutputChecker().check_output(want + "\n", got + "\n", doctest.ELLIPSIS)
        assert same, f"{page}, line {block.line}: {line}\n{got}"


@each("page", PAGES)
def test_links_lead_to_files(page):
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    targets = [match["target"].partition("#")[0] for match in LINK.finditer(text)]
    inside = [target for target in targets if target and "://" not in target and not target.startswith("mailto:")]
    assert [target for target in inside if not (page.parent / target).exists()] == []


@each("page", PAGES)
def test_commands_exist(page):
    cli = pytest.importorskip("ludus.cli")
    typer = pytest.importorskip("typer.main")
    text = page.read_text(encoding="utf-8")
    code = [block.body for block in blocks(text) if block.language in ("bash", "console")]
    code += re.findall(r"`([^`\n]+)`", FENCE.sub("", text))
    known = set(typer.get_command(cli.app).commands)
    assert {match["word"] for line in code for match in COMMAND.finditer(line)} <= known


def test_nobody_is_told_to_fetch_ludus_from_a_registry():
    fetched = re.compile(r"pip install (?:[^`\n]*[\"' ])?ludus\[")
    told = [*PAGES, ROOT / "CHANGELOG.md", *(ROOT / "src").rglob("*.py")]
    assert [path.name for path in told if fetched.search(path.read_text(encoding="utf-8"))] == []


def test_tests_that_pages_name_exist():
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    named = {name for path in PAGES for name in re.findall(r"`(test_\w+)`", path.read_text(encoding="utf-8"))}
    assert len(named) > 50
    assert {name for name in named if f"def {name}(" not in tests} == set()
