"""Features of a position for evaluation functions."""

import ludus
from ludus.core import plain
from ludus.games.tribute import game
from ludus.games.tribute.features import FEATURES, PLAYER, features
from ludus.games.tribute.game_data_records import GameData
from ludus.search.evaluation_genome_packing import read_genome
from tests.cases import sized, thorough

from .positions import Board, random_game

plain_features = plain(features)


def seen(position, seat=0):
    values = [-77] * len(FEATURES)
    plain_features(GameData.over(position.content.data), position.state, seat, values)
    return dict(zip(FEATURES, values, strict=True))


def of(position, who, seat=0):
    return {name: seen(position, seat)[f"{who}_{name}"] for name in PLAYER}


def test_own_cards_of_all_zones_count():
    board = Board(
        patrons={"hlaalu": "p1", "rajhin": "p1", "ansei": "p2"},
        p1={
            "prestige": 33,
            "hand": ["gold"],
            "draw": ["currency_exchange"],
            "cooldown": ["oathman#0", "bewilderment"],
            "played": ["luxury_exports"],
            "agents": ["oathman#1"],
        },
        p2={"prestige": 4},
    )
    mine = of(board.position, "my")
    cost = {key: card.cost for key, card in board.position.content.labels.file.cards.items()}
    total = cost["currency_exchange"] + 2 * cost["oathman"] + cost["luxury_exports"]
    assert (mine["prestige"], mine["late_prestige"], mine["close"]) == (33, 4 * 33, 3)
    assert (mine["favours"], mine["many_favours"]) == (2, 1)
    assert (mine["agents"], mine["agent_cost"]) == (1, cost["oathman"])
    assert (mine["cards"], mine["cost"], mine["curses"]) == (6, total, 1)
    assert (mine["late_cost"], mine["density"]) == (4 * total, 100 * total // 6)
    assert mine["combos"] == 100 * (4 * 3) // 36


@sized
def test_players_are_seen_from_both_sides_in_every_position_of_a_game():
    for number, position in enumerate(random_game({"patrons": "random"}, 3, compiled=False)):
        if number == thorough(120, 200):
            break
        assert of(position, "opp", 0) == of(position, "my", 1)
        assert of(position, "my", 0) == of(position, "opp", 1)
        assert seen(position, 0)["discards"] == -seen(position, 1)["discards"]


def test_they_follow_from_what_the_seat_sees():
    for number, position in enumerate(random_game({"patrons": "random"}, 5, compiled=False)):
        if number == 120 or position.end_reason:
            break
        if number % 10 == 0:
            assert all(seen(position.resample(seat, 7), seat) == seen(position, seat) for seat in (0, 1))


def test_the_weights_that_come_with_the_game_name_every_feature():
    genome = read_genome(game.features.hints.weights, game)
    assert len(genome.weights) == len(game.features.names) == len(FEATURES)
    assert ludus.load_game("tribute") is game
