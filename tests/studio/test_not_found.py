"""Requests for things that do not exist: one status and one wording."""

import re

import pytest
from websockets.exceptions import ConnectionClosed

from ludus.studio.request_errors import NotFound
from tests.cases import each

WORDING = re.compile(r"there is no [a-z][A-Za-z -]* named '.*'.*", re.DOTALL)
PATHS = (
    *("games/x", "games/x/levels", "games/x/primer", "design/x", "cards/x"),
    *(
        "runs/x",
        "runs/x/report",
        "runs/x/against/y",
        "tournaments/x",
        "tournaments/x/report",
        "tournaments/x/games/0-1",
    ),
    *("tables/x/replay", "tables?before=x", "content/x.toml", "nothing", "no/such/thing"),
    *("levels/x", "levels/x/runs", "levels/x/survey", "levels/easy/runs/x", "study/x"),
)


@each("path", PATHS)
def test_every_missing_thing_is_answered_alike(owner, path):
    status, problem = owner.get(f"/api/{path}")
    assert (status, bool(WORDING.fullmatch(problem["message"]))) == (404, True), problem


def test_a_request_to_no_address_is_answered_alike(owner):
    status, problem = owner.post("/api/nothing", {})
    assert status in (404, 405)
    assert WORDING.fullmatch(problem["message"])


@each("path", ("tables/unknown", "tables/%E0", "work/unknown"))
def test_sockets_of_missing_things_are_closed_with_the_same_words(owner, path):
    with owner.socket(f"/socket/{path}") as connection, pytest.raises(ConnectionClosed) as closed:
        connection.receive()
    assert closed.value.rcvd.code == 4404
    assert WORDING.fullmatch(closed.value.rcvd.reason)


def test_a_long_name_is_shortened():
    assert len(str(NotFound("run", "x" * 1000))) < 100
