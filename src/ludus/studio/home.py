"""The folder that the Studio works in: nothing it reads or writes for the page lies elsewhere.

FOLDER/                 runs of studies, a folder each
FOLDER/studio/token     what the page must know, for this user's eyes only; kept, so that pages find back
FOLDER/studio/tables/   a folder for each game that was played
FOLDER/studio/content/  files of the user's own: trees, kingdoms, cards
FOLDER/studio/tournaments/
FOLDER/studio/levels/   levels of the platformer with their runs
FOLDER/studio/study/    sessions of people
FOLDER/studio/work/     what was ordered and what was found
FOLDER/studio/bots/     bots of people's own, a folder each
"""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

from ludus.studio.protocol.words import LARGEST_CONTENT
from ludus.util.errors import LudusError, OptionError
from ludus.util.files import file_errors

CONTENT_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,40}\.(toml|json|csv|txt|level)")
FOLDER_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._+-]{0,100}")
MOST_FILES = 1000  # of the user's own


class NotThere(LudusError):
    """What a request names does not exist."""


class Home:
    """Paths of the Studio; names that come from outside are checked here."""

    def __init__(self, folder: str | Path) -> None:
        self.runs = Path(folder).absolute()
        self.own = self.runs / "studio"
        self.tables, self.content = self.own / "tables", self.own / "content"
        self.tournaments, self.work, self.bots = self.own / "tournaments", self.own / "work", self.own / "bots"
        self.levels, self.study = self.own / "levels", self.own / "study"
        for each in (self.tables, self.content, self.tournaments, self.work, self.bots):
            with file_errors(each, "made"):
                each.mkdir(parents=True, exist_ok=True)

    def token(self, name: str = "token") -> str:
        """A secret of this folder, made when it is first asked for."""
        path = self.own / name
        with file_errors(path, "read"):
            if not path.exists():
                file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
                with os.fdopen(file, "w") as out:
                    out.write(secrets.token_urlsafe(24))
            found = path.read_text().strip()
        if len(found) < 20:
            raise OptionError(f"{path}: this is no token that could be trusted; delete the file to have a new one")
        return found

    def content_file(self, name: str) -> Path:
        """A file of the user's own by its name, which must be there."""
        path = self.content_path(name)
        if not path.is_file() or path.is_symlink():
            raise NotThere(f"there is no file {name!r} among your own content")
        return path

    def content_path(self, name: str) -> Path:
        if not CONTENT_NAME.fullmatch(name):
            raise OptionError(
                f"{name[:60]!r} cannot name a file: letters, digits, - and _, then .toml, .json, .csv, .txt or .level"
            )
        return self.content / name

    def keep_content(self, name: str, text: str) -> Path:
        path, data = self.content_path(name), text.encode()
        if len(data) > LARGEST_CONTENT:
            raise OptionError(f"{name}: {len(data):,} bytes; at most {LARGEST_CONTENT:,}")
        if not path.exists() and len(list(self.content.iterdir())) >= MOST_FILES:
            raise OptionError(f"there are {MOST_FILES} files of your own already; delete some in {self.content}")
        with file_errors(path):
            part = path.with_name(path.name + ".part")
            part.write_bytes(data)
            part.replace(path)
        return path

    def run_folder(self, name: str) -> Path:
        return self._folder(self.runs, name, "run")

    def tournament_folder(self, name: str) -> Path:
        return self._folder(self.tournaments, name, "tournament")

    def _folder(self, where: Path, name: str, what: str) -> Path:
        path = where / name
        if not FOLDER_NAME.fullmatch(name) or path == self.own or not path.is_dir() or path.is_symlink():
            raise NotThere(f"there is no {what} named {name[:100]!r}")
        return path

    def inside(self, folder: Path, path: str, *parts: str) -> Path:
        """A file in a folder of a run, or in one of its parts; whatever leads out of it is refused, links included."""
        with suppress(OSError, ValueError):  # a name that is too long for the system, or has a zero in it
            found = (folder / path).resolve()
            places = [folder.resolve() / part for part in parts] or [folder.resolve()]
            if any(found.is_relative_to(place) for place in places) and found.is_file():
                return found
        raise NotThere(f"there is no file {path[:100]!r} in {folder.name}")
