"""The walker."""

from ludus.arena import Match
from ludus.arena.runner import run_match
from ludus.bots import load_bot
from ludus.games.platformer import game
from tests.cases import each


@each("name", ["first-steps", "trap-school"])
def test_the_walker_gets_through_levels_that_lead_to_the_right(name):
    found = run_match(Match(game, game.content(level=name), [load_bot(game, "walker")], seed=1), 2)
    assert (found.payoffs == 1).all()


def test_the_walker_does_not_get_through_the_tower():
    found = run_match(Match(game, game.content(level="tower", seconds=20), [load_bot(game, "walker")], seed=1), 1)
    assert (found.payoffs == 0).all()
