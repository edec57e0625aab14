"""Compiled players. A player is two rules and three records:

    begin(table, state, seed, params, memory, scratch)            a new game; sets up the memory
    choose(table, state, seat, params, memory, scratch) -> move

`params` are what makes this player this player (weights, budgets), `memory` is its own and holds its own
random stream, `scratch` is working space whose content means nothing between calls. Players are compiled
apart from each other and from the match that calls them, so a new one costs no more than itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np

from ludus.core import Record, plain, reader, specialise
from ludus.core.contract import Game
from ludus.core.errors import UnknownName
from ludus.core.memory import address_of
from ludus.core.rule import compile_door, is_compiled
from ludus.players import doors
from ludus.players.records import Nothing, Stream, moves_scratch
from ludus.search import uniform


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

    def records(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Parameters, a fresh memory and scratch space; keep them as long as their addresses are used."""
        return self.params, self.memory.zeros(1), self.scratch.zeros(1)


def player_names(game: Game) -> dict[str, str]:
    """The players of a game by name, each with a line about it."""
    return {"random": "plays any legal move with equal chance"}


def find_player(game: Game, text: str, compiled: bool = True) -> Player:
    """A player from its text."""
    if text != "random":
        raise UnknownName(f"player of {game.name}", text, list(player_names(game)))
    return _random(game, compiled)


@cache
def _random(game: Game, compiled: bool) -> Player:
    rules = specialise(uniform, legal=game.rules.legal)
    return build(game, "random", rules, (Nothing, Stream, moves_scratch(game.most_moves)), compiled=compiled)


def build(game: Game, name: str, rules: Any, records: tuple[Any, Any, Any], compiled: bool = True) -> Player:
    """A player from a namespace with its two rules and the types of its three records."""
    params, memory, scratch = records
    bound = specialise(
        doors,
        begin=rules.begin,
        choose=rules.choose,
        table_at=reader(game.table),
        state_at=reader(game.state),
        params_at=reader(params),
        memory_at=reader(memory),
        scratch_at=reader(scratch),
    )
    begin, choose = (_ready(door, compiled) for door in (bound.begin_by_address, bound.choose_by_address))
    return Player(name, begin, choose, address_of(begin), address_of(choose), params.zeros(1), memory, scratch)


def _ready(door: Any, compiled: bool) -> Any:
    if not compiled or not is_compiled(door):
        return plain(door)
    return compile_door(door, numba.int64(*(numba.int64,) * 6))
