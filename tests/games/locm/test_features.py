"""What evaluations see of a position."""

import numpy as np
import pytest

import ludus
from ludus.core import local_numbers, plain, rule
from ludus.games.locm.features import FEATURES, features
from ludus.games.locm.rules import alike
from ludus.games.locm.state import State
from ludus.games.locm.table import Table
from ludus.search.weights import read_weights
from tests.games.locm.positions import WAYS, apply, battle, begin, copy, hide, legal_moves, wander

plain_features, plain_alike = plain(features), plain(alike)


def name(way):
    return f"{way.version} {way.setup}"


def seen(table, state, seat):
    values = [0] * len(FEATURES)
    plain_features(table, state, seat, values)
    return dict(zip(FEATURES, values, strict=True))


def test_the_features_are_twenty_in_this_order():
    assert (
        *("my_mana", "my_deck", "my_health", "my_max_mana", "my_next_draw", "my_next_rune"),
        *("opp_mana", "opp_deck", "opp_health", "opp_max_mana", "opp_next_draw", "opp_next_rune"),
        *("attack", "defense", "breakthrough", "charge", "drain", "guard", "lethal", "ward"),
    ) == FEATURES


def test_players_are_seen_from_both_sides():
    here = battle(mana=7, health=(22, 9), runes=(4, 1), deck=12)
    here.state.players[1].mana, here.state.players[1].next_draw = 3, 2
    mine = {"mana": 7, "deck": 12, "health": 22, "max_mana": 7, "next_draw": 1, "next_rune": 20}
    theirs = {"mana": 3, "deck": 12, "health": 9, "max_mana": 7, "next_draw": 2, "next_rune": 5}
    for seat, (me, foe) in ((0, (mine, theirs)), (1, (theirs, mine))):
        found = seen(here.table, here.state, seat)
        assert {name: found[f"my_{name}"] for name in me} == me
        assert {name: found[f"opp_{name}"] for name in foe} == foe


def test_cards_are_the_own_board_less_the_other():
    here = battle(mine="3/4 BDG, 2/2 G lane1, 0/1 W", theirs="7/1 GL, 1/9 lane1")
    cards = {
        "attack": -3,
        "defense": -3,
        "breakthrough": 1,
        "charge": 0,
        "drain": 1,
        "guard": 1,
        "lethal": -1,
        "ward": 1,
    }
    assert {name: seen(here.table, here.state, 0)[name] for name in cards} == cards
    assert {name: seen(here.table, here.state, 1)[name] for name in cards} == {n: -v for n, v in cards.items()}


def test_without_runes_the_next_rune_is_zero():
    here = battle(version="1.5")
    assert seen(here.table, here.state, 0)["my_next_rune"] == 0


def test_while_decks_are_made_nothing_is_told_apart():
    for way in (WAYS[0], WAYS[4]):
        content, array = begin(way, 5)
        table, before = Table.over(content.table), seen(Table.over(content.table), State.over(array), 0)
        for move in legal_moves(content, State.over(array)):
            trial = copy(array)
            apply(table, State.over(trial), move)
            assert seen(table, State.over(trial), 0) == before


@rule(door=True)
def compiled_features(tables, states, seat, found):
    values = local_numbers(20)
    features(tables[0], states[0], seat, values)
    for k in range(20):
        found[k] = values[k]


@pytest.mark.parametrize("way", WAYS, ids=name)
def test_features_are_the_same_compiled_and_plain(way):
    for number, (content, array) in enumerate(wander(way, 6)):
        if number % 5:
            continue
        for seat in range(2):
            found = np.zeros(20, np.int64)
            compiled_features(content.table, array, seat, found)
            assert dict(zip(FEATURES, found.tolist(), strict=True)) == seen(
                Table.over(content.table), State.over(array), seat
            )


@pytest.mark.parametrize("way", WAYS, ids=name)
def test_features_after_one_move_follow_from_what_the_mover_sees(way):
    """The promise by which one-ply play needs no redeals."""
    for number, (content, array) in enumerate(wander(way, 9)):
        if number % 12:
            continue
        table, seat = Table.over(content.table), State.over(array).mover
        for move in legal_moves(content, State.over(array))[:20]:
            futures = []
            for seed in (1, 2, 3):
                trial = copy(array)
                hide(table, State.over(trial), seat, seed)
                apply(table, State.over(trial), move)
                after = State.over(trial)
                futures.append((seen(table, after, seat), after.reason, after.winner))
            assert futures[0] == futures[1] == futures[2]


def test_the_shipped_weights_can_be_read():
    game = ludus.game("locm")
    assert all(read_weights(game.outlook.weights, game))
