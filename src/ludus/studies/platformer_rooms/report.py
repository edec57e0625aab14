"""Report: guarantees for rooms and levels, with verdicts."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.design.levels.building.rooms import STEP_LIMIT, SEARCH_TRIES
from ludus.lab import Command, RunContext, Report, Section, Verdict
from ludus.studies.again import run_command
from ludus.studies.claim import judge_above
from ludus.studies.platformer_rooms import figures, tables
from ludus.studies.platformer_rooms.config import SMALLEST_SIZE, RoomsConfig
from ludus.studies.platformer_rooms.findings import RoomResults
from ludus.studies.platformer_rooms.work import LONG_SEARCH_STEPS, size_name

TITLE = "Rooms and levels of the platformer: are they what was promised?"
TARGET_SHARE, THESIS_SHARE = 0.98, 0.9
UNSOLVABLE_COUNT = 8  # unsolvable arrangements of the smallest size


def report(settings: RoomsConfig, context: RunContext) -> Report:
    """Build the report from stored results."""
    results = RoomResults.read(settings, context)
    return Report(
        TITLE,
        _lead(results),
        [
            Section("Promises", [_claims_text(), *_verdicts(results)]),
            Section("Rooms", [_rooms_text(), figures.restarts_figure(results), tables.restarts_table(results)]),
            Section(
                "Sizes", [figures.by_size_figure(results), tables.by_size_table(results), tables.census_table(results)]
            ),
            Section("Levels", [_levels_text(results), tables.levels_table(results), tables.rejections_table(results)]),
            Section(
                "What levels are like",
                [
                    _shapes_text(),
                    figures.expressive_range_figure(results, "linearity", "leniency"),
                    figures.expressive_range_figure(results, "vertical", "traps"),
                    tables.shapes_table(results),
                    tables.pairs_table(results),
                ],
            ),
            Section("How to repeat the study", [Command(run_command("platformer-rooms", settings), "All of it:")]),
        ],
    )


def _lead(results: RoomResults) -> str:
    walked_there, back = results.walked_counts
    count = len(results.levels["there"])
    return (
        f"{results.solved().in_percent()} of {len(results.tries):,} rooms of {size_name(results.settings.room)} with random "
        f"exits are solved within {SEARCH_TRIES} tries, {results.with_fallback:,} with the fallback. Of {count:,} levels with "
        f"traps {walked_there:,} are walked from the start to the exit and {back:,} back, in the game itself and "
        "without a death."
    )


def _verdicts(results: RoomResults) -> Iterator[Verdict]:
    room, rooms = size_name(results.settings.room), len(results.tries)
    share = results.solved()
    yield Verdict(
        f"At least {100 * TARGET_SHARE:g} % of rooms of {room} are solved within {SEARCH_TRIES} tries",
        judge_above(share, TARGET_SHARE),
        f"{share.in_percent()} of {rooms:,}.",
    )
    yield _all_verdict(f"All rooms of {room} are solved with the fallback", results.with_fallback, rooms)
    once = results.solved_at_once
    yield Verdict(
        f"Koens: {100 * THESIS_SHARE:g} % of rooms of {room} are solved within {LONG_SEARCH_STEPS:,} steps of one search",
        judge_above(once, THESIS_SHARE),
        f"{once.in_percent()} of rooms with four exits. The thesis does not say how many exits its rooms had.",
    )
    larger = results.larger_census
    total = sum(count for count, _ in larger.values())
    low, high = size_name(results.settings.census_from), size_name(results.settings.census_to)
    solved = total - sum(without for _, without in larger.values())
    yield _all_verdict(f"Every arrangement of exits from {low} to {high} has a solution", solved, total)
    without = results.census[SMALLEST_SIZE][1]
    yield Verdict(
        f"Of {size_name(SMALLEST_SIZE)} rooms {UNSOLVABLE_COUNT} arrangements have none",
        "holds" if without == UNSOLVABLE_COUNT else "fails",
        f"{without} of {results.census[SMALLEST_SIZE][0]}; all others are solved.",
    )
    walked_there, back = results.walked_counts
    count = len(results.levels["there"])
    yield _all_verdict("Every level is walked from the start to the exit", walked_there, count)
    yield _all_verdict("Every level is walked back", back, count)
    compared = len(results.pairs) * results.settings.compared
    yield _all_verdict(
        "No two levels are the same", compared - sum(pair_record["repeated"] for pair_record in results.pairs), compared
    )


def _all_verdict(claim: str, count: int, total: int) -> Verdict:
    """Verdict on a claim about all items."""
    return Verdict(claim, "holds" if count == total else "fails", f"{count:,} of {total:,}.")


def _claims_text() -> str:
    return (
        "A claim about a share holds or fails if its whole 95 % interval is on one side. One about all of them holds "
        "if there is no exception among those that were made."
    )


def _rooms_text() -> str:
    return (
        f"A try looks at {STEP_LIMIT:,} pieces at most; then the search starts anew. Where {SEARCH_TRIES} tries fail, the fallback "
        "searches by seeds that depend on the exits alone, and may come up on the other side of the opening in the "
        "floor."
    )


def _levels_text(results: RoomResults) -> str:
    return (
        f"{results.settings.levels:,} levels, {', '.join(results.level_kinds)} in turn. Each left the generator after the agent "
        "had walked it both ways with its traps running; here its key presses were played again in the game, move by "
        "move, and counted if they end in the exit without a death. Levels that were rejected before are counted, too."
    )


def _shapes_text() -> str:
    return (
        "The way is the shortest one from start to exit. Linearity is how far it goes straight, leniency the share of "
        "its nodes without a trap, vertical share how much of it goes up or down; trap density is the share of all "
        "nodes of the level with a trap."
    )
