"""A kernel for one game and the bots that meet in it: bound, compiled once, and kept on disk."""

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

MOST_LOCAL = 8192  # bytes that a thread keeps in memory of its own, which the card lays out for threads side by side


class Real(Record):
    """A number with a point, by itself."""

    value: float64  # type: ignore[valid-type]


@dataclass(frozen=True)
class Shape:
    """What a kernel is compiled for. Matches of one shape are played together, whatever their content and numbers."""

    game: Game
    bots: tuple[Bot, ...]  # those that meet, each once
    seats: int
    prepares: bool  # every game completes a table of its own
    counted: str | None = None  # the tally of a census that is made, see `ludus.arena.census`

    @property
    def tally(self) -> int:
        """Bytes that a census keeps of each game."""
        return int(census_of(self.game, self.counted)["TALLY"])

    @property
    def phases(self) -> int:
        return max(len(self.game.phases), 1)

    @cached_property
    def stretch(self) -> Any:
        """Games of one match that differ in nothing but their number: first, first + step, and so on."""
        each = (self.seats, self.phases)
        fields = {
            "begins": int64,  # the place of the first of them in the row of games as they are played
            "number": int64,  # of the first of them in its match
            "step": int64,
            "place": int64,  # where the results of the match begin
            "table": int64,  # this and `params`: bytes from where they begin
            "roots": uint64[1 + self.seats],  # that the seeds of the deals and of each player's dice come from
            "members": int64[self.seats],  # how many a player is made of: one, or one for each phase
            "bots": int64[each],
            "params": int64[each],
            "memories": int64[each],  # where in a thread's space
        }
        return _record("Stretch", fields)

    @cached_property
    def layout(self) -> Layout:
        return Layout(self)


class Layout:
    """Where everything lies in the space of one thread, in bytes."""

    def __init__(self, shape: Shape) -> None:
        state = shape.game.state
        self.looks = any(bot.steps for bot in shape.bots)  # otherwise nobody tries a move, and half the space will do
        self.ground = _record("Ground", {"state": state} | ({"trial": state} if self.looks else {}))
        at = _whole_words(self.ground.nbytes)
        self.memory = max(_whole_words(bot.memory.nbytes) for bot in shape.bots)
        self.memories, at = at, at + self.memory * shape.seats * shape.phases
        self.scratches = []
        for bot in shape.bots:  # one for each bot, whoever of the players is that bot
            self.scratches.append(at)
            at += _whole_words(scratch_of(bot).nbytes)
        self.table, at = at, at + _whole_words(shape.game.table.nbytes) * shape.prepares
        self.total = at
        self.local = at <= MOST_LOCAL

    def memory_of(self, player: int, member: int, phases: int) -> int:
        return self.memories + self.memory * (player * phases + member)


@cache
def play_games(shape: Shape) -> Any:
    """The rule that plays games of a shape, for a processor as for a card."""
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
    """The scratch space that a bot works with on a card."""
    return bot.steps.scratch if bot.steps else bot.scratch


def _bots_of(shape: Shape) -> dict[str, Any]:
    """The rules that begin, ask and tell a bot by its number: the last one, or the one before it, and so on."""
    found: dict[str, Any] = {}
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
            **{name.replace("_for", "_other"): other for name, other in found.items()},
        )
        which = "either" if found else "one"
        found = {f"{what}_for": getattr(bound, f"{what}_{which}") for what in ("begin", "ask", "tell")}
    return found


@rule
def _nothing_to_tell(table, state, seat, params, memory, scratch):  # type: ignore[no-untyped-def]
    """A bot that makes its move at once asks for no position."""


@rule(inline=True)
def _copy_to_trial(ground):  # type: ignore[no-untyped-def]
    ground.trial = ground.state


@rule(inline=True)
def _no_trial(ground):  # type: ignore[no-untyped-def]
    """None of the bots looks at positions."""


def _whole_words(size: int) -> int:
    return -(-size // 8) * 8


def _record(name: str, fields: dict[str, Any]) -> Any:
    return RecordType(name, (Record,), {"__annotations__": fields})
