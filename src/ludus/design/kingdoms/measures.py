"""Every measure of a kingdom by name, with its interval.

    rows = play_kingdoms(pool, kingdoms, ["earl", "drew"], games=1000, seed=7)
    values, errors = outcome_measure("skill", rows)         arrays, a kingdom each
    estimates = outcome_estimates(rows[0])                   {"skill": Estimate, ...}

| name | what it is |
| --- | --- |
| skill | f_s as printed: the mean of (h - l) / h, h points of who has more, l of the other; 0 if h <= 0 |
| skill-computed | f_s as it must have been computed: the difference of mean points over the higher mean |
| evenness, evenness-computed | 1 - f_s of either kind, which the paper maximises as "1 - f_s" |
| wins | share of games that the first of the two players wins, a draw counting half |
| first-seat | share of decided games that are won by who sits first |
| draws, capped | shares of games |
| turns | length of a game: turns of the player who had more |
| lead-changes, decisiveness, lead | L / T, f_d and f of leaders.py |
| spread | how well a ladder of players is told apart: the mean of |win rate - 1/2| over all pairs of them, ladder.py |

Standard errors are over deals: a deal is played from both seats. "skill-computed" is near zero by chance alone when
both are equal; its interval then begins at 0."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ludus.core.errors import UnknownName
from ludus.design.kingdoms.playing import MILLION
from ludus.stats import Estimate
from ludus.stats.ratios import around

Pair = tuple[np.ndarray, np.ndarray]  # values and variances, a kingdom each


@dataclass(frozen=True)
class Measure:
    """What a number means."""

    name: str
    title: str
    source: str  # "outcomes", "leaders" or "ladder": which games it comes from
    share: bool = True  # told in percent
    low: float = 0.0  # what its interval stays inside
    high: float = 1.0


MEASURES = {
    each.name: each
    for each in (
        Measure("skill", "skill differentiation (printed)", "outcomes", high=math.inf),  # above 1 where l < 0
        Measure("skill-computed", "skill differentiation (computed)", "outcomes", high=math.inf),
        Measure("evenness", "1 - f_s (printed)", "outcomes", low=-math.inf),
        Measure("evenness-computed", "1 - f_s (computed)", "outcomes", low=-math.inf),
        Measure("wins", "wins of the first player named", "outcomes"),
        Measure("first-seat", "decided games won from the first seat", "outcomes"),
        Measure("turns", "turns of a game", "outcomes", share=False, high=math.inf),
        Measure("draws", "draws", "outcomes"),
        Measure("capped", "games that reached the turn cap", "outcomes"),
        Measure("lead-changes", "lead changes a turn, L / T", "leaders"),
        Measure("decisiveness", "decisiveness f_d", "leaders"),
        Measure("lead", "lead changes and decisiveness, f", "leaders"),
        Measure("spread", "win-rate spread over the ladder", "ladder", high=0.5),
    )
}
LED = {"lead-changes": "changes", "decisiveness": "decisiveness", "lead": "fitness"}  # columns of leaders.Led


def find_measure(name: str) -> Measure:
    """A measure by its name."""
    if name not in MEASURES:
        raise UnknownName("measure", name, list(MEASURES))
    return MEASURES[name]


def outcome_measure(name: str, rows: np.ndarray) -> Pair:
    """A measure of outcomes for every row of sums, and its standard errors."""
    value, variance = _OUTCOMES[name](rows)
    return value, np.sqrt(np.maximum(variance, 0.0))


def outcome_estimates(row: np.ndarray) -> dict[str, Estimate]:
    """All measures of outcomes of one kingdom."""
    found = {}
    for name in _OUTCOMES:
        value, error = (float(each[0]) for each in outcome_measure(name, np.atleast_1d(row)))
        found[name] = estimate(name, value, error, int(row["games"]))
    return found


def estimate(name: str, value: float, error: float, games: int) -> Estimate:
    """A value with its interval, which stays inside what the measure can be."""
    if math.isnan(value):
        return Estimate(value, -math.inf, math.inf, games)
    found, measure = around(value, error**2, games), MEASURES[name]
    return Estimate(value, max(measure.low, found.low), min(measure.high, found.high), games)


def _mean(total: np.ndarray, squares: np.ndarray, games: np.ndarray) -> Pair:
    """The mean a game from sums and squares over deals of two."""
    deals = games / 2
    middle = total / deals
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = np.where(deals > 1, (squares - deals * middle**2) / (deals - 1), np.inf)
    return middle / 2, spread / deals / 4


def _skill(rows: np.ndarray) -> Pair:
    value, variance = _mean(rows["skill"] / MILLION, rows["skill_squares"] / MILLION**2, rows["games"])
    return value, variance


def _computed(rows: np.ndarray) -> Pair:
    """By how far each deal pulls the ratio of mean points."""
    points = rows["points"].astype(float)
    deals, kingdoms = rows["games"] / 2, np.arange(len(rows))
    high = points.argmax(axis=1)
    h, low = points[kingdoms, high], points[kingdoms, 1 - high]
    hh, ll = rows["squares"][kingdoms, high].astype(float), rows["squares"][kingdoms, 1 - high].astype(float)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = low / h
        spread = (ll - 2 * ratio * rows["product"] + ratio**2 * hh) / h**2
        variance = np.where(deals > 1, spread * deals / (deals - 1), np.inf)
    there = h > 0
    return np.where(there, 1 - ratio, 0.0), np.where(there, variance, 0.0)


def _wins(rows: np.ndarray) -> Pair:
    half = 2 * rows["wins"][:, 0] + rows["draws"]
    value, variance = _mean(half / 2, rows["share_squares"] / 4, rows["games"])
    return value, np.maximum(variance, _least(rows["games"]))


def _first_seat(rows: np.ndarray) -> Pair:
    """The deals' leads give the spread around one half; around the share itself it is smaller."""
    decided = (rows["games"] - rows["draws"]).astype(float)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = rows["first_wins"] / decided
        variance = (rows["lead_squares"] / 4 - (2 * value - 1) ** 2 * decided / 2) / decided**2
    return value, np.maximum(variance, _least(decided))


def _turns(rows: np.ndarray) -> Pair:
    return _mean(rows["turns"], rows["turn_squares"], rows["games"])


def _part(name: str) -> Callable[[np.ndarray], Pair]:
    """A share of games. The two of a deal are taken to go together, so that the interval is rather too wide."""

    def measure(rows: np.ndarray) -> Pair:
        value = rows[name] / rows["games"]
        deals = rows["games"] / 2
        return value, np.maximum(value * (1 - value) / deals, _least(rows["games"]))

    return measure


def _least(games: np.ndarray) -> np.ndarray:
    """That all deals of n games were alike does not mean that they always are: as if one game had gone otherwise."""
    with np.errstate(divide="ignore"):
        found: np.ndarray = (1.0 / games) ** 2
    return found


def _even(other: Callable[[np.ndarray], Pair]) -> Callable[[np.ndarray], Pair]:
    def measure(rows: np.ndarray) -> Pair:
        value, variance = other(rows)
        return 1 - value, variance

    return measure


_OUTCOMES: dict[str, Callable[[np.ndarray], Pair]] = {
    "skill": _skill,
    "skill-computed": _computed,
    "evenness": _even(_skill),
    "evenness-computed": _even(_computed),
    "wins": _wins,
    "first-seat": _first_seat,
    "turns": _turns,
    "draws": _part("draws"),
    "capped": _part("capped"),
}
