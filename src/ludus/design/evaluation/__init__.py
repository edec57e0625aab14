"""Evaluation functions as genomes, in three representations (Miernik, "Artificial Intelligence for Strategy Card Games:
Search and Content Generation", chapter 4). They work for every game that names features.

The value of a position is evalState of its features, plus evalCard of each own piece, minus evalCard of each opposing
piece; cards are drafted by evalCard.

    linear   Linear       one weight per feature
    binary   BinaryTree   two binary trees of + - * max min; leaves are constants and features
    tree     Tree         two trees of n-ary sums, products, max and min, and negation

    space = genome_space(game, "tree")              draw, mutate, cross, to_data, from_data, describe;
                                                    the third argument names another feature set: "extended"
    genome = space.draw(rng)                        immutable: may be shared, compared, used as a key
    child = space.mutate(space.cross(a, b, rng), rng, rate=0.05)
    tree = as_tree(game, linear)                    the same function as a Tree; takes a BinaryTree, too

    bot = genome_bot(game, genome)                  compiled bot without a file: drafts by evalCard, one-ply otherwise
    bot = genome_bot(game, genome, "beam", width=4) the same function in another search

    write_genome("best.json", game, genome)         read_genome("best.json", game) loads it;
                                                    agent:genome=best.json, greedy:weights=best.json, ...

    print(describe(game, genome))                   weights as bars, or a formula
    feature_values(game, genome, sample_positions(game))    value of one more unit of each feature

Constants and weights are whole multiples of 1/65536, at most a million, so that integers can sum a Linear without
rounding, and its tree gives exactly the same value.
"""

from ludus.design.evaluation.explain_evaluation import (
    FeatureSamples,
    FeatureValue,
    describe,
    feature_values,
    formula,
    sample_positions,
)
from ludus.design.evaluation.genome_bot import genome_bot
from ludus.design.evaluation.linear_and_tree_genomes import ExpressionTreeSpace, LinearSpace, as_tree, genome_space
from ludus.search.evaluation_genome_packing import (
    BinaryTree,
    Genome,
    LinearWeights,
    NaryTree,
    genome_from_data,
    genome_to_data,
    read_genome,
    write_genome,
)

__all__ = [
    "BinaryTree",
    "ExpressionTreeSpace",
    "FeatureSamples",
    "FeatureValue",
    "Genome",
    "LinearSpace",
    "LinearWeights",
    "NaryTree",
    "as_tree",
    "describe",
    "feature_values",
    "formula",
    "genome_bot",
    "genome_from_data",
    "genome_space",
    "genome_to_data",
    "read_genome",
    "sample_positions",
    "write_genome",
]
