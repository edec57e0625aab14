"""Export of levels to the formats of other tools, and import: the suffix of a file names its format.

An imported level is checked as a level file is, then an agent plays it with the traps running: from the start to every
exit and back. Last it is rated. Everything that is found is said as soon as it is known, so that a level that fails a
check is described before the error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from ludus.core.compile.progress import report_compilation
from ludus.core.game_registry import load_game
from ludus.design.platformer.difficulty.challenges import find_challenges
from ludus.design.platformer.difficulty.failure_model import predict
from ludus.design.platformer.difficulty.rating import rate_level
from ludus.design.platformer.formats.csv_grids import read_csv, write_csv
from ludus.design.platformer.formats.file_syntax import read_text
from ludus.design.platformer.formats.godot_scenes import read_tscn, write_tscn
from ludus.design.platformer.formats.ldtk_reader import read_ldtk
from ludus.design.platformer.formats.ldtk_writer import write_ldtk
from ludus.design.platformer.formats.level_parts import ImportedLevel, LevelParts, join_level, split_level
from ludus.design.platformer.formats.tiled_reader import read_tmj, read_tmx
from ludus.design.platformer.formats.tiled_writer import write_tmj, write_tmx
from ludus.design.platformer.formats.tileset import TILESET_PNG
from ludus.design.platformer.level_report import calibration_note
from ludus.design.platformer.render import draw_level, svg_to_png
from ludus.design.platformer.verify.agent import AgentFailed, AgentRun, walk_level
from ludus.design.platformer.verify.two_way_and_trap_bypass_checks import LevelCheckFailed, check_guarantees
from ludus.design.platformer.verify.validate_level import check_playable, dead_ends
from ludus.games.platformer.constants import TICKS_PER_SECOND
from ludus.games.platformer.game_data_records import TRAP_KINDS
from ludus.games.platformer.level import Level, write_level
from ludus.games.platformer.options import LEVEL_SUFFIX, find_level
from ludus.util.errors import ContentError, OptionError
from ludus.util.files import atomic_write, file_errors
from ludus.util.text import plural

PICTURE_SUFFIX = ".png"
MAX_NOTES = 12  # notes that are said one by one


@dataclass(frozen=True)
class LevelFormat:
    """A format of level files of another tool."""

    tool: str  # what such a file is
    write: Callable[[LevelParts], str]
    read: Callable[[str, str | Path], LevelParts]
    has_tiles: bool = True  # the tileset's picture lies beside it


TILED_JSON = LevelFormat("Tiled map", write_tmj, read_tmj)
FORMATS = {
    ".tmx": LevelFormat("Tiled map", write_tmx, read_tmx),
    ".tmj": TILED_JSON,
    ".ldtk": LevelFormat("LDtk project", write_ldtk, read_ldtk),
    ".tscn": LevelFormat("scene of Godot", write_tscn, read_tscn),
    ".csv": LevelFormat("level as CSV", write_csv, read_csv, has_tiles=False),
}
READABLE = FORMATS | {".json": TILED_JSON}  # the suffix that older releases of Tiled give to JSON


def export_level(name: str, file: Path) -> list[str]:
    """Write a level in the format of another tool, with the picture of its tiles beside it.

    Args:
        name: a level of the game, or a level file.
        file: the file to write; its suffix names the format.

    Returns:
        What was written, and what the format does not keep.

    Raises:
        OptionError: there is no such format.
        ContentError: the level cannot be read.
        FolderError: the file cannot be written.
        MissingExtra: PNG needs a library that is not installed.
    """
    data, notes = encode_level(find_level(name), file)
    atomic_write(file, data)
    if has_tiles(file):
        notes += _write_tiles(file.with_name(TILESET_PNG.name))
    return notes


def encode_level(level: Level, file: Path) -> tuple[bytes, list[str]]:
    """Return a level in the format of another tool, and notes about it.

    Args:
        level: the level.
        file: name of the file; its suffix names the format.

    Returns:
        The content of the file; what it is, and what the format does not keep.

    Raises:
        OptionError: there is no such format.
        ContentError: the format cannot keep this level.
        MissingExtra: PNG needs a library that is not installed.
    """
    suffix, notes = file.suffix.lower(), [describe_level(level)]
    if suffix == PICTURE_SUFFIX:
        return svg_to_png(draw_level(level)), [*notes, "A picture cannot be read back."]
    if suffix not in FORMATS:
        known = ", ".join([*FORMATS, PICTURE_SUFFIX])
        raise OptionError(f"{file}: there is no format {file.suffix!r} for levels; formats are {known}")
    notes += _movement_sentences(level)
    text = FORMATS[suffix].write(split_level(level))
    again = read_parts(text, file).level
    if again != level:
        if not same_level(again, level):
            raise ContentError(f"the level cannot be written as {suffix} without changes", file)
        notes.append(f"{suffix} keeps no order of traps, exits and decoration: read again, they go row by row.")
    return text.encode(), notes


def has_tiles(file: Path) -> bool:
    """Whether a file needs the tileset's picture beside it."""
    return file.suffix.lower() in FORMATS and FORMATS[file.suffix.lower()].has_tiles


