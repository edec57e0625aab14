"""Routes for the study with people: begin, continue, download sessions."""

from __future__ import annotations

import asyncio
import shlex
from contextlib import suppress
from typing import Literal

from fastapi import APIRouter, Request, Response

from ludus.design.platformer.recordings.replays import recording_outcome
from ludus.design.platformer.recordings.thesis_schedule import TUTORIALS
from ludus.studio.levels.level_routes import download_headers
from ludus.studio.levels.level_store import level_scene
from ludus.studio.levels.study_store import SESSIONS_FILE, STEPS, Participant, StudyStore, study_level
from ludus.studio.protocol.levels import (
    NewStudy,
    StudyPlan,
    StudyPlay,
    StudyPlayed,
    StudyRating,
    StudyState,
)
from ludus.studio.responses import json_response, owner_only, read_body, run_quick, run_slow
from ludus.util.errors import LudusError

LINES = "application/jsonl"


def study_routes(store: StudyStore) -> APIRouter:
    routes = APIRouter()
    tasks: set[asyncio.Task[None]] = set()

    def ahead(kept: Participant, step: int, request: Request) -> None:
        """Generate the level of a step in advance."""
        if step < STEPS:
            task = asyncio.get_running_loop().create_task(make(kept, step, request))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    async def make(kept: Participant, step: int, request: Request) -> None:
        with suppress(LudusError):  # for example if too many requests wait: then the level is made on demand
            await run_slow(request, study_level, kept.session, step)

    async def told(kept: Participant, request: Request) -> Response:
        """Respond with the state of a participant and prepare the next level."""
        state = await run_slow(request, _state, store, kept, request.scope["role"] == "owner")
        ahead(kept, state.row.step + 1, request)
        return json_response(state)

    @routes.get("/api/study")
    async def everybody(request: Request) -> Response:
        owner_only(request)
        return json_response(await run_quick(_plan, store))

    @routes.post("/api/study")
    async def begin(request: Request) -> Response:
        order = await read_body(request, NewStudy)
        participant = await run_quick(store.begin, order.player)
        ahead(participant, len(TUTORIALS), request)
        return json_response(await run_quick(store.row, participant))

    @routes.get("/api/study/sessions")
    async def sessions(request: Request) -> Response:
        owner_only(request)
        data = await run_quick(lambda: store.sessions.read_bytes() if store.sessions.is_file() else b"")
        return Response(data, media_type=LINES, headers=download_headers(SESSIONS_FILE))

    @routes.post("/api/study/plays")
    async def play(request: Request) -> Response:
        participant = await run_slow(request, store.add, await read_body(request, StudyPlay))
        return await told(participant, request)

    @routes.post("/api/study/ratings")
    async def rate(request: Request) -> Response:
        participant = await run_quick(store.rate, await read_body(request, StudyRating))
        return await told(participant, request)

    @routes.get("/api/study/{id}")
    async def state(id: str, request: Request) -> Response:
        participant = await run_quick(store.find, id)
        return await told(participant, request)

    @routes.get("/api/study/{id}/sessions")
    async def own(id: str) -> Response:
        participant = await run_quick(store.find, id)
        data = await run_quick(lambda: store.file(participant).read_bytes())
        return Response(data, media_type=LINES, headers=download_headers(f"session-{participant.session}.jsonl"))

    return routes


def _state(shelf: StudyStore, kept: Participant, owner: bool) -> StudyState:
    plays = shelf.plays(kept)
    step, rated = len(plays), not plays or plays[-1].rating is not None
    waits: Literal["play", "rating", "nothing"] = "rating" if not rated else "play" if step < STEPS else "nothing"
    return StudyState(
        row=shelf.row(kept),
        tutorials=len(TUTORIALS),
        waits=waits,
        scene=level_scene("", study_level(kept.session, step)) if waits == "play" else None,
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


def _plan(shelf: StudyStore) -> StudyPlan:
    return StudyPlan([shelf.row(participant) for participant in shelf.participants()], _command(shelf))


def _command(shelf: StudyStore) -> str:
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
