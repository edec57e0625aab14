"""`ludus run tribute-champion`: training of Tribute's courtier bot: values of cards, agents, favours and prestige, by
stage of the game.

First the weights are learned from games (who won, and the position after every turn), in rounds: new weights play new
games. Then CMA-ES tunes the most important parameters by payoff against fixed opponents and earlier versions of
itself. Last, the best patrons to draft are measured. The result is content/courtier.json of the game, which a designer
can read: the value of every card early, in the middle and late.
"""

from ludus.lab import Study
from ludus.studies.tribute_champion_training.config import PRESETS, TributeChampionConfig, check_config
from ludus.studies.tribute_champion_training.experiment import run_experiment
from ludus.studies.tribute_champion_training.report import report

study = Study(
    "tribute-champion",
    "trains Tribute's strongest bot (courtier): its evaluation weights, by regression and evolution",
    TributeChampionConfig,
    run_experiment,
    report,
    PRESETS,
    check_config,
)
