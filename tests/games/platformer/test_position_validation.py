"""Positions read from text: impossible ones are refused."""

import pytest

from ludus.core.position import Position
from ludus.games.platformer import game
from ludus.util.errors import NotationError
from tests.cases import each


@each(
    ("field", "value", "said"),
    [
        ("x", 1187, "body.x: 1187 is not between"),
        ("y", 7100, "inside a solid cell"),
        ("y", 7300, "there is no ground here"),
        ("vy", 40, "neither rises nor falls"),
        ("vx", 571, "body.vx: 571"),
        ("stance", 2, "there is no ledge"),
        ("stance", 4, "body.stance"),
        ("let_go", 7, "body.let_go"),
    ],
)
def test_a_body_that_cannot_be_is_refused(field, value, said):
    here = Position.start(game, game.content(), 1)
    old = getattr(here.state.body, field)
    text = here.text().replace(f'"{field}":{old}', f'"{field}":{value}', 1)
    with pytest.raises(NotationError, match=said):
        Position.read(game, game.content(), text)


@each(
    ("field", "value", "said"),
    [
        ("deaths", 1, "deaths: 1 is not between 0 and 0"),
        ("safe_x", 0, "is no safe cell"),
        ("reason", 1, "centre of the body is in an exit"),
        ("reason", 2, "time runs out"),
        ("tick", 7200, "time runs out at tick 7200"),
        ("killer", 1, "killer"),
    ],
)
def test_a_run_that_cannot_be_is_refused(field, value, said):
    here = Position.start(game, game.content(), 1)
    old = getattr(here.state, field)
    text = here.text().replace(f'"{field}":{old}', f'"{field}":{value}', 1)
    with pytest.raises(NotationError, match=said):
        Position.read(game, game.content(), text)
