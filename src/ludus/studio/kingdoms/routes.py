"""Routes of the kingdoms page."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from ludus.studio.answers import json_response, owner_only, read_body, run_quick, run_search
from ludus.studio.hall import SessionManager
from ludus.studio.kingdoms.catalogue import kingdoms_info
from ludus.studio.kingdoms.games import replay_measured_game
from ludus.studio.protocol.kingdoms import KingdomGame


def kingdom_routes(hall: SessionManager) -> APIRouter:
    routes = APIRouter()

    @routes.get("/api/kingdoms")
    async def kingdoms() -> Response:
        return json_response(await run_quick(kingdoms_info))

    @routes.post("/api/kingdoms/games")
    async def game(request: Request) -> Response:
        owner_only(request)
        order = await read_body(request, KingdomGame)
        replay = await run_search(request, replay_measured_game, order, hall.permissions["owner"])
        return json_response(await hall.import_replay(replay, request.scope["role"]))

    return routes
