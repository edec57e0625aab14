"""The numbers of the synthetic players of the platformer, fitted to one half of the published histogram.

Koens' thesis (2015, figure 5.2) prints how often 53 people got through challenges, in 40 filled cells of three
parameters. Our players have a few numbers: errors in time, lapses, the spread of skill. Here they are fitted to every
second cell, on levels of the thesis's schedule, and then held against the other cells, with new levels and new players.
What comes out is `calibration.toml`, which all else uses and nobody tunes.
"""

from ludus.lab import Study
from ludus.studies.platformer_calibration.config import PRESETS, Settings
from ludus.studies.platformer_calibration.report import report
from ludus.studies.platformer_calibration.work import work

study = Study(
    "platformer-calibration",
    "fits the synthetic players of the platformer to every second cell of the published histogram, and tests the rest",
    Settings,
    work,
    report,
    PRESETS,
)
