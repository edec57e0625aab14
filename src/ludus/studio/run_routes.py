"""Runs of studies: listed, started, resumed, reported."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse

from ludus.core.errors import LudusError
from ludus.lab import find_study, study_names
from ludus.lab.config import read_config
from ludus.lab.folder import FIGURES, PAGE, TABLES, config_digest
from ludus.lab.listing import Listed, list_runs
from ludus.studio.answers import answer, aside, body, owner_only
from ludus.studio.choices import could_be_path, offered
from ludus.studio.home import Home, NotThere
from ludus.studio.labour.orders import Resume, Run
from ludus.studio.protocol.work import NewRun, RunRow, Started, StudyInfo
from ludus.studio.table import NotAllowed
from ludus.studio.workshop import Work, Workshop

# A report is a page of its own: it may show what it brings with it, and nothing else.
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


def run_routes(home: Home, workshop: Workshop) -> APIRouter:
    routes = APIRouter()

    @routes.get("/api/studies")
    async def studies() -> Response:
        return answer(await aside(_studies))

    @routes.get("/api/runs")
    async def runs() -> Response:
        return answer(await aside(_rows, home, workshop))

    @routes.post("/api/runs")
    async def new_run(request: Request) -> Response:
        owner_only(request)
        order = await aside(_order, home, await body(request, NewRun))
        return answer(Started(workshop.start("run", order.study, Path(order.folder).name, order).id))

    @routes.post("/api/runs/{name}/resume")
    async def resume(name: str, request: Request) -> Response:
        owner_only(request)
        folder = home.run_folder(name)
        return answer(Started(workshop.start("run", name, name, Resume(str(folder))).id))

    @routes.get("/api/runs/{name}/report")
    async def report(name: str) -> Response:
        page = home.inside(home.run_folder(name), PAGE)
        return FileResponse(page, headers={"content-security-policy": REPORT_POLICY})

    @routes.get("/api/runs/{name}/files/{path:path}")
    async def file(name: str, path: str) -> Response:
        if path.partition("/")[0] not in (TABLES, FIGURES):
            raise NotThere(f"there is no table or figure {path[:100]!r}")
        found = home.inside(home.run_folder(name), path)
        kind = mimetypes.guess_type(found.name)[0] or "application/octet-stream"
        return FileResponse(found, media_type=kind, headers={"content-security-policy": REPORT_POLICY})

    return routes


def _studies() -> list[StudyInfo]:
    found = []
    for name in study_names():
        try:
            study = find_study(name)
        except LudusError:  # one that cannot be loaded does not hide the others
            continue
        found.append(StudyInfo(study.name, study.summary, list(study.presets), offered(study.config)))
    return found


def _rows(home: Home, workshop: Workshop) -> list[RunRow]:
    return [_row(each, home, workshop.on(each.folder.name)) for each in list_runs(home.runs)]


def _row(each: Listed, home: Home, work: Work | None) -> RunRow:
    return RunRow(
        name=each.folder.name,
        study=each.study,
        state=each.state,
        done=each.done,
        planned=each.planned,
        seed=each.seed,
        size=each.size,
        fault=each.fault.replace(f"{home.runs}/", ""),
        work="" if work is None else work.id,
    )


def _order(home: Home, given: NewRun) -> Run:
    study = find_study(given.study)
    for key, text in given.sets.items():
        if could_be_path(text):
            raise NotAllowed(f"{key}: {text[:60]!r} could be a path; runs from files are for the command line")
    sets = [f"{key}={text}" for key, text in given.sets.items()]
    config = read_config(study, None, given.preset, sets)
    study.check(config)
    folder = home.runs / f"{study.name}-{config_digest(config)}"
    return Run(study.name, given.preset, sets, str(folder))
