"""Moves, turns and results in words, as one reader sees them.

    You play Village: +1 card, +2 actions.
    Psyshroom attacks you for 2.

A game has a `Narration`, which `Rendering.narration` loads. Its words for moves and results come from observations and
from the parts of moves, never from states, so that they say nothing that the reader may not know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ludus.core.schema import MoveParts, Question

if TYPE_CHECKING:
    from ludus.core.game import Content

__all__ = ["Cast", "MoveScene", "Narration", "ResultScene", "TurnLabel", "count_changes", "join_words", "sentence"]

NEGATIVE = re.compile(r"(?<![^\s([])-(?=\d)")  # the sign of a number


class TurnLabel(NamedTuple):
    """The current turn in the words of the game, and the seat whose turn it is."""

    text: str  # "turn 3"
    seat: int | None


@dataclass(frozen=True)
class Cast:
    """Names of the players for one reader, who is called "you".

    Attributes:
        names: names by seat.
        reader: seat of the reader; None: the reader does not play.
    """

    names: tuple[str, ...]
    reader: int | None = None

    def name(self, seat: int) -> str:
        """Name of a seat inside a sentence."""
        return "you" if seat == self.reader else self.names[seat]

    def own(self, seat: int) -> str:
        """Possessive of a seat: "your", "coac's"."""
        return "your" if seat == self.reader else f"{self.names[seat]}'s"

    def does(self, seat: int, verb: str, third: str = "") -> str:
        """Seat and verb in the present tense: "you attack", "coac attacks".

        Args:
            seat: the subject.
            verb: the verb without an ending.
            third: its form for others than the reader; empty: with the usual ending.
        """
        if seat == self.reader:
            return f"you {verb}"
        return f"{self.names[seat]} {third or _third_person(verb)}"


@dataclass(frozen=True)
class MoveScene:
    """A move as one reader sees it.

    Attributes:
        content: the content of the game.
        facts: facts about the content, see `GameSchema.read_facts`.
        cast: names of the players.
        seat: the seat that made the move.
        move: the move as verb, piece and target.
        question: the decision that was pending.
        before: observation before the move, of the reader; for a reader who does not play, and for a move that the
            reader saw only after the game, of `seat`.
        after: observation of the same seat after the move.
    """

    content: Content
    facts: dict[str, Any]
    cast: Cast
    seat: int
    move: MoveParts
    question: Question
    before: dict[str, Any]
    after: dict[str, Any]

    def does(self, verb: str, third: str = "") -> str:
        """The player of the move and a verb, see `Cast.does`."""
        return self.cast.does(self.seat, verb, third)


@dataclass(frozen=True)
class ResultScene:
    """The end of a game as one reader sees it.

    Attributes:
        content: the content of the game.
        cast: names of the players.
        observation: observation of any seat after the last move.
        reason: end reason.
        payoffs: payoffs by seat.
    """

    content: Content
    cast: Cast
    observation: dict[str, Any]
    reason: str
    payoffs: tuple[float, ...]

    @property
    def winners(self) -> list[int]:
        """Seats that share the win."""
        return [seat for seat, payoff in enumerate(self.payoffs) if payoff > 0]

    def verdict(self) -> str:
        """Who won, without the reason: "you won", "coac and drew share the win", "a draw"."""
        winners = self.winners
        if len(winners) == 1:
            return f"{self.cast.name(winners[0])} won"
        if len(winners) < len(self.payoffs) and winners:
            return f"{join_words(map(self.cast.name, winners))} share the win"
        return "a draw"


@dataclass(frozen=True)
class Narration:
    """Words of a game.

    Attributes:
        narrate_move: tells a move and its consequences to one reader.
        name_move: names a move that could be made, in a few words: "attack Rootkin with Psyshroom". Gets the
            content, its facts, the move and the pending decision.
        explain_result: tells who won and why, in a sentence.
        turn_label: returns the turn in the game's words; gets the content and a plain view of the state.
        sum_up_draft: tells in one line what all moves of a seat before the last phase have come to: "Your deck was
            drafted: 30 cards". Gets the names of the players, the seat and its moves. None: these moves are not
            folded into one line.
    """

    narrate_move: Callable[[MoveScene], str]
    name_move: Callable[[Content, dict[str, Any], MoveParts, Question], str]
    explain_result: Callable[[ResultScene], str]
    turn_label: Callable[[Content, Any], TurnLabel]
    sum_up_draft: Callable[[Cast, int, Sequence[MoveParts]], str] | None = None


def sentence(*clauses: str) -> str:
    """Clauses as one sentence with a capital letter, without those that are empty. Numbers below zero have a −."""
    text = NEGATIVE.sub("−", "; ".join(filter(None, clauses)))
    return text[:1].upper() + text[1:]


def join_words(words: Iterable[str]) -> str:
    """List words as in a sentence: "a", "a and b", "a, b and c"."""
    items = list(words)
    return " and ".join(filter(None, (", ".join(items[:-1]), *items[-1:])))


def count_changes(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    """What is more or less than before, by name; the order is that of `after`."""
    names = [*after, *(name for name in before if name not in after)]
    changes = {name: after.get(name, 0) - before.get(name, 0) for name in names}
    return {name: change for name, change in changes.items() if change}


def _third_person(verb: str) -> str:
    first, _, rest = verb.partition(" ")
    if first.endswith(("s", "sh", "ch", "x", "o")):
        form = f"{first}es"
    elif first.endswith("y") and first[-2] not in "aeiou":
        form = f"{first[:-1]}ies"
    else:
        form = f"{first}s"
    return f"{form} {rest}" if rest else form
