"""`ludus run platformer-calibration`: calibration of the synthetic players of the platformer with one half of the
published histogram.

Koens' thesis (2015, figure 5.2) prints how often 53 people passed challenges, in 40 filled cells of three parameters.
Our players have a few parameters: timing errors, lapses, the spread of skill. They are fitted to every second cell, on
levels of the thesis's schedule, and validated on the other cells, with new levels and new players. The result is
`calibration.toml`, or `forecaster.toml` for the other kind of players, which everything else uses and nobody tunes by
hand.
"""

from ludus.lab import Study
from ludus.studies.platformer_player_calibration.config import PRESETS, CalibrationConfig
from ludus.studies.platformer_player_calibration.experiment import run_experiment
from ludus.studies.platformer_player_calibration.report import report

study = Study(
    "platformer-calibration",
    "fits the synthetic players to one half of the published histogram, and tests them on the other half",
    CalibrationConfig,
    run_experiment,
    report,
    PRESETS,
    unit="step",
)
