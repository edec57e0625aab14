"""`ludus run dominion-cards`: evolution of card sets for Dominion: all three tables and the figures of Mahlmann,
Togelius and Yannakakis, "Evolving Card Sets Towards Balancing Dominion".

Which sets of ten cards separate two players (max), make them equal (min), or let the lead change late and often
(lead)? A genetic algorithm searches for them, for three pairs of players and three players against themselves. The
preset `paper` is the complete study, with the paper's algorithm as far as it is known, with the same one that measures
all sets again in every generation, and with sets as genomes; `earl-drew` is the part with the two fast players; the
preset rescored compares the paper's algorithm with the one that measures again, in all experiments of max and min;
`printed` maximises and minimises the formula that is printed; `quick` shows what the report looks like.

Where the paper is silent: defaults of JGAP (see `ludus.design.dominion.evolution`); every deal is played from both
seats; games in which nobody has points count nothing in f_s. Where it cannot be right: the numbers of min in its
Table I do not follow from its printed formula for f_s. Evolution here maximises a formula whose first generations are
nearer to the paper's, the difference of mean points over the higher mean, or the printed formula if `fitness` says so;
both are reported.
"""

from ludus.lab import Study
from ludus.studies.dominion_card_evolution.config import PRESETS, DominionCardsConfig, check_config
from ludus.studies.dominion_card_evolution.experiment import run_experiment
from ludus.studies.dominion_card_evolution.report import report

study = Study(
    "dominion-cards",
    "which card sets balance Dominion: the evolution of Mahlmann et al. with their tables, figures and claims",
    DominionCardsConfig,
    run_experiment,
    report,
    PRESETS,
    check_config,
)
