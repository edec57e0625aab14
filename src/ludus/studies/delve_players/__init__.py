"""Ranking of Delve bots by fights won and by picks of nodes.

Jaroschy's thesis (2019, chapter 8) validates skill trees with five bots. With every tree, LuckyBot is ahead of
BestTurnBot, then GreedyBot, RouletteBot and RandomBot. Here all bots play the same nodes and the same orders of cards,
over decks, encounters and random trees, together with our own bot; differences have intervals, and ties are named.
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
