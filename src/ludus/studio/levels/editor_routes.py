"""Routes of the level editor: files of other tools, and the socket that checks and rates drafts. For the owner only."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Request, Response, WebSocket

from ludus.design.platformer.formats.tileset import TILESET_PNG
from ludus.studio.levels.draft_checks import editor_info, export_draft, import_draft
from ludus.studio.levels.level_routes import download_headers
from ludus.studio.measuring.process_client import MeasuringProcess, serve_editor
from ludus.studio.protocol.level_editor import ForeignLevel, LevelExport, ToLevels
from ludus.studio.request_and_response_helpers import json_response, owner_only, read_body, run_quick, run_slow

DECODER = msgspec.json.Decoder(ToLevels)


def editor_routes(measuring: MeasuringProcess) -> APIRouter:
    routes = APIRouter()

    @routes.get("/api/levels/editor")
    async def info(request: Request) -> Response:
        owner_only(request)
        return json_response(await run_quick(editor_info))

    @routes.get("/api/levels/tiles")
    async def tiles(request: Request) -> Response:
        owner_only(request)
        data = await run_quick(TILESET_PNG.read_bytes)
        return Response(data, media_type="image/png", headers=download_headers(TILESET_PNG.name))

    @routes.post("/api/levels/import")
    async def import_file(request: Request) -> Response:
        owner_only(request)
        return json_response(await run_slow(request, import_draft, await read_body(request, ForeignLevel)))

    @routes.post("/api/levels/export")
    async def export_file(request: Request) -> Response:
        owner_only(request)
        order = await read_body(request, LevelExport)
        data = await run_slow(request, export_draft, order)
        headers = download_headers("level")  # the page names the file
        return Response(data, media_type="application/octet-stream", headers=headers)

    @routes.websocket("/socket/levels")
    async def socket(socket: WebSocket) -> None:
        await serve_editor(socket, measuring, DECODER)

    return routes
