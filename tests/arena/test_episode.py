"""Games between players of any kind, move by move."""

import numpy as np
import pytest

from ludus.arena import Match
from ludus.arena.bot_transcript import Transcript
from ludus.arena.episode import play_episode
from ludus.arena.runner import play_range, run_match
from ludus.bots import FAULTS, Fault, load_bot
from ludus.core.game_registry import registered_game
from ludus.core.position import Position
from ludus.testing.example_games import auction, magpies, realtime_runner
from tests.cases import each
from tests.messages import missing

GAMES = [auction.game, realtime_runner.game, magpies.game]


class UncompiledBot:
    """A player that is not compiled; `answer` is a move, or a fault to raise."""

    name, reproducible = "stranger", False

    def __init__(self, answer=None, refuse=None):
        self.answer, self.refuse, self.ends, self.seen = answer, refuse, [], []

    def join(self, position, seat, seed):
        if self.refuse:
            raise self.refuse
        self.log = f"seat {seat}"
        return self

    def choose(self, position):
        if isinstance(self.answer, Fault):
            raise self.answer
        return position.legal_moves[0] if self.answer is None else self.answer

    def watch(self, position, move):
        self.seen.append((position.current_player, move))

    def end(self, result):
        self.ends.append(result)

    def close(self):
        pass


@pytest.fixture(autouse=True)
def _toys_are_known():
    with registered_game(auction.game), registered_game(magpies.game):
        yield


def players(game, count):
    return [load_bot(game, "random") for _ in range(count)]


@each("game", GAMES)
def test_games_played_move_by_move_equal_whole_games(game):
    content = game.content()
    match = Match(game, content, players(game, game.seat_count(content.data)), 5)
    whole_games = play_range(match, range(3, 12))
    match.listeners = lambda number: Transcript(lambda transcript: None)
    assert play_range(match, range(3, 12)).digest() == whole_games.digest()


def test_a_game_with_an_uncompiled_bot_is_played_to_its_end_and_recorded():
    records, bot_at_fault = [], UncompiledBot()
    match = Match(
        auction.game, auction.game.content(), [bot_at_fault, *players(auction.game, 1)], 5, on_record=records.append
    )
    outcomes = run_match(match, 4)
    assert not match.reproducible
    assert [played.number for played in records] == [0, 1, 2, 3]
    assert [match.reasons[k] for k in outcomes.end_reasons] == [auction.game.end_reasons[1]] * 4
    assert len(bot_at_fault.ends) == 4
    assert all(result is not None for result in bot_at_fault.ends)
    for played, length, shares in zip(records, outcomes.lengths, outcomes.payoffs, strict=True):
        last = played.replay.positions()[-1]
        assert (last.length, last.result.payoffs) == (length, tuple(shares))
        assert played.logs == [f"seat {played.number % 2}", ""]
        assert played.replay.players[match.seating(played.number).index(0)] == "stranger"


@each("seats", [2, 3])
def test_a_player_at_fault_loses_and_the_others_share_the_win(seats):
    game, options = (magpies.game, {"seats": 3}) if seats == 3 else (auction.game, {})
    bot_at_fault, records = UncompiledBot(Fault("timeout", "no answer within 1 s")), []
    match = Match(game, game.content(**options), [*players(game, seats - 1), bot_at_fault], 5, on_record=records.append)
    outcomes = run_match(match, 2 * seats)
    by_player = match.by_player(outcomes)
    assert (by_player[:, -1] == 0).all()
    assert np.allclose(by_player[:, :-1], 1 / (seats - 1))
    assert {match.reasons[k] for k in outcomes.end_reasons} == {"timeout"}
    assert {played.fault for played in records} == {"timeout: no answer within 1 s"}
    seat = match.seating(1).index(seats - 1)
    assert records[1].replay.fault == {"seat": seat, "reason": "timeout", "what": "timeout: no answer within 1 s"}
    records[1].replay.positions()  # can be shown, although the game has no end


def test_an_answer_that_is_no_legal_move_is_a_fault():
    position = Position.start(auction.game, auction.game.content(), 1)
    episode = play_episode(position, [UncompiledBot(99), *players(auction.game, 1)], [1, 2])
    assert (episode.reason, episode.culprit, episode.payoffs) == ("illegal move", 0, (0.0, 1.0))
    assert not missing(episode.fault, "illegal move", "bid 99", ", ".join(position.legal_move_texts()))


def test_a_bot_that_cannot_join_loses_and_the_others_are_ended():
    first, second = UncompiledBot(), UncompiledBot(refuse=Fault("could not start"))
    position = Position.start(auction.game, auction.game.content(), 1)
    episode = play_episode(position, [first, second], [1, 2])
    assert (episode.reason, episode.culprit, episode.payoffs) == ("could not start", 1, (1.0, 0.0))
    assert [(result.reason, result.payoffs) for result in first.ends] == [("could not start", (1.0, 0.0))]
    assert second.ends == []


def test_everybody_watches_every_move_before_it_is_made():
    first, second = UncompiledBot(), UncompiledBot()
    position = Position.start(auction.game, auction.game.content(), 1)
    play_episode(position, [first, second], [1, 2])
    assert first.seen == second.seen == [(event.seat, event.move) for event in position.history]


def test_an_endless_game_has_no_culprit(monkeypatch):
    monkeypatch.setattr("ludus.arena.episode.MAX_DECISIONS", 3)
    position = Position.start(auction.game, auction.game.content(), 1)
    episode = play_episode(position, players(auction.game, 2), [1, 2])
    assert (episode.reason, episode.culprit, episode.payoffs) == ("endless game", None, (0.5, 0.5))


def test_reasons_of_a_match_are_those_of_the_game_and_the_faults():
    match = Match(auction.game, auction.game.content(), players(auction.game, 2), 1)
    assert match.reasons == (*auction.game.end_reasons, *FAULTS)


def test_an_error_of_our_own_is_no_fault_of_a_player():
    class Broken(UncompiledBot):
        def choose(self, position):
            raise ZeroDivisionError

    position, other = Position.start(auction.game, auction.game.content(), 1), UncompiledBot()
    with pytest.raises(ZeroDivisionError):
        play_episode(position, [Broken(), other], [1, 2])
    assert other.ends == [None]
