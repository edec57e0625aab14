"""All kingdoms of Dominion: every set of ten cards, played.

Mahlmann, Togelius and Yannakakis searched for card sets that tell two players apart with a genetic algorithm, since
"more than 2 quadrillion combinations" cannot be tried. There are 3,268,760, and all of them can. Here each is played by
the same two players; what every card and every pair of cards does follows by counting, and so does which set is the
best. The preset `full` is the whole of it, 384 million games; `quick` takes a sample of kingdoms and some seconds.

The best of millions that were measured by chance are too good to be true. So the first ones of each list play again on
fresh seeds, and the first of these once more. Whichever is then the first of all plays a last time, so that no game
that chose a kingdom tells what it is worth.
"""

from ludus.lab import Study
from ludus.studies.dominion_landscape.config import PRESETS, Settings, check
from ludus.studies.dominion_landscape.report import report
from ludus.studies.dominion_landscape.work import work

study = Study(
    "dominion-landscape",
    "plays every kingdom of Dominion: what each card and each pair does, the best and the worst set",
    Settings,
    work,
    report,
    PRESETS,
    check,
)
