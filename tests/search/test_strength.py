"""Who beats whom: small matches with fixed seeds that come out clearly, the same every time."""

import ludus
from ludus.arena import Match
from ludus.arena.runner import run_match
from ludus.bots import load_bot
from ludus.testing.example_games import auction, magpies, realtime_runner
from tests.cases import each


def share(game, options, first, others, games, seed=5):
    """What the first player wins against the others, all seats played."""
    content = game.content(**options)
    rivals = [load_bot(game, others)] * (game.seat_count(content.data) - 1)
    match = Match(game, content, [load_bot(game, first), *rivals], seed)
    return match.by_player(run_match(match, games)).mean(axis=0)[0]


@each("text", ["flat:iterations=60", "mcts:iterations=60", "mcts:iterations=60,depth=6"])
def test_playouts_to_the_end_win_auctions_against_random_bids(text):
    assert share(auction.game, {}, text, "random", 200) > 0.65


def test_a_tree_that_sees_replies_beats_one_ply_in_auctions():
    assert share(auction.game, {}, "mcts:iterations=200", "greedy", 200) > 0.6


@each("text", ["two-ply:redeals=8", "flat:iterations=60", "mcts:iterations=60"])
def test_searches_beat_two_random_magpies(text):
    assert share(magpies.game, {"seats": 3}, text, "random", 300) > 0.4  # a third would be their part


def test_random_runners_fall_and_searching_ones_arrive():
    for text, least, most in (
        ("random", 0.0, 0.5),
        ("beam:width=4,depth=8", 1.0, 1.0),
        ("flat:iterations=40", 0.8, 1.0),
    ):
        assert least <= share(realtime_runner.game, {"doors": 2}, text, "random", 12) <= most


LOCM = ludus.load_game("locm")


@each("version", ["1.0", "1.2", "1.5"])
def test_one_ply_beats_random_battles(version):
    assert share(LOCM, {"version": version, "setup": "dealt"}, "greedy", "random", 400) > 0.85


def test_one_ply_beats_random_play_in_a_whole_game_with_draft():
    assert share(LOCM, {}, "greedy", "random", 400) > 0.9


def test_one_ply_beats_max_attack_with_equal_decks():
    assert share(LOCM, {"setup": "dealt"}, "greedy", "baseline2", 1000) > 0.8


@each("text", ["two-ply", "turn", "beam", "mcts:iterations=50,scope=turn,backup=max"])
def test_deeper_searches_beat_one_ply_in_battle(text):
    assert share(LOCM, {"setup": "dealt"}, text, "greedy", 500) > 0.55


def test_a_tree_over_the_whole_game_beats_one_ply_in_battle():
    assert share(LOCM, {"setup": "dealt"}, "mcts:iterations=200,depth=10", "greedy", 100) > 0.6
