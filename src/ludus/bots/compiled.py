"""Compiled bots: bot specs (`ludus.core.compiled_bot_spec`) bound to a game and compiled, called by address.

Each bot is compiled separately from other bots and from the match loop that calls it: adding a bot compiles only that
bot, and new parameters compile nothing. A composite has one member per phase of the game: `coac+greedy` drafts like the
first and fights like the second.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numba
import numpy as np

from ludus.bots.bot import FAULTS, Fault
from ludus.bots.templates import bot_entry_points, phase_composite
from ludus.core import Record, bind_template, int64, plain, record_reader
from ludus.core.compile.intrinsics import address_of
from ludus.core.compile.progress import Export
from ludus.core.compiled_bot_spec import BotSpec
from ludus.core.game import Content, Game
from ludus.core.position import GameResult, Position
from ludus.core.rule import compile_exported, is_compiled
from ludus.core.structured_records import RecordType
from ludus.util.errors import OptionError

IMITATED = "as the bot that it imitates"  # explains a fault that a bot declares itself
ENTRY_SIGNATURE = numba.int64(*(numba.int64,) * 6)


@dataclass(frozen=True)
class CompiledBot:
    """A compiled bot of one game: its entry points, their addresses, its parameters and the records it needs."""

    name: str
    begin_entry: Any
    choose_entry: Any
    begin_address: int
    choose_address: int
    params: np.ndarray
    memory: type[Record]
    scratch: type[Record]
    cheats: bool = False
    game: Game | None = None
    spec: BotSpec | None = None  # the spec it was made from; None for a composite of several bots
    members: tuple[Any, ...] = ()  # members of a composite: keeps alive what the addresses in `params` point to

    @property
    def reproducible(self) -> bool:
        """Whether the bot is deterministic for a seed.

        Bots that search by the clock (`nanoseconds` in their parameters) are not; those that count iterations are.
        """
        timed = "nanoseconds" in (self.params.dtype.names or ()) and bool(self.params["nanoseconds"].any())
        return not timed and all(member.reproducible for member in self.members)

    @cached_property
    def params_address(self) -> int:
        """The address of the parameters."""
        return int(self.params.ctypes.data)

    def __reduce__(self) -> tuple[Any, ...]:
        from ludus.bots.lookup import reduce_compiled_bot  # imports this module

        return reduce_compiled_bot(self)

    def records(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Parameters, fresh memory and scratch space; keep the arrays alive as long as their addresses are used."""
        return self.params, self.memory.zeros(1), self.scratch.zeros(1)

    def join(self, position: Position, seat: int, seed: int) -> SeatedCompiledBot:
        return SeatedCompiledBot(self, position, seat, seed)

    def close(self) -> None:
        """Do nothing: a compiled bot holds no resources."""


class SeatedCompiledBot:
    """A compiled bot in one seat of a game that is played move by move."""

    log = ""

    def __init__(self, bot: CompiledBot, position: Position, seat: int, seed: int) -> None:
        self.bot = bot
        self._records = bot.records()
        self._addresses = [array.ctypes.data for array in self._records]
        bot.begin_entry(position._data_address, position._address, seed, *self._addresses)

    @property
    def memory(self) -> Any:
        """The bot's memory record for this game."""
        return self._records[1]

    def choose(self, position: Position) -> int:
        records = position._data_address, position._address
        arguments = *records, position.current_player, *self._addresses
        if is_compiled(self.bot.choose_entry):
            try:
                move = int(self.bot.choose_entry(*arguments))
            except Exception as error:
                raise Fault("crashed", f"{type(error).__name__}: {error}") from error
        else:
            move = int(self.bot.choose_entry(*arguments))  # an error in plain Python is for the debugger
        if move < 0:
            raise Fault(FAULTS[-1 - move], IMITATED)
        return move

    def watch(self, position: Position, move: int) -> None:
        """Do nothing: the bot reads what it needs from the position when it chooses."""

    def end(self, result: GameResult | None) -> None:
        """Do nothing: there is nothing to clean up."""


