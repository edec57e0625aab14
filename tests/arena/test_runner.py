"""Many matches at once come out like each of them alone, wherever they are played."""

import os
import pickle
import signal
import sys
import threading
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from ludus.arena import Match, run_matches, run_sequential_test, runner
from ludus.arena.runner import MAX_CHUNK, ChunkSizer, run_match
from ludus.backends import Threads
from ludus.backends.processes import Processes
from ludus.bots import load_bot
from ludus.bots.compiled import make_compiled_bot
from ludus.bots.lookup import bot_specs
from ludus.stats import Sprt
from ludus.testing.example_games import auction, magpies
from ludus.util.errors import OptionError
from tests.arena.mixed_matches import GAMES, digests, mixed_matches, players_of
from tests.arena.other_bots import UncompiledBot
from tests.cases import each
from tests.messages import mentions


def match_of(game, seed, **options):
    content = game.content(**options)
    players = [load_bot(game, "random") for _ in range(game.seat_count(content.data))]
    return Match(game, content, players, seed)


@pytest.fixture(scope="module")
def processes():
    place = Processes(2)
    yield place
    place.close()


@pytest.fixture(scope="module")
def alone():
    return digests([run_match(match, count) for match, count in zip(mixed_matches(), GAMES, strict=True)])


@pytest.mark.parametrize("threads", [1, 3])
def test_a_batch_gives_what_each_match_gives_alone(threads, alone):
    heard = []
    found = run_matches(mixed_matches(), GAMES, Threads(threads), heard.append)
    assert digests(found) == alone
    assert sum(heard) == sum(GAMES)


def test_games_of_one_deal_are_never_played_at_the_same_time_by_bots_that_are_not_compiled(monkeypatch):
    """Two instances of a bot that see both sides of a deal could tell each other the hands."""
    game, playing, most, lock = magpies.game, Counter(), Counter(), threading.Lock()
    players = [UncompiledBot("o1"), *players_of(game, "random", "random")]
    matches = [Match(game, game.content(seats=3), players, 7) for _ in range(2)]  # the same deals
    play = runner.play_game

    def watched(match, number):
        deal = match.deal_seed(number)
        with lock:
            playing[deal] += 1
            most[deal] = max(most[deal], playing[deal])
            most["games"] = max(most["games"], playing.total())
        time.sleep(0.002)
        episode = play(match, number)
        with lock:
            playing[deal] -= 1
        return episode

    monkeypatch.setattr(runner, "play_game", watched)
    found = run_matches(matches, [50, 40], Threads(4))
    assert list(map(len, found)) == [50, 40]
    assert most.pop("games") > 1
    assert set(most.values()) == {1}


def test_a_batch_in_other_processes_gives_the_same(processes, alone):
    heard = []
    assert digests(run_matches(mixed_matches(), GAMES, processes, heard.append)) == alone
    assert sum(heard) == sum(GAMES)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_a_worker_killed_in_the_middle_changes_nothing(processes):
    matches = [match_of(auction.game, seed) for seed in range(40)]
    games, heard, killed = [200] * len(matches), [], []

    def kill_somebody(count):
        heard.append(count)
        if len(heard) == 3:
            killed.append(min(workers()))
            os.kill(killed[0], signal.SIGKILL)

    found = run_matches(matches, games, processes, kill_somebody)
    assert len(heard) > 4
    assert killed[0] not in workers()
    assert digests(found) == digests(run_matches(matches, games))


def workers():
    """The worker processes of this process."""
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return [int(pid) for pid in children if b"ludus.backends.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def test_a_test_stops_at_the_same_game_in_other_processes(processes):
    match = Match(auction.game, auction.game.content(), players_of(auction.game, "greedy", "random"), 3)
    here, there = (run_sequential_test(match, Sprt(0, 80), 4000, place) for place in (Threads(1), processes))
    assert (here[0].digest(), here[1]) == (there[0].digest(), there[1])


def test_what_travels_arrives_as_it_was():
    for match in mixed_matches():
        arrived = pickle.loads(pickle.dumps(match))
        assert type(arrived) is type(match)
        assert arrived.game is match.game
        assert [content.digest for content in arrived.contents] == [content.digest for content in match.contents]
        assert [player.name for player in arrived.players] == [player.name for player in match.players]
        assert run_match(arrived, 5).digest() == run_match(match, 5).digest()


def test_a_player_of_many_matches_travels_once():
    game = auction.game
    players = players_of(game, "random", "greedy")
    many = [Match(game, game.content(), players, seed) for seed in range(100)]
    assert len(pickle.dumps(many)) < len(pickle.dumps(many[0])) + 100 * 300


def test_players_that_are_not_compiled_stay_on_threads(processes):
    match = Match(auction.game, auction.game.content(), [UncompiledBot("o1"), load_bot(auction.game, "random")], 1)
    assert len(run_match(match, 10, Threads(2))) == 10
    with pytest.raises(OptionError, match=mentions("o1:", "programs", "threads")):
        run_match(match, 10, processes)


def test_a_game_that_no_module_has_stays_on_threads(processes):
    homeless = replace(auction.game, name="homeless")
    with pytest.raises(OptionError, match=mentions("'homeless'", "module")):
        run_match(match_of(homeless, 1), 10, processes)


def test_a_bot_that_no_module_has_stays_on_threads(processes):
    game = auction.game
    bot = replace(bot_specs(game)["random"], name="stray")
    stray = make_compiled_bot(game, bot, bot.options(), "stray")
    with pytest.raises(OptionError, match=mentions("'stray'", "processes")):
        run_match(Match(game, game.content(), [stray, stray], 1), 10, processes)


def test_a_bot_that_a_module_has_travels(processes):
    game = auction.game
    players = [make_compiled_bot(game, SPARE, SPARE.options(), "spare")] * 2
    match = Match(game, game.content(), players, 1)
    assert run_match(match, 50, processes).digest() == run_match(match, 50).digest()


SPARE = replace(bot_specs(auction.game)["random"], name="spare", fill=lambda options, params: None)


def test_a_batch_that_makes_no_sense_is_refused():
    match = match_of(auction.game, 1)
    with pytest.raises(OptionError, match="do not go together"):
        run_matches([match], [1, 2])
    with pytest.raises(OptionError, match="at least one game"):
        run_matches([match], [0])
    assert run_matches([], []) == []


@each("workers", [1, 2, 64])
@each("speed", [0.5, 300, 1e6])
def test_units_grow_to_a_fraction_of_a_second_and_shrink_towards_the_end(workers, speed):
    pace, left, sizes = ChunkSizer(workers, first=16), 100_000, []
    while left:
        size = pace.next_size(left)
        assert 1 <= size <= min(left, MAX_CHUNK)
        sizes.append(size)
        left -= size
        pace.record(size, size / speed)
    assert sum(sizes) == 100_000
    if speed == 1e6:
        assert max(sizes) == MAX_CHUNK if workers < 64 else max(sizes) < MAX_CHUNK
        assert sizes[-2] < max(sizes)
    if speed == 0.5:
        assert set(sizes[1:]) == {1}


def test_units_are_whole_deals_where_that_is_asked_for():
    pace, left = ChunkSizer(2, first=3, step=3), 3000
    while left:
        size = pace.next_size(left)
        assert size % 3 == 0
        left -= size
        pace.record(size, size / 100)
