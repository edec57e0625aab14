"""Sequential tests: as many games as it takes to know who is stronger, and no more.

The generalised sequential probability ratio test, as testers of chess engines use it (Van den Bergh, "A practical
introduction to the GSPRT", after Wald, "Sequential tests of statistical hypotheses"). An observation is the mean
share of one player over the games of a deal, every seat taken once: such games are not independent of each other,
deals are. The distribution of observations is not assumed but estimated, under the condition that its mean is that
of the one or the other hypothesis; the test weighs how likely the two make what was seen.

Looks are taken at fixed numbers of observations in their order, so the answer depends on nothing else.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ludus.core.errors import OptionError
from ludus.stats.elo import share_of_elo

LOOK = 16  # observations from one look to the next
FAINT = 1e-3  # observations of "all" and of "nothing" taken for granted, so that no hypothesis is impossible

Decision = Literal["running", "accept", "reject"]


@dataclass(frozen=True)
class Verdict:
    """Where a test stands: accept is H1, the player is stronger; reject is H0, it is not."""

    decision: Decision
    llr: float  # logarithm of the likelihood ratio, H1 to H0
    count: int  # observations until then


@dataclass(frozen=True)
class Sprt:
    """H0: the lead in Elo is `low` or less; H1: it is `high` or more. In between either answer is right enough.

    H1 is accepted wrongly with chance alpha at most, rejected wrongly with chance beta at most (nearly: these are
    Wald's bounds, and looking now and then instead of always makes errors rarer).
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            raise OptionError(f"a test goes from a lower to a higher Elo, not from {self.low:g} to {self.high:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise OptionError(f"chances of error lie between 0 and 0.5, not {self.alpha:g} and {self.beta:g}")

    @classmethod
    def read(cls, text: str) -> Sprt:
        """`25` for -25 to 25 Elo; `0,50`; `0,50,0.01` or `0,50,0.01,0.1` with alpha and beta."""
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
        return f"{self.low:g},{self.high:g},{self.alpha:g},{self.beta:g}"

    @property
    def shares(self) -> tuple[float, float]:
        """The hypotheses as shares of wins."""
        return share_of_elo(self.low), share_of_elo(self.high)

    @property
    def bounds(self) -> tuple[float, float]:
        """The test runs while the logarithm of the likelihood ratio is between these."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: dict[float, int]) -> float:
        """The logarithm of the likelihood ratio from how often each value was observed."""
        seen = {0.0: FAINT, 1.0: FAINT}
        for value, number in counts.items():
            seen[value] = seen.get(value, 0.0) + number
        values, numbers = list(seen), list(seen.values())
        total = math.fsum(numbers)
        weights = [number / total for number in numbers]
        low, high = (_tilt(values, weights, share) for share in self.shares)
        s0, s1 = self.shares
        return math.fsum(
            number * math.log((1 + low * (value - s0)) / (1 + high * (value - s1)))
            for value, number in zip(values, numbers, strict=True)
        )


class Watch:
    """A test under way: hears of observations in their order and ignores those after its decision."""

    def __init__(self, test: Sprt) -> None:
        self.test = test
        self.verdict = Verdict("running", 0.0, 0)
        self._counts: dict[float, int] = {}
        self._rest = np.zeros(0)

    def hear(self, observations: np.ndarray) -> Verdict:
        """The verdict with some more observations, each between 0 and 1."""
        self._rest = np.concatenate([self._rest, observations])
        low, high = self.test.bounds
        while self.verdict.decision == "running" and len(self._rest) >= LOOK:
            values, numbers = np.unique(self._rest[:LOOK], return_counts=True)
            for value, number in zip(values.tolist(), numbers.tolist(), strict=True):
                self._counts[value] = self._counts.get(value, 0) + number
            self._rest = self._rest[LOOK:]
            llr = self.test.llr(self._counts)
            decision: Decision = "accept" if llr >= high else "reject" if llr <= low else "running"
            self.verdict = Verdict(decision, llr, self.verdict.count + LOOK)
        return self.verdict


def _tilt(values: list[float], weights: list[float], mean: float) -> float:
    """The likeliest distribution of a given mean is weight / (1 + t (value - mean)): this finds t.

    It makes the sum of weight (value - mean) / (1 + t (value - mean)) zero, which falls in t. Newton's steps, halved
    into the bracket where one leaves it.
    """
    apart = [value - mean for value in values]
    low, high = -1 / max(apart), -1 / min(apart)
    t = 0.0
    for _ in range(100):
        parts = [a / (1 + t * a) for a in apart]
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
