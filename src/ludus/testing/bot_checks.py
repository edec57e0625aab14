"""Checks of bots: a bot answers with a legal move, uses only what its seat can see, and changes nothing.

A bot is given here as a function of the position alone, `choose(position) -> move`: a number or its text. `stateless`
turns a compiled bot into one: it has a new memory and the same random numbers for every answer. What it stores in its
memory during a game has a check of its own.
"""

from __future__ import annotations

from collections.abc import Callable

from ludus.bots import CompiledBot
from ludus.core.position import Position
from ludus.core.random import as_int64, derive
from ludus.testing.game_under_test import Case, check

ChooseFunction = Callable[[Position], int | str]


@check
def bots_answer_legally(case: Case, choose: ChooseFunction) -> None:
    """The answer is one of the legal moves."""
    for position in case.sample_positions(6):
        answer = choose(position.copy())
        legal = position.legal_move_texts() if isinstance(answer, str) else position.legal_moves
        case.require(answer in legal, f"the bot answers {answer!r}; legal are {legal}")


@check
def bots_change_nothing(case: Case, choose: ChooseFunction) -> None:
    """A bot that tries out moves does so on copies."""
    for position in case.sample_positions(6):
        before = position.bytes()
        choose(copy := position.copy())
        case.require_equal_bytes(before, copy.bytes(), "the bot changes the position it is asked about")


@check
def bots_do_not_peek(case: Case, choose: ChooseFunction) -> None:
    """A bot gives the same answer on every resampled position of its seat, unless it is a declared cheat."""
    for position in case.sample_positions(6):
        resamples = [position.resample(position.current_player, derive(case.seed, "bot", k)) for k in range(5)]
        first, *others = [choose(resample) for resample in resamples]
        for answer in others:
            case.require(answer == first, f"the bot answers {first!r} or {answer!r}, though only hidden things differ")


@check
def memories_keep_no_secrets(case: Case, player: CompiledBot) -> None:
    """A bot that sees resampled positions all game long plays like one that sees the true positions."""
    for play in case.random_games:
        position = case.start(play.seed)
        seats = range(position.seats)
        dice = [as_int64(derive(case.seed, "dice", seat)) for seat in seats]
        with_truth = [player.join(position, seat, dice[seat]) for seat in seats]
        with_resamples = [player.join(_resampled(case, position, seat), seat, dice[seat]) for seat in seats]
        number = 0
        while not position.end_reason and number < case.longest:
            case.location, seat = (play.seed, number), position.current_player
            answer, expected = (
                with_truth[seat].choose(position),
                with_resamples[seat].choose(_resampled(case, position, seat)),
            )
            case.require(
                answer == expected,
                f"the bot answers {answer!r}; after redeals instead of the true positions, {expected!r}",
            )
            position.play(answer)
            number += 1


def _resampled(case: Case, position: Position, seat: int) -> Position:
    return position.resample(seat, derive(case.seed, "shown", len(position.history), seat))


def stateless(player: CompiledBot, seed: int) -> ChooseFunction:
    """A compiled bot as a function of the position alone."""

    def choose(position: Position) -> int:
        return player.join(position, position.current_player, as_int64(derive(seed, "dice"))).choose(position)

    return choose


BOT_CHECKS: dict[str, Callable[[Case, ChooseFunction], None]] = {
    law.__name__: law for law in (bots_answer_legally, bots_change_nothing, bots_do_not_peek)
}
