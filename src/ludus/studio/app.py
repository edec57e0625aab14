"""The web application: its routes and sockets, and information about games for the form that creates a session.

Authentication is in `auth`, which wraps the application.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.metadata import entry_points
from pathlib import Path

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.convertors import PathConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from ludus import __version__
from ludus.bots.measured_levels import default_adviser, default_opponent
from ludus.core.game_registry import game_names, load_game_by_name
from ludus.design.base.designer import DESIGNERS, ENTRY_POINT_GROUP
from ludus.studio.auth import TooLarge, client_address
from ludus.studio.bot_permissions import bot_infos
from ludus.studio.built_page import PAGE
from ludus.studio.card_routes import card_routes
from ludus.studio.design_routes import design_routes
from ludus.studio.file_paths import StudioPaths
from ludus.studio.guest_redaction import RedactionMiddleware, Redactor
from ludus.studio.jobs.job_manager import JobManager
from ludus.studio.jobs.job_routes import job_routes, serve_job
from ludus.studio.jobs.job_store import JobStore
from ludus.studio.kingdom_routes import kingdom_routes
from ludus.studio.learning_routes import learning_routes
from ludus.studio.levels.editor_routes import editor_routes
from ludus.studio.levels.level_routes import level_routes
from ludus.studio.levels.level_store import LevelStore
from ludus.studio.levels.user_study_routes import study_routes
from ludus.studio.levels.user_study_store import StudyStore
from ludus.studio.measuring.process_client import MeasuringProcess
from ludus.studio.option_choices_and_checks import option_choices
from ludus.studio.page_files import page_response
from ludus.studio.protocol.base import GameCard, GameInfo, Hello
from ludus.studio.rate_limits import GUEST_SOCKETS, GUESTS_SOCKETS, MAX_SOCKETS
from ludus.studio.request_and_response_helpers import bad_request_response, error_response, json_response, run_quick
from ludus.studio.request_errors import NotFound
from ludus.studio.run_routes import run_routes
from ludus.studio.sessions.evaluation_routes import evaluation_routes
from ludus.studio.sessions.session_manager import SessionManager
from ludus.studio.sessions.session_routes import session_routes
from ludus.studio.sessions.session_socket import serve_session
from ludus.studio.skill_trees.tree_routes import tree_routes
from ludus.studio.tournament_routes import tournament_routes
from ludus.studio.uploaded_bots import bot_routes
from ludus.studio.websocket_io import BUSY_CODE, close_socket
from ludus.util.errors import LudusError

SMALLEST_COMPRESSED = 1400  # bytes; a smaller response fits into one packet anyway
COMPRESSION = 5  # level of gzip: nearly as small as 9, in a third of the time


class AnythingConvertor(PathConvertor):
    """Part of an address: any text, also with line breaks, which the convertor `path` does not accept."""

    regex = "(?s:.*)"


register_url_convertor("anything", AnythingConvertor())


def make_app(paths: StudioPaths, uploads: bool = False, shared: str = "", page: Path = PAGE) -> FastAPI:
    """Create the application for one Studio folder. It must be wrapped in an `AuthMiddleware`."""
    session_manager = SessionManager(paths, uploads)
    job_manager = JobManager(paths.content, JobStore(paths.work), uploads)
    measuring = MeasuringProcess("ludus.studio.skill_trees", "trees")
    level_measuring = MeasuringProcess("ludus.studio.levels", "levels")

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        session_manager.close()
        await job_manager.close()
        await measuring.close()
        await level_measuring.close()

    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, lifespan=lifespan)
    app.state.session_manager, app.state.job_manager, app.state.sockets = session_manager, job_manager, Counter()
    app.state.measuring, app.state.level_measuring = measuring, level_measuring
    app.add_middleware(RedactionMiddleware, redactor=Redactor(paths))
    # outside of the redaction, which reads the text of responses
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST_COMPRESSED, compresslevel=COMPRESSION)
    app.add_exception_handler(LudusError, error_response)
    app.add_exception_handler(TooLarge, error_response)
    app.add_exception_handler(RequestValidationError, bad_request_response)
    app.add_exception_handler(HTTPException, bad_request_response)

    @app.get("/api/hello")
    async def hello(request: Request) -> Response:
        cards = await run_quick(game_cards)
        guest = request.scope["role"] == "guest"
        return json_response(Hello(__version__, cards, designer_names(), guest, uploads, "" if guest else shared))

    @app.get("/api/games/{name}")
    async def game(name: str) -> Response:
        return json_response(await run_quick(game_info, name))

    app.include_router(session_routes(session_manager))
    app.include_router(evaluation_routes(session_manager))
    app.include_router(learning_routes(paths, job_manager, session_manager))
    app.include_router(design_routes(paths, job_manager))
    app.include_router(card_routes(paths, job_manager))
    app.include_router(kingdom_routes(session_manager))
    app.include_router(editor_routes(level_measuring))  # before /api/levels/ID
    app.include_router(level_routes(LevelStore(paths.levels), job_manager))
    app.include_router(study_routes(StudyStore(paths.study)))
    app.include_router(tree_routes(session_manager, measuring))
    app.include_router(run_routes(paths, job_manager, session_manager))
    app.include_router(tournament_routes(paths, job_manager, session_manager))
    app.include_router(bot_routes(session_manager.bots))
    app.include_router(job_routes(job_manager))

    async def serve_limited(socket: WebSocket, serve: Callable[[], Awaitable[None]]) -> None:
        limits = {"all": MAX_SOCKETS}
        # one guest cannot lock out the others, and all guests together cannot lock out the owner
        if socket.scope["role"] == "guest":
            limits |= {"guests": GUESTS_SOCKETS, client_address(socket.scope): GUEST_SOCKETS}
        sockets: Counter[str] = app.state.sockets
        if any(sockets[group] >= limit for group, limit in limits.items()):
            await socket.accept()
            await close_socket(socket, BUSY_CODE, "too many connections")
            return
        sockets.update(limits.keys())
        try:
            await serve()
        finally:
            sockets.subtract(limits.keys())
            for group in [group for group, connections in sockets.items() if not connections]:
                del sockets[group]

    @app.websocket("/socket/tables/{id}")
    async def session_socket(socket: WebSocket, id: str, key: str = "") -> None:
        await serve_limited(socket, lambda: serve_session(socket, session_manager, id, key))

    @app.websocket("/socket/work/{id}")
    async def job_socket(socket: WebSocket, id: str) -> None:
        await serve_limited(socket, lambda: serve_job(socket, job_manager, id))

    @app.get("/{path:anything}")
    async def page_or_not_found(path: str, request: Request) -> Response:
        if path.startswith(("api/", "socket/")):
            raise NotFound("address", f"/{path}")
        headers = request.headers
        accepted, known = headers.get("accept-encoding", ""), headers.get("if-none-match", "")
        return await run_quick(page_response, page, path, accepted, known)

    return app


def game_cards() -> list[GameCard]:
    """Installed games. Games that cannot be loaded are skipped."""
    cards = []
    for name in game_names():
        try:
            game = load_game_by_name(name)
        except LudusError:
            continue
        if not game.real_time:  # a session waits for moves; a game in real time does not
            cards.append(GameCard(game.name, game.title, game.summary, *game.seats))
    return cards


def game_info(name: str) -> GameInfo:
    """Details of one game for the form that creates a session."""
    game = load_game_by_name(name)
    fewest, most = game.seats
    return GameInfo(
        name=game.name,
        title=game.title,
        summary=game.summary,
        fewest=fewest,
        most=most,
        phases=list(game.phases),
        options=option_choices(game.options),
        bots=bot_infos(game),
        opponent=default_opponent(game),
        adviser=default_adviser(game),
        offers=game.rendering.option_choices() if game.rendering.option_choices else {},
    )


def designer_names() -> list[str]:
    """Names of games whose content can be inspected and made."""
    return sorted({*DESIGNERS, *(entry.name for entry in entry_points(group=ENTRY_POINT_GROUP))})
