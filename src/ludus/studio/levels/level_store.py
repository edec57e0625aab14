"""Store of levels and runs on disk, their protocol messages, and verification of runs.

levels/ID/level.level       a level, by the digest of its file; levels of the game are not copied
levels/ID/facts.json        when it was stored, and its recipe
levels/ID/runs/RUN.json     a run of the level
levels/ID/survey-*.json     results of synthetic players, by number of players, seed and respawn rule
levels/recipes/DIGEST       id of the level that a recipe produced
"""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import msgspec

from ludus.design.platformer.level_io import (
    LEVEL_SUFFIX,
    Level,
    find_level,
    level_json,
    level_names,
    level_path,
    load_level,
    read_level,
    write_level,
)
from ludus.design.platformer.recordings import Recording
from ludus.design.platformer.recordings.replay_conversion import RecordingOutcome, recording_outcome
from ludus.studio.protocol.levels import (
    LevelRecipe,
    LevelRow,
    LevelRun,
    LevelRunRow,
    LevelScene,
    LevelSurvey,
    SurveyRequest,
)
from ludus.studio.request_errors import NotAllowed, NotFound
from ludus.util.errors import LudusError, OptionError
from ludus.util.files import atomic_write, file_errors
from ludus.util.text import plural, utc_timestamp

Read = TypeVar("Read")
ID = re.compile("[0-9a-f]{12}")
LEVEL, FACTS, RUNS, RECIPES = "level.level", "facts.json", "runs", "recipes"
# levels; runs of one level; runs of one level up to which guests may add more
MAX_LEVELS, MAX_RUNS, GUESTS_RUNS = 2000, 1000, 500
MAX_ROWS = 100  # runs in the list


class LevelFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Content of facts.json."""

    kept: str
    recipe: LevelRecipe | None = None


class LevelStore:
    """Store of all levels."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with file_errors(folder, "made"):
            (folder / RECIPES).mkdir(parents=True, exist_ok=True)

    # Levels

    def store(self, text: str, recipe: LevelRecipe | None = None) -> str:
        """Store a level and return its id. Equal levels are stored once, also if their files differ in format."""
        level = read_level(text)
        check_physics(level)
        if recipe is not None:
            level = replace(level, name=f"Seed {recipe.seed}")
        game_level = next((name for name in level_names() if find_level(name) == level), None)
        data = write_level(level).encode()
        id = game_level or hashlib.sha256(data).hexdigest()[:12]
        folder = self.folder / id
        if game_level is None and not (folder / FACTS).is_file():
            if sum(ID.fullmatch(entry.name) is not None for entry in self.folder.iterdir()) >= MAX_LEVELS:
                raise OptionError(
                    f"{MAX_LEVELS} levels are stored already; delete some in the Studio's folder `levels`"
                )
            with file_errors(folder, "made"):
                folder.mkdir(exist_ok=True)
            atomic_write(folder / LEVEL, data)
            atomic_write(folder / FACTS, msgspec.json.encode(LevelFacts(utc_timestamp(), recipe)))
        if recipe is not None:
            atomic_write(self._recipe(recipe), id.encode())
        return id

    def find_made(self, recipe: LevelRecipe) -> str | None:
        """Id of the level that a recipe produced, or None if it was not made here."""
        path = self._recipe(recipe)
        id = path.read_text() if path.is_file() else ""
        return id if id in level_names() or (ID.fullmatch(id) and (self.folder / id / FACTS).is_file()) else None

    def level(self, id: str) -> Level:
        return load_level(self.file(id))

    def file(self, id: str) -> Path:
        """Path of a level file. Raises NotFound if the level does not exist."""
        if id in level_names():
            return level_path(id)
        path = self.folder / id / LEVEL
        if not ID.fullmatch(id) or not path.is_file():
            raise NotFound("level", id)
        return path

    def display_name(self, id: str) -> str:
        """Name of a level for the user: that of a level of the game, or the name of the saved file."""
        return id if id in level_names() else f"{id}{LEVEL_SUFFIX}"

    def scene(self, id: str) -> LevelScene:
        facts = self._facts(id)
        return level_scene(id, self.level(id), facts.kept, facts.recipe)

    def rows(self) -> list[LevelRow]:
        """Levels of the game, then stored levels, newest first. Unreadable levels are skipped."""
        rows = []
        for folder in self.folder.iterdir():
            if ID.fullmatch(folder.name):
                try:
                    facts = self._facts(folder.name)
                    rows.append(level_row(folder.name, self.level(folder.name), facts.kept, facts.recipe))
                except LudusError:
                    continue
        rows.sort(key=lambda row: (row.kept, row.id), reverse=True)
        return [*(level_row(name, find_level(name)) for name in level_names()), *rows]

    def _facts(self, id: str) -> LevelFacts:
        if id in level_names():
            return LevelFacts("")
        path = self.file(id).with_name(FACTS)
        with file_errors(path, "read"):
            if not path.is_file():
                raise NotFound("level", id)
            data = path.read_bytes()
        return _decode(data, LevelFacts, path)

    def _recipe(self, recipe: LevelRecipe) -> Path:
        return self.folder / RECIPES / hashlib.sha256(msgspec.json.encode(recipe)).hexdigest()[:16]

    # Runs

    def store_run(self, run: LevelRun, most: int = MAX_RUNS) -> None:
        folder = self._runs(run.level)
        with file_errors(folder, "made"):
            folder.mkdir(parents=True, exist_ok=True)
        if len(list(folder.iterdir())) >= most:
            raise OptionError(f"{most} runs of this level are stored already")
        atomic_write(folder / f"{run.id}.json", msgspec.json.encode(run))

    def run(self, level: str, id: str) -> LevelRun:
        path = self._runs(level) / f"{id}.json"
        if not ID.fullmatch(id) or not path.is_file():
            raise NotFound("run of this level", id)
        return _decode(path.read_bytes(), LevelRun, path)

    def runs(self, level: str) -> list[LevelRunRow]:
        """The newest runs, newest first. Preselected by file time, so that not all files have to be read."""
        folder = self._runs(level)
        files = [path for path in folder.glob("*.json") if ID.fullmatch(path.stem)] if folder.is_dir() else []
        newest = sorted(files, key=lambda path: path.stat().st_mtime_ns, reverse=True)[:MAX_ROWS]
        rows = [_run_row(self.run(level, path.stem)) for path in newest]
        return sorted(rows, key=lambda run: (run.when, run.id), reverse=True)

    def _runs(self, level: str) -> Path:
        self.file(level)  # raises NotFound if there is no such level
        return self.folder / level / RUNS

    # Surveys

    def survey_path(self, level: str, order: SurveyRequest) -> Path:
        self.file(level)
        return self.folder / level / f"survey-{order.players}-{order.seed}-{order.respawn}.json"

    def survey(self, level: str, order: SurveyRequest) -> LevelSurvey | None:
        """Stored result of a survey, or None."""
        path = self.survey_path(level, order)
        return _decode(path.read_bytes(), LevelSurvey, path) if path.is_file() else None


