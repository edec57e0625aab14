"""Bind a kernel to one game and the bots that meet in it; compiled once and cached on disk."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from ludus.arena.device import bots, play
from ludus.arena.match import census_of
from ludus.arena.sitting import LONGEST
from ludus.core import Record, float64, int64, reader, rule, specialise, uint64
from ludus.core.bot import Bot
from ludus.core.contract import RULES, Game
from ludus.core.memory import placer
from ludus.core.random import derived
from ludus.core.record import RecordType
from ludus.players import FAULTS

MOST_LOCAL = 8192  # bytes of a thread's local memory, which the GPU interleaves between threads


class Real(Record):
    """A record with a single float."""

    value: float64  # type: ignore[valid-type]


@dataclass(frozen=True)
class Shape:
    """What a kernel is compiled for. Matches of one shape are played together; content and parameters may differ."""

    game: Game
    bots: tuple[Bot, ...]  # the bots that meet, each once
    seats: int
    prepares: bool  # every game completes its own game data
    counted: str | None = None  # name of the statistics to collect, see `ludus.arena.game_stats`

    @property
    def tally(self) -> int:
        """Bytes of the statistics record of each game."""
        return int(census_of(self.game, self.counted)["TALLY"])

    @property
    def phases(self) -> int:
        return max(len(self.game.phases), 1)

    @cached_property
    def stretch(self) -> Any:
        """A run of games of one match that differ only in their number: first, first + step, and so on."""
        per_member = (self.seats, self.phases)
        fields = {
            "begins": int64,  # index of the first of them in the order of play
            "number": int64,  # number of the first of them in its match
            "step": int64,
            "place": int64,  # index where the results of the match begin
            "table": int64,  # this and `params`: offset in bytes
            "roots": uint64[1 + self.seats],  # roots of the seeds of the deals and of each bot
            "members": int64[self.seats],  # members of a bot: one, or one per phase
            "bots": int64[per_member],
            "params": int64[per_member],
            "memories": int64[per_member],  # offsets in a thread's memory
        }
        return _record("Stretch", fields)

    @cached_property
    def layout(self) -> Layout:
        return Layout(self)


class Layout:
    """Offsets of everything in the memory of one thread, in bytes."""

    def __init__(self, shape: Shape) -> None:
        state = shape.game.state
        self.looks = any(bot.steps for bot in shape.bots)  # without lookahead half the space is enough
        self.ground = _record("Ground", {"state": state} | ({"trial": state} if self.looks else {}))
        at = _whole_words(self.ground.nbytes)
        self.memory = max(_whole_words(bot.memory.nbytes) for bot in shape.bots)
        self.memories, at = at, at + self.memory * shape.seats * shape.phases
        self.scratches = []
        for bot in shape.bots:  # one per bot, shared by all seats that use it
            self.scratches.append(at)
            at += _whole_words(scratch_of(bot).nbytes)
        self.table, at = at, at + _whole_words(shape.game.table.nbytes) * shape.prepares
        self.total = at
        self.local = at <= MOST_LOCAL

    def memory_of(self, player: int, member: int, phases: int) -> int:
        return self.memories + self.memory * (player * phases + member)


@cache
def play_games(shape: Shape) -> Any:
    """The play loop bound to a shape, for CPU and GPU."""
    game, layout = shape.game, shape.layout
    rules = {name: getattr(game.rules, name) for name in (*RULES, "prepare", "phase")}
    return specialise(
        play,
        **rules,
        **_bots_of(shape),
        **census_of(game, shape.counted),
        points_of=rules["points"],
        derived=derived,
        ground_in=placer(layout.ground),
        state_in=placer(game.state),
        table_in=placer(game.table),
        table_at=reader(game.table),
        stretch_at=reader(shape.stretch),
        real_at=reader(Real),
        SEATS=shape.seats,
        LONGEST=LONGEST,
        ENDLESS=len(game.reasons) + FAULTS.index("endless game"),
        PREPARES=shape.prepares,
        LOCAL=layout.local,
        WORDS=layout.total // 8,
        STATE_WORDS=_whole_words(game.state.nbytes) // 8,
        copy_to_trial=_copy_to_trial if layout.looks else _no_trial,
        TRIAL=layout.ground.dtype.fields["trial"][1] if layout.looks else 0,
        TABLE=layout.table,
        TABLE_WORDS=_whole_words(game.table.nbytes) // 8,
        STRETCH=shape.stretch.nbytes,
    ).play_games


def scratch_of(bot: Bot) -> type[Record]:
    """The scratch record that a bot uses on a GPU."""
    return bot.steps.scratch if bot.steps else bot.scratch


def _bots_of(shape: Shape) -> dict[str, Any]:
    """Rules that begin, ask and answer a bot by its number, as a chain: the last bot, or the one before it, ..."""
    dispatch: dict[str, Any] = {}
    for kind in reversed(range(len(shape.bots))):
        bot = shape.bots[kind]
        bound = specialise(
            bots,
            begin=bot.rules.begin,
            ask=bot.steps.rules.ask if bot.steps else bot.rules.choose,
            tell=bot.steps.rules.tell if bot.steps else _nothing_to_tell,
            params_at=reader(bot.params),
            memory_in=placer(bot.memory),
            scratch_in=placer(scratch_of(bot)),
            SCRATCH=shape.layout.scratches[kind],
            KIND=kind,
            **{name.replace("_for", "_other"): other for name, other in dispatch.items()},
        )
        variant = "either" if dispatch else "one"
        dispatch = {f"{verb}_for": getattr(bound, f"{verb}_{variant}") for verb in ("begin", "ask", "tell")}
    return dispatch


@rule
def _nothing_to_tell(table, state, seat, params, memory, scratch):  # type: ignore[no-untyped-def]
    """For bots without lookahead: they ask for no position."""


@rule(inline=True)
def _copy_to_trial(ground):  # type: ignore[no-untyped-def]
    ground.trial = ground.state


@rule(inline=True)
def _no_trial(ground):  # type: ignore[no-untyped-def]
    """For shapes in which no bot looks ahead."""


def _whole_words(size: int) -> int:
    return -(-size // 8) * 8


def _record(name: str, fields: dict[str, Any]) -> Any:
    return RecordType(name, (Record,), {"__annotations__": fields})
