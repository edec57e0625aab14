"""The experiments of the thesis on generated skill trees.

Jaroschy, "Methods for Procedural Generation of Skill Trees for Computer Games" (2019), makes one tree by each of five
methods and lets five bots play with it (chapters 8 and 9). Here every method runs many times, beside NSGA-III, a mode
with four goals, random trees and a hand-made one; bots play with decks that trees were made for and with others; every
hypothesis gets a test and a verdict. Then comes what the thesis could not tell or did not ask: what the crossover is
good for, whether generated trees are better on decks they have not seen, whether a win ratio can be ordered, whether
the simulation that trees are made by agrees with play, and maps of all kinds of trees.
"""

from ludus.lab import Study
from ludus.studies.delve_trees.config import PRESETS, Settings, check
from ludus.studies.delve_trees.report import report
from ludus.studies.delve_trees.work import work

study = Study(
    "delve-trees",
    "makes skill trees by the thesis's methods and others, plays with them, tests its hypotheses, and maps trees",
    Settings,
    work,
    report,
    PRESETS,
    check,
)
