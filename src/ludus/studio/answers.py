"""Decode requests and encode responses as protocol messages; run slow work on thread pools."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import ParamSpec, TypeVar

import msgspec
from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from ludus.studio.guard import Role, TooLarge
from ludus.studio.home import NotThere
from ludus.studio.masks import told
from ludus.studio.protocol.words import Problem, Word
from ludus.studio.table import NotAllowed
from ludus.studio.thinking import Busy, Threads
from ludus.util.errors import UnknownName

Body = TypeVar("Body", bound=Word)
Given = ParamSpec("Given")
Found = TypeVar("Found")
JSON = "application/json"
READS = Threads("read", 16, 200)
LEVELS: dict[Role, Threads] = {"owner": Threads("level", 8, 64), "guest": Threads("level", 8, 64)}
GAMES: dict[Role, Threads] = {"owner": Threads("game", 8, 32), "guest": Threads("game", 4, 16)}


def answer(word: Word | Sequence[Word]) -> Response:
    return Response(msgspec.json.encode(word), media_type=JSON, headers={"cache-control": "no-store"})


def refused(request: Request, error: Exception) -> Response:
    """Map an exception to an error response with a matching status code."""
    status = 413 if isinstance(error, TooLarge) else 404 if isinstance(error, NotThere | UnknownName) else 400
    status = 503 if isinstance(error, Busy) else status
    problem = Problem(told(error, request.scope["role"]) or "this is too large")
    return Response(msgspec.json.encode(problem), status, media_type=JSON)


def malformed(request: Request, error: Exception) -> Response:
    """Response to a request that no route accepts, such as an invalid number or an unsupported method."""
    if isinstance(error, HTTPException):
        return Response(msgspec.json.encode(Problem(str(error.detail))), error.status_code, media_type=JSON)
    assert isinstance(error, RequestValidationError)
    problems = "; ".join(f"{'.'.join(map(str, problem['loc'][1:]))}: {problem['msg']}" for problem in error.errors())
    return Response(msgspec.json.encode(Problem(problems)), 400, media_type=JSON)


async def body(request: Request, kind: type[Body]) -> Body:
    """Decode the body of a request as a protocol message. Raises NotAllowed if it is malformed."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise NotAllowed(f"this is no {kind.__name__} of the protocol: {error}") from None


def owner_only(request: Request) -> None:
    """Raise NotAllowed for guests: jobs take hours of machine time, and files are private. Guests play and watch."""
    if request.scope["role"] != "owner":
        raise NotAllowed("you joined by a shared link: you can play and watch, but neither work nor see files here")


async def aside(work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
    """Run short file access on a thread."""
    return await asyncio.get_running_loop().run_in_executor(READS, partial(work, *given, **named))


async def at_length(request: Request, work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
    """Run work that takes seconds on a thread, such as making a level or replaying a run to check it."""
    threads = LEVELS[request.scope["role"]]
    return await asyncio.get_running_loop().run_in_executor(threads, partial(work, *given, **named))


async def searching(request: Request, work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
    """Replay a whole game with all its searches on a thread; it takes as long as its bots need."""
    threads = GAMES[request.scope["role"]]
    return await asyncio.get_running_loop().run_in_executor(threads, partial(work, *given, **named))
