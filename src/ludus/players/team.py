"""A player put together from one for each phase of a game: `coac+greedy` drafts like one and fights like the other."""

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
    """Who plays which phase: begin, choose, params (addresses), then the places in memory and scratch, in bytes."""

    members: int64[MOST_PHASES, 5]  # type: ignore[valid-type]


def make_team(game: Game, members: list[Player], name: str, compiled: bool = True) -> Player:
    """One player out of several, by phase. They share nothing and do not know of each other."""
    if len(members) != len(game.phases):
        said = f"a player for each of {', '.join(game.phases)}" if game.phases else "one player, it has no phases"
        raise OptionError(f"{name!r} names {len(members)} players; {game.name} takes {said}")
    params = Team.zeros(1)
    row = Team.over(params).members
    at, scratch_at = 0, 0
    for k, member in enumerate(members):
        for column, value in enumerate((member.begin, member.choose, member.params_at, at, scratch_at)):
            row[k, column] = value
        at += _whole_words(member.memory.nbytes)
        scratch_at += _whole_words(member.scratch.nbytes)
    sizes = _bytes(at), _bytes(scratch_at)
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
