"""Routes for the study with people: begin, continue, download sessions."""

from __future__ import annotations

import asyncio
import shlex
from contextlib import suppress
from typing import Literal

from fastapi import APIRouter, Request, Response

from ludus.design.platformer.recordings.replay_conversion import recording_outcome
from ludus.design.platformer.recordings.thesis_study_levels import TUTORIALS
from ludus.studio.levels.level_routes import download_headers
from ludus.studio.levels.level_store import level_scene
from ludus.studio.levels.user_study_store import SESSIONS_FILE, STEPS, Participant, StudyStore, study_level
from ludus.studio.protocol.levels import (
    NewStudy,
    PlayedStudyLevel,
    StudyPlan,
    StudyPlay,
    StudyRating,
    StudyState,
)
from ludus.studio.request_and_response_helpers import json_response, owner_only, read_body, run_quick, run_slow
from ludus.util.errors import LudusError

LINES = "application/jsonl"


def study_routes(store: StudyStore) -> APIRouter:
    routes = APIRouter()
    tasks: set[asyncio.Task[None]] = set()

    def prepare_level(participant: Participant, step: int, request: Request) -> None:
        """Generate the level of a step in advance."""
        if step < STEPS:
            task = asyncio.get_running_loop().create_task(make_level(participant, step, request))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    async def make_level(participant: Participant, step: int, request: Request) -> None:
        with suppress(LudusError):  # for example if too many requests wait: then the level is made on demand
            await run_slow(request, study_level, participant.session, step)

    async def state_response(participant: Participant, request: Request) -> Response:
        """Respond with the state of a participant and prepare the next level."""
        state = await run_slow(request, _state, store, participant, request.scope["role"] == "owner")
        prepare_level(participant, state.row.step + 1, request)
        return json_response(state)

    @routes.get("/api/study")
    async def plan(request: Request) -> Response:
        owner_only(request)
        return json_response(await run_quick(_plan, store))

    @routes.post("/api/study")
    async def begin(request: Request) -> Response:
        order = await read_body(request, NewStudy)
        participant = await run_quick(store.begin, order.player)
        prepare_level(participant, len(TUTORIALS), request)
        return json_response(await run_quick(store.row, participant))

    @routes.get("/api/study/sessions")
    async def sessions(request: Request) -> Response:
        owner_only(request)
        data = await run_quick(lambda: store.sessions.read_bytes() if store.sessions.is_file() else b"")
        return Response(data, media_type=LINES, headers=download_headers(SESSIONS_FILE))

    @routes.post("/api/study/plays")
    async def play(request: Request) -> Response:
        participant = await run_slow(request, store.add, await read_body(request, StudyPlay))
        return await state_response(participant, request)

    @routes.post("/api/study/ratings")
    async def rate(request: Request) -> Response:
        participant = await run_quick(store.rate, await read_body(request, StudyRating))
        return await state_response(participant, request)

    @routes.get("/api/study/{id}")
    async def state(id: str, request: Request) -> Response:
        participant = await run_quick(store.find, id)
        return await state_response(participant, request)

    @routes.get("/api/study/{id}/sessions")
    async def participant_sessions(id: str) -> Response:
        participant = await run_quick(store.find, id)
        data = await run_quick(lambda: store.file(participant).read_bytes())
        return Response(data, media_type=LINES, headers=download_headers(f"session-{participant.session}.jsonl"))

    return routes


def _state(store: StudyStore, participant: Participant, owner: bool) -> StudyState:
    plays = store.plays(participant)
    step, rated = len(plays), not plays or plays[-1].rating is not None
    waits: Literal["play", "rating", "nothing"] = "rating" if not rated else "play" if step < STEPS else "nothing"
    return StudyState(
        row=store.row(participant),
        tutorials=len(TUTORIALS),
        waits=waits,
        scene=level_scene("", study_level(participant.session, step)) if waits == "play" else None,
        played=[
            PlayedStudyLevel(
                recording.level.name,
                len(recording.moves),
                recording_outcome(recording).deaths,
                recording.skipped,
                recording.rating,
            )
            for recording in plays
        ],
        command=_command(store) if owner else "",
    )


def _plan(store: StudyStore) -> StudyPlan:
    return StudyPlan([store.row(participant) for participant in store.participants()], _command(store))


def _command(store: StudyStore) -> str:
    """Command that refines the difficulty model with all sessions so far."""
    command = [
        "ludus",
        "run",
        "platformer-difficulty",
        "--set",
        "recorded=refine",
        "--set",
        f"sessions={store.sessions}",
    ]
    return shlex.join(command)
