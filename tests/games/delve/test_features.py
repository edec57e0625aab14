"""What evaluations see, and which moves come to the same."""

from ludus.core.rule import plain
from ludus.games.delve import rules
from ludus.games.delve.features import FEATURES
from ludus.games.delve.game_data import GameData

from .positions import deck, start, tree, wander


def features(here):
    values = [0] * len(FEATURES)
    plain(rules.features)(GameData.over(here.content.data), here.state, 0, values)
    return dict(zip(FEATURES, values, strict=True))


def test_features_count_what_they_say():
    here = start(deck(Bolt=10, Sweep=5), [(3, 10), (4, 90)], nodes=tree(("A", "mana", 2), ("B", "area", 1, "A")))
    here.play("PLAY Bolt 2").play("END")
    assert features(here) == {
        "won": 0,
        "health": 43,
        "turn": 2,
        "enemies": 2,
        "enemy_health": 95,
        "enemy_attack": 7,
        "weakest": 10,
        "energy": 20,
        "mana": 10,
        "area_damage": 3,  # five times 2 in three turns
        "targeted_damage": 16,  # ten times 5
        "points": 0,
        "nodes_open": 1,
    }


def test_damage_counts_nodes_and_what_mana_allows():
    here = start(deck(Lightning=15), [(1, 999)], nodes=tree(("A", "mana", 7)), points=1)
    assert features(here)["targeted_damage"] == 300 * 30 // 105 // 3
    assert features(here.play("PICK A"))["targeted_damage"] == 405 * 30 // 105 // 3


def test_features_do_not_depend_on_the_cards_that_are_drawn():
    for here in wander(5, deck="22", points=3):
        if here.end_reason:
            break
        for move in here.legal_moves:
            after = []
            for seed in (1, 2):
                other = here.resample(0, seed)
                other.play(move)
                after.append(features(other))
            assert after[0] == after[1]


def test_cards_on_either_of_two_equal_enemies_are_equivalent():
    here = start(deck(Bolt=15), [(3, 10), (4, 10), (3, 10), (3, 11)])
    data = GameData.over(here.content.data)
    alike = {
        text: plain(rules.canonical_move)(data, here.state, move)
        for text, move in zip(here.legal_move_texts(), here.legal_moves, strict=True)
    }
    names = dict(zip(here.legal_moves, here.legal_move_texts(), strict=True))
    assert {text: names[move] for text, move in alike.items()} == {
        "PLAY Bolt 1": "PLAY Bolt 1",
        "PLAY Bolt 2": "PLAY Bolt 2",
        "PLAY Bolt 3": "PLAY Bolt 1",
        "PLAY Bolt 4": "PLAY Bolt 4",
        "END": "END",
    }
    here.play("PLAY Bolt 1")
    assert plain(rules.canonical_move)(data, here.state, here.legal_moves[2]) == here.legal_moves[2]
