"""Texts of verdicts: whether targets are met, missed or undecided.

    JudgedTarget("the turns", turns, ClaimedRange(3, 5, closed=True))
    targets_text(targets, comparisons=4)

Texts give the interval that decides, which is corrected for the number of comparisons, and this number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludus.design.base.card_use import NO_JUDGEMENT
from ludus.stats import Estimate, simultaneous_interval
from ludus.stats.judgement import ClaimedRange, JudgedNumbers, RangeSide

MORE_GAMES_FACTOR = 4  # more games, for half the interval
MET, MISSED, UNDECIDED = "met", "missed", "undecided"
TARGET_VERDICTS: dict[RangeSide | None, str] = {
    "inside": MET,
    "above": MISSED,
    "below": MISSED,
    "undecided": UNDECIDED,
    None: NO_JUDGEMENT,
}
VERDICT_PHRASES = {
    MISSED: "misses {}",
    UNDECIDED: "may meet or miss {}, which is undecided",
    NO_JUDGEMENT: "gets no judgement on {}",
    MET: "meets {}",
}


@dataclass(frozen=True)
class JudgedTarget:
    """A number that was asked for, what was measured, and the range that counts as met."""

    name: str
    measured: Estimate
    claimed: ClaimedRange
    is_share: bool = False  # shown in percent

    def side(self, comparisons: int) -> RangeSide | None:
        """Where the number surely is; None if it is not known."""
        return JudgedNumbers({0: self.measured}, self.claimed, family_size=comparisons).side(0)

    def verdict(self, comparisons: int) -> str:
        """The verdict: met, missed, undecided or no judgement."""
        return TARGET_VERDICTS[self.side(comparisons)]

    def text(self, comparisons: int) -> str:
        """The name and the interval that decides: `the turns (corrected for 4 comparisons 3.2 to 4.4)`."""
        if self.side(comparisons) is None:
            return self.name
        wide, scale = simultaneous_interval(self.measured, comparisons), 100 if self.is_share else 1
        ends = f"{scale * wide.low:.1f} to {scale * wide.high:.1f}{' %' if self.is_share else ''}"
        return f"{self.name} ({f'corrected for {comparisons} comparisons ' if comparisons > 1 else ''}{ends})"


def more_games_sentence(games: int) -> str:
    """Say how to measure again if a change is undecided, for a report of `games` games."""
    more = MORE_GAMES_FACTOR * games
    return (
        f"More games can decide it: {more:,} instead of {games:,} halve the intervals. In the Studio this "
        f"is the button More games, on the command line -n {more} --seed with another number."
    )


def targets_text(targets: Sequence[JudgedTarget], comparisons: int) -> str:
    """Say which targets are met, missed or undecided: `misses the turns (...); meets the win ratio (...)`.

    Args:
        targets: the targets of one thing that was made.
        comparisons: number of targets of all things in the report.
    """
    return verdicts_text([(target.verdict(comparisons), target.text(comparisons)) for target in targets])


def verdicts_text(verdicts: Sequence[tuple[str, str]]) -> str:
    """Join verdicts on targets and their names to one text, those missed first."""
    named = {verdict: [name for state, name in verdicts if state == verdict] for verdict in VERDICT_PHRASES}
    return "; ".join(VERDICT_PHRASES[verdict].format(" and ".join(names)) for verdict, names in named.items() if names)


def count_sure(targets: Sequence[Sequence[JudgedTarget]], comparisons: int) -> tuple[int, int]:
    """Return how many things surely meet all their targets, and how many surely miss one.

    Args:
        targets: by thing, its targets.
        comparisons: number of targets of all things.
    """
    sides = [[target.side(comparisons) for target in row] for row in targets]
    met = sum(all(side == "inside" for side in row) for row in sides)
    return met, sum(any(side in ("above", "below") for side in row) for row in sides)


def target_note(comparisons: int) -> str:
    """Return the explanation of verdicts on targets for the notes of a report."""
    corrected = "" if comparisons == 1 else f", corrected for {comparisons} comparisons,"
    return (
        f"A target is met or missed if the whole interval{corrected} is inside or outside of what counts as met. "
        "Otherwise it is undecided, wherever the measured value is."
    )
