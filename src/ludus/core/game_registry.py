"""Registry of installed games."""

from __future__ import annotations

from ludus.core.game import Game
from ludus.util.plugins import PluginRegistry

GROUP = "ludus.games"
GAMES = PluginRegistry(GROUP, "game", Game)

register_game, registered_game = GAMES.register, GAMES.registered
game_names, load_game = GAMES.names, GAMES.load
