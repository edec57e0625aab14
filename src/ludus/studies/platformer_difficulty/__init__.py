"""`ludus run platformer-difficulty`: Koens' study of difficulty (2015, chapters 4 and 5), repeated and extended.

Fifty-three players play ten levels each. The outcomes of their encounters with traps give a model of challenges; that
gives the difficulty of levels, which is checked against deaths. Here the players are synthetic, or people whose
sessions were recorded:

    ludus run platformer-difficulty --preset full
    ludus run platformer-difficulty --set sessions=FILE

Every number that the thesis prints is compared with ours, with an interval and a verdict. One part of the study fits
the model behind `ludus make platformer --difficulty`.
"""

from ludus.lab import Study
from ludus.studies.platformer_difficulty.config import PRESETS, DifficultyConfig, check_config
from ludus.studies.platformer_difficulty.experiment import run_experiment
from ludus.studies.platformer_difficulty.report import report

study = Study(
    "platformer-difficulty",
    "how hard platformer levels are: Koens' study with synthetic players, or with recordings of people",
    DifficultyConfig,
    run_experiment,
    report,
    PRESETS,
    check_config,
    unit="step",
)
