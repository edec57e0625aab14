"""Fights and runs of many players on one tree: the same for everybody, the same on any threads."""

import numpy as np

from ludus.arena import Match
from ludus.arena.runner import replay_game
from ludus.backends import Threads
from ludus.bots import load_compiled_bot
from ludus.core.game import Content
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.design.delve.playtest.bot_fights import (
    count_walk_fights,
    deck_set,
    play_runs,
    play_walks,
    random_playable_tree,
)
from ludus.games.delve.game_data import default_encounters, pack_scenario

PLAYERS = ["thesis-random", "greedy-card", "best-turn"]
TREE = random_playable_tree(8, 0, seed=5)
DECKS = deck_set("held-out")[:4]


def test_there_are_33_reference_decks_and_12_held_out():
    assert [len(deck_set(which)) for which in ("reference", "held-out", "all")] == [33, 12, 45]


def test_trees_differ_by_number_and_every_node_can_be_reached():
    trees = [random_playable_tree(15, number, seed=2) for number in range(4)]
    assert trees[0] == random_playable_tree(15, 0, seed=2)
    assert len({tree.nodes for tree in trees}) == 4
    assert all(len(tree) == 15 and max(tree.depths) <= len(default_encounters()) - 1 for tree in trees)


def test_fights_are_equal_on_any_number_of_threads_and_counted_by_bot_deck_and_encounter():
    messages = []
    one = play_walks(TREE, PLAYERS, DECKS, walks=3, orders=2, seed=9, backend=Threads(1), progress=messages.append)
    two = play_walks(TREE, PLAYERS, DECKS, walks=3, orders=2, seed=9, backend=Threads(2))
    assert all(np.array_equal(one[name], two[name]) for name in one)
    assert sum(messages) == count_walk_fights(TREE, len(PLAYERS), DECKS, walks=3, orders=2, seed=9)
    assert one["wins"].shape == (3, 4, 6)
    assert 0 < one["wins"].sum() < 3 * 4 * 6 * 3 * 2
    assert one["wins"].max() <= 3 * 2
    assert (one["both"] <= one["wins"].sum(axis=2)[None]).all()


def test_turns_of_two_players_are_compared_in_fights_that_both_win():
    result = play_walks(TREE, ["greedy-card", "greedy-card:aim=urgent"], DECKS, walks=2, orders=2, seed=1)
    assert not result["longer"].any()
    assert np.array_equal(result["both"][0, 1], result["wins"][0].sum(axis=1))
    assert np.array_equal(result["turns"][0], result["turns"][1])


def test_a_player_among_others_fights_as_it_does_alone():
    together = play_walks(TREE, PLAYERS, DECKS, walks=2, orders=2, seed=4)
    alone = play_walks(TREE, PLAYERS[1:2], DECKS, walks=2, orders=2, seed=4)
    assert np.array_equal(together["wins"][1], alone["wins"][0])


def test_whole_runs_are_games_of_a_match():
    result = play_runs(TREE, ["best-turn:picks=greedy"], DECKS, runs=3, seed=6)
    game = load_game("delve")
    contents = [Content(pack_scenario(deck, default_encounters(), TREE), game.options()) for deck in DECKS]
    match = Match(game, contents, [load_compiled_bot(game, "best-turn:picks=greedy")], derive(6, "runs"))
    points = [replay_game(match, k).result.scores[0] for k in range(3 * len(DECKS))]
    assert result["encounters"][0].tolist() == np.array(points).reshape(3, -1).sum(axis=0).tolist()
    assert result["runs"].max() <= 3
