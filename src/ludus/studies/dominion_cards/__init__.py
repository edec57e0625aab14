"""Mahlmann, Togelius, Yannakakis, "Evolving Card Sets Towards Balancing Dominion": all three tables and their figures.

Which sets of ten cards tell two players apart (max), make them equal (min), or let the lead change late and often
(lead)? A genetic algorithm looks for them, for three pairs of players and three players against themselves. The preset
`paper` is the whole of it, with the form of algorithm that the paper had as far as it can be known, and a better one
beside it; `earl-drew` is the part with the two fast players, thirty repetitions of it, and `costly` the rest; `quick`
shows what the report is like.

Where the paper is silent: what JGAP does by default (see `ludus.design.kingdoms.paper`); every deal is played from both
seats; games in which nobody has points count nothing in f_s. Where it cannot be right: the numbers of its Table I do
not come from the formula it prints for f_s. Evolution here maximises what they can come from, the difference of mean
points over the higher mean, or the printed formula if `fitness` says so; both are reported.
"""

from ludus.lab import Study
from ludus.studies.dominion_cards.config import PRESETS, Settings, check
from ludus.studies.dominion_cards.report import report
from ludus.studies.dominion_cards.work import work

study = Study(
    "dominion-cards",
    "evolves card sets for Dominion as Mahlmann et al. did: their three tables, figures and claims",
    Settings,
    work,
    report,
    PRESETS,
    check,
)
