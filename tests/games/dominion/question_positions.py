"""A position for every question of the game, and samples of every kind from random play."""

from __future__ import annotations

import numpy as np

from ludus.core import plain
from ludus.games.dominion import rules
from ludus.games.dominion import state as s

from .positions import Seat, begin, position, random_game

resample_hidden = plain(rules.resample_hidden)
WAYS = (
    {},
    {"edition": "second"},
    {"seats": 3, "kingdom": "interaction", "ties": "points"},
    {"seats": 4, "edition": "second"},
)
QUESTIONS = {
    s.PLAY_ACTION: (Seat("Village, 4 Copper"), ()),
    s.BUY_CARD: (Seat("5 Copper"), ()),
    s.DISCARD_HAND: (Seat("Militia"), ("PLAY Militia",)),
    s.TRASH_HAND: (Seat("Remodel, Copper, Estate"), ("PLAY Remodel",)),
    s.GAIN_CARD: (Seat("Workshop"), ("PLAY Workshop",)),
    s.PUT_HAND: (Seat("Bureaucrat"), ("PLAY Bureaucrat",)),
    s.REVEAL_CARD: (Seat("Witch"), ("PLAY Witch",)),
    s.DOUBLE_ACTION: (Seat("Throne Room, Smithy, Village"), ("PLAY Throne Room",)),
    s.JUDGE_CARD: (Seat("Spy", deck="Copper, Estate"), ("PLAY Spy",)),
    s.TRASH_ASIDE: (Seat("Thief"), ("PLAY Thief",)),
    s.TAKE_LOOT: (Seat("Thief"), ("PLAY Thief", "TRASH Gold")),
    s.SET_ASIDE: (Seat("Library", deck="Village, Copper"), ("PLAY Library",)),
    s.MAY_DISCARD_DECK: (Seat("Chancellor", bag="3 Copper"), ("PLAY Chancellor",)),
    s.MAY_PLAY_CARD: (Seat("Vassal", deck="Village"), ("PLAY Vassal",)),
    s.RECALL_CARD: (Seat("Harbinger", bag="Copper", discard="Gold, Estate"), ("PLAY Harbinger",)),
    s.SORT_CARD: (Seat("Sentry", deck="Copper, Estate, Gold"), ("PLAY Sentry",)),
    s.ORDER_CARDS: (Seat("Sentry", deck="Copper, Estate, Gold"), ("PLAY Sentry", "KEEP Estate", "KEEP Gold")),
}


def question_position(question, **options):
    """A position with this question. The second player holds a Moat only if the question needs it, and two Victory
    cards.
    """
    first, moves = QUESTIONS[question]
    moat = "Moat" if question == s.REVEAL_CARD else "Copper"
    second = Seat(f"{moat}, Silver, Estate, Duchy, Copper", deck="Gold, Silver, Curse")
    here = position(first, second, **options).play(*moves)
    assert here.state.asked == question
    return here


def every_question():
    return [question_position(question) for question in QUESTIONS]


def some_positions(seed=3, every=9):
    """Positions from random games, including final ones; each object is advanced by the next step."""
    for options in WAYS:
        for k, here in enumerate(random_game(begin(seed, **options), seed)):
            if k % every == 0 or here.state.reason:
                yield here


def copy(here):
    """The same bytes; NumPy's own copy would not copy the padding between fields."""
    return type(here)(here.content, np.frombuffer(bytearray(here.record.tobytes()), here.record.dtype))


def redealt(here, seat, seed):
    """A copy in which everything that a seat cannot see is resampled."""
    twin = copy(here)
    resample_hidden(twin.data, twin.state, seat, seed)
    return twin
