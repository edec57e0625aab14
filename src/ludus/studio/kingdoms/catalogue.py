"""Cards with their effects, editions, recommended sets and measures to choose from."""

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
    """All information for the kingdoms page; cached, because it does not change while a server runs."""
    offers = load_game(GAME).rendering.option_choices()  # type: ignore[misc]
    editions = [KingdomEdition(name, cards) for name, cards in offers.items() if name != "sets"]
    pools = [KingdomPool(edition.name) for edition in editions]
    cards = {name: facts for pool in pools for name, facts in _cards(pool).items()}
    sets = [recommended for name in offers["sets"] for pool in pools if (recommended := _set(pool, name)) is not None]
    targets = _targets()
    measures = [
        MeasureInfo(measure.name, measure.title, "share" if measure.share else "number", targets.get(measure.name, ""))
        for measure in MEASURES.values()
    ]
    return KingdomsInfo(cards, editions, sets, measures, DEFAULT_PAIR)


def _cards(pool: KingdomPool) -> dict[str, Any]:
    """Effects of the cards of an edition, from observations of kingdoms that together contain all cards."""
    cards: dict[str, Any] = {}
    for first in range(0, pool.size, pool.piles):
        last = min(first + pool.piles, pool.size)
        position = Position.start(pool.game, pool.content(range(last - pool.piles, last)), 1)
        cards |= position.game.observation(position.content, position.state, 0)["cards"]
    return cards


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
