"""Evaluation functions as genomes: three representations of one idea, after Miernik, "Artificial Intelligence for
Strategy Card Games: Search and Content Generation", chapter 4. They serve every game that names features.

A position is worth evalState of its features, plus evalCard of every own piece, less evalCard of every other piece;
cards are drafted by evalCard.

    linear   Linear       a weight for each feature
    binary   BinaryTree   two trees of + - * max min, each with two parts; leaves are constants and features
    tree     Tree         two trees of sums, products, max and min over any number of parts, and negation

    space = space_of(game, "tree")                  draw, mutate, cross, to_data, from_data, describe
                                                    a third argument names another set of features: "extended"
    genome = space.draw(rng)                        frozen: may be shared, compared, used as a key
    child = space.mutate(space.cross(a, b, rng), rng, rate=0.05)
    tree = as_tree(game, linear)                    the same function in another representation; a BinaryTree, too

    who = player(game, genome)                      a compiled player without a file: drafts by evalCard, one-ply else
    who = player(game, genome, "beam", width=4)     the same function in another search

    write_genome("best.json", game, genome)         read_genome("best.json", game) gives it back
                                                    agent:genome=best.json, greedy:weights=best.json, ...

    print(describe(game, genome))                   weights as bars, or a formula
    values(game, genome, sample_positions(game))    what one more of each feature is worth: data for tables

Constants and weights are whole multiples of 1/65536, at most a million, so that whole numbers can add up a Linear
without rounding, and its tree says exactly the same.
"""

from ludus.design.evaluation.conversion import as_tree
from ludus.design.evaluation.players import player
from ludus.design.evaluation.printing import describe, formula
from ludus.design.evaluation.sensitivity import Seen, Value, sample_positions, values
from ludus.design.evaluation.spaces import LinearSpace, TreeSpace, space_of
from ludus.search.files import read_genome, write_genome
from ludus.search.genome import BinaryTree, Genome, Linear, Tree, genome_data, genome_from

__all__ = [
    "BinaryTree",
    "Genome",
    "Linear",
    "LinearSpace",
    "Seen",
    "Tree",
    "TreeSpace",
    "Value",
    "as_tree",
    "describe",
    "formula",
    "genome_data",
    "genome_from",
    "player",
    "read_genome",
    "sample_positions",
    "space_of",
    "values",
    "write_genome",
]
