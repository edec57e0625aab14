"""Replay files: enough to play a game again, and a clear word where that cannot be."""

import random
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludus
from ludus.core.game_registry import registered_game
from ludus.core.position import Position
from ludus.core.replay import FORMAT_PLAIN, FORMAT_RUN_LENGTH, Replay, run_length_decode, run_length_encode
from ludus.testing.example_games import auction, magpies, realtime_runner
from ludus.util.errors import LudusError, ReplayError, UnknownName
from tests.messages import mentions


def finished(toy=auction, seed=3, **options):
    position, chance = Position.start(toy.game, toy.game.content(**options), seed), random.Random(seed)
    while not position.end_reason:
        position.play(chance.choice(position.legal_moves))
    return position


def saved(tmp_path, **changes):
    """A replay file of a short auction with some fields changed; None removes one."""
    file = tmp_path / "replay.json"
    Replay.from_position(finished(cards=3), players=["me", "you"]).save(file)
    data = {**msgspec.json.decode(file.read_bytes()), **changes}
    file.write_bytes(msgspec.json.encode({name: value for name, value in data.items() if value is not None}))
    return file


@pytest.mark.parametrize(
    ("toy", "options"), [(auction, {"cards": 4}), (realtime_runner, {"doors": 2}), (magpies, {"seats": 4})]
)
def test_a_replay_leads_to_the_same_end(tmp_path, toy, options):
    position = finished(toy, **options)
    Replay.from_position(position, players=["random"]).save(tmp_path / "replay.json")
    replay = ludus.load_replay(tmp_path / "replay.json")
    with registered_game(toy.game):
        positions = replay.positions()
    assert len(positions) == len(position.history) + 1
    assert positions[-1].bytes() == position.bytes()
    assert positions[-1].result == position.result
    assert replay.options == options


def test_a_replay_is_a_file_people_can_read(tmp_path):
    file = saved(tmp_path)
    Replay.load(file).save(file)
    data = msgspec.json.decode(file.read_bytes())
    assert data["ludus"] == FORMAT_PLAIN
    assert (data["game"], data["rules"], data["seed"], data["options"]) == ("auction", "1", 3, {"cards": 3})
    assert data["players"] == ["me", "you"]
    assert data["moves"][0].startswith("bid ")
    assert data["release"] == ludus.__version__
    assert set(data["result"]) == {"reason", "shares"}
    assert len(file.read_text().splitlines()) > 10


def test_an_unfinished_game_has_a_replay_without_result(tmp_path):
    position = Position.start(auction.game, auction.game.content(), 1)
    position.play(2)
    replay = Replay.from_position(position)
    assert (replay.moves, replay.result) == (["bid 2"], {})
    with registered_game(auction.game):
        assert replay.positions()[-1].bytes() == position.bytes()


def test_the_replay_of_a_game_in_real_time_counts_equal_moves(tmp_path):
    file = tmp_path / "replay.json"
    position = Position.start(realtime_runner.game, realtime_runner.game.content(), 1)
    for move in ("run", "run", "run", "jump", "jump", "run"):
        position.play(move)
    Replay.from_position(position).save(file)
    data, replay = msgspec.json.decode(file.read_bytes()), Replay.load(file)
    assert (data["ludus"], data["moves"]) == (FORMAT_RUN_LENGTH, ["3 run", "2 jump", "1 run"])
    assert replay.moves == ["run", "run", "run", "jump", "jump", "run"]
    assert msgspec.json.decode(msgspec.json.encode(replay)) == data  # as reports write it
    with registered_game(realtime_runner.game):
        assert replay.positions()[-1].bytes() == position.bytes()


def test_a_real_time_replay_without_run_lengths_can_be_read(tmp_path):
    file, position = tmp_path / "replay.json", finished(realtime_runner)
    counted = Replay.from_position(position)
    msgspec.structs.replace(counted, ludus=FORMAT_PLAIN, written=counted.moves).save(file)
    assert msgspec.json.decode(file.read_bytes())["moves"] == counted.moves
    with registered_game(realtime_runner.game):
        assert Replay.load(file).positions()[-1].bytes() == position.bytes()


