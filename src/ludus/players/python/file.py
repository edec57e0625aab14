"""A class in a Python file: found, checked without running it, and loaded."""

from __future__ import annotations

import ast
import importlib.util
import os
import symtable
import sys
import traceback
import types
from dataclasses import dataclass
from functools import cache

from ludus.core.contract import Game
from ludus.core.errors import ContentError, OptionError, UnknownName
from ludus.players.python.bot import Bot


@dataclass(frozen=True)
class BotFile:
    """Where a bot is written, and the options that it is given."""

    file: str  # the whole path
    name: str
    options: dict[str, str]
    given: str  # the path as the user gave it

    @property
    def text(self) -> str:
        options = ",".join(f"{key}={value}" for key, value in self.options.items())
        return f"{self.given}:{self.name}" + (f":{options}" if options else "")

    @property
    def values(self) -> dict[str, int | float | str]:
        """The options; what reads as a number is one."""
        return {key: _value(text) for key, text in self.options.items()}

    def check(self) -> None:
        """Refuse a file that cannot be right, as far as reading it tells."""
        source, tree = self._read()
        try:
            symtable.symtable(importlib.util.decode_source(source), self.file, "exec")
        except (MemoryError, RecursionError, SyntaxError) as error:
            raise OptionError(f"{self.given}: {error or 'nested too deeply for Python to read'}") from None
        stars = any(isinstance(node, ast.ImportFrom) and node.names[0].name == "*" for node in tree.body)
        symbols = symtable.symtable(importlib.util.decode_source(source), self.file, "exec").get_symbols()
        bound = {symbol.get_name() for symbol in symbols if symbol.is_assigned() or symbol.is_imported()}
        if self.name not in bound and not stars:
            raise UnknownName(f"class in {self.given}", self.name, [*_classes(tree)])

    def load(self, game: Game) -> type[Bot]:
        """Run the file. Whatever it raises is its author's; a class that is no bot is refused.

        A bot for another engine of the game is adopted: this process then knows what such bots import.
        """
        foreign = game.foreign() if game.foreign else None
        if foreign:
            sys.modules.update(foreign.modules)
        folder, stem = os.path.dirname(self.file), os.path.basename(self.file).removesuffix(".py")
        if folder not in sys.path:
            sys.path.append(folder)  # for modules that lie beside it
        name = stem if stem not in sys.modules else f"bots in {self.file}"
        spec = importlib.util.spec_from_file_location(name, self.file)
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        exec(self.code(), module.__dict__)
        found = getattr(module, self.name, None)
        if isinstance(found, type) and foreign and (adopted := foreign.adopt(found)):
            return adopted
        if not isinstance(found, type) or not issubclass(found, Bot):
            bases = f"ludus.Bot or {foreign.base}" if foreign else "ludus.Bot"
            raise OptionError(f"{self.name} in {self.given} is not a class derived from {bases}")
        return found

    def code(self) -> types.CodeType:
        """The file compiled; for a file that has not changed, by this process or by the one that it is a fork of."""
        facts = os.stat(self.file)
        return _compile(self.file, facts.st_mtime_ns, facts.st_size)

    def blame(self, error: BaseException) -> str:
        """An error in one line, with the place in the bot's file where it came from."""
        what = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
        if isinstance(error, OptionError | ContentError):
            return str(error)
        if isinstance(error, SyntaxError):
            return f"{what} ({os.path.basename(error.filename or self.file)}, line {error.lineno})"
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == self.file]
        return f"{what} ({os.path.basename(self.file)}, line {frames[-1].lineno})" if frames else what

    def _read(self) -> tuple[bytes, ast.Module]:
        try:
            with open(self.file, "rb") as file:
                source = file.read()
            return source, ast.parse(source, self.file)
        except OSError as error:
            raise OptionError(f"{self.text!r}: the file cannot be read: {error.strerror}") from None
        except (SyntaxError, ValueError) as error:
            raise OptionError(f"{self.given}, line {getattr(error, 'lineno', '?')}: {error.args[0]}") from None
        except (MemoryError, RecursionError):
            raise OptionError(f"{self.given}: nested too deeply for Python to read") from None


@cache
def _compile(file: str, changed: int, size: int) -> types.CodeType:
    with open(file, "rb") as source:
        return compile(source.read(), file, "exec", dont_inherit=True)


def read_bot_file(file: str, name: str, options: dict[str, str] | None = None) -> BotFile:
    """From the parts of `bots.py:Rusher:depth=3`, checked."""
    found = BotFile(os.path.abspath(file), name, options or {}, file)
    found.check()
    return found


def _value(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _classes(tree: ast.Module) -> list[str]:
    return [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
