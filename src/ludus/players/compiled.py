"""Compiled bots: bot specs bound to a game and compiled, called by address. `ludus.core.bot` says what a bot spec is.

Each bot is compiled separately from other bots and from the match loop that calls it: adding a bot compiles only that
bot, and new parameters compile nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numba
import numpy as np

from ludus.core import Record, plain, reader, specialise
from ludus.core.bot import Bot
from ludus.core.contract import Content, Game
from ludus.core.memory import address_of
from ludus.core.position import Position, Result
from ludus.core.rule import compile_door, is_compiled
from ludus.players import doors
from ludus.players.seat import FAULTS, Fault


@dataclass(frozen=True)
class Player:
    """A compiled bot of one game: its entry points, their addresses, its parameters and the records it needs."""

    name: str
    begin_door: Any
    choose_door: Any
    begin: int
    choose: int
    params: np.ndarray
    memory: type[Record]
    scratch: type[Record]
    cheats: bool = False
    game: Game | None = None
    bot: Bot | None = None  # the spec it was made from; None for a composite of several bots
    keeps: tuple[Any, ...] = ()  # members of a composite: keeps alive what the addresses in `params` point to

    @property
    def reproducible(self) -> bool:
        """Whether the bot is deterministic for a seed.

        Bots that search by the clock (`nanoseconds` in their parameters) are not; those that count iterations are.
        """
        timed = "nanoseconds" in (self.params.dtype.names or ()) and bool(self.params["nanoseconds"].any())
        return not timed and all(member.reproducible for member in self.keeps)

    @cached_property
    def params_at(self) -> int:
        """The address of the parameters."""
        return int(self.params.ctypes.data)

    def __reduce__(self) -> tuple[Any, ...]:
        from ludus.players.travel import pack_player  # imports this module

        return pack_player(self)

    def records(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Parameters, fresh memory and scratch space; keep the arrays alive as long as their addresses are used."""
        return self.params, self.memory.zeros(1), self.scratch.zeros(1)

    def sit(self, position: Position, seat: int, seed: int) -> CompiledSitting:
        return CompiledSitting(self, position, seat, seed)

    def leave(self) -> None:
        """Do nothing: a compiled bot holds no resources."""


class CompiledSitting:
    """A compiled bot in one seat of a game that is played move by move."""

    log = ""

    def __init__(self, player: Player, position: Position, seat: int, seed: int) -> None:
        self.player = player
        self._records = player.records()
        self._addresses = [array.ctypes.data for array in self._records]
        player.begin_door(position._table, position._address, seed, *self._addresses)

    @property
    def memory(self) -> Any:
        """The bot's memory record for this game."""
        return self._records[1]

    def choose(self, position: Position) -> int:
        move = int(self.player.choose_door(position._table, position._address, position.decider, *self._addresses))
        if move < 0:
            raise Fault(FAULTS[-1 - move], "as the bot that it imitates")
        return move

    def watch(self, position: Position, move: int) -> None:
        """Do nothing: the bot reads what it needs from the position when it chooses."""

    def end(self, result: Result | None) -> None:
        """Do nothing: there is nothing to clean up."""


def make_player(
    game: Game, bot: Bot, options: Any, name: str, compiled: bool = True, content: Content | None = None
) -> Player:
    """Make a compiled bot from its spec and options.

    Args:
        game: The game it plays.
        bot: The spec.
        options: The bot's options, already read.
        name: The text under which it is listed.
        compiled: False gives the plain Python version.
        content: Content whose names the options may use; the game's own names if None.
    """
    params = bot.params.zeros(1)
    bot.fill(options, bot.params.over(params))
    if game.fit is not None:
        game.fit(content, bot, options, bot.params.over(params))
    return player_with(game, bot, params, name, compiled)


def player_with(game: Game, bot: Bot, params: np.ndarray, name: str, compiled: bool = True) -> Player:
    """A compiled bot with these parameters: one record of the spec's params type."""
    return Player(name, *_doors(game, bot, compiled), params, bot.memory, bot.scratch, bot.cheats, game, bot)


@cache
def _doors(game: Game, bot: Bot, compiled: bool) -> tuple[Any, Any, int, int]:
    """Entry points `begin` and `choose` of a bot, and their addresses."""
    bound = specialise(
        doors,
        begin=bot.rules.begin,
        choose=bot.rules.choose,
        table_at=reader(game.table),
        state_at=reader(game.state),
        params_at=reader(bot.params),
        memory_at=reader(bot.memory),
        scratch_at=reader(bot.scratch),
    )
    return ready(bound.begin_by_address, bound.choose_by_address, compiled)


def ready(begin: Any, choose: Any, compiled: bool) -> tuple[Any, Any, int, int]:
    """Compile two entry points; returns them and their addresses."""
    entry_points = _ready(begin, compiled), _ready(choose, compiled)
    return *entry_points, *map(address_of, entry_points)


def _ready(door: Any, compiled: bool) -> Any:
    """An entry point with six int64 arguments: compiled, or the plain Python version."""
    if not compiled or not is_compiled(door):
        return plain(door)
    return compile_door(door, numba.int64(*(numba.int64,) * 6))
