"""Requests read and answered in the words of the protocol."""

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
    """What was wrong with a request."""
    status = 413 if isinstance(error, TooLarge) else 404 if isinstance(error, NotThere | UnknownName) else 400
    status = 503 if isinstance(error, Busy) else status
    problem = Problem(told(error, request.scope["role"]) or "this is too large")
    return Response(msgspec.json.encode(problem), status, media_type=JSON)


def malformed(request: Request, error: Exception) -> Response:
    """A request that no address takes as it is: a number that is none, a method that is not for it."""
    if isinstance(error, HTTPException):
        return Response(msgspec.json.encode(Problem(str(error.detail))), error.status_code, media_type=JSON)
    assert isinstance(error, RequestValidationError)
    told = "; ".join(f"{'.'.join(map(str, each['loc'][1:]))}: {each['msg']}" for each in error.errors())
    return Response(msgspec.json.encode(Problem(told)), 400, media_type=JSON)


async def body(request: Request, kind: type[Body]) -> Body:
    """What a request brings, as a word of the protocol."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise NotAllowed(f"this is no {kind.__name__} of the protocol: {error}") from None


def owner_only(request: Request) -> None:
    """Work costs hours of this machine, and files are their author's: guests play and watch."""
    if request.scope["role"] != "owner":
        raise NotAllowed("you joined by a shared link: you can play and watch, but neither work nor see files here")


async def aside(work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
    """What reads or writes files and is done soon, on a thread."""
    return await asyncio.get_running_loop().run_in_executor(READS, partial(work, *given, **named))


async def at_length(request: Request, work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
    """What takes seconds, such as a level that is made or a run that is played once more to check it."""
    threads = LEVELS[request.scope["role"]]
    return await asyncio.get_running_loop().run_in_executor(threads, partial(work, *given, **named))


async def searching(request: Request, work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
    """A whole game that is played again with all its searches: as long as bots like."""
    threads = GAMES[request.scope["role"]]
    return await asyncio.get_running_loop().run_in_executor(threads, partial(work, *given, **named))
