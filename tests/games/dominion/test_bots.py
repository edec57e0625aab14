"""The vDom bots: fair, legal, and as described."""

from types import SimpleNamespace

import ludus
from ludus.arena.match_spec import Match
from ludus.arena.runner import run_match
from ludus.backends import Threads
from ludus.bots import load_bot
from ludus.core import plain
from ludus.games.dominion.bots.vdom_choices import DREW, EARL, gain_of
from ludus.testing import conform_player
from tests.cases import each

from .positions import Seat, position

GAME = ludus.load_game("dominion")
PLAYERS = [bot.name for bot in GAME.bots.compiled()]
WAYS = {"first": {}, "second": {"edition": "second"}, "three": {"seats": 3}, "declining": {"declining": True}}


@each("way", WAYS, quick=2)
@each("name", PLAYERS)
def test_every_player_is_legal_and_fair(name, way):
    conform_player(GAME, name, games=2, options=WAYS[way])


def test_earl_wins_more_than_half_against_drew_and_drew_against_random():
    for better, worse, least in (("earl", "drew", 0.54), ("drew", "random", 0.95)):
        match = Match(GAME, GAME.content(), [load_bot(GAME, better), load_bot(GAME, worse)], seed=3)
        outcomes = run_match(match, 2000, Threads(1))
        wins = [outcomes.payoffs[k, k % 2] for k in range(2000)]
        assert sum(wins) / 2000 > least


def test_of_treasures_at_the_highest_cost_the_first_of_the_supply_is_gained(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('[Crown]\ncost = 6\ntypes = ["Treasure"]\ncoins = 3\n')
    here = position(Seat("Mine, Silver"), kingdom="Crown", cards=str(own)).play("PLAY Mine")
    assert {"GAIN Gold", "GAIN Crown"} <= set(here.moves())
    for style in (EARL, DREW):
        slot = plain(gain_of)(here.data, here.state, 0, SimpleNamespace(), SimpleNamespace(), style)
        assert here.name(slot) == "Gold"
