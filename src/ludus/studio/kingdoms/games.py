"""Replays of the games that measured a kingdom, by game number."""

from __future__ import annotations

from ludus.core.replay import Replay
from ludus.design.dominion.batch_play import GAMES_PER_KINGDOM, replay_kingdom_game
from ludus.design.dominion.kingdom_pool import KingdomPool
from ludus.studio.bots import BotPermissions, check_bot_text
from ludus.studio.choices import could_be_path
from ludus.studio.protocol.kingdoms import KingdomGame
from ludus.util.errors import OptionError


def replay_measured_game(order: KingdomGame, rules: BotPermissions) -> Replay:
    """Replay one of the games that `ludus inspect dominion` plays with this seed.

    Raises OptionError if the game number is too large or the kingdom is invalid.
    """
    if order.number >= GAMES_PER_KINGDOM:
        raise OptionError(f"game {order.number:,}: at most {GAMES_PER_KINGDOM:,} are played on a kingdom")
    if any(could_be_path(name) for name in order.kingdom):
        raise OptionError("a kingdom is ten cards by name here")
    pool = KingdomPool(order.edition)
    kingdom = pool.read(", ".join(order.kingdom))
    players = [check_bot_text(pool.game, text, rules) for text in order.players]
    position = replay_kingdom_game(pool, kingdom, players, order.seed, order.number, {})
    seated = players if order.number % 2 == 0 else players[::-1]  # each deal is played from both seats
    return Replay.from_position(position, seated)
