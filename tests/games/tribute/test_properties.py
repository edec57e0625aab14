"""Properties of any legal play, with any patrons, fair and as the reference engine."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.core.structured_records import snapshot
from ludus.games.tribute import game
from ludus.games.tribute.position_validation import validate
from ludus.games.tribute.state import NOBODY

from .positions import pieces_in_play, random_game

seeds = st.integers(0, (1 << 48) - 1)
WAYS = [{"patrons": "draft"}, {"patrons": "random"}, {"patrons": "random", "compat": "reference"}]


@pytest.mark.parametrize("options", WAYS)
@settings(max_examples=8, deadline=None)
@given(seed=seeds)
def test_every_physical_card_is_in_exactly_one_zone(options, seed):
    for position in random_game(options, seed):
        if snapshot(position.state).phase == 0:
            continue
        lying, existing = pieces_in_play(position)
        assert sorted(lying) == existing


@settings(max_examples=8, deadline=None)
@given(seed=seeds)
def test_a_physical_card_keeps_its_number_as_long_as_it_exists(seed):
    before = {}
    for position in random_game({"patrons": "random"}, seed):
        now = {number: card for number, card in enumerate(snapshot(position.state).card_of) if card != NOBODY}
        changed = {number for number in before.keys() & now.keys() if before[number] != now[number]}
        assert changed == set(), "the page follows a card by its name and number"
        before = now


@settings(max_examples=8, deadline=None)
@given(seed=seeds)
def test_every_position_of_a_game_is_accepted(seed):
    content = game.content()
    for position in random_game({}, seed):
        validate(content, position.state)


@settings(max_examples=2, deadline=None)
@given(seed=seeds)
def test_compiled_and_plain_play_agree(seed):
    for options in WAYS:
        for fast, slow in zip(random_game(options, seed), random_game(options, seed, compiled=False), strict=True):
            assert fast.bytes() == slow.bytes()


@settings(max_examples=10, deadline=None)
@given(seed=seeds)
def test_a_redeal_moves_only_hidden_cards(seed):
    for k, position in enumerate(random_game({"patrons": "random"}, seed)):
        if k % 11:
            continue
        for seat in range(2):
            redeal = position.resample(seat, k + 1)
            validate(position.content, redeal.state)
            assert sorted(pieces_in_play(redeal)[0]) == sorted(pieces_in_play(position)[0])
            before, after = position.observation(seat), redeal.observation(seat)
            before.pop("history"), after.pop("history")
            assert before == after
