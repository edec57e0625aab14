"""How often each member becomes a parent."""

import numpy as np
import pytest

from ludus.evolve.single_objective import parse_selection
from tests.cases import each

SCORES = np.array([3.0, 1.0, 1.0, 7.0])


def shares(text, scores=SCORES, count=40_000):
    picked = parse_selection(text)(np.asarray(scores, dtype=float), np.random.default_rng(1), count)
    return np.bincount(picked, minlength=len(scores)) / count


@each(
    ("text", "expected"),
    [
        ("tournament:1", [1 / 4] * 4),
        ("tournament:2", [5 / 16, 2 / 16, 2 / 16, 7 / 16]),
        ("truncation:0.5", [1 / 2, 0, 0, 1 / 2]),
        ("truncation:0.01", [0, 0, 0, 1]),
        ("rank", [0.3, 0.15, 0.15, 0.4]),
        ("roulette", [0.25, 0, 0, 0.75]),
    ],
)
def test_members_become_parents_as_often_as_they_should(text, expected):
    assert shares(text) == pytest.approx(expected, abs=0.01)


@each("text", ["tournament:3", "rank", "roulette"])
def test_members_with_equal_scores_are_selected_equally_often(text):
    assert shares(text, [2.0, 2.0, 2.0, 2.0]) == pytest.approx([0.25] * 4, abs=0.01)


def test_the_size_of_scores_matters_only_to_the_roulette():
    grown = SCORES**3 - 100
    for text in ("tournament:3", "truncation:0.5", "rank"):
        assert shares(text).tolist() == shares(text, grown).tolist()
    assert shares("roulette").tolist() != shares("roulette", grown).tolist()
