"""Bots of people's own: Python files and commands that sit down under a name, @NAME.

bots/NAME/bot.json   the game, how it is started, whether guests may play against it
bots/NAME/NAME.py    its source, where it is a Python bot

Nothing here is ever sent to a page. A bot is code: it runs in a cell, under the limits of all external code, and only
where the Studio was started with --uploads.
"""

from __future__ import annotations

import ast
import re
import shutil
import threading
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from ludus.bots.lookup import COMMAND_PREFIX, JSON_LINES_PREFIX, load_bot, parse_bot_options
from ludus.core.game import Game
from ludus.core.registry import load_game
from ludus.studio.home import NotThere
from ludus.studio.protocol.bots import LARGEST_BOT, BotKind, BotRow, NewBot
from ludus.util.errors import LudusError, OptionError
from ludus.util.files import atomic_write, file_errors

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
FACTS = "bot.json"
FORMAT = 1
MOST_BOTS = 100
SIGN = "@"  # before the name of a bot of one's own
OFF = "bots of people's own do not play here; start the Studio with --uploads to let them"


class KeptBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What bot.json holds."""

    studio: int  # the format
    name: str
    game: str
    kind: BotKind
    cls: str
    options: str
    command: str
    offered: bool
    size: int
    added: str


class OwnBots:
    """The folder of them; closed unless uploads are asked for."""

    def __init__(self, folder: Path, uploads: bool) -> None:
        self.folder, self.uploads = folder, uploads
        self._one_at_a_time = threading.Lock()  # of those who write: a bot is not removed while it is written

    def keep(self, given: NewBot) -> KeptBot:
        """Take in a bot, or another version of one. It is checked before the old one goes."""
        self._check_open()
        game, name = load_game(given.game), _checked_name(given.name)
        if len(given.code.encode()) > LARGEST_BOT:
            raise OptionError(f"{name}: {len(given.code.encode()):,} bytes; at most {LARGEST_BOT:,}")
        if not (self.folder / name).exists() and len(self.listed()) >= MOST_BOTS:
            raise OptionError(f"there are {MOST_BOTS} bots already; remove some")
        parse_bot_options(given.options, f"{SIGN}{name}:{given.options}")
        cls = self._checked_source(given) if given.kind == "python" else self._checked_command(game, given)
        kept = KeptBot(
            studio=FORMAT,
            name=name,
            game=game.name,
            kind=given.kind,
            cls=cls,
            options=given.options.strip() if given.kind == "python" else "",
            command="" if given.kind == "python" else given.code.strip(),
            offered=given.offered,
            size=len(given.code.encode()),
            added=datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        )
        place = self.folder / name
        with self._one_at_a_time:
            with file_errors(place, "made"):
                place.mkdir(exist_ok=True)
            if given.kind == "python":
                atomic_write(place / f"{name}.py", given.code.encode())
            self._write(kept)
        return kept

    def offer(self, name: str, offered: bool) -> KeptBot:
        """Let guests play against it, or not any more."""
        self._check_open()
        with self._one_at_a_time:
            kept = msgspec.structs.replace(self.find(name), offered=offered)
            self._write(kept)
        return kept

    def remove(self, name: str) -> None:
        """Take it out for good. Games that it has played stay."""
        self._check_open()
        with self._one_at_a_time:
            self.find(name)
            with file_errors(self.folder / name, "removed"):
                shutil.rmtree(self.folder / name)

    def listed(self) -> list[KeptBot]:
        """All that may play, by name."""
        return self._all() if self.uploads else []

    def _all(self) -> list[KeptBot]:
        """What cannot be read hides no other."""
        found = []
        for place in sorted(self.folder.iterdir()):
            try:
                found.append(self.find(place.name))
            except LudusError:
                continue
        return found

    def find(self, name: str) -> KeptBot:
        """A bot by its name, without the sign."""
        path = self.folder / name / FACTS
        if not NAME.fullmatch(name) or not path.is_file():
            raise NotThere(f"there is no bot {SIGN}{name[:40]}; it may have been removed")
        with file_errors(path, "read"):
            data = path.read_bytes()
        try:
            return msgspec.json.decode(data, type=KeptBot)
        except msgspec.DecodeError as error:
            raise LudusError(f"bot {SIGN}{name}: cannot be read: {error}") from None

    def text(self, game: Game, given: str, offered_only: bool = False) -> str:
        """The text by which players are found, of `@NAME` or `@NAME:key=value`. Never for the page."""
        self._check_open()
        name, _, options = given.removeprefix(SIGN).partition(":")
        kept = self.find(name)
        if offered_only and not kept.offered:
            raise NotThere(f"there is no bot {SIGN}{name[:40]}; it may have been removed")
        if kept.game != game.name:
            raise OptionError(f"{SIGN}{name} plays {kept.game}, not {game.name}")
        if kept.kind != "python":
            if options:
                raise OptionError(f"{SIGN}{name} is a command: its options are in the command itself")
            return _call(kept)
        chosen = {**parse_bot_options(kept.options, given), **parse_bot_options(options, given)}
        more = ",".join(f"{key}={value}" for key, value in chosen.items())
        return f"{self.folder / name / name}.py:{kept.cls}" + (f":{more}" if more else "")

    def shown(self, text: str) -> str:
        """The text of a player as people know it: @NAME instead of a path or a command, also of one that is gone."""
        if found := re.fullmatch(re.escape(f"{self.folder}/") + r"([^/]+)/\1\.py:[^:]*(:.*)?", text):
            return f"{SIGN}{found[1]}{found[2] or ''}"
        if text.startswith((COMMAND_PREFIX, JSON_LINES_PREFIX)):
            commands = (kept for kept in self._all() if kept.kind != "python" and _call(kept) == text)
            return next((f"{SIGN}{kept.name}" for kept in commands), "a command")
        return text

    def _checked_source(self, given: NewBot) -> str:
        """The class that plays; the file is read and not run."""
        from ludus.bots.python import read_bot_file

        part = self.folder / f"{given.name}.py"
        with self._one_at_a_time:
            try:
                atomic_write(part, given.code.encode())
                cls = given.cls.strip() or _only_class(given.name, given.code)
                read_bot_file(str(part), cls)
            except LudusError as error:
                raise OptionError(str(error).replace(f"{self.folder}/", "")) from None
            finally:
                part.unlink(missing_ok=True)
        return cls

    def _checked_command(self, game: Game, given: NewBot) -> str:
        """Refuse a command that cannot be started."""
        if not given.code.strip() or "\n" in given.code.strip() or len(given.code) > 1000:
            raise OptionError("a command is one line, as you would type it in a terminal")
        sign = COMMAND_PREFIX if given.kind == "command" else JSON_LINES_PREFIX
        load_bot(game, sign + given.code.strip()).close()
        return ""

    def _write(self, kept: KeptBot) -> None:
        atomic_write(self.folder / kept.name / FACTS, msgspec.json.encode(kept))

    def _check_open(self) -> None:
        if not self.uploads:
            raise OptionError(OFF)


def as_row(kept: KeptBot, guest: bool) -> BotRow:
    """What a page is told of a bot; a guest no more than that it is there."""
    options = f":{kept.options}" if kept.options else ""
    detail = f"class {kept.cls}{options}" if kept.kind == "python" else kept.command
    return BotRow(
        kept.name, kept.game, kept.kind, "" if guest else detail, kept.offered, 0 if guest else kept.size, kept.added
    )


def _call(kept: KeptBot) -> str:
    """The text of a player that is a command."""
    return (COMMAND_PREFIX if kept.kind == "command" else JSON_LINES_PREFIX) + kept.command


def _checked_name(name: str) -> str:
    if not NAME.fullmatch(name):
        raise OptionError(f"{name[:60]!r} cannot name a bot: a letter, then letters, digits, - and _, at most 40")
    return name


def _only_class(name: str, source: str) -> str:
    """The class that is meant where none is named: the only one, or the only one that derives from a Bot."""
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise OptionError(f"{name}.py, line {error.lineno}: {error.msg}") from None
    except (ValueError, MemoryError, RecursionError) as error:
        raise OptionError(f"{name}.py: cannot be read as Python: {error}") from None
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    bots = [node for node in classes if any("Bot" in ast.unparse(base) for base in node.bases)]
    found = bots if len(bots) == 1 else classes
    if len(found) == 1:
        return found[0].name
    if not classes:
        raise OptionError(f"{name}.py: there is no class in it; a bot is a class derived from ludus.Bot")
    raise OptionError(f"{name}.py: say which class plays: {', '.join(node.name for node in classes[:20])}")
