"""Card files: what comes with the game, and what is said about wrong ones."""

import pytest

from ludus.core.errors import ContentError, OptionError
from ludus.games.tribute import game
from ludus.games.tribute.cards import BASE, parse_cards, read_cards

TEXT = BASE.read_text()


def test_there_are_125_cards_of_which_113_can_be_in_the_tavern_and_ten_patrons():
    whole = read_cards(BASE)
    assert (len(whole.cards), len(whole.patrons)) == (125, 10)
    assert sum(card.copies > 0 for card in whole.cards.values()) == 113
    sizes = {key: sum(card.copies for card in whole.cards.values() if card.deck == key) for key in whole.patrons}
    assert sizes.pop("pelin") == 19
    assert sizes.pop("saint_alessia") == 21
    assert {*sizes.values()} == {20}


def test_everybody_starts_with_ten_cards():
    patrons = read_cards(BASE).patrons
    assert len(patrons["treasury"].starters) == 6
    assert all(len(patron.starters) == 1 for key, patron in patrons.items() if key != "treasury")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("version = 1", "version = 2", "this release reads version = 1"),
        ('play = "coin 5, replace 1"', 'play = "coins 5"', "did you mean 'coin'"),
        ('play = "coin 5, replace 1"', 'play = "coin lots"', "needs a number from 1 to 60"),
        ('play = "coin 5, replace 1"', 'play = "coin 1, coin 1, coin 1"', "at most 2"),
        ('play = "coin 5, replace 1"', 'play = "coin 1 or draw 1 or power 1"', "two sides"),
        ('play = "coin 5, replace 1"', 'play = "coin 1 or discard 1"', "no choice"),
        ('play = "coin 5, replace 1"', 'play = "banish"', "nothing that a card can do"),
        ('play = "coin 5, replace 1"', 'play = "replace 6"', "from 1 to 5"),
        ('combo2 = "create summerset_sacking"', 'combo2 = "create summerset_sack"', "did you mean 'summerset_sacking'"),
        ('deck = "hlaalu"\ntype = "action"\ncost = 7', 'deck = "hlalu"\ntype = "action"\ncost = 7', "is no patron"),
        ("cost = 7", "price = 7", "there is no 'price' here"),
        ("cost = 7", "cost = 1000", "<= 100"),
        ("health = 2\n", "", "agents have health"),
        ("selectable = false\n", "", "selectable = false"),
        ('starters = ["peck"]', 'starters = ["pock"]', "no card 'pock'"),
        ('call = "sell"', 'call = "coin 1, sell"', "comes first"),
        ('call = "power-paid 1"', 'call = "coin 1"', "power-paid goes with"),
        ("[cards.luxury_exports]", "[cards.Luxury]", "small letters"),
        ("copies = 3", "copies = 20", "must be below"),
    ],
)
def test_a_wrong_card_file_is_refused_with_file_and_place(old, new, said):
    assert old in TEXT
    with pytest.raises(ContentError, match=r"my\.toml") as error:
        parse_cards(TEXT.replace(old, new), "my.toml")
    assert said in str(error.value)


def test_an_error_names_the_line_of_the_card():
    text = TEXT.replace("cost = 7", "price = 7", 1)
    with pytest.raises(ContentError) as error:
        parse_cards(text, "my.toml")
    line = text.splitlines()[error.value.line - 1]
    assert line == "[cards.currency_exchange]"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"patrons": "ansei,pelin"}, "2 patrons"),
        ({"patrons": "ansei,pelin,hlaalu,anse"}, "did you mean ansei"),
        ({"patrons": "ansei,pelin,hlaalu,ansei"}, "named twice"),
        ({"patrons": "ansei,pelin,hlaalu,treasury"}, "no patron 'treasury' to select"),
        ({"offer": "ansei,pelin"}, "at least 4"),
        ({"compat": "other"}, "compat"),
    ],
)
def test_wrong_options_are_refused_with_what_would_be_right(options, said):
    with pytest.raises(OptionError, match=said):
        game.content(**options)


def test_a_file_of_ones_own_can_be_played(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(TEXT.replace('play = "coin 5, replace 1"', 'play = "coin 9 or draw 3"'))
    assert game.content(cards=str(file)).digest != game.content().digest
