"""Which cards and patrons of Tales of Tribute carry wins.

Players of different kinds meet themselves and each other, and every game is counted: which cards were taken by whom,
which patrons were drafted, called and won over, and who won. Out of that come four things: how much more often players
win with a card than without it, what a card is worth when other purchases are equal, a list of tiers measured from play
beside the one that the authors of Scripts of Tribute made by hand, and the patrons that each player should draft,
learned by association rules from the games it won.
"""

from ludus.lab import Study
from ludus.studies.tribute_cards.config import PRESETS, Settings, check
from ludus.studies.tribute_cards.report import report
from ludus.studies.tribute_cards.work import work

study = Study(
    "tribute-cards",
    "counts games of Tales of Tribute: which cards and patrons carry wins, tiers from play, what to draft",
    Settings,
    work,
    report,
    PRESETS,
    check,
)
