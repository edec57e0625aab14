"""Five small example games; copy one to begin a game of your own.

    magpies   three players, hidden hands, decisions that open further decisions; a folder, as large games are
    dash      one player in real time, a course generated from the seed
    auction   two players who pick secretly at the same time
    stalls    two players, features for evaluation functions, pieces that are evaluated separately
    letter    two to four players, secret moves, knowledge of other hands, a compiled bot, a picture

The guide docs/add-your-own-game.md builds `letter` step by step.

They are not installed: pass the objects in `GAMES` to functions that take a game.
"""

from ludus.core.game import Game
from ludus.testing.example_games import auction, letter, magpies, realtime_runner, stalls

GAMES: list[Game] = [magpies.game, realtime_runner.game, auction.game, stalls.game, letter.game]

__all__ = ["GAMES", "auction", "letter", "magpies", "realtime_runner", "stalls"]
