"""Information about games, their options and their bots, for the form that creates a session."""

from __future__ import annotations

from importlib.metadata import entry_points

from ludus.core.registry import game_names, load_game
from ludus.design.base.designer import DESIGNERS, ENTRY_POINT_GROUP
from ludus.studio.bots import bot_infos, default_opponent
from ludus.studio.choices import option_choices
from ludus.studio.protocol.words import GameCard, GameInfo
from ludus.util.errors import LudusError


def game_cards() -> list[GameCard]:
    """Installed games. Games that cannot be loaded are skipped."""
    cards = []
    for name in game_names():
        try:
            game = load_game(name)
        except LudusError:
            continue
        if not game.real_time:  # a session waits for moves; a game in real time does not
            cards.append(GameCard(game.name, game.title, game.summary, *game.seats))
    return cards


def game_info(name: str) -> GameInfo:
    """Details of one game for the form that creates a session."""
    game = load_game(name)
    fewest, most = game.seats
    return GameInfo(
        name=game.name,
        title=game.title,
        summary=game.summary,
        fewest=fewest,
        most=most,
        phases=list(game.phases),
        options=option_choices(game.options),
        bots=bot_infos(game),
        opponent=default_opponent(game),
        offers=game.rendering.option_choices() if game.rendering.option_choices else {},
    )


def designer_names() -> list[str]:
    """Names of games whose content can be inspected and made."""
    return sorted({*DESIGNERS, *(entry.name for entry in entry_points(group=ENTRY_POINT_GROUP))})
