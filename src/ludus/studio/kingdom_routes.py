"""Routes of the kingdoms page: cards and sets to choose from, and replays of measured games.

Dominion's designer measures, swaps and makes kingdoms in background jobs, like the designers of other games; its
intermediate results arrive through the socket of the job. This module adds only what the page cannot know itself.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response

from ludus.core.game_registry import load_game_by_name
from ludus.core.position import Position
from ludus.core.replay import Replay
from ludus.design.dominion.batch_play import GAMES_PER_KINGDOM, replay_kingdom_game
from ludus.design.dominion.kingdom_numbering import GAME, KingdomPool
from ludus.design.dominion.measures import MEASURES
from ludus.design.dominion.options import DEFAULT_PAIR, DominionMakeOptions
from ludus.studio.bot_permissions import BotPermissions, check_bot_text
from ludus.studio.measure_texts import MEASURE_TEXTS
from ludus.studio.option_choices_and_checks import could_be_path
from ludus.studio.protocol.kingdom_choices_and_games import (
    KingdomEdition,
    KingdomGame,
    KingdomsInfo,
    MeasureInfo,
    RecommendedSet,
)
from ludus.studio.request_and_response_helpers import json_response, owner_only, read_body, run_quick, run_search
from ludus.studio.sessions.session_manager import SessionManager
from ludus.util.errors import OptionError


def kingdom_routes(session_manager: SessionManager) -> APIRouter:
    routes = APIRouter()

    @routes.get("/api/kingdoms")
    async def kingdoms() -> Response:
        return json_response(await run_quick(kingdoms_info))

    @routes.post("/api/kingdoms/games")
    async def game(request: Request) -> Response:
        owner_only(request)
        order = await read_body(request, KingdomGame)
        replay = await run_search(request, replay_measured_game, order, session_manager.permissions["owner"])
        return json_response(await session_manager.import_replay(replay, request.scope["role"]))

    return routes


@cache
def kingdoms_info() -> KingdomsInfo:
    """All information for the kingdoms page; cached, because it does not change while a server runs."""
    offers = load_game_by_name(GAME).rendering.option_choices()  # type: ignore[misc]
    editions = [KingdomEdition(name, cards) for name, cards in offers.items() if name != "sets"]
    pools = [KingdomPool(edition.name) for edition in editions]
    cards = {name: facts for pool in pools for name, facts in _cards(pool).items()}
    sets = [recommended for name in offers["sets"] for pool in pools if (recommended := _set(pool, name)) is not None]
    targets = _targets()
    measures = [
        MeasureInfo(
            name=measure.name,
            title=MEASURE_TEXTS[measure.name].title,
            about=MEASURE_TEXTS[measure.name].explanation,
            kind="share" if measure.share else "number",
            target=targets.get(measure.name, ""),
        )
        for measure in MEASURES.values()
    ]
    effects = {name: effect for pool in pools for name, effect in _effects(pool).items()}
    return KingdomsInfo(cards, effects, editions, sets, measures, DEFAULT_PAIR)


def _cards(pool: KingdomPool) -> dict[str, Any]:
    """Effects of the cards of an edition, from observations of kingdoms that together contain all cards."""
    cards: dict[str, Any] = {}
    for first in range(0, pool.size, pool.piles):
        last = min(first + pool.piles, pool.size)
        position = Position.start(pool.game, pool.content(range(last - pool.piles, last)), 1)
        cards |= position.game.observation(position.content, position.state, 0)["cards"]
    return cards


def _effects(pool: KingdomPool) -> dict[str, Any]:
    """Effects of all kingdom cards that a game of an edition knows."""
    schema = pool.game.schema
    assert schema is not None
    effects: dict[str, Any] = schema().read_facts(pool.content(range(pool.piles)))["effects"]
    return effects


def _set(pool: KingdomPool, name: str) -> RecommendedSet | None:
    """A recommended set, or None if the edition lacks some of its cards."""
    try:
        return RecommendedSet(name, pool.edition, list(pool.write(pool.read(name))))
    except OptionError:
        return None


def _targets() -> dict[str, str]:
    """Name of the make option for each measure that can be a target."""
    targets: dict[str, str] = {}
    for field in msgspec.structs.fields(DominionMakeOptions):
        if field.default is None:
            targets |= dict.fromkeys(DominionMakeOptions(**{field.name: 1}).targets, field.encode_name)  # type: ignore[arg-type]
    return targets


def replay_measured_game(order: KingdomGame, permissions: BotPermissions) -> Replay:
    """Replay one of the games that `ludus inspect dominion` plays with this seed.

    Raises OptionError if the game number is too large or the kingdom is invalid.
    """
    if order.number >= GAMES_PER_KINGDOM:
        raise OptionError(f"game {order.number:,}: at most {GAMES_PER_KINGDOM:,} are played on a kingdom")
    if any(could_be_path(name) for name in order.kingdom):
        raise OptionError("a kingdom is ten cards by name here")
    pool = KingdomPool(order.edition)
    kingdom = pool.read(", ".join(order.kingdom))
    players = [check_bot_text(pool.game, text, permissions) for text in order.players]
    position = replay_kingdom_game(pool, kingdom, players, order.seed, order.number, {})
    seated = players if order.number % 2 == 0 else players[::-1]  # each deal is played from both seats
    return Replay.from_position(position, seated)
