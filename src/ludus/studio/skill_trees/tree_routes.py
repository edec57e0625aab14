"""Routes of the skill tree editor."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Request, Response, WebSocket

from ludus.studio.measuring.process_client import MeasuringProcess, serve_editor
from ludus.studio.protocol.trees import DrawnTree, ToTrees, TreeDraft, TreeFight, TreeName, TreeText
from ludus.studio.request_and_response_helpers import json_response, owner_only, read_body, run_quick, run_search
from ludus.studio.sessions.session_manager import SessionManager
from ludus.studio.skill_trees.drafts import check_drawn_tree, check_text, open_tree, replay_fight, store_tree
from ludus.studio.skill_trees.editor_choices import trees_info

DECODER = msgspec.json.Decoder(ToTrees)


def tree_routes(session_manager: SessionManager, measuring: MeasuringProcess) -> APIRouter:
    routes = APIRouter()

    @routes.get("/api/trees")
    async def trees(request: Request) -> Response:
        owner_only(request)
        return json_response(await run_quick(trees_info))

    @routes.post("/api/trees/open")
    async def open_draft(request: Request) -> Response:
        owner_only(request)
        return json_response(await run_quick(open_tree, session_manager.paths, await read_body(request, TreeName)))

    @routes.post("/api/trees/drawn")
    async def check_drawn(request: Request) -> Response:
        owner_only(request)
        return json_response(await run_quick(check_drawn_tree, await read_body(request, DrawnTree)))

    @routes.post("/api/trees/written")
    async def check_written(request: Request) -> Response:
        owner_only(request)
        return json_response(await run_quick(check_text, await read_body(request, TreeText)))

    @routes.post("/api/trees/keep")
    async def store(request: Request) -> Response:
        owner_only(request)
        return json_response(await run_quick(store_tree, session_manager.paths, await read_body(request, TreeDraft)))

    @routes.post("/api/trees/fights")
    async def fight(request: Request) -> Response:
        owner_only(request)
        order = await read_body(request, TreeFight)
        replay = await run_search(
            request, replay_fight, session_manager.paths, order, session_manager.permissions["owner"]
        )
        return json_response(await session_manager.import_replay(replay, request.scope["role"]))

    @routes.websocket("/socket/trees")
    async def socket(socket: WebSocket) -> None:
        await serve_editor(socket, measuring, DECODER)

    return routes
