"""Routes for runs of studies: list, start, resume, show details and the report, compare two runs."""

from __future__ import annotations

import json
import math
import mimetypes
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse

from ludus.core.replay import Replay
from ludus.lab import event_log, find_study, run_comparison, study_names
from ludus.lab.config import read_config
from ludus.lab.event_log import read_events
from ludus.lab.run_folder import FIGURES, REPORT_PAGE, TABLES, config_digest, flatten, read_versions
from ludus.lab.run_index import RunSummary, list_runs, summarise_run
from ludus.report.report_html import read_title_and_answer
from ludus.stats import Estimate
from ludus.studio.bot_permissions import refuse_code
from ludus.studio.file_paths import StudioPaths
from ludus.studio.jobs.job_manager import Job, JobManager
from ludus.studio.option_choices_and_checks import could_be_path, option_choices
from ludus.studio.protocol.jobs import NewRun, RunRow, StartedJob, StudyInfo
from ludus.studio.protocol.run_details import (
    ChangedSetting,
    ComparedNumber,
    ComparedTable,
    Curve,
    Number,
    RunComparison,
    RunDetail,
    RunFile,
)
from ludus.studio.report_conversion import value_message
from ludus.studio.request_and_response_helpers import (
    REPORT_POLICY,
    json_response,
    owner_only,
    read_body,
    report_response,
    run_quick,
    run_slow,
)
from ludus.studio.request_errors import NotAllowed, NotFound
from ludus.studio.sessions.session_manager import SessionManager
from ludus.studio.worker.job_messages import ResumeRunJob, RunJob
from ludus.util.errors import LudusError
from ludus.util.files import file_errors

REPLAYS = "replays"  # folder of the games that a report links to
LISTED_FOLDERS = (TABLES, FIGURES, REPLAYS)
MAX_CURVES = 200
MAX_FILES = 500
MAX_SETTING_LENGTH = 300  # characters of a setting
LARGEST_HEAD = 50_000  # characters of a report in which its title and its answer are


def run_routes(paths: StudioPaths, job_manager: JobManager, session_manager: SessionManager) -> APIRouter:
    routes = APIRouter()

    @routes.get("/api/studies")
    async def studies(request: Request) -> Response:
        return json_response(await run_slow(request, _studies))

    @routes.get("/api/runs")
    async def runs() -> Response:
        return json_response(await run_quick(_rows, paths, job_manager))

    @routes.post("/api/runs")
    async def start_run(request: Request) -> Response:
        owner_only(request)
        order = await run_quick(_run_order, paths, await read_body(request, NewRun))
        job = job_manager.start("run", order.study, Path(order.folder).name, order)
        return json_response(StartedJob(job.id, job.target))

    @routes.get("/api/runs/{name}")
    async def detail(name: str) -> Response:
        return json_response(await run_quick(run_detail, paths, job_manager, name))

    @routes.get("/api/runs/{name}/against/{other}")
    async def against(name: str, other: str) -> Response:
        return json_response(await run_quick(compare_two_runs, paths, job_manager, name, other))

    @routes.post("/api/runs/{name}/resume")
    async def resume(name: str, request: Request) -> Response:
        owner_only(request)
        folder = paths.run_folder(name)
        subject = await run_quick(_study_of, folder)
        job = job_manager.start("run", subject, name, ResumeRunJob(str(folder)))
        return json_response(StartedJob(job.id, job.target))

    @routes.get("/api/runs/{name}/report")
    async def report(name: str, inside: bool = False) -> Response:
        page = paths.file_inside(paths.run_folder(name), REPORT_PAGE)
        return await run_quick(report_response, page, inside)

    @routes.post("/api/runs/{name}/replays/{path:path}")
    async def replay(name: str, path: str, request: Request) -> Response:
        file = paths.file_inside(paths.run_folder(name), f"{REPLAYS}/{path}", REPLAYS)
        return json_response(
            await session_manager.import_replay(await run_quick(Replay.load, file), request.scope["role"])
        )

    @routes.get("/api/runs/{name}/files/{path:path}")
    async def file(name: str, path: str) -> Response:
        path_in_run = paths.file_inside(paths.run_folder(name), path, TABLES, FIGURES)
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


def _rows(paths: StudioPaths, job_manager: JobManager) -> list[RunRow]:
    return [run_row(summary, paths, job_manager.running_on(summary.folder.name)) for summary in list_runs(paths.runs)]


def _study_of(folder: Path) -> str:
    return str(read_versions(folder)["study"])


def _run_order(paths: StudioPaths, new_run: NewRun) -> RunJob:
    study = find_study(new_run.study)
    for key, text in new_run.sets.items():
        if could_be_path(text):
            raise NotAllowed(f"{key}: {text[:60]!r} could be a path; runs from files are for the command line")
        refuse_code(text, f"{study.name}: {key}")
    sets = [f"{key}={text}" for key, text in new_run.sets.items()]
    config = read_config(study, None, new_run.preset, sets)
    study.check(config)
    folder = paths.runs / f"{study.name}-{config_digest(config)}"
    return RunJob(study.name, new_run.preset, sets, str(folder))