@given(st.lists(st.sampled_from(["rest", "right", "right+jump", "2 rest", "", "a  b"])))
def test_run_length_encoding_is_reversible(moves):
    assert run_length_decode(run_length_encode(moves)) == moves


@pytest.mark.parametrize("seed", [0, -1, 2**64 - 1, 2**63])
def test_every_seed_reads_back(tmp_path, seed):
    Replay.from_position(finished(seed=seed)).save(tmp_path / "replay.json")
    assert Replay.load(tmp_path / "replay.json").seed == seed


def test_a_position_that_was_not_dealt_has_no_replay():
    position = finished()
    for other in (position.resample(0, 1), Position.read(auction.game, auction.game.content(), position.text())):
        with pytest.raises(ReplayError, match="only a game started from a seed"):
            Replay.from_position(other)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"ludus": None}, "'ludus' … missing"),
        ({"ludus": 3, "release": "9.0"}, "format 3 … Ludus 9.0 … formats 1 … 2"),
        ({"ludus": 2}, "text 1 … 'moves' … '39 right' … 'bid "),
        ({"ludus": 2, "moves": ["0 bid 1"]}, "text 1 … 'moves'"),
        ({"ludus": 2, "moves": ["3 bid 1", "+1 bid 1"]}, "text 2 … 'moves'"),
        ({"ludus": 2, "moves": ["99999999 bid 1"]}, "too many moves for a replay"),
        ({"seed": "x"}, "`int` … `str` … `$.seed`"),
        ({"moves": None}, "missing required field `moves`"),
        ({"colour": "red"}, "unknown field `colour`"),
    ],
)
def test_a_file_that_is_not_a_replay_is_refused_with_the_reason(tmp_path, changes, message):
    with pytest.raises(ReplayError, match=mentions(message)):
        Replay.load(saved(tmp_path, **changes))


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"[]", b"null", b"[" * 100_000])
def test_a_file_that_is_not_json_is_refused(tmp_path, data):
    (tmp_path / "replay.json").write_bytes(data)
    with pytest.raises(ReplayError, match=r"replay\.json: not a replay file"):
        Replay.load(tmp_path / "replay.json")


@given(st.binary())
def test_any_bytes_are_refused_with_a_clear_error(tmp_path_factory, data):
    file = tmp_path_factory.getbasetemp() / "any.json"
    file.write_bytes(data)
    with pytest.raises(ReplayError):
        Replay.load(file)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(ReplayError, match="cannot be read: there is no such file"):
        Replay.load(tmp_path / "missing.json")
    with pytest.raises(ReplayError, match="cannot be written"):
        Replay.from_position(finished()).save(tmp_path / "no" / "such" / "folder.json")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rules": "0"}, "'0' … auction … '1'"),
        ({"content": "0123456789abcdef"}, "0123456789abcdef … content file"),
        ({"moves": ["bid 1", "bid 9"]}, "move 2 … 2 … 'bid 9'"),
        ({"moves": ["bid 1", "sing"]}, "move 2 … 2 … 'sing' … 'bid'"),
        ({"moves": ["bid 1"]}, "None … replay says"),
        ({"result": {"shares": [0.25, 0.75]}}, "GameResult … replay says"),
    ],
)
def test_a_replay_whose_moves_contradict_its_result_is_refused(tmp_path, changes, message):
    with registered_game(auction.game), pytest.raises(ReplayError, match=mentions(message)):
        Replay.load(saved(tmp_path, **changes)).positions()


@pytest.mark.parametrize("options", [{"cards": 99}, {"colour": 1}, {"self": 1}])
def test_options_of_a_replay_are_checked(tmp_path, options):
    with registered_game(auction.game), pytest.raises(LudusError, match="auction: "):
        Replay.load(saved(tmp_path, options=options)).positions()


def test_a_replay_of_an_unknown_game_says_so(tmp_path):
    with pytest.raises(UnknownName, match="there is no game named 'chess'"):
        Replay.load(saved(tmp_path, game="chess")).positions()


def test_other_rules_are_noticed_before_a_move_is_played(tmp_path):
    with registered_game(replace(auction.game, version="2")), pytest.raises(ReplayError, match="rules version '2'"):
        Replay.load(saved(tmp_path)).load_game()
