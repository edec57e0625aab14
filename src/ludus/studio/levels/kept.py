"""Levels and runs on disk.

levels/ID/level.level       a level, by the digest of its file; those of the game are not copied
levels/ID/facts.json        when it was kept, and what it was made from
levels/ID/runs/RUN.json     what was played in it
levels/ID/survey-*.json     what synthetic players did in it, by who they were
levels/recipes/DIGEST       the level that came of a recipe
"""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import msgspec

from ludus.design.platformer.level_io import (
    LEVEL_SUFFIX,
    Level,
    find_level,
    level_names,
    level_path,
    load_level,
    read_level,
    write_level,
)
from ludus.studio.home import NotThere
from ludus.studio.levels.scenes import row_of, scene_of
from ludus.studio.protocol.levels import (
    LevelRecipe,
    LevelRow,
    LevelRun,
    LevelRunRow,
    LevelScene,
    LevelSurvey,
    SurveyOrder,
)
from ludus.util.errors import LudusError, OptionError
from ludus.util.files import atomic_write, file_errors

Read = TypeVar("Read")
ID = re.compile("[0-9a-f]{12}")
LEVEL, FACTS, RUNS, RECIPES = "level.level", "facts.json", "runs", "recipes"
MOST_LEVELS, MOST_RUNS, GUESTS_RUNS = 2000, 1000, 500  # kept; of one level; as many as guests add to
MOST_ROWS = 100  # runs in the list


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What facts.json holds."""

    kept: str
    recipe: LevelRecipe | None = None


class LevelShelf:
    """The folder of all levels."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with file_errors(folder, "made"):
            (folder / RECIPES).mkdir(parents=True, exist_ok=True)

    # Levels

    def keep(self, text: str, recipe: LevelRecipe | None = None) -> str:
        """Keep a level; its id. The same level is kept once, whatever its file looked like."""
        level = read_level(text)
        if recipe is not None:
            level = replace(level, name=f"Seed {recipe.seed}")
        own = next((name for name in level_names() if find_level(name) == level), None)
        data = write_level(level).encode()
        id = own or hashlib.sha256(data).hexdigest()[:12]
        folder = self.folder / id
        if own is None and not (folder / FACTS).is_file():
            if sum(ID.fullmatch(each.name) is not None for each in self.folder.iterdir()) >= MOST_LEVELS:
                raise OptionError(f"{MOST_LEVELS} levels are kept already; delete some in the Studio's folder `levels`")
            with file_errors(folder, "made"):
                folder.mkdir(exist_ok=True)
            atomic_write(folder / LEVEL, data)
            atomic_write(folder / FACTS, msgspec.json.encode(Facts(now(), recipe)))
        if recipe is not None:
            atomic_write(self._recipe(recipe), id.encode())
        return id

    def made(self, recipe: LevelRecipe) -> str | None:
        """The level that came of a recipe, if it was made here."""
        path = self._recipe(recipe)
        id = path.read_text() if path.is_file() else ""
        return id if id in level_names() or (ID.fullmatch(id) and (self.folder / id / FACTS).is_file()) else None

    def level(self, id: str) -> Level:
        return load_level(self.file(id))

    def file(self, id: str) -> Path:
        """The file of a level, which must be there."""
        if id in level_names():
            return level_path(id)
        path = self.folder / id / LEVEL
        if not ID.fullmatch(id) or not path.is_file():
            raise NotThere(f"there is no level {id[:40]!r}")
        return path

    def words(self, id: str) -> str:
        """A level as a user names it: one of the game by its name, another by the name of the file that is saved."""
        return id if id in level_names() else f"{id}{LEVEL_SUFFIX}"

    def scene(self, id: str) -> LevelScene:
        facts = self._facts(id)
        return scene_of(id, self.level(id), facts.kept, facts.recipe)

    def rows(self) -> list[LevelRow]:
        """Levels of the game, then those that were kept, the newest first; what cannot be read hides no other."""
        found = []
        for folder in self.folder.iterdir():
            if ID.fullmatch(folder.name):
                try:
                    facts = self._facts(folder.name)
                    found.append(row_of(folder.name, self.level(folder.name), facts.kept, facts.recipe))
                except LudusError:
                    continue
        found.sort(key=lambda row: (row.kept, row.id), reverse=True)
        return [*(row_of(name, find_level(name)) for name in level_names()), *found]

    def _facts(self, id: str) -> Facts:
        if id in level_names():
            return Facts("")
        path = self.file(id).with_name(FACTS)
        with file_errors(path, "read"):
            if not path.is_file():
                raise NotThere(f"there is no level {id!r}")
            data = path.read_bytes()
        return _decoded(data, Facts, path)

    def _recipe(self, recipe: LevelRecipe) -> Path:
        return self.folder / RECIPES / hashlib.sha256(msgspec.json.encode(recipe)).hexdigest()[:16]

    # Runs

    def keep_run(self, run: LevelRun, most: int = MOST_RUNS) -> None:
        folder = self._runs(run.level)
        with file_errors(folder, "made"):
            folder.mkdir(parents=True, exist_ok=True)
        if len(list(folder.iterdir())) >= most:
            raise OptionError(f"{most} runs of this level are kept already")
        atomic_write(folder / f"{run.id}.json", msgspec.json.encode(run))

    def run(self, level: str, id: str) -> LevelRun:
        path = self._runs(level) / f"{id}.json"
        if not ID.fullmatch(id) or not path.is_file():
            raise NotThere(f"there is no run {id[:40]!r} of this level")
        return _decoded(path.read_bytes(), LevelRun, path)

    def runs(self, level: str) -> list[LevelRunRow]:
        """The newest ones, the newest first; by when their files were written, so that not all have to be read."""
        folder = self._runs(level)
        files = [path for path in folder.glob("*.json") if ID.fullmatch(path.stem)] if folder.is_dir() else []
        newest = sorted(files, key=lambda path: path.stat().st_mtime_ns, reverse=True)[:MOST_ROWS]
        found = [_row_of(self.run(level, path.stem)) for path in newest]
        return sorted(found, key=lambda run: (run.when, run.id), reverse=True)

    def _runs(self, level: str) -> Path:
        self.file(level)  # or it is not there
        return self.folder / level / RUNS

    # Surveys

    def survey_path(self, level: str, order: SurveyOrder) -> Path:
        self.file(level)
        return self.folder / level / f"survey-{order.players}-{order.seed}-{order.respawn}.json"

    def survey(self, level: str, order: SurveyOrder) -> LevelSurvey | None:
        """What is known already."""
        path = self.survey_path(level, order)
        return _decoded(path.read_bytes(), LevelSurvey, path) if path.is_file() else None


def new_id() -> str:
    return secrets.token_hex(6)


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _row_of(run: LevelRun) -> LevelRunRow:
    return LevelRunRow(run.id, run.player, run.when, run.ticks, run.deaths, run.arrived)


def _decoded(data: bytes, kind: type[Read], path: Path) -> Read:
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.DecodeError as error:
        raise LudusError(f"{path.name}: cannot be read: {error}") from None
