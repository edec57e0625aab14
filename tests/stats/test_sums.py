"""Sums in an order that does not depend on the processor."""

import os
import subprocess
import sys

import numpy as np
import pytest

from ludus.stats.sums import sum_of_products

SCRIPT = """
import numpy as np
from ludus.stats import mean, proportion, rate, GroupResults
from ludus.stats.intervals import pooled_mean, ratio_difference
from ludus.stats.skewness import sample_skewness
rng = np.random.default_rng(1)
values = rng.random((3, 999))
print(repr([mean(values[0]), proportion(values[1]), pooled_mean(list(values)), sample_skewness(values[2])]))
print(repr(ratio_difference((values[0], values[0] + 1), (values[1], values[1] + 1))))
games = [GroupResults(pair, np.stack([[v, 1 - v] for v in rng.random((99, 2))]).transpose(0, 2, 1)) for pair in
         ((0, 1), (0, 2), (1, 2))]
print(repr([rate(games, 3).player(k) for k in range(3)]))
"""


def test_the_sum_of_products_is_that_of_the_pairs():
    one, other = np.random.default_rng(1).normal(size=(2, 1000))
    assert sum_of_products(one, other) == pytest.approx(float(np.dot(one, other)))


def test_estimates_do_not_depend_on_the_kernels_of_linear_algebra():
    """OpenBLAS chooses its code by the processor; the environment can choose that of an old one."""

    def printed(**environment):
        answer = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, **environment},
        )
        return answer.stdout

    assert printed() == printed(OPENBLAS_CORETYPE="Nehalem")
