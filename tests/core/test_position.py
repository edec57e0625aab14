"""The Python face of a game."""

import copy
import random

import numpy as np
import pytest

from ludus.core.position import GameResult, MoveEvent, Position
from ludus.testing.example_games import auction, magpies, realtime_runner
from ludus.util.errors import GameOver, IllegalMove, LudusError, NotationError, OptionError
from tests.cases import each
from tests.messages import mentions


def start(toy=auction, seed=1, compiled=True, **options):
    return Position.start(toy.game, toy.game.content(**options), seed, compiled)


def finished(toy=auction, seed=1, **options):
    position, chance = start(toy, seed, **options), random.Random(seed)
    while not position.end_reason:
        position.play(chance.choice(position.legal_moves))
    return position


def test_moves_are_listed_as_numbers_and_in_notation():
    position = start(cards=3)
    assert position.legal_moves == [1, 2, 3]
    assert position.legal_move_texts() == ["bid 1", "bid 2", "bid 3"]
    assert (position.write_move(2), position.read_move("bid 2")) == ("bid 2", 2)


@each("move", [2, "bid 2", np.int64(2), np.uint8(2)])
def test_a_move_is_a_number_or_a_text(move):
    position = start()
    position.play(move)
    assert position.history == [MoveEvent(0, 2, "bid 2")]
    assert type(position.history[0].move) is int


@each("move", [0, 7, -1, 2**62, 2**63, 2**64 + 1, -(10**40), "bid 7"])
@each("compiled", [True, False])
def test_an_illegal_move_says_what_is_legal_and_changes_nothing(move, compiled):
    position = start(compiled=compiled)
    before = position.bytes()
    with pytest.raises(IllegalMove, match=mentions("bid 1", "bid 2", "bid 3", "bid 5", "bid 6")):
        position.play(move)
    assert position.bytes() == before
    assert position.history == []


@each("move", [1.0, None, [1], b"bid 1", "bid one", ""])
def test_a_text_that_is_not_a_move_is_a_notation_error(move):
    with pytest.raises(NotationError):
        start().play(move)


def test_a_long_list_of_legal_moves_is_cut_short():
    with pytest.raises(IllegalMove, match=r"bid 12 and 1 more$"):
        start(cards=13).play(0)


@each("move", [1, 2**70, "bid 1", "nonsense"])
def test_after_the_end_there_is_nothing_to_play(move):
    position = finished()
    assert position.legal_moves == []
    with pytest.raises(GameOver, match="the game is over \\(all sold\\)"):
        position.play(move)


def test_the_result_comes_with_the_end():
    position = start(cards=2)
    assert (position.end_reason, position.result) == (None, None)
    prize = position.observation(0)["prize"]
    for bid in (2, 1, 1, 2):
        assert position.result is None
        position.play(bid)
    assert position.end_reason == "all sold"
    assert position.result.reason == "all sold"
    assert position.result.scores == (prize, 3 - prize)
    assert position.result.winner == (0 if prize == 2 else 1)


@each(("shares", "winner"), [((0.0, 1.0), 1), ((0.5, 0.5), None), ((0.0,), None), ((1.0,), 0), ((0.5, 0.0, 0.5), None)])
def test_a_winner_wins_alone(shares, winner):
    assert GameResult("over", shares, (0,) * len(shares)).winner == winner


@each("twin_of", [Position.copy, copy.copy, copy.deepcopy])
def test_a_copy_shares_nothing(twin_of):
    position = start()
    position.play(1)
    twin = twin_of(position)
    assert twin.bytes() == position.bytes()
    twin.play(2)
    assert [event.move for event in position.history] == [1]
    position.play(3)
    assert [event.move for event in twin.history] == [1, 2]
    assert twin.bytes() != position.bytes()


def test_the_state_is_a_view_for_rules_work():
    position = start()
    position.state.points[0] = 9
    assert position.observation(0)["points"] == [9, 0]


def test_resampling_keeps_what_the_seat_sees_and_drops_the_history():
    position = start()
    position.play(3)
    redeals = [position.resample(1, seed) for seed in range(30)]
    assert len({redeal.state.bids[0] for redeal in redeals}) > 3
    assert all(redeal.observation(1) == position.observation(1) for redeal in redeals)
    assert all(redeal.history == [] and redeal.seed is None for redeal in redeals)
    assert position.resample(0, 5).state.bids[0] == 3
    assert position.resample(1, 5).bytes() == position.resample(1, 5).bytes()
    assert position.resample(1, 2**64 + 5).bytes() == position.resample(1, 5).bytes()


