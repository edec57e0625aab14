"""Routes for levels: list, open, make, play and survey."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Request, Response

from ludus.core.replay import FORMAT_RUN_LENGTH, Replay
from ludus.design.platformer.level_io import DEFAULT_LEVEL, LEVEL_SUFFIX, write_level
from ludus.design.platformer.recordings.events import Recording
from ludus.design.platformer.recordings.replays import (
    RecordingOutcome,
    parse_moves,
    recording_from_replay,
    recording_outcome,
    replay_from_recording,
    write_presses,
)
from ludus.studio.answers import JSON, answer, aside, at_length, body, owner_only
from ludus.studio.home import NotThere
from ludus.studio.labour.orders import Make, Survey
from ludus.studio.levels.kept import GUESTS_RUNS, MOST_RUNS, LevelShelf, new_id, now
from ludus.studio.levels.runs import check_run
from ludus.studio.protocol.levels import (
    LevelAsked,
    LevelKnown,
    LevelRecipe,
    LevelRun,
    LevelText,
    NewLevelRun,
    ReplayText,
    SurveyOrder,
)
from ludus.studio.workshop import Work, Workshop
from ludus.util.errors import LudusError, OptionError, ReplayError

GAME, PERSON = "platformer", "person"


def level_routes(shelf: LevelShelf, workshop: Workshop) -> APIRouter:
    routes = APIRouter()
    make_jobs: dict[LevelRecipe, Work] = {}
    survey_jobs: dict[tuple[str, SurveyOrder], Work] = {}

    @routes.get("/api/levels")
    async def levels() -> Response:
        return answer(await aside(shelf.rows))

    @routes.post("/api/levels")
    async def open_level(request: Request) -> Response:
        owner_only(request)
        upload = await body(request, LevelText)
        return answer(LevelAsked(await aside(shelf.keep, upload.text), ""))

    @routes.post("/api/levels/make")
    async def make(request: Request) -> Response:
        recipe = await body(request, LevelRecipe)
        if (id := shelf.made(recipe)) is not None:
            return answer(LevelAsked(id, ""))
        job = make_jobs.get(recipe)
        if job is None or job.state != "working":
            owner_only(request)
            job = make_jobs[recipe] = workshop.start("make", GAME, "", _make_order(recipe))
            job.listeners[recipe] = lambda: _keep_made(shelf, job, recipe)
            _forget_ended(make_jobs)
        return answer(LevelAsked("", job.id))

    @routes.get("/api/levels/{id}")
    async def level(id: str) -> Response:
        return answer(await aside(shelf.scene, id))

    @routes.get("/api/levels/{id}/file")
    async def file(id: str) -> Response:
        text = write_level(await aside(shelf.level, id))
        return Response(text, media_type="text/plain", headers=attached(f"{id}.level"))

    @routes.post("/api/levels/runs")
    async def new_run(request: Request) -> Response:
        most = MOST_RUNS if request.scope["role"] == "owner" else GUESTS_RUNS
        return answer(await at_length(request, _kept_run, shelf, await body(request, NewLevelRun), most))

    @routes.post("/api/levels/replays")
    async def open_replay(request: Request) -> Response:
        owner_only(request)
        return answer(await at_length(request, _opened_replay, shelf, await body(request, ReplayText)))

    @routes.get("/api/levels/{id}/runs")
    async def runs(id: str) -> Response:
        return answer(await aside(shelf.runs, id))

    @routes.get("/api/levels/{id}/runs/{run}")
    async def run(id: str, run: str) -> Response:
        return answer(await aside(shelf.run, id, run))

    @routes.get("/api/levels/{id}/runs/{run}/replay")
    async def replay(id: str, run: str) -> Response:
        data = await aside(_replay, shelf, id, run)
        return Response(data, media_type=JSON, headers=attached(f"{id}-{run}.json"))

    @routes.post("/api/levels/{id}/survey")
    async def survey(id: str, request: Request) -> Response:
        survey_order = await body(request, SurveyOrder)
        target = await aside(shelf.survey_path, id, survey_order)
        if target.is_file():
            return answer(LevelAsked(id, ""))
        job = survey_jobs.get((id, survey_order))
        if job is None or job.state != "working":
            owner_only(request)
            order = Survey(str(shelf.file(id)), shelf.words(id), survey_order, str(target))
            job = survey_jobs[id, survey_order] = workshop.start("inspect", GAME, "", order)
            target.parent.mkdir(exist_ok=True)
            _forget_ended(survey_jobs)
        return answer(LevelAsked("", job.id))

    @routes.get("/api/levels/{id}/survey")
    async def surveyed(id: str, players: int = 300, seed: int = 1, respawn: str = "checkpoint") -> Response:
        query = {"players": players, "seed": seed, "respawn": respawn}
        try:
            survey_order = msgspec.convert(query, SurveyOrder)
        except msgspec.ValidationError as error:
            raise OptionError(f"no such survey: {error}") from None
        return answer(LevelKnown(await aside(shelf.survey, id, survey_order)))

    return routes


def _make_order(recipe: LevelRecipe) -> Make:
    """Options of `ludus make platformer` for a recipe."""
    options = {"rooms": recipe.rooms, "loops": f"{recipe.loops:g}"}
    if recipe.difficulty is not None:
        options["difficulty"] = f"{recipe.difficulty:g}"
    return Make(GAME, options, {}, None, recipe.seed)


def _keep_made(shelf: LevelShelf, work: Work, recipe: LevelRecipe) -> None:
    """Store a level as soon as it is made, before listeners are notified."""
    if work.found is None or shelf.made(recipe) is not None:
        return
    (text,) = (text for name, text in work.found.files.items() if name.endswith(".level"))
    try:
        shelf.keep(text, recipe)
    except LudusError as error:  # such as a full disk
        work.found, work.state, work.message = None, "failed", str(error)


def _forget_ended(works: dict[LevelRecipe, Work] | dict[tuple[str, SurveyOrder], Work]) -> None:
    for key in [key for key, job in works.items() if job.state != "working"]:
        del works[key]  # type: ignore[arg-type]


def _kept_run(shelf: LevelShelf, given: NewLevelRun, most: int) -> LevelRun:
    recording = Recording(shelf.level(given.level), parse_moves(given.presses), PERSON, respawn=given.respawn)
    check_run(recording, RecordingOutcome(given.ticks, given.deaths, given.arrived))
    return _kept(shelf, given.level, recording, RecordingOutcome(given.ticks, given.deaths, given.arrived), most)


def _kept(shelf: LevelShelf, level: str, play: Recording, outcome: RecordingOutcome, most: int = MOST_RUNS) -> LevelRun:
    presses = write_presses(play.moves)
    run = LevelRun(new_id(), level, play.player, now(), presses, *outcome, play.respawn)
    shelf.keep_run(run, most)
    return run


def _opened_replay(shelf: LevelShelf, given: ReplayText) -> LevelRun:
    """Store a run from its replay file; the level is identified by the name under which it was saved."""
    try:
        replay = msgspec.json.decode(given.text, type=Replay)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ReplayError(f"this is no replay file: {error}") from None
    if (replay.ludus, replay.game) != (FORMAT_RUN_LENGTH, GAME):
        raise ReplayError("this is no replay of the platformer")
    name = replay.options.get("level", DEFAULT_LEVEL)
    id = name.removesuffix(LEVEL_SUFFIX) if isinstance(name, str) else ""
    try:
        level = shelf.level(id)
    except NotThere:
        raise ReplayError(f"its level is not here; open the level file first ({str(name)[:60]!r})") from None
    recording = recording_from_replay(replay, level)
    return _kept(shelf, id, recording, recording_outcome(recording))


def _replay(shelf: LevelShelf, level: str, id: str) -> bytes:
    run = shelf.run(level, id)
    recording = Recording(shelf.level(level), parse_moves(run.presses), run.player, "person", respawn=run.respawn)
    replay = replay_from_recording(recording, shelf.words(level))
    return msgspec.json.format(msgspec.json.encode(replay), indent=1)


def attached(name: str) -> dict[str, str]:
    """Response headers for a download."""
    return {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