def make_compiled_bot(
    game: Game, spec: BotSpec, options: Any, name: str, compiled: bool = True, content: Content | None = None
) -> CompiledBot:
    """Make a compiled bot from its spec and options.

    Args:
        game: The game it plays.
        spec: The spec.
        options: The bot's options, already read.
        name: The text under which it is listed.
        compiled: False gives the plain Python version.
        content: Content whose names the options may use; the game's own names if None.

    Raises:
        OptionError: an option is invalid for this game.
    """
    params = spec.params.zeros(1)
    spec.fill(options, spec.params.over(params))
    if game.bots.resolve_names is not None:
        game.bots.resolve_names(content, spec, options, spec.params.over(params))
    return compiled_bot_with_params(game, spec, params, name, compiled)


def compiled_bot_with_params(
    game: Game, spec: BotSpec, params: np.ndarray, name: str, compiled: bool = True
) -> CompiledBot:
    """Make a compiled bot from its parameters.

    Args:
        game: The game it plays.
        spec: The spec.
        params: One record of the spec's params type.
        name: The text under which it is listed.
        compiled: False gives the plain Python version.
    """
    return CompiledBot(
        name, *_bot_entry_points(game, spec, compiled), params, spec.memory, spec.scratch, spec.cheats, game, spec
    )


@cache
def _bot_entry_points(game: Game, bot: BotSpec, compiled: bool) -> tuple[Any, Any, int, int]:
    """Entry points `begin` and `choose` of a bot, and their addresses."""
    return compile_entry_points(*_bound_bot(game, bot), compiled)


def bot_exports(game: Game, bot: BotSpec) -> list[Export]:
    """The exported rules of a bot, for the progress of their compilation."""
    return [(entry, ENTRY_SIGNATURE) for entry in _bound_bot(game, bot)]


@cache
def _bound_bot(game: Game, bot: BotSpec) -> tuple[Any, Any]:
    """The entry points `begin` and `choose` of a bot, not compiled yet."""
    bound = bind_template(
        bot_entry_points,
        begin=bot.rules.begin,
        choose=bot.rules.choose,
        data_at=record_reader(game.data),
        state_at=record_reader(game.state),
        params_at=record_reader(bot.params),
        memory_at=record_reader(bot.memory),
        scratch_at=record_reader(bot.scratch),
    )
    return bound.begin_by_address, bound.choose_by_address


def compile_entry_points(begin: Any, choose: Any, compiled: bool) -> tuple[Any, Any, int, int]:
    """Compile two entry points; returns them and their addresses."""
    entry_points = _compile_entry_point(begin, compiled), _compile_entry_point(choose, compiled)
    return *entry_points, *map(address_of, entry_points)


def _compile_entry_point(door: Any, compiled: bool) -> Any:
    """An entry point with six int64 arguments: compiled, or the plain Python version."""
    if not compiled or not is_compiled(door):
        return plain(door)
    return compile_exported(door, ENTRY_SIGNATURE)


MAX_PHASES = 8


class PhaseMembers(Record):
    """Members by phase: addresses of begin, choose and params, then offsets in memory and scratch space, in bytes."""

    members: int64[MAX_PHASES, 5]  # type: ignore[valid-type]


def make_phase_composite(game: Game, members: list[CompiledBot], name: str, compiled: bool = True) -> CompiledBot:
    """Combine several compiled bots into one, by phase. They share nothing.

    Args:
        game: The game.
        members: One bot for each phase of the game.
        name: The text under which the composite is listed.
        compiled: False gives the plain Python version.

    Raises:
        OptionError: the number of members is not the number of phases.
    """
    if len(members) != len(game.phases):
        expected = f"a bot for each of {', '.join(game.phases)}" if game.phases else "one bot, it has no phases"
        raise OptionError(f"{name!r} names {len(members)} bots; {game.name} takes {expected}")
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
    return compile_entry_points(*_bound_composite(game), compiled)


def composite_exports(game: Game) -> list[Export]:
    """The exported rules that all composites of a game share, for the progress of their compilation."""
    return [(entry, ENTRY_SIGNATURE) for entry in _bound_composite(game)]


@cache
def _bound_composite(game: Game) -> tuple[Any, Any]:
    bound = bind_template(
        phase_composite,
        phase=game.rules.phase,
        PHASES=len(game.phases),
        state_at=record_reader(game.state),
        team_at=record_reader(PhaseMembers),
    )
    return bound.begin_by_address, bound.choose_by_address


@cache
def _bytes_record(size: int) -> Any:
    return RecordType("Bytes", (Record,), {"__annotations__": {"words": int64[max(size // 8, 1)]}})


def _round_up_to_word(size: int) -> int:
    return -(-size // 8) * 8
