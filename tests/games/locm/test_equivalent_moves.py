"""Moves that come to the same."""

from collections import Counter

from ludus.core import plain
from ludus.core.serialization import to_plain
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.options import Options
from ludus.games.locm.rules import canonical_move
from ludus.games.locm.state import State
from tests.cases import each
from tests.games.locm.positions import apply, battle, copy, legal_moves, wander

plain_alike = plain(canonical_move)


def test_of_equal_cards_in_the_hand_the_first_is_played():
    here = battle(hand="3 7 3 3", mine="1/1, 2/2")
    moves = legal_moves(here.content, here.state)
    kept = {plain_alike(here.data, here.state, move) for move in moves}
    assert {move >> 4 & 15 for move in kept if move >> 8 == 1} == {0, 1}


def test_equal_creatures_attack_and_are_attacked_as_one():
    here = battle(mine="2/2, 2/2, 2/2 lane1, 2/2 new", theirs="1/1, 1/1, 1/2")
    moves = [move for move in legal_moves(here.content, here.state) if move >> 8 == 2]
    kept = {plain_alike(here.data, here.state, move) for move in moves}
    assert {(move >> 4 & 15, move & 15) for move in kept} == {(0, 0), (0, 1), (0, 3), (2, 0)}


def test_items_hit_one_of_equal_creatures():
    for item, board in ((117, "mine"), (141, "theirs")):  # green, red
        here = battle(hand=str(item), **{board: "2/2, 2/2, 2/2 G"})
        uses = [move for move in legal_moves(here.content, here.state) if move >> 8 == 3]
        assert len(uses) == 3
        assert {plain_alike(here.data, here.state, move) & 15 for move in uses} == {1, 3}


FEW_CARDS = {  # creatures, with keywords or without, and items; those of 1.5 are made from the seed
    "1.0": (3, 117, 3, 7, 153, 7, 141, 48, 48, 91),
    "1.2": (3, 117, 3, 7, 153, 7, 141, 48, 48, 91),
    "1.5": (5, 80, 10, 10, 90, 20, 20, 100, 30, 30),
}


@each("version", FEW_CARDS)
def test_equivalent_moves_lead_to_equivalent_positions(version):
    deck = " ".join(f"{number} {number} {number}" for number in FEW_CARDS[version])
    merged = 0
    for seed in (11, 12):
        for content, array in wander(Options(version=version, decks=f"{deck}/{deck}"), seed, most=150):
            state, data = State.over(array), GameData.over(content.data)
            moves = legal_moves(content, state)
            for move in moves:
                first = plain_alike(data, state, move)
                if first != move:
                    merged += 1
                    assert moves.index(first) < moves.index(move)
                    assert plain_alike(data, state, first) == first
                    assert outcome(data, array, first) == outcome(data, array, move)
    assert merged > 100


def outcome(data, array, move):
    """Where a move leads to, without ids and without the order of hands and boards."""
    trial = copy(array)
    apply(data, State.over(trial), move)
    facts = to_plain(State.over(trial))
    for player in facts["players"]:
        player["hand"] = Counter(player["deck"][place] for place in player["hand"][: player["hand_count"]])
        for creature in player["board"]:
            del creature["id"]
        player["board"] = Counter(repr(creature) for creature in player["board"])
    return facts
