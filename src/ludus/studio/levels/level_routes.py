"""Routes for levels: list, open, make, play and survey."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Request, Response

from ludus.core.game_registry import load_game_by_name
from ludus.core.guide import load_run_guide
from ludus.core.replay import FORMAT_RUN_LENGTH, Replay
from ludus.design.platformer.level_io import DEFAULT_LEVEL, LEVEL_SUFFIX, write_level
from ludus.design.platformer.recordings import Recording
from ludus.design.platformer.recordings.replay_conversion import (
    RecordingOutcome,
    parse_moves,
    recording_from_replay,
    recording_outcome,
    replay_from_recording,
    write_presses,
)
from ludus.studio.jobs.job_manager import Job, JobManager
from ludus.studio.levels.level_store import GUESTS_RUNS, MAX_RUNS, LevelStore, check_run, new_id
from ludus.studio.protocol.learning import GuidedRun, GuidedRunStep
from ludus.studio.protocol.levels import (
    LevelOrJob,
    LevelRecipe,
    LevelRun,
    LevelText,
    NewLevelRun,
    ReplayText,
    StoredSurvey,
    SurveyRequest,
)
from ludus.studio.request_and_response_helpers import JSON, json_response, owner_only, read_body, run_quick, run_slow
from ludus.studio.request_errors import NotFound
from ludus.studio.worker.job_messages import MakeJob, SurveyJob
from ludus.util.errors import LudusError, OptionError, ReplayError
from ludus.util.text import utc_timestamp

GAME, PERSON = "platformer", "person"


def level_routes(store: LevelStore, job_manager: JobManager) -> APIRouter:
    routes = APIRouter()
    make_jobs: dict[LevelRecipe, Job] = {}
    survey_jobs: dict[tuple[str, SurveyRequest], Job] = {}

    @routes.get("/api/levels")
    async def levels() -> Response:
        return json_response(await run_quick(store.rows))

    @routes.post("/api/levels")
    async def open_level(request: Request) -> Response:
        owner_only(request)
        upload = await read_body(request, LevelText)
        return json_response(LevelOrJob(await run_quick(store.store, upload.text), ""))

    @routes.post("/api/levels/make")
    async def make(request: Request) -> Response:
        recipe = await read_body(request, LevelRecipe)
        if (id := store.find_made(recipe)) is not None:
            return json_response(LevelOrJob(id, ""))
        job = make_jobs.get(recipe)
        if job is None or job.state != "working":
            owner_only(request)
            job = make_jobs[recipe] = job_manager.start("make", GAME, "", _make_order(recipe))
            job.listeners[recipe] = lambda: _store_made_level(store, job, recipe)
            _forget_ended(make_jobs)
        return json_response(LevelOrJob("", job.id))

    @routes.get("/api/levels/guide")
    async def guide() -> Response:
        return json_response(await run_quick(guided_run))

    @routes.get("/api/levels/{id}")
    async def level(id: str) -> Response:
        return json_response(await run_quick(store.scene, id))

    @routes.get("/api/levels/{id}/file")
    async def file(id: str) -> Response:
        text = write_level(await run_quick(store.level, id))
        return Response(text, media_type="text/plain", headers=download_headers(f"{id}.level"))

    @routes.post("/api/levels/runs")
    async def add_run(request: Request) -> Response:
        most = MAX_RUNS if request.scope["role"] == "owner" else GUESTS_RUNS
        return json_response(
            await run_slow(request, _store_verified_run, store, await read_body(request, NewLevelRun), most)
        )

    @routes.post("/api/levels/replays")
    async def open_replay(request: Request) -> Response:
        owner_only(request)
        return json_response(await run_slow(request, _store_replay, store, await read_body(request, ReplayText)))

    @routes.get("/api/levels/{id}/runs")
    async def runs(id: str) -> Response:
        return json_response(await run_quick(store.runs, id))

    @routes.get("/api/levels/{id}/runs/{run}")
    async def run(id: str, run: str) -> Response:
        return json_response(await run_quick(store.run, id, run))

    @routes.get("/api/levels/{id}/runs/{run}/replay")
    async def replay(id: str, run: str) -> Response:
        data = await run_quick(_replay, store, id, run)
        return Response(data, media_type=JSON, headers=download_headers(f"{id}-{run}.json"))

    @routes.post("/api/levels/{id}/survey")
    async def survey(id: str, request: Request) -> Response:
        survey_order = await read_body(request, SurveyRequest)
        target = await run_quick(store.survey_path, id, survey_order)
        if target.is_file():
            return json_response(LevelOrJob(id, ""))
        job = survey_jobs.get((id, survey_order))
        if job is None or job.state != "working":
            owner_only(request)
            order = SurveyJob(str(store.file(id)), store.display_name(id), survey_order, str(target))
            job = survey_jobs[id, survey_order] = job_manager.start("inspect", GAME, "", order)
            target.parent.mkdir(exist_ok=True)
            _forget_ended(survey_jobs)
        return json_response(LevelOrJob("", job.id))

    @routes.get("/api/levels/{id}/survey")
    async def surveyed(id: str, players: int = 300, seed: int = 1, respawn: str = "checkpoint") -> Response:
        query = {"players": players, "seed": seed, "respawn": respawn}
        try:
            survey_order = msgspec.convert(query, SurveyRequest)
        except msgspec.ValidationError as error:
            raise OptionError(f"no such survey: {error}") from None
        return json_response(StoredSurvey(await run_quick(store.survey, id, survey_order)))

    return routes


def guided_run() -> GuidedRun:
    """The guided first run, for the page."""
    guide = load_run_guide(load_game_by_name(GAME))
    assert guide is not None, "the platformer has one"
    steps = [GuidedRunStep(step.text, step.place, step.stance, step.ticks) for step in guide.steps]
    return GuidedRun(guide.title, guide.options["level"], steps, guide.died, guide.closing)


def _make_order(recipe: LevelRecipe) -> MakeJob:
    """Options of `ludus make platformer` for a recipe."""
    options = {"rooms": recipe.rooms, "loops": f"{recipe.loops:g}"}
    if recipe.difficulty is not None:
        options["difficulty"] = f"{recipe.difficulty:g}"
    return MakeJob(GAME, options, {}, None, recipe.seed)


def _store_made_level(store: LevelStore, job: Job, recipe: LevelRecipe) -> None:
    """Store a level as soon as it is made, before listeners are notified."""
    if job.report is None or store.find_made(recipe) is not None:
        return
    (text,) = (text for name, text in job.report.files.items() if name.endswith(".level"))
    try:
        store.store(text, recipe)
    except LudusError as error:  # such as a full disk
        job.report, job.state, job.message = None, "failed", str(error)


def _forget_ended(jobs: dict[LevelRecipe, Job] | dict[tuple[str, SurveyRequest], Job]) -> None:
    for key in [key for key, job in jobs.items() if job.state != "working"]:
        del jobs[key]  # type: ignore[arg-type]


def _store_verified_run(store: LevelStore, new_run: NewLevelRun, most: int) -> LevelRun:
    recording = Recording(store.level(new_run.level), parse_moves(new_run.presses), PERSON, respawn=new_run.respawn)
    outcome = RecordingOutcome(new_run.ticks, new_run.deaths, new_run.arrived)
    check_run(recording, outcome)
    return _store_run(store, new_run.level, recording, outcome, most)


def _store_run(
    store: LevelStore, level: str, recording: Recording, outcome: RecordingOutcome, most: int = MAX_RUNS
) -> LevelRun:
    presses = write_presses(recording.moves)
    run = LevelRun(new_id(), level, recording.player, utc_timestamp(), presses, *outcome, recording.respawn)
    store.store_run(run, most)
    return run


def _store_replay(store: LevelStore, upload: ReplayText) -> LevelRun:
    """Store a run from its replay file; the level is identified by the name under which it was saved."""
    try:
        replay = msgspec.json.decode(upload.text, type=Replay)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ReplayError(f"this is no replay file: {error}") from None
    if (replay.ludus, replay.game) != (FORMAT_RUN_LENGTH, GAME):
        raise ReplayError("this is no replay of the platformer")
    name = replay.options.get("level", DEFAULT_LEVEL)
    id = name.removesuffix(LEVEL_SUFFIX) if isinstance(name, str) else ""
    try:
        level = store.level(id)
    except NotFound:
        raise ReplayError(f"its level is not here; open the level file first ({str(name)[:60]!r})") from None
    recording = recording_from_replay(replay, level)
    return _store_run(store, id, recording, recording_outcome(recording))


def _replay(store: LevelStore, level: str, id: str) -> bytes:
    run = store.run(level, id)
    recording = Recording(store.level(level), parse_moves(run.presses), run.player, "person", respawn=run.respawn)
    replay = replay_from_recording(recording, store.display_name(level))
    return msgspec.json.format(msgspec.json.encode(replay), indent=1)


def download_headers(name: str) -> dict[str, str]:
    """Response headers for a download."""
    return {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