def run_detail(paths: StudioPaths, job_manager: JobManager, name: str) -> RunDetail:
    """Details of one run. A run that was ordered a moment ago, and has no folder yet, is shown as starting."""
    job = job_manager.running_on(name)
    try:
        folder = paths.run_folder(name)
    except NotFound:
        if job is None:
            raise
        title, about, unit = describe_study(job.subject)
        row = RunRow(name, job.subject, "running", 0, 0, None, 0, "", job.id, unit, title, about)
        return RunDetail(row, "", {}, [], [], [], False)
    events = read_events(folder)
    if not events and job is None:
        raise NotFound("run", name)
    return RunDetail(
        row=run_row(summarise_run(folder), paths, job),
        answer=_title_and_answer(folder)[1],
        settings=_settings(folder),
        curves=_curves(folder),
        pace=[list(point) for point in event_log.speed_curve(events)],
        files=_files(folder),
        report=(folder / REPORT_PAGE).is_file(),
    )


def compare_two_runs(paths: StudioPaths, job_manager: JobManager, first: str, second: str) -> RunComparison:
    """Compare two runs of any studies. Raises NotAllowed if both are the same run."""
    folders = [paths.run_folder(name) for name in (first, second)]
    if first == second:
        raise NotAllowed("a run is compared with another one")
    compared = run_comparison.compare_runs(*folders)
    rows = [run_row(summarise_run(folder), paths, job_manager.running_on(folder.name)) for folder in folders]
    with_intervals = compared.values_with_intervals
    return RunComparison(
        first=rows[0],
        second=rows[1],
        settings=[
            ChangedSetting(setting.key, _setting_text(setting.first), _setting_text(setting.second))
            for setting in compared.settings
        ],
        tables=[
            ComparedTable(
                table.name, [_number(pair) for pair in table.pairs], table.equal_count, list(table.unmatched_rows)
            )
            for table in compared.tables
        ],
        left_out=compared.skipped_tables,
        decided=compared.comparisons,
        differing=sum(pair.is_significant is True for pair in with_intervals),
        curves=[_curves(folder) for folder in folders],
    )


def run_row(summary: RunSummary, paths: StudioPaths, job: Job | None) -> RunRow:
    """Row of a run in the list."""
    finished = summary.state == "finished"
    study = summary.study or (job.subject if job else "")  # a run that begins just now has not stored it
    title, about, unit = describe_study(study, _title_and_answer(summary.folder)[0] if finished else "")
    return RunRow(
        name=summary.folder.name,
        study=study,
        state=summary.state,
        done=summary.games_done,
        planned=summary.games_planned,
        seed=summary.seed,
        size=summary.size_bytes,
        fault=summary.damage.replace(f"{paths.runs}/", ""),
        work="" if job is None else job.id,
        unit=unit,
        title=title,
        about=about,
    )


def describe_study(study_name: str, report_title: str = "") -> tuple[str, str, str]:
    """Title of a run for people, the same from its start to its end, one sentence on its study, and what it counts.

    Args:
        study_name: Name of the study; it need not be installed any more.
        report_title: Title of the report of the run, for a study that is not installed; empty before the end.
    """
    try:
        study = find_study(study_name)
    except LudusError:
        return report_title or study_name, "", "game"
    sentence = study.summary[:1].upper() + study.summary[1:]
    return sentence.split(":")[0], f"{sentence}.", study.unit


def _title_and_answer(folder: Path) -> tuple[str, str]:
    """Title and answer of the report of a run; empty without a report."""
    page = folder / REPORT_PAGE
    if not page.is_file():
        return "", ""
    with file_errors(page, "read"), open(page, encoding="utf-8", errors="replace") as file:
        return read_title_and_answer(file.read(LARGEST_HEAD))


def _settings(folder: Path) -> dict[str, str]:
    try:
        return {key: _setting_text(value) for key, value in flatten(read_versions(folder)["config"]).items()}
    except LudusError:  # the run is damaged; its row says so
        return {}


def _curves(folder: Path) -> list[Curve]:
    curves = event_log.learning_curves(read_events(folder))[:MAX_CURVES]
    return [Curve(curve.name, curve.fact, [list(point) for point in curve.points]) for curve in curves]


def _files(folder: Path) -> list[RunFile]:
    run_files = []
    for subfolder in LISTED_FOLDERS:
        files = sorted((folder / subfolder).rglob("*")) if (folder / subfolder).is_dir() else []
        run_files += [
            RunFile(file.relative_to(folder).as_posix(), file.stat().st_size)
            for file in files
            if file.is_file() and not file.is_symlink()
        ]
    return run_files[:MAX_FILES]


def _number(pair: run_comparison.ValuePair) -> ComparedNumber:
    return ComparedNumber(
        *(pair.row, pair.column, _cell(pair.first), _cell(pair.second)),
        *(value_message(pair.change), value_message(pair.corrected), pair.is_significant),
    )


def _cell(value: run_comparison.CellValue) -> Number:
    if isinstance(value, Estimate):
        return value_message(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value


def _setting_text(value: Any) -> str:
    """Text of a setting as in a config file."""
    text = "–" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_SETTING_LENGTH else text[:MAX_SETTING_LENGTH] + "…"
