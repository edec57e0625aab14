"""Paths of the Studio folder. The Studio reads and writes files for the page only inside it.

FOLDER/                 runs of studies, a folder each
FOLDER/studio/token     access token, readable by this user only; kept, so that open pages stay valid
FOLDER/studio/tables/   a folder for each game session
FOLDER/studio/content/  files of the user: trees, kingdoms, cards
FOLDER/studio/tournaments/
FOLDER/studio/levels/   levels of the platformer with their runs
FOLDER/studio/study/    sessions of the study with people
FOLDER/studio/work/     jobs and their results
FOLDER/studio/bots/     uploaded bots, a folder each
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

from ludus.studio.protocol.base import LARGEST_CONTENT
from ludus.studio.request_errors import NotFound
from ludus.util.errors import OptionError
from ludus.util.files import atomic_write, file_errors

CONTENT_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,40}\.(toml|json|csv|graphml|dot|gv|txt|level)")
FOLDER_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._+-]{0,100}")
MAX_FILES = 1000  # of the user


def digest_name(stem: str, data: bytes, suffix: str) -> str:
    """Name of a copy that the Studio stores by itself, such as cards to play with: it contains a digest of its text."""
    return f"{stem}-{hashlib.sha256(data).hexdigest()[:8]}{suffix}"


def is_stored_copy(path: Path) -> bool:
    """Whether a content file is a copy named by `digest_name`, which no user has made or changed."""
    stem, dash, _ = path.stem.rpartition("-")
    return bool(dash) and path.name == digest_name(stem, path.read_bytes(), path.suffix)


class StudioPaths:
    """Paths of the Studio; validates names that come from clients."""

    def __init__(self, folder: str | Path) -> None:
        self.runs = Path(folder).absolute()
        self.studio = self.runs / "studio"
        self.tables, self.content = self.studio / "tables", self.studio / "content"
        self.tournaments, self.work, self.bots = self.studio / "tournaments", self.studio / "work", self.studio / "bots"
        self.levels, self.study = self.studio / "levels", self.studio / "study"
        for folder_to_make in (self.tables, self.content, self.tournaments, self.work, self.bots):
            with file_errors(folder_to_make, "made"):
                folder_to_make.mkdir(parents=True, exist_ok=True)

    def token(self, name: str = "token") -> str:
        """Secret token of this folder, created on first use."""
        path = self.studio / name
        with file_errors(path, "read"):
            if not path.exists():
                file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
                with os.fdopen(file, "w") as out:
                    out.write(secrets.token_urlsafe(24))
            token = path.read_text().strip()
        if len(token) < 20:
            raise OptionError(f"{path}: this is no token that could be trusted; delete the file to have a new one")
        return token

    def content_file(self, name: str) -> Path:
        """Path of a file of the user. Raises NotFound if it does not exist."""
        path = self.content_path(name)
        if not path.is_file() or path.is_symlink():
            raise NotFound("file of your own", name)
        return path

    def content_path(self, name: str) -> Path:
        """Path of a file of the user, which may not exist. Raises OptionError if the name is not allowed."""
        if not CONTENT_NAME.fullmatch(name):
            raise OptionError(
                f"{name[:60]!r} cannot name a file: letters, digits, - and _, then .toml, .json, .csv, .graphml, .dot, "
                ".gv, .txt or .level"
            )
        return self.content / name

    def write_content(self, name: str, text: str) -> Path:
        """Write a file of the user and return its path."""
        path, data = self.content_path(name), text.encode()
        if len(data) > LARGEST_CONTENT:
            raise OptionError(f"{name}: {len(data):,} bytes; at most {LARGEST_CONTENT:,}")
        if not path.exists() and len(list(self.content.iterdir())) >= MAX_FILES:
            raise OptionError(f"there are {MAX_FILES} files of your own already; delete some in {self.content}")
        atomic_write(path, data, durable=False)
        return path

    def run_folder(self, name: str) -> Path:
        return self._folder(self.runs, name, "run")

    def tournament_folder(self, name: str) -> Path:
        return self._folder(self.tournaments, name, "tournament")

    def _folder(self, where: Path, name: str, what: str) -> Path:
        path = where / name
        if not FOLDER_NAME.fullmatch(name) or path == self.studio or not path.is_dir() or path.is_symlink():
            raise NotFound(what, name)
        return path

    def file_inside(self, folder: Path, path: str, *parts: str) -> Path:
        """Path of a file in a run's folder, or only in the given subfolders of it.

        Raises NotFound for paths that lead outside, also through links.
        """
        with suppress(OSError, ValueError):  # a name that is too long for the system, or contains a NUL character
            file = (folder / path).resolve()
            allowed = [folder.resolve() / part for part in parts] or [folder.resolve()]
            if any(file.is_relative_to(parent) for parent in allowed) and file.is_file():
                return file
        raise NotFound(f"file in {folder.name}", path)
