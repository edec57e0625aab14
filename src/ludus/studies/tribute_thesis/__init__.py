"""`ludus run tribute-thesis`: experiments of the thesis on Scripts of Tribute, repeated.

Budzki, Kowalik and Polak, "Implementing Tales of Tribute as a Programming Game" (2023), play a round robin of five
bots (Table 7.1), then 400 tournaments, the last 200 of them with patrons chosen by association rules (figure 7.1), and
a beam of growing width against Monte Carlo tree search (figure 7.2). Here all of it is played again, by the bots as
published and as intended, all against all, and every claim gets a verdict next to the published number.
"""

from ludus.lab import Study
from ludus.studies.tribute_thesis.config import PRESETS, TributeThesisConfig, check_config
from ludus.studies.tribute_thesis.experiment import run_experiment
from ludus.studies.tribute_thesis.report import report

study = Study(
    "tribute-thesis",
    "replicates the thesis on Scripts of Tribute: its bots, tournaments with apriori rules, beam widths and claims",
    TributeThesisConfig,
    run_experiment,
    report,
    PRESETS,
    check_config,
)
