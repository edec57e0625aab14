"""Routes for game sessions: list, create, download replays, draw positions."""

from __future__ import annotations

import tempfile
from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Request, Response

from ludus.core.game_registry import load_game_by_name
from ludus.core.replay import Replay
from ludus.studio import guest_redaction
from ludus.studio.option_choices_and_checks import check_options
from ludus.studio.protocol.sessions import AbortSession, NewSession
from ludus.studio.request_and_response_helpers import JSON, json_response, owner_only, read_body, run_quick
from ludus.studio.request_errors import NotAllowed
from ludus.studio.sessions import seat_observation
from ludus.studio.sessions.game_session import GameSession
from ludus.studio.sessions.session_manager import MAX_ROWS, SessionManager
from ludus.util.errors import ReplayError


def session_routes(session_manager: SessionManager) -> APIRouter:
    routes = APIRouter()

    @routes.get("/api/tables")
    async def list_sessions(
        request: Request,
        before: str = "",
        most: Annotated[int, Query(ge=1, le=MAX_ROWS)] = MAX_ROWS,
        unfinished: bool = False,
    ) -> Response:
        await session_manager.wait_until_listed()
        return json_response(session_manager.rows(request.scope["role"], before, most, unfinished))

    @routes.post("/api/tables")
    async def new_session(request: Request) -> Response:
        return json_response(await session_manager.create(await read_body(request, NewSession), request.scope["role"]))

    @routes.post("/api/replays")
    async def upload_replay(request: Request) -> Response:
        owner_only(request)
        replay = await run_quick(_read_replay, session_manager, await request.body())
        return json_response(await session_manager.import_replay(replay, request.scope["role"]))

    @routes.get("/api/tables/{id}/replay")
    async def replay(id: str, request: Request) -> Response:
        session = await _public_session(session_manager, id, request)
        saved = session_manager.saved_replay(session)
        visible = saved if request.scope["role"] == "owner" else guest_redaction.redact_replay(saved)
        data = msgspec.json.format(msgspec.json.encode(visible), indent=1)
        name = f"{session.game.name}-{session.seed}-{session.id}.json"
        return Response(data, media_type=JSON, headers={"content-disposition": f'attachment; filename="{name}"'})

    @routes.post("/api/tables/{id}/abort")
    async def abort(id: str, request: Request) -> Response:
        order, role = await read_body(request, AbortSession), request.scope["role"]
        live = await session_manager.open(id, role)
        live.check_abort(live.session.seat_of(order.key, role == "owner"), role)
        live.stop()
        return json_response(session_manager.row(id, role))

    @routes.get("/api/tables/{id}/picture")
    async def picture(id: str, ply: int, request: Request, seat: int | None = None, key: str = "") -> Response:
        session = (await session_manager.open(id, request.scope["role"])).session
        observer = None if session.no_secrets else session.seat_of(key, request.scope["role"] == "owner")
        if observer is None:
            session = await _public_session(session_manager, id, request)
        return Response(
            await run_quick(seat_observation.picture, session, observer, seat, ply), media_type="image/svg+xml"
        )

    return routes


async def _public_session(session_manager: SessionManager, id: str, request: Request) -> GameSession:
    """Get a session that everyone may see. Raises NotAllowed while it has secrets."""
    session = (await session_manager.open(id, request.scope["role"])).session
    if not session.no_secrets:
        raise NotAllowed("this game is being played; look at it when it is over")
    return session


def _read_replay(session_manager: SessionManager, data: bytes) -> Replay:
    """Read an uploaded replay. Its options are checked, so that they name no files except the user's own."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        file.write(data)
        file.flush()
        try:
            replay = Replay.load(file.name)
        except ReplayError as error:
            raise ReplayError(str(error).replace(file.name, "this file")) from None
    game = load_game_by_name(replay.game)
    texts = {name: value for name, value in replay.options.items() if isinstance(value, str)}
    options = replay.options | check_options(game.options, texts, game.name, session_manager.paths.content_file)
    return msgspec.structs.replace(replay, options=options)
