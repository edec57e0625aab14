"""`ludus run locm-beyond`: future work of Miernik's thesis and more: other ways to spend the games of one progressive
evolution.

A switch of representation when progress stalls, a portfolio of opponents, an ensemble of scores inside and outside
the population, more features and operators, CMA-ES; and the evolved evaluations inside searches.
"""

from ludus.lab import Study
from ludus.studies.locm_evolution_variants.config import PRESETS, LocmBeyondConfig, check_config
from ludus.studies.locm_evolution_variants.experiment import run_experiment
from ludus.studies.locm_evolution_variants.report import report

study = Study(
    "locm-beyond",
    "which of seven ways evolves the best evaluation function for LOCM from the same number of games",
    LocmBeyondConfig,
    run_experiment,
    report,
    PRESETS,
    check_config,
)
