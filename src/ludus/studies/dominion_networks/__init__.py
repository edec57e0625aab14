"""`ludus run dominion-networks`: evolution of the networks of the Fynbo-Nellemann player by NEAT.

Mahlmann, Togelius and Yannakakis let Earl and Drew play against a player of Fynbo and Nellemann that buys with one
network and orders its Actions with another; the networks are not published. Here all three networks are trained anew:

    progress   progress of the game: learned from games of other players, as the share of turns that have passed
    buy        card to buy: by payoff against Earl, Drew and earlier networks, on random kingdoms
    state      value of the state after an action phase: likewise

Buy and state are trained in turns, each with the best of the other: every game then gives information about one
network, NEAT works on one graph at a time, and the order of Actions matters only to decks with Actions. See
docs/games/dominion.md.
"""

from ludus.lab import Study
from ludus.studies.dominion_networks.config import PRESETS, NetworksConfig, check_config
from ludus.studies.dominion_networks.experiment import run_experiment
from ludus.studies.dominion_networks.report import report

study = Study(
    "dominion-networks",
    "trains the networks of Dominion's Fynbo-Nellemann bot, by evolution",
    NetworksConfig,
    run_experiment,
    report,
    PRESETS,
    check_config,
)
