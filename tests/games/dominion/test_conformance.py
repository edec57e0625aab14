"""The conformance checks with both editions and two to four players."""

import ludus
from ludus.testing import CHECKS, Case
from tests.games.laws import every_law, every_way

WAYS = {
    "first edition": {},
    "second edition": {"edition": "second"},
    "three players": {"seats": 3, "kingdom": "interaction", "ties": "points"},
    "four players, second edition": {"seats": 4, "edition": "second"},
}
CASES = {way: Case(ludus.load_game("dominion"), games=4, options=options) for way, options in WAYS.items()}


@every_way(WAYS)
@every_law
def test_every_way_to_play_obeys_every_law(way, law):
    CHECKS[law](CASES[way])
