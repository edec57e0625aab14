"""Numbers of the thesis.

Its Table 7.1 is printed with the winner in the column: read by rows it contradicts the text, in which MaxPrestige is
weak and the searches are strong. Here the winner is in the row.
"""

from __future__ import annotations

import math

from ludus.stats import Estimate

THESIS_BOTS = ("MaxPrestige", "Beam", "MCTS", "DecisionTree", "RandomSimulation")
THESIS_GAMES = 400
THESIS_AVERAGES = {"MCTS": 0.66, "DecisionTree": 0.64, "Beam": 0.63, "RandomSimulation": 0.32, "MaxPrestige": 0.25}
THESIS_FAVOURITES = ("duke_of_crows", "red_eagle", "ansei", "psijic")  # of MaxPrestige, learned by apriori
_WINS = {
    ("Beam", "MaxPrestige"): 0.7675,
    ("Beam", "MCTS"): 0.5150,
    ("Beam", "DecisionTree"): 0.4350,
    ("Beam", "RandomSimulation"): 0.8075,
    ("MCTS", "MaxPrestige"): 0.7325,
    ("MCTS", "DecisionTree"): 0.5625,
    ("MCTS", "RandomSimulation"): 0.8475,
    ("DecisionTree", "MaxPrestige"): 0.8725,
    ("DecisionTree", "RandomSimulation"): 0.6825,
    ("RandomSimulation", "MaxPrestige"): 0.6275,
}


PRINTED_PAIRS = tuple(_WINS)  # the ten pairs of the table, as they are named here


def published_win_rate(one: str, other: str) -> float:
    """Win rate of the first of two bots against the second."""
    return _WINS[one, other] if (one, other) in _WINS else 1 - _WINS[other, one]


def published_interval(share: float) -> Estimate:
    """Published win rate as an estimate from its 400 games."""
    half = 1.96 * math.sqrt(share * (1 - share) / THESIS_GAMES)
    return Estimate(share, share - half, share + half, THESIS_GAMES)
