"""Code and content of the user that a run uses: noted in versions.json, compared when the run is resumed.

Which games and bots a study uses is known when it uses them. So each is noted at that moment, before a result that
depends on it is stored: its place and the digests of its files. The place is enough to compare the files later without
loading a game:

    ../letter.py           a file, relative to the run folder
    module:dice_game       a module or package that is installed
"""

from __future__ import annotations

import importlib.util
import os
import re
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludus.util.files import FolderError
from ludus.util.source_files import MISSING, code_digests, file_digest, is_installed, is_part_of_ludus, package_root
from ludus.util.use_log import Use

CODE, CONTENT = "code", "content"  # keys in versions.json
MODULE_PREFIX = "module:"
COMPARED_BY_VERSION = (  # imported names of libraries whose versions every run notes
    "numpy",
    "numba",
    "llvmlite",
    "msgspec",
    "cmaes",
    "pymoo",
    "ribs",
    "neat",
    "matplotlib",
    "pyarrow",
)
TEMPORARY_NAME = re.compile(r"tmp[a-z0-9_]{8}")  # folders and files of Python's `tempfile`

Digests = dict[str, str]  # by the name of the file
PlaceDigests = dict[str, Digests]


class UsedFiles:
    """Listener for `observe_uses`: notes what an experiment uses.

    Args:
        folder: Run folder.
        known: What the run is known to use, as it is now; see `current_digests`.
        write: Called with everything noted so far whenever something is added.
        warn: Receives warnings.
    """

    def __init__(
        self,
        folder: Path,
        known: dict[str, PlaceDigests],
        write: Callable[[dict[str, PlaceDigests]], None],
        warn: Callable[[str], None],
    ) -> None:
        self._folder, self._known, self._write, self._warn = folder, known, write, warn
        self._lock = threading.Lock()
        self._seen: dict[tuple[int, Path | None], Any] = {}  # owners, kept alive so that no other gets the same id
        self._without_file: set[str] = set()

    def __call__(self, use: Use) -> None:
        """Note a use.

        Raises:
            FolderError: the files have changed since the run began or was resumed.
        """
        with self._lock:
            key = id(use.owner), use.file
            if key in self._seen:
                return
            if use.file is None:
                self._warn_without_file(use.what)
            elif not self._is_own_file(use.file):
                self._note(use.file, CODE if use.is_code else CONTENT)
            if use.owner is not None:
                self._seen[key] = use.owner

    def _note(self, file: Path, kind: str) -> None:
        place = _place(file, self._folder)
        digests = _digests(place, kind, self._folder)
        noted = self._known[kind].get(place)
        if noted is None:
            self._known[kind][place] = digests
            self._write(self._known)
        elif noted != digests:
            raise FolderError(
                f"{self._folder}: {', '.join(changed_names(noted, digests))} changed while the run was working, so its "
                "tables would mix two kinds of results; undo the change and resume the run, or begin a new one"
            )

    def _is_own_file(self, file: Path) -> bool:
        """Whether a file belongs to Ludus or to the run, or is a temporary one of the study."""
        real, folder = Path(os.path.realpath(file)), Path(os.path.realpath(self._folder))
        if is_part_of_ludus(real) or folder in real.parents:
            return True
        temporary = Path(os.path.realpath(tempfile.gettempdir()))
        if temporary not in real.parents:
            return False
        top = temporary / real.relative_to(temporary).parts[0]
        return TEMPORARY_NAME.match(top.name) is not None and top not in folder.parents

    def _warn_without_file(self, what: str) -> None:
        if what not in self._without_file:
            self._without_file.add(what)
            self._warn(without_file_message(what))


def without_file_message(what: str) -> str:
    """Warning about code whose changes a resumed run cannot see."""
    return f"{what} is not defined in a file, so a resumed run cannot see changes in it: begin a new run after a change"


def current_digests(recorded: dict[str, Any], folder: Path) -> dict[str, PlaceDigests]:
    """Digests of the files that a run has noted, as they are now.

    Args:
        recorded: The versions in versions.json.
        folder: Run folder.
    """
    return {
        kind: {place: _digests(place, kind, folder) for place in recorded.get(kind, {})} for kind in (CODE, CONTENT)
    }


def used_file_changes(recorded: dict[str, Any], now: dict[str, PlaceDigests]) -> list[str]:
    """Names of files that differ from those that a run has noted; content that is gone does not count."""
    changed = []
    for kind in (CODE, CONTENT):
        for place, digests in recorded.get(kind, {}).items():
            names = changed_names(digests, now[kind][place])
            changed += names if kind == CODE or MISSING not in now[kind][place].values() else []
    return list(dict.fromkeys(changed))


def changed_names(before: Digests, now: Digests) -> list[str]:
    """Names of the files in which digests differ."""
    return [
        f"{name} (missing)" if now.get(name) == MISSING else name
        for name in sorted({**before, **now})
        if before.get(name) != now.get(name)
    ]


def _place(file: Path, folder: Path) -> str:
    file = Path(os.path.realpath(file))
    root = package_root(file)
    if root != file.parent:
        file = root / file.relative_to(root).parts[0] / "__init__.py"
    module = MODULE_PREFIX + file.relative_to(root).parts[0].removesuffix(".py")
    if is_installed(file) and os.path.realpath(_file_at(module, folder) or "") == str(file):
        return module
    try:
        return Path(os.path.relpath(file, os.path.realpath(folder))).as_posix()
    except ValueError:  # another drive
        return file.as_posix()


def _digests(place: str, kind: str, folder: Path) -> Digests:
    file = _file_at(place, folder)
    if file is None or not file.is_file():
        return {Path(place.removeprefix(MODULE_PREFIX)).name: MISSING}
    return code_digests(file, COMPARED_BY_VERSION) if kind == CODE else {file.name: file_digest(file)}


def _file_at(place: str, folder: Path) -> Path | None:
    if not place.startswith(MODULE_PREFIX):
        return Path(os.path.normpath(os.path.join(os.path.realpath(folder), place)))
    try:
        spec = importlib.util.find_spec(place.removeprefix(MODULE_PREFIX))
    except (ImportError, ValueError):
        return None
    return Path(spec.origin) if spec is not None and spec.origin is not None and spec.has_location else None
