"""The conformance checks with drafted, drawn and given patrons, fair and as the reference engine."""

from ludus.games.tribute import game
from ludus.testing import CHECKS, Case
from tests.games.laws import every_law, every_way

WAYS = {
    "drafted": {},
    "drawn": {"patrons": "random"},
    "given": {"patrons": "psijic,pelin,rajhin,ansei"},
    "reference": {"patrons": "random", "compat": "reference"},
}
CASES = {
    way: Case(game, games=4, options=options, import_path="ludus.games.tribute:game") for way, options in WAYS.items()
}


@every_way(WAYS)
@every_law
def test_every_way_to_play_obeys_every_law(way, law):
    CHECKS[law](CASES[way])
