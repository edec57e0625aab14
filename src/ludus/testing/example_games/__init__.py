"""Four small example games; copy one to begin a game of your own.

    magpies   three players, hidden hands, decisions that open further decisions; a folder, as large games are
    dash      one player in real time, a course generated from the seed
    auction   two players who pick secretly at the same time
    stalls    two players, features for evaluation functions, pieces that are evaluated separately

They are not installed: pass the objects in `GAMES` to functions that take a game.
"""

from ludus.core.game import Game
from ludus.testing.example_games import auction, magpies, realtime_runner, stalls

GAMES: list[Game] = [magpies.game, realtime_runner.game, auction.game, stalls.game]

__all__ = ["GAMES", "auction", "magpies", "realtime_runner", "stalls"]
