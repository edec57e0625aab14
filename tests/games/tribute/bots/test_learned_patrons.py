"""Lists of patrons and tiers that were learned from play."""

import pytest

from ludus.core.errors import OptionError
from ludus.games.tribute import game
from ludus.games.tribute.bots.drafting import LISTS, learned
from ludus.games.tribute.bots.tiers import FILES, HAND_MADE, read_tiers
from ludus.players import find_player
from tests.games.tribute.bots.test_drafting import NAMES, drafted


def test_every_learned_list_names_every_patron_once():
    assert set(learned()) >= {"max-prestige", "beam", "mcts", "decision-tree", "random-simulation"}
    for bot, order in learned().items():
        assert sorted(order) == sorted(NAMES), bot


@pytest.mark.parametrize("bot", ["max-prestige", "max-prestige-2023"])
def test_a_bot_drafts_what_it_has_learned(bot):
    first, second = learned()["max-prestige"][:2]
    for seed in range(5):
        got = drafted([f"{bot}:patrons=apriori", f"{bot}:patrons=apriori"], seed)
        assert got[:2] == [first, second]


def test_the_learned_list_is_the_same_as_its_names():
    order = "/".join(learned()["decision-tree"])
    for seed in range(5):
        texts = [["decision-tree:patrons=apriori", "random"], [f"decision-tree:patrons={order}", "random"]]
        assert drafted(texts[0], seed) == drafted(texts[1], seed)


def test_a_bot_that_has_learned_nothing_says_who_has():
    with pytest.raises(OptionError, match=r"random has learned nothing; .*max-prestige"):
        find_player(game, "random-2023:patrons=apriori", compiled=False)


def test_the_measured_tiers_are_about_the_cards_of_the_list_made_by_hand():
    by_hand, measured = read_tiers(FILES[HAND_MADE]), read_tiers(LISTS.with_name("tiers_measured.toml"))
    assert sorted(by_hand) == sorted(measured)
    assert sorted(by_hand.values()) == sorted(measured.values())
