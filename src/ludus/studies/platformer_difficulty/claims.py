"""Claims of the thesis, claims of this study, and the comparison of printed numbers with ours.

Intervals are over sessions, one for each player. Synthetic players were fitted to half of the printed bins, their
levels were chosen by the printed difficulties, and they know the way: what follows from that is calibration or cannot
be tested with them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from ludus.design.platformer.difficulty.cross_validation import ALLOWED_DISTANCE, GROUP_NAMES
from ludus.stats import Estimate
from ludus.studies.claims import Claim, above_mark, below_mark, judge_family, negated, within
from ludus.studies.platformer_difficulty.experiment import DIAL_TARGETS, PEOPLE, failure_near_target
from ludus.studies.platformer_difficulty.published import (
    FITTED_BINS,
    FIVE_CHALLENGES,
    PRINTED_NUMBERS,
    SESSIONS_NEEDED,
    TEST_STATISTIC,
)
from ludus.studies.platformer_difficulty.results import DifficultyResults

DIAL_TOLERANCE = 0.08  # tolerance of the dial
OWN_SOURCE = "asked here"
CLAIMS_FAMILY = "claims"
SAME_SESSIONS = "the model was fitted to these sessions"
DEATHS_SET_UP = "deaths follow from the five challenges of a level and from the success that players were fitted to"
GROUPS_BY_SCORE = "players are grouped by this number"
NO_LEARNING = "these players cannot learn"
AMONG_ALL = "the sessions drawn are among all, so distances end at zero by themselves"
player_claim = partial(Claim, sample_unit="player")


def make_claims(results: DifficultyResults) -> list[Claim]:
    """Make all claims that the chosen parts of the study can decide."""
    claims = [*_model_claims(results), *_level_claims(results), *_player_claims(results)]
    if results.sizes:
        claims += _size_claims(results)
    if results.dial:
        claims += _dial_claims(results)
    return judge_family(CLAIMS_FAMILY, claims, planned_sizes(results))


def planned_sizes(results: DifficultyResults) -> dict[str, int]:
    """Sizes that the configuration fixes: players with their sessions, and levels of the dial.

    A file of recorded sessions is part of the configuration: there are as many as it has.
    """
    settings = results.settings
    players = results.records.sessions if settings.sessions else settings.players
    return {"player": players, "level": settings.dial_tested}


def equals_printed(
    what: str, source: str, ours: Estimate, theirs: float, margin: float, calibration: str = "", not_testable: str = ""
) -> Claim:
    """Claim that a printed number equals ours to within a margin.

    The thesis has an error of its own that it does not print; it is taken to be as large as ours.
    """
    down, up = 2**0.5 * (ours.value - ours.low), 2**0.5 * (ours.high - ours.value)
    value = ours.value - theirs
    gap = Estimate(value, value - down, value + up, ours.count, ours.freedom)
    return player_claim(
        f"{what} is as printed to within {margin:g}",
        source,
        f"{theirs:g}",
        gap,
        "more",
        within(0.0, margin),
        calibration=calibration,
        not_testable=not_testable,
    )


def by_construction(results: DifficultyResults, reason: str) -> str:
    """Reason why a claim is calibration or not testable with synthetic players; people are not fitted or set up."""
    return "" if results.player_text == PEOPLE else reason


def _model_claims(results: DifficultyResults) -> Iterator[Claim]:
    numbers, fitted = results.measures, by_construction(results, FITTED_BINS)
    bin_claim = partial(player_claim, calibration=fitted)
    for name, sign, words in (("t_timing", -1, "falls with t_timing"), ("j", -1, "falls with j")):
        constant = numbers[f"linear {name}"]
        yield bin_claim(f"Success {words}", "5.1", "so in the linear model", _with_sign(constant, sign), "a unit of it")
    yield bin_claim(
        "Success rises with t_cycle", "5.1", "so in the linear model", numbers["linear t_cycle"], "a second"
    )
    statement = "The exponential model, on failure, has a smaller error than the linear one"
    yield bin_claim(statement, "5.1", "0.128818 and 0.136169", numbers["exponential-failure less than linear"], "less")
    yield bin_claim(
        "The linear model's error over bins is below 0.15",
        OWN_SOURCE,
        "0.136169",
        below_mark(numbers["linear error"], 0.15),
        "less",
    )
    # a bin is filled by ten traces, and the number of traces follows from the challenges of a level
    bins, traced = numbers["filled bins"], by_construction(results, FIVE_CHALLENGES)
    filled_claim = partial(player_claim, not_testable=traced)
    yield filled_claim("36 bins or more are filled", OWN_SOURCE, "40 are", above_mark(bins, 35.5), "bins more")
    yield filled_claim("44 bins or fewer are filled", OWN_SOURCE, "40 are", below_mark(bins, 44.5), "bins fewer")
    yield player_claim(
        "In cells that players were not calibrated on, success is as printed to within 0.08",
        OWN_SOURCE,
        "weighted root mean square",
        below_mark(numbers["off in other cells"], 0.08),
        "inside",
    )


def _level_claims(results: DifficultyResults) -> Iterator[Claim]:
    numbers, printed = results.measures, {number.name: number.value for number in PRINTED_NUMBERS}
    yield player_claim(
        "Difficulty tells in which levels players die: AUC above 0.5",
        OWN_SOURCE,
        "not told",
        above_mark(numbers["auc ALL"], 0.5),
        "above it",
    )
    for name in ("ALL", *GROUP_NAMES):
        statement = f"Deaths rise with difficulty: {name.lower() if name == 'ALL' else name} players"
        published = f"so in all groups; t = {printed[f't {name}']:g}"
        yield player_claim(statement, "5.9", published, numbers[f"rank {name}"], "of rank correlation")
    yield player_claim(
        "The slope's t-score is above 2 in 95 % of partitions",
        OWN_SOURCE,
        "4.4 on average",
        above_mark(numbers["sure slopes"], 0.95 - 1e-9),
        "of the partitions more",
        not_testable=TEST_STATISTIC,
    )
    yield player_claim(
        "The accuracy is 75 % or more",
        OWN_SOURCE,
        "82 %",
        above_mark(numbers["accuracy ALL"], 0.75),
        "more",
        effect=0.07,
    )
    yield player_claim(
        "The accuracy is 90 % or less",
        OWN_SOURCE,
        "82 %",
        below_mark(numbers["accuracy ALL"], 0.90),
        "less",
        effect=0.08,
    )
    yield player_claim(
        "Most levels have a difficulty of 0.8 to 0.9",
        "6",
        "most are around 0.8 and 0.9",
        above_mark(numbers["difficulty 0.8 to 0.9"], 0.5),
        "of the levels more than half",
        not_testable=by_construction(results, FIVE_CHALLENGES),
    )
    yield player_claim(
        "Few levels, below a tenth, have a difficulty below 0.7",
        "6",
        "only a few",
        below_mark(numbers["difficulty below 0.7"], 0.1),
        "of the levels fewer",
        not_testable=by_construction(results, FIVE_CHALLENGES),
    )
    yield player_claim(
        "Expected deaths rank levels by their deaths",
        OWN_SOURCE,
        "not told",
        numbers["rank of expected deaths"],
        "of rank correlation, on the sessions themselves",
        calibration=SAME_SESSIONS,
    )


def _player_claims(results: DifficultyResults) -> Iterator[Claim]:
    numbers, deaths = results.measures, results.measures["deaths GOOD"]
    statement = "Nobody learns: success changes by less than a point a level, once periods stay alike"
    yield player_claim(
        statement,
        "5.5",
        "no improvement",
        numbers["learning"],
        "a level",
        within(0.0, 0.01),
        not_testable=by_construction(results, NO_LEARNING),
    )
    set_up = by_construction(results, DEATHS_SET_UP)
    yield player_claim(
        "GOOD players die once a level or more",
        "5.4",
        "one to three",
        above_mark(deaths, 1),
        "more",
        not_testable=set_up,
    )
    yield player_claim(
        "GOOD players die three times a level or less",
        "5.4",
        "one to three",
        below_mark(deaths, 3),
        "less",
        not_testable=set_up,
    )
    yield player_claim(
        "GOOD players get through more often than BAD ones",
        "5.6",
        "clearly",
        numbers["scores apart"],
        "of challenges",
        not_testable=GROUPS_BY_SCORE,
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
    yield player_claim(
        statement,
        "5.2",
        f"at least {SESSIONS_NEEDED}",
        ours,
        f"of the {ALLOWED_DISTANCE:g} that are allowed left",
        not_testable=AMONG_ALL,
    )


def _dial_claims(results: DifficultyResults) -> Iterator[Claim]:
    assert results.dial is not None
    for target in DIAL_TARGETS:
        failure = failure_near_target(results.dial["dial, fitted here"][f"at {target:g}"])
        if failure is None:
            continue
        statement = f"Levels that the dial's model gives {target:g} fail so many players, to within {DIAL_TOLERANCE:g}"
        yield player_claim(
            statement,
            OWN_SOURCE,
            "levels that it was not fitted to",
            above_mark(failure, target),
            "more",
            within(0.0, DIAL_TOLERANCE),
            sample_unit="level",
        )


def _with_sign(estimate: Estimate, sign: int) -> Estimate:
    return negated(estimate) if sign < 0 else estimate
