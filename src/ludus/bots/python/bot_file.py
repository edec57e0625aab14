"""A bot class in a Python file: locate it, check it without running it, load it."""

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
from pathlib import Path

from ludus.bots.python.bot import Bot
from ludus.bots.python.bot_package import BotPackage, find_package
from ludus.core.game import Game
from ludus.util.errors import ContentError, OptionError, UnknownName
from ludus.util.files import reading_error
from ludus.util.use_log import Use, note_use


@dataclass(frozen=True)
class BotFile:
    """A class in a Python file, and the options given to the bot."""

    file: str  # absolute path
    name: str
    options: dict[str, str]
    given: str  # the path as the user wrote it

    @property
    def text(self) -> str:
        options = ",".join(f"{key}={value}" for key, value in self.options.items())
        return f"{self.given}:{self.name}" + (f":{options}" if options else "")

    @property
    def values(self) -> dict[str, int | float | str]:
        """The options; values that look like numbers are numbers."""
        return {key: _parse_value(text) for key, text in self.options.items()}

    def check(self) -> None:
        """Check the file without running it.

        Raises:
            OptionError: the file cannot be read or parsed.
            UnknownName: it has no such class.
        """
        source, tree = self._read()
        try:
            symtable.symtable(importlib.util.decode_source(source), self.file, "exec")
        except (MemoryError, RecursionError, SyntaxError) as error:
            raise OptionError(f"{self.given}: {error or 'nested too deeply for Python to read'}") from None
        has_star_import = any(isinstance(node, ast.ImportFrom) and node.names[0].name == "*" for node in tree.body)
        symbols = symtable.symtable(importlib.util.decode_source(source), self.file, "exec").get_symbols()
        bound = {symbol.get_name() for symbol in symbols if symbol.is_assigned() or symbol.is_imported()}
        if self.name not in bound and not has_star_import:
            raise UnknownName(f"class in {self.given}", self.name, [*_class_names(tree)])

    def load(self, game: Game, package: BotPackage | None = None) -> type[Bot]:
        """Run the file inside its package and return the class. Exceptions of the file are passed on.

        A bot written for another engine of the game is adapted: this process then provides the modules such bots
        import.

        Args:
            game: The game.
            package: A copy of the bot's package in a process of the bot's own: its folders are searched first for
                modules, as when Python runs a file. None: the package as it is; other modules are found before it.

        Raises:
            OptionError: the class is not a bot.
        """
        third_party = game.protocols.third_party() if game.protocols.third_party else None
        if third_party:
            sys.modules.update(third_party.modules)
        where = package or find_package(self.file)
        folders = list(dict.fromkeys((where.folder, where.root, *([os.getcwd()] if package else []))))
        sys.path[:] = [*folders, *sys.path] if package else [*sys.path, *(f for f in folders if f not in sys.path)]
        parent = where.import_parents()
        name = f"{parent}.{where.stem}" if parent else where.stem
        if name in sys.modules:
            unique = f"bots in {self.file}".replace(".", "_")  # a dot would be a package
            name = f"{parent}.{unique}" if parent else unique
        spec = importlib.util.spec_from_file_location(name, where.file)
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        exec(self.code(), module.__dict__)
        value = getattr(module, self.name, None)
        if isinstance(value, type) and third_party and (adopted := third_party.adopt(value)):
            return adopted
        if not isinstance(value, type) or not issubclass(value, Bot):
            bases = f"ludus.Bot or {third_party.base}" if third_party else "ludus.Bot"
            raise OptionError(f"{self.name} in {self.given} is not a class derived from {bases}")
        return value

    def code(self) -> types.CodeType:
        """The compiled file; cached while the file does not change, also across forks."""
        stat = os.stat(self.file)
        return _compile(self.file, stat.st_mtime_ns, stat.st_size)

    def describe_error(self, error: BaseException) -> str:
        """An error in one line, with its line in the bot's file."""
        summary = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
        if isinstance(error, OptionError | ContentError):
            return str(error)
        if isinstance(error, SyntaxError):
            return f"{summary} ({os.path.basename(error.filename or self.file)}, line {error.lineno})"
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == self.file]
        return f"{summary} ({os.path.basename(self.file)}, line {frames[-1].lineno})" if frames else summary

    def _read(self) -> tuple[bytes, ast.Module]:
        try:
            with open(self.file, "rb") as file:
                source = file.read()
            return source, ast.parse(source, self.file)
        except OSError as error:
            raise OptionError(f"{self.given}: the file cannot be read: {reading_error(error, self.given)}") from None
        except (SyntaxError, ValueError) as error:
            raise OptionError(f"{self.given}, line {getattr(error, 'lineno', '?')}: {error.args[0]}") from None
        except (MemoryError, RecursionError):
            raise OptionError(f"{self.given}: nested too deeply for Python to read") from None


@cache
def _compile(file: str, changed: int, size: int) -> types.CodeType:
    with open(file, "rb") as source:
        return compile(source.read(), file, "exec", dont_inherit=True)


def read_bot_file(file: str, name: str, options: dict[str, str] | None = None) -> BotFile:
    """A checked `BotFile` from the parts of `bots.py:Rusher:depth=3`."""
    bot_file = BotFile(os.path.abspath(file), name, options or {}, file)
    bot_file.check()
    note_use(Use(f"the bot {file}:{name}", Path(bot_file.file)))
    return bot_file


def _parse_value(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _class_names(tree: ast.Module) -> list[str]:
    return [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
