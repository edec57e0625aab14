"""Claims of the thesis, and claims of this study.

A claim holds or fails if the whole 95 % interval over sessions says so; else it is undecided.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from ludus.design.platformer.difficulty.cross_validation import ALLOWED_DISTANCE, GROUP_NAMES
from ludus.stats import Estimate
from ludus.studies.claims import Claim, above_mark, below_mark, margin_inside
from ludus.studies.platformer_difficulty.experiment import DIAL_TARGETS
from ludus.studies.platformer_difficulty.published import SESSIONS_NEEDED
from ludus.studies.platformer_difficulty.results import DifficultyResults

T_THRESHOLD = 2.0  # of a t-score: 1.97 for 278 degrees of freedom, 1.99 for 91
DIAL_TOLERANCE = 0.08  # tolerance of the dial
OWN_SOURCE = "asked here"


def make_claims(results: DifficultyResults) -> list[Claim]:
    """Make all claims that the chosen parts of the study can decide."""
    claims = [*_model_claims(results), *_level_claims(results), *_player_claims(results)]
    if results.sizes:
        claims += _size_claims(results)
    if results.dial:
        claims += _dial_claims(results)
    return claims


def _model_claims(results: DifficultyResults) -> Iterator[Claim]:
    numbers = results.measures
    for name, sign, words in (("t_timing", -1, "falls with t_timing"), ("j", -1, "falls with j")):
        constant = numbers[f"linear {name}"]
        yield Claim(f"Success {words}", "5.1", "so in the linear model", _with_sign(constant, sign), "a unit of it")
    yield Claim("Success rises with t_cycle", "5.1", "so in the linear model", numbers["linear t_cycle"], "a second")
    statement = "The exponential model, on failure, has a smaller error than the linear one"
    yield Claim(statement, "5.1", "0.128818 and 0.136169", numbers["exponential-failure less than linear"], "less")
    yield Claim(
        "The linear model's error over bins is below 0.15",
        OWN_SOURCE,
        "0.136169",
        below_mark(numbers["linear error"], 0.15),
        "less",
    )
    bins = numbers["filled bins"]
    yield Claim("36 bins or more are filled", OWN_SOURCE, "40 are", above_mark(bins, 35.5), "bins more")
    yield Claim("44 bins or fewer are filled", OWN_SOURCE, "40 are", below_mark(bins, 44.5), "bins fewer")
    yield Claim(
        "In cells that players were not calibrated on, success is as printed to within 0.08",
        OWN_SOURCE,
        "weighted root mean square",
        below_mark(numbers["off in other cells"], 0.08),
        "inside",
    )


def _level_claims(results: DifficultyResults) -> Iterator[Claim]:
    numbers = results.measures
    for name in ("ALL", *GROUP_NAMES):
        statement = f"Deaths rise with difficulty: {name.lower() if name == 'ALL' else name} players"
        yield Claim(statement, "5.9", "so in all groups", above_mark(numbers[f"t {name}"], T_THRESHOLD), "of t above 2")
    yield Claim(
        "The slope's t-score is above 2 in 95 % of partitions",
        OWN_SOURCE,
        "4.4 on average",
        above_mark(numbers["sure slopes"], 0.95 - 1e-9),
        "of the partitions more",
    )
    yield Claim("The accuracy is 75 % or more", OWN_SOURCE, "82 %", above_mark(numbers["accuracy ALL"], 0.75), "more")
    yield Claim("The accuracy is 90 % or less", OWN_SOURCE, "82 %", below_mark(numbers["accuracy ALL"], 0.90), "less")
    yield Claim(
        "Most levels have a difficulty of 0.8 to 0.9",
        "6",
        "most are around 0.8 and 0.9",
        above_mark(numbers["difficulty 0.8 to 0.9"], 0.5),
        "of the levels more than half",
    )
    yield Claim(
        "Few levels, below a tenth, have a difficulty below 0.7",
        "6",
        "only a few",
        below_mark(numbers["difficulty below 0.7"], 0.1),
        "of the levels fewer",
    )
    yield Claim(
        "Difficulty ranks levels by their deaths",
        OWN_SOURCE,
        "not told",
        numbers["rank ALL"],
        "of rank correlation",
    )
    yield Claim(
        "Expected deaths rank levels by their deaths",
        OWN_SOURCE,
        "not told",
        numbers["rank of expected deaths"],
        "of rank correlation, on the sessions themselves",
    )


def _player_claims(results: DifficultyResults) -> Iterator[Claim]:
    numbers = results.measures
    learning = numbers["learning"]
    statement = "Nobody learns: success changes by less than a point a level, once periods stay alike"
    yield Claim(statement, "5.5", "no improvement", margin_inside(learning, 0.01), "inside")
    yield Claim(
        "GOOD players die once a level or more", "5.4", "one to three", above_mark(numbers["deaths GOOD"], 1), "more"
    )
    yield Claim(
        "GOOD players die three times a level or less",
        "5.4",
        "one to three",
        below_mark(numbers["deaths GOOD"], 3),
        "less",
    )
    yield Claim(
        "GOOD players get through more often than BAD ones", "5.6", "clearly", numbers["scores apart"], "of challenges"
    )


def _size_claims(results: DifficultyResults) -> Iterator[Claim]:
    assert results.sizes is not None
    sizes = results.sizes["sessions"]
    k = min(range(len(sizes)), key=lambda k: (abs(sizes[k] - SESSIONS_NEEDED), sizes[k]))
    near, low = ALLOWED_DISTANCE - results.sizes["mean"][k], ALLOWED_DISTANCE - results.sizes["high"][k]
    if not math.isfinite(low):
        return  # too few sessions: some draws give no model
    statement = f"{sizes[k]} sessions are enough for a model within d = 0.02 of the model of all"
    ours = Estimate(near, low, 2 * near - low, results.settings.subsets)
    yield Claim(
        statement, "5.2", f"at least {SESSIONS_NEEDED}", ours, f"of the {ALLOWED_DISTANCE:g} that are allowed left"
    )


def _dial_claims(results: DifficultyResults) -> Iterator[Claim]:
    assert results.dial is not None
    for target in DIAL_TARGETS:
        count, measured, error = results.dial["dial, fitted here"][f"at {target:g}"]
        if measured is None or error is None:
            continue
        off, half = abs(measured - target), 1.96 * error
        inside = Estimate(
            DIAL_TOLERANCE - off, DIAL_TOLERANCE - off - half, DIAL_TOLERANCE - max(off - half, 0.0), count
        )
        statement = f"Levels that the dial's model gives {target:g} fail so many players, to within {DIAL_TOLERANCE:g}"
        yield Claim(statement, OWN_SOURCE, "levels that it was not fitted to", inside, "inside")


def _with_sign(estimate: Estimate, sign: int) -> Estimate:
    low, high = sorted((sign * estimate.low, sign * estimate.high))
    return Estimate(sign * estimate.value, low, high, estimate.count)
