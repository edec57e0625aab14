"""Authentication of all requests and sockets: host name, origin, token, rate and size limits.

Every request and every socket passes here first. The page gets its token by a link; from then on a cookie carries
it, which pages of other sites cannot send (SameSite), read (HttpOnly) or guess. The host name is checked against DNS
rebinding, and the origin against requests from pages of other sites.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from typing import Any, Literal
from urllib.parse import parse_qs, urlencode

import msgspec

from ludus.studio.built_page import NO_TOKEN_PAGE
from ludus.studio.protocol.base import Problem
from ludus.studio.rate_limits import GUEST_SHARES, LARGEST_MESSAGE, LARGEST_UPLOAD, REQUESTS, TokenBucket
from ludus.studio.websocket_io import NO_TOKEN_CODE

Role = Literal["owner", "guest"]
SAFE_METHODS = ("GET", "HEAD")
UPLOAD_PATHS = (
    *("/api/bots", "/api/content", "/api/replays"),
    *("/api/cards/check", "/api/cards/edit", "/api/cards/keep", "/api/cards/measure"),
    *("/api/levels", "/api/levels/runs", "/api/levels/replays", "/api/study/plays"),
    *("/api/levels/import", "/api/levels/export", "/api/bots/check"),
)
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "style-src 'self' 'unsafe-inline'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'self'",
    )
)
HEADERS = [
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
NO_STORE = (b"cache-control", b"no-store")


class AuthMiddleware:
    """ASGI middleware that authenticates; it stores the role of the client in `scope["role"]`."""

    def __init__(self, app: Any, hosts: Iterable[str], tokens: dict[Role, str], cookie: str) -> None:
        self.app, self.hosts, self.cookie = app, {host.lower() for host in hosts}, cookie
        self.tokens = tokens
        rate, most = REQUESTS
        self._buckets = {
            role: TokenBucket(rate, most)
            if role == "owner"
            else TokenBucket(rate * GUEST_SHARES, most * GUEST_SHARES, GUEST_SHARES)
            for role in tokens
        }

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send, headers)
        else:
            await self._request(scope, receive, send, headers)

    async def _socket(self, scope: Any, receive: Any, send: Any, headers: dict[str, str]) -> None:
        role = self._role(scope, headers)
        own_page = self._known_host(headers) and self._same_origin(headers)
        if not own_page or role is None:
            await receive()
            if own_page:  # a browser sees a close code only if the handshake succeeds
                await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": NO_TOKEN_CODE if own_page else 1008, "reason": ""})
            return
        scope["role"] = role
        await self.app(scope, receive, send)

    async def _request(self, scope: Any, receive: Any, send: Any, headers: dict[str, str]) -> None:
        method, path = scope["method"], scope["path"]
        if not self._known_host(headers):
            await send_refusal(send, 421, "this server does not go by that name")
        elif (method not in SAFE_METHODS or "origin" in headers) and not self._same_origin(headers):
            await send_refusal(send, 403, "this request comes from another page")
        elif method in SAFE_METHODS and (location := self._link_target(scope)) is not None:
            await self._send_cookie(send, *location)
        elif (role := self._role(scope, headers)) is None:
            await self._send_no_token(send, scope, headers)
        elif not self._buckets[role].take(client_address(scope)):
            await send_refusal(send, 429, "too many requests; wait a moment")
        elif not _fits(headers, path):
            await send_refusal(send, 413, "this is too large")
        else:
            scope["role"] = role
            await self.app(scope, _LimitedBody(receive, _max_body(path)), _with_headers(send))

    async def _send_no_token(self, send: Any, scope: Any, headers: dict[str, str]) -> None:
        """Say what to do without a token: as a page where a browser opens one, as JSON to everything else."""
        if scope["path"].startswith(("/api", "/socket")) or "text/html" not in headers.get("accept", ""):
            await send_refusal(
                send, 401, "open the link that `ludus studio` printed: it has the token that is missing here"
            )
        else:
            await send_response(send, 401, b"text/html; charset=utf-8", NO_TOKEN_PAGE.encode())

    def _known_host(self, headers: dict[str, str]) -> bool:
        return headers.get("host", "").lower() in self.hosts

    def _same_origin(self, headers: dict[str, str]) -> bool:
        return headers.get("origin", "").lower() == f"http://{headers.get('host', '').lower()}"

    def _role(self, scope: Any, headers: dict[str, str]) -> Role | None:
        """Role of the token of a request. An overheard owner token is useless, because it is valid only on this
        machine.
        """
        presented = headers.get("authorization", "").removeprefix("Bearer ") or self._cookie(headers)
        for role, token in self.tokens.items():
            if secrets.compare_digest(presented.encode(), token.encode()):
                return role if role == "guest" or _is_local(scope) else None
        return None

    def _cookie(self, headers: dict[str, str]) -> str:
        try:
            morsel = SimpleCookie(headers.get("cookie", "")).get(self.cookie)
        except CookieError:
            return ""
        return morsel.value if morsel is not None else ""

    def _link_target(self, scope: Any) -> tuple[str, str] | None:
        """Target of a link with a valid token, and the token; None for other requests."""
        try:
            query = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=20)
        except ValueError:  # more parameters than any of our links has
            return None
        if scope["path"].startswith(("/api", "/socket")) or "token" not in query:
            return None
        presented = query.pop("token")[0]
        if not any(secrets.compare_digest(presented.encode(), token.encode()) for token in self.tokens.values()):
            return None
        path = "/" + scope["path"].lstrip("/\\")  # two slashes would lead to another host
        return path + ("?" + urlencode(query, doseq=True) if query else ""), presented

    async def _send_cookie(self, send: Any, location: str, token: str) -> None:
        """Redirect to the target of a link and set the cookie."""
        cookie = f"{self.cookie}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"
        headers = [
            (b"location", location.encode("latin-1", "replace")),
            (b"set-cookie", cookie.encode()),
            (b"content-length", b"0"),
        ]
        await send({"type": "http.response.start", "status": 303, "headers": headers + HEADERS})
        await send({"type": "http.response.body", "body": b""})


def client_address(scope: Any) -> str:
    """Network address of the client."""
    return str(scope["client"][0]) if scope.get("client") is not None else ""


def _is_local(scope: Any) -> bool:
    """Whether the client is on this machine."""
    return scope.get("client") is not None and ip_address(scope["client"][0]).is_loopback


async def send_refusal(send: Any, status: int, message: str) -> None:
    """Send a problem as JSON."""
    await send_response(send, status, b"application/json", msgspec.json.encode(Problem(message)))


async def send_response(send: Any, status: int, content_type: bytes, body: bytes) -> None:
    """Send a whole response with the headers of all responses."""
    headers = [(b"content-type", content_type), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*headers, NO_STORE, *HEADERS]})
    await send({"type": "http.response.body", "body": body})


class TooLarge(Exception):
    """The body of a request exceeds its limit."""


class _LimitedBody:
    """Passes on the body of a request up to a limit, independent of what its headers claim."""

    def __init__(self, receive: Any, most: int) -> None:
        self.receive, self.left = receive, most

    async def __call__(self) -> Any:
        message = await self.receive()
        self.left -= len(message.get("body", b""))
        if self.left < 0:
            raise TooLarge
        return message


def _max_body(path: str) -> int:
    """Largest body in bytes for a path."""
    return LARGEST_UPLOAD if path in UPLOAD_PATHS else LARGEST_MESSAGE


def _fits(headers: dict[str, str], path: str) -> bool:
    length = headers.get("content-length", "0")
    return length.isdecimal() and len(length) < 12 and int(length) <= _max_body(path)


def _with_headers(send: Any) -> Any:
    async def sender(message: Any) -> None:
        if message["type"] == "http.response.start":
            present = {name for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(header for header in HEADERS if header[0] not in present)]
        await send(message)

    return sender
