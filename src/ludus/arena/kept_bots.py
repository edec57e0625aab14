"""Kept bots, for training: the folder with their files, and what is said about them.

    kept-files/
      kept-files.json        which bot has which folder, and which deals were played
      fast/                  files of the bot named fast: those of its home, and in work/ those of its working folder
      fast.worker-2/         those of its second process, if games run in parallel
      rusher.py-Rusher-1f3c/ a bot without a name: its text, and a digest if letters were replaced

A match has this folder in the working folder, a tournament in its own. A later match begins with these files. The
folder with the bot itself is never written to.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Sequence
from pathlib import Path

from ludus.arena.pairing import unique_names
from ludus.bots import BotFactory
from ludus.bots.external.process_pool import KeepRecord
from ludus.bots.external.sandbox_server_client import hide_folder
from ludus.bots.lookup import JSON_LINES_PREFIX, is_compiled_bot
from ludus.util.errors import OptionError
from ludus.util.files import FolderError, atomic_write_json, file_errors
from ludus.util.text import plural

_PLURALS = {"object": "objects", "process": "processes"}
KEPT_FOLDER, KEPT_LIST = "kept-files", "kept-files.json"
MAX_NAME = 48  # characters of a bot's folder


class KeptFolder:
    """The folder with the files of kept bots. One process at a time uses it, until `close`."""

    def __init__(self, path: Path) -> None:
        """Open or make the folder.

        Raises:
            FolderError: it holds other files, another process uses it, or it cannot be written.
        """
        self.path = path.absolute()
        with file_errors(self.path, "made"):
            self.path.mkdir(parents=True, exist_ok=True)
            others = sorted(file.name for file in self.path.iterdir())
        self._list, self.session = self.path / KEPT_LIST, 0
        self._bots: dict[str, dict[str, str]] = {}
        self._sessions, self._rows = 0, list[list[int]]()  # sessions so far; seeds in a row: first, end
        if KEPT_LIST in others:
            self._read()
        elif others:
            raise FolderError(
                f"{path}: holds other files ({', '.join(others[:3])}), and the files of kept bots belong there; move "
                "this folder away, or work in another one"
            )
        else:
            self._write()
        self._lock_file = self._lock()
        hide_folder(self.path)

    def begin_session(self) -> int:
        """Begin to play: own deals depend on the number of the session, so bots with these files see no deal again.

        Returns:
            The number, from 0; it is also `session`.
        """
        self.session, self._sessions = self._sessions, self._sessions + 1
        self._write()
        return self.session

    def claim_seeds(self, first: int, count: int) -> None:
        """Note the seeds of deals that are numbers in a row, as with --in-a-row.

        Raises:
            OptionError: bots with these files have played some of them.
        """
        for begin, end in self._rows:
            if first < end and begin < first + count:
                free = max(end for _, end in self._rows)
                raise OptionError(
                    f"--keep --in-a-row: bots with files in {self.path} have played the deals {begin} to {end - 1}; "
                    f"begin with --seed {free}, or move the folder away"
                )
        self._rows.append([first, first + count])
        self._write()

    def folder_of(self, name: str, game: str, text: str) -> str:
        """The folder of a bot, by its name.

        Args:
            name: The name of the player.
            game: The name of the game.
            text: The text of the bot.

        Raises:
            FolderError: the folder has the files of another bot.
        """
        folder, owner = folder_name(name), {"game": game, "bot": text}
        if self._bots.setdefault(folder, owner) != owner:
            other = self._bots[folder]
            raise FolderError(
                f"{self.path / folder}: has the files of {other['bot']} ({other['game']}); give this bot another name, "
                "as in NAME=BOT, or move kept-files away"
            )
        self._write()
        return str(self.path / folder)

    def folders_of(self, names: Sequence[str | None], game: str, texts: Sequence[str]) -> list[str]:
        """The folders of all bots of a match, empty for compiled ones.

        Args:
            names: Given names of the players, None for those without.
            game: The name of the game.
            texts: The texts of the bots.

        Raises:
            FolderError: a folder has the files of another bot.
        """
        unique = unique_names([name or text for name, text in zip(names, texts, strict=True)])
        return [
            "" if is_compiled_bot(text) else self.folder_of(name, game, text)
            for name, text in zip(unique, texts, strict=True)
        ]

    def close(self) -> None:
        """Let other processes use the folder. May be called more than once."""
        if self._lock_file is not None:
            os.close(self._lock_file)
            self._lock_file = None

    def _read(self) -> None:
        with file_errors(self._list, "read"):
            data = self._list.read_bytes()
        try:
            content = json.loads(data)
            bots = content["bots"].items()
            self._bots = {str(name): {"game": bot["game"], "bot": bot["bot"]} for name, bot in bots}
            self._sessions = int(content["sessions"])
            self._rows = [[int(first), int(end)] for first, end in content["in_a_row"]]
        except (ValueError, TypeError, KeyError, AttributeError):
            raise FolderError(f"{self._list}: this is no list of kept bots that this release can read") from None

    def _write(self) -> None:
        content = {"bots": self._bots, "sessions": self._sessions, "in_a_row": self._rows}
        atomic_write_json(self._list, content)

    def _lock(self) -> int | None:
        try:
            import fcntl
        except ImportError:  # not a Unix: a second process is not detected there
            return None
        with file_errors(self.path, "read"):
            file = os.open(self.path, os.O_RDONLY)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(file)
            raise FolderError(f"{self.path}: another process uses the files of these bots") from None
        return file


def folder_name(name: str) -> str:
    """The name of a bot's folder: its own name; if letters have to be replaced, with a digest."""
    clean = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")[:MAX_NAME]
    if clean == name and not re.search(r"\.(worker-\d+|new|old|json)$", name):
        return name
    return f"{clean or 'bot'}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def check_keep(texts: Sequence[str], competition: bool) -> None:
    """Raise OptionError if bots cannot be kept: all are compiled, or several deals share a draft."""
    if all(map(is_compiled_bot, texts)):
        raise OptionError("--keep is for Python bots and programs; compiled bots keep nothing")
    if competition:
        raise OptionError(
            "--keep and --competition exclude each other: several deals of a contest share a draft, and a kept bot "
            "would know it"
        )


