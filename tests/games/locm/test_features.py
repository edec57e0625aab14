"""What evaluations see of a position."""

import numpy as np

import ludus
from ludus.core import local_ints, plain, rule
from ludus.games.locm.deck_building import FILL
from ludus.games.locm.features import CARD, FEATURES, MAX_PIECES, features, piece_features, pieces, prospect
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.rules import canonical_move
from ludus.games.locm.state import CONSTRUCT, DRAFT, State
from ludus.search.evaluation_genome_packing import read_genome
from tests.cases import each
from tests.games.locm.positions import WAYS, apply, battle, begin, copy, hide, legal_moves, wander

plain_features, plain_alike = plain(features), plain(canonical_move)


def name(way):
    return f"{way.version} {way.setup}"


def seen(data, state, seat):
    values = [0] * len(FEATURES)
    plain_features(data, state, seat, values)
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
        found = seen(here.data, here.state, seat)
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
    assert {name: seen(here.data, here.state, 0)[name] for name in cards} == cards
    assert {name: seen(here.data, here.state, 1)[name] for name in cards} == {n: -v for n, v in cards.items()}


def test_without_runes_the_next_rune_is_zero():
    here = battle(version="1.5")
    assert seen(here.data, here.state, 0)["my_next_rune"] == 0


def test_features_are_constant_while_decks_are_built():
    for way in (WAYS[0], WAYS[4]):
        content, array = begin(way, 5)
        data, before = GameData.over(content.data), seen(GameData.over(content.data), State.over(array), 0)
        for move in legal_moves(content, State.over(array)):
            trial = copy(array)
            apply(data, State.over(trial), move)
            assert seen(data, State.over(trial), 0) == before


@rule(export=True)
def compiled_features(tables, states, seat, found):
    values = local_ints(20)
    features(tables[0], states[0], seat, values)
    for k in range(20):
        found[k] = values[k]


@each("way", WAYS)
def test_features_are_the_same_compiled_and_plain(way):
    for number, (content, array) in enumerate(wander(way, 6)):
        if number % 5:
            continue
        for seat in range(2):
            found = np.zeros(20, np.int64)
            compiled_features(content.data, array, seat, found)
            assert dict(zip(FEATURES, found.tolist(), strict=True)) == seen(
                GameData.over(content.data), State.over(array), seat
            )


@each("way", WAYS)
def test_features_after_one_move_follow_from_what_the_mover_sees(way):
    """The promise by which one-ply play needs no redeals."""
    for number, (content, array) in enumerate(wander(way, 9)):
        if number % 12:
            continue
        data, seat = GameData.over(content.data), State.over(array).mover
        for move in legal_moves(content, State.over(array))[:20]:
            futures = []
            for seed in (1, 2, 3):
                trial = copy(array)
                hide(data, State.over(trial), seat, seed)
                apply(data, State.over(trial), move)
                after = State.over(trial)
                futures.append((seen(data, after, seat), after.reason, after.winner))
            assert futures[0] == futures[1] == futures[2]


def test_the_shipped_weights_can_be_read():
    game = ludus.load_game("locm")
    assert all(read_genome(game.features.hints.weights, game).weights)


# Pieces


def piece(key):
    values = [0] * len(CARD)
    plain(piece_features)(key, values)
    return tuple(values)


def test_every_creature_is_a_piece_own_ones_above_zero():
    here = battle(mine="3/4 BDG, 2/2 G lane1", theirs="7/1 GL")
    keys = [0] * MAX_PIECES
    assert plain(pieces)(here.data, here.state, 0, keys) == 3
    assert [key > 0 for key in keys[:3]] == [True, True, False]
    assert [piece(abs(key)) for key in keys[:3]] == [
        (3, 4, 1, 0, 1, 1, 0, 0),
        (2, 2, 0, 0, 0, 1, 0, 0),
        (7, 1, 0, 0, 0, 1, 1, 0),
    ]
    other = [0] * MAX_PIECES
    plain(pieces)(here.data, here.state, 1, other)
    assert sorted(keys[:3]) == sorted(-key for key in other[:3])


def test_a_full_board_fits_the_keys():
    here = battle(mine="1/1, 2/2, 3/3, 4/4 lane1, 5/5 lane1, 6/6 lane1", theirs="1/1, 2/2, 3/3, 4/4 lane1, 5/5 lane1")
    keys = [0] * MAX_PIECES
    assert plain(pieces)(here.data, here.state, 1, keys) == 11
    assert [piece(abs(key))[0] for key in keys[:11]] == [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6]


@each("way", WAYS)
def test_every_card_on_offer_is_judged_as_it_is_printed(way):
    content, array = begin(way, 5)
    data, state = GameData.over(content.data), State.over(array)
    for move in legal_moves(content, state):
        key = plain(prospect)(data, state, move)
        card = taken_card(data, state, move)
        assert (key != 0) == (card is not None)
        if card is not None:
            bits = tuple(card.keywords >> k & 1 for k in range(6))
            assert piece(key) == (card.attack, card.defense, *bits)


def taken_card(data, state, move):
    if state.phase == DRAFT:
        return data.cards[state.offers[state.picks, move & 255]]
    return data.cards[move & 255] if state.phase == CONSTRUCT and move != FILL else None
