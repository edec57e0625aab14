"""A match is a function of its seed: whole, in parts, on threads, compiled or plain, or one game at a time."""

import numpy as np
import pytest

from ludus.arena import Match, Outcomes
from ludus.arena.runner import MAX_CHUNK, play_range, replay_game, run_match
from ludus.backends import Threads
from ludus.bots import load_bot
from ludus.testing.example_games import auction, magpies, realtime_runner
from ludus.util.errors import OptionError

GAMES = [auction.game, realtime_runner.game, magpies.game]
FIELDS = ("payoffs", "scores", "end_reasons", "lengths")


def match_of(game, seed=1, compiled=True, **options):
    content = game.content(**options)
    players = [load_bot(game, "random", compiled) for _ in range(game.seat_count(content.data))]
    return Match(game, content, players, seed, compiled)


def same(one, two):
    return all(np.array_equal(getattr(one, name), getattr(two, name)) for name in FIELDS)


def part_of(outcomes, part):
    return Outcomes(**{name: getattr(outcomes, name)[part.start : part.stop] for name in FIELDS})


@pytest.fixture(params=GAMES, ids=lambda game: game.name)
def match(request):
    return match_of(request.param)


def test_each_deal_is_played_once_with_every_player_in_the_first_seat():
    match = match_of(magpies.game, seats=3)
    assert [match.first_player(game) for game in range(6)] == [0, 1, 2, 0, 1, 2]
    deals = match.seeds(range(6))
    assert (deals[:3, 0] == deals[0, 0]).all()
    assert (deals[3:, 0] == deals[3, 0]).all()
    assert deals[0, 0] != deals[3, 0]
    assert len(set(deals[:, 1:].flat)) == 6 * match.seats  # every player throws new dice in every game


def test_seeds_of_a_part_are_those_of_the_whole(match):
    whole = match.seeds(range(50))
    for first, last in ((0, 1), (1, 2), (3, 10), (49, 50), (7, 50)):
        assert np.array_equal(match.seeds(range(first, last)), whole[first:last])


def test_any_part_equals_the_same_part_of_the_whole(match):
    whole = run_match(match, 60)
    for part in (range(1), range(1, 2), range(3, 14), range(59, 60), range(5, 60)):
        assert same(play_range(match, part), part_of(whole, part))


def test_threads_and_units_do_not_show(match):
    count = 2 * MAX_CHUNK + 7
    heard = []
    one = run_match(match, count, Threads(1))
    many = run_match(match, count, Threads(3), heard.append)
    assert one.digest() == many.digest()
    assert same(one, many)
    assert sum(heard) == count


def test_plain_play_equals_compiled_play(match):
    plain = Match(
        match.game,
        match.content,
        [load_bot(match.game, "random", compiled=False) for _ in match.players],
        match.seed,
        compiled=False,
    )
    assert same(run_match(plain, 6), run_match(match, 6))


def test_payoffs_by_player_follow_the_players_from_seat_to_seat():
    match = match_of(magpies.game, seats=3)
    outcomes = run_match(match, 9)
    shares = match.by_player(outcomes)
    for game in range(9):
        for seat in range(3):
            assert shares[game, (seat + match.first_player(game)) % 3] == outcomes.payoffs[game, seat]


def test_means_by_deal_are_over_the_games_of_one_deal():
    match = match_of(auction.game)
    assert match.by_deal(np.array([1.0, 3.0, 5.0, 6.0])).tolist() == [2.0, 5.5]
    assert match.by_deal(np.array([1.0, 3.0, 5.0])).tolist() == [2.0, 5.0]
    assert match.by_deal(np.array([[1.0, 0.0], [0.0, 1.0]])).tolist() == [[0.5, 0.5]]


def test_a_replay_is_the_game_that_was_counted(match):
    outcomes = run_match(match, 20)
    for game in (0, 1, 7, 19):
        position = replay_game(match, game)
        assert position.result.payoffs == tuple(outcomes.payoffs[game])
        assert position.result.scores == tuple(outcomes.scores[game])
        assert position.result.reason == match.game.end_reasons[outcomes.end_reasons[game]]
        assert len(position.history) == outcomes.lengths[game]


def test_every_game_has_an_end_reason_and_payoffs_that_sum_to_one(match):
    outcomes = run_match(match, 200)
    assert len(outcomes) == 200
    assert (outcomes.end_reasons > 0).all()
    assert (outcomes.lengths > 0).all()
    if match.seats > 1:
        assert np.allclose(outcomes.payoffs.sum(axis=1), 1)


def test_other_seeds_are_other_games():
    digests = {run_match(match_of(auction.game, seed), 50).digest() for seed in range(5)}
    assert len(digests) == 5


def test_content_is_not_changed_by_playing(match):
    before = match.content.data.tobytes()
    run_match(match, 10)
    replay_game(match, 3)
    assert match.content.data.tobytes() == before


def test_too_few_players_and_games_are_refused():
    content = auction.game.content()
    with pytest.raises(OptionError, match="needs 2 bots here, not 1"):
        Match(auction.game, content, [load_bot(auction.game, "random")], 1)
    with pytest.raises(OptionError, match="at least one game"):
        run_match(match_of(auction.game), 0)
