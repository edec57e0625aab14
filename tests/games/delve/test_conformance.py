"""The conformance kit over scenarios of all kinds: with points to save, from the middle, without a tree."""

from pathlib import Path

import ludus
from ludus.testing import CHECKS, Case
from tests.games.laws import every_law, every_way

DATA = Path(__file__).parent / "data"
WEAK = {"encounters": str(DATA / "easy.csv")}  # enemies that random moves defeat, so that nodes are picked too

WAYS = {
    "the whole scenario": {},
    "through all encounters": {"deck": "3", **WEAK},
    "a tree with prices and shared children": {
        **{"deck": "new-8", "tree": str(DATA / "web.toml"), "points": 3, "twins": True},
        **WEAK,
    },
    "cards and nodes of every kind": {
        "rules": "guardian",
        "points": 6,
        "deck": "venom",
        "encounter_points": "2",
        **WEAK,
    },
    "the last encounter, with nodes": {"deck": "7", "first": 6, "nodes": "Steady Aim, Focus"},
}
CASES = {way: Case(ludus.load_game("delve"), games=6, options=options) for way, options in WAYS.items()}


@every_way(WAYS)
@every_law
def test_every_way_to_play_obeys_every_law(way, law):
    CHECKS[law](CASES[way])
