"""The web application: routes of all requests and sockets. Authentication is in `guard`.

Information about games, their options and their bots, for the form that creates a session.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.metadata import entry_points
from pathlib import Path

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.exceptions import HTTPException

from ludus import __version__
from ludus.core.registry import game_names, load_game
from ludus.design.base.designer import DESIGNERS, ENTRY_POINT_GROUP
from ludus.studio.auth import TooLarge, client_address
from ludus.studio.bot_loading import bot_infos, default_opponent
from ludus.studio.design_routes import design_routes
from ludus.studio.jobs.job_manager import JobManager
from ludus.studio.jobs.job_socket import serve_job
from ludus.studio.jobs.job_store import JobStore
from ludus.studio.kingdom_routes import kingdom_routes
from ludus.studio.levels.level_routes import level_routes
from ludus.studio.levels.level_store import LevelStore
from ludus.studio.levels.study_routes import study_routes
from ludus.studio.levels.study_store import StudyStore
from ludus.studio.option_choices import option_choices
from ludus.studio.page_files import NOT_BUILT_PAGE, PAGE, page_file
from ludus.studio.paths import NotFound, StudioPaths
from ludus.studio.protocol.base import GameCard, GameInfo, Hello
from ludus.studio.protocol.jobs import Started
from ludus.studio.rate_limits import GUEST_SOCKETS, GUESTS_SOCKETS, MOST_SOCKETS
from ludus.studio.redaction import RedactionMiddleware, Redactor, redact_job_row
from ludus.studio.responses import bad_request_response, error_response, json_response, owner_only, run_quick
from ludus.studio.run_routes import run_routes
from ludus.studio.sessions.session_manager import SessionManager
from ludus.studio.sessions.session_routes import session_routes
from ludus.studio.sessions.session_socket import serve_session
from ludus.studio.tournament_routes import tournament_routes
from ludus.studio.trees.measuring_client import MeasuringProcess
from ludus.studio.trees.tree_routes import tree_routes
from ludus.studio.uploaded_bots import bot_routes
from ludus.util.errors import LudusError


def game_cards() -> list[GameCard]:
    """Installed games. Games that cannot be loaded are skipped."""
    cards = []
    for name in game_names():
        try:
            game = load_game(name)
        except LudusError:
            continue
        if not game.real_time:  # a session waits for moves; a game in real time does not
            cards.append(GameCard(game.name, game.title, game.summary, *game.seats))
    return cards


def game_info(name: str) -> GameInfo:
    """Details of one game for the form that creates a session."""
    game = load_game(name)
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
        offers=game.rendering.option_choices() if game.rendering.option_choices else {},
    )


def designer_names() -> list[str]:
    """Names of games whose content can be inspected and made."""
    return sorted({*DESIGNERS, *(entry.name for entry in entry_points(group=ENTRY_POINT_GROUP))})


def make_app(home: StudioPaths, uploads: bool = False, shared: str = "", page: Path = PAGE) -> FastAPI:
    """Create the application for one Studio folder. It must be wrapped in a `Guard`."""
    hall, workshop = SessionManager(home, uploads), JobManager(home.content, JobStore(home.work))
    measuring = MeasuringProcess()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        hall.close()
        await workshop.close()
        await measuring.close()

    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, lifespan=lifespan)
    app.state.hall, app.state.workshop, app.state.sockets = hall, workshop, Counter()
    app.state.measuring = measuring
    app.add_middleware(RedactionMiddleware, mask=Redactor(home))
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

    app.include_router(session_routes(hall))
    app.include_router(design_routes(home, workshop))
    app.include_router(kingdom_routes(hall))
    app.include_router(level_routes(LevelStore(home.levels), workshop))
    app.include_router(study_routes(StudyStore(home.study)))
    app.include_router(tree_routes(hall, measuring))
    app.include_router(run_routes(home, workshop, hall))
    app.include_router(tournament_routes(home, workshop, hall))
    app.include_router(bot_routes(hall.bots))

    @app.get("/api/work")
    async def works(request: Request) -> Response:
        rows = [job.row() for job in reversed(workshop.jobs.values())]
        return json_response(rows if request.scope["role"] == "owner" else [redact_job_row(row) for row in rows])

    @app.post("/api/work/{id}/stop")
    async def stop(id: str, request: Request) -> Response:
        owner_only(request)
        job = workshop.find(id)
        await job.stop()
        return json_response(job.row())

    @app.post("/api/work/{id}/again")
    async def again(id: str, request: Request) -> Response:
        owner_only(request)
        job = workshop.repeat(id)
        return json_response(Started(job.id, job.target))

    async def one_of_many(socket: WebSocket, serve: Callable[[], Awaitable[None]]) -> None:
        limits = {"all": MOST_SOCKETS}
        # one guest cannot lock out the others, and all guests together cannot lock out the owner
        if socket.scope["role"] == "guest":
            limits |= {"guests": GUESTS_SOCKETS, client_address(socket.scope): GUEST_SOCKETS}
        sockets: Counter[str] = app.state.sockets
        if any(sockets[group] >= limit for group, limit in limits.items()):
            await socket.close(1013, "too many connections")
            return
        sockets.update(limits.keys())
        try:
            await serve()
        finally:
            sockets.subtract(limits.keys())
            for group in [group for group, connections in sockets.items() if not connections]:
                del sockets[group]

    @app.websocket("/socket/tables/{id}")
    async def table_socket(socket: WebSocket, id: str, key: str = "") -> None:
        await one_of_many(socket, lambda: serve_session(socket, hall, id, key))

    @app.websocket("/socket/work/{id}")
    async def work_socket(socket: WebSocket, id: str) -> None:
        await one_of_many(socket, lambda: serve_job(socket, workshop, id))

    @app.get("/{path:path}")
    async def rest(path: str) -> Response:
        if path.startswith(("api/", "socket/")):
            raise NotFound(f"there is nothing at /{path[:100]}")
        file = page_file(page, path)
        if file is None:
            return HTMLResponse(NOT_BUILT_PAGE, 503)
        named_by_digest = path.startswith("assets/")
        cache_control = "max-age=31536000, immutable" if named_by_digest else "no-cache"
        return FileResponse(file, headers={"cache-control": cache_control})

    return app
