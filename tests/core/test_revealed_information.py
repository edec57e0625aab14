"""Whether a move reveals hidden information: the quick comparison agrees with that of whole observations."""

import random

import pytest

import ludus
from ludus.core.random import derive
from ludus.core.revealed_information import UNDO_RESAMPLES, reveals


def observes_differences(position, move, seat):
    """The rule by observations alone, as it is meant."""

    def after(start):
        end = start.copy()
        end.play(move)
        return end.end_reason, end.game.observation(end.content, end.state, seat)

    truth = after(position)
    return any(after(position.resample(seat, derive(0, "undo", k))) != truth for k in range(UNDO_RESAMPLES))


@pytest.mark.parametrize("name", ["locm", "dominion", "tribute", "delve"])
def test_a_move_reveals_something_exactly_if_observations_differ(name):
    dice, answers = random.Random(3), set()
    position = ludus.new_game(name, seed=11)
    for number in range(120):
        if position.is_over:
            break
        move = dice.choice(position.legal_moves)
        if number % 3 == 0 or len(answers) < 2:
            revealed = reveals(position, move, position.current_player)
            assert revealed == observes_differences(position, move, position.current_player)
            answers.add(revealed)
        position.play(move)
    assert answers == {True, False}


def test_positions_have_the_same_state_if_every_byte_is_equal():
    position = ludus.new_game("locm", seed=1)
    copy = position.copy()
    assert position.has_same_state(copy)
    copy.play(copy.legal_moves[0])
    assert not position.has_same_state(copy)
