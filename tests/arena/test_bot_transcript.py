"""Transcripts: moves and log lines with turn and move number, and every position on request."""

import re
from itertools import pairwise

import pytest

from ludus.arena import Match
from ludus.arena.bot_transcript import Transcript
from ludus.arena.episode import play_episode
from ludus.arena.runner import run_match
from ludus.bots import Fault, load_bot
from ludus.core.game_registry import load_game
from ludus.core.position import Position
from ludus.testing.example_games import auction, magpies
from ludus.util.errors import OptionError

LINE = re.compile(r"p1 \d\d:\d\d:\d\d\.\d{3} (?P<where>(?:turn -?\d+|draft) move \d+): (?P<text>.+)")


class Talker:
    """Plays its first move, and writes a line before the game and one for every decision."""

    name, reproducible = "talker", False

    def __init__(self, fails_at=None):
        self.fails_at, self.log, self.decisions = fails_at, "err: good day\n", 0

    def join(self, position, seat, seed):
        return self

    def choose(self, position):
        self.decisions += 1
        self.log += f"--- {self.decisions}\nerr: thinking\n"
        if self.decisions == self.fails_at:
            raise Fault("timeout", "no reply")
        return position.legal_moves[0]

    def watch(self, position, move):
        pass

    def end(self, result):
        pass


def make_transcript(game, *players, states=False, seed=3, **options):
    ended = []
    bots = [load_bot(game, player) if isinstance(player, str) else player for player in players]
    transcript = Transcript(ended.append, states)
    position = Position.start(game, game.content(**options), seed)
    transcript.on_end(play_episode(position, bots, range(len(bots)), transcript))
    assert ended == [transcript]
    return transcript


def test_moves_are_recorded_with_time_turn_and_number():
    transcript = make_transcript(load_game("tribute"), "random", "random")
    own = [event for event in transcript.episode.position.history if event.seat == 0]
    lines = [LINE.fullmatch(line) for line in transcript.lines(0, "p1")]
    assert [line["text"] for line in lines] == [event.text for event in own]
    assert [line["where"] for line in lines[:3]] == ["draft move 1", "draft move 1", "turn 1 move 1"]
    after_end = [later["where"] for line, later in pairwise(lines) if line["text"] == "END"]
    assert after_end[:3] == ["turn 3 move 1", "turn 5 move 1", "turn 7 move 1"]


def test_where_a_game_does_not_count_turns_a_turn_is_what_one_seat_decides_in_a_row():
    transcript = make_transcript(magpies.game, "random", "random", "random", seats=3)
    wheres = [entry.where for entry in transcript.entries]
    seats = [entry.seat for entry in transcript.entries]
    turns = [int(where.split()[1]) for where in wheres]
    for k in range(1, len(turns)):
        assert turns[k] - turns[k - 1] == (seats[k] != seats[k - 1])


def test_log_lines_come_before_the_move_they_belong_to():
    transcript = make_transcript(auction.game, Talker(), "random")
    first, *rest = transcript.lines(0, "p1")
    assert first == "p1 err: good day"
    words, moves = rest[0::2], rest[1::2]
    assert len(words) == len(moves) == 6
    for word, move in zip(words, moves, strict=True):
        assert word.endswith(": err: thinking")
        assert word.split(": ")[0] == move.split(": ")[0]
    assert "thinking" not in "".join(transcript.lines(1, "p2"))


def test_a_fault_is_the_last_line_in_the_transcript_of_the_culprit():
    transcript = make_transcript(auction.game, Talker(fails_at=3), "random")
    assert transcript.lines(0, "p1")[-2:] == ["p1: err: thinking", "p1 lost: timeout: no reply"]
    assert "lost" not in "".join(transcript.lines(1, "p2"))


def test_every_position_is_kept_on_request_and_can_be_read_back():
    game = load_game("tribute")
    transcript = make_transcript(game, "random", "random", states=True, patrons="random")
    walk = Position.start(game, game.content(patrons="random"), 3)
    assert len(transcript.positions) == len(transcript.entries) + 1
    for k, entry in enumerate(transcript.entries[:60]):
        assert transcript.positions[k] == walk.text()
        assert Position.read(game, walk.content, transcript.positions[k]).bytes() == walk.bytes()
        walk.play(entry.text)
    assert make_transcript(game, "random", "random", patrons="random").positions == []


def test_transcripts_do_not_change_the_results_of_a_match():
    players = [load_bot(auction.game, "random")] * 2
    plain, watched = (Match(auction.game, auction.game.content(), players, 5) for _ in range(2))
    ended = []
    watched.listeners = lambda number: Transcript(lambda transcript: ended.append(number))
    assert run_match(watched, 6).digest() == run_match(plain, 6).digest()
    assert ended == [0, 1, 2, 3, 4, 5]
    with pytest.raises(OptionError, match="on threads of this process"):
        watched.__getstate__()
