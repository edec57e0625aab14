"""Routes for uploaded bots: add, list, offer to guests, remove. No response contains their code."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from ludus.studio.answers import json_response, owner_only, read_body, run_quick
from ludus.studio.own_bots import UploadedBots, bot_row
from ludus.studio.protocol.bots import BotOffer, NewBot


def bot_routes(bots: UploadedBots) -> APIRouter:
    routes = APIRouter()

    @routes.get("/api/bots")
    async def listed(request: Request) -> Response:
        guest = request.scope["role"] == "guest"
        uploaded = await run_quick(bots.available)
        return json_response([bot_row(bot, guest) for bot in uploaded if bot.offered or not guest])

    @routes.post("/api/bots")
    async def keep(request: Request) -> Response:
        owner_only(request)
        return json_response(bot_row(await run_quick(bots.store, await read_body(request, NewBot)), False))

    @routes.post("/api/bots/{name}/offer")
    async def offer(name: str, request: Request) -> Response:
        owner_only(request)
        order = await read_body(request, BotOffer)
        return json_response(bot_row(await run_quick(bots.offer, name, order.offered), False))

    @routes.post("/api/bots/{name}/remove")
    async def remove(name: str, request: Request) -> Response:
        owner_only(request)
        bot = bots.find(name)
        await run_quick(bots.remove, name)
        return json_response(bot_row(bot, False))

    return routes
