"""The courtier's weights: what cards, agents, favours and prestige are worth in Tales of Tribute, by stage of the game.

First they are learned from games (who won, and what the position was after every turn), in rounds: new weights play new
games. Then CMA-ES turns the dials that matter most, by winning games against players that stay and its own earlier
selves. Which patrons to draft is measured last. What comes out is content/courtier.json of the game, which a designer
can read: what every card is worth, early, in the middle and late.
"""

from ludus.lab import Study
from ludus.studies.tribute_champion.config import PRESETS, Settings, check
from ludus.studies.tribute_champion.report import report
from ludus.studies.tribute_champion.work import work

study = Study(
    "tribute-champion",
    "learns and evolves what everything is worth to our strong player of Tales of Tribute",
    Settings,
    work,
    report,
    PRESETS,
    check,
)
