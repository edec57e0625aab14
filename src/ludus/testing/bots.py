"""Laws for players: a bot answers with a legal move, from what its seat can see, and changes nothing.

A bot is given here as a function of the position alone, `choose(position) -> move`: a number or its text. A
compiled player becomes one by `asked_afresh`: it has a new memory and the same dice for every answer. What it keeps
in its memory during a game is the matter of a law of its own.
"""

from __future__ import annotations

from collections.abc import Callable

from ludus.core.position import Position
from ludus.core.random import as_int64, derive
from ludus.players import Player
from ludus.testing.case import Case, law

Choose = Callable[[Position], int | str]


@law
def bots_answer_legally(case: Case, choose: Choose) -> None:
    """The answer is one of the legal moves."""
    for position in case.some(6):
        answer = choose(position.copy())
        legal = position.texts() if isinstance(answer, str) else position.moves()
        case.require(answer in legal, f"the bot answers {answer!r}; legal are {legal}")


@law
def bots_change_nothing(case: Case, choose: Choose) -> None:
    """A bot that tries moves out does so on copies."""
    for position in case.some(6):
        before = position.bytes()
        choose(asked := position.copy())
        case.same_bytes(before, asked.bytes(), "the bot changes the position it is asked about")


@law
def bots_do_not_peek(case: Case, choose: Choose) -> None:
    """A bot answers alike on every redeal for its seat. Only a declared cheat need not."""
    for position in case.some(6):
        redeals = [position.redeal(position.decider, derive(case.seed, "bot", k)) for k in range(5)]
        first, *others = [choose(redeal) for redeal in redeals]
        for answer in others:
            case.require(answer == first, f"the bot answers {first!r} or {answer!r}, though only hidden things differ")


@law
def memories_keep_no_secrets(case: Case, player: Player) -> None:
    """A player that is shown redeals, all game long, plays as one that is shown the position itself."""
    for play in case.plays:
        position = case.start(play.seed)
        seats = range(position.seats)
        dice = [as_int64(derive(case.seed, "dice", seat)) for seat in seats]
        open_eyed = [player.sit(position, seat, dice[seat]) for seat in seats]
        honest = [player.sit(_redealt(case, position, seat), seat, dice[seat]) for seat in seats]
        number = 0
        while not position.ended and number < case.longest:
            case.place, seat = (play.seed, number), position.decider
            answer, fair = open_eyed[seat].choose(position), honest[seat].choose(_redealt(case, position, seat))
            case.require(answer == fair, f"the player answers {answer!r}; had it been shown redeals so far, {fair!r}")
            position.play(answer)
            number += 1


def _redealt(case: Case, position: Position, seat: int) -> Position:
    return position.redeal(seat, derive(case.seed, "shown", len(position.history), seat))


def asked_afresh(player: Player, seed: int) -> Choose:
    """A compiled player as a function of the position alone."""

    def choose(position: Position) -> int:
        return player.sit(position, position.decider, as_int64(derive(seed, "dice"))).choose(position)

    return choose


BOT_LAWS: dict[str, Callable[[Case, Choose], None]] = {
    law.__name__: law for law in (bots_answer_legally, bots_change_nothing, bots_do_not_peek)
}
