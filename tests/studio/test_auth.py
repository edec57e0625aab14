"""Authentication: host, origin and token are checked on every request and socket, and sizes are limited."""

import contextlib
import http.client

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from ludus.studio import app
from ludus.studio.auth import AuthMiddleware
from ludus.studio.rate_limits import LARGEST_MESSAGE, LARGEST_UPLOAD, REQUESTS, TokenBucket
from ludus.studio.server import LOOPBACK, prepare
from tests.cases import each


@each("origin", [None, "null", "http://evil.example", "https://{host}", "http://{host}.evil.example"])
def test_a_foreign_origin_gets_no_socket_and_changes_nothing(studio, owner, origin):
    made, host = owner.new_session(), studio.host
    before = owner.get("/api/tables")[1]
    headers = {"Authorization": f"Bearer {owner.token}"}
    given = origin and origin.format(host=host)
    address = f"ws://{host}/socket/tables/{made['id']}?key={made['keys'][0]}"
    with pytest.raises(InvalidStatus, match="403"):
        connect(address, origin=given, additional_headers=headers)
    status, problem = owner.post("/api/tables", {"game": "auction", "seats": [{}, {}]}, Origin=given)
    assert (status, problem["message"]) == (403, "this request comes from another page")
    assert owner.get("/api/tables")[1] == before


@each("path", ["/", "/api/hello", "/api/tables", "/assets/x.js", "/tables/abc/3", "/nothing"])
def test_nothing_is_served_without_the_token(owner, path):
    for wrong in (None, "Bearer ", "Bearer x", f"Bearer {owner.token}x", f"Bearer {owner.token[:-1]}"):
        status, problem = owner.get(path, Authorization=wrong)
        assert (status, "link that `ludus studio` printed" in problem["message"]) == (401, True)


def test_a_browser_without_the_token_gets_a_page_that_says_what_to_do(owner):
    page = "text/html,application/xhtml+xml,*/*;q=0.8"
    for path in ("/", "/tables/abc/3", "/nothing"):
        status, text = owner.get(path, Authorization=None, Accept=page)
        assert status == 401
        assert owner.headers["content-type"].startswith("text/html")
        assert owner.headers["cache-control"] == "no-store"
        assert "<h1>" in text
        assert "<code>ludus studio</code>" in text
    assert owner.get("/api/hello", Authorization=None, Accept=page)[1]["message"]


def test_a_socket_without_the_token_is_closed_with_a_code_that_a_browser_sees(studio, owner):
    made = owner.new_session()
    address = f"ws://{studio.host}/socket/tables/{made['id']}?key={made['keys'][0]}"
    with connect(address, origin=f"http://{studio.host}") as socket, pytest.raises(ConnectionClosed, match="4401"):
        socket.recv(timeout=60)


def test_a_foreign_host_name_is_refused(studio, owner):
    port = studio.host.partition(":")[2]
    for name in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"{studio.host}.evil.example"):
        assert owner.get("/api/hello", Host=name, Origin=f"http://{name}")[0] == 421
    assert owner.get("/api/hello", Host=f"localhost:{port}", Origin=f"http://localhost:{port}")[0] == 200


def test_the_link_sets_a_cookie_that_only_this_page_can_use(studio, owner):
    status, _ = owner.get(f"/tables/abc/3?token={owner.token}&open=1", Authorization=None, Origin=None)
    assert (status, owner.headers["location"]) == (303, "/tables/abc/3?open=1")
    cookie = owner.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    pair = cookie.partition(";")[0]
    assert owner.get("/api/hello", Authorization=None, Origin=None, Cookie=pair)[0] == 200
    assert owner.get("/api/hello", Authorization=None, Cookie="; ".join(["a=b", pair]))[0] == 200
    assert owner.get("/api/hello", Authorization=None, Cookie=pair + "x")[0] == 401
    assert owner.get(f"//evil.example/?token={owner.token}", Authorization=None)[0] == 303
    assert owner.headers["location"] == "/evil.example/"


def test_a_link_with_too_many_parameters_has_no_token(owner):
    many = "&".join([f"token={owner.token}", *("a=1" for _ in range(30))])
    assert owner.get(f"/?{many}", Authorization=None)[0] == 401
    assert owner.get(f"/api/hello?{many}")[0] == 200


@pytest.mark.parametrize("path", ["/socket/tables/ffffffffffff", "/socket/work/ffffffffffff"])
def test_the_number_of_connections_is_limited(owner, path, monkeypatch):
    monkeypatch.setattr(app, "MAX_SOCKETS", 0)
    with owner.socket(path) as connection, pytest.raises(ConnectionClosed, match="1013"):
        connection.receive()


def test_responses_forbid_framing_sniffing_and_foreign_scripts(owner):
    owner.get("/api/hello")
    assert "default-src 'self'" in owner.headers["content-security-policy"]
    assert "frame-ancestors 'self'" in owner.headers["content-security-policy"]
    assert owner.headers["x-content-type-options"] == "nosniff"
    assert owner.headers["cache-control"] == "no-store"


def test_a_body_that_is_too_large_is_not_read(studio, owner):
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # closed before all was sent, which is fine too
        assert owner.post("/api/tables", b"x" * (LARGEST_MESSAGE + 1))[0] == 413
    with contextlib.suppress(ConnectionResetError):  # the same: the body was not read
        assert owner.post("/api/tables", b"{}", Content_Length="-1")[0] in (400, 413)

    def endless():
        for _ in range(2 * LARGEST_UPLOAD // 1000):
            yield b"x" * 1000

    connection = http.client.HTTPConnection(studio.host, timeout=60)
    headers = {"Authorization": f"Bearer {owner.token}", "Origin": f"http://{studio.host}"}
    try:
        connection.request("POST", "/api/tables", endless(), headers, encode_chunked=True)
        assert connection.getresponse().status == 413
    except (BrokenPipeError, ConnectionResetError):
        pass  # the server closed the connection, which is fine too
    finally:
        connection.close()
    assert owner.get("/api/hello")[0] == 200


def test_the_server_listens_on_loopback_unless_it_is_shared(tmp_path):
    place = prepare(str(tmp_path), 0)
    with place.listening:
        assert place.listening.getsockname()[0] == LOOPBACK
        assert list(place.links) == ["owner"]


def test_too_many_requests_are_refused(studio, owner, monkeypatch):
    middleware: AuthMiddleware = studio.auth
    monkeypatch.setitem(middleware._buckets, "owner", TokenBucket(0.0, 3))
    assert [owner.get("/api/hello")[0] for _ in range(5)] == [200] * 3 + [429] * 2
    assert REQUESTS[1] > 3


@each(("caller", "role"), [("127.0.0.1", "owner"), ("192.168.1.7", None), (None, None)])
def test_the_owner_token_is_valid_only_on_this_machine(caller, role):
    middleware = AuthMiddleware(None, [], {"owner": "o" * 32, "guest": "g" * 32}, "cookie")
    scope = {"client": caller and (caller, 4000)}
    assert middleware._role(scope, {"authorization": f"Bearer {'o' * 32}"}) == role
    assert middleware._role(scope, {"authorization": f"Bearer {'g' * 32}"}) == "guest"
