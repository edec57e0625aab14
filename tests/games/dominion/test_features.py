"""Features of a position for evaluation functions."""

from hypothesis import given, settings
from hypothesis import strategies as st

import ludus
from ludus.arena.match_spec import Match
from ludus.arena.runner import run_match
from ludus.backends import Threads
from ludus.bots import load_bot
from ludus.core import plain
from ludus.games.dominion.features import FEATURES, PLAYER, features
from ludus.games.dominion.resampling import resample_hidden
from ludus.games.dominion.state import State
from ludus.search.evaluation_genome_packing import read_genome
from ludus.testing import conform_player
from tests.cases import each

from .positions import Seat, begin, position, random_game

GAME = ludus.load_game("dominion")
plain_features, plain_hide = plain(features), plain(resample_hidden)


def seen(here, seat=0, state=None):
    values = [-77] * len(FEATURES)
    plain_features(here.data, here.state if state is None else state, seat, values)
    return dict(zip(FEATURES, values, strict=True))


def of(here, who, seat=0):
    return {name: seen(here, seat)[f"{who}_{name}"] for name in PLAYER}


def test_own_cards_of_all_zones_count():
    here = position(Seat("Smithy, Copper", deck="Village", bag="Gold, Curse", discard="Duchy, Moat", turns=3))
    assert of(here, "my") == {
        **{"points": 2, "late_points": 0, "cards": 7, "late_cards": 0, "money": 4, "late_money": 0, "density": 57},
        **{"treasures": 2, "victories": 1, "curses": 1, "actions": 3, "terminals": 2, "villages": 1, "draws": 6},
        "clashes": 14,
    }


def test_players_are_seen_from_both_sides():
    here = position(Seat("Smithy, Copper"), Seat(bag="2 Gold, Estate"))
    assert of(here, "opp", 0) == of(here, "my", 1)
    assert of(here, "my", 0) == of(here, "opp", 1)


def test_of_several_opponents_it_is_the_mean():
    here = position(Seat("Copper"), Seat(bag="2 Gold, Province"), Seat(bag="4 Gold, 2 Curse"))
    assert of(here, "opp")["money"] == 9
    assert of(here, "opp")["points"] == 2


def test_late_numbers_grow_with_the_provinces_that_are_gone():
    here = position(Seat("2 Province, Gold"), Seat(bag="Province"), supply="4 Province")
    mine = of(here, "my")
    assert (mine["late_points"], mine["late_cards"], mine["late_money"]) == (12 * 4, 3 * 4, 3 * 4)
    assert seen(here)["provinces"] == 4


def test_the_turn_counts_coins_to_spend():
    here = position(Seat("Market, Silver, Estate", bag="3 Copper"))
    assert [seen(here)[name] for name in ("coins", "actions_left", "buys", "hand")] == [2, 1, 1, 3]
    here.play("PLAY Market")
    assert [seen(here)[name] for name in ("coins", "actions_left", "buys", "hand")] == [4, 0, 2, 1]


def test_a_hand_just_drawn_does_not_count_before_another_player_plays():
    here = position(Seat("2 Silver", bag="9 Gold"), Seat("Militia, 2 Copper, Estate, Duchy"))
    here.play("BUY Silver")
    assert [seen(here)[name] for name in ("coins", "hand")] == [0, 0]
    here.play("PLAY Militia")
    assert [seen(here)[name] for name in ("coins", "hand", "opp_hand")] == [9, 3, 2]


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 1 << 32), st.integers(2, 4), st.sampled_from(["first", "second"]))
def test_they_tell_nothing_that_the_seat_cannot_see(seed, seats, edition):
    here = begin(seed, seats=seats, edition=edition, turn_cap=6)
    for position_now in random_game(here, seed):
        for seat in range(seats):
            copy = State.over(position_now.record.copy())
            plain_hide(position_now.data, copy, seat, seed % 1000)
            assert seen(position_now, seat, copy) == seen(position_now, seat)


def test_the_weights_that_come_with_the_game_can_be_read():
    assert len(read_genome(GAME.features.hints.weights, GAME).weights) == len(FEATURES)


@each("name", ["greedy", "mcts:iterations=20,scope=turn"])
def test_searches_that_evaluate_are_legal_and_fair(name):
    conform_player(GAME, name, games=1)


@each(("other", "least"), [("random", 0.95), ("drew", 0.6)])
def test_greedy_plays_well_by_them(other, least):
    match = Match(GAME, GAME.content(), [load_bot(GAME, "greedy"), load_bot(GAME, other)], seed=3)
    assert match.by_player(run_match(match, 300, Threads(1)))[:, 0].mean() > least
