"""Positions read from text are rejected unless they can be played."""

import random

import pytest

from ludus.core.serialization import from_plain as read
from ludus.core.serialization import from_text, to_plain, to_text
from ludus.core.structured_records import snapshot
from ludus.games.dominion import state as s
from ludus.games.dominion.describe import describe
from ludus.games.dominion.observation import observation
from ludus.games.dominion.position_validation import validate
from ludus.games.dominion.render.position import render_position
from ludus.games.dominion.state import SEEN, UNSEEN, State
from ludus.util.errors import NotationError
from tests.cases import each
from tests.messages import missing

from .positions import PlainPosition, Seat, apply, legal_moves, position
from .question_positions import QUESTIONS, question_position, resample_hidden, some_positions


def test_every_position_of_a_game_can_be_read_back():
    for here in some_positions(every=15):
        twin = PlainPosition(here.content, from_text(State, to_text(here.state)))
        validate(twin.content, snapshot(twin.state))
        assert twin.record.tobytes() == here.record.tobytes()
        assert twin.moves() == here.moves()


@each("question", QUESTIONS)
def test_a_position_in_the_middle_of_a_card_can_be_read_back(question):
    here = question_position(question)
    validate(here.content, State.over(from_text(State, to_text(here.state))))


def refusal(here, *changes):
    """The error message for a position with some numbers changed, each by its path."""
    data = to_plain(here.state)
    for path, value in changes:
        spot = data
        *way, last = path.replace("[", ".").replace("]", "").split(".")
        for step in way:
            spot = spot[int(step) if step.isdigit() else step]
        spot[int(last) if last.isdigit() else last] = value
    with pytest.raises(NotationError) as error:
        validate(here.content, snapshot(State.over(read(State, data))))
    return str(error.value)


def village():
    return position(
        Seat("Village, 4 Copper", deck="Gold", bag="Estate", discard="Silver", turns=2),
        Seat("5 Estate", bag="Copper", turns=2),
        played="Smithy",
    )


@each(
    ("path", "value", "says"),
    [
        ("reason", 4, "reason: 4 … 0 … 3"),
        ("active", 2, "active: 2 … 0 … 1"),
        ("chooser", 2, "chooser: 2 … 0 … 1"),
        ("chooser", 1, "chooser: 1 should be 0"),
        ("phase", 2, "phase: 2 … 0 … 1"),
        ("phase", s.BUY, "players[0].hand[1]: … Treasure … buy phase"),
        ("asked", 18, "asked: 18 … 0 … 17"),
        ("asked", s.NOTHING, "asked: … no open question"),
        ("asked", s.GAIN_CARD, "asked: 5 … 0 cards"),
        ("asked", s.BUY_CARD, "phase: 0 should be 1"),
        ("depth", 124, "depth: 124 … 0 … 123"),
        ("what", 129, "what: 129 … 0 … 128"),
        ("what", 100, "what: 100 should be 128"),
        ("coins", -1, "coins: -1 … 0 … 30000"),
        ("actions", 31_000, "actions: 31000 … 0 … 30000"),
        ("supply[0]", 7, "supply[0]: 12 cards … 60"),
        ("trash[2]", 1, "supply[2]: 31 cards … 30"),
        ("loot[2]", 1, "loot[2]: 1 … 0 … 0"),
        ("empty", 1, "empty: 1 should be 0"),
        ("in_play[0]", 1, "in_play[0]: 1 should be 0"),
        ("played_size", 337, "played_size: 337 … 0 … 336"),
        ("played[1]", 3, "played[1]: there are only 1 cards"),
        ("played[0]", 0, "players[0].owned[0]: 4 should be 5"),
        ("aside[0]", 3, "aside[0]: there are only 0 cards"),
        ("players[0].turns", 401, "players[0].turns: 401 … 0 … 400"),
        ("players[0].hand_size", -1, "players[0].hand_size: -1 … 0 … 336"),
        ("players[0].hand[0]", 17, "players[0].hand[0]: 17 is no card here"),
        ("players[0].hand[0]", UNSEEN, "players[0].hand[0]: 32 is no card here"),
        ("players[0].deck[1]", SEEN, "players[0].deck[1]: 64 is no card here"),
        ("players[0].deck[0]", UNSEEN, "players[0].deck[0]: 32 is no card here"),
        ("players[0].discard[0]", 255, "players[0].discard[0]: 255 is no card here"),
        ("players[0].discard[1]", 1, "players[0].discard[1]: … only 1 cards"),
        ("players[0].top_size", -1, "players[0].top_size: -1 … 0 … 336"),
        ("players[0].bag_size", -1, "players[0].bag_size: -1 … 0 … 336"),
        ("players[0].bag_size", 2, "players[0].deck[1]: 34 is no card here"),
        ("players[0].held[0]", 3, "players[0].held[0]: 3 should be 4"),
        ("players[0].owned[3]", 2, "players[0].owned[3]: 2 should be 1"),
        ("players[0].cards", 10, "players[0].cards: 10 should be 9"),
        ("players[0].fixed", 6, "players[0].fixed: 6 should be 1"),
        ("players[0].score", 6, "players[0].score: 6 should be 1"),
    ],
)
def test_a_position_that_cannot_be_is_refused_by_the_name_of_the_field(path, value, says):
    assert not missing(refusal(village(), (path, value)), says)


