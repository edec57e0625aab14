"""Rate limits: no guest uses up the sockets or requests of others, and the memory for counting clients is limited."""

import asyncio
import time

import pytest
from websockets.exceptions import ConnectionClosed

from ludus.studio import app
from ludus.studio.auth import AuthMiddleware
from ludus.studio.rate_limits import GUEST_SHARES, MAX_PERSONS, TokenBucket


def test_sockets_of_guests_are_limited(open_studio, monkeypatch):
    studio = open_studio(share="127.0.0.1")
    path = f"/socket/tables/{studio.owner.new_session(people=0, bots=('random', 'random'))['id']}"
    for name in ("GUEST_SOCKETS", "GUESTS_SOCKETS"):
        with monkeypatch.context() as patch, studio.guest.socket(path) as connection:
            connection.receive()
            patch.setattr(app, name, 1)
            with studio.guest.socket(path) as another, pytest.raises(ConnectionClosed, match="1013"):
                another.receive()
            with studio.owner.socket(path) as own:
                assert own.receive()["type"] == "whole"
    while studio.auth.app.state.sockets:  # until the server knows that all have left
        time.sleep(0.01)


def test_a_guest_cannot_use_up_the_requests_of_others(monkeypatch):
    tokens = {"owner": "o" * 32, "guest": "g" * 32}

    async def nothing(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})

    middleware = AuthMiddleware(nothing, ["here"], tokens, "cookie")
    middleware._buckets = {"owner": TokenBucket(0.0, 3), "guest": TokenBucket(0.0, 3 * GUEST_SHARES, GUEST_SHARES)}

    def ask(role, address):
        sent = []

        async def send(message):
            sent.append(message)

        headers = [(b"host", b"here"), (b"authorization", f"Bearer {tokens[role]}".encode())]
        scope = {"type": "http", "method": "GET", "path": "/api/hello", "query_string": b"", "headers": headers}
        asyncio.run(middleware({**scope, "client": (address, 1)}, None, send))
        return sent[0]["status"]

    assert [ask("guest", "192.0.2.1") for _ in range(5)] == [200, 200, 200, 429, 429]
    assert [ask("guest", "192.0.2.2") for _ in range(3)] == [200, 200, 200]
    assert [ask("owner", "127.0.0.1") for _ in range(4)] == [200, 200, 200, 429]


def test_the_number_of_counted_clients_is_limited():
    bucket = TokenBucket(0.0, 1e9, GUEST_SHARES)
    for number in range(MAX_PERSONS + 10):
        assert bucket.take(str(number))
    assert len(bucket._by_client) == MAX_PERSONS


def test_a_token_bucket_gives_out_its_tokens_and_no_more():
    bucket = TokenBucket(0.0, 5)
    assert [bucket.take() for _ in range(7)] == [True] * 5 + [False] * 2
