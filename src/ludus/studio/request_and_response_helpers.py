"""Decode requests, encode responses as protocol messages, run slow work on thread pools, send HTML reports.

Reports are isolated by a sandbox policy: they may load nothing but their own content. A report is shown in a frame
without an origin, whose requests do not carry the token. Therefore a script in the report posts the clicked file links
to the surrounding page.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import ParamSpec, TypeVar

import msgspec
from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException

from ludus.studio.auth import Role, TooLarge
from ludus.studio.guest_redaction import error_text
from ludus.studio.protocol.base import Message, Problem
from ludus.studio.request_errors import NotAllowed, NotFound
from ludus.studio.thread_pools import PoolFull, ThreadPool
from ludus.util.errors import UnknownName

Body = TypeVar("Body", bound=Message)
Args = ParamSpec("Args")
Returned = TypeVar("Returned")
JSON = "application/json"
READ_THREADS = ThreadPool("read", 16, 200)
LEVEL_THREADS: dict[Role, ThreadPool] = {"owner": ThreadPool("level", 8, 64), "guest": ThreadPool("level", 8, 64)}
GAME_THREADS: dict[Role, ThreadPool] = {"owner": ThreadPool("game", 8, 32), "guest": ThreadPool("game", 4, 16)}
REPORT_POLICY = "; ".join(
    (
        "sandbox allow-scripts allow-popups",
        "default-src 'none'",
        "img-src data:",
        "style-src 'unsafe-inline'",
        "script-src 'unsafe-inline'",
        "frame-ancestors 'self'",
    )
)
CLICK_SCRIPT = """<script>
addEventListener("click", (event) => {
  const link = event.target.closest && event.target.closest("a[href]");
  if (!link || parent === window || /^([a-z]+:|#|[/])/i.test(link.getAttribute("href"))) return;
  event.preventDefault();
  parent.postMessage({ ludusFile: link.getAttribute("href") }, "*");
});
</script>"""
INSIDE_STYLE = "<style>h1, p.answer { display: none } main { padding-top: 0.5rem }</style>"


def json_response(message: Message | Sequence[Message]) -> Response:
    return Response(msgspec.json.encode(message), media_type=JSON, headers={"cache-control": "no-store"})


def error_response(request: Request, error: Exception) -> Response:
    """Map an exception to an error response with a matching status code."""
    status = 413 if isinstance(error, TooLarge) else 404 if isinstance(error, NotFound | UnknownName) else 400
    status = 503 if isinstance(error, PoolFull) else status
    problem = Problem(error_text(error, request.scope["role"]) or "this is too large")
    return Response(msgspec.json.encode(problem), status, media_type=JSON)


def bad_request_response(request: Request, error: Exception) -> Response:
    """Response to a request that no route accepts, such as an invalid number or an unsupported method."""
    if isinstance(error, HTTPException):
        nowhere = error.status_code in (404, 405)
        text = str(NotFound(f"address for {request.method}", request.url.path)) if nowhere else str(error.detail)
        return Response(msgspec.json.encode(Problem(text)), error.status_code, media_type=JSON)
    assert isinstance(error, RequestValidationError)
    problems = "; ".join(f"{'.'.join(map(str, problem['loc'][1:]))}: {problem['msg']}" for problem in error.errors())
    return Response(msgspec.json.encode(Problem(problems)), 400, media_type=JSON)


async def read_body(request: Request, kind: type[Body]) -> Body:
    """Decode the body of a request as a protocol message. Raises NotAllowed if it is malformed."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise NotAllowed(f"this is no {kind.__name__} of the protocol: {error}") from None


def owner_only(request: Request, refused: str = "neither start jobs nor see files") -> None:
    """Raise NotAllowed for guests: jobs take hours of machine time, and files are private. Guests play and watch.

    Args:
        request: the request.
        refused: what guests cannot do, for the message.
    """
    if request.scope["role"] != "owner":
        raise NotAllowed(f"you joined by a shared link: you can play and watch, but {refused} here")


async def run_quick(work: Callable[Args, Returned], *args: Args.args, **kwargs: Args.kwargs) -> Returned:
    """Run short file access on a thread."""
    return await asyncio.get_running_loop().run_in_executor(READ_THREADS, partial(work, *args, **kwargs))


async def run_slow(
    request: Request, work: Callable[Args, Returned], *args: Args.args, **kwargs: Args.kwargs
) -> Returned:
    """Run work that takes seconds on a thread, such as making a level or replaying a run to check it."""
    threads = LEVEL_THREADS[request.scope["role"]]
    return await asyncio.get_running_loop().run_in_executor(threads, partial(work, *args, **kwargs))


async def run_search(
    request: Request, work: Callable[Args, Returned], *args: Args.args, **kwargs: Args.kwargs
) -> Returned:
    """Replay a whole game with all its searches on a thread; it takes as long as its bots need."""
    threads = GAME_THREADS[request.scope["role"]]
    return await asyncio.get_running_loop().run_in_executor(threads, partial(work, *args, **kwargs))


def report_response(page: Path, inside: bool = False) -> Response:
    """Response with a report, extended by the script that posts clicked file links to the surrounding page.

    Args:
        page: File of the report.
        inside: Whether it is shown inside a page that already has its title and its answer.
    """
    text = page.read_text(encoding="utf-8")
    head, closing_tag, rest = text.rpartition("</body>")
    added = CLICK_SCRIPT + (INSIDE_STYLE if inside else "")
    html = f"{head}{added}{closing_tag}{rest}" if closing_tag else text + added
    return HTMLResponse(html, headers={"content-security-policy": REPORT_POLICY, "cache-control": "no-store"})
