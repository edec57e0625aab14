"""One game between bots of any kind, move by move: used by a match if not all bots are compiled."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from ludus.bots.bot import BotFactory, Fault, SeatedBot
from ludus.core.position import GameResult, Position
from ludus.core.replay import Replay

MAX_DECISIONS = 1_000_000  # decisions; longer games are ended as endless


@dataclass(frozen=True)
class EpisodeRecord:
    """A finished game with its replay and logs."""

    number: int
    replay: Replay
    logs: list[str]  # by player
    fault: str  # in words, or empty


@dataclass(frozen=True)
class StarvedGame:
    """A game that a bot lost by a timeout while others had the processors; it was played once more."""

    number: int
    player: int  # whose time was over in the first try
    fault: str  # of the first try, in words
    again: bool  # the second try ended in the same way, and this result stands


@dataclass(frozen=True)
class Episode:
    """How a game went: the last position, and the fault that ended it, if any."""

    position: Position
    payoffs: tuple[float, ...]  # by seat
    reason: str  # an end reason of the rules, or one of FAULTS
    culprit: int | None  # the seat at fault
    fault: str  # in words, or empty
    logs: list[str]  # by seat


class EpisodeListener(Protocol):
    """Listener that follows a game."""

    def before_move(self, position: Position, move: int) -> None:
        """A move about to be made."""
        ...

    def after_move(self, position: Position) -> None:
        """The position after a move."""
        ...

    def on_end(self, episode: Episode) -> None:
        """The game is over."""
        ...


def play_episode(
    position: Position, bots: Sequence[BotFactory], seeds: Sequence[int], listener: EpisodeListener | None = None
) -> Episode:
    """Play a game to the end. A bot at fault loses, the others share the win.

    Args:
        position: Where the game begins; it is played on.
        bots: The bots by seat.
        seeds: Their seeds by seat.
        listener: Listener of the moves.
    """
    seated: list[SeatedBot] = []
    culprit, fault = None, None
    try:
        for seat, (bot, seed) in enumerate(zip(bots, seeds, strict=True)):
            culprit = seat
            seated.append(bot.join(position, seat, seed))
        for _ in range(MAX_DECISIONS):
            if position.end_reason:
                break
            culprit = position.current_player
            _make_move(position, seated, listener)
        else:
            culprit = None
            raise Fault("endless game", f"no end after {MAX_DECISIONS:,} decisions")
    except Fault as error:
        fault = error
    finally:
        if fault is None:
            result = position.result
        else:
            result = GameResult(fault.reason, _payoffs_after_fault(len(bots), culprit), position.scores)
        for seated_bot in seated:
            seated_bot.end(result)
    logs = [seated_bot.log for seated_bot in seated] + [""] * (len(bots) - len(seated))
    assert result is not None
    at_fault = (None, "") if fault is None else (culprit, str(fault))
    if fault is not None and culprit is not None:
        logs[culprit] += f"fault: {fault}\n"
    return Episode(position, result.payoffs, result.reason, *at_fault, logs)


def _make_move(position: Position, seated_bots: list[SeatedBot], listener: EpisodeListener | None) -> None:
    move = seated_bots[position.current_player].choose(position)
    if move not in position.legal_moves:
        text = str(move)
        with suppress(Exception):  # the number may not be a move at all
            text = position.write_move(move)
        note = getattr(seated_bots[position.current_player], "answer_note", "")  # of programs
        raise Fault(
            "illegal move", f"{text} is not legal here{f' ({note})' if note else ''}", position.legal_move_texts()
        )
    if listener is not None:
        listener.before_move(position, move)
    for seated_bot in seated_bots:
        seated_bot.watch(position, move)
    position.play(move)
    if listener is not None:
        listener.after_move(position)


def _payoffs_after_fault(seats: int, culprit: int | None) -> tuple[float, ...]:
    """Payoffs after a fault: 0 for the culprit; without a culprit all are equal."""
    if culprit is None:
        return (1.0 / seats,) * seats
    return tuple(0.0 if seat == culprit else 1.0 / (seats - 1) for seat in range(seats))
