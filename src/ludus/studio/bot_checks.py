"""Checks of the source of a bot while it is written, and small bots to begin with. Nothing of a source is run.

Errors are what Python's compiler and the rules for bots refuse. Warnings are names that are never defined and
attributes that a turn does not have: Python would find them only when the bot plays.
"""

from __future__ import annotations

import ast
import builtins
import symtable
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path

from ludus.bots.python.bot import Bot, Turn
from ludus.studio.protocol.uploaded_bots import BotFault, BotTemplate, CheckedBot, NewBot
from ludus.util.errors import OptionError
from ludus.util.text import closest_match, did_you_mean

FILE = "bot.py"  # name of a source in messages of Python
MAX_FAULTS = 50
MODULE_NAMES = {"__name__", "__file__", "__doc__", "__builtins__", "__spec__", "__package__", "__loader__"}
TURN_NAMES = {name for name in dir(Turn) if not name.startswith("_")} | {"seat", "seconds"}
TEMPLATES = Path(__file__).parent / "bot_templates"
_WARNINGS = threading.Lock()  # Python records warnings for the whole process

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


def check_source(new_bot: NewBot) -> CheckedBot:
    """Check the source of a Python bot.

    Args:
        new_bot: the source, and the class that plays if it is named.

    Returns:
        The class, and all faults, errors first.
    """
    try:
        tree, noted = _compile(new_bot.code)
    except SyntaxError as error:
        return CheckedBot("", [BotFault(error.msg, error.lineno or 0, error.offset or 0, "error")])
    except (ValueError, MemoryError, RecursionError) as error:
        return CheckedBot("", [BotFault(f"cannot be read as Python: {error or 'nested too deeply'}", 0, 0, "error")])
    try:
        bot = find_bot_class(tree, FILE, new_bot.cls.strip())
    except OptionError as error:
        return CheckedBot("", [BotFault(str(error).removeprefix(f"{FILE}: "), 0, 0, "error"), *noted])
    faults = [*_class_faults(tree, bot), *_undefined_names(tree, new_bot.code), *noted]
    faults.sort(key=lambda fault: (fault.kind, fault.line, fault.column))
    return CheckedBot(bot.name, faults[:MAX_FAULTS])


def find_bot_class(tree: ast.Module, file: str, name: str = "") -> ast.ClassDef:
    """Class that plays: the named one, the only class, or the only one that derives from a Bot.

    Raises OptionError if there is none or the choice is ambiguous.
    """
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    if name:
        if named := next((node for node in classes if node.name == name), None):
            return named
        raise OptionError(f"{file}: there is no class {name!r}{did_you_mean(name, [node.name for node in classes])}")
    bots = [node for node in classes if any("Bot" in ast.unparse(base) for base in node.bases)]
    candidates = bots if len(bots) == 1 else classes
    if len(candidates) == 1:
        return candidates[0]
    if not classes:
        raise OptionError(f"{file}: there is no class in it; a bot is a class derived from ludus.Bot")
    raise OptionError(f"{file}: say which class plays: {', '.join(node.name for node in classes[:20])}")


def bot_templates() -> list[BotTemplate]:
    """Small bots to begin with: those for every game first. Their first line is a comment with the title."""
    templates = []
    for path in sorted(TEMPLATES.glob("*.py.txt")):
        title, code = path.read_text(encoding="utf-8").split("\n", 1)
        game = path.name.partition(".")[0].partition("-")[0]
        templates.append(BotTemplate(title.removeprefix("# "), "" if game == "any" else game, code.lstrip("\n")))
    return sorted(templates, key=lambda template: template.game != "")


def _compile(code: str) -> tuple[ast.Module, list[BotFault]]:
    """Parse and compile a source, which finds errors that parsing alone does not; returns warnings of Python, too."""
    with _WARNINGS, warnings.catch_warnings(record=True) as noted:
        warnings.simplefilter("always", SyntaxWarning)
        warnings.simplefilter("always", DeprecationWarning)
        tree = ast.parse(code, FILE)
        compile(tree, FILE, "exec", dont_inherit=True)
    own = {(note.lineno, str(note.message)) for note in noted if note.filename == FILE}
    return tree, [BotFault(message, line, 0, "warning") for line, message in sorted(own)]


