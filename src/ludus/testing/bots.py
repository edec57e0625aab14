"""Laws for players: a bot answers with a legal move, from what its seat can see, and changes nothing.

A bot is given here as a function of the position alone, `choose(position) -> move`: a number or its text.
"""

from __future__ import annotations

from collections.abc import Callable

from ludus.core.position import Position
from ludus.core.random import derive
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


BOT_LAWS: dict[str, Callable[[Case, Choose], None]] = {
    law.__name__: law for law in (bots_answer_legally, bots_change_nothing, bots_do_not_peek)
}
