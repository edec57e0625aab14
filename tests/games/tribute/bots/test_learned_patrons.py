"""Preference lists of patrons and tier lists that were learned from play."""

import pytest

from ludus.arena import Match
from ludus.arena.runner import run_match
from ludus.bots import load_bot
from ludus.games.tribute import game
from ludus.games.tribute.bots.card_tier_lists import HAND_MADE, MEASURED, TIER_FILES, TIER_LISTS, read_tiers
from ludus.games.tribute.bots.patron_draft import learned_preferences
from ludus.games.tribute.game_data_records import GameData
from ludus.util.errors import OptionError
from tests.cases import each
from tests.games.tribute.bots.test_patron_draft import NAMES, drafted
from tests.messages import mentions


def test_every_learned_list_names_every_patron_once():
    assert set(learned_preferences()) >= {"max-prestige", "beam", "mcts", "decision-tree", "random-simulation"}
    for bot, order in learned_preferences().items():
        assert sorted(order) == sorted(NAMES), bot


@each("bot", ["max-prestige", "max-prestige-2023"])
def test_a_bot_drafts_what_it_has_learned(bot):
    first, second = learned_preferences()["max-prestige"][:2]
    for seed in range(5):
        got = drafted([f"{bot}:patrons=apriori", f"{bot}:patrons=apriori"], seed)
        assert got[:2] == [first, second]


def test_the_learned_list_is_the_same_as_its_names():
    order = "/".join(learned_preferences()["decision-tree"])
    for seed in range(5):
        texts = [["decision-tree:patrons=apriori", "random"], [f"decision-tree:patrons={order}", "random"]]
        assert drafted(texts[0], seed) == drafted(texts[1], seed)


def test_a_bot_that_has_learned_nothing_says_who_has():
    with pytest.raises(OptionError, match=r"random has learned nothing; .*max-prestige"):
        load_bot(game, "random-2023:patrons=apriori", compiled=False)


def test_the_measured_tiers_are_about_the_cards_of_the_list_made_by_hand():
    by_hand, measured = read_tiers(TIER_FILES[HAND_MADE]), read_tiers(TIER_FILES[MEASURED])
    assert sorted(by_hand) == sorted(measured)
    assert sorted(by_hand.values()) == sorted(measured.values())


def test_both_lists_are_in_the_table():
    content = game.content()
    for number in TIER_LISTS.values():
        known = read_tiers(TIER_FILES[number])
        tiers = content.read(GameData).tiers[number]
        assert [int(tiers[k]) for k in range(len(content.labels.cards))] == [
            known.get(key, 0) for key in content.labels.cards
        ]


TIERED = ("max-agents", "decision-tree", "shopping-decision-tree", "random-simulation", "mcts", "beam")


@each("bot", TIERED)
def test_a_bot_goes_by_the_list_that_it_is_given(bot):
    def digest(*options):
        few = ["iterations=10"] if bot in ("mcts", "random-simulation") else []
        text = f"{bot}:{','.join([*few, *options])}".rstrip(":")
        content = game.content(patrons="random", turn_limit=30)
        return run_match(
            Match(game, content, [load_bot(game, text), load_bot(game, "random-no-end")], seed=2), 6
        ).digest()

    assert digest("tiers=hand") == digest()
    assert digest("tiers=measured") != digest()


@each("bot", [*(f"{bot}-2023" for bot in TIERED if "shopping" not in bot), "max-prestige"])
def test_bots_as_published_and_those_without_tiers_have_no_such_choice(bot):
    with pytest.raises(OptionError, match="tiers"):
        load_bot(game, f"{bot}:tiers=measured", compiled=False)


def test_an_unknown_list_is_refused_with_those_that_there_are():
    with pytest.raises(OptionError, match=mentions("tiers:", "'best'")):
        load_bot(game, "beam:tiers=best", compiled=False)
