"""The networks of the Fynbo-Nellemann player, evolved by NEAT.

Mahlmann, Togelius and Yannakakis let Earl and Drew play against a player of Fynbo and Nellemann that buys by one
network and orders its Actions by another, and do not publish the networks. Here all three of them are grown anew:

    progress   how far the game is: learned from games of other players, as the share of turns that have passed
    buy        which card to buy: by the games it wins against Earl, Drew and earlier networks, on random kingdoms
    state      what an action phase has come to: likewise

Buy and state take turns, each with the best of the other: every game then tells about one network alone, NEAT works on
one graph at a time, and an order of Actions matters only to a deck that has some. See docs/games/dominion.md.
"""

from ludus.lab import Study
from ludus.studies.dominion_networks.config import PRESETS, Settings, check
from ludus.studies.dominion_networks.report import report
from ludus.studies.dominion_networks.work import work

study = Study(
    "dominion-networks",
    "evolves the networks of Dominion's Fynbo-Nellemann player",
    Settings,
    work,
    report,
    PRESETS,
    check,
)
