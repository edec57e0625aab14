"""Route for the evaluation of a finished game."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from ludus.studio.request_and_response_helpers import json_response
from ludus.studio.request_errors import NotAllowed
from ludus.studio.sessions.evaluation_curve import evaluation_curve
from ludus.studio.sessions.game_session import GameSession
from ludus.studio.sessions.session_manager import SessionManager
from ludus.studio.thread_pools import ThreadPool

MAX_WAITING = 32  # curves that may wait for a role


def evaluation_routes(session_manager: SessionManager) -> APIRouter:
    routes = APIRouter()
    # one thread for each role: a curve takes a second or two, and playouts share the interpreter with everything else
    threads = {role: ThreadPool("curve", 1, MAX_WAITING) for role in session_manager.permissions}

    @routes.get("/api/tables/{id}/evaluation")
    async def evaluation(id: str, request: Request, seat: int = 0) -> Response:
        session = (await session_manager.open(id, request.scope["role"])).session
        if session.state == "playing":
            raise NotAllowed("this game is being played; its evaluation is for after the game")
        pool = threads[request.scope["role"]]
        if seat not in session.curves:
            await asyncio.get_running_loop().run_in_executor(pool, _add_curve, session, seat)
        return json_response(session.curves[seat])

    return routes


def _add_curve(session: GameSession, seat: int) -> None:
    """Measure a curve, if nobody who waited for the same one has got it."""
    if seat not in session.curves:
        session.curves[seat] = evaluation_curve(session, seat)