@each("seat", [-1, 2, None, "0", 0.5])
@each("ask", [Position.observation, lambda position, seat: position.resample(seat, 1)])
def test_a_seat_that_does_not_exist_is_refused(ask, seat):
    with pytest.raises(OptionError, match="this game has seats 0 to 1"):
        ask(start(), seat)


def test_the_number_of_seats_comes_from_the_game_data():
    assert start(magpies, seats=4).seats == 4
    assert start(realtime_runner).seats == 1


def test_a_picture_is_drawn_for_one_seat_or_with_all_information():
    position = start()
    position.play(3)
    assert "bid 3" in position.svg()
    assert "bid 3" not in position.svg(1)
    with pytest.raises(OptionError):
        position.svg(2)
    with pytest.raises(LudusError, match="no picture"):
        start(magpies).svg()


@each("toy", [auction, realtime_runner, magpies])
def test_a_position_reads_back_from_its_text(toy):
    position = finished(toy)
    for _ in range(2):
        again = Position.read(toy.game, toy.game.content(), position.text())
        assert again.bytes() == position.bytes()
        assert again.content.data.tobytes() == position.content.data.tobytes()
        assert (again.text(), again.seed, again.history) == (position.text(), None, [])
        position = start(toy)


@each("text", ["", "{}", "[]", "null", '{"prepared": 1}', '{"prepared": "1", "state": {}}'])
@each("toy", [auction, realtime_runner])
def test_a_text_that_is_not_a_position_is_refused(toy, text):
    with pytest.raises(NotationError):
        Position.read(toy.game, toy.game.content(), text)


def test_an_impossible_position_is_refused():
    text = start().text().replace('"cards":6', '"cards":200')
    with pytest.raises(NotationError, match="no auction comes to this position"):
        Position.read(auction.game, auction.game.content(), text)


def test_a_position_with_a_stream_of_zero_is_refused():
    position = Position.start(auction.game, auction.game.content(), 7)
    text = position.text().replace(f'"stream":{position.state.stream}', '"stream":0')
    with pytest.raises(NotationError, match="stream must not be 0"):
        Position.read(auction.game, position.content, text)


def test_history_begins_where_a_position_was_read():
    position = start()
    position.play(1)
    again = Position.read(auction.game, auction.game.content(), position.text())
    again.play(2)
    assert again.history == [MoveEvent(1, 2, "bid 2")]


def test_the_history_of_a_seat_has_only_visible_moves():
    position = start()
    position.play("bid 3")
    position.play("bid 5")
    assert position.observation(0)["history"] == ["0: bid 3", "1: bid 5"]
    assert position.observation(1)["history"] == ["1: bid 5"]


@each("seed", [0, 1, -1, 2**63, 2**64 - 1, 2**70 + 3, np.uint64(2**63 + 9), np.int64(-7)])
def test_any_whole_number_is_a_seed(seed):
    position = start(seed=seed)
    assert position.seed == int(seed)
    assert type(position.seed) is int
    assert position.bytes() == start(seed=int(seed) % 2**64).bytes()


@each("seed", [None, "7", 1.5])
def test_other_values_are_refused_as_seeds(seed):
    with pytest.raises(OptionError, match="a seed is a whole number"):
        start(seed=seed)


def test_prepared_game_data_belong_to_one_game():
    content = realtime_runner.game.content()
    one, other = (Position.start(realtime_runner.game, content, seed) for seed in (1, 2))
    assert one.content.data.tobytes() != other.content.data.tobytes()
    assert one.copy().content is one.content
    assert (one.content.prepared, content.prepared) == (1, None)


def test_bytes_between_the_fields_of_a_prepared_table_are_copied_too():
    tables = [start(realtime_runner, compiled=compiled).content.data.tobytes() for compiled in (True, False) * 5]
    assert len(set(tables)) == 1


def test_plain_rules_play_the_same_game():
    fast, slow = start(magpies), start(magpies, compiled=False)
    chance = random.Random(1)
    while not fast.end_reason:
        move = chance.choice(fast.legal_moves)
        fast.play(move)
        slow.play(move)
    assert fast.bytes() == slow.bytes()
    assert fast.result == slow.result
    assert slow.end_reason


def test_the_repr_of_a_position_names_game_and_state():
    assert repr(start()) == "<auction position: seat 0 to move, legal moves: 6>"
    assert repr(finished()) == "<auction position: all sold>"


def test_a_position_is_restored_from_its_bytes():
    position = start()
    position.play(position.legal_moves[0])
    again = Position.from_bytes(position.game, position.content, position.bytes())
    assert (again.bytes(), again.legal_moves, again.history) == (position.bytes(), position.legal_moves, [])
    with pytest.raises(NotationError, match="bytes, not 3"):
        Position.from_bytes(position.game, position.content, b"abc")