def start_text(names: Sequence[str], texts: Sequence[str], keep: bool, in_process: bool, contest: bool) -> str:
    """Whether bots were kept or every game started from the folder as submitted; empty if all are compiled.

    Args:
        names: Names of the bots.
        texts: Their texts.
        keep: They were kept.
        in_process: Python bots ran in the process of Ludus.
        contest: Persistent programs were started anew for every game.
    """
    external = [(name, text) for name, text in zip(names, texts, strict=True) if not is_compiled_bot(text)]
    if not external:
        return ""
    if keep:
        return (
            f"Bots were kept for training (--keep): {_names(external)}. An object or process played many games, and "
            "its files stayed. Every game had a deal of its own: no bot saw a deal twice."
        )
    staying = [bot for bot in external if bot[1].startswith(JSON_LINES_PREFIX) and not contest]
    loaded = [bot for bot in external if is_python_bot(bot[1]) and in_process]
    fresh = [bot for bot in external if bot not in (*staying, *loaded)]
    sentences = [f"Every game of {_names(fresh)} started from the folder as submitted."] if fresh else []
    if staying:
        sentences.append(
            f"A process of {_names(staying)} played many games, as lines: programs do; none played a deal twice."
        )
    if loaded:
        sentences.append(f"{_names(loaded)} ran inside the process of Ludus, which loaded the file once.")
    return " ".join(sentences)


def is_python_bot(text: str) -> bool:
    """Whether a text names a class in a Python file."""
    return not is_compiled_bot(text) and not text.startswith(("cmd:", "lines:"))


def keep_texts(names: Sequence[str], players: Sequence[BotFactory]) -> list[str]:
    """What became of each kept bot in this run: its objects, those that were lost, and where its files are."""
    records = [(name, getattr(player, "keep", None)) for name, player in zip(names, players, strict=True)]
    return [f"{name}: {keep_text(record)}" for name, record in records if record is not None]


def keep_text(record: KeepRecord) -> str:
    """What became of one kept bot."""
    if record.noun:
        parts = [f"1 {record.noun}" if record.started == 1 else f"{record.started:,} {_PLURALS[record.noun]}"]
        if record.lost:
            parts.append(
                f"{record.lost:,} of them lost, after which a new one began"
                f"{' with the kept files' if record.folder else ''}; the last: {record.last_loss}"
            )
    else:
        parts = ["a process a game"]
    if not record.folder:
        return "; ".join([*parts, "its files are where it wrote them, because it ran inside the process of Ludus"])
    where = os.path.relpath(record.folder) if Path(record.folder).is_relative_to(Path.cwd()) else record.folder
    more = f" and {where}.worker-2 to {record.workers}" if record.workers > 1 else ""
    size = record.total("bytes")
    size_text = f"{size / 1e6:.1f} MB" if size >= 1e5 else plural(size, "byte")
    parts.append(f"{plural(record.total('files'), 'file')}, {size_text}, in {where}{more}")
    if left_out := record.total("left_out"):
        parts.append(f"{left_out:,} left out: links, special files, or more than the limit of its folder")
    if record.error:
        parts.append(f"its last files could not be stored: {record.error}")
    return "; ".join(parts)


def _names(bots: Sequence[tuple[str, str]], most: int = 4) -> str:
    names = [name for name, _ in bots]
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} more"]
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
