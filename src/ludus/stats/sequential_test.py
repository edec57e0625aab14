"""Sequential probability ratio test (SPRT): plays only as many games as needed to decide which player is stronger.

The generalised SPRT that testers of chess engines use (Van den Bergh, "A practical introduction to the GSPRT", after
Wald, "Sequential tests of statistical hypotheses"). An observation is the mean payoff of one player over the games of a
deal, with every seat taken once: these games are not independent, but deals are. The distribution of observations is
not assumed but estimated, once under each hypothesis about its mean; the test compares the two likelihoods.

The test is evaluated at fixed numbers of observations in their order, so its result depends on nothing else.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ludus.stats.ratings import elo_to_win_rate
from ludus.util.errors import OptionError

CHECK_INTERVAL = 16  # observations between two evaluations of the test
PRIOR_WEIGHT = 1e-3  # weight of two prior observations, 0 and 1, so that no hypothesis is impossible

Decision = Literal["running", "accept", "reject"]


@dataclass(frozen=True)
class SprtVerdict:
    """State of a test. "accept": H1, the player is stronger; "reject": H0, it is not."""

    decision: Decision
    llr: float  # log-likelihood ratio of H1 to H0
    count: int  # observations so far


@dataclass(frozen=True)
class Sprt:
    """Test of H0: the lead in Elo is at most `low`, against H1: it is at least `high`. In between, both are acceptable.

    H1 is wrongly accepted with a probability of at most alpha and wrongly rejected with at most beta (approximately:
    these are Wald's bounds, and periodic instead of continuous evaluation makes errors rarer).
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            raise OptionError(f"a test goes from a lower to a higher Elo, not from {self.low:g} to {self.high:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise OptionError(f"error probabilities must be between 0 and 0.5, not {self.alpha:g} and {self.beta:g}")

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """Parse `25` (-25 to 25 Elo), `0,50`, or `0,50,0.01` and `0,50,0.01,0.1` with alpha and beta.

        Raises:
            OptionError: the text is not a test.
        """
        try:
            numbers = [float(part) for part in text.split(",")]
        except ValueError:
            numbers = []
        if not 1 <= len(numbers) <= 4:
            raise OptionError(f"a sequential test is LOW,HIGH[,ALPHA[,BETA]] in Elo, such as 0,50; not {text!r}")
        if len(numbers) == 1:
            return cls(-numbers[0], numbers[0])
        if len(numbers) == 3:
            numbers.append(numbers[2])
        return cls(*numbers)

    @property
    def text(self) -> str:
        """The test as text; `parse` reads it."""
        return f"{self.low:g},{self.high:g},{self.alpha:g},{self.beta:g}"

    @property
    def win_rates(self) -> tuple[float, float]:
        """The hypotheses as win rates."""
        return elo_to_win_rate(self.low), elo_to_win_rate(self.high)

    @property
    def bounds(self) -> tuple[float, float]:
        """Bounds of the log-likelihood ratio; the test runs while it is between them."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: dict[float, int]) -> float:
        """Return the log-likelihood ratio.

        Args:
            counts: number of observations of each value; values are in 0..1.
        """
        weighted = {0.0: PRIOR_WEIGHT, 1.0: PRIOR_WEIGHT}
        for value, number in counts.items():
            weighted[value] = weighted.get(value, 0.0) + number
        values, numbers = list(weighted), list(weighted.values())
        total = math.fsum(numbers)
        weights = [number / total for number in numbers]
        low, high = (_tilt(values, weights, share) for share in self.win_rates)
        s0, s1 = self.win_rates
        return math.fsum(
            number * math.log((1 + low * (value - s0)) / (1 + high * (value - s1)))
            for value, number in zip(values, numbers, strict=True)
        )


class SprtMonitor:
    """A running test: takes observations in their order and ignores those after its decision."""

    def __init__(self, test: Sprt) -> None:
        self.test = test
        self.verdict = SprtVerdict("running", 0.0, 0)
        self._counts: dict[float, int] = {}
        self._rest = np.zeros(0)

    def add(self, observations: np.ndarray) -> SprtVerdict:
        """Add observations, each between 0 and 1, and return the verdict."""
        self._rest = np.concatenate([self._rest, observations])
        low, high = self.test.bounds
        while self.verdict.decision == "running" and len(self._rest) >= CHECK_INTERVAL:
            values, numbers = np.unique(self._rest[:CHECK_INTERVAL], return_counts=True)
            for value, number in zip(values.tolist(), numbers.tolist(), strict=True):
                self._counts[value] = self._counts.get(value, 0) + number
            self._rest = self._rest[CHECK_INTERVAL:]
            llr = self.test.llr(self._counts)
            decision: Decision = "accept" if llr >= high else "reject" if llr <= low else "running"
            self.verdict = SprtVerdict(decision, llr, self.verdict.count + CHECK_INTERVAL)
        return self.verdict


def _tilt(values: list[float], weights: list[float], mean: float) -> float:
    """Find t of the most likely distribution with a given mean, weight / (1 + t (value - mean)).

    t makes the sum of weight (value - mean) / (1 + t (value - mean)) zero; the sum decreases in t. Newton's method with
    bisection when a step leaves the bracket.
    """
    deviations = [value - mean for value in values]
    low, high = -1 / max(deviations), -1 / min(deviations)
    t = 0.0
    for _ in range(100):
        parts = [a / (1 + t * a) for a in deviations]
        slope = math.fsum(w * p for w, p in zip(weights, parts, strict=True))
        if slope > 0:
            low = t
        else:
            high = t
        after = t + slope / math.fsum(w * p * p for w, p in zip(weights, parts, strict=True))
        if not low < after < high:
            after = (low + high) / 2
        if abs(after - t) <= 1e-12 * (1 + abs(t)):
            return after
        t = after
    return t
