"""What a sandboxed program gets of its surroundings: environment variables, folders it needs, folders that are hidden.

Only a short list of environment variables is passed on, because others may hold secrets. Folders in which Ludus keeps
seeds, deals, logs and tokens are hidden: those of this command, those of other tournaments, runs and the Studio in the
neighbourhood, and well-known places for keys and passwords in the user's home. So are single files with a seed or a
deal, such as the rules of a contest.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from ludus.core.compile.cache import cache_folder
from ludus.util.errors import OptionError
from ludus.util.files import missing_file

# Names of variables that are passed on; a star means any text.
PASSED_VARIABLES = (
    *("PATH", "LANG", "LANGUAGE", "LC_*", "TZ", "LD_LIBRARY_PATH", "JAVA_HOME", "DOTNET_ROOT", "VIRTUAL_ENV"),
    *("PYTHONHASHSEED", "PYTHONUNBUFFERED", "PYTHONIOENCODING", "PYTHONUTF8", "PYTHONPATH", "NUMBA_*"),
    *("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"),
)
USER_NAME = "bot"  # of the program, for libraries that ask for one

HIDDEN_PATHS: set[str] = set()  # folders and files of this command: they hold seeds, deals and logs

# Files that show that a folder belongs to a tournament, a run, the Studio, kept bots or a match with --logs.
_MARKS = ("tournament.json", "games.csv", "versions.json", "studio/token", "token", "kept-files.json")
_PARENTS = ("tournaments", "runs")  # folders with such folders
_MAX_ENTRIES = 2000  # of a folder that is searched
_SECRETS = (
    *(".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".config/gcloud", ".config/gh", ".netrc", ".pgpass"),
    *(".git-credentials", ".pypirc", ".npmrc", ".password-store", ".local/share/keyrings", ".mozilla", ".bash_history"),
    *(".zsh_history", ".python_history", ".config/google-chrome", ".config/chromium", ".ludus"),
)


def passed_environment(more: Iterable[str] = ()) -> dict[str, str]:
    """The environment variables of a program.

    Args:
        more: Names of variables to pass on in addition.

    Raises:
        OptionError: one of them is not set.
    """
    values = {name: value for name, value in os.environ.items() if _is_passed(name)}
    for name in more:
        if name not in os.environ:
            raise OptionError(f"--pass-env {name}: there is no environment variable {name}")
        values[name] = os.environ[name]
    return {"USER": USER_NAME, "LOGNAME": USER_NAME, "LUDUS_CACHE_DIR": str(cache_folder()), **values}


def needed_folders(program: str | None, words: Iterable[str], cwd: str, more: Iterable[str] = ()) -> list[str]:
    """The folders that a program needs to run: its own, that of its interpreter, and those its command names.

    They matter if root starts the program, which then runs as a user who may not enter all of them.

    Args:
        program: Path of the program; None for a Python bot.
        words: Its command line.
        cwd: The working folder.
        more: Other folders.
    """
    folders = {cwd, str(cache_folder()), *more}
    folders |= {_prefix(path) for path in os.environ.get("PATH", "").split(os.pathsep) if os.path.isabs(path)}
    if program is not None:
        folders |= _folders_of_program(program)
    for word in words:
        for text in (word, word.partition("=")[2]):
            path = os.path.join(cwd, text)
            if text and os.path.exists(path):
                folders.add(path if os.path.isdir(path) else os.path.dirname(path))
                folders.add(os.path.dirname(os.path.realpath(path)))
    return sorted({os.path.realpath(folder) for folder in folders if os.path.isdir(folder)} - {"/"})


def python_folders() -> list[str]:
    """The folders of this Python with all its packages."""
    return [sys.prefix, sys.base_prefix, *(path for path in sys.path if path and os.path.isdir(path))]


def hide_folder(folder: Path) -> None:
    """Hide a folder from all programs started from now on, except those started inside it."""
    HIDDEN_PATHS.add(str(folder.resolve()))


def hide_file(file: Path, bots: Iterable[str], what: str) -> None:
    """Hide a file from all programs started from now on. Links that lead to it show nothing, either.

    Args:
        file: The file; nothing happens if there is none.
        bots: Texts of the bots.
        what: What it is, for the message.

    Raises:
        OptionError: it has a second name (a hard link), which would still show it; or it belongs to a bot.
    """
    if not file.is_file():
        return
    names = file.stat().st_nlink
    if names > 1:
        raise OptionError(
            f"{what} {file}: this file has {names} names (hard links). It has to be hidden from the bots, and only one "
            "name can be; use a copy of it"
        )
    for text in bots:
        if any(os.path.samefile(file, own) for own in files_of_bot(text)):
            raise OptionError(f"{what} {file}: it has to be hidden from the bots, and belongs to the bot {text}")
    HIDDEN_PATHS.add(str(file.resolve()))


def covered_paths(needed: Iterable[str], cwd: str, more: Iterable[str] = ()) -> list[str]:
    """Folders and files that are hidden from a program: all secrets, except folders that hold what it needs.

    Args:
        needed: The folders that it needs.
        cwd: The working folder.
        more: Paths that the user named; they are always hidden.
    """
    home = os.path.realpath(os.path.expanduser("~"))
    secrets = {os.path.join(home, name) for name in _SECRETS} | _ludus_folders(cwd) | HIDDEN_PATHS
    for path in HIDDEN_PATHS:
        secrets |= _ludus_folders(os.path.dirname(path))
    kept_open = [os.path.realpath(path) for path in (cwd, *needed)]
    hidden = {part for path in secrets if os.path.exists(path) for part in _without(os.path.realpath(path), kept_open)}
    return sorted(hidden | {os.path.realpath(path) for path in more})


def refuse_folder_with_bots(folder: Path, bots: Iterable[str], option: str) -> None:
    """Refuse a folder for results that would have to be hidden from bots, but holds what they need.

    Args:
        folder: The folder for results.
        bots: Texts of the bots.
        option: The option that named it, for the message.

    Raises:
        OptionError: the folder holds the working folder or a bot.
    """
    path = os.path.realpath(folder)
    advice = "its results, with the seed, must be hidden from the bots; name a folder of its own"
    if _holds(path, os.path.realpath(os.getcwd())):
        raise OptionError(f"{option} {folder}: this folder holds the working folder; {advice}")
    for text in bots:
        for file in files_of_bot(text):
            if _holds(path, os.path.realpath(file)):
                raise OptionError(f"{option} {folder}: this folder holds the bot {text}; {advice}")


def files_of_bot(text: str) -> list[str]:
    """The files that the text of a bot names: `bots.py:Rusher`, `cmd:./coac --fast`; none for a compiled bot."""
    prefix, _, command = text.partition(":")
    if prefix.rpartition("=")[2] in ("cmd", "lines"):
        try:
            words = shlex.split(command)
        except ValueError:
            return []
        found = [shutil.which(words[0])] if words else []
        return [path for path in (*found, *words[1:]) if path and os.path.isfile(path)]
    file = prefix.rpartition("=")[2]
    return [file] if file.endswith(".py") and os.path.isfile(file) else []


def check_hidden(paths: Iterable[str], bots: Iterable[str]) -> None:
    """Check the paths of --hide.

    Raises:
        OptionError: a path does not exist, or holds a bot, which could not start.
    """
    for path in paths:
        if not os.path.exists(path):
            raise OptionError(f"--hide {path}: {missing_file(path, 'file or folder')}")
        for text in bots:
            for file in files_of_bot(text):
                if _holds(os.path.realpath(path), os.path.realpath(file)):
                    raise OptionError(f"--hide {path}: the bot {text} is in it and could not start")


def _ludus_folders(folder: str) -> set[str]:
    """Folders of tournaments, runs and the Studio in a folder, or one level below."""
    found: set[str] = set()
    for parent in (folder, *(os.path.join(folder, name) for name in _PARENTS)):
        try:
            entries = sorted(entry.path for entry in os.scandir(parent) if entry.is_dir())[:_MAX_ENTRIES]
        except OSError:
            continue
        found |= {path for path in entries if any(os.path.exists(os.path.join(path, mark)) for mark in _MARKS)}
    found |= {path for name in _PARENTS if os.path.isdir(path := os.path.join(folder, name))}
    return found


def _is_passed(name: str) -> bool:
    return any(name == passed or (passed.endswith("*") and name.startswith(passed[:-1])) for passed in PASSED_VARIABLES)


def _folders_of_program(program: str) -> set[str]:
    """The folders of a program, of all links that lead to it, and of the interpreter in its first line."""
    folders: set[str] = set()
    for _ in range(10):
        folders.add(_prefix(os.path.dirname(program)))
        if not os.path.islink(program):
            break
        program = os.path.normpath(os.path.join(os.path.dirname(program), os.readlink(program)))
    try:
        with open(program, "rb") as file:
            first_line = file.readline(256)
    except OSError:
        return folders
    if first_line.startswith(b"#!"):
        words = first_line[2:].decode(errors="replace").split()
        name = words[1] if len(words) > 1 and os.path.basename(words[0]) == "env" else words[0] if words else ""
        interpreter = shutil.which(name)
        if interpreter is not None and interpreter != program:
            folders |= _folders_of_program(interpreter)
    return folders


def _prefix(folder: str) -> str:
    """The folder of an installation: that above `bin`, unless it is a home."""
    above = os.path.dirname(folder)
    is_part = os.path.basename(folder) in ("bin", "sbin", "shims", "Scripts")
    return above if is_part and os.path.realpath(above) != os.path.realpath(os.path.expanduser("~")) else folder


def _holds(folder: str, path: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _without(path: str, kept_open: list[str]) -> list[str]:
    """The path, or if it holds what has to stay open, all other entries in it."""
    inside = [folder for folder in kept_open if _holds(path, folder)]
    if not inside:
        return [path]
    if path in inside:
        return []
    return [part for name in os.listdir(path) for part in _without(os.path.join(path, name), kept_open)]
