"""Diaries: who did and wrote what, in which turn and at which move of it, and every position on request."""

import re
from itertools import pairwise

import pytest

from ludus.arena import Match
from ludus.arena.episode import play_episode
from ludus.arena.runner import run_match
from ludus.arena.transcript import Transcript
from ludus.bots import Fault, load_bot
from ludus.core.position import Position
from ludus.core.registry import load_game
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


def keep(game, *players, states=False, seed=3, **options):
    kept = []
    sitters = [load_bot(game, each) if isinstance(each, str) else each for each in players]
    diary = Transcript(kept.append, states)
    position = Position.start(game, game.content(**options), seed)
    diary.on_end(play_episode(position, sitters, range(len(sitters)), diary))
    assert kept == [diary]
    return diary


def test_moves_are_told_with_time_turn_and_number():
    diary = keep(load_game("tribute"), "random", "random")
    own = [event for event in diary.episode.position.history if event.seat == 0]
    lines = [LINE.fullmatch(line) for line in diary.lines(0, "p1")]
    assert [line["text"] for line in lines] == [event.text for event in own]
    assert [line["where"] for line in lines[:3]] == ["draft move 1", "draft move 1", "turn 1 move 1"]
    after_end = [later["where"] for line, later in pairwise(lines) if line["text"] == "END"]
    assert after_end[:3] == ["turn 3 move 1", "turn 5 move 1", "turn 7 move 1"]


def test_where_a_game_does_not_count_turns_a_turn_is_what_one_seat_decides_in_a_row():
    diary = keep(magpies.game, "random", "random", "random", seats=3)
    wheres = [entry.where for entry in diary.entries]
    seats = [entry.seat for entry in diary.entries]
    turns = [int(where.split()[1]) for where in wheres]
    for k in range(1, len(turns)):
        assert turns[k] - turns[k - 1] == (seats[k] != seats[k - 1])


def test_what_a_player_wrote_stands_before_the_move_it_belongs_to():
    diary = keep(auction.game, Talker(), "random")
    first, *rest = diary.lines(0, "p1")
    assert first == "p1 err: good day"
    words, moves = rest[0::2], rest[1::2]
    assert len(words) == len(moves) == 6
    for word, move in zip(words, moves, strict=True):
        assert word.endswith(": err: thinking")
        assert word.split(": ")[0] == move.split(": ")[0]
    assert "thinking" not in "".join(diary.lines(1, "p2"))


def test_a_fault_ends_the_diary_of_whoever_is_at_fault():
    diary = keep(auction.game, Talker(fails_at=3), "random")
    assert diary.lines(0, "p1")[-2:] == ["p1: err: thinking", "p1 lost: timeout: no reply"]
    assert "lost" not in "".join(diary.lines(1, "p2"))


def test_every_position_is_kept_on_request_and_can_be_read_back():
    game = load_game("tribute")
    diary = keep(game, "random", "random", states=True, patrons="random")
    walk = Position.start(game, game.content(patrons="random"), 3)
    assert len(diary.positions) == len(diary.entries) + 1
    for k, entry in enumerate(diary.entries[:60]):
        assert diary.positions[k] == walk.text()
        assert Position.read(game, walk.content, diary.positions[k]).bytes() == walk.bytes()
        walk.play(entry.text)
    assert keep(game, "random", "random", patrons="random").positions == []


def test_a_match_with_diaries_comes_out_as_without():
    players = [load_bot(auction.game, "random")] * 2
    plain, told = (Match(auction.game, auction.game.content(), players, 5) for _ in range(2))
    kept = []
    told.listeners = lambda number: Transcript(lambda diary: kept.append(number))
    assert run_match(told, 6).digest() == run_match(plain, 6).digest()
    assert kept == [0, 1, 2, 3, 4, 5]
    with pytest.raises(OptionError, match="on threads of this process"):
        told.__getstate__()
