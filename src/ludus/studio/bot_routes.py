"""Routes for uploaded bots: add, list, offer to guests, remove. No response contains their code."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from ludus.studio.answers import answer, aside, body, owner_only
from ludus.studio.own_bots import OwnBots, as_row
from ludus.studio.protocol.bots import BotOffer, NewBot


def bot_routes(bots: OwnBots) -> APIRouter:
    routes = APIRouter()

    @routes.get("/api/bots")
    async def listed(request: Request) -> Response:
        guest = request.scope["role"] == "guest"
        uploaded = await aside(bots.listed)
        return answer([as_row(bot, guest) for bot in uploaded if bot.offered or not guest])

    @routes.post("/api/bots")
    async def keep(request: Request) -> Response:
        owner_only(request)
        return answer(as_row(await aside(bots.keep, await body(request, NewBot)), False))

    @routes.post("/api/bots/{name}/offer")
    async def offer(name: str, request: Request) -> Response:
        owner_only(request)
        order = await body(request, BotOffer)
        return answer(as_row(await aside(bots.offer, name, order.offered), False))

    @routes.post("/api/bots/{name}/remove")
    async def remove(name: str, request: Request) -> Response:
        owner_only(request)
        bot = bots.find(name)
        await aside(bots.remove, name)
        return answer(as_row(bot, False))

    return routes
