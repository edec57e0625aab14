"""`ludus run dominion-champion`: training of Dominion's steward bot: the value of every card, found by CMA-ES on random
kingdoms.

Every generation plays on new kingdoms, the same for all individuals, against fixed opponents and earlier versions of
itself. The result is measured against all rivals on fresh kingdoms of both editions. It is a table of card values
that a designer can read: content/steward.json of the game.
"""

from ludus.lab import Study
from ludus.studies.dominion_champion_training.config import PRESETS, DominionChampionConfig, check_config
from ludus.studies.dominion_champion_training.experiment import run_experiment
from ludus.studies.dominion_champion_training.report import report

study = Study(
    "dominion-champion",
    "trains Dominion's strongest bot (steward): the value of every card, by evolution",
    DominionChampionConfig,
    run_experiment,
    report,
    PRESETS,
    check_config,
)
