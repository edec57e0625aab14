"""The steward's weights: what every card of Dominion is worth, found by CMA-ES on random kingdoms.

A generation plays on kingdoms that nobody played before, the same for all of it, against players that stay and its own
earlier selves. What comes out is measured against everybody on fresh kingdoms of both editions, and is a table of cards
that a designer can read: content/steward.json of the game.
"""

from ludus.lab import Study
from ludus.studies.dominion_champion.config import PRESETS, Settings, check
from ludus.studies.dominion_champion.report import report
from ludus.studies.dominion_champion.work import work

study = Study(
    "dominion-champion",
    "evolves what every card is worth to our strong player of Dominion",
    Settings,
    work,
    report,
    PRESETS,
    check,
)
