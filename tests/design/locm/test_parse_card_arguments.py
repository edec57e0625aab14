"""What users may write, and what they are told when it is wrong."""

from pathlib import Path

import pytest

from ludus.design.base.designer import find_designer
from ludus.design.locm.deck_report import archetype, mana_curve
from ludus.design.locm.parse_card_arguments import apply_changes_text, read_selection
from ludus.util.errors import ContentError, LudusError, OptionError, UnknownName
from tests.cases import each
from tests.messages import mentions

DECK = " ".join(["7", "48", "68"] * 10)


def numbers(subject):
    return [subject.cards[index].number for index in subject.selected]


def test_cards_are_named_by_number_or_name_in_any_mixture(design_request):
    assert numbers(read_selection(["7,48,Giant Squid"], design_request())) == [7, 48, 68]
    assert numbers(read_selection(["7", "48", "giant squid"], design_request())) == [7, 48, 68]
    assert numbers(read_selection(["7 48"], design_request())) == [7, 48]


def test_official_and_a_file_are_whole_lists(design_request, small_list):
    assert len(read_selection(["official"], design_request()).selected) == 160
    assert len(read_selection([small_list()], design_request()).selected) == 60
    assert len(read_selection(["official"], design_request(cards=small_list())).selected) == 60


def test_thirty_numbers_are_a_deck(design_request):
    subject = read_selection(DECK.split(), design_request())
    assert subject.is_deck
    assert numbers(subject)[:3] == [7, 48, 68]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "name a card list"),
        (["999"], "card 999 … 1 … 160"),
        (["Giant Squit"], "'Giant Squit' … 'Giant Squid'"),
        (["zzz"], "card … 'zzz'"),
        (["7,7"], "card 7 … 30 cards … 2"),
        (["nowhere.csv"], "nowhere.csv … cannot be read"),
    ],
)
def test_wrong_content_is_refused(design_request, words, said):
    with pytest.raises(LudusError, match=mentions(said)):
        read_selection(words, design_request())


def test_options_that_leave_no_draft_are_refused(design_request, small_list):
    with pytest.raises(OptionError, match=mentions("-o setup", "drafts")):
        read_selection(["official"], design_request(setup="dealt"))
    with pytest.raises(OptionError, match=r"version 1\.5 has no draft"):
        read_selection(["official"], design_request(version="1.5"))
    with pytest.raises(OptionError, match="two card lists"):
        read_selection([small_list()], design_request(cards=small_list()))


def test_a_name_that_two_cards_have_needs_a_number(design_request, tmp_path, small_list):
    file = tmp_path / "twins.csv"
    file.write_text(Path(small_list()).read_text().replace("Scuttler", "Slimer", 1))
    with pytest.raises(OptionError, match=mentions("'slimer'", "1", "2")):
        read_selection(["slimer"], design_request(cards=str(file)))


def test_a_change_names_card_field_and_value(design_request):
    cards = read_selection(["official"], design_request()).cards
    changed, touched = apply_changes_text(cards, "48.cost=3, Giant Squid.keywords=B-----,48.attack=2")
    assert [cards[index].number for index in touched] == [48, 68]
    assert (changed[47].cost, changed[47].attack, changed[67].keywords) == (3, 2, 1)
    assert sum(one != other for one, other in zip(cards, changed, strict=True)) == 2


@each(
    ("text", "error", "said"),
    [
        ("48", OptionError, "NUMBER.FIELD=VALUE … 48.cost=3 … '48'"),
        ("48.cost", OptionError, "takes NUMBER.FIELD=VALUE"),
        ("48.cots=3", UnknownName, "'cots' … 'cost'"),
        ("48.name=Bob", UnknownName, "changeable … 'name'"),
        ("999.cost=3", OptionError, "there is no card 999"),
        ("48.cost=99", ContentError, "48.cost=99 … 'cost' … 0 to 13"),
        ("48.cost=x", ContentError, "'x' is not a whole number"),
        ("48.attack=-1", ContentError, "it must be 0 to 99 for a creature card"),
        ("48.keywords=Z", ContentError, "not a mask of six characters"),
        ("48.cost=1", OptionError, "that is what the list says already"),
    ],
)
def test_a_wrong_change_is_refused(design_request, text, error, said):
    with pytest.raises(error, match=mentions(said)):
        apply_changes_text(read_selection(["official"], design_request()).cards, text)


def test_a_game_without_designer_says_who_has_one():
    from ludus.core.game_registry import registered_game
    from ludus.testing.example_games import auction

    with (
        registered_game(auction.game),
        pytest.raises(OptionError, match=mentions("auction", "delve, dominion, locm")),
    ):
        find_designer("auction")


def test_an_archetype_follows_from_cost_and_items(design_request):
    cards = {card.number: card for card in read_selection(["official"], design_request()).cards}
    assert archetype([cards[1], cards[3], cards[7]]) == "aggro"
    assert archetype([cards[9], cards[19], cards[12]]) == "midrange"
    assert archetype([cards[116], cards[80], cards[68]]) == "control"
    assert archetype([cards[150], cards[3], cards[144]]) == "control"


def test_a_curve_has_a_mark_for_every_card(design_request):
    cards = {card.number: card for card in read_selection(["official"], design_request()).cards}
    lines = mana_curve([cards[1], cards[3], cards[150], cards[116]]).splitlines()
    assert lines[1].split() == ["1", "■■", "2"]
    assert lines[2].split() == ["2", "□", "1"]
    assert lines[7].split() == ["7+", "■", "1"]
