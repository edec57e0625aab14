"""Card files: the file of the game, and error messages for wrong files."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.core.position import Position
from ludus.core.structured_records import snapshot
from ludus.games.tribute import game
from ludus.games.tribute.card_file import BASE, parse_cards, read_cards, without_upgrades
from ludus.games.tribute.sot_states_and_moves import zones
from ludus.games.tribute.state import NOBODY
from ludus.util.errors import ContentError, OptionError
from tests.cases import each
from tests.messages import mentions, missing

TEXT = BASE.read_text()
OWN = """
version = 1
extends = "tribute"

[patrons.mercer]
starters = ["bolt_of_cloth"]
price = { coins = 2 }
call = "prestige 1, draw 1"

[cards.bolt_of_cloth]
deck = "mercer"
type = "starter"
play = "coin 1"

[cards.weaver]
deck = "mercer"
type = "agent"
cost = 4
health = 3
taunt = true
play = "coin 1 or draw 1"
combo2 = "prestige 2"
copies = 12

[cards.harvest_season]
deck = "treasury"
type = "contract action"
cost = 2
play = "draw 2"
copies = 1
"""


def test_there_are_125_cards_of_which_113_can_be_in_the_tavern_and_ten_patrons():
    card_file = read_cards(BASE)
    assert (len(card_file.cards), len(card_file.patrons)) == (125, 10)
    assert sum(card.copies > 0 for card in card_file.cards.values()) == 113
    sizes = {
        key: sum(card.copies for card in card_file.cards.values() if card.deck == key) for key in card_file.patrons
    }
    assert sizes.pop("pelin") == 19
    assert sizes.pop("saint_alessia") == 21
    assert {*sizes.values()} == {20}


def test_everybody_starts_with_ten_cards():
    patrons = read_cards(BASE).patrons
    assert len(patrons["treasury"].starters) == 6
    assert all(len(patron.starters) == 1 for key, patron in patrons.items() if key != "treasury")


@each(
    ("old", "new", "said"),
    [
        ("version = 1", "version = 2", "this release reads version = 1"),
        ('play = "coin 5, replace 1"', 'play = "coins 5"', "did you mean 'coin'"),
        ('play = "coin 5, replace 1"', 'play = "coin lots"', "needs a number from 1 to 60"),
        ('play = "coin 5, replace 1"', 'play = "coin 1, coin 1, coin 1"', "at most 2"),
        ('play = "coin 5, replace 1"', 'play = "coin 1 or draw 1 or power 1"', "two sides"),
        ('play = "coin 5, replace 1"', 'play = "coin 1 or discard 1"', "cannot be sides of a choice"),
        ('play = "coin 5, replace 1"', 'play = "banish"', "nothing that a card can do"),
        ('play = "coin 5, replace 1"', 'play = "replace 6"', "from 1 to 5"),
        ('play = "coin 5, replace 1"', 'play = "toss 6"', "from 1 to 5"),
        ('call = "draw 1"', 'call = "call 1"', "a patron cannot give patron calls"),
        ('combo2 = "create summerset_sacking"', 'combo2 = "create summerset_sack"', "did you mean 'summerset_sacking'"),
        ('deck = "hlaalu"\ntype = "action"\ncost = 7', 'deck = "hlalu"\ntype = "action"\ncost = 7', "is no patron"),
        ("cost = 7", "price = 7", "there is no 'price' here"),
        ("cost = 7", "cost = 1000", "at most 100"),
        ("health = 2\n", "", "agents have health"),
        ("selectable = false\n", "", "selectable = false"),
        ('starters = ["peck"]', 'starters = ["pock"]', "no card 'pock'"),
        ('call = "sell"', 'call = "coin 1, sell"', "must come first"),
        ('call = "power-paid 1"', 'call = "coin 1"', "power-paid goes with"),
        ("[cards.luxury_exports]", "[cards.Luxury]", "small letters"),
        ("copies = 3", "copies = 20", "at most 127"),
    ],
)
def test_a_wrong_card_file_is_refused_with_file_and_place(old, new, said):
    assert old in TEXT
    with pytest.raises(ContentError, match=r"my\.toml") as error:
        parse_cards(TEXT.replace(old, new), "my.toml")
    assert said in str(error.value)


def test_an_error_names_the_line_of_the_field():
    text = TEXT.replace("cost = 7", "price = 7", 1)
    with pytest.raises(ContentError) as error:
        parse_cards(text, "my.toml")
    assert text.splitlines()[error.value.line - 1] == "price = 7"
    assert error.value.field == "cards.currency_exchange.price"


@each(
    ("options", "said"),
    [
        ({"patrons": "ansei,pelin"}, "2 patrons"),
        ({"patrons": "ansei,pelin,hlaalu,anse"}, "did you mean ansei"),
        ({"patrons": "ansei,pelin,hlaalu,ansei"}, "named twice"),
        ({"patrons": "ansei,pelin,hlaalu,treasury"}, "no patron 'treasury' to select"),
        ({"offer": "ansei,pelin"}, "at least 4"),
        ({"offer": "ansei,pelin,hlaalu,rajhin", "patrons": "ansei,pelin,hlaalu,orgnum"}, "leave it out"),
        ({"first_deck": "6 golt"}, "first_deck: … 'golt' … gold"),
        ({"second_deck": "barterer"}, "second_deck: barterer is a contract"),
        ({"first_deck": "41 gold"}, "41 cards; a starting deck has 1 to 40"),
        ({"first_deck": "gold,,peck"}, "has an empty entry"),
        ({"compat": "other"}, "compat"),
    ],
)
def test_wrong_options_are_refused_with_what_would_be_right(options, said):
    with pytest.raises(OptionError, match=mentions(said)):
        game.content(**options)


def test_a_complete_custom_file_can_be_played(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(TEXT.replace('play = "coin 5, replace 1"', 'play = "coin 9 or draw 3"'))
    assert game.content(cards=str(file)).digest != game.content().digest


def test_a_file_can_add_cards_and_patrons_to_the_games_own_and_replace_others(tmp_path):
    file = tmp_path / "mercer.toml"
    file.write_text(OWN)
    content = game.content(cards=str(file), patrons="mercer,ansei,pelin,psijic")
    own, all_cards = read_cards(BASE), content.labels.file.cards
    assert [*all_cards] == [*own.cards, "bolt_of_cloth", "weaver"]
    assert [*content.labels.patrons] == [*own.patrons, "mercer"]
    assert (all_cards["harvest_season"].play, all_cards["harvest_season"].copies) == ("draw 2", 1)
    assert all_cards["gold"] == own.cards["gold"]
    position, dice = Position.start(game, content, 3, compiled=False), random.Random(1)
    names = [
        content.labels.cards[card] for card in snapshot(position.state).card_of if card < len(content.labels.cards)
    ]
    assert (names.count("weaver"), names.count("bolt_of_cloth")) == (12, 2)
    for _ in range(400):
        if not position.end_reason:
            position.play(dice.choice(position.legal_moves))


def test_the_digest_of_a_card_file_names_its_cards_and_not_its_looks():
    other = f"# my cards\n{TEXT}".replace('play = "coin 5, replace 1"', "play    = 'coin 5, replace 1'")
    assert parse_cards(other, "a.toml").digest == parse_cards(TEXT, "b.toml").digest
    assert parse_cards(TEXT.replace("cost = 7", "cost = 6", 1), "c.toml").digest != parse_cards(TEXT, "b.toml").digest


def test_without_upgrades_the_tavern_is_as_large_and_has_only_what_they_upgrade():
    card_file = read_cards(BASE)
    bare = without_upgrades(card_file)
    assert card_file.cards["knight_commander"].upgrades == "banneret"
    assert (bare.cards["knight_commander"].copies, bare.cards["banneret"].copies) == (0, 2)
    for deck in card_file.patrons:
        sizes = [sum(card.copies for card in file.cards.values() if card.deck == deck) for file in (card_file, bare)]
        assert sizes[0] == sizes[1]
    table = game.content(upgrades=False).labels.file.cards
    assert not any(card.copies for card in table.values() if card.upgrades)


def test_players_can_start_with_decks_of_their_own():
    deck = "7 gold, 2 Peck, way of the sword"
    content = game.content(patrons="ansei,pelin,hlaalu,rajhin", first_deck=deck, second_deck="3 gold")
    for compiled in (True, False):
        state = snapshot(Position.start(game, content, 4, compiled=compiled).state)
        keys = [content.labels.cards[card] if card != NOBODY else "" for card in state.card_of]
        decks = [Counter(keys[piece] for zone in zones(state, seat).values() for piece in zone) for seat in range(2)]
        assert decks == [{"gold": 7, "peck": 2, "way_of_the_sword": 1}, {"gold": 3}]


@each(
    ("deck", "said"),
    [
        ("99999 gold", "first_deck: … '99999 gold' … 1 … 40 cards"),
        ("99 gold", "first_deck: … 99 cards … 1 … 40"),
        ("0 gold", "first_deck: … 0 cards … 1 … 40"),
        ("6 golt", "first_deck: … 'golt' … gold"),
        ("6_coins", "first_deck: … '6_coins' … '6 gold, 2 peck, swipe'"),
    ],
)
def test_a_wrong_starting_deck_is_refused_with_what_would_be_right(deck, said):
    with pytest.raises(OptionError, match=mentions(said)):
        game.content(first_deck=deck)


def test_an_option_that_is_yes_or_no_says_so():
    with pytest.raises(OptionError, match=mentions("option upgrades:", "'maybe'")):
        game.content(upgrades="maybe")


@each(
    ("old", "new", "said"),
    [
        ("version = 1\n", "", "no version … version = 1"),
        ('extends = "tribute"', 'extends = "dominion"', "cannot be extended"),
        ('extends = "tribute"', 'extend = "tribute"', "did you mean 'extends'"),
        ('type = "agent"', 'type = "agnet"', "'agnet' … action, agent … 'agent'"),
        ("price = { coins = 2 }", "price = { coin = 2 }", "'coin' … coins, power … 'coins'"),
        ("taunt = true", "taunt = 1", "this must be true or false"),
        ("copies = 12", 'copies = 12\nupgrades = "gold"', "gold is of another deck"),
        ("copies = 12", 'copies = 12\nupgrades = "weaver"', "weaver upgrades weaver … cycle"),
        ("health = 3\ntaunt = true", "toll = 2", "agents have health"),
        ('play = "coin 1"', 'play = "coin 1"\ntoll = 2', "only agents have taunt or toll"),
        ('starters = ["bolt_of_cloth"]', 'starters = ["bolt_of_clot"]', "did you mean 'bolt_of_cloth'"),
        ('call = "prestige 1, draw 1"', 'favoured = "draw 1"', "either call, or all of"),
        ("[cards.weaver]", "[cards.weaver", "not TOML"),
        ("[patrons.mercer]\n", "[patrons]\nmercer = 3\n[other]\n", "there is no 'other' here"),
    ],
)
def test_a_wrong_file_that_extends_the_game_is_refused_with_what_would_be_right(old, new, said):
    assert old in OWN
    with pytest.raises(ContentError, match=r"own\.toml") as error:
        parse_cards(OWN.replace(old, new, 1), "own.toml")
    assert not missing(error.value, said)


@each(
    ("old", "line"),
    [
        ('combo2 = "prestige 2"', 'combo2 = "prestig 2"'),
        ("cost = 4", "cost = 400"),
        ('starters = ["bolt_of_cloth"]', 'starters = ["cloth"]'),
        ("version = 1", "version = 7"),
    ],
)
def test_the_line_of_an_error_is_that_of_the_wrong_field(old, line):
    text = OWN.replace(old, line, 1)
    with pytest.raises(ContentError) as error:
        parse_cards(text, "own.toml")
    assert text.splitlines()[error.value.line - 1] == line


def complaint(kind, act, *arguments):
    """The error message for a file, if any."""
    try:
        act(*arguments)
    except kind as error:
        return str(error)
    return None


WRONG = ('"draw 0"', '"coin 1 or"', "-1", "3", "true", '""', "[]", "{}", '"weaver"', "1e9", '"coin 1,"')


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 1 << 40))
def test_a_spoilt_card_file_is_refused_in_words_or_can_be_played(seed):
    dice, lines = random.Random(seed), OWN.splitlines()
    for _ in range(dice.randrange(1, 4)):
        at = dice.randrange(len(lines))
        name = lines[at].partition("=")[0].strip() or "cost"
        wrong = dice.choice(
            ['"draw 0"', '"coin 1 or"', "-1", "3", "true", '""', "[]", "{}", '"weaver"', "1e9", '"coin 1,"']
        )
        lines[at] = dice.choice([f"{name} = {wrong}", "", f"{name} = {wrong}", lines[dice.randrange(len(lines))]])
    message = complaint(ContentError, parse_cards, "\n".join(lines), "own.toml")
    assert message is None or message.startswith("own.toml")


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_a_card_file_or_refused_in_words(text):
    with pytest.raises(ContentError):
        parse_cards(text, "own.toml")


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="gold peck,;0123456789#x*-'", max_size=30))
def test_any_text_is_a_starting_deck_or_refused_in_words(text):
    message = complaint(OptionError, lambda: game.content(first_deck=text))
    assert message is None or "first_deck" in message
