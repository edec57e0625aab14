"""`ludus run dominion-landscape`: exhaustive evaluation of Dominion's kingdoms: every set of ten cards is played.

Mahlmann, Togelius and Yannakakis searched with a genetic algorithm for card sets that separate two players, because
"more than 2 quadrillion combinations" cannot be tried. In fact there are 3,268,760, and all can be played. Here the
same two players play each of them; this gives the effect of every card and every pair of cards, and the best set. The
preset `full` is the complete study, 384 million games; `quick` samples kingdoms and takes seconds.

The best of millions of noisy measurements are overestimated. So the top of each list plays again on fresh seeds, and
the top of these once more. The winner plays a last time, so that its reported value comes from held-out games.
"""

from ludus.lab import Study
from ludus.studies.dominion_all_kingdoms.config import PRESETS, LandscapeConfig, check_config
from ludus.studies.dominion_all_kingdoms.experiment import run_experiment
from ludus.studies.dominion_all_kingdoms.report import report

study = Study(
    "dominion-landscape",
    "how balanced every kingdom of Dominion is: effects of cards and pairs, the best and the worst set",
    LandscapeConfig,
    run_experiment,
    report,
    PRESETS,
    check_config,
)
