"""Whether `ludus make platformer --difficulty` gives levels as hard as asked.

Levels for each target, the same that the command makes from this seed, and on each of them synthetic players who
decided nothing: how many of them die at least once.
"""

from ludus.lab import Study
from ludus.studies.platformer_dial.config import PRESETS, Settings, check
from ludus.studies.platformer_dial.report import report
from ludus.studies.platformer_dial.work import work

study = Study(
    "platformer-dial",
    "makes platformer levels of several difficulties and measures how hard they are for players who decided nothing",
    Settings,
    work,
    report,
    PRESETS,
    check,
)
