"""Bind a kernel to one game and the bots that meet in it; compiled once and cached on disk."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from ludus.arena.compiled_games import stats_bindings
from ludus.arena.episode import MAX_DECISIONS
from ludus.arena.gpu.templates import bot_dispatch, play_loop
from ludus.bots import FAULTS
from ludus.core import Record, bind_template, float64, int64, record_reader, rule, uint64
from ludus.core.compile.intrinsics import record_placer
from ludus.core.compiled_bot_spec import BotSpec
from ludus.core.game import RULES, Game
from ludus.core.random import derived_seed
from ludus.core.structured_records import RecordType

MAX_LOCAL_BYTES = 8192  # bytes of a thread's local memory, which the GPU interleaves between threads


class FloatCell(Record):
    """A record with a single float."""

    value: float64  # type: ignore[valid-type]


@dataclass(frozen=True)
class KernelShape:
    """What a kernel is compiled for. Matches of one shape are played together; content and parameters may differ."""

    game: Game
    bots: tuple[BotSpec, ...]  # the bots that meet, each once
    seats: int
    prepares: bool  # every game completes its own game data
    stats_name: str | None = None  # name of the statistics to collect, see `ludus.arena.match_with_stats`

    @property
    def stats_bytes(self) -> int:
        """Bytes of the statistics record of each game."""
        return int(stats_bindings(self.game, self.stats_name)["STATS_BYTES"])

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
            "game_data": int64,  # this and `params`: offset in bytes
            "roots": uint64[1 + self.seats],  # roots of the seeds of the deals and of each bot
            "members": int64[self.seats],  # members of a bot: one, or one per phase
            "bots": int64[per_member],
            "params": int64[per_member],
            "memories": int64[per_member],  # offsets in a thread's memory
        }
        return _record("Stretch", fields)

    @cached_property
    def layout(self) -> ThreadMemoryLayout:
        return ThreadMemoryLayout(self)


class ThreadMemoryLayout:
    """Offsets of everything in the memory of one thread, in bytes."""

    def __init__(self, shape: KernelShape) -> None:
        state = shape.game.state
        self.has_lookahead = any(bot.lockstep for bot in shape.bots)  # without lookahead half the space is enough
        self.game_record = _record("Ground", {"state": state} | ({"trial": state} if self.has_lookahead else {}))
        at = _round_up_to_word(self.game_record.nbytes)
        self.memory = max(_round_up_to_word(bot.memory.nbytes) for bot in shape.bots)
        self.memories, at = at, at + self.memory * shape.seats * shape.phases
        self.scratches = []
        for bot in shape.bots:  # one per bot, shared by all seats that use it
            self.scratches.append(at)
            at += _round_up_to_word(scratch_of(bot).nbytes)
        self.data, at = at, at + _round_up_to_word(shape.game.data.nbytes) * shape.prepares
        self.total = at
        self.local = at <= MAX_LOCAL_BYTES

    def memory_of(self, player: int, member: int, phases: int) -> int:
        return self.memories + self.memory * (player * phases + member)


@cache
def bind_play_loop(shape: KernelShape) -> Any:
    """The play loop bound to a shape, for CPU and GPU."""
    game, layout = shape.game, shape.layout
    rules = {name: getattr(game.rules, name) for name in (*RULES, "prepare", "phase")}
    return bind_template(
        play_loop,
        **rules,
        **_bind_bots(shape),
        **stats_bindings(game, shape.stats_name),
        derived=derived_seed,
        ground_in=record_placer(layout.game_record),
        state_in=record_placer(game.state),
        data_in=record_placer(game.data),
        data_at=record_reader(game.data),
        stretch_at=record_reader(shape.stretch),
        real_at=record_reader(FloatCell),
        SEATS=shape.seats,
        LONGEST=MAX_DECISIONS,
        ENDLESS=len(game.end_reasons) + FAULTS.index("endless game"),
        PREPARES=shape.prepares,
        LOCAL=layout.local,
        WORDS=layout.total // 8,
        STATE_WORDS=_round_up_to_word(game.state.nbytes) // 8,
        copy_to_trial=_copy_to_trial if layout.has_lookahead else _no_trial,
        TRIAL=layout.game_record.dtype.fields["trial"][1] if layout.has_lookahead else 0,
        DATA=layout.data,
        DATA_WORDS=_round_up_to_word(game.data.nbytes) // 8,
        STRETCH=shape.stretch.nbytes,
    ).play_games


def scratch_of(bot: BotSpec) -> type[Record]:
    """The scratch record that a bot uses on a GPU."""
    return bot.lockstep.scratch if bot.lockstep else bot.scratch


def _bind_bots(shape: KernelShape) -> dict[str, Any]:
    """Rules that begin, ask and answer a bot by its number, as a chain: the last bot, or the one before it, ..."""
    dispatch: dict[str, Any] = {}
    for kind in reversed(range(len(shape.bots))):
        bot = shape.bots[kind]
        bound = bind_template(
            bot_dispatch,
            begin=bot.rules.begin,
            ask=bot.lockstep.rules.ask if bot.lockstep else bot.rules.choose,
            tell=bot.lockstep.rules.tell if bot.lockstep else _no_lookahead_result,
            params_at=record_reader(bot.params),
            memory_in=record_placer(bot.memory),
            scratch_in=record_placer(scratch_of(bot)),
            SCRATCH=shape.layout.scratches[kind],
            KIND=kind,
            **{name.replace("_for", "_other"): other for name, other in dispatch.items()},
        )
        variant = "bot_of_kind" if dispatch else "bot"
        dispatch = {f"{verb}_for": getattr(bound, f"{verb}_{variant}") for verb in ("begin", "ask", "tell")}
    return dispatch


@rule
def _no_lookahead_result(data, state, seat, params, memory, scratch):  # type: ignore[no-untyped-def]
    """For bots without lookahead: they ask for no position."""


@rule(inline=True)
def _copy_to_trial(ground):  # type: ignore[no-untyped-def]
    ground.trial = ground.state


@rule(inline=True)
def _no_trial(ground):  # type: ignore[no-untyped-def]
    """For shapes in which no bot looks ahead."""


def _round_up_to_word(size: int) -> int:
    return -(-size // 8) * 8


def _record(name: str, fields: dict[str, Any]) -> Any:
    return RecordType(name, (Record,), {"__annotations__": fields})
