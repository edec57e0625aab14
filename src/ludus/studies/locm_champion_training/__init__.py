"""`ludus run locm-champion`: training of the strongest LOCM agent: an evaluation found by CMA-ES inside a search that
plans whole turns.

Miernik's agents evaluate one action at a time and win 5 to 16 games of 100 against Coac, the best bot of 2019. Here
the same kind of evaluation, a weight for each feature, is evolved where it will be used: in a search over the own
turn, against a portfolio of opponents, with an ensemble of outer and inner scores.
"""

from ludus.lab import Study
from ludus.studies.locm_champion_training.config import PRESETS, LocmChampionConfig, check_config
from ludus.studies.locm_champion_training.experiment import run_experiment
from ludus.studies.locm_champion_training.report import report

study = Study(
    "locm-champion",
    "trains a LOCM bot that beats Coac: its evaluation function, by evolution",
    LocmChampionConfig,
    run_experiment,
    report,
    PRESETS,
    check_config,
)
