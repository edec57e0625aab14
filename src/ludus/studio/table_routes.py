"""Routes for game sessions: list, create, download replays, draw positions."""

from __future__ import annotations

import tempfile
from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Request, Response

from ludus.core.registry import load_game
from ludus.core.replay import Replay
from ludus.studio import masks, sight
from ludus.studio.answers import JSON, answer, aside, body, owner_only
from ludus.studio.choices import checked
from ludus.studio.hall import MOST_ROWS, Hall
from ludus.studio.protocol.tables import NewTable
from ludus.studio.table import NotAllowed, Table
from ludus.util.errors import ReplayError


def table_routes(hall: Hall) -> APIRouter:
    routes = APIRouter()

    @routes.get("/api/tables")
    async def tables(before: str = "", most: Annotated[int, Query(ge=1, le=MOST_ROWS)] = MOST_ROWS) -> Response:
        await hall.listed()
        return answer(hall.rows(before, most))

    @routes.post("/api/tables")
    async def new_table(request: Request) -> Response:
        return answer(await hall.create(await body(request, NewTable), request.scope["role"]))

    @routes.post("/api/replays")
    async def show(request: Request) -> Response:
        owner_only(request)
        replay = await aside(_read, hall, await request.body())
        return answer(await hall.adopt(replay, request.scope["role"]))

    @routes.get("/api/tables/{id}/replay")
    async def replay(id: str, request: Request) -> Response:
        table = await _open_to_all(hall, id, request)
        saved = hall.to_save(table)
        visible = saved if request.scope["role"] == "owner" else masks.replay(saved)
        data = msgspec.json.format(msgspec.json.encode(visible), indent=1)
        name = f"{table.game.name}-{table.seed}-{table.id}.json"
        return Response(data, media_type=JSON, headers={"content-disposition": f'attachment; filename="{name}"'})

    @routes.get("/api/tables/{id}/picture")
    async def picture(id: str, ply: int, request: Request, seat: int | None = None, key: str = "") -> Response:
        table = (await hall.open(id, request.scope["role"])).table
        eyes = None if table.no_secrets else table.seat_of(key)
        if eyes is None:
            table = await _open_to_all(hall, id, request)
        return Response(await aside(sight.picture, table, eyes, seat, ply), media_type="image/svg+xml")

    return routes


async def _open_to_all(hall: Hall, id: str, request: Request) -> Table:
    """Get a session that everyone may see. Raises NotAllowed while it has secrets."""
    table = (await hall.open(id, request.scope["role"])).table
    if not table.no_secrets:
        raise NotAllowed("this game is being played; look at it when it is over")
    return table


def _read(hall: Hall, data: bytes) -> Replay:
    """Read an uploaded replay. Its options are checked, so that they name no files except the user's own."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        file.write(data)
        file.flush()
        try:
            replay = Replay.load(file.name)
        except ReplayError as error:
            raise ReplayError(str(error).replace(file.name, "this file")) from None
    game = load_game(replay.game)
    texts = {name: value for name, value in replay.options.items() if isinstance(value, str)}
    options = replay.options | checked(game.options, texts, game.name, hall.home.content_file)
    return msgspec.structs.replace(replay, options=options)
