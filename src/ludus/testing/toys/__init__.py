"""Four small games that prove the contract: copy one to begin a game of your own.

    magpies   three players, hidden hands, decisions that open further decisions; a folder, as large games are
    dash      one player in real time, a course made from the seed
    auction   two players who pick secretly at the same time
    stalls    two players, features for evaluation functions, pieces that are judged by themselves

They are not installed: hand the objects in `GAMES` to whatever takes a game.
"""

from ludus.core.contract import Game
from ludus.testing.toys import auction, dash, magpies, stalls

GAMES: list[Game] = [magpies.game, dash.game, auction.game, stalls.game]

__all__ = ["GAMES", "auction", "dash", "magpies", "stalls"]
