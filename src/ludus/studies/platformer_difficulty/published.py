"""Numbers that the thesis prints, with the names of the matching measures."""

from __future__ import annotations

from dataclasses import dataclass

SESSIONS_NEEDED = 25
GIVEN_UP = "given up of 530 levels"
P_VALUES = {"ALL": 0.0000, "GOOD": 0.0041, "AVERAGE": 0.0023, "BAD": 0.0005}  # 5.9; one-tailed, as it turns out
DEGREES_OF_FREEDOM = {"ALL": 278, "GOOD": 91, "AVERAGE": 91, "BAD": 91}

# Why the set-up decides numbers of synthetic players.
FITTED_BINS = "players were fitted to half of the bins that this comes from"
FIVE_CHALLENGES = "levels have five challenges because that gives the thesis's difficulties"
NEVER_GIVE_UP = "synthetic players give up only after five minutes; some of the thesis's people did so by accident"
KNOWN_WAY = "synthetic players know the way"

# Why a number has no verdict, whoever played.
TEST_STATISTIC = "a t-score grows with the number of levels, so it is a test and no quantity"


@dataclass(frozen=True)
class PrintedNumber:
    """A number of the thesis; `source` is its figure or section.

    Ours equals it if it is within the margin: a tenth of counts, minutes and errors, 0.05 of shares and of constants of
    the model, one of t-scores, whose own error is about that.
    """

    name: str  # name of the session measure
    title: str
    source: str
    value: float
    margin: float
    calibration: str = ""  # what of synthetic players was fitted to it
    set_up: str = ""  # why the set-up of synthetic players decides it
    not_testable: str = ""  # why it is not judged, whoever played


PRINTED_NUMBERS = (
    PrintedNumber("traces of 530 levels", "event traces of 530 levels", "5.1", 6812, 681.2, set_up=FIVE_CHALLENGES),
    PrintedNumber(GIVEN_UP, "levels given up of 530", "5.1", 19, 1.9, set_up=NEVER_GIVE_UP),
    PrintedNumber("minutes of a session", "minutes of a session, without menus", "5.4", 15, 1.5, set_up=KNOWN_WAY),
    PrintedNumber("filled bins", "bins with ten traces or more", "5.2", 40, 4, set_up=FIVE_CHALLENGES),
    PrintedNumber("filled like theirs", "those of them that the thesis has too", "5.2", 40, 4, set_up=FIVE_CHALLENGES),
    PrintedNumber("linear constant", "linear model: constant", "from 5.2", 0.564, 0.05, FITTED_BINS),
    PrintedNumber("linear t_timing", "linear model: t_timing", "from 5.2", -0.250, 0.05, FITTED_BINS),
    PrintedNumber("linear j", "linear model: j", "from 5.2", -0.044, 0.05, FITTED_BINS),
    PrintedNumber("linear t_cycle", "linear model: t_cycle", "from 5.2", 0.160, 0.05, FITTED_BINS),
    PrintedNumber("linear error", "error of the linear model", "5.1, text", 0.136169, 0.01362, FITTED_BINS),
    PrintedNumber(
        "exponential-failure error", "error of the exponential model", "5.1, text", 0.128818, 0.01288, FITTED_BINS
    ),
    PrintedNumber("t ALL", "t-score, all players", "5.9", 4.4, 1, not_testable=TEST_STATISTIC),
    PrintedNumber("t GOOD", "t-score, GOOD", "5.9", 2.7, 1, not_testable=TEST_STATISTIC),
    PrintedNumber("t AVERAGE", "t-score, AVERAGE", "5.9", 2.9, 1, not_testable=TEST_STATISTIC),
    PrintedNumber("t BAD", "t-score, BAD", "5.9", 3.4, 1, not_testable=TEST_STATISTIC),
    PrintedNumber("accuracy ALL", "accuracy, all players", "5.9", 0.82, 0.05),
    PrintedNumber("accuracy GOOD", "accuracy, GOOD", "5.9", 0.64, 0.05),
    PrintedNumber("accuracy AVERAGE", "accuracy, AVERAGE", "5.9", 0.70, 0.05),
    PrintedNumber("accuracy BAD", "accuracy, BAD", "5.9", 0.77, 0.05),
)
