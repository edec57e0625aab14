"""Composite bots with one member per phase: `coac+greedy` drafts like the first and fights like the second."""

from __future__ import annotations

from functools import cache
from typing import Any

from ludus.core import Record, int64, reader, specialise
from ludus.core.contract import Game
from ludus.core.errors import OptionError
from ludus.core.record import RecordType
from ludus.players import team_doors
from ludus.players.compiled import Player, ready

MOST_PHASES = 8


class Team(Record):
    """Members by phase: addresses of begin, choose and params, then offsets in memory and scratch space, in bytes."""

    members: int64[MOST_PHASES, 5]  # type: ignore[valid-type]


def make_team(game: Game, members: list[Player], name: str, compiled: bool = True) -> Player:
    """Combine several compiled bots into one, by phase. They share nothing.

    Raises:
        OptionError: the number of members is not the number of phases.
    """
    if len(members) != len(game.phases):
        expected = f"a player for each of {', '.join(game.phases)}" if game.phases else "one player, it has no phases"
        raise OptionError(f"{name!r} names {len(members)} players; {game.name} takes {expected}")
    params = Team.zeros(1)
    row = Team.over(params).members
    memory_at, scratch_at = 0, 0
    for k, member in enumerate(members):
        for column, value in enumerate((member.begin, member.choose, member.params_at, memory_at, scratch_at)):
            row[k, column] = value
        memory_at += _whole_words(member.memory.nbytes)
        scratch_at += _whole_words(member.scratch.nbytes)
    sizes = _bytes(memory_at), _bytes(scratch_at)
    cheats = any(member.cheats for member in members)
    return Player(name, *_doors(game, compiled), params, *sizes, cheats, game, keeps=tuple(members))


@cache
def _doors(game: Game, compiled: bool) -> tuple[Any, Any, int, int]:
    bound = specialise(
        team_doors, phase=game.rules.phase, PHASES=len(game.phases), state_at=reader(game.state), team_at=reader(Team)
    )
    return ready(bound.begin_by_address, bound.choose_by_address, compiled)


@cache
def _bytes(size: int) -> Any:
    return RecordType("Bytes", (Record,), {"__annotations__": {"words": int64[max(size // 8, 1)]}})


def _whole_words(size: int) -> int:
    return -(-size // 8) * 8
