"""The functions and classes of `import ludus`."""

import subprocess
import sys
from dataclasses import replace

import pytest

import ludus
from ludus.backends import Threads
from ludus.core.game_registry import registered_game
from ludus.testing.example_games import auction, magpies
from ludus.util.errors import NotationError, OptionError, UnknownName
from tests.cases import each

CARDS = 4  # cards of the example auctions: games are short


@pytest.fixture(autouse=True)
def example_games():
    with registered_game(auction.game), registered_game(magpies.game):
        yield


def test_importing_ludus_loads_neither_the_compiler_nor_numpy():
    code = "import ludus, sys; dir(ludus); print(sorted({'numba', 'numpy'} & set(sys.modules)))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_every_public_name_exists_and_is_listed():
    assert all(getattr(ludus, name) is not None for name in ludus.__all__)
    assert set(ludus.__all__) <= set(dir(ludus))


@each(
    ("old", "new"),
    [("start", "new_game"), ("read", "read_position"), ("game", "load_game"), ("register", "register_game")],
)
def test_an_old_name_is_answered_with_the_new_one(old, new):
    with pytest.raises(AttributeError, match=f"ludus.{old} is called ludus.{new} now"):
        getattr(ludus, old)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'checkers'"):
        _ = ludus.checkers


def test_a_game_is_played_with_the_names_of_the_field():
    position = ludus.new_game("auction", seed=7, cards=CARDS)
    assert isinstance(position, ludus.Position)
    while not position.is_over:
        before, seat = position.copy(), position.current_player
        resampled = position.resample(seat, seed=1).observation(seat)
        assert resampled == position.observation(seat) | {"history": []}
        position.play(position.legal_moves[0])
        assert before.length == position.length - 1
    assert position.end_reason == position.result.reason
    assert sum(position.result.payoffs) == 1


def test_positions_and_replays_are_written_and_read(tmp_path):
    position = ludus.new_game("auction", seed=7, cards=CARDS)
    position.play(position.legal_move_texts()[0])
    assert ludus.read_position("auction", position.text(), cards=CARDS).bytes() == position.bytes()
    ludus.save_replay(position, tmp_path / "game.json")
    assert ludus.load_replay(tmp_path / "game.json").positions()[-1].bytes() == position.bytes()
    with pytest.raises(NotationError):
        ludus.read_position("auction", "not a position")


def test_games_are_found_by_name_or_given_as_objects():
    assert ludus.load_game("auction") is auction.game
    assert {"auction", "magpies"} <= set(ludus.game_names())
    assert ludus.new_game(auction.game, seed=3).bytes() == ludus.new_game("auction", seed=3).bytes()
    with pytest.raises(UnknownName, match="did you mean 'auction'"):
        ludus.load_game("auktion")


def test_a_registered_game_is_known_by_its_name():
    other = replace(auction.game, name="silent-auction")
    with registered_game(other):
        assert ludus.register_game(other) is other
        assert ludus.load_game("silent-auction") is other


def test_a_match_gives_win_rates_with_intervals():
    result = ludus.match("auction", "greedy", "random", games=101, seed=5, cards=CARDS)
    assert isinstance(result, ludus.MatchResult)
    assert result.games == 102  # whole deals: every bot has both seats
    first, second = result.payoffs
    assert 0 <= first.low <= first.value <= first.high <= 1
    assert first.value + second.value == pytest.approx(1)
    assert sum(result.end_reasons.values()) == 102
    assert str(result).splitlines()[1].startswith("greedy  ")


def test_a_match_does_not_depend_on_the_backend():
    results = [
        ludus.match("auction", "random", games=40, cards=CARDS, backend=backend)
        for backend in ("threads:1", Threads(2))
    ]
    assert results[0].outcomes.digest() == results[1].outcomes.digest()
    assert results[0].bots == ["random", "random"]  # a single bot plays all seats


def test_the_number_of_bots_sets_the_seats_where_a_game_has_a_choice():
    assert len(ludus.match("magpies", "random", "random", "random", games=3).payoffs) == 3


def test_bots_are_listed_loaded_and_given_as_objects():
    assert {"random", "greedy", "mcts"} <= set(ludus.bot_names("auction"))
    bot = ludus.load_bot("auction", "greedy")
    by_object = ludus.match("auction", bot, "random", games=20, cards=CARDS)
    by_text = ludus.match("auction", "greedy", "random", games=20, cards=CARDS)
    assert by_object.outcomes.digest() == by_text.outcomes.digest()


@each(
    ("arguments", "error", "message"),
    [
        (("auction", "gredy", "random"), UnknownName, "did you mean 'greedy'"),
        (("auction", "random", "random", "random"), OptionError, "needs 2 bots"),
        (("auktion", "random"), UnknownName, "did you mean 'auction'"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        ludus.match(*arguments, games=2)


def test_a_tournament_ranks_the_bots(tmp_path):
    result = ludus.tournament("auction", "random", "greedy", games=40, cards=CARDS, folder=tmp_path / "cup")
    assert isinstance(result, ludus.TournamentResult)
    assert sorted(row.name for row in result.players) == ["greedy", "random"]
    assert (tmp_path / "cup" / "pairs.csv").is_file()


def test_environments_are_made_by_their_kind():
    state = ludus.make_env("auction", "openspiel", cards=CARDS).new_initial_state()
    assert state.legal_actions()
    with pytest.raises(UnknownName, match="kind of environment"):
        ludus.make_env("auction", "atari")


def test_an_environment_for_one_agent_is_the_usual_kind():
    pytest.importorskip("gymnasium")
    observation, info = ludus.make_env("auction", opponents="random").reset(seed=1)
    assert observation.shape
    assert info


def test_a_study_that_does_not_exist_is_refused():
    with pytest.raises(UnknownName, match="study"):
        ludus.run_study("no-such-study")
