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
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np

from ludus.core import Record, int64, plain, reader, specialise, uint64
from ludus.core.contract import Game
from ludus.core.errors import UnknownName
from ludus.core.memory import address_of
from ludus.core.record import RecordType
from ludus.core.rule import is_compiled
from ludus.players import doors
from ludus.search import uniform


class Nothing(Record):
    """Parameters of a player that has none."""

    unused: int64


class Stream(Record):
    """Memory of a player that remembers nothing but its dice."""

    stream: uint64


@dataclass(frozen=True)
class Player:
    """A compiled player of one game, ready to be called by address."""

    name: str
    summary: str
    begin: int
    choose: int
    params: np.ndarray
    memory: type[Record]
    scratch: type[Record]
    keep: Any  # what the addresses point into


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
    scratch = RecordType("Scratch", (Record,), {"__annotations__": {"moves": int64[game.most_moves]}})
    bound = specialise(uniform, legal=game.rules.legal)
    return build(game, "random", player_names(game)["random"], bound, Nothing.zeros(1), Nothing, Stream, scratch, compiled)


def build(
    game: Game,
    name: str,
    summary: str,
    rules: SimpleNamespace,
    params: np.ndarray,
    params_type: Any,
    memory: Any,
    scratch: Any,
    compiled: bool,
) -> Player:
    """A player from its two rules and three records."""
    bound = specialise(
        doors,
        begin=rules.begin,
        choose=rules.choose,
        table_at=reader(game.table),
        state_at=reader(game.state),
        params_at=reader(params_type),
        memory_at=reader(memory),
        scratch_at=reader(scratch),
    )
    entries = [bound.begin_by_address, bound.choose_by_address]
    for k, entry in enumerate(entries):
        if compiled and is_compiled(entry):
            entry.compile(numba.int64(*(numba.int64,) * 6))
        else:
            entries[k] = plain(entry)
    return Player(name, summary, address_of(entries[0]), address_of(entries[1]), params, memory, scratch, entries)
