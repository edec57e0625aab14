"""Report: requested and measured difficulty."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ludus.design.levels.making.dialling import PROVED
from ludus.lab import Column, Command, Desk, Figure, Report, Section, Table, Verdict
from ludus.lab.figures import Bar, bars
from ludus.lab.report import State
from ludus.stats import Estimate
from ludus.studies.again import run_command
from ludus.studies.platformer_dial.config import Settings
from ludus.studies.platformer_dial.findings import CLOSE, Asked, read

TITLE = "Levels of the platformer: are they as hard as asked?"


def report(settings: Settings, desk: Desk) -> Report:
    """Build the report from stored results."""
    targets = read(settings, desk)
    return Report(
        TITLE,
        _lead(targets),
        [
            Section("Promises", [_words(), *_verdicts(targets)]),
            Section("Targets", [_figure(targets), _targets(targets)]),
            Section("Levels", [_levels(targets), _rejections(targets)]),
            Section(
                "How to repeat the study",
                [Command(run_command("platformer-dial", settings), "All of it:"), *_commands(settings)],
            ),
        ],
    )


def _lead(found: list[Asked]) -> str:
    failures = ", ".join(f"{target.failure.in_percent()} for {100 * target.target:g} %" for target in found)
    return f"Share of the {PROVED} held-out synthetic players of each level who die at least once: {failures}."


def _verdicts(found: list[Asked]) -> Iterator[Verdict]:
    for target in found:
        yield Verdict(
            f"Of players at levels for {target.target:g}, {100 * target.target:g} % die, "
            f"to within {100 * CLOSE:g} points",
            _near(target.failure, target.target),
            f"{target.failure.in_percent()} at {len(target.levels)} levels; {target.close} of them are that near.",
        )
    for easier, harder in pairwise(found):
        yield Verdict(
            f"Levels for {harder.target:g} are harder than levels for {easier.target:g}",
            _above(harder.failure, easier.failure),
            f"{harder.failure.in_percent()} against {easier.failure.in_percent()}.",
        )


def _near(came: Estimate, target: float) -> State:
    """Verdict: the whole interval is near the target, or none of it is."""
    if target - CLOSE <= came.low and came.high <= target + CLOSE:
        return "holds"
    return "fails" if came.high < target - CLOSE or came.low > target + CLOSE else "undecided"


def _above(one: Estimate, other: Estimate) -> State:
    return "holds" if one.low > other.high else "fails" if one.high < other.low else "undecided"


def _figure(found: list[Asked]) -> Figure:
    marks = [
        Bar(f"{target.target:g}", target.failure.value, target.failure.low, target.failure.high, "came", target.target)
        for target in found
    ]
    title = "Share of players who die, by what was asked for"
    svg = bars(marks, title=title, x_title="failure", percent=True, expected_title="asked for")
    return Figure("targets", svg, f"{title}, with 95 % intervals over levels.")


def _targets(found: list[Asked]) -> Table:
    rows = [
        [
            *(target.target, len(target.levels), target.failure, target.off, target.close),
            *(*target.spread, min(target.failures), max(target.failures)),
            *(target.mean("deaths"), target.mean("hardest", 1.0), sum(level["looked"] for level in target.levels)),
        ]
        for target in found
    ]
    columns = [
        Column.number("asked", shown=2),
        Column.whole("levels"),
        Column.estimate("failure", "players that die", percent=True),
        Column.estimate("off", "a level is off by", percent=True),
        Column.whole("close", f"within {100 * CLOSE:g} points"),
        Column.number("spread", "spread of levels", percent=True, shown=1),
        Column.number("own", "without the luck of players", percent=True, shown=1),
        Column.number("least", "at the easiest", percent=True, shown=1),
        Column.number("most", "at the hardest", percent=True, shown=1),
        Column.estimate("deaths", "deaths a player", shown=2),
        Column.estimate("hardest", "fail at the hardest challenge", percent=True),
        Column.whole("looked", "levels looked at"),
    ]
    return Table("targets", columns, rows, "Means over levels, with intervals by Student's t.")


def _levels(found: list[Asked]) -> Table:
    numbers = ("failure", "deaths", "hardest", "challenges", "traps", "looked", "seed")
    rows = [
        [target.target, number, *(level[what] for what in numbers)]
        for target in found
        for number, level in enumerate(target.levels, 1)
    ]
    columns = [
        *(Column.number("asked", shown=2), Column.whole("level")),
        Column.estimate("failure", "players that die", percent=True),
        Column.estimate("deaths", "deaths a player", shown=2),
        Column.estimate("hardest", "fail at the hardest challenge", percent=True),
        *(Column.whole("challenges"), Column.whole("traps"), Column.whole("looked", "looked at"), Column.text("seed")),
    ]
    caption = f"Every level, with {PROVED} players on each; intervals are over these."
    return Table("levels", columns, rows, caption, most=20)


def _rejections(found: list[Asked]) -> Table:
    rows = [[target.target, reason, count] for target in found for reason, count in target.rejected.most_common()]
    columns = [Column.number("asked", shown=2), Column.text("reason"), Column.whole("levels")]
    return Table("rejections", columns, rows, "Levels that were looked at and not taken.", most=40)


def _commands(settings: Settings) -> Iterator[Command]:
    rooms = "" if settings.rooms == Settings().rooms else f" --rooms {settings.rooms}"
    for target in settings.targets:
        yield Command(
            f"ludus make platformer{rooms} --count {settings.levels} --difficulty {target:g} --seed {settings.seed} "
            f"--to dial-{target:g}",
            f"The levels for {target:g} as files, with pictures:",
        )


def _words() -> str:
    return (
        "A player fails if it dies at least once between start and exit. Players are synthetic: a planner with "
        "human delay, timing errors and lapses; the players counted here took no part in choosing the levels. Claims "
        "hold or fail if the whole 95 % interval says so."
    )
