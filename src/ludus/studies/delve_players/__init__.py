"""Who plays Delve best, and by how much.

Jaroschy's thesis (2019, chapter 8) validates skill trees by five bots. With every tree it finds LuckyBot ahead of
BestTurnBot, then GreedyBot, RouletteBot and RandomBot. Here they meet the same nodes and the same orders of cards, over
decks, encounters and random trees, together with our own player; differences come with intervals, and ties are named.
Then ways to pick nodes are compared over whole runs.
"""

from ludus.lab import Study
from ludus.studies.delve_players.config import PRESETS, Settings, check
from ludus.studies.delve_players.report import report
from ludus.studies.delve_players.work import work

study = Study(
    "delve-players",
    "measures how well the players of Delve fight and pick nodes, over decks, encounters and random trees",
    Settings,
    work,
    report,
    PRESETS,
    check,
)
