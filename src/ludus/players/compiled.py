"""Compiled players: bots made ready to be called by address. See `ludus.core.bot` for what a bot is.

Players are compiled apart from each other and from the match that calls them, so a new one costs no more
than itself, and new parameters cost nothing.
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
    """A compiled player of one game: its doors, their addresses, and the records it wants."""

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
    bot: Bot | None = None  # what it was made from; None: a team of others
    keeps: tuple[Any, ...] = ()  # the members of a team: what the addresses in `params` point to

    @property
    def reproducible(self) -> bool:
        """Whether it counts its tries: who thinks by the clock (`nanoseconds` in its params) may play otherwise."""
        timed = "nanoseconds" in (self.params.dtype.names or ()) and bool(self.params["nanoseconds"].any())
        return not timed and all(member.reproducible for member in self.keeps)

    @cached_property
    def params_at(self) -> int:
        """The address of the parameters."""
        return int(self.params.ctypes.data)

    def __reduce__(self) -> tuple[Any, ...]:
        from ludus.players.travel import pack_player  # it knows teams and bots, which are made of this

        return pack_player(self)

    def records(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Parameters, a fresh memory and scratch space; keep them as long as their addresses are used."""
        return self.params, self.memory.zeros(1), self.scratch.zeros(1)

    def sit(self, position: Position, seat: int, seed: int) -> CompiledSitting:
        return CompiledSitting(self, position, seat, seed)

    def leave(self) -> None:
        """Nothing to end."""


class CompiledSitting:
    """A compiled player in a game that is played move by move."""

    log = ""

    def __init__(self, player: Player, position: Position, seat: int, seed: int) -> None:
        self.player = player
        self._records = player.records()
        self._addresses = [array.ctypes.data for array in self._records]
        player.begin_door(position._table, position._address, seed, *self._addresses)

    @property
    def memory(self) -> Any:
        """The record that it remembers this game by."""
        return self._records[1]

    def choose(self, position: Position) -> int:
        move = int(self.player.choose_door(position._table, position._address, position.decider, *self._addresses))
        if move < 0:
            raise Fault(FAULTS[-1 - move], "as the bot that it imitates")
        return move

    def watch(self, position: Position, move: int) -> None:
        """It sees what it needs when it is asked."""

    def end(self, result: Result | None) -> None:
        """Nothing to put away."""


def make_player(
    game: Game, bot: Bot, options: Any, name: str, compiled: bool = True, content: Content | None = None
) -> Player:
    """A bot with its options filled in, ready to play; names in them are those of the content, or of the game's own."""
    params = bot.params.zeros(1)
    bot.fill(options, bot.params.over(params))
    if game.fit is not None:
        game.fit(content, bot, options, bot.params.over(params))
    return player_with(game, bot, params, name, compiled)


def player_with(game: Game, bot: Bot, params: np.ndarray, name: str, compiled: bool = True) -> Player:
    """A bot with these parameters, one record of its own kind, ready to play."""
    return Player(name, *_doors(game, bot, compiled), params, bot.memory, bot.scratch, bot.cheats, game, bot)


@cache
def _doors(game: Game, bot: Bot, compiled: bool) -> tuple[Any, Any, int, int]:
    """The doors `begin` and `choose`, and their addresses."""
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
    """Two doors, ready to be called, and their addresses."""
    doors = _ready(begin, compiled), _ready(choose, compiled)
    return *doors, *map(address_of, doors)


def _ready(door: Any, compiled: bool) -> Any:
    """A door of six int64 numbers, compiled, or the plain twin."""
    if not compiled or not is_compiled(door):
        return plain(door)
    return compile_door(door, numba.int64(*(numba.int64,) * 6))
