"""`ludus new-game`: write a folder with a small game, a bot, tests and a pyproject.toml that work at once."""

from __future__ import annotations

import keyword
import re
import shlex
from pathlib import Path
from typing import Annotated

import typer

from ludus.cli.console import make_console, program_name

TEMPLATES = Path(__file__).parent / "new_game_files"
NAME_PATTERN = r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*"


def new_game(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Name of the game: small letters, digits and hyphens, as in my-game.")
    ],
    folder: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="The folder to make; default: one with the name of the game.")
    ] = None,
) -> None:
    """Make a folder with a small complete game, to change into your own.

    It holds a game for two to four players with hidden dice, a bot, tests and a pyproject.toml. Everything works at
    once: the tests pass, bots play it, and every command takes it as a file, without installing anything.
    """
    from ludus.util.files import file_errors

    package = check_name(name)
    target = Path(folder if folder is not None else name)
    check_folder(target)
    files = game_files(name, package)
    for relative, text in files.items():
        path = target / relative
        with file_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    program, game = program_name(), f"src/{package}/game.py"
    console = make_console()
    console.print(f"{target} has a small game, {title_of(name)}: {', '.join(sorted(files))}", soft_wrap=True)
    console.print("\nTry:")
    for command in (
        f"cd {shlex.quote(str(target))}",
        f"{program} check {game}",
        f"{program} match {game} random src/{package}/bots.py:Careful -n 100",
        f"{program} play {game}",
        f"{program} studio {game}",
    ):
        console.print(f"  {command}", soft_wrap=True, highlight=False)
    console.print("\nThe tests need pytest: python -m pip install pytest, then python -m pytest", soft_wrap=True)


def check_name(name: str) -> str:
    """Check the name of a new game; returns the name of its package.

    Raises:
        OptionError: it is not a name of a game, or it is taken.
    """
    import importlib.util
    import sys

    from ludus.core.game_registry import game_names
    from ludus.util.errors import OptionError

    if not re.fullmatch(NAME_PATTERN, name):
        raise OptionError(
            f"{name!r} cannot be the name of a game: it begins with a small letter and has only small letters, digits, "
            "and single hyphens between them, as in my-game"
        )
    package = name.replace("-", "_")
    if keyword.iskeyword(package):
        raise OptionError(f"{name!r} cannot be the name of a game: {package} is a word of Python; choose another name")
    if name in game_names():
        raise OptionError(f"there is a game named {name!r} already; choose another name")
    if package in sys.stdlib_module_names or importlib.util.find_spec(package) is not None:
        raise OptionError(
            f"there is a Python module named {package!r} already, which your game would hide; choose another name"
        )
    return package


def check_folder(folder: Path, hint: str = "name another --folder") -> None:
    """Refuse a folder that exists; `hint` says what to do.

    Raises:
        OptionError: something with this name exists.
    """
    from ludus.util.errors import OptionError

    if folder.exists() or folder.is_symlink():
        what = "this folder" if folder.is_dir() else "a file of this name"
        raise OptionError(f"{folder}: {what} exists already, and nothing in it is changed; {hint}")


def game_files(name: str, package: str) -> dict[str, str]:
    """Return the files of a new game by their path in its folder."""
    values = {
        "@NAME@": name,
        "@PACKAGE@": package,
        "@TITLE@": title_of(name),
        "@CLASS@": "".join(part.capitalize() for part in package.split("_")),
    }
    places = {
        "README.md": "README.md",
        "pyproject.toml": "pyproject.toml",
        f"src/{package}/game.py": "game.py",
        f"src/{package}/bots.py": "bots.py",
        "tests/test_game.py": "test_game.py",
    }
    files = {f"src/{package}/__init__.py": f'"""{title_of(name)}, a game for Ludus."""\n'}
    for path, template in places.items():
        text = (TEMPLATES / f"{template}.template").read_text(encoding="utf-8")
        for placeholder, value in values.items():
            text = text.replace(placeholder, value)
        files[path] = text
    return files


def title_of(name: str) -> str:
    """Return the title of a game from its name: `my-game` becomes `My Game`."""
    return " ".join(part.capitalize() for part in re.split("[-_]", name))
