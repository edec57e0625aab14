"""Quantiles and probabilities of Student's t, chi-square and beta agree with tables and with scipy."""

import math

import pytest

from ludus.stats.distributions import beta_quantile, chi_square_quantile, student_t_cdf, student_t_quantile

FREEDOMS = (0.7, 1, 2, 2.5, 6, 7, 19, 33.3, 100, 999, 12_345)
PROBABILITIES = (0.001, 0.025, 0.3, 0.5, 0.8, 0.95, 0.975, 0.9995)


def test_printed_tables_of_quantiles():
    assert student_t_quantile(1, 0.975) == pytest.approx(12.7062, abs=1e-4)
    assert student_t_quantile(10, 0.975) == pytest.approx(2.2281, abs=1e-4)
    assert student_t_quantile(10, 0.025) == pytest.approx(-student_t_quantile(10, 0.975))
    assert chi_square_quantile(10, 0.95) == pytest.approx(18.3070, abs=1e-4)


def test_both_agree_with_scipy():
    special = pytest.importorskip("scipy.special")
    for freedom in FREEDOMS:
        for probability in PROBABILITIES:
            expected = float(special.stdtrit(freedom, probability))
            assert student_t_quantile(freedom, probability) == pytest.approx(expected, rel=1e-11, abs=1e-11)
            expected = float(special.chdtri(freedom, 1 - probability))
            assert chi_square_quantile(freedom, probability) == pytest.approx(expected, rel=1e-10)
        for t in (-30.0, -3.6, -1.0, -1e-6, 0.0, 0.5, 2.0, 3.4):
            assert student_t_cdf(freedom, t) == pytest.approx(float(special.stdtr(freedom, t)), rel=1e-10)


def test_quantiles_of_the_beta_distribution_agree_with_scipy():
    special = pytest.importorskip("scipy.special")
    for a in (0.5, 1, 3.5, 388.5, 4000):
        for b in (0.5, 2, 12.5, 900):
            for probability in (0.0004, *PROBABILITIES, 0.9996):
                expected = float(special.betaincinv(a, b, probability))
                assert beta_quantile(a, b, probability) == pytest.approx(expected, rel=1e-9)
    for arguments in ((0, 1, 0.5), (1, 0, 0.5), (1, 1, 0), (1, 1, 1)):
        with pytest.raises(ValueError, match="above 0"):
            beta_quantile(*arguments)


def test_the_quantile_inverts_the_probability():
    for freedom in FREEDOMS:
        for probability in PROBABILITIES:
            quantile = student_t_quantile(freedom, probability)
            assert student_t_cdf(freedom, quantile) == pytest.approx(probability, rel=1e-12)


def test_infinite_values_and_wrong_arguments():
    assert (student_t_cdf(5, -math.inf), student_t_cdf(5, math.inf)) == (0.0, 1.0)
    with pytest.raises(ValueError, match="degrees of freedom"):
        student_t_cdf(0, 1.0)
    with pytest.raises(ValueError, match="degrees of freedom"):
        chi_square_quantile(-1, 0.5)
    with pytest.raises(ValueError, match="probability"):
        student_t_quantile(3, 1.0)
