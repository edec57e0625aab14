"""What comes with the game, the options that choose from it, and the tables that follow."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import ludus
from ludus.games.delve import game
from ludus.games.delve.constants import card_class
from ludus.games.delve.content_files import builtin_cards, write_decks, write_encounters, write_tree
from ludus.games.delve.game_data import (
    CardType,
    Deck,
    GameData,
    card_kinds,
    default_encounters,
    default_tree,
    heldout_decks,
    pack_scenario,
    reference_decks,
)
from ludus.games.delve.options import parse_nodes
from ludus.games.delve.random_decks import draw_decks
from ludus.util.errors import ContentError, OptionError, UnknownName
from tests.cases import each
from tests.messages import mentions

from .positions import CARDS, deck, tree

WEB = Path(__file__).parent / "data" / "web.toml"
EDGES = tree(("A", "area", 1), ("B", "mana", 2, "A", 3), ("C", "energy", 4, "A", "B"))


def printed(deck):
    return Counter({(card.group, card.damage): copies for card, copies in card_kinds(deck)})


def test_there_are_33_reference_decks_of_seven_printed_card_types():
    decks = reference_decks()
    assert [deck.name for deck in decks] == [str(k) for k in range(1, 34)]
    assert len({card for deck in decks for card, _ in deck.cards}) == 7


def test_decks_3_and_4_and_decks_9_and_12_are_printed_equally():
    decks = {deck.name: deck for deck in reference_decks()}
    assert printed(decks["3"]) == printed(decks["4"])
    assert printed(decks["9"]) == printed(decks["12"])
    assert len({frozenset(printed(deck).items()) for deck in decks.values()}) == 31


def test_the_twin_of_a_card_differs_in_its_cost_alone():
    one, other = CARDS["Fire Storm"], CARDS["Ice Storm"]
    assert (one.category, one.resource, one.damage) == (other.category, other.resource, other.damage)
    assert (one.cost, other.cost) == (3, 2)
    decks = reference_decks(twins=True)
    assert len({card for deck in decks for card, _ in deck.cards}) == 8
    assert decks[3].cards == ((other, 15),)
    for plain, told in zip(reference_decks(), decks, strict=True):
        storms = sum(copies for card, copies in plain.cards if card == one)
        assert sum(copies for card, copies in told.cards if card in (one, other)) == storms
        if int(plain.name) >= 14:
            assert sum(copies for card, copies in told.cards if card == other) == storms // 2


def test_held_out_decks_are_drawn_by_a_fixed_seed_and_differ_from_all_others():
    decks = heldout_decks()
    assert [(d.name, card_kinds(d)) for d in decks] == [
        (d.name, card_kinds(d)) for d in draw_decks(1, reference_decks())
    ]
    assert len(decks) == 12
    kinds = [card_kinds(deck) for deck in (*decks, *reference_decks())]
    assert not set(kinds[:12]) & set(kinds[12:])
    assert len(set(kinds[:12])) == 12
    for drawn in decks[8:]:
        assert sorted(copies for _, copies in drawn.cards) == [5, 5, 5]
        assert sorted(card.category for card, _ in drawn.cards) == [0, 1, 1]


def test_encounters_are_those_that_were_calibrated():
    assert [encounter.enemies[-1] for encounter in default_encounters()] == [
        (7, 63),
        (9, 60),
        (8, 74),
        (6, 85),
        (7, 92),
        (5, 116),
    ]
    assert [len(encounter.enemies) for encounter in default_encounters()] == [3, 4, 4, 5, 5, 7]


def test_equal_cards_are_one_kind_independent_of_name_and_order():
    one, other = CardType("A", 0, 1, 2, 3), CardType("B", 0, 1, 2, 3)
    dear = CardType("C", 0, 1, 5, 3)
    mixed = Deck("x", ((dear, 4), (one, 5), (other, 6)))
    assert card_kinds(mixed) == ((one, 11), (dear, 4))
    again = Deck("y", ((other, 2), (one, 9), (dear, 4)))
    tables = [pack_scenario(each, default_encounters(), default_tree()) for each in (mixed, again)]
    assert tables[0].tobytes() == tables[1].tobytes()


def test_a_table_holds_the_scenario():
    data = GameData.over(pack_scenario(deck(Bolt=10, Sweep=5), default_encounters()[:2], EDGES, owned=(0, 2), points=4))
    assert (data.kinds, data.encounters, data.first, data.last, data.nodes) == (2, 2, 0, 1, 3)
    assert (data.points, data.priced, data.had[0]) == (4, 1, 0b101)
    assert [(data.cards[k].damage, data.cards[k].copies) for k in range(2)] == [(2, 5), (5, 10)]
    assert [data.cards[k].group for k in range(2)] == [card_class(0, 1), card_class(1, 0)]
    assert [list(data.foes[1].health)[:5], data.foes[1].size] == [[40, 40, 40, 60, 0], 4]
    assert [(data.tree[k].root, data.tree[k].price, data.tree[k].children) for k in range(3)] == [
        (1, 1, 2),
        (0, 3, 1),
        (0, 1, 0),
    ]
    children = [list(data.children)[node.first : node.first + node.children] for node in data.tree[:3]]
    assert children == [[1, 2], [2], []]
    assert list(data.tree[2].bonus) == [0, 4, 0, 4]


def test_tables_share_no_memory():
    one, other = (pack_scenario(reference_decks()[0], default_encounters(), EDGES) for _ in range(2))
    one["cards"]["damage"] = 99
    one["tree"]["price"] = 7
    assert other.tobytes() == pack_scenario(reference_decks()[0], default_encounters(), EDGES).tobytes()


def test_scenarios_that_cannot_be_are_refused():
    for more, message in (
        ({"first": 6}, "from encounter 7 to 6; there are 6"),
        ({"first": 2, "last": 1}, "from encounter 3 to 2"),
        ({"last": 6}, "from encounter 1 to 7"),
        ({"owned": (1,)}, "node 'B': the player has it without any of its parents"),
        ({"owned": (3,)}, r"nodes \[3\]; the tree has nodes 0 to 2"),
        ({"points": 201}, "201 skill points; it must be 0 to 200"),
    ):
        with pytest.raises(ContentError, match=message):
            pack_scenario(deck(Bolt=15), default_encounters(), EDGES, **more)
    with pytest.raises(ContentError, match="17 encounters; at most 16"):
        pack_scenario(deck(Bolt=15), default_encounters()[:1] * 17, EDGES)


def test_a_tree_of_256_nodes_can_be_played():
    wide = tree(*((f"n{k}", "mana", 1, *(f"n{j}" for j in range(max(0, k - 4), k))) for k in range(256)))
    data = pack_scenario(deck(Bolt=15), default_encounters(), wide, owned=range(256), points=0)
    assert int(np.bitwise_count(data["had"]).sum()) == 256
    crowded = tree(*((f"n{k}", "mana", 1, *(f"n{j}" for j in range(max(0, k - 6), k))) for k in range(256)))
    with pytest.raises(ContentError, match="1515 edges; at most 1024"):
        pack_scenario(deck(Bolt=15), default_encounters(), crowded)


def test_files_of_ones_own_make_a_game(tmp_path):
    own = CardType("Shout", 0, 1, 1, 1)
    write_decks([deck(Bolt=15), Deck("loud", ((own, 15),))], tmp_path / "decks.csv")
    write_tree(EDGES, tmp_path / "tree.json")
    write_encounters(default_encounters()[4:], tmp_path / "foes.toml")
    files = {"tree": str(tmp_path / "tree.json"), "encounters": str(tmp_path / "foes.toml")}
    here = ludus.new_game("delve", seed=1, deck=f"{tmp_path}/decks.csv:loud", nodes="a, c", **files)
    seen = here.observation(0)
    assert seen["hand"] == {"Shout": 5}
    assert (seen["last"], len(seen["enemies"])) == (2, 5)
    assert [node["had"] for node in seen["nodes"]] == [True, False, True]
    assert ludus.new_game("delve", seed=1, deck=f"{tmp_path}/decks.csv").observation(0)["hand"] == {"Bolt": 5}


def test_decks_may_name_cards_of_a_file(tmp_path):
    (tmp_path / "cards.csv").write_text("name,category,resource,cost,damage\nShout,area,energy,1,1\n")
    (tmp_path / "decks.csv").write_text("deck,count,card\nmine,10,shout\nmine,5,Bolt\n")
    content = game.content(deck=f"{tmp_path}/decks.csv", cards=f"{tmp_path}/cards.csv")
    assert [card.name for card in content.labels.cards] == ["Shout", "Bolt"]


@each(
    ("options", "error", "message"),
    [
        ({"deck": "34"}, UnknownName, "no deck of delve named '34'"),
        ({"tree": "delvr"}, UnknownName, "did you mean 'delver'"),
        ({"nodes": "Embers"}, OptionError, "'Embers' … parents"),
        ({"nodes": "Ember"}, UnknownName, "'delver' … 'Ember' … 'Embers'"),
        ({"first": 7}, OptionError, "from encounter 7 to 6; there are 6"),
        ({"first": 3, "last": 2}, OptionError, "from encounter 3 to 2"),
        ({"deck": "nowhere.csv"}, ContentError, "nowhere.csv: this file cannot be read"),
        ({"deck": f"{WEB}"}, ContentError, "no list named 'decks'"),
    ],
)
def test_a_wrong_option_is_an_error(options, error, message):
    with pytest.raises(error, match=mentions(message)):
        game.content(**options)


def test_a_deck_that_is_not_in_its_file_is_an_error(tmp_path):
    write_decks([deck(Bolt=15)], tmp_path / "decks.csv")
    with pytest.raises(UnknownName, match="named 'nobody'"):
        game.content(deck=f"{tmp_path}/decks.csv:nobody")


def test_card_costs_are_the_chosen_ones():
    assert {card.name: card.cost for card in builtin_cards()} == {
        "Sweep": 2,
        "Whirlwind": 8,
        "Fire Storm": 3,
        "Ice Storm": 2,
        "Strike": 4,
        "Heavy Blow": 6,
        "Bolt": 2,
        "Lightning": 7,
    }


def test_more_new_decks_than_there_are_cannot_be_drawn():
    assert len({card_kinds(deck) for deck in draw_decks(3, mixed=2, three_types=12)}) == 14
    with pytest.raises(OptionError, match=mentions("19 decks", "three types")):
        draw_decks(3, mixed=0, three_types=19)


def test_nodes_may_have_commas_in_their_names():
    made = tree(("one, two", "area", 3), ("two", "mana", 2), ("one", "mana", 1))
    assert parse_nodes(made, "One, two") == [0]
    assert parse_nodes(made, "two,one, two , ONE") == [1, 0, 2]
    assert parse_nodes(made, " , ") == []
