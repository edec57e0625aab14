"""`ludus run tribute-weights`: tuning of the heuristic that the search bots of Scripts of Tribute share, in two ways.

Budzki, Kowalik and Polak tuned weights by an evolution in which random pairs of a population play one game each; the
winners survive and breed, gene by gene, and few genes mutate. Here this is repeated, and compared with CMA-ES, which
gets mean payoffs of many games. Both results play the published weights on fresh deals, in the same search.
"""

from ludus.lab import Study
from ludus.studies.tribute_weights.config import PRESETS, TributeWeightsConfig, check_config
from ludus.studies.tribute_weights.experiment import run_experiment
from ludus.studies.tribute_weights.report import report

study = Study(
    "tribute-weights",
    "tunes the heuristic of Tribute's classic search bots, as their authors did and by CMA-ES",
    TributeWeightsConfig,
    run_experiment,
    report,
    PRESETS,
    check_config,
)
