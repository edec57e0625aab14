"""The report: what was asked, and what came."""

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
    """Tables, a figure and verdicts out of what is kept."""
    found = read(settings, desk)
    return Report(
        TITLE,
        _lead(found),
        [
            Section("Promises", [_words(), *_verdicts(found)]),
            Section("Targets", [_figure(found), _targets(found)]),
            Section("Levels", [_levels(found), _rejections(found)]),
            Section("Again", [Command(run_command("platformer-dial", settings), "All of it:"), *_commands(settings)]),
        ],
    )


def _lead(found: list[Asked]) -> str:
    told = ", ".join(f"{each.failure.in_percent()} for {100 * each.target:g} %" for each in found)
    return f"Of {PROVED} synthetic players on each level, who decided nothing, there die at least once: {told}."


def _verdicts(found: list[Asked]) -> Iterator[Verdict]:
    for each in found:
        yield Verdict(
            f"Of players at levels for {each.target:g}, {100 * each.target:g} % die, to within {100 * CLOSE:g} points",
            _near(each.failure, each.target),
            f"{each.failure.in_percent()} at {len(each.levels)} levels; {each.close} of them are that near.",
        )
    for easier, harder in pairwise(found):
        yield Verdict(
            f"Levels for {harder.target:g} are harder than levels for {easier.target:g}",
            _above(harder.failure, easier.failure),
            f"{harder.failure.in_percent()} against {easier.failure.in_percent()}.",
        )


def _near(came: Estimate, target: float) -> State:
    """The whole interval is near the target, or all of it is not."""
    if target - CLOSE <= came.low and came.high <= target + CLOSE:
        return "holds"
    return "fails" if came.high < target - CLOSE or came.low > target + CLOSE else "undecided"


def _above(one: Estimate, other: Estimate) -> State:
    return "holds" if one.low > other.high else "fails" if one.high < other.low else "undecided"


def _figure(found: list[Asked]) -> Figure:
    marks = [
        Bar(f"{each.target:g}", each.failure.value, each.failure.low, each.failure.high, "came", each.target)
        for each in found
    ]
    title = "Share of players who die, by what was asked for"
    svg = bars(marks, title=title, x_title="failure", percent=True, expected_title="asked for")
    return Figure("targets", svg, f"{title}, with 95 % intervals over levels.")


def _targets(found: list[Asked]) -> Table:
    rows = [
        [
            *(each.target, len(each.levels), each.failure, each.off, each.close),
            *(*each.spread, min(each.failures), max(each.failures)),
            *(each.mean("deaths"), each.mean("hardest", 1.0), sum(level["looked"] for level in each.levels)),
        ]
        for each in found
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
        [each.target, number, *(level[what] for what in numbers)]
        for each in found
        for number, level in enumerate(each.levels, 1)
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
    rows = [[each.target, reason, count] for each in found for reason, count in each.rejected.most_common()]
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
        "Whoever dies at least once between the start and the exit has failed. Players are synthetic: a planner with "
        "human delay, errors in time and lapses; those who are counted took no part in choosing the levels. Claims "
        "hold or fail if the whole 95 % interval says so."
    )
