"""Pickling of compiled bots: as the name of the spec and the bytes of the parameters.

Machine code and addresses are not sent; the receiver compiles the bot, or finds it in its own cache.
"""

from __future__ import annotations

import types
from typing import Any

import numpy as np

from ludus.core.bot import BotSpec
from ludus.core.contract import Game
from ludus.core.errors import ContractError, OptionError
from ludus.core.record import copy_record
from ludus.core.rule import is_compiled
from ludus.core.travel import load_object, import_path_of
from ludus.players.compiled import CompiledBot, compiled_bot_with_params
from ludus.players.find import bot_specs, find_bot_spec
from ludus.players.team import make_phase_composite


def reduce_compiled_bot(player: CompiledBot) -> tuple[Any, ...]:
    """Reduce a compiled bot for `pickle`. Pickle sends a bot that is in many matches only once."""
    assert player.game is not None
    compiled = is_compiled(player.choose_entry)
    if player.spec is None:
        return make_phase_composite, (player.game, list(player.members), player.name, compiled)
    bot = _bot_reference(player.game, player.spec)
    return rebuild_compiled_bot, (player.game, *bot, player.params.tobytes(), player.name, compiled)


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
