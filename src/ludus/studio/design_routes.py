"""Routes for the user's content files and for the designers of games (inspect and make)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter, Request, Response

from ludus.core.game_registry import load_game_by_name
from ludus.design.base.designer import DesignOptions, card_games, find_card_format, find_designer
from ludus.design.delve.editing.draft_conversion import looks_like_tree
from ludus.studio.bot_permissions import refuse_files
from ludus.studio.file_paths import MAX_FILES, StudioPaths, is_stored_copy
from ludus.studio.jobs.job_manager import JobManager
from ludus.studio.option_choices_and_checks import FILE_PREFIX, check_options, could_be_path, option_choices
from ludus.studio.protocol.jobs import ContentRow, ContentText, DesignerInfo, InspectRequest, MakeRequest, StartedJob
from ludus.studio.request_and_response_helpers import json_response, owner_only, read_body, run_quick
from ludus.studio.request_errors import NotAllowed
from ludus.studio.worker.job_messages import InspectJob, MakeJob


def design_routes(paths: StudioPaths, job_manager: JobManager) -> APIRouter:
    routes = APIRouter()

    @routes.get("/api/design/{game}")
    async def designer(game: str) -> Response:
        return json_response(await run_quick(_info, game))

    @routes.post("/api/design/{game}/inspect")
    async def inspect(game: str, request: Request) -> Response:
        owner_only(request)
        order = await run_quick(inspect_order, paths, game, await read_body(request, InspectRequest))
        return json_response(StartedJob(job_manager.start("inspect", game, "", order).id))

    @routes.post("/api/design/{game}/make")
    async def make(game: str, request: Request) -> Response:
        owner_only(request)
        make_order = await read_body(request, MakeRequest)
        order = await run_quick(_make_order, paths, game, make_order)
        return json_response(StartedJob(job_manager.start("make", game, "", order).id))

    @routes.get("/api/content")
    async def contents(request: Request) -> Response:
        owner_only(request)
        return json_response(await run_quick(_content_rows, paths))

    @routes.get("/api/content/{name}")
    async def content(name: str, request: Request) -> Response:
        owner_only(request)
        return json_response(ContentText(name, paths.content_file(name).read_text(encoding="utf-8", errors="replace")))

    @routes.post("/api/content")
    async def store_content(request: Request) -> Response:
        owner_only(request)
        file = await read_body(request, ContentText)
        path = paths.write_content(file.name, file.text)
        return json_response(_content_row(path))

    return routes


def inspect_order(paths: StudioPaths, game: str, order: InspectRequest) -> InspectJob:
    """The job of a request, checked so that it names no files except the user's own."""
    designer = find_designer(game)
    content = []
    for text in order.content:
        if not text.startswith(FILE_PREFIX) and could_be_path(text):
            raise NotAllowed(f"{text[:60]!r} could be a path; files of your own are {FILE_PREFIX}NAME")
        content.append(
            str(paths.content_file(text.removeprefix(FILE_PREFIX))) if text.startswith(FILE_PREFIX) else text
        )
    designer_options, options = _check_design_options(paths, game, designer.inspect_options, order)
    return InspectJob(game, content, designer_options, options, order.games, order.seed)


def _content_rows(paths: StudioPaths) -> list[ContentRow]:
    """Files of the user, without the copies that the Studio keeps of edited cards and trees for games and jobs."""
    files = sorted(file for file in paths.content.iterdir() if file.is_file() and not file.name.endswith(".part"))
    return [_content_row(file) for file in files if not _is_copy(file, file.stat().st_mtime_ns, file.stat().st_size)]


@lru_cache(MAX_FILES)
def _is_copy(file: Path, changed: int, size: int) -> bool:
    """Whether the Studio itself stored this file; a file that has changed is read again."""
    return is_stored_copy(file)


def _content_row(file: Path) -> ContentRow:
    facts = file.stat()
    return ContentRow(file.name, facts.st_size, _editor_of(file, facts.st_mtime_ns, facts.st_size))


@lru_cache(MAX_FILES)
def _editor_of(file: Path, changed: int, size: int) -> str:
    """Address of the page that edits a file, by its text; a file that has changed is read again."""
    text = file.read_text(encoding="utf-8", errors="replace")
    if looks_like_tree(text, file.suffix):
        return "/trees"
    for game in card_games():
        card_format = find_card_format(game)
        if file.suffix == card_format.suffix and card_format.signature and card_format.signature.search(text):
            return f"/cards/{game}"
    return ""


def _info(game: str) -> DesignerInfo:
    designer = find_designer(game)
    inspect_options, make_options = option_choices(designer.inspect_options), option_choices(designer.make_options)
    return DesignerInfo(
        load_game_by_name(game).name,
        designer.content_help,
        designer.inspect_example,
        inspect_options,
        designer.make_example,
        make_options,
    )


def _make_order(paths: StudioPaths, game: str, order: MakeRequest) -> MakeJob:
    designer_options, options = _check_design_options(paths, game, find_designer(game).make_options, order)
    return MakeJob(game, designer_options, options, order.games, order.seed)


def _check_design_options(
    paths: StudioPaths, name: str, kind: type[DesignOptions], order: InspectRequest | MakeRequest
) -> tuple[dict[str, str], dict[str, str]]:
    """Options of a designer and of a game, checked so that they name no files except the user's own."""
    game = load_game_by_name(name)
    for key, text in order.asks.items():
        if not text.startswith(FILE_PREFIX):
            refuse_files(game, text, f"{name}: {key}")
    designer_options = check_options(kind, order.asks, name, paths.content_file)
    return designer_options, check_options(game.options, order.options, name, paths.content_file)
