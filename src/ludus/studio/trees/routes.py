"""Routes of the skill tree editor."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response, WebSocket

from ludus.studio.answers import answer, aside, body, owner_only, searching
from ludus.studio.hall import Hall
from ludus.studio.protocol.trees import TreeDraft, TreeDrawn, TreeFight, TreeNamed, TreeText
from ludus.studio.trees.catalogue import trees_info
from ludus.studio.trees.checking import check_drawing, check_text, open_tree
from ludus.studio.trees.keeping import fight_behind, keep_tree
from ludus.studio.trees.process import Measuring
from ludus.studio.trees.socket import serve_trees


def tree_routes(hall: Hall, measuring: Measuring) -> APIRouter:
    routes = APIRouter()

    @routes.get("/api/trees")
    async def trees(request: Request) -> Response:
        owner_only(request)
        return answer(await aside(trees_info))

    @routes.post("/api/trees/open")
    async def opened(request: Request) -> Response:
        owner_only(request)
        return answer(await aside(open_tree, hall.home, await body(request, TreeNamed)))

    @routes.post("/api/trees/drawn")
    async def drawn(request: Request) -> Response:
        owner_only(request)
        return answer(await aside(check_drawing, await body(request, TreeDrawn)))

    @routes.post("/api/trees/written")
    async def written(request: Request) -> Response:
        owner_only(request)
        return answer(await aside(check_text, await body(request, TreeText)))

    @routes.post("/api/trees/keep")
    async def keep(request: Request) -> Response:
        owner_only(request)
        return answer(await aside(keep_tree, hall.home, await body(request, TreeDraft)))

    @routes.post("/api/trees/fights")
    async def fight(request: Request) -> Response:
        owner_only(request)
        order = await body(request, TreeFight)
        replay = await searching(request, fight_behind, hall.home, order, hall.invitations["owner"])
        return answer(await hall.adopt(replay, request.scope["role"]))

    @routes.websocket("/socket/trees")
    async def socket(socket: WebSocket) -> None:
        await serve_trees(socket, measuring)

    return routes
