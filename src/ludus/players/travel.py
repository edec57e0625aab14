"""How compiled players travel to another process: as the name of their bot and the bytes of their parameters.

Machine code and addresses stay at home; whoever receives a player compiles it, or finds it in its own cache.
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
    """A player for `pickle`. Many matches of one player send it once."""
    assert player.game is not None
    compiled = is_compiled(player.choose_door)
    if player.bot is None:
        return make_team, (player.game, list(player.keeps), player.name, compiled)
    bot = _home(player.game, player.bot)
    return unpack_player, (player.game, *bot, player.params.tobytes(), player.name, compiled)


def unpack_player(game: Game, bot: str, version: str, params: bytes, name: str, compiled: bool) -> Player:
    """A player that was sent here."""
    found: Bot = fetch(bot) if ":" in bot else find_bot(game, bot, version)
    if len(params) != found.params.nbytes:
        raise ContractError(f"the bot {bot!r} of {game.name} is another one here: install the same release everywhere")
    return player_with(game, found, twin(np.frombuffer(params, found.params.dtype)), name, compiled)


def _home(game: Game, bot: Bot) -> tuple[str, str]:
    """What finds a bot anywhere: name and version among those of the game, or the module and name it is kept under."""
    if bot.name in bots_of(game) and find_bot(game, bot.name, bot.version) is bot:
        return bot.name, bot.version
    rules = [bot.rules.__name__] if isinstance(bot.rules, types.ModuleType) else []
    home = home_of(bot, [*rules, bot.fill.__module__, bot.options.__module__, bot.memory.__module__])
    if home is None:
        raise OptionError(
            f"the bot {bot.name!r} cannot travel to other processes: {game.name} does not have it among its bots, and "
            "no module has it under a name; use threads, or give it one of the two"
        )
    return home, ""
