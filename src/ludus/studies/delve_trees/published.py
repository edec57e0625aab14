"""Numbers that the thesis prints. Its win rates and turns are only in figures 27 to 36, without numbers."""

from __future__ import annotations

from ludus.studies.delve_trees.config import HAND_MADE, RANDOM

THESIS_BOTS = (
    "RandomBot",
    "RouletteBot",
    "GreedyBot",
    "BestTurnBot",
    "LuckyBot",
)  # in the order of the configuration key `bots`
TITLES = {
    "nsga2": "NSGA-II",
    "weighted": "weighted evolutionary",
    "evolutionary": "evolutionary",
    "randomised-hill-climbing": "randomised hill climbing",
    "hill-climbing": "hill climbing",
    "nsga3": "NSGA-III",
    "nsga2-four": "NSGA-II, four goals",
    RANDOM: "random trees",
    HAND_MADE: "hand-made tree",
}
THESIS_METHODS = ("nsga2", "weighted", "evolutionary", "randomised-hill-climbing", "hill-climbing")  # in its order
TURNS_SPREAD = dict(zip(THESIS_METHODS, (0.681, 0.596, 0.631, 0.576, 0.615), strict=True))  # 8.4
BUILDS_SPREAD = dict(zip(THESIS_METHODS, (0.379, 0.395, 0.367, 0.386, 0.348), strict=True))  # 9
MIN_TURNS, MAX_TURNS = 2.0, 6.0  # turns to win, on average: hypothesis 3
TARGET_TURNS = 3.0, 5.0  # target range of the thesis
