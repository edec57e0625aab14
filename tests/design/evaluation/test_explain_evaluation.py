"""Values of features, formulas, and descriptions of evaluations."""

import numpy as np

import ludus
from ludus.design.evaluation import (
    BinaryTree,
    LinearWeights,
    NaryTree,
    describe,
    feature_values,
    formula,
    read_genome,
    sample_positions,
)
from ludus.design.evaluation.explain_evaluation import FeatureSamples
from ludus.search.expression import BINARY, NARY, Constant, from_data
from ludus.testing.example_games import stalls
from tests.cases import each
from tests.search import savings

NAMES = ("a", "b", "c")


def binary(data):
    return from_data(data, NAMES, BINARY)


def nary(data):
    return from_data(data, NAMES, NARY)


@each(
    ("expression", "text"),
    [
        (binary(["sub", "a", ["sub", "b", "c"]]), "a - (b - c)"),
        (binary(["sub", ["sub", "a", "b"], "c"]), "a - b - c"),
        (binary(["sub", "a", ["add", "b", "c"]]), "a - (b + c)"),
        (binary(["mul", ["add", "a", "b"], ["max", "c", 0.5]]), "(a + b) * max(c, 0.5)"),
        (binary(["add", ["mul", -0.25, "a"], -1]), "(-0.25) * a + (-1)"),
        (nary(["add", "a", "b", ["neg", "c"]]), "a + b + (-c)"),
        (nary(["neg", ["add", "a", "b"]]), "-(a + b)"),
        (nary(["min", ["neg", ["neg", "a"]], ["mul", "b", ["add", 1, 2]]]), "min(a, b * 3)"),
        (nary(3), "3"),
    ],
)
def test_formulas_are_written_as_people_write_them(expression, text):
    assert formula(expression) == text


def test_the_value_of_a_feature_is_its_weight():
    game = stalls.game
    values = feature_values(game, LinearWeights((1.0, -1.0, 0.0, 2.0, 0.5, 0.25, 0.75)))
    assert [(value.feature, value.worth, value.spread, value.piece) for value in values] == [
        ("my_coins", 1.0, 0.0, False),
        ("opp_coins", -1.0, 0.0, False),
        ("turns_left", 0.0, 0.0, False),
        ("size", 2.0, 0.0, True),
        ("red", 0.5, 0.0, True),
        ("green", 0.25, 0.0, True),
        ("blue", 0.75, 0.0, True),
    ]


def test_a_tree_is_evaluated_over_positions():
    tree = NaryTree(
        from_data(["max", "my_coins", 3], ("my_coins",), NARY),
        from_data(["mul", "size", ["add", "red", 1]], ("size", "red"), NARY),
    )
    seen = FeatureSamples(
        np.array([[0.0, 0, 0], [1, 0, 0], [3, 0, 0], [9, 0, 0]]), np.array([[2.0, 1, 0, 0], [4, 0, 1, 0]])
    )
    values = {value.feature: value for value in feature_values(stalls.game, tree, seen)}
    assert (values["my_coins"].worth, values["my_coins"].spread) == (0.5, 0.5)  # counts only from three on
    assert values["size"].worth == 1.5
    assert values["red"].worth == 3.0  # to be red, not to be red once more: 2 of the first, 4 of the second
    assert values["opp_coins"].worth == values["blue"].worth == 0.0


def test_positions_of_phases_without_features_are_not_sampled():
    seen = sample_positions(ludus.load_game("locm"), games=3, seed=2)
    assert seen.situations.shape[1] == 12
    assert seen.pieces.shape[1] == 8
    assert (seen.situations[:, 2] > 0).all()  # health: none of them is from the draft
    again = sample_positions(ludus.load_game("locm"), games=3, seed=2)
    assert (again.situations == seen.situations).all()
    assert (again.pieces == seen.pieces).all()
    assert sample_positions(savings.game, games=1).pieces.shape == (0, 0)


def test_a_description_has_the_most_important_first():
    game = ludus.load_game("locm")
    lines = describe(game, read_genome(game.features.hints.weights, game)).splitlines()
    assert lines[0] == "linear evaluation of Legends of Code and Magic, standard features"
    assert lines[3].split()[:3] == ["opponent's", "mana", "-0.37"]
    own = next(line for line in lines if line.startswith("  own health"))
    assert "+1 health" in own
    pieces = lines[lines.index("one more of an own piece is worth") + 1 :]
    assert [line.split()[0] for line in pieces][:3] == ["lethal", "drain", "attack"]


def test_a_described_tree_has_its_formulas_and_what_it_ignores():
    tree = BinaryTree(from_data(["sub", "my_coins", "opp_coins"], stalls.STATE, BINARY), Constant(1.0))
    lines = describe(stalls.game, tree).splitlines()
    assert lines[1:3] == ["  position = my_coins - opp_coins", "  piece    = 1"]
    assert "  nothing: turns left" in lines
    assert "  nothing: size, red, green, blue" in lines
