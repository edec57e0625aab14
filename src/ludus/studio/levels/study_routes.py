"""The study with people: begun, gone on with, and its sessions handed out."""

from __future__ import annotations

import asyncio
import shlex
from contextlib import suppress
from typing import Literal

from fastapi import APIRouter, Request, Response

from ludus.design.platformer.recordings.replays import recording_outcome
from ludus.design.platformer.recordings.thesis_schedule import TUTORIALS
from ludus.studio.answers import answer, aside, at_length, body, owner_only
from ludus.studio.levels.routes import attached
from ludus.studio.levels.scenes import scene_of
from ludus.studio.levels.study import SESSIONS, STEPS, Kept, StudyShelf, level_of
from ludus.studio.protocol.levels import (
    NewStudy,
    StudyPlan,
    StudyPlay,
    StudyPlayed,
    StudyRating,
    StudyState,
)
from ludus.util.errors import LudusError

LINES = "application/jsonl"


def study_routes(shelf: StudyShelf) -> APIRouter:
    routes = APIRouter()
    coming: set[asyncio.Task[None]] = set()

    def ahead(kept: Kept, step: int, request: Request) -> None:
        """Make a level before anybody waits for it."""
        if step < STEPS:
            task = asyncio.get_running_loop().create_task(make(kept, step, request))
            coming.add(task)
            task.add_done_callback(coming.discard)

    async def make(kept: Kept, step: int, request: Request) -> None:
        with suppress(LudusError):  # such as that too many are waiting: then it is made when it is asked for
            await at_length(request, level_of, kept.session, step)

    async def told(kept: Kept, request: Request) -> Response:
        state = await at_length(request, _state, shelf, kept, request.scope["role"] == "owner")
        ahead(kept, state.row.step + 1, request)
        return answer(state)

    @routes.get("/api/study")
    async def everybody(request: Request) -> Response:
        owner_only(request)
        return answer(await aside(_plan, shelf))

    @routes.post("/api/study")
    async def begin(request: Request) -> Response:
        given = await body(request, NewStudy)
        kept = await aside(shelf.begin, given.player)
        ahead(kept, len(TUTORIALS), request)
        return answer(await aside(shelf.row, kept))

    @routes.get("/api/study/sessions")
    async def sessions(request: Request) -> Response:
        owner_only(request)
        data = await aside(lambda: shelf.sessions.read_bytes() if shelf.sessions.is_file() else b"")
        return Response(data, media_type=LINES, headers=attached(SESSIONS))

    @routes.post("/api/study/plays")
    async def play(request: Request) -> Response:
        kept = await at_length(request, shelf.add, await body(request, StudyPlay))
        return await told(kept, request)

    @routes.post("/api/study/ratings")
    async def rate(request: Request) -> Response:
        kept = await aside(shelf.rate, await body(request, StudyRating))
        return await told(kept, request)

    @routes.get("/api/study/{id}")
    async def state(id: str, request: Request) -> Response:
        kept = await aside(shelf.find, id)
        return await told(kept, request)

    @routes.get("/api/study/{id}/sessions")
    async def own(id: str) -> Response:
        kept = await aside(shelf.find, id)
        data = await aside(lambda: shelf.file(kept).read_bytes())
        return Response(data, media_type=LINES, headers=attached(f"session-{kept.session}.jsonl"))

    return routes


def _state(shelf: StudyShelf, kept: Kept, owner: bool) -> StudyState:
    plays = shelf.plays(kept)
    step, rated = len(plays), not plays or plays[-1].rating is not None
    waits: Literal["play", "rating", "nothing"] = "rating" if not rated else "play" if step < STEPS else "nothing"
    return StudyState(
        row=shelf.row(kept),
        tutorials=len(TUTORIALS),
        waits=waits,
        scene=scene_of("", level_of(kept.session, step)) if waits == "play" else None,
        played=[
            StudyPlayed(each.level.name, len(each.moves), recording_outcome(each).deaths, each.skipped, each.rating)
            for each in plays
        ],
        command=_command(shelf) if owner else "",
    )


def _plan(shelf: StudyShelf) -> StudyPlan:
    return StudyPlan([shelf.row(each) for each in shelf.everybody()], _command(shelf))


def _command(shelf: StudyShelf) -> str:
    """The model of difficulty, refined with all who have played so far."""
    words = ["ludus", "run", "platformer-difficulty", "--set", "recorded=refine", "--set", f"sessions={shelf.sessions}"]
    return shlex.join(words)
