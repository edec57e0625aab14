"""The conformance kit over levels with and without traps."""

from ludus.games.platformer import game
from ludus.testing import CHECKS, Case
from tests.games.laws import every_law, every_way

WAYS = {
    "traps": {"level": "trap-school", "seconds": 8},
    "composites": {"level": "composites", "seconds": 6, "respawn": "start"},
    "double jump": {"level": "trap-school", "seconds": 6, "physics": "double-jump"},
    "wall jump": {"level": "composites", "seconds": 6, "physics": "wall-jump"},
}
CASES = {
    way: Case(game, games=3, options=options, import_path="ludus.games.platformer:game")
    for way, options in WAYS.items()
}


@every_way(WAYS)
@every_law
def test_every_way_to_play_obeys_every_law(way, law):
    CHECKS[law](CASES[way])
