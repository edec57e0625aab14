"""Routes for runs of studies: list, start, resume, report, compare."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse

from ludus.core.replay import Replay
from ludus.lab import find_study, study_names
from ludus.lab.config import read_config
from ludus.lab.run_folder import FIGURES, REPORT_PAGE, TABLES, config_digest, read_versions
from ludus.lab.run_index import list_runs
from ludus.studio.answers import json_response, owner_only, read_body, run_quick, run_slow
from ludus.studio.choices import could_be_path, option_choices
from ludus.studio.hall import SessionManager
from ludus.studio.home import StudioPaths
from ludus.studio.labour.orders import ResumeRunJob, RunJob
from ludus.studio.protocol.work import NewRun, RunRow, Started, StudyInfo
from ludus.studio.reports import REPORT_POLICY, report_response
from ludus.studio.run_facts import REPLAYS, compare_two_runs, run_detail, run_row
from ludus.studio.table import NotAllowed
from ludus.studio.workshop import JobManager
from ludus.util.errors import LudusError


def run_routes(home: StudioPaths, workshop: JobManager, hall: SessionManager) -> APIRouter:
    routes = APIRouter()

    @routes.get("/api/studies")
    async def studies(request: Request) -> Response:
        return json_response(await run_slow(request, _studies))

    @routes.get("/api/runs")
    async def runs() -> Response:
        return json_response(await run_quick(_rows, home, workshop))

    @routes.post("/api/runs")
    async def new_run(request: Request) -> Response:
        owner_only(request)
        order = await run_quick(_run_order, home, await read_body(request, NewRun))
        job = workshop.start("run", order.study, Path(order.folder).name, order)
        return json_response(Started(job.id, job.target))

    @routes.get("/api/runs/{name}")
    async def detail(name: str) -> Response:
        return json_response(await run_quick(run_detail, home, workshop, name))

    @routes.get("/api/runs/{name}/against/{other}")
    async def against(name: str, other: str) -> Response:
        return json_response(await run_quick(compare_two_runs, home, workshop, name, other))

    @routes.post("/api/runs/{name}/resume")
    async def resume(name: str, request: Request) -> Response:
        owner_only(request)
        folder = home.run_folder(name)
        subject = await run_quick(_study_of, folder)
        job = workshop.start("run", subject, name, ResumeRunJob(str(folder)))
        return json_response(Started(job.id, job.target))

    @routes.get("/api/runs/{name}/report")
    async def report(name: str) -> Response:
        page = home.file_inside(home.run_folder(name), REPORT_PAGE)
        return await run_quick(report_response, page)

    @routes.post("/api/runs/{name}/replays/{path:path}")
    async def replay(name: str, path: str, request: Request) -> Response:
        file = home.file_inside(home.run_folder(name), f"{REPLAYS}/{path}", REPLAYS)
        return json_response(await hall.import_replay(await run_quick(Replay.load, file), request.scope["role"]))

    @routes.get("/api/runs/{name}/files/{path:path}")
    async def file(name: str, path: str) -> Response:
        path_in_run = home.file_inside(home.run_folder(name), path, TABLES, FIGURES)
        kind = mimetypes.guess_type(path_in_run.name)[0] or "application/octet-stream"
        return FileResponse(path_in_run, media_type=kind, headers={"content-security-policy": REPORT_POLICY})

    return routes


def _studies() -> list[StudyInfo]:
    infos = []
    for name in study_names():
        try:
            study = find_study(name)
        except LudusError:  # studies that cannot be loaded are skipped
            continue
        infos.append(StudyInfo(study.name, study.summary, list(study.presets), option_choices(study.config)))
    return infos


def _rows(home: StudioPaths, workshop: JobManager) -> list[RunRow]:
    return [run_row(summary, home, workshop.running_on(summary.folder.name)) for summary in list_runs(home.runs)]


def _study_of(folder: Path) -> str:
    return str(read_versions(folder)["study"])


def _run_order(home: StudioPaths, given: NewRun) -> RunJob:
    study = find_study(given.study)
    for key, text in given.sets.items():
        if could_be_path(text):
            raise NotAllowed(f"{key}: {text[:60]!r} could be a path; runs from files are for the command line")
    sets = [f"{key}={text}" for key, text in given.sets.items()]
    config = read_config(study, None, given.preset, sets)
    study.check(config)
    folder = home.runs / f"{study.name}-{config_digest(config)}"
    return RunJob(study.name, given.preset, sets, str(folder))
