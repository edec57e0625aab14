"""`ludus run tribute-cards`: value of the cards and patrons of Tales of Tribute.

Players of different kinds play themselves and each other, and every game is counted: which cards were taken by whom,
which patrons were drafted, called and favoured, and who won. Results: how much more often players win with a card than
without it; the value of a card with other purchases equal; tiers measured from play, next to those that the authors
of Scripts of Tribute made by hand; and the patrons that each player should draft, learned by association rules from
the games it won.
"""

from ludus.lab import Study
from ludus.studies.tribute_card_statistics.config import PRESETS, TributeCardsConfig, check_config
from ludus.studies.tribute_card_statistics.experiment import run_experiment
from ludus.studies.tribute_card_statistics.report import report

study = Study(
    "tribute-cards",
    "which cards and patrons of Tales of Tribute win games: statistics, tiers, and what to draft",
    TributeCardsConfig,
    run_experiment,
    report,
    PRESETS,
    check_config,
)
