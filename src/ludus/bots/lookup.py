"""Load a bot from its text:

random                          a compiled bot of the game, or a search that plays every game
mcts:iterations=400             with options, separated by commas
coac+greedy:weights=mine.json   one bot per phase of the game: drafts like the first, fights like the second
bots.py:Rusher                  a class in a Python file, run in its own process
cmd:./coac --fast               a program that speaks the game's text protocol, started for every game
lines:./my-bot                  a program that speaks the JSON-lines protocol and stays for many games

Compiled bots are pickled as the name of their spec and the bytes of their parameters: machine code and addresses are
not sent; the receiver compiles the bot, or finds it in its own cache.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ludus.bots.bot import BotFactory
from ludus.bots.compiled import (
    CompiledBot,
    bot_exports,
    compiled_bot_with_params,
    composite_exports,
    make_compiled_bot,
    make_phase_composite,
)
from ludus.core.compile.progress import Export
from ludus.core.compiled_bot_spec import BotSpec
from ludus.core.game import Content, Game
from ludus.core.rule import is_compiled
from ludus.core.structured_records import copy_record
from ludus.search import searches
from ludus.util.errors import ContractError, LudusError, OptionError, UnknownName
from ludus.util.import_paths import import_path_of, load_object
from ludus.util.options import read_options

if TYPE_CHECKING:
    from ludus.bots.external import Limits


PYTHON_BOT_PATTERN = re.compile(r"(?P<file>.+?\.py)(?::(?P<name>[^:]*)(?::(?P<options>.*))?)?", re.DOTALL)
COMMAND_PREFIX, JSON_LINES_PREFIX = "cmd:", "lines:"


@cache
def bot_specs(game: Game) -> dict[str, BotSpec]:
    """The compiled bots of a game by name: its own first, then the searches that play every game."""
    specs: dict[str, BotSpec] = {}
    for bot in (*game.bots.compiled(), *searches(game)):
        specs.setdefault(bot.name, bot)  # the game's own bots win over searches of the same name
    return specs


def bot_names(game: Game) -> dict[str, str]:
    """The compiled bots of a game by name, each with a one-line summary."""
    return {name: spec.summary for name, spec in (game.bots.presets | bot_specs(game)).items()}


def load_bot(
    game: Game,
    text: str,
    compiled: bool = True,
    in_process: bool = False,
    limits: Limits | None = None,
    content: Content | None = None,
) -> BotFactory:
    """Load a bot of any kind from its text.

    Args:
        game: The game it plays.
        text: See the top of this module.
        compiled: False gives compiled bots as plain Python.
        in_process: Run Python bots in this process, without limits; for trusted bots.
        limits: Limits of bots that run outside this process.
        content: Content whose names the text may use, as in `beam:patrons=pelin`; the game's own names if None.

    Returns:
        The bot; close it after the last game.

    Raises:
        OptionError: the text is malformed, or a file or program is missing.
        UnknownName: there is no such bot.
    """
    if text.startswith(COMMAND_PREFIX):
        from ludus.bots.external import ProgramBot

        return ProgramBot(game, text.removeprefix(COMMAND_PREFIX), limits)
    if text.startswith(JSON_LINES_PREFIX):
        from ludus.bots.external import PersistentProgramBot

        return PersistentProgramBot(game, text.removeprefix(JSON_LINES_PREFIX), limits)
    if python_bot := PYTHON_BOT_PATTERN.fullmatch(text):
        return _python_bot(game, python_bot, in_process, limits)
    return load_compiled_bot(game, text, compiled, content)


def load_compiled_bot(game: Game, text: str, compiled: bool = True, content: Content | None = None) -> CompiledBot:
    """Load a compiled bot from its text.

    Args:
        game: The game it plays.
        text: A bot, a preset, or one bot per phase joined by `+`; see the top of this module.
        compiled: False gives the plain Python version.
        content: Content whose names the text may use; the game's own names if None.

    Raises:
        OptionError: the text is malformed, or an option is invalid.
        UnknownName: there is no such bot.
    """
    if preset := game.bots.presets.get(text):
        return replace(load_compiled_bot(game, preset.text, compiled, content), name=text)
    parts = text.split("+")
    if len(parts) > 1:
        return make_phase_composite(
            game, [load_phase_bot(game, part, compiled, content) for part in parts], text, compiled
        )
    bot, options = _read_spec_and_options(game, text)
    if not bot.phases or not game.phases:
        return make_compiled_bot(game, bot, options, text, compiled, content)
    members = [
        make_compiled_bot(game, bot, options, text, compiled, content)
        if phase in bot.phases
        else load_phase_bot(game, game.bots.phase_partners.get(phase, "random"), compiled, content)
        for phase in game.phases
    ]
    return make_phase_composite(game, members, text, compiled)


def is_compiled_bot(text: str) -> bool:
    """Whether a text names compiled bots; a Python bot or a program otherwise."""
    return not text.startswith((COMMAND_PREFIX, JSON_LINES_PREFIX)) and PYTHON_BOT_PATTERN.fullmatch(text) is None


def compiled_bot_exports(game: Game, texts: Iterable[str]) -> list[Export]:
    """The exported rules of the compiled bots among these texts, for the progress of their compilation.

    Texts of other bots, and texts with a mistake, give no rules: `load_bot` names the mistake.
    """
    exports: dict[int, Export] = {}
    for text in filter(is_compiled_bot, dict.fromkeys(texts)):
        with suppress(LudusError):
            preset = game.bots.presets.get(text)
            parts = (preset.text if preset else text).split("+")
            specs = [_read_spec_and_options(game, part)[0] for part in parts]
            if len(specs) == 1 and specs[0].phases and game.phases:
                partners = [phase for phase in game.phases if phase not in specs[0].phases]
                names = [game.bots.phase_partners.get(phase, "random") for phase in partners]
                specs += [_read_spec_and_options(game, name)[0] for name in names]
            composite = composite_exports(game) if len(parts) > 1 or len(specs) > 1 else []
            for export in (*composite, *(export for spec in specs for export in bot_exports(game, spec))):
                exports[id(export[0])] = export
    return list(exports.values())


def load_phase_bot(game: Game, text: str, compiled: bool = True, content: Content | None = None) -> CompiledBot:
    """Load a compiled bot without phase partners: it makes all decisions it is asked for.

    Arguments and errors are those of `load_compiled_bot`; the text names one bot.
    """
    bot, options = _read_spec_and_options(game, text)
    return make_compiled_bot(game, bot, options, text, compiled, content)


def find_bot_spec(game: Game, name: str, version: str = "") -> BotSpec:
    """The spec of a compiled bot by its name.

    Args:
        game: The game.
        name: Name of the bot, without options.
        version: Selects one if the name has several versions.

    Raises:
        OptionError: the name is a preset, which has no spec.
        UnknownName: there is no such bot.
    """
    known = bot_specs(game)
    if preset := game.bots.presets.get(name):
        raise OptionError(f"{name} takes no options or partners: it is short for {preset.text}")
    if name not in known:
        raise UnknownName(f"bot of {game.name}", name, [*known, *game.bots.presets])
    bot = known[name]
    return bot.versions(version) if version and bot.versions else bot


def _read_spec_and_options(game: Game, text: str) -> tuple[BotSpec, Any]:
    """The spec that a text names, in the version its options select, and the options."""
    name, _, rest = text.partition(":")
    bot = find_bot_spec(game, name)
    options = read_options(parse_bot_options(rest, text), bot.options, text)
    return (find_bot_spec(game, name, bot.version_for(options)) if bot.version_for else bot), options


def parse_bot_options(rest: str, text: str) -> dict[str, str]:
    """Parse `key=value,key=value` into a dict.

    Args:
        rest: The part of a bot's text after the colon.
        text: The whole text, for messages.

    Raises:
        OptionError: a part is malformed, or a key occurs twice.
    """
    options: dict[str, str] = {}
    for part in rest.split(",") if rest else []:
        key, equals, value = part.partition("=")
        if not equals or not key.strip():
            raise OptionError(f"{text!r}: options of a bot are KEY=VALUE, separated by commas, not {part!r}")
        if key.strip() in options:
            raise OptionError(f"{text!r}: the option {key.strip()} is given twice")
        options[key.strip()] = value.strip()
    return options


def _python_bot(game: Game, match: re.Match[str], in_process: bool, limits: Limits | None) -> BotFactory:
    from ludus.bots.python import InProcessBot, SubprocessBot, read_bot_file

    text = match[0]
    if not match["name"]:
        raise OptionError(f"{text!r}: a Python bot is a file and a class in it, as in bots.py:Rusher")
    file = read_bot_file(match["file"], match["name"], parse_bot_options(match["options"] or "", text))
    bot = InProcessBot(game, file, limits) if in_process else SubprocessBot(game, file, limits)
    bot.name = text  # as the user wrote it, without the absolute path
    return bot


def reduce_compiled_bot(bot: CompiledBot) -> tuple[Any, ...]:
    """Reduce a compiled bot for `pickle`. Pickle sends a bot that is in many matches only once."""
    assert bot.game is not None
    compiled = is_compiled(bot.choose_entry)
    if bot.spec is None:
        return make_phase_composite, (bot.game, list(bot.members), bot.name, compiled)
    reference = _bot_reference(bot.game, bot.spec)
    return rebuild_compiled_bot, (bot.game, *reference, bot.params.tobytes(), bot.name, compiled)


def rebuild_compiled_bot(game: Game, bot: str, version: str, params: bytes, name: str, compiled: bool) -> CompiledBot:
    """Rebuild a compiled bot in the receiving process."""
    spec: BotSpec = load_object(bot) if ":" in bot else find_bot_spec(game, bot, version)
    if len(params) != spec.params.nbytes:
        raise ContractError(f"the bot {bot!r} of {game.name} differs here: install the same release everywhere")
    return compiled_bot_with_params(game, spec, copy_record(np.frombuffer(params, spec.params.dtype)), name, compiled)


def _bot_reference(game: Game, bot: BotSpec) -> tuple[str, str]:
    """Where to find a spec: name and version among those of the game, or the module and variable that hold it."""
    if bot.name in bot_specs(game) and find_bot_spec(game, bot.name, bot.version) is bot:
        return bot.name, bot.version
    rules = [bot.rules.__name__] if isinstance(bot.rules, types.ModuleType) else []
    home = import_path_of(bot, [*rules, bot.fill.__module__, bot.options.__module__, bot.memory.__module__])
    if home is None:
        raise OptionError(
            f"the bot {bot.name!r} cannot be sent to other processes: {game.name} does not list it, and "
            "no module holds it in a variable; use threads, or do one of the two"
        )
    return home, ""
