"""Checks and ratings of a draft of a level, in steps, and its files in the formats of other tools."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ludus.core.random import derive
from ludus.design.platformer.difficulty.challenges import find_challenges
from ludus.design.platformer.difficulty.failure_model import predict
from ludus.design.platformer.difficulty.rating import rate_level
from ludus.design.platformer.formats.level_exchange import (
    FORMATS,
    PICTURE_SUFFIX,
    READABLE,
    encode_level,
    has_tiles,
    read_uploaded,
)
from ludus.design.platformer.level_io import (
    LEVEL_SUFFIX,
    MAX_COLUMNS,
    MAX_NAME_LENGTH,
    MAX_ROWS,
    ORNAMENTS,
    PERIOD_RANGE,
    TRAP_KINDS,
    Level,
    LevelError,
    find_faults,
    read_level,
    write_level,
)
from ludus.design.platformer.players.population import Population, simulate
from ludus.design.platformer.recordings.replay_conversion import write_presses
from ludus.design.platformer.verify.two_way_and_trap_bypass_checks import LevelCheckFailed, check_guarantees
from ludus.design.platformer.verify.validate_level import check_playable, dead_ends
from ludus.studio.levels.level_store import check_physics, level_scene
from ludus.studio.measuring.question_queue import OnProgress
from ludus.studio.protocol.base import Message
from ludus.studio.protocol.level_editor import (
    CheckedLevel,
    CheckLevel,
    ForeignLevel,
    ImportedDraft,
    LevelEditorInfo,
    LevelExport,
    LevelFault,
    LevelFormatInfo,
    LevelRating,
    LevelRatingProgress,
    LevelWalk,
    TrapRating,
)
from ludus.studio.report_conversion import value_message
from ludus.util.errors import ContentError, OptionError
from ludus.util.text import plural

FIRST_PLAYERS = 60  # of the first numbers, which come soon
MAX_NOTES = 12
MAX_DEAD_ENDS = 6  # cells that are named
THING = re.compile(rf"\b({'|'.join(('start', 'exit', 'safe', 'cell', *TRAP_KINDS, *ORNAMENTS))}) (\d+) (\d+)\b")
PLACE = re.compile(r"\b(\d+) (\d+)\b")


class DraftMeasurer:
    """Answers the questions of level editors: faults first, then a walk by an agent, then the difficulty."""

    question = CheckLevel

    def answer(self, question: CheckLevel, on_progress: OnProgress) -> Iterator[Message]:
        """Yield what is known about a draft, step by step. After a fault nothing more is known."""
        checked, level = check_draft(question)
        yield checked
        if level is None:
            return
        walk = walk_draft(question, level)
        yield walk
        if walk.fault is not None:
            return
        order, done = question.setting, 0
        counts = [count for count in (FIRST_PLAYERS,) if count < order.players] + [order.players]

        def on_player(more: int) -> None:
            nonlocal done
            done += more
            on_progress(done, sum(counts))

        for count in counts:
            population = simulate(level, count, derive(order.seed, "inspect"), order.respawn, on_player)
            yield rating_message(question.request, population, count == order.players)

    def progress(self, question: CheckLevel, done: int, total: int) -> Message:
        return LevelRatingProgress(question.request, done, total)


def check_draft(question: CheckLevel) -> tuple[CheckedLevel, Level | None]:
    """Find the faults of a draft.

    Returns:
        The message with all faults; and the level, None if it has faults.
    """
    level, errors = find_faults(question.text)
    faults = [fault_message(error) for error in errors]
    if level is not None and not faults:
        try:
            check_physics(level)
        except OptionError as error:
            faults = [LevelFault(str(error), None, [])]
    text = "" if level is None else write_level(level)
    if level is None or faults:
        return CheckedLevel(question.request, text, faults, None), None
    return CheckedLevel(question.request, text, [], level_scene("", level)), level


def walk_draft(question: CheckLevel, level: Level) -> LevelWalk:
    """Let an agent walk to every exit, and predict the difficulty."""
    try:
        run = check_playable(level)
    except ContentError as error:
        return LevelWalk(question.request, fault_message(error), "", 0, [], None, None)
    challenges = find_challenges(level)
    failure = predict(challenges, question.setting.respawn).failure
    return LevelWalk(
        request=question.request,
        fault=None,
        presses=write_presses(run.moves),
        ticks=len(run.moves),
        notes=[*_notes(level)],
        predicted=round(failure, 4),
        koens=round(rate_level(challenges).difficulty, 4),
    )


def rating_message(request: int, population: Population, last: bool) -> LevelRating:
    """Convert the results of a population."""
    failures = population.attempt_failures
    return LevelRating(
        request=request,
        players=len(population.runs),
        last=last,
        failure=value_message(population.failure_rate),
        deaths=value_message(population.deaths),
        seconds=value_message(population.seconds),
        traps=[
            TrapRating(
                trap.name,
                [[*cell] for cell in trap.cells],
                value_message(failures.get(number)),
                value_message(population.deaths_per_player_at(number)),
            )
            for number, trap in enumerate(population.level.traps)
        ],
    )


def fault_message(error: ContentError) -> LevelFault:
    """Convert a fault of a level."""
    cells = error.cells if isinstance(error, LevelError) else ()
    return LevelFault(_in_words(error.what) if cells else error.what, error.line, [[*cell] for cell in cells])


def _in_words(message: str) -> str:
    """A message about the map with its places in words, as the editor counts: "the saw in column 9, row 4"."""
    message = THING.sub(r"the \1 in column \2, row \3", message)
    return PLACE.sub(r"column \1, row \2", message)


def editor_info() -> LevelEditorInfo:
    """Contents of the forms of the level editor."""
    own = LevelFormatInfo(LEVEL_SUFFIX, "level file of Ludus", True, True, False)
    others = [
        LevelFormatInfo(suffix, form.tool, True, suffix in FORMATS, has_tiles(Path(f"level{suffix}")))
        for suffix, form in READABLE.items()
    ]
    picture = LevelFormatInfo(PICTURE_SUFFIX, "picture", False, True, False)
    return LevelEditorInfo([own, *others, picture], PERIOD_RANGE, MAX_COLUMNS, MAX_ROWS, MAX_NAME_LENGTH)


def import_draft(file: ForeignLevel) -> ImportedDraft:
    """Read a level file, which may have faults, or a file of another tool.

    Raises:
        ContentError: it cannot be read; the message names the file and the place.
    """
    if Path(file.name).suffix.lower() not in (LEVEL_SUFFIX, ".txt"):
        imported = read_uploaded(file.text, file.name)
        notes, more = list(imported.notes[:MAX_NOTES]), len(imported.notes) - MAX_NOTES
        return ImportedDraft(write_level(imported.level), notes + ([f"{more} more things"] if more > 0 else []))
    level, errors = find_faults(file.text)
    if level is None:
        raise ContentError(errors[0].what, Path(file.name).name, errors[0].line)
    return ImportedDraft(write_level(level), [])


def export_draft(order: LevelExport) -> bytes:
    """A draft as a file of another tool.

    Raises:
        ContentError: the draft has a fault, or the format cannot keep it.
        OptionError: there is no such format.
    """
    return encode_level(read_level(order.text), Path(f"level{order.suffix}"))[0]


def _notes(level: Level) -> Iterator[str]:
    """Sentences about what differs from generated levels."""
    try:
        check_guarantees(level)
    except LevelCheckFailed as error:
        yield f"Unlike in generated levels: {_in_words(str(error))}."
    if lost := dead_ends(level):
        cells = "; ".join(f"column {x}, row {y}" for x, y in lost[:MAX_DEAD_ENDS])
        more = len(lost) - MAX_DEAD_ENDS
        rest = f"; and {plural(more, 'more cell')}" if more > 0 else ""
        yield f"From {cells}{rest}: no exit can be reached any more."
