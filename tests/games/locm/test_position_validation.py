"""Positions read from text are refused unless they can be played."""

import json
import random

import pytest

import ludus
from ludus.util.errors import LudusError, NotationError
from tests.cases import each, mostly_slow

WAYS = [{}, {"setup": "dealt"}, {"version": "1.0"}, {"version": "1.5"}, {"version": "1.5", "setup": "dealt"}]


def some_position(seed, options):
    position = ludus.new_game("locm", seed=seed, **options)
    dice = random.Random(seed)
    for _ in range(dice.randrange(140)):
        if position.end_reason:
            break
        position.play(dice.choice(position.legal_moves))
    return position


@pytest.mark.parametrize("options", mostly_slow(reversed(WAYS), 2), ids=str)
def test_every_position_of_a_game_can_be_read_back(options):
    for seed in range(5):
        position = ludus.new_game("locm", seed=seed, **options)
        dice = random.Random(seed)
        while not position.end_reason:
            twin = ludus.read_position("locm", position.text(), **options)
            assert twin.bytes() == position.bytes()
            assert twin.legal_move_texts() == position.legal_move_texts()
            position.play(dice.choice(position.legal_moves))
        assert ludus.read_position("locm", position.text(), **options).result == position.result


@each(
    ("path", "value", "word"),
    [
        (("phase",), 9, "phase"),
        (("mover",), 7, "mover"),
        (("players", 0, "hand_count"), 200, "hand_count"),
        (("players", 1, "deck", 4), 222, "deck"),
        (("players", 1, "board_count"), 6, "board"),
        (("players", 0, "runes"), 6, "runes"),
        (("players", 0, "hand", 0), 29, "hand"),
    ],
)
def test_a_position_that_cannot_be_is_refused_by_the_name_of_the_field(path, value, word):
    data = json.loads(ludus.new_game("locm", seed=1, setup="dealt").text())
    spot = data["state"]
    for step in path[:-1]:
        spot = spot[step]
    spot[path[-1]] = value
    with pytest.raises(NotationError, match=word):
        ludus.read_position("locm", json.dumps(data), setup="dealt")


def test_a_position_with_one_number_changed_is_refused_or_can_be_played_to_the_end():
    refused = 0
    for seed in range(400):
        dice = random.Random(seed)
        options = dice.choice(WAYS)
        data = json.loads(some_position(seed, options).text())
        spot = data["state"]
        while True:
            key = dice.choice(list(spot) if isinstance(spot, dict) else range(len(spot)))
            if not isinstance(spot[key], dict | list):
                break
            spot = spot[key]
        spot[key] = dice.choice([0, 1, -1, 7, 31, 255, 30_000, 1 << 40, dice.randrange(256)])
        try:
            position = ludus.read_position("locm", json.dumps(data), **options)
        except LudusError:
            refused += 1
            continue
        while not position.end_reason:
            position.play(dice.choice(position.legal_moves))
    assert 40 < refused < 360


def test_a_redealt_position_does_not_tell_the_seed_of_its_game():
    position = ludus.new_game("locm", seed=3).resample(0, 5)
    assert position.content.prepared is None
    assert ludus.read_position("locm", position.text()).bytes() == position.bytes()
    generated = ludus.new_game("locm", seed=3, version="1.5").resample(0, 5)
    with pytest.raises(NotationError, match="comes from the game"):
        ludus.read_position("locm", generated.text(), version="1.5")


def test_offers_that_no_draft_can_have_made_are_refused():
    data = json.loads(ludus.new_game("locm", seed=1).text())
    data["state"]["offers"] = [[3 * k, 3 * k + 1, 3 * k + 2] for k in range(30)]
    with pytest.raises(NotationError, match="90 different cards"):
        ludus.read_position("locm", json.dumps(data))
    data["state"]["offers"] = [[k, k, k + 1] for k in range(30)]
    with pytest.raises(NotationError, match="same card twice"):
        ludus.read_position("locm", json.dumps(data))
