"""Pickling of compiled bots: as the name of the spec and the bytes of the parameters.

Machine code and addresses are not sent; the receiver compiles the bot, or finds it in its own cache.
"""

from __future__ import annotations

import types
from typing import Any

import numpy as np

from ludus.core.bot import Bot
from ludus.core.contract import Game
from ludus.core.errors import ContractError, OptionError
from ludus.core.record import twin
from ludus.core.rule import is_compiled
from ludus.core.travel import fetch, home_of
from ludus.players.compiled import Player, player_with
from ludus.players.find import bots_of, find_bot
from ludus.players.team import make_team


def pack_player(player: Player) -> tuple[Any, ...]:
    """Reduce a compiled bot for `pickle`. Pickle sends a bot that is in many matches only once."""
    assert player.game is not None
    compiled = is_compiled(player.choose_door)
    if player.bot is None:
        return make_team, (player.game, list(player.keeps), player.name, compiled)
    bot = _home(player.game, player.bot)
    return unpack_player, (player.game, *bot, player.params.tobytes(), player.name, compiled)


def unpack_player(game: Game, bot: str, version: str, params: bytes, name: str, compiled: bool) -> Player:
    """Rebuild a compiled bot in the receiving process."""
    spec: Bot = fetch(bot) if ":" in bot else find_bot(game, bot, version)
    if len(params) != spec.params.nbytes:
        raise ContractError(f"the bot {bot!r} of {game.name} differs here: install the same release everywhere")
    return player_with(game, spec, twin(np.frombuffer(params, spec.params.dtype)), name, compiled)


def _home(game: Game, bot: Bot) -> tuple[str, str]:
    """Where to find a spec: name and version among those of the game, or the module and variable that hold it."""
    if bot.name in bots_of(game) and find_bot(game, bot.name, bot.version) is bot:
        return bot.name, bot.version
    rules = [bot.rules.__name__] if isinstance(bot.rules, types.ModuleType) else []
    home = home_of(bot, [*rules, bot.fill.__module__, bot.options.__module__, bot.memory.__module__])
    if home is None:
        raise OptionError(
            f"the bot {bot.name!r} cannot be sent to other processes: {game.name} does not list it, and "
            "no module holds it in a variable; use threads, or do one of the two"
        )
    return home, ""
