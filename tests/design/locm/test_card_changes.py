"""Changes of a card stay what the rules and the card allow."""

from hypothesis import given
from hypothesis import strategies as st

from ludus.core.game_registry import load_game
from ludus.design.locm.card_changes import (
    apply_change,
    can_move,
    change_size,
    describe_change,
    movable_fields,
    possible_changes,
    predicted_effect,
)
from ludus.games.locm.card_edits import allowed_range, cards_of
from ludus.games.locm.card_list import write_cards

CARDS = cards_of(load_game("locm").content())
any_card = st.sampled_from(CARDS)


@given(any_card, st.booleans())
def test_a_change_gives_a_legal_card_and_has_one_direction(card, stronger):
    text = None
    for recipe in possible_changes(card, stronger, 3):
        changed = apply_change(card, recipe)
        for field, by in recipe:
            low, high = allowed_range(card, field)
            assert low <= getattr(changed, field) <= high
            assert field == "cost" or getattr(card, field) * getattr(changed, field) > 0
            assert by * movable_fields(card, stronger)[field] > 0
        assert change_size(recipe) <= 3
        text = write_cards([changed])
    assert text is not None  # no change is always among them


@given(any_card, st.booleans())
def test_every_recipe_comes_once_and_small_ones_first(card, stronger):
    result = list(possible_changes(card, stronger, 4))
    assert len(set(result)) == len(result)
    assert [change_size(recipe) for recipe in result] == sorted(change_size(recipe) for recipe in result)


def card(number):
    return next(entry for entry in CARDS if entry.number == number)


def test_weaker_means_dearer_and_less_of_what_it_does():
    assert movable_fields(card(68), False) == {"cost": 1, "attack": -1, "defense": -1}
    assert movable_fields(card(150), False) == {"cost": 1, "defense": 1}  # Throwing Axe, -3 defense
    assert movable_fields(card(150), True) == {"cost": -1, "defense": -1}
    assert movable_fields(card(13), True)["opp_health"] == -1  # Swamp Terror hurts the opponent by 1


def test_a_number_never_disappears_and_none_is_invented():
    hedgehog = card(48)  # 1/1 for 1
    assert movable_fields(hedgehog, False) == {"cost": 1}
    assert not can_move(hedgehog, "draw", 1)
    assert movable_fields(card(143), True) == {}  # Pierce Armour costs 0 and has no numbers


def test_points_add_up_and_are_described():
    squid = card(68)
    recipe = (("cost", 1), ("attack", -2))
    assert change_size(recipe) == 3
    assert predicted_effect(recipe, {"cost": -0.01, "attack": -0.005}) == -0.02
    assert describe_change(squid, recipe) == "cost 6 → 7, attack 7 → 5"
    assert describe_change(squid, ()) == "unchanged"
