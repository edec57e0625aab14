"""Positions read from text: those of games are accepted, others refused with the field that is wrong."""

import random

import numpy as np
import pytest

from ludus.core.position import Position
from ludus.games.delve import game
from ludus.games.delve.position_validation import validate
from ludus.games.delve.state import PICK, State
from ludus.util.errors import NotationError
from tests.cases import each

from .positions import deck, fought, start, tree, wander

WAYS = ({}, {"points": 4, "deck": "25"}, {"tree": "none", "first": 5}, {"tree": "hand-made", "first": 4, "deck": "8"})


def test_every_position_of_a_game_is_accepted():
    for seed, options in enumerate(WAYS):
        for here in wander(seed, **options):
            validate(here.content, here.state)


def test_positions_after_a_won_encounter_are_accepted():
    nodes = tree(("A", "mana", 1), ("B", "mana", 1, 2), ("C", "mana", 1, "A", "B"))
    for seed in range(6):
        here = start(deck(Bolt=8, Sweep=7), [(1, 4)], [(1, 5)], [(1, 6)], [(1, 7)], nodes=nodes, seed=seed)
        dice = random.Random(seed)
        while not here.end_reason:
            validate(here.content, here.state)
            moves = here.legal_moves
            here.play(dice.choice(moves[:-1] or moves))
        validate(here.content, here.state)
        assert here.result.reason == "won"


def array_of(here):
    """The state in memory of its own, to be spoilt."""
    return np.frombuffer(bytearray(here.bytes()), State.dtype)


WRONG = {
    "reason": 9,
    "asked": PICK,
    "encounter": 7,
    "won": 3,
    "stream": 0,
    "deal": 0,
    "points": 2,
    "turn": 0,
    "turns": 0,
    "played": 99,
    "health": 51,
    "energy": 21,
    "mana": 11,
    "pile_size": 9,
}


@each("field", WRONG)
def test_a_number_that_cannot_be_is_refused_by_name(field):
    here = fought()
    state = State.over(array_of(here))
    setattr(state, field, WRONG[field])
    with pytest.raises(NotationError, match=field):
        validate(here.content, state)


@each(
    ("field", "place", "value", "message"),
    [
        ("had", 0, 0, "points"),
        ("had", 3, 1 << 63, "had: node 255"),
        ("open", 0, 0, "open: these are not the nodes"),
        ("bonus", 1, 50, "bonus\\[1\\]"),
        ("enemies", 0, 500, "enemies\\[0\\]"),
        ("enemies", 6, 1, "enemies\\[6\\]"),
        ("hand", 0, 9, "copies of kind 0"),
        ("discard", 0, 9, "copies of kind 0"),
        ("pile", 0, 14, "pile\\[0\\]"),
        ("pile", 14, 1, "pile\\[14\\]"),
    ],
)
def test_a_part_that_does_not_fit_the_others_is_refused_by_name(field, place, value, message):
    here = fought()
    state = State.over(array_of(here))
    getattr(state, field)[place] = value
    with pytest.raises(NotationError, match=message):
        validate(here.content, state)


def test_any_changed_byte_is_refused_or_plays_to_an_end():
    """What validate lets through must never break a rule: bytes changed at random, then plain play to the end."""
    dice, accepted = random.Random(3), 0
    for here in (fought(seed) for seed in range(4)):
        for _ in range(150):
            array = array_of(here)
            array.view("u1")[dice.randrange(State.nbytes)] ^= 1 << dice.randrange(8)
            try:
                validate(here.content, State.over(array))
            except NotationError:
                continue
            accepted += 1
            other = Position.from_bytes(game, here.content, array.tobytes(), compiled=False)
            while not other.end_reason:
                other.play(dice.choice(other.legal_moves))
    assert accepted > 5


def test_positions_are_read_as_they_were_written():
    here = fought()
    assert Position.read(game, here.content, here.text()).bytes() == here.bytes()
