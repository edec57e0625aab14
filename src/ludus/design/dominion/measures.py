"""Measures of kingdoms by name, with intervals.

    rows = play_kingdoms(pool, kingdoms, ["earl", "drew"], games=1000, seed=7)
    values, errors = outcome_measure("skill", rows)         arrays, one entry per kingdom
    estimates = outcome_estimates(rows[0])                   {"skill": Estimate, ...}

| name | meaning |
| --- | --- |
| skill | f_s as printed: the mean of (h - l) / h, h the higher points, l the lower; 0 if h <= 0 |
| skill-computed | f_s as it must have been computed: the difference of mean points over the higher mean |
| evenness, evenness-computed | 1 - f_s of either kind, which the paper maximises as "1 - f_s" |
| wins | win rate of the first of the two players, a draw counting half |
| first-seat | share of decided games that are won by the first seat |
| draws, capped | shares of games |
| turns | length of a game: turns of the player who had more |
| lead-changes, decisiveness, lead | L / T, f_d and f of `predicted_lead_changes` |
| spread | how well bots are separated: the mean of |win rate - 1/2| over all pairs of a ladder |

Standard errors are over deals: a deal is played from both seats. "skill-computed" is slightly above zero by chance when
both players are equal; its interval then begins at 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ludus.design.base.significance import independent_difference
from ludus.design.dominion.batch_play import MILLION
from ludus.stats import Estimate, difference
from ludus.stats.intervals import normal_estimate, share_estimate
from ludus.util.errors import UnknownName

ValuesAndErrors = tuple[np.ndarray, np.ndarray]  # values and variances (or standard errors), one per kingdom


@dataclass(frozen=True)
class KingdomMeasure:
    """Meaning of a measure."""

    name: str
    title: str
    source: str  # games it comes from: "outcomes", "leaders" or "ladder"
    share: bool = True  # shown in percent
    low: float = 0.0  # bounds of its interval
    high: float = 1.0
    is_proportion: bool = False  # a share of games: Wilson's interval, which stays inside 0..1 without being cut


MEASURES = {
    measure.name: measure
    for measure in (
        KingdomMeasure("skill", "skill differentiation (printed)", "outcomes", high=math.inf),  # above 1 where l < 0
        KingdomMeasure("skill-computed", "skill differentiation (computed)", "outcomes", high=math.inf),
        KingdomMeasure("evenness", "1 - f_s (printed)", "outcomes", low=-math.inf),
        KingdomMeasure("evenness-computed", "1 - f_s (computed)", "outcomes", low=-math.inf),
        KingdomMeasure("wins", "wins of the first player named", "outcomes", is_proportion=True),
        KingdomMeasure("first-seat", "decided games won from the first seat", "outcomes", is_proportion=True),
        KingdomMeasure("turns", "turns of a game", "outcomes", share=False, high=math.inf),
        KingdomMeasure("draws", "draws", "outcomes", is_proportion=True),
        KingdomMeasure("capped", "games that reached the turn cap", "outcomes", is_proportion=True),
        KingdomMeasure("lead-changes", "lead changes a turn, L / T", "leaders"),
        KingdomMeasure("decisiveness", "decisiveness f_d", "leaders"),
        KingdomMeasure("lead", "lead changes and decisiveness, f", "leaders"),
        KingdomMeasure("spread", "win-rate spread over the ladder", "ladder", high=0.5),
    )
}
LEAD_COLUMNS = {"lead-changes": "changes", "decisiveness": "decisiveness", "lead": "fitness"}  # columns of leaders.Led


def find_measure(name: str) -> KingdomMeasure:
    """Return a measure by its name.

    Raises:
        UnknownName: there is no such measure.
    """
    if name not in MEASURES:
        raise UnknownName("measure", name, list(MEASURES))
    return MEASURES[name]


def title_with_unit(name: str) -> str:
    """Return the title of a measure, with a percent sign if it is shown in percent."""
    return MEASURES[name].title + (", %" if MEASURES[name].share else "")


def in_shown_unit(name: str, value: Estimate) -> Estimate:
    """Return a value or a difference of a measure as tables show it: shares in percent."""
    scale = 100 if MEASURES[name].share else 1
    return Estimate(scale * value.value, scale * value.low, scale * value.high, value.count)


def measure_difference(name: str, before: Estimate, after: Estimate) -> Estimate:
    """Return `after` minus `before` of a measure, as if they were independent; the interval is too wide if not."""
    return independent_difference(before, after) if MEASURES[name].share else difference(before, after)


def outcome_measure(name: str, rows: np.ndarray) -> ValuesAndErrors:
    """Return a measure of outcomes for every row of sums, and its standard errors."""
    value, variance = _OUTCOMES[name](rows)
    return value, np.sqrt(np.maximum(variance, 0.0))


def outcome_estimates(row: np.ndarray) -> dict[str, Estimate]:
    """Return all measures of outcomes of one kingdom."""
    estimates = {}
    for name in _OUTCOMES:
        value, error = (float(column[0]) for column in outcome_measure(name, np.atleast_1d(row)))
        estimates[name] = estimate(name, value, error, int(row["games"]))
    return estimates


def estimate(name: str, value: float, error: float, games: int) -> Estimate:
    """Return a value with its interval, inside the bounds of the measure."""
    if math.isnan(value):
        return Estimate(value, -math.inf, math.inf, games)
    measure = MEASURES[name]
    if measure.is_proportion:
        return replace(share_estimate(value, error**2, games / 2), count=games)
    interval = normal_estimate(value, error**2, games)
    bounds = measure.low, measure.high
    return Estimate(value, max(measure.low, interval.low), min(measure.high, interval.high), games, bounds=bounds)


def _mean(total: np.ndarray, squares: np.ndarray, games: np.ndarray) -> ValuesAndErrors:
    """Mean per game, from sums and squares over deals of two games."""
    deals = games / 2
    middle = total / deals
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = np.where(deals > 1, (squares - deals * middle**2) / (deals - 1), np.inf)
    return middle / 2, spread / deals / 4


def _skill(rows: np.ndarray) -> ValuesAndErrors:
    value, variance = _mean(rows["skill"] / MILLION, rows["skill_squares"] / MILLION**2, rows["games"])
    return value, variance


def _computed(rows: np.ndarray) -> ValuesAndErrors:
    """Ratio of mean points; variance by the delta method over deals."""
    points = rows["points"].astype(float)
    deals, kingdoms = rows["games"] / 2, np.arange(len(rows))
    high = points.argmax(axis=1)
    h, low = points[kingdoms, high], points[kingdoms, 1 - high]
    hh, ll = rows["squares"][kingdoms, high].astype(float), rows["squares"][kingdoms, 1 - high].astype(float)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = low / h
        spread = (ll - 2 * ratio * rows["product"] + ratio**2 * hh) / h**2
        variance = np.where(deals > 1, spread * deals / (deals - 1), np.inf)
    known = h > 0
    return np.where(known, 1 - ratio, 0.0), np.where(known, variance, 0.0)


def _wins(rows: np.ndarray) -> ValuesAndErrors:
    half = 2 * rows["wins"][:, 0] + rows["draws"]
    value, variance = _mean(half / 2, rows["share_squares"] / 4, rows["games"])
    return value, np.maximum(variance, _min_variance(rows["games"]))


def _first_seat(rows: np.ndarray) -> ValuesAndErrors:
    """The leads of deals give the variance around one half; around the share itself it is smaller."""
    decided = (rows["games"] - rows["draws"]).astype(float)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = rows["first_wins"] / decided
        variance = (rows["lead_squares"] / 4 - (2 * value - 1) ** 2 * decided / 2) / decided**2
    return value, np.maximum(variance, _min_variance(decided))


def _turns(rows: np.ndarray) -> ValuesAndErrors:
    return _mean(rows["turns"], rows["turn_squares"], rows["games"])


def _share_measure(name: str) -> Callable[[np.ndarray], ValuesAndErrors]:
    """Share of games. The two games of a deal count as fully correlated, so the interval is rather too wide."""

    def measure(rows: np.ndarray) -> ValuesAndErrors:
        value = rows[name] / rows["games"]
        deals = rows["games"] / 2
        return value, np.maximum(value * (1 - value) / deals, _min_variance(rows["games"]))

    return measure


def _min_variance(games: np.ndarray) -> np.ndarray:
    """Smallest variance that is assumed, as if one game of n had ended differently, even if all deals were equal."""
    with np.errstate(divide="ignore"):
        variance: np.ndarray = (1.0 / games) ** 2
    return variance


def _one_minus(other: Callable[[np.ndarray], ValuesAndErrors]) -> Callable[[np.ndarray], ValuesAndErrors]:
    def measure(rows: np.ndarray) -> ValuesAndErrors:
        value, variance = other(rows)
        return 1 - value, variance

    return measure


_OUTCOMES: dict[str, Callable[[np.ndarray], ValuesAndErrors]] = {
    "skill": _skill,
    "skill-computed": _computed,
    "evenness": _one_minus(_skill),
    "evenness-computed": _one_minus(_computed),
    "wins": _wins,
    "first-seat": _first_seat,
    "turns": _turns,
    "draws": _share_measure("draws"),
    "capped": _share_measure("capped"),
}
