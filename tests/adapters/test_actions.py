"""Actions stand for moves, and the mask for the legal ones."""

from dataclasses import replace

import numpy as np
import pytest

from ludus.adapters.actions import Actions
from ludus.core.position import Position
from ludus.testing.example_games import auction, magpies
from ludus.util.errors import ContractError, IllegalMove, OptionError
from tests.adapters.games import every_game, positions
from tests.cases import each
from tests.messages import mentions, missing

UNTOLD = replace(auction.game, largest_move=None)


@every_game
@each("kind", ["number", "index"])
def test_every_legal_move_has_an_action_of_its_own_and_back(game, options, kind):
    actions = Actions(game, kind)
    for position in positions(game, options):
        legal = position.legal_moves
        mask = actions.mask(legal)
        assert mask.shape == (actions.count,)
        assert mask.sum() == len(legal)
        assert sorted(actions.legal(legal)) == np.flatnonzero(mask).tolist()
        assert [actions.move(action, legal) for action in actions.legal(legal)] == legal
        assert [actions.action(move, legal) for move in legal] == list(actions.legal(legal))


def test_by_number_an_action_is_the_move_itself():
    actions = Actions(auction.game)
    assert actions.count == auction.MAX_CARDS + 1
    assert actions.legal([2, 5]) == [2, 5]
    assert (actions.move(5, [2, 5]), actions.move(np.int64(3), [2, 5]), actions.move(99, [2, 5])) == (5, None, None)


def test_by_index_an_action_is_a_place_among_the_legal_moves():
    actions = Actions(auction.game, "index")
    assert actions.count == auction.game.max_moves
    assert np.flatnonzero(actions.mask([2, 5])).tolist() == [0, 1]
    assert (actions.move(1, [2, 5]), actions.move(2, [2, 5]), actions.move(-1, [2, 5])) == (5, None, None)


def test_by_list_an_action_is_a_place_in_the_list():
    actions = Actions(auction.game, [6, 5, 4, 3, 2, 1])
    assert actions.count == 6
    assert actions.legal([2, 5]) == [4, 1]
    assert (actions.move(1, [2, 5]), actions.move(0, [2, 5])) == (5, None)
    with pytest.raises(OptionError, match=mentions("move 7", "legal", "list")):
        actions.mask([7])


def test_a_game_that_does_not_say_how_large_its_moves_get_is_played_by_index():
    assert Actions(UNTOLD).legal([2, 5]) == range(2)
    with pytest.raises(OptionError, match="does not state its largest move"):
        Actions(UNTOLD, "number")


def test_a_largest_move_that_is_too_small_is_an_error():
    with pytest.raises(ContractError, match="a legal move is not between 0 and 3"):
        Actions(replace(auction.game, largest_move=3)).mask([2, 5])


@each(
    ("wish", "complaint"),
    [
        ("name", "'number' … 'index' … 'name'"),
        ([], "must not be empty"),
        ([1, 2, 1], "must not be empty or contain duplicates"),
        ([1, 2.5], "an action is a whole number, not 2.5"),
    ],
)
def test_invalid_arguments_of_the_environment_are_refused(wish, complaint):
    with pytest.raises(OptionError, match=mentions(complaint)):
        Actions(auction.game, wish)


def test_no_action_is_a_whole_number_that_is_none():
    with pytest.raises(OptionError, match=mentions("action", "'bid 3'")):
        Actions(auction.game).move("bid 3", [3])


def test_the_refusal_of_an_action_says_what_is_legal():
    position = Position.start(magpies.game, magpies.game.content(), 1)
    error = Actions(magpies.game).illegal_action_error(39, position)
    assert isinstance(error, IllegalMove)
    assert not missing(error, "action 39", "seat 0", "0 (play 0)", "4 (play 4)")
