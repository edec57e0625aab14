"""How bots pick nodes: at random, for the next fight, with the fights after it in mind, or by a list."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.bots import load_bot
from ludus.core.position import Position
from ludus.games.delve import game
from ludus.games.delve.bots.node_pickers import WIDE_TREE_NODES
from ludus.util.errors import OptionError
from tests.cases import each

from ..positions import deck, start, tree
from .helpers import bot_move, seat_bot

ARROWS = deck(Strike=15)  # targeted, energy
FOES = [[(6, 65), (6, 65), (6, 65)]] * 4  # hard: what is picked decides
WEAK_ROOT = tree(
    ("spark", "area mana", 9), ("blade", "targeted", 3), ("grip", "energy", 1), ("master", "targeted", 9, "grip")
)
DEAR = tree(("cheap", "targeted", 2), ("dear", "targeted", 9, 3), ("gift", "area mana", 1, 0))


def picking(nodes, points=1, cards=ARROWS, foes=FOES):
    return start(cards, *foes, nodes=nodes, points=points)


def test_random_picks_are_any_affordable_node():
    here = picking(WEAK_ROOT)
    said = Counter(bot_move(here, "greedy-card:picks=random", seed) for seed in range(300))
    assert said.keys() == {"PICK spark", "PICK blade", "PICK grip"}
    assert min(said.values()) > 60


def test_where_nodes_have_prices_random_picks_may_save():
    here = picking(DEAR, points=1)
    assert {bot_move(here, "greedy-card", seed) for seed in range(60)} == {"PICK cheap", "PICK gift", "SAVE"}


def test_greedy_picks_what_helps_the_deck_in_the_next_fight():
    assert bot_move(picking(WEAK_ROOT), "greedy-card:picks=greedy") == "PICK blade"


def test_lookahead_picks_a_weak_node_for_the_strong_one_behind_it():
    assert bot_move(picking(WEAK_ROOT), "greedy-card:picks=lookahead") == "PICK grip"


def test_lookahead_does_not_pick_a_node_that_is_useful_too_late():
    here = start(ARROWS, *FOES[:1], nodes=WEAK_ROOT, points=1)
    assert bot_move(here, "greedy-card:picks=lookahead") == "PICK blade"


def test_area_nodes_count_for_every_enemy():
    both = deck(Sweep=5, Strike=10)
    nodes = tree(("sweeping", "area", 2), ("striking", "targeted", 2))
    assert bot_move(picking(nodes, cards=both), "greedy-card:picks=greedy") == "PICK sweeping"
    alone = [[(1, 20)]] * 2
    assert bot_move(picking(nodes, cards=both, foes=alone), "greedy-card:picks=greedy") == "PICK striking"


def test_cards_that_can_hardly_be_paid_count_less():
    both = deck(Lightning=8, Strike=7)  # 7 mana each of 10
    nodes = tree(("mana", "targeted mana", 3), ("energy", "targeted energy", 3))
    assert bot_move(picking(nodes, cards=both), "greedy-card:picks=greedy") == "PICK energy"


def test_free_nodes_come_first_and_lookahead_saves_for_expensive_ones():
    assert bot_move(picking(DEAR), "greedy-card:picks=greedy") == "PICK gift"
    strong = tree(("cheap", "targeted", 2), ("dear", "targeted", 3, 2))
    easy_first = [[(1, 20)], *FOES]
    assert bot_move(picking(strong, foes=easy_first), "greedy-card:picks=greedy") == "PICK cheap"
    assert bot_move(picking(strong, foes=easy_first), "greedy-card:picks=lookahead") == "SAVE"


def test_a_list_is_picked_in_order_as_nodes_open():
    here = picking(WEAK_ROOT, points=4)
    bot, said = seat_bot(here, "greedy-card:picks=4/3/2"), []
    for _ in range(4):
        move = bot.choose(here)
        said.append(game.notation.write_move(here.content, here.state, move))
        here.play(move)
    assert said == ["PICK grip", "PICK master", "PICK blade", "PICK spark"]


def test_a_list_saves_points_for_a_node_that_is_too_expensive():
    assert bot_move(picking(DEAR, points=1), "greedy-card:picks=2/1") == "SAVE"
    assert bot_move(picking(DEAR, points=3), "greedy-card:picks=2/1") == "PICK dear"


def test_two_bots_with_the_same_seed_pick_the_same_nodes_at_random():
    picked = []
    for name in ("greedy-card", "roulette", "best-turn"):
        here = Position.start(game, game.content(points=5), 3, compiled=False)
        bot, said = seat_bot(here, name, seed=8), []
        while here.observation(0)["asked"] == "pick":
            said.append(bot.choose(here))
            here.play(said[-1])
        picked.append(said)
    assert picked[0] == picked[1] == picked[2]


@each("text", ["best", "0", "1/1", "1/x", "257", "1//2", ""])
def test_a_way_to_pick_that_is_none_is_refused_in_words(text):
    with pytest.raises(OptionError, match="picks"):
        load_bot(game, f"roulette:picks={text}", compiled=False)


@settings(max_examples=25, deadline=None)
@given(order=st.lists(st.integers(1, 4), unique=True, min_size=1), points=st.integers(1, 4))
def test_every_list_picks_legally(order, points):
    here = picking(WEAK_ROOT, points=points)
    bot = seat_bot(here, f"greedy-card:picks={'/'.join(map(str, order))}")
    while here.observation(0)["asked"] == "pick":
        move = bot.choose(here)
        assert move in here.legal_moves
        here.play(move)


def test_in_large_trees_lookahead_still_sees_two_picks_ahead():
    """The strong node is behind the last of many roots."""
    roots = [(f"n{k}", "targeted", 2) for k in range(WIDE_TREE_NODES)]
    nodes = tree(*roots, ("strong", "targeted", 9, f"n{WIDE_TREE_NODES - 1}"))
    assert bot_move(picking(nodes), "thesis-random:picks=lookahead") == f"PICK n{WIDE_TREE_NODES - 1}"
