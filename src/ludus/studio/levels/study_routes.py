"""Routes for the study with people: begin, continue, download sessions."""

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
    tasks: set[asyncio.Task[None]] = set()

    def ahead(kept: Kept, step: int, request: Request) -> None:
        """Generate the level of a step in advance."""
        if step < STEPS:
            task = asyncio.get_running_loop().create_task(make(kept, step, request))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    async def make(kept: Kept, step: int, request: Request) -> None:
        with suppress(LudusError):  # for example if too many requests wait: then the level is made on demand
            await at_length(request, level_of, kept.session, step)

    async def told(kept: Kept, request: Request) -> Response:
        """Respond with the state of a participant and prepare the next level."""
        state = await at_length(request, _state, shelf, kept, request.scope["role"] == "owner")
        ahead(kept, state.row.step + 1, request)
        return answer(state)

    @routes.get("/api/study")
    async def everybody(request: Request) -> Response:
        owner_only(request)
        return answer(await aside(_plan, shelf))

    @routes.post("/api/study")
    async def begin(request: Request) -> Response:
        order = await body(request, NewStudy)
        participant = await aside(shelf.begin, order.player)
        ahead(participant, len(TUTORIALS), request)
        return answer(await aside(shelf.row, participant))

    @routes.get("/api/study/sessions")
    async def sessions(request: Request) -> Response:
        owner_only(request)
        data = await aside(lambda: shelf.sessions.read_bytes() if shelf.sessions.is_file() else b"")
        return Response(data, media_type=LINES, headers=attached(SESSIONS))

    @routes.post("/api/study/plays")
    async def play(request: Request) -> Response:
        participant = await at_length(request, shelf.add, await body(request, StudyPlay))
        return await told(participant, request)

    @routes.post("/api/study/ratings")
    async def rate(request: Request) -> Response:
        participant = await aside(shelf.rate, await body(request, StudyRating))
        return await told(participant, request)

    @routes.get("/api/study/{id}")
    async def state(id: str, request: Request) -> Response:
        participant = await aside(shelf.find, id)
        return await told(participant, request)

    @routes.get("/api/study/{id}/sessions")
    async def own(id: str) -> Response:
        participant = await aside(shelf.find, id)
        data = await aside(lambda: shelf.file(participant).read_bytes())
        return Response(data, media_type=LINES, headers=attached(f"session-{participant.session}.jsonl"))

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
            StudyPlayed(
                recording.level.name,
                len(recording.moves),
                recording_outcome(recording).deaths,
                recording.skipped,
                recording.rating,
            )
            for recording in plays
        ],
        command=_command(shelf) if owner else "",
    )


def _plan(shelf: StudyShelf) -> StudyPlan:
    return StudyPlan([shelf.row(participant) for participant in shelf.everybody()], _command(shelf))


def _command(shelf: StudyShelf) -> str:
    """Command that refines the difficulty model with all sessions so far."""
    command = [
        "ludus",
        "run",
        "platformer-difficulty",
        "--set",
        "recorded=refine",
        "--set",
        f"sessions={shelf.sessions}",
    ]
    return shlex.join(command)
