"""Content inspected and made by a game's designer."""

from __future__ import annotations

from typing import Any

from ludus.compute import Threads
from ludus.core.errors import OptionError
from ludus.core.options import read_options
from ludus.core.registry import find_game
from ludus.design.contract import Order, Progress, Show, Tell, find_designer, nobody_looks, unheard
from ludus.studio.labour.found import as_found
from ludus.studio.labour.orders import Inspect, Make
from ludus.studio.protocol.work import Found


def design(order: Inspect | Make, progress: Progress, tell: Tell = unheard, show: Show = nobody_looks) -> Found:
    """What the designer says."""
    designer = find_designer(order.game)
    game = find_game(order.game)
    told = Order(game, order.options, order.games, order.seed, Threads(), None, progress, tell=tell, show=show)
    if isinstance(order, Make):
        return as_found(designer.make(_asks(order.asks, designer.makes, f"make {order.game}"), told))
    if not order.content:
        raise OptionError(f"say what to look at: {designer.content}")
    asks = _asks(order.asks, designer.inspects, f"inspect {order.game}")
    return as_found(designer.inspect(order.content, asks, told))


def _asks(given: dict[str, str], kind: type[Any], owner: str) -> Any:
    return read_options(dict(given), kind, owner)
