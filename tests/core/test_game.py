"""A game that is written with old names of fields is refused, and the message says what to write today."""

import copy
import dataclasses
import pickle

import pytest

from ludus.core.game import OLD_FIELDS, Features, Game, GameBots
from ludus.testing.example_games.auction import game
from ludus.util.errors import ContractError
from tests.cases import each
from tests.messages import mentions

FIELDS_BEFORE = (
    "name title summary version seats reasons most_moves table state rules load view options write_move read_move tell "
    "validate write_position read_position draw explain describe phrase check reference benchmarks redeal_bar features "
    "piece_features most_pieces more_features outlook largest_move real_time phases partners bots fit showcase study "
    "genomes named conceal converse interpret facts offers foreign turn_of turn_seconds competition design"
).split()
SAME_NAME = ("name title summary version seats state rules load options validate largest_move real_time phases").split()


def fields_of(kind) -> dict[str, object]:
    return {field.name: field for field in dataclasses.fields(kind)}


def test_every_old_field_has_a_place_today():
    assert len(FIELDS_BEFORE) == 52
    assert set(OLD_FIELDS) == set(FIELDS_BEFORE) - set(SAME_NAME)
    assert set(SAME_NAME) <= set(fields_of(Game))
    for path in OLD_FIELDS.values():
        group, _, name = path.rpartition(".")
        assert name in fields_of(getattr(game, group) if group else Game)


@each("old", OLD_FIELDS)
def test_an_old_field_is_refused_with_its_name_of_today(old):
    group, _, name = OLD_FIELDS[old].rpartition(".")
    today = f"{group}={type(getattr(game, group)).__name__}({name}=...)" if group else name
    with pytest.raises(ContractError) as error:
        Game(**{old: ()})
    assert f"`{old}` is `{today}` now" in str(error.value)


def test_all_old_fields_are_named_at_once():
    with pytest.raises(ContractError, match=mentions("`view`", "`observation`", "`draw`")):
        Game(name="mine", view=None, draw=None)


def test_fields_of_today_are_accepted():
    changed = dataclasses.replace(game, title="Other", bots=GameBots(), features=Features())
    assert (changed.title, changed.name) == ("Other", game.name)
    with pytest.raises(TypeError, match="no_such_field"):
        Game(no_such_field=1)


def test_a_game_is_pickled_and_copied_by_its_path():
    assert pickle.loads(pickle.dumps(game)) is game
    assert copy.copy(game) is copy.deepcopy(game) is game
