"""`ludus run platformer-dial`: validation of `ludus make platformer --difficulty`: are the levels as hard as requested?

For each target, the levels that the command makes from this seed, each played by held-out synthetic players: how many
of them die at least once.
"""

from ludus.lab import Study
from ludus.studies.platformer_dial.config import PRESETS, DialConfig, check_config
from ludus.studies.platformer_dial.experiment import run_experiment
from ludus.studies.platformer_dial.report import report

study = Study(
    "platformer-dial",
    "whether levels made for a difficulty are as hard for held-out players",
    DialConfig,
    run_experiment,
    report,
    PRESETS,
    check_config,
    unit="level",
)
