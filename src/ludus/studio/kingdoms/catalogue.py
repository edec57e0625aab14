"""What there is to pick from: cards with what they do, editions, recommended sets, measures."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from ludus.core.position import Position
from ludus.core.registry import load_game
from ludus.design.dominion.kingdom_pool import GAME, KingdomPool
from ludus.design.dominion.measures import MEASURES
from ludus.design.dominion.options import DEFAULT_PAIR, DominionMakeOptions
from ludus.studio.protocol.kingdoms import KingdomEdition, KingdomsInfo, MeasureInfo, RecommendedSet
from ludus.util.errors import OptionError


@cache
def kingdoms_info() -> KingdomsInfo:
    """All of it; the content that comes with the game does not change while a server runs."""
    offers = load_game(GAME).rendering.option_choices()  # type: ignore[misc]
    editions = [KingdomEdition(name, cards) for name, cards in offers.items() if name != "sets"]
    pools = [KingdomPool(each.name) for each in editions]
    cards = {name: facts for pool in pools for name, facts in _cards(pool).items()}
    sets = [found for name in offers["sets"] for pool in pools if (found := _set(pool, name)) is not None]
    targets = _targets()
    measures = [
        MeasureInfo(each.name, each.title, "share" if each.share else "number", targets.get(each.name, ""))
        for each in MEASURES.values()
    ]
    return KingdomsInfo(cards, editions, sets, measures, DEFAULT_PAIR)


def _cards(pool: KingdomPool) -> dict[str, Any]:
    """What the cards of an edition do: as players see them, in kingdoms that together hold all of them."""
    found: dict[str, Any] = {}
    for first in range(0, pool.size, pool.piles):
        last = min(first + pool.piles, pool.size)
        position = Position.start(pool.game, pool.content(range(last - pool.piles, last)), 1)
        found |= position.game.observation(position.content, position.state, 0)["cards"]
    return found


def _set(pool: KingdomPool, name: str) -> RecommendedSet | None:
    """A recommended set, if the edition has its cards."""
    try:
        return RecommendedSet(name, pool.edition, list(pool.write(pool.read(name))))
    except OptionError:
        return None


def _targets() -> dict[str, str]:
    """By measure: what to ask for when kingdoms are to be made to it."""
    found: dict[str, str] = {}
    for field in msgspec.structs.fields(DominionMakeOptions):
        if field.default is None:
            found |= dict.fromkeys(DominionMakeOptions(**{field.name: 1}).targets, field.encode_name)  # type: ignore[arg-type]
    return found
