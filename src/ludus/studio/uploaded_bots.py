"""Store and routes of uploaded bots: Python files and commands that play under a name, @NAME.

bots/NAME/bot.json   the game, how the bot is started, whether guests may play against it
bots/NAME/NAME.py    the source of a Python bot

Nothing of this is ever sent to a page. Uploaded code runs in a sandbox, under the limits of all external code, and
only if the Studio was started with --uploads.
"""

from __future__ import annotations

import ast
import re
import shutil
import threading
from pathlib import Path

import msgspec
from fastapi import APIRouter, Request, Response
from msgspec import structs

from ludus.bots.lookup import COMMAND_PREFIX, JSON_LINES_PREFIX, load_bot, parse_bot_options
from ludus.core.game import Game
from ludus.core.game_registry import load_game_by_name
from ludus.studio.bot_checks import bot_templates, check_source, find_bot_class
from ludus.studio.protocol.uploaded_bots import (
    LARGEST_BOT,
    BotFault,
    BotKind,
    BotOffer,
    BotRow,
    CheckedBot,
    NewBot,
)
from ludus.studio.request_and_response_helpers import json_response, owner_only, read_body, run_quick
from ludus.studio.request_errors import NotFound
from ludus.util.errors import LudusError, OptionError
from ludus.util.files import atomic_write, file_errors
from ludus.util.text import utc_timestamp

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
FACTS = "bot.json"
FORMAT = 1
MAX_BOTS = 100
CHECKED_NAME = "this-bot"  # of the file in which a source is checked
BOT_PREFIX = "@"  # prefix of the name of an uploaded bot
NOT_FOR_GUESTS = "not upload, check or change bots"
UPLOADS_DISABLED = "uploaded bots do not play here; start the Studio with --uploads to allow them"


def bot_routes(bots: UploadedBots) -> APIRouter:
    routes = APIRouter()

    @routes.get("/api/bots")
    async def list_bots(request: Request) -> Response:
        guest = request.scope["role"] == "guest"
        uploaded = await run_quick(bots.available)
        return json_response([bot_row(bot, guest) for bot in uploaded if bot.offered or not guest])

    @routes.get("/api/bots/templates")
    async def templates(request: Request) -> Response:
        owner_only(request, NOT_FOR_GUESTS)
        bots.check_enabled()
        return json_response(await run_quick(bot_templates))

    @routes.post("/api/bots/check")
    async def check(request: Request) -> Response:
        owner_only(request, NOT_FOR_GUESTS)
        return json_response(await run_quick(bots.check, await read_body(request, NewBot)))

    @routes.post("/api/bots")
    async def add(request: Request) -> Response:
        owner_only(request, NOT_FOR_GUESTS)
        return json_response(bot_row(await run_quick(bots.store, await read_body(request, NewBot)), False))

    @routes.post("/api/bots/{name}/offer")
    async def offer(name: str, request: Request) -> Response:
        owner_only(request, NOT_FOR_GUESTS)
        order = await read_body(request, BotOffer)
        return json_response(bot_row(await run_quick(bots.offer, name, order.offered), False))

    @routes.post("/api/bots/{name}/remove")
    async def remove(name: str, request: Request) -> Response:
        owner_only(request, NOT_FOR_GUESTS)
        bot = bots.find(name)
        await run_quick(bots.remove, name)
        return json_response(bot_row(bot, False))

    return routes


class StoredBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Content of bot.json."""

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


class UploadedBots:
    """Store of uploaded bots; refuses everything unless uploads are enabled."""

    def __init__(self, folder: Path, uploads: bool) -> None:
        self.folder, self.uploads = folder, uploads
        self._write_lock = threading.Lock()  # serialises writers: a bot is not removed while it is written

    def store(self, new_bot: NewBot) -> StoredBot:
        """Add a bot or replace one of the same name. The new version is checked before the old one is replaced.

        Raises OptionError if uploads are disabled or the bot is invalid.
        """
        self.check_enabled()
        game, name = load_game_by_name(new_bot.game), _check_name(new_bot.name)
        if len(new_bot.code.encode()) > LARGEST_BOT:
            raise OptionError(f"{name}: {len(new_bot.code.encode()):,} bytes; at most {LARGEST_BOT:,}")
        if not (self.folder / name).exists() and len(self.available()) >= MAX_BOTS:
            raise OptionError(f"there are {MAX_BOTS} bots already; remove some")
        parse_bot_options(new_bot.options, f"{BOT_PREFIX}{name}:{new_bot.options}")
        cls = self._checked_source(new_bot) if new_bot.kind == "python" else self._checked_command(game, new_bot)
        bot = StoredBot(
            studio=FORMAT,
            name=name,
            game=game.name,
            kind=new_bot.kind,
            cls=cls,
            options=new_bot.options.strip() if new_bot.kind == "python" else "",
            command="" if new_bot.kind == "python" else new_bot.code.strip(),
            offered=new_bot.offered,
            size=len(new_bot.code.encode()),
            added=utc_timestamp(),
        )
        folder = self.folder / name
        with self._write_lock:
            with file_errors(folder, "made"):
                folder.mkdir(exist_ok=True)
            if new_bot.kind == "python":
                atomic_write(folder / f"{name}.py", new_bot.code.encode())
            self._write(bot)
        return bot

    def check(self, new_bot: NewBot) -> CheckedBot:
        """Check a source without storing or running it.

        Raises OptionError if uploads are disabled or the bot is no Python source.
        """
        self.check_enabled()
        if new_bot.kind != "python":
            raise OptionError("only Python sources are checked; a command is checked when it is uploaded")
        checked = check_source(new_bot)
        if any(fault.kind == "error" for fault in checked.faults):
            return checked
        try:  # what the upload checks
            parse_bot_options(new_bot.options, f"{BOT_PREFIX}{new_bot.name}:{new_bot.options}")
            self._checked_source(structs.replace(new_bot, name=CHECKED_NAME, cls=checked.cls))
        except LudusError as error:
            return CheckedBot(checked.cls, [BotFault(str(error), 0, 0, "error"), *checked.faults])
        return checked

    def offer(self, name: str, offered: bool) -> StoredBot:
        """Allow or forbid guests to play against a bot."""
        self.check_enabled()
        with self._write_lock:
            bot = msgspec.structs.replace(self.find(name), offered=offered)
            self._write(bot)
        return bot

    def remove(self, name: str) -> None:
        """Delete a bot. Games that it has played remain."""
        self.check_enabled()
        with self._write_lock:
            self.find(name)
            with file_errors(self.folder / name, "removed"):
                shutil.rmtree(self.folder / name)

    def available(self) -> list[StoredBot]:
        """All bots that may play, by name."""
        return self._all() if self.uploads else []

    def _all(self) -> list[StoredBot]:
        """All stored bots by name; unreadable ones are skipped."""
        bots = []
        for folder in sorted(self.folder.iterdir()):
            try:
                bots.append(self.find(folder.name))
            except LudusError:
                continue
        return bots

    def find(self, name: str) -> StoredBot:
        """Get a bot by its name, without the prefix. Raises NotFound if there is none."""
        path = self.folder / name / FACTS
        if not NAME.fullmatch(name) or not path.is_file():
            raise NotFound("bot", f"{BOT_PREFIX}{name}", "it may have been removed")
        with file_errors(path, "read"):
            data = path.read_bytes()
        try:
            return msgspec.json.decode(data, type=StoredBot)
        except msgspec.DecodeError as error:
            raise LudusError(f"bot {BOT_PREFIX}{name}: cannot be read: {error}") from None

    def bot_text(self, game: Game, text: str, offered_only: bool = False) -> str:
        """Text from which `load_bot` creates the bot `@NAME` or `@NAME:key=value`. It must not be sent to the page."""
        self.check_enabled()
        name, _, options = text.removeprefix(BOT_PREFIX).partition(":")
        bot = self.find(name)
        if offered_only and not bot.offered:
            raise NotFound("bot", f"{BOT_PREFIX}{name}", "it may have been removed")
        if bot.game != game.name:
            raise OptionError(f"{BOT_PREFIX}{name} plays {bot.game}, not {game.name}")
        if bot.kind != "python":
            if options:
                raise OptionError(f"{BOT_PREFIX}{name} is a command: its options are in the command itself")
            return _command_text(bot)
        values = {**parse_bot_options(bot.options, text), **parse_bot_options(options, text)}
        suffix = ",".join(f"{key}={value}" for key, value in values.items())
        return f"{self.folder / name / name}.py:{bot.cls}" + (f":{suffix}" if suffix else "")

    def display_name(self, text: str) -> str:
        """Text of a bot for people: @NAME instead of a path or a command, also for removed bots."""
        if match := re.fullmatch(re.escape(f"{self.folder}/") + r"([^/]+)/\1\.py:[^:]*(:.*)?", text):
            return f"{BOT_PREFIX}{match[1]}{match[2] or ''}"
        if text.startswith((COMMAND_PREFIX, JSON_LINES_PREFIX)):
            commands = (bot for bot in self._all() if bot.kind != "python" and _command_text(bot) == text)
            return next((f"{BOT_PREFIX}{bot.name}" for bot in commands), "a command")
        return text

    def _checked_source(self, new_bot: NewBot) -> str:
        """Name of the class that plays. The file is parsed, not executed."""
        from ludus.bots.python import read_bot_file

        candidate = self.folder / f"{new_bot.name}.py"
        with self._write_lock:
            try:
                atomic_write(candidate, new_bot.code.encode())
                cls = new_bot.cls.strip() or _only_class(new_bot)
                read_bot_file(str(candidate), cls)
            except LudusError as error:
                raise OptionError(str(error).replace(f"{self.folder}/", "")) from None
            finally:
                candidate.unlink(missing_ok=True)
        return cls

    def _checked_command(self, game: Game, new_bot: NewBot) -> str:
        """Raise OptionError if a command cannot be started."""
        if not new_bot.code.strip() or "\n" in new_bot.code.strip() or len(new_bot.code) > 1000:
            raise OptionError("a command is one line, as you would type it in a terminal")
        prefix = COMMAND_PREFIX if new_bot.kind == "command" else JSON_LINES_PREFIX
        load_bot(game, prefix + new_bot.code.strip()).close()
        return ""

    def _write(self, bot: StoredBot) -> None:
        atomic_write(self.folder / bot.name / FACTS, msgspec.json.encode(bot))

    def check_enabled(self) -> None:
        """Raise OptionError if uploads are disabled."""
        if not self.uploads:
            raise OptionError(UPLOADS_DISABLED)


def bot_row(bot: StoredBot, guest: bool) -> BotRow:
    """Bot as a row of the list; guests get no details."""
    options = f":{bot.options}" if bot.options else ""
    detail = f"class {bot.cls}{options}" if bot.kind == "python" else bot.command
    return BotRow(
        bot.name, bot.game, bot.kind, "" if guest else detail, bot.offered, 0 if guest else bot.size, bot.added
    )


def _command_text(bot: StoredBot) -> str:
    """Text of a bot that is a command."""
    return (COMMAND_PREFIX if bot.kind == "command" else JSON_LINES_PREFIX) + bot.command


def _check_name(name: str) -> str:
    if not NAME.fullmatch(name):
        raise OptionError(f"{name[:60]!r} cannot name a bot: a letter, then letters, digits, - and _, at most 40")
    return name


def _only_class(new_bot: NewBot) -> str:
    """Class to use if none is named. Raises OptionError if the choice is ambiguous or the source cannot be parsed."""
    try:
        return find_bot_class(ast.parse(new_bot.code), f"{new_bot.name}.py").name
    except SyntaxError as error:
        raise OptionError(f"{new_bot.name}.py, line {error.lineno}: {error.msg}") from None
    except (ValueError, MemoryError, RecursionError) as error:
        raise OptionError(f"{new_bot.name}.py: cannot be read as Python: {error}") from None
