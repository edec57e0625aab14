"""`ludus run delve-players`: ranking of Delve bots by fights won and by picks of nodes.

Jaroschy's thesis (2019, chapter 8) validates skill trees with five bots. With every tree, LuckyBot is ahead of
BestTurnBot, then GreedyBot, RouletteBot and RandomBot. Here all bots play the same nodes and the same orders of cards,
over decks, encounters and random trees, together with our own bot; differences have intervals, and ties are named.
Then ways to pick nodes are compared over whole runs.
"""

from ludus.lab import Study
from ludus.studies.delve_players.config import PRESETS, DelvePlayersConfig, check_config
from ludus.studies.delve_players.experiment import run_experiment
from ludus.studies.delve_players.report import report

study = Study(
    "delve-players",
    "how well the bots of Delve fight and pick nodes, over decks, encounters and random trees",
    DelvePlayersConfig,
    run_experiment,
    report,
    PRESETS,
    check_config,
)
