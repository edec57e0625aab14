"""`ludus run delve-trees`: experiments of the thesis on generated skill trees, repeated and extended.

Jaroschy, "Methods for Procedural Generation of Skill Trees for Computer Games" (2019), makes one tree with each of
five methods and lets five bots play with it (chapters 8 and 9). Here every method runs many times, together with
NSGA-III, a variant with four objectives, random trees and a hand-made tree. Bots play with the decks that the trees
were made for and with held-out decks; every hypothesis gets a test and a verdict. Further questions: the effect of
crossover, quality on held-out decks, trees for a requested win rate, agreement of simulation and play, and MAP-Elites
archives of trees.
"""

from ludus.lab import Study
from ludus.studies.delve_trees.config import PRESETS, DelveTreesConfig, check_config
from ludus.studies.delve_trees.experiment import run_experiment
from ludus.studies.delve_trees.report import report

study = Study(
    "delve-trees",
    "which method makes the best skill trees: the thesis's methods and others, its hypotheses, and maps of trees",
    DelveTreesConfig,
    run_experiment,
    report,
    PRESETS,
    check_config,
    unit="step",
)
