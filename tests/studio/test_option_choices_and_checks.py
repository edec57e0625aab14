"""Choices that the page offers can be played."""

import msgspec

from ludus.core.game_registry import load_game
from ludus.design.base.designer import DESIGNERS, find_designer
from ludus.studio.app import game_info
from ludus.studio.option_choices_and_checks import option_choices
from tests.cases import each


def load(name, **options):
    game = load_game(name)
    return game.load(game.options(**options))


@each("edition", ["first", "second"])
def test_any_ten_offered_cards_make_a_kingdom_of_their_edition(edition):
    cards = game_info("dominion").offers[edition]
    for k in range(len(cards)):
        load("dominion", edition=edition, kingdom=", ".join((cards + cards)[k : k + 10]))


def test_every_offered_set_is_a_kingdom():
    for name in game_info("dominion").offers["sets"]:
        load("dominion", kingdom=name)


def test_any_four_offered_patrons_can_be_chosen():
    patrons = game_info("tribute").offers["patrons"]
    for k in range(len(patrons)):
        load("tribute", patrons=",".join((patrons + patrons)[k : k + 4]))


def test_every_offered_deck_and_tree_can_be_played():
    offers = game_info("delve").offers
    for deck in offers["decks"]:
        load("delve", deck=deck)
    for tree in offers["trees"]:
        load("delve", tree=tree)


def test_a_game_without_named_content_offers_nothing():
    assert game_info("locm").offers == {}


@each("name", sorted(DESIGNERS))
def test_every_option_of_a_designer_is_offered_by_its_name(name):
    designer = find_designer(name)
    for kind in (designer.inspect_options, designer.make_options):
        assert [choice.key for choice in option_choices(kind)] == [
            field.encode_name for field in msgspec.structs.fields(kind)
        ]
