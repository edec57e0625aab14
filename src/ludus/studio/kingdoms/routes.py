"""Routes of the kingdoms page."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from ludus.studio.answers import answer, aside, body, owner_only, searching
from ludus.studio.hall import Hall
from ludus.studio.kingdoms.catalogue import kingdoms_info
from ludus.studio.kingdoms.games import game_behind
from ludus.studio.protocol.kingdoms import KingdomGame


def kingdom_routes(hall: Hall) -> APIRouter:
    routes = APIRouter()

    @routes.get("/api/kingdoms")
    async def kingdoms() -> Response:
        return answer(await aside(kingdoms_info))

    @routes.post("/api/kingdoms/games")
    async def game(request: Request) -> Response:
        owner_only(request)
        order = await body(request, KingdomGame)
        replay = await searching(request, game_behind, order, hall.invitations["owner"])
        return answer(await hall.adopt(replay, request.scope["role"]))

    return routes
