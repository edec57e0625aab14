"""Routes for the user's content files and for the designers of games (inspect and make)."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from ludus.core.registry import load_game
from ludus.design.base.designer import DesignOptions, find_designer
from ludus.studio.answers import answer, aside, body, owner_only
from ludus.studio.bots import refuse_files
from ludus.studio.choices import OWN, checked, could_be_path, offered
from ludus.studio.home import Home
from ludus.studio.labour.orders import Inspect, Make
from ludus.studio.protocol.work import (
    ContentRow,
    ContentText,
    DesignerInfo,
    InspectOrder,
    MakeOrder,
    Started,
)
from ludus.studio.table import NotAllowed
from ludus.studio.workshop import Workshop


def design_routes(home: Home, workshop: Workshop) -> APIRouter:
    routes = APIRouter()

    @routes.get("/api/design/{game}")
    async def designer(game: str) -> Response:
        return answer(await aside(_info, game))

    @routes.post("/api/design/{game}/inspect")
    async def inspect(game: str, request: Request) -> Response:
        owner_only(request)
        inspect_order = await body(request, InspectOrder)
        order = await aside(_inspect_order, home, game, inspect_order)
        return answer(Started(workshop.start("inspect", game, "", order).id))

    @routes.post("/api/design/{game}/make")
    async def make(game: str, request: Request) -> Response:
        owner_only(request)
        make_order = await body(request, MakeOrder)
        order = await aside(_make_order, home, game, make_order)
        return answer(Started(workshop.start("make", game, "", order).id))

    @routes.get("/api/content")
    async def contents(request: Request) -> Response:
        owner_only(request)
        files = sorted(file for file in home.content.iterdir() if file.is_file() and not file.name.endswith(".part"))
        return answer([ContentRow(file.name, file.stat().st_size) for file in files])

    @routes.get("/api/content/{name}")
    async def content(name: str, request: Request) -> Response:
        owner_only(request)
        return answer(ContentText(name, home.content_file(name).read_text(encoding="utf-8", errors="replace")))

    @routes.post("/api/content")
    async def keep(request: Request) -> Response:
        owner_only(request)
        file = await body(request, ContentText)
        path = home.keep_content(file.name, file.text)
        return answer(ContentRow(path.name, path.stat().st_size))

    return routes


def _info(game: str) -> DesignerInfo:
    designer = find_designer(game)
    inspect_options, make_options = offered(designer.inspect_options), offered(designer.make_options)
    return DesignerInfo(
        load_game(game).name,
        designer.content_help,
        designer.inspect_example,
        inspect_options,
        designer.make_example,
        make_options,
    )


def _inspect_order(home: Home, game: str, given: InspectOrder) -> Inspect:
    designer = find_designer(game)
    content = []
    for text in given.content:
        if not text.startswith(OWN) and could_be_path(text):
            raise NotAllowed(f"{text[:60]!r} could be a path; files of your own are {OWN}NAME")
        content.append(str(home.content_file(text.removeprefix(OWN))) if text.startswith(OWN) else text)
    designer_options, options = _checked(home, game, designer.inspect_options, given)
    return Inspect(game, content, designer_options, options, given.games, given.seed)


def _make_order(home: Home, game: str, given: MakeOrder) -> Make:
    designer_options, options = _checked(home, game, find_designer(game).make_options, given)
    return Make(game, designer_options, options, given.games, given.seed)


def _checked(
    home: Home, name: str, kind: type[DesignOptions], given: InspectOrder | MakeOrder
) -> tuple[dict[str, str], dict[str, str]]:
    """Options of a designer and of a game, checked so that they name no files except the user's own."""
    game = load_game(name)
    for key, text in given.asks.items():
        if not text.startswith(OWN):
            refuse_files(game, text, f"{name}: {key}")
    designer_options = checked(kind, given.asks, name, home.content_file)
    return designer_options, checked(game.options, given.options, name, home.content_file)