def _class_faults(tree: ast.Module, bot: ast.ClassDef) -> Iterator[BotFault]:
    """Faults of a class that derives from ludus.Bot. Bots of other engines have other methods and are not checked."""
    lineage = _lineage(tree, bot)
    if not _is_ludus_bot(tree, lineage[-1]):
        if not lineage[-1].bases:
            yield BotFault(f"class {bot.name} does not derive from ludus.Bot", bot.lineno, 0, "error")
        return
    methods = [node for cls in lineage for node in cls.body if isinstance(node, FunctionNode)]
    choose = next((node for node in methods if node.name == "choose"), None)
    if choose is None:
        yield BotFault(f"class {bot.name} has no method choose(self, turn)", bot.lineno, 0, "error")
    elif isinstance(choose, ast.AsyncFunctionDef):
        yield BotFault("choose must not be async", choose.lineno, 0, "error")
    else:
        yield from _choose_faults(choose)
    own = [node.name for node in methods if not node.name.startswith("_")]
    for name in (name for name in ("choose", "begin", "end") if name not in own):
        if (close := closest_match(name, own)) and close not in dir(Bot):
            line = next(node.lineno for node in methods if node.name == close)
            yield BotFault(f"method {close!r} is never called; did you mean {name!r}?", line, 0, "warning")


def _choose_faults(choose: ast.FunctionDef) -> Iterator[BotFault]:
    given = [*choose.args.posonlyargs, *choose.args.args]
    required = len(given) - len(choose.args.defaults)
    if not (required <= 2 <= len(given) or (choose.args.vararg and required <= 2)):
        yield BotFault("choose takes two arguments: choose(self, turn)", choose.lineno, 0, "error")
        return
    if len(given) < 2:
        return
    turn = given[1].arg
    names = [node for node in ast.walk(choose) if isinstance(node, ast.Name) and node.id == turn]
    if any(not isinstance(node.ctx, ast.Load) for node in names):
        return  # the name means something else later
    for node in ast.walk(choose):
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name) or node.value.id != turn:
            continue
        if node.attr not in TURN_NAMES:
            advice = did_you_mean(node.attr, sorted(TURN_NAMES), f"; it has {', '.join(sorted(TURN_NAMES))}")
            message = f"a turn has no attribute {node.attr!r}{advice}"
            yield BotFault(message, node.lineno, node.col_offset + 1, "warning")
    if not any(isinstance(node, ast.Return | ast.Raise) for node in ast.walk(choose)):
        yield BotFault("choose returns no move", choose.lineno, 0, "warning")


def _lineage(tree: ast.Module, bot: ast.ClassDef) -> list[ast.ClassDef]:
    """A class and the classes of the file that it derives from by their first bases."""
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    lineage = [bot]
    while lineage[-1].bases and isinstance(base := lineage[-1].bases[0], ast.Name):
        parent = classes.get(base.id)
        if parent is None or parent in lineage:
            break
        lineage.append(parent)
    return lineage


def _is_ludus_bot(tree: ast.Module, cls: ast.ClassDef) -> bool:
    """Whether a base of a class is ludus.Bot, under whatever name it is imported."""
    names = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {f"{alias.asname or alias.name}.Bot" for alias in node.names if alias.name == "ludus"}
        elif isinstance(node, ast.ImportFrom) and node.module == "ludus":
            names |= {alias.asname or alias.name for alias in node.names if alias.name == "Bot"}
    return any(ast.unparse(base) in names for base in cls.bases)


def _undefined_names(tree: ast.Module, code: str) -> Iterator[BotFault]:
    """Warnings about names that are used but defined nowhere; none after `from module import *`."""
    if any(isinstance(node, ast.ImportFrom) and node.names[0].name == "*" for node in ast.walk(tree)):
        return
    try:
        top = symtable.symtable(code, FILE, "exec")
    except (SyntaxError, ValueError, RecursionError):
        return  # compiled already, so this is a limit of symtable alone
    tables = [*_tables(top)]
    defined = {symbol.get_name() for symbol in top.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
    defined |= {
        symbol.get_name()
        for table in tables
        for symbol in table.get_symbols()
        if symbol.is_declared_global() and (symbol.is_assigned() or symbol.is_imported())
    }
    known = defined | MODULE_NAMES | set(dir(builtins))
    used = {
        symbol.get_name()
        for table in tables
        for symbol in table.get_symbols()
        if symbol.is_referenced() and (symbol.is_global() or table is top)
    }
    unknown = used - known
    local = {name for table in tables for name in table.get_identifiers()}
    seen = set[str]()
    for node in sorted(
        (node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in unknown),
        key=lambda node: (node.lineno, node.col_offset),
    ):
        if node.id not in seen:
            seen.add(node.id)
            message = f"name {node.id!r} is not defined{did_you_mean(node.id, sorted(known | local - unknown))}"
            yield BotFault(message, node.lineno, node.col_offset + 1, "warning")


def _tables(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    yield table
    for child in table.get_children():
        yield from _tables(child)
