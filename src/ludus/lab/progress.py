"""Progress of a run: stages and their games, reported to a listener."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludus.util.errors import ContractError

DEFAULT_STAGE = "work"  # stage of studies without named stages


@dataclass(frozen=True)
class ProgressUpdate:
    """Progress after a step."""

    stage: str
    stage_number: int  # number of the stage, from 1
    stage_count: int  # number of known stages
    stage_games_done: int  # games of this stage so far
    stage_games: int  # all games of this stage
    games_done: int  # games of the whole run so far
    games_planned: int  # games of all known stages, of finished ones those that were played
    earlier_games: int  # of the games done, those of earlier processes
    facts: Mapping[str, Any] = field(default_factory=dict)  # facts from the study: generation, best, ...
    unit: str = "game"  # what is counted; some studies count levels or other steps instead of games


ProgressListener = Callable[[ProgressUpdate], None]


def ignore_progress(update: ProgressUpdate) -> None:
    """Ignore progress."""


class ProgressMeter:
    """Counts the games of a run by stage."""

    def __init__(self, listener: ProgressListener = ignore_progress, unit: str = "game") -> None:
        self._listener, self._unit = listener, unit
        self._planned: dict[str, int] = {}
        self._games: dict[str, int] = {}
        self._earlier_games = 0
        self._facts: dict[str, Any] = {}
        self.stage_title = DEFAULT_STAGE

    def plan(self, stages: Mapping[str, int]) -> None:
        """Announce stages with their games."""
        self._planned.update(stages)

    def stage(self, title: str, games: int | None) -> None:
        if games is not None:
            self._planned[title] = games
        elif title not in self._planned:
            raise ContractError(f"the stage {title!r} was not planned: say how many games it has")
        self.stage_title, self._facts = title, {}
        self._games.setdefault(title, 0)
        self._notify()

    def advance(self, games: int, facts: Mapping[str, Any]) -> None:
        self._games[self.stage_title] = self._games.get(self.stage_title, 0) + games
        self._facts.update(facts)
        self._notify()

    def add_earlier_games(self, stage: str, games: int) -> None:
        """Add games that an earlier process played in a stage; the stage becomes the current one."""
        self.stage_title = stage
        self._games[stage] = self._games.get(stage, 0) + games
        self._earlier_games += games
        self._notify()

    @property
    def games_done(self) -> int:
        return sum(self._games.values())

    @property
    def games_planned(self) -> int:
        """Games of all stages; a stage before the current one counts what it played, which may be less than planned."""
        titles, total, is_over = self._titles, 0, self.stage_title in self._titles
        for title in titles:
            is_over = is_over and title != self.stage_title
            games = self._games.get(title, 0)
            total += games if is_over else max(self._planned.get(title, 0), games)
        return total

    @property
    def facts(self) -> dict[str, Any]:
        return dict(self._facts)

    @property
    def _titles(self) -> list[str]:
        return list({**self._planned, **self._games})

    def _notify(self) -> None:
        title, titles = self.stage_title, self._titles
        games = self._games.get(title, 0)
        self._listener(
            ProgressUpdate(
                title,
                titles.index(title) + 1 if title in titles else 0,
                len(titles),
                games,
                max(self._planned.get(title, 0), games),
                self.games_done,
                self.games_planned,
                self._earlier_games,
                dict(self._facts),
                self._unit,
            )
        )
