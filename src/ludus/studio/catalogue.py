"""What there is: games with their options and bots, for whoever sets up a table."""

from __future__ import annotations

from importlib.metadata import entry_points

from ludus.core.registry import game_names, load_game
from ludus.design.base.designer import DESIGNERS, ENTRY_POINT_GROUP
from ludus.studio.bots import decent, listed
from ludus.studio.choices import offered
from ludus.studio.protocol.words import GameCard, GameInfo
from ludus.util.errors import LudusError


def game_cards() -> list[GameCard]:
    """The installed games; one that cannot be loaded does not hide the others."""
    found = []
    for name in game_names():
        try:
            game = load_game(name)
        except LudusError:
            continue
        if not game.real_time:  # a table waits for moves; a run in real time does not
            found.append(GameCard(game.name, game.title, game.summary, *game.seats))
    return found


def game_info(name: str) -> GameInfo:
    """All that is needed to set up a table."""
    game = load_game(name)
    fewest, most = game.seats
    return GameInfo(
        name=game.name,
        title=game.title,
        summary=game.summary,
        fewest=fewest,
        most=most,
        phases=list(game.phases),
        options=offered(game.options),
        bots=listed(game),
        opponent=decent(game),
        offers=game.rendering.option_choices() if game.rendering.option_choices else {},
    )


def designer_names() -> list[str]:
    """Games whose content can be inspected and made."""
    return sorted({*DESIGNERS, *(entry.name for entry in entry_points(group=ENTRY_POINT_GROUP))})
