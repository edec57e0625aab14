"""Edits of a card file: its numbers, their allowed values, and the text of the new file."""

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.games.tribute import game
from ludus.games.tribute.card_edits import (
    Number,
    describe_change,
    file_of,
    limits,
    numbers,
    rewrite,
    value_of,
    weakening_step,
    with_cards,
    with_values,
)
from ludus.games.tribute.card_file import BASE, parse_cards, read_cards
from ludus.util.errors import ContentError
from tests.cases import each
from tests.messages import mentions

TEXT, WHOLE = BASE.read_text(), read_cards(BASE)
NUMBERS = [n for n in numbers(WHOLE) if limits(WHOLE, n)[0] <= value_of(WHOLE, n) + weakening_step(WHOLE, n)]
ARMORY = Number("cards", "the_armory", "cost")


def stepped(some):
    return {number: value_of(WHOLE, number) + weakening_step(WHOLE, number) for number in some}


@settings(max_examples=40, deadline=None)
@given(st.sets(st.sampled_from(NUMBERS), max_size=6))
def test_a_file_that_is_written_anew_says_what_was_changed_and_nothing_else(some):
    new = rewrite(TEXT, WHOLE, stepped(some))
    assert parse_cards(new, "new") == with_values(WHOLE, stepped(some))
    differ = [k for k, (a, b) in enumerate(zip(TEXT.splitlines(), new.splitlines(), strict=True)) if a != b]
    assert len(differ) == len({(number.kind, number.key, number.field) for number in some})


def test_every_cost_health_and_amount_of_the_game_is_a_number_that_may_change():
    names = {str(number) for number in numbers(WHOLE)}
    assert {"cards.rally.cost", "cards.banneret.health", "cards.conquest.play", "cards.conquest.play[1]"} <= names
    assert {"patrons.orgnum.favoured", "patrons.ansei.turn_coins", "patrons.treasury.price.coins"} <= names
    assert "patrons.duke_of_crows.price.coins" not in names  # the price "all" is not a number
    assert "cards.gold.cost" not in names  # free things stay free


@each(
    ("number", "step"),
    [
        (ARMORY, 1),
        (Number("cards", "the_armory", "play"), -1),
        (Number("cards", "banneret", "health"), -1),
        (Number("patrons", "ansei", "price.power"), 1),
        (Number("patrons", "ansei", "turn_coins"), -1),
        (Number("patrons", "orgnum", "favoured"), 1),  # one power per group of cards
        (Number("patrons", "duke_of_crows", "call"), 1),  # the coins paid, less this amount
    ],
)
def test_a_step_makes_a_card_or_patron_weaker(number, step):
    assert weakening_step(WHOLE, number) == step


def test_no_number_disappears():
    with pytest.raises(ContentError, match="0 is not from 1 to 60"):
        with_values(WHOLE, {Number("cards", "gold", "play"): 0})
    with pytest.raises(ContentError, match="6 is not from 1 to 5"):
        with_values(WHOLE, {Number("cards", "barterer", "play"): 6})  # the row has five cards


def test_the_description_of_a_change_has_its_effect_word():
    assert describe_change(WHOLE, ARMORY, 7) == "cost 6 → 7"
    assert describe_change(WHOLE, Number("cards", "conquest", "play", 1), 3) == "play acquire 4 → 3"
    assert describe_change(WHOLE, Number("patrons", "ansei", "price.power"), 3) == "price in power 2 → 3"


def test_changed_cards_are_packed_as_their_file_would_be(tmp_path):
    content, values = game.content(patrons="random"), {ARMORY: 8, Number("patrons", "rajhin", "price.coins"): 4}
    file = tmp_path / "new.toml"
    file.write_text(rewrite(TEXT, WHOLE, values))
    packed = with_cards(content, with_values(WHOLE, values), str(file))
    assert packed.digest == game.content(patrons="random", cards=str(file)).digest != content.digest
    assert file_of(packed) == (file.read_text(), with_values(WHOLE, values))


def test_comments_stay_and_blanks_do_not_matter():
    text = TEXT.replace("price = { power = 2 }", "price={power=2} # dear enough?", 1)
    new = rewrite(text, parse_cards(text, "x"), {Number("patrons", "ansei", "price.power"): 3})
    assert "price={power=3} # dear enough?" in new


def test_a_file_that_extends_the_games_own_gets_a_copy_of_what_changes():
    text = 'version = 1\nextends = "tribute"\n\n[cards.rally]\ndeck = "pelin"\ntype = "action"\ncost = 2\ncopies = 1'
    card_file, values = parse_cards(text, "x"), {ARMORY: 7, Number("cards", "rally", "cost"): 3}
    new = rewrite(text, card_file, values)
    assert parse_cards(new, "new") == with_values(card_file, values)
    assert tomllib.loads(new)["cards"].keys() == {"rally", "the_armory"}


def test_a_file_in_another_layout_is_refused():
    text = TEXT.replace('[cards.gold]\ndeck = "treasury"\ntype = "starter"\nplay = "coin 1"\n', "")
    text += '[cards]\ngold = { deck = "treasury", type = "starter", play = "coin 2" }\n'
    with pytest.raises(ContentError, match=mentions("cards.gold.play:", "changed")):
        rewrite(text, parse_cards(text, "x"), {Number("cards", "gold", "play"): 1})
