"""A small world to look for trees in: four decks, three encounters, trees of six nodes."""

from ludus.design.delve.rating.rater import Rater, TreeGoals
from ludus.design.delve.variation.tree_space import TreeSpace
from ludus.games.delve.game_data import default_encounters, reference_decks

NODES = 6
FOES = default_encounters()[:3]
DECKS = tuple(reference_decks()[k] for k in (1, 8, 13, 20))


def space(**options):
    return TreeSpace(NODES, len(FOES) - 1, **options)


def rater(**options):
    return Rater(DECKS, FOES, TreeGoals(nodes=NODES), **options)
