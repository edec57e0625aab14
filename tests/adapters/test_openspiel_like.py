"""States with the names that OpenSpiel gives things."""

import random

import numpy as np
import pytest

import ludus
from ludus.adapters.openspiel_like import TERMINAL, OpenSpielGame, load_game
from ludus.testing.example_games import auction, magpies, realtime_runner
from ludus.util.errors import GameOver, IllegalMove, LudusError, NotationError, OptionError
from tests.adapters.games import every_game
from tests.cases import each
from tests.messages import mentions


def walk(game, seed=1, most=150):
    """A random game; yields every state, the last included."""
    state, dice = game.new_initial_state(seed), random.Random(seed)
    for _ in range(most):
        yield state
        if state.is_terminal():
            break
        state.apply_action(dice.choice(state.legal_actions()))


@every_game
def test_utilities_add_up_to_nothing_and_keep_to_their_bounds(game, options):
    spiel = OpenSpielGame(game, options)
    for seed in range(3):
        *_, last = walk(spiel, seed, most=10_000)
        returns = last.returns()
        assert last.is_terminal()
        assert all(spiel.min_utility() <= number <= spiel.max_utility() for number in returns)
        assert spiel.num_players() == 1 or abs(sum(returns)) < 1e-12
        assert [last.player_return(player) for player in range(spiel.num_players())] == returns
        assert (last.current_player(), last.legal_actions()) == (TERMINAL, [])


@every_game
def test_actions_are_ascending_masked_and_written_and_read(game, options):
    spiel = OpenSpielGame(game, options)
    for state in list(walk(spiel))[:-1][:40]:
        legal = state.legal_actions()
        assert legal == sorted(set(legal))
        assert np.flatnonzero(state.legal_actions_mask()).tolist() == legal
        assert len(state.legal_actions_mask()) == spiel.num_distinct_actions()
        player = state.current_player()
        for action in legal[:5]:
            assert state.string_to_action(state.action_to_string(player, action)) == action
        assert state.legal_actions(player) == legal
        for other in set(range(spiel.num_players())) - {player}:
            assert state.legal_actions(other) == []


@every_game
def test_states_are_written_and_read(game, options):
    spiel = OpenSpielGame(game, options)
    for number, state in enumerate(walk(spiel)):
        if number % 10 == 0:
            again = spiel.deserialize_state(state.serialize())
            assert again.position.bytes() == state.position.bytes()
            assert again.history() == state.history()
            assert again.information_state_string(0) == state.information_state_string(0)