def read_uploaded(text: str, name: str) -> ImportedLevel:
    """Read a level from the text of a file of another tool that is not on this machine: no other file is read.

    Args:
        text: the content of the file.
        name: its name; the suffix names the format.

    Raises:
        ContentError: the text cannot be read as a level, or needs another file.
    """
    suffix, file = Path(name).suffix.lower(), Path(Path(name).name)
    if suffix not in READABLE:
        raise ContentError(f"there is no format {suffix!r} for levels; formats are {', '.join(READABLE)}", file)
    if suffix in (".tmx", ".tmj", ".json"):
        return join_level((read_tmx if suffix == ".tmx" else read_tmj)(text, file, external=False), file)
    return read_parts(text, file)


def import_level(file: Path, say: Callable[[str], None]) -> str:
    """Read a level from a file of another tool, check it and rate it.

    Args:
        file: the file; its suffix names the format.
        say: called with each sentence about the level as soon as it is known.

    Returns:
        The text of a level file.

    Raises:
        ContentError: the file cannot be read, or the level fails a check; the message names file and place.
    """
    imported = load_foreign_level(file)
    level = imported.level
    say(f"{describe_level(level)}.")
    for sentence in _movement_sentences(level):
        say(sentence)
    for note in imported.notes[:MAX_NOTES]:
        say(f"Note: {note}.")
    if len(imported.notes) > MAX_NOTES:
        say(f"Note: {len(imported.notes) - MAX_NOTES} more things are not carried over.")
    with report_compilation(load_game("platformer")):
        for sentence in _check_and_rate(imported, file):
            say(sentence)
    return write_level(level)


def load_foreign_level(file: Path) -> ImportedLevel:
    """Read a level from a file of another tool, without playing it.

    Raises:
        ContentError: the file cannot be read as a level.
    """
    suffix = file.suffix.lower()
    if suffix == PICTURE_SUFFIX:
        raise ContentError("a picture says nothing about traps and their timing; levels are only exported as PNG", file)
    if suffix == LEVEL_SUFFIX:
        raise ContentError("this is a level file already; `ludus inspect platformer` checks and rates it", file)
    if suffix not in READABLE:
        known = ", ".join(READABLE)
        raise ContentError(f"there is no format {file.suffix!r} for levels; formats are {known}", file)
    return read_parts(read_text(file, READABLE[suffix].tool), file)


def read_parts(text: str, file: Path) -> ImportedLevel:
    """Read a level from the text of a file; the suffix names the format."""
    return join_level(READABLE[file.suffix.lower()].read(text, file), file)


def describe_level(level: Level) -> str:
    """Return name, size and content of a level, as text."""
    kinds = Counter(TRAP_KINDS[trap.kind] for trap in level.traps)
    by_kind = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    traps = plural(len(level.traps), "trap") + (f" ({by_kind})" if by_kind else "")
    return f"{level.name}: {level.width} x {level.height} cells, {plural(len(level.exits), 'exit')}, {traps}"


def same_level(one: Level, other: Level) -> bool:
    """Whether two levels are the same, apart from the order of traps, exits, respawn cells and decoration."""
    first, second = (
        replace(
            level,
            exits=tuple(sorted(level.exits)),
            safe=tuple(sorted(level.safe)),
            traps=tuple(sorted(level.traps, key=lambda trap: (trap.x, trap.y))),
            ornaments=tuple(sorted(level.ornaments)),
        )
        for level in (one, other)
    )
    return first == second


def _movement_sentences(level: Level) -> list[str]:
    return [] if level.movement.is_thesis else [f"Its physics: {level.movement.name}."]


def _write_tiles(tiles: Path) -> list[str]:
    """Write the picture of tiles unless there is one, which may be painted over; returns a note."""
    ours = TILESET_PNG.read_bytes()
    if not tiles.exists():
        atomic_write(tiles, ours)
        return [f"Its tiles: {tiles}"]
    with file_errors(tiles, "read"):
        return [] if tiles.read_bytes() == ours else [f"{tiles} exists with other pictures and is kept."]


def _check_and_rate(imported: ImportedLevel, file: Path) -> list[str]:
    level = imported.level
    try:
        there = check_playable(level)
        back = [_walk_back(level, exit_) for exit_ in level.exits]
    except ContentError as error:
        raise ContentError(imported.locate(error.what), file) from None
    exits = "the exit" if len(level.exits) == 1 else f"all {len(level.exits)} exits"
    seconds = f"in {_seconds(there)}, and comes back, in {_seconds(back[0])}"
    sentences = [f"Checked: an agent reaches {exits} without dying {seconds}."]
    try:
        check_guarantees(level)
    except LevelCheckFailed as error:
        sentences.append(f"Unlike in generated levels: {error}.")
    if lost := dead_ends(level):
        examples = ", ".join([*(f"{x} {y}" for x, y in lost[:6]), *(["..."] if len(lost) > 6 else [])])
        sentences.append(f"From {examples} no exit can be reached any more.")
    challenges = find_challenges(level)
    rating, prediction = rate_level(challenges), predict(challenges)
    sentences.append(
        f"Rated: {100 * prediction.failure:.0f} % of synthetic players are predicted to die at least once, with "
        f"{prediction.deaths:.2f} deaths a player; by Koens' model the difficulty is {rating.difficulty:.2f}."
    )
    return [*sentences, *calibration_note(level.movement)]


def _walk_back(level: Level, exit_: tuple[int, int]) -> AgentRun:
    try:
        return walk_level(replace(level, start=exit_, exits=(level.start,)))
    except AgentFailed as error:
        raise ContentError(f"exit {exit_[0]} {exit_[1]} is reached, but there is no way back: {error}") from None


def _seconds(run: AgentRun) -> str:
    return f"{len(run.moves) / TICKS_PER_SECOND:.1f} s"
