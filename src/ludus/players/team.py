"""Composite bots with one member per phase: `coac+greedy` drafts like the first and fights like the second."""

from __future__ import annotations

from functools import cache
from typing import Any

from ludus.core import Record, int64, record_reader, bind_template
from ludus.core.contract import Game
from ludus.core.errors import OptionError
from ludus.core.record import RecordType
from ludus.players import team_doors
from ludus.players.compiled import CompiledBot, compile_entry_points

MAX_PHASES = 8


class PhaseMembers(Record):
    """Members by phase: addresses of begin, choose and params, then offsets in memory and scratch space, in bytes."""

    members: int64[MAX_PHASES, 5]  # type: ignore[valid-type]


def make_phase_composite(game: Game, members: list[CompiledBot], name: str, compiled: bool = True) -> CompiledBot:
    """Combine several compiled bots into one, by phase. They share nothing.

    Raises:
        OptionError: the number of members is not the number of phases.
    """
    if len(members) != len(game.phases):
        expected = f"a player for each of {', '.join(game.phases)}" if game.phases else "one player, it has no phases"
        raise OptionError(f"{name!r} names {len(members)} players; {game.name} takes {expected}")
    params = PhaseMembers.zeros(1)
    row = PhaseMembers.over(params).members
    memory_at, scratch_at = 0, 0
    for k, member in enumerate(members):
        for column, value in enumerate(
            (member.begin_address, member.choose_address, member.params_address, memory_at, scratch_at)
        ):
            row[k, column] = value
        memory_at += _round_up_to_word(member.memory.nbytes)
        scratch_at += _round_up_to_word(member.scratch.nbytes)
    sizes = _bytes_record(memory_at), _bytes_record(scratch_at)
    cheats = any(member.cheats for member in members)
    return CompiledBot(
        name, *_composite_entry_points(game, compiled), params, *sizes, cheats, game, members=tuple(members)
    )


@cache
def _composite_entry_points(game: Game, compiled: bool) -> tuple[Any, Any, int, int]:
    bound = bind_template(
        team_doors,
        phase=game.rules.phase,
        PHASES=len(game.phases),
        state_at=record_reader(game.state),
        team_at=record_reader(PhaseMembers),
    )
    return compile_entry_points(bound.begin_by_address, bound.choose_by_address, compiled)


@cache
def _bytes_record(size: int) -> Any:
    return RecordType("Bytes", (Record,), {"__annotations__": {"words": int64[max(size // 8, 1)]}})


def _round_up_to_word(size: int) -> int:
    return -(-size // 8) * 8