@every_game
def test_a_resampled_state_is_one_that_the_player_cannot_tell_from_the_true_one(game, options):
    spiel, dice = OpenSpielGame(game, options), random.Random(1)
    for number, state in enumerate(walk(spiel)):
        if number % 17 == 0 and not state.is_terminal():
            player = state.current_player()
            other = state.resample_from_infostate(player, dice.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert np.array_equal(other.observation_tensor(player), state.observation_tensor(player))
            assert other.legal_actions() == state.legal_actions()
            action = dice.choice(state.legal_actions())
            assert other.child(action).history() == [action]


def test_a_resampled_state_is_dealt_anew():
    state = load_game(auction.game).new_initial_state(seed=1)
    deals = {state.resample_from_infostate(0, random.Random(k).random).position.bytes() for k in range(9)}
    assert len(deals) == 9


def test_a_resampled_state_is_written_and_read_with_what_was_heard_before():
    spiel = load_game(auction.game)
    state = spiel.new_initial_state(seed=1)
    for action in (3, 5, 2):
        state.apply_action(action)
    other = state.resample_from_infostate(1, random.Random(1).random)
    other.apply_action(1)
    again = spiel.deserialize_state(other.serialize())
    assert again.position.bytes() == other.position.bytes()
    assert again.information_state_string(1) == other.information_state_string(1)
    assert '"history":["1: bid 5","1: bid 1"]' in other.information_state_string(1)
    assert again.history() == [1]


def test_a_resampled_state_does_not_reveal_the_seed_of_its_content():
    spiel = load_game("locm", version="1.5")
    other = spiel.new_initial_state(seed=77).resample_from_infostate(0, random.Random(1).random)
    assert "77" not in other.serialize().partition('"origin"')[0]
    with pytest.raises(NotationError, match="the content comes from the game's seed"):
        spiel.deserialize_state(other.serialize())


def test_a_resampled_state_can_be_resampled_again():
    state = load_game(auction.game).new_initial_state(seed=1)
    for action in (3, 5):
        state.apply_action(action)
    once = state.resample_from_infostate(0, random.Random(1).random)
    once.apply_action(4)
    twice = once.resample_from_infostate(0, random.Random(2).random)
    assert twice.information_state_string(0) == once.information_state_string(0)


def test_information_states_tell_apart_what_a_player_can_tell_apart():
    state = load_game(auction.game).new_initial_state(seed=1)
    three, five = state.child(3), state.child(5)
    assert three.information_state_string(1) == five.information_state_string(1)
    assert three.information_state_string(0) != five.information_state_string(0)
    assert three.information_state_string() == three.information_state_string(1)


def test_clones_and_children_leave_the_state_alone():
    state = load_game(magpies.game).new_initial_state(seed=1)
    before = state.position.bytes()
    clone = state.clone()
    clone.apply_action(0)
    state.child(1)
    assert (state.position.bytes(), state.history()) == (before, [])
    assert clone.history() == [0]


def test_the_seed_deals_as_start_does():
    spiel = load_game("locm", setup="dealt")
    assert spiel.new_initial_state(seed=7).position.bytes() == ludus.new_game("locm", seed=7, setup="dealt").bytes()
    assert str(spiel) == "locm"
    assert spiel.new_initial_state(seed=7).get_game() is spiel


def test_a_game_tells_its_measures():
    spiel = load_game(magpies.game)
    assert (spiel.num_players(), spiel.num_distinct_actions()) == (3, 40)
    assert (spiel.min_utility(), spiel.max_utility(), spiel.utility_sum()) == (-0.5, 1, 0)
    state = spiel.new_initial_state()
    assert [state.observation_tensor(2).size] == spiel.observation_tensor_shape() == [spiel.observation_tensor_size()]
    assert load_game(realtime_runner.game).utility_sum() is None
    assert load_game(realtime_runner.game).min_utility() == 0
    assert (state.is_chance_node(), state.is_simultaneous_node()) == (False, False)
    assert '"turn": 0' in str(state)


@each(
    ("mistake", "error", "complaint"),
    [
        (lambda state: state.apply_action(7), IllegalMove, "the action 7 is not legal for seat 0"),
        (lambda state: state.action_to_string(0, 7), IllegalMove, "the action 7 is not legal for seat 0"),
        (lambda state: state.string_to_action("bid 9"), IllegalMove, "'bid 9' … bid 1"),
        (lambda state: state.string_to_action("bet"), NotationError, "a move is 'bid' and a card"),
        (lambda state: state.observation_tensor(2), OptionError, "player 2 … 0 … 1"),
        (lambda state: state.legal_actions(-1), OptionError, "there is no player -1"),
        (lambda state: state.get_game().deserialize_state("{}"), NotationError, "not a state"),
        (lambda state: state.get_game().deserialize_state("☃"), NotationError, "not a state"),
    ],
)
def test_errors_have_clear_messages(mistake, error, complaint):
    state = load_game(auction.game).new_initial_state(seed=1)
    before = state.position.bytes()
    with pytest.raises(error, match=mentions(complaint)):
        mistake(state)
    assert state.position.bytes() == before


def test_texts_of_other_games_and_of_impossible_games_are_refused():
    spiel = load_game(auction.game)
    state = spiel.new_initial_state(seed=1)
    state.apply_action(3)
    text = state.serialize()
    with pytest.raises(NotationError, match="a state of auction 1, not of magpies 1"):
        load_game(magpies.game).deserialize_state(text)
    with pytest.raises(IllegalMove):
        spiel.deserialize_state(text.replace('"moves":[3]', '"moves":[3,3,3]'))
    with pytest.raises(NotationError, match="a state has a seed or an origin"):
        spiel.deserialize_state(text.replace('"seed":1', '"seed":null'))
    with pytest.raises(LudusError):
        spiel.deserialize_state(text.replace('"seed":1,"origin":null', '"seed":null,"origin":"{}"'))


def test_nothing_can_be_done_after_the_end():
    *_, last = walk(load_game(auction.game))
    with pytest.raises((GameOver, IllegalMove)):
        last.apply_action(1)
