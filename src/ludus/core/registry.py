"""Registry of installed games."""

from __future__ import annotations

from ludus.core.contract import Game
from ludus.core.installed import Installed

GROUP = "ludus.games"
GAMES = Installed(GROUP, "game", Game)

register, registered = GAMES.register, GAMES.registered
game_names, find_game = GAMES.names, GAMES.find
