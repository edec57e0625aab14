"""Docstrings name arguments and modules that exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "ludus"
FILES = sorted([*PACKAGE.rglob("*.py"), *(ROOT / "tools").rglob("*.py")])
PACKAGES = sorted(PACKAGE.rglob("__init__.py"))

Function = ast.FunctionDef | ast.AsyncFunctionDef

# Backticked words in docstrings of packages that are no modules: options, keys, presets, files and functions.
OTHER_WORDS = {
    "adapters": {"rl"},  # an extra of the package
    "cli": {"ludus"},
    "design/platformer": {"designer"},
    "evolve": {"elites", "front"},  # attributes of optimisers
    "games/delve": {"twins"},
    "games/delve/bots": {"picks"},
    "games/dominion": {"declining", "ties", "turn_cap"},
    "games/locm": {"both", "lane"},  # areas of cards
    "search": {"bind_template"},
    "studies/dominion_all_kingdoms": {"full", "quick"},
    "studies/dominion_card_evolution": {"fitness", "paper", "printed", "quick"},
    "studies/locm_representation": {"quick", "thesis"},
    "studio/protocol": {"request", "type"},
    "testing": {"games"},
    "testing/example_games": {"dash"},  # a game; its module is realtime_runner
    "testing/example_games/magpies": {"thefts"},
    "testing/example_games/stalls": {"rounds"},
}


def documented_names(docstring: str, section: str) -> list[str]:
    """Return the names that a section such as "Args" of a docstring describes."""
    names: list[str] = []
    lines = iter(docstring.splitlines())
    indentation = next((len(line) - len(line.lstrip()) for line in lines if line.strip() == f"{section}:"), None)
    if indentation is None:
        return names
    first = None
    for line in lines:
        depth = len(line) - len(line.lstrip())
        if not line.strip() or (first is not None and depth > first):
            continue
        if depth <= indentation:
            break
        first = depth
        head = re.match(r"\s*([\w`*, ]+?)(?: \([^)]*\))?:", line)
        names += [name.strip("`* ") for name in head[1].split(",")] if head else [line.strip()]
    return names


def parameters(function: Function) -> set[str]:
    """Return the names of all parameters of a function."""
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    return {argument.arg for argument in every if argument is not None}


def fields(definition: ast.ClassDef) -> set[str]:
    """Return the fields that a class declares, and the parameters of its constructor."""
    names = set()
    for statement in definition.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            names.add(statement.target.id)
        elif isinstance(statement, ast.FunctionDef) and statement.name == "__init__":
            names |= parameters(statement)
    return names


def unknown_arguments(tree: ast.Module) -> Iterator[str]:
    """Yield "function: argument" for each documented argument that the signature does not have."""
    for node in ast.walk(tree):
        if isinstance(node, Function | ast.ClassDef):
            known = fields(node) if isinstance(node, ast.ClassDef) else parameters(node)
            for name in documented_names(ast.get_docstring(node) or "", "Args"):
                if name not in known:
                    yield f"{node.name}: {name}"


def named_modules(docstring: str) -> set[str]:
    """Return the names in the docstring of a package that look like its modules.

    These are backticked words in lower case, files with the ending .py, and the first words of lines of a table.
    """
    words = re.findall(r"`([a-z][a-z0-9_]*)`", docstring)
    files = [path.removesuffix(".py") for path in re.findall(r"(?<!\S)[(`]*([a-z][a-z0-9_/]*\.py)\b(?!:)", docstring)]
    return {*words, *files}


def table_modules(docstring: str) -> list[set[str]]:
    """Return the first words of the lines of each table in a docstring: a block of lines "name  description"."""
    blocks = [block.splitlines() for block in docstring.split("\n\n")]
    rows = [[re.match(r" *([a-z][a-z0-9_]*)  +\S", line) for line in block] for block in blocks]
    return [{row[1] for row in block if row} for block in rows if all(block)]


def missing_modules(folder: Path, docstring: str, other_words: set[str]) -> set[str]:
    """Return the modules that the docstring of a package names and that the package does not have.

    A table is a table of modules if one of its lines names a module of the package.
    """
    modules = {path.stem for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    tables = [table for table in table_modules(docstring) if table & modules]
    names = named_modules(docstring).union(*tables) - other_words
    return {name for name in names if name not in modules and not (folder / f"{name}.py").exists()}


def test_every_documented_argument_is_in_the_signature():
    unknown = {
        f"{path.relative_to(ROOT)}: {argument}"
        for path in FILES
        for argument in unknown_arguments(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert unknown == set()


def test_every_module_in_the_docstring_of_a_package_exists():
    missing = {}
    for path in PACKAGES:
        folder = path.parent.relative_to(PACKAGE).as_posix()
        docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        if names := missing_modules(path.parent, docstring, OTHER_WORDS.get(folder, set())):
            missing[folder] = names
    assert missing == {}


def test_the_list_of_other_words_is_not_longer_than_needed():
    for folder, words in OTHER_WORDS.items():
        docstring = ast.get_docstring(ast.parse((PACKAGE / folder / "__init__.py").read_text(encoding="utf-8")))
        assert words <= missing_modules(PACKAGE / folder, docstring or "", set()), folder


def test_an_argument_with_an_old_name_is_found():
    source = '''
def read(values, *texts, owner=""):
    """Read.

    Args:
        given: values by
            name: any text.
        texts (str): texts.
        owner: the owner.

    Raises:
        OptionError: a value is invalid.
    """

class Match:
    """A match.

    Args:
        games: number of games.
        room: the largest number.
    """

    games: int
'''
    assert list(unknown_arguments(ast.parse(source))) == ["read: given", "Match: room"]


@pytest.mark.parametrize(
    "docstring",
    [
        "`rules` and `old` are modules.",
        "Rules.\n\nrules   the rules\nold     an old module",
        "The rules (old.py).",
        "See render/old.py for pictures.",
    ],
)
def test_a_module_that_is_gone_is_found(tmp_path, docstring):
    (tmp_path / "rules.py").touch()
    names = missing_modules(tmp_path, docstring, set())
    assert {name.rpartition("/")[2] for name in names} == {"old"}


def test_tables_of_other_things_are_no_tables_of_modules(tmp_path):
    (tmp_path / "rules.py").touch()
    assert missing_modules(tmp_path, "Options.\n\n    lane   one lane\n    both   both lanes", set()) == set()