def test_an_unused_seat_has_no_cards():
    changes = (("players[2].bag_size", 1), ("players[2].owned[0]", 1))
    assert refusal(village(), *changes) == "players[2]: only 2 play"


@each(
    ("question", "path", "value", "says"),
    [
        (s.GAIN_CARD, "asked", s.PLAY_ACTION, "asked: 1 … 1 cards"),
        (s.GAIN_CARD, "asked", s.REVEAL_CARD, "asked: 7 … step 0"),
        (s.GAIN_CARD, "frames[0].step", 1, "frames[0].step: the card has no step 1"),
        (s.GAIN_CARD, "frames[0].step", 2, "frames[0].step: 2 … -1 … 1"),
        (s.GAIN_CARD, "frames[0].card", 3, "frames[0].card: 3 … 7 … 16"),
        (s.GAIN_CARD, "frames[0].gone", 2, "frames[0].gone: 2 … 0 … 1"),
        (s.GAIN_CARD, "frames[0].around", 3, "frames[0].around: 3 … 0 … 2"),
        (s.GAIN_CARD, "frames[0].immune", 4, "frames[0].immune: 4 … 0 … 3"),
        (s.GAIN_CARD, "frames[0].again", 21, "frames[0].again: 21 … 0 … 20"),
        (s.GAIN_CARD, "limit", -1, "limit: -1 … 0 … 30000"),
        (s.GAIN_CARD, "to", 3, "to: 3 … 0 … 2"),
        (s.SORT_CARD, "lowest", 2, "aside_size: 2 … 3 … 336"),
        (s.TAKE_LOOT, "asked", s.JUDGE_CARD, "aside_size: 0 … 1 … 336"),
        (s.GAIN_CARD, "asked", s.MAY_PLAY_CARD, "discard_size: 0 … 1 … 336"),
        (s.TRASH_ASIDE, "aside_of", 0, "players[0].owned[1]: 0 should be 1"),
        (s.DISCARD_HAND, "least", -1, "least: -1 … 0 … 336"),
        (s.DISCARD_HAND, "most", 337, "most: 337 … 0 … 336"),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused(question, path, value, says):
    assert not missing(refusal(question_position(question), (path, value)), says)


def test_winners_follow_from_the_points():
    here = position(Seat("Estate"), Seat(), supply="0 Province").play("STOP")
    assert refusal(here, ("winners", 2)) == "winners: 2 should be 1"
    assert refusal(here, ("winners", 3)) == "winners: 3 should be 1"


@pytest.mark.slow
def test_a_position_with_one_number_changed_is_refused_or_can_be_played_and_looked_at():
    chance = random.Random(4)
    refused = 0
    for here in [*(question_position(question) for question in QUESTIONS), village()] * 12:
        data = to_plain(here.state)
        spot = data
        while True:
            key = chance.choice(list(spot) if isinstance(spot, dict) else range(len(spot)))
            if not isinstance(spot[key], dict | list):
                break
            spot = spot[key]
        spot[key] = chance.choice([0, 1, 2, 3, 7, 16, 31, 64, spot[key] + 1, chance.randrange(256)])
        try:
            twin = PlainPosition(here.content, read(State, data))
            validate(twin.content, snapshot(twin.state))
        except NotationError:
            refused += 1
            continue
        look_and_play(twin, chance)
    assert 100 < refused < 190


def look_and_play(here, chance):
    for _ in range(5):
        for seat in (0, 1):
            assert observation(here.content, here.state, seat)
            assert describe(here.content, here.state, seat)
        assert render_position(here.content, here.state, None)
        if here.state.reason:
            return
        apply(here.data, here.state, chance.choice(legal_moves(here.content, here.state)))
    resample_hidden(here.data, here.state, 0, 1)
