"""Report: guarantees for rooms and levels, with verdicts."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.design.levels.building.rooms import CAP, TRIES
from ludus.lab import Command, Desk, Report, Section, Verdict
from ludus.studies.again import run_command
from ludus.studies.claim import verdict_on
from ludus.studies.platformer_rooms import figures, tables
from ludus.studies.platformer_rooms.config import KNOWN, Settings
from ludus.studies.platformer_rooms.findings import Findings
from ludus.studies.platformer_rooms.work import STEPS, name_of

TITLE = "Rooms and levels of the platformer: are they what was promised?"
ENOUGH, THESIS = 0.98, 0.9
WITHOUT = 8  # unsolvable arrangements of the smallest size


def report(settings: Settings, desk: Desk) -> Report:
    """Build the report from stored results."""
    results = Findings.read(settings, desk)
    return Report(
        TITLE,
        _lead(results),
        [
            Section("Promises", [_words_on_promises(), *_verdicts(results)]),
            Section("Rooms", [_words_on_rooms(), figures.restarts(results), tables.restarts(results)]),
            Section("Sizes", [figures.by_size(results), tables.by_size(results), tables.census(results)]),
            Section("Levels", [_words_on_levels(results), tables.levels(results), tables.rejections(results)]),
            Section(
                "What levels are like",
                [
                    _words_on_shapes(),
                    figures.expressive_range(results, "linearity", "leniency"),
                    figures.expressive_range(results, "vertical", "traps"),
                    tables.shapes(results),
                    tables.pairs(results),
                ],
            ),
            Section("How to repeat the study", [Command(run_command("platformer-rooms", settings), "All of it:")]),
        ],
    )


def _lead(found: Findings) -> str:
    walked_there, back = found.walked
    count = len(found.levels["there"])
    return (
        f"{found.solved().in_percent()} of {len(found.tries):,} rooms of {name_of(found.settings.room)} with random "
        f"exits are solved within {TRIES} tries, {found.with_fallback:,} with the fallback. Of {count:,} levels with "
        f"traps {walked_there:,} are walked from the start to the exit and {back:,} back, in the game itself and "
        "without a death."
    )


def _verdicts(found: Findings) -> Iterator[Verdict]:
    room, rooms = name_of(found.settings.room), len(found.tries)
    share = found.solved()
    yield Verdict(
        f"At least {100 * ENOUGH:g} % of rooms of {room} are solved within {TRIES} tries",
        verdict_on(share, ENOUGH),
        f"{share.in_percent()} of {rooms:,}.",
    )
    yield _exact(f"All rooms of {room} are solved with the fallback", found.with_fallback, rooms)
    once = found.solved_at_once
    yield Verdict(
        f"Koens: {100 * THESIS:g} % of rooms of {room} are solved within {STEPS:,} steps of one search",
        verdict_on(once, THESIS),
        f"{once.in_percent()} of rooms with four exits. The thesis does not say how many exits its rooms had.",
    )
    larger = found.larger
    total = sum(count for count, _ in larger.values())
    low, high = name_of(found.settings.census_from), name_of(found.settings.census_to)
    solved = total - sum(without for _, without in larger.values())
    yield _exact(f"Every arrangement of exits from {low} to {high} has a solution", solved, total)
    without = found.census[KNOWN][1]
    yield Verdict(
        f"Of {name_of(KNOWN)} rooms {WITHOUT} arrangements have none",
        "holds" if without == WITHOUT else "fails",
        f"{without} of {found.census[KNOWN][0]}; all others are solved.",
    )
    walked_there, back = found.walked
    count = len(found.levels["there"])
    yield _exact("Every level is walked from the start to the exit", walked_there, count)
    yield _exact("Every level is walked back", back, count)
    compared = len(found.pairs) * found.settings.compared
    yield _exact(
        "No two levels are the same", compared - sum(pair_record["repeated"] for pair_record in found.pairs), compared
    )


def _exact(claim: str, count: int, total: int) -> Verdict:
    """Verdict on a claim about all items."""
    return Verdict(claim, "holds" if count == total else "fails", f"{count:,} of {total:,}.")


def _words_on_promises() -> str:
    return (
        "A claim about a share holds or fails if its whole 95 % interval is on one side. One about all of them holds "
        "if there is no exception among those that were made."
    )


def _words_on_rooms() -> str:
    return (
        f"A try looks at {CAP:,} pieces at most; then the search starts anew. Where {TRIES} tries fail, the fallback "
        "searches by seeds that depend on the exits alone, and may come up on the other side of the opening in the "
        "floor."
    )


def _words_on_levels(found: Findings) -> str:
    return (
        f"{found.settings.levels:,} levels, {', '.join(found.kinds)} in turn. Each left the generator after the agent "
        "had walked it both ways with its traps running; here its key presses were played again in the game, move by "
        "move, and counted if they end in the exit without a death. Levels that were rejected before are counted, too."
    )


def _words_on_shapes() -> str:
    return (
        "The way is the shortest one from start to exit. Linearity is how far it goes straight, leniency the share of "
        "its nodes without a trap, vertical share how much of it goes up or down; trap density is the share of all "
        "nodes of the level with a trap."
    )
