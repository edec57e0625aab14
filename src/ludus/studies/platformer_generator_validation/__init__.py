"""`ludus run platformer-rooms`: validation of the level generator of the platformer.

Rooms with random exits, solved in one to ten tries and by the fallback; rooms of all sizes; every arrangement of exits
of many sizes; and levels with traps, which an agent walks both ways and whose walks are then played in the game. Koens'
thesis (2015) gives one number for its own rooms: nine in ten of 11 x 7 cells are solved within 5,000 steps.
"""

from ludus.lab import Study
from ludus.studies.platformer_generator_validation.config import PRESETS, RoomsConfig, check_config
from ludus.studies.platformer_generator_validation.experiment import run_experiment
from ludus.studies.platformer_generator_validation.report import report

study = Study(
    "platformer-rooms",
    "how often the level generator fills a room, and whether its levels can be walked from start to end",
    RoomsConfig,
    run_experiment,
    report,
    PRESETS,
    check_config,
    unit="step",
)
