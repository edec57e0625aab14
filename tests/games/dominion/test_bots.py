"""The vDom bots: fair, legal, and as described."""

import ludus
from ludus.arena.match_spec import Match
from ludus.arena.runner import run_match
from ludus.backends import Threads
from ludus.bots import load_bot
from ludus.testing import conform_player
from tests.cases import each

GAME = ludus.load_game("dominion")
PLAYERS = [bot.name for bot in GAME.bots.compiled()]
WAYS = {"first": {}, "second": {"edition": "second"}, "three": {"seats": 3}, "declining": {"declining": True}}


@each("way", WAYS)
@each("name", PLAYERS)
def test_every_player_is_legal_and_fair(name, way):
    conform_player(GAME, name, games=2, options=WAYS[way])


def test_earl_wins_more_than_half_against_drew_and_drew_against_random():
    for better, worse, least in (("earl", "drew", 0.54), ("drew", "random", 0.95)):
        match = Match(GAME, GAME.content(), [load_bot(GAME, better), load_bot(GAME, worse)], seed=3)
        outcomes = run_match(match, 2000, Threads(1))
        wins = [outcomes.payoffs[k, k % 2] for k in range(2000)]
        assert sum(wins) / 2000 > least
