"""Thousands of messages and requests that make no sense: no error of the server, nothing changed, nothing told."""

import json
import random

import pytest

from ludus.core.errors import LudusError
from ludus.studio import listening
from ludus.studio.limits import Bucket
from ludus.studio.workshop import Workshop
from tests.studio.fuzz import text, value

SOCKET_MESSAGES, REQUESTS = 3000, 2500
ALL = Bucket(1e9, 1e9)
REAL = [
    {"type": "play", "request": 1, "ply": 0, "text": "BID 1"},
    {"type": "look", "request": 2, "ply": 0},
    {"type": "describe", "request": 3, "ply": 0},
    {"type": "ask", "request": 4, "ply": 0, "bot": "random"},
    {"type": "explain", "request": 5, "text": "BID 1"},
    {"type": "go", "request": 6, "moves": 1},
    {"type": "halt", "request": 7},
    {"type": "again", "request": 8},
    {"type": "logs", "request": 9},
]
BODIES = {
    "/api/tables": {"game": "auction", "seats": [{}, {"bot": "random"}], "seed": 7, "options": {}, "open": False},
    "/api/replays": {"format": 1, "game": "auction", "seed": 7, "moves": ["BID 1"], "players": ["a", "b"]},
    "/api/kingdoms/games": {
        "kingdom": ["Cellar"],
        "edition": "first",
        "players": ["earl", "drew"],
        "seed": 1,
        "number": 0,
    },
    "/api/design/dominion/inspect": {"content": ["first-game"], "asks": {}, "options": {}, "games": 10, "seed": 1},
    "/api/design/delve/make": {"asks": {"flow": "0.5"}, "options": {}, "games": 10, "seed": 1},
    "/api/content": {"name": "kingdom.txt", "text": "Cellar"},
    "/api/runs": {"study": "dominion-cards", "preset": "quick", "sets": {"seed": "3"}},
    "/api/tournaments": {"game": "locm", "players": ["random", "greedy"], "games": 10, "seed": 3, "options": {}},
}


@pytest.fixture
def unbounded(studio, monkeypatch):
    """No limit of pace, so that every message is looked at, and no work, which would cost minutes."""
    monkeypatch.setattr(listening, "MESSAGES", (1e9, 1e9))
    monkeypatch.setattr(studio.guard, "_buckets", dict.fromkeys(studio.guard._buckets, ALL))

    def refuse(*_, **__):
        raise LudusError("no work in this test")

    monkeypatch.setattr(Workshop, "start", refuse)


def test_thousands_of_wrong_messages_change_nothing_and_are_all_survived(studio, owner, unbounded, caplog):
    made = owner.table(people=2, bots=(), seed=1)
    table = studio.hall._live[made["id"]].table
    before, dice = table.now.bytes(), random.Random(1)
    sent = 0
    while sent < SOCKET_MESSAGES:
        with owner.sit(made, 1) as talk:
            talk.hear()
            for _ in range(200):
                talk.socket.send(text(dice, REAL))
                sent += 1
            talk.number = 10**9  # none of theirs
            assert talk.ask("look", ply=0)["type"] == "looked"
            told = json.dumps(talk.heard)
        assert '"seed": null' in told
        assert "Traceback" not in told
    assert table.now.bytes() == before
    assert table.state == "playing"
    assert not caplog.records, caplog.text


@pytest.mark.slow
def test_thousands_of_wrong_requests_are_answered_without_an_error_of_the_server(studio, owner, unbounded, caplog):
    dice = random.Random(2)
    routes = [(method, route.path) for route in _routes(studio) for method in route.methods or ()]
    assert len(routes) > 20
    for _ in range(REQUESTS):
        method, path = dice.choice(routes)
        if "{" in path:
            parts = [_name(dice) if part.startswith("{") else part for part in path.split("/")]
            path = "/".join(parts)
        likely = [each for each in BODIES if each.split("/")[2] in path] or [*BODIES]
        if method == "POST" and dice.random() < 0.6:
            path = dice.choice(likely)
        body = text(dice, [BODIES[dice.choice(likely)]]) if method == "POST" else None
        data = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else body
        status, answer = owner.request(method, path, data)
        assert status < 500 or (status, path.startswith("/api")) == (503, False), (method, path, body, answer)
        assert studio.owner.token not in str(answer), (method, path)
        if status >= 400:
            assert answer["message"], (method, path, body, answer)
            assert str(studio.folder) not in str(answer), (method, path, body, answer)
    assert not [each for each in caplog.records if each.levelname == "ERROR"], caplog.text


def _routes(studio):
    found = [each for each in studio.guard.app.routes if getattr(each, "methods", None)]
    for each in studio.guard.app.routes:
        inner = getattr(getattr(each, "original_router", None), "routes", [])
        found += [route for route in inner if getattr(route, "methods", None)]
    return found


def _name(dice):
    """A part of an address."""
    words = [
        "auction",
        "dominion",
        "first-game",
        "ffffffffffff",
        "0",
        "1",
        "0-1",
        "x.toml",
        "%2e%2e",
        "..%2f..%2ftoken",
    ]
    strange = "".join(f"%{ord(letter) % 256:02x}" for letter in str(value(dice, 3))[:20])
    return dice.choice([*words, strange or "x"])