def check_physics(level: Level) -> None:
    """Raise OptionError if a level is made for a physics that the page does not play."""
    if not level.movement.physics.is_thesis:
        raise OptionError(
            f"this level is made for the physics {level.movement.physics.name!r}; the page of levels plays the "
            "physics of the thesis; `ludus play platformer -o level=FILE` and `ludus inspect platformer FILE` take "
            "this one"
        )


def level_scene(id: str, level: Level, stored_at: str = "", recipe: LevelRecipe | None = None) -> LevelScene:
    """Convert a level for the page, which plays and draws it."""
    return msgspec.convert({"row": level_row(id, level, stored_at, recipe), **level_json(level)}, LevelScene)


def level_row(id: str, level: Level, stored_at: str = "", recipe: LevelRecipe | None = None) -> LevelRow:
    return LevelRow(id, level.name, level.width, level.height, len(level.traps), stored_at, recipe)


def check_run(recording: Recording, claimed: RecordingOutcome) -> None:
    """Raise NotAllowed if a run does not end as the page claims.

    Call it on a thread, because rules may have to be compiled.
    """
    replayed = recording_outcome(recording)
    if replayed != claimed or claimed.ticks != len(recording.moves):
        raise NotAllowed(
            f"by the rules of the server this run {_outcome_text(replayed)}; "
            f"the page says that it {_outcome_text(claimed)}. Load the page again if it is older than the server"
        )


def _outcome_text(outcome: RecordingOutcome) -> str:
    through = "is through" if outcome.arrived else "is not through"
    return f"{through} after {plural(outcome.ticks, 'tick')} with {plural(outcome.deaths, 'death')}"


def new_id() -> str:
    return secrets.token_hex(6)


def _run_row(run: LevelRun) -> LevelRunRow:
    return LevelRunRow(run.id, run.player, run.when, run.ticks, run.deaths, run.arrived)


def _decode(data: bytes, kind: type[Read], path: Path) -> Read:
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.DecodeError as error:
        raise LudusError(f"{path.name}: cannot be read: {error}") from None
