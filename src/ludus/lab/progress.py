"""Progress of a run: stages and their games, reported to a listener."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludus.core.errors import ContractError


@dataclass(frozen=True)
class Told:
    """Progress after a step."""

    stage: str
    number: int  # number of the stage, from 1
    stages: int  # number of known stages
    games: int  # games of this stage so far
    most: int  # all games of this stage
    done: int  # games of the whole run so far
    planned: int  # games of all known stages
    known: int  # of the games done, those of earlier processes
    facts: Mapping[str, Any] = field(default_factory=dict)  # facts from the study: generation, best, ...


UNNAMED = "work"  # stage of studies without named stages
Listener = Callable[[Told], None]


def nobody(told: Told) -> None:
    """Ignore progress."""


class Meter:
    """Counts the games of a run by stage."""

    def __init__(self, listener: Listener = nobody) -> None:
        self._listener = listener
        self._planned: dict[str, int] = {}
        self._games: dict[str, int] = {}
        self._known = 0
        self._facts: dict[str, Any] = {}
        self.stage_title = UNNAMED

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
        self._tell()

    def advance(self, games: int, facts: Mapping[str, Any]) -> None:
        self._games[self.stage_title] = self._games.get(self.stage_title, 0) + games
        self._facts.update(facts)
        self._tell()

    def remember(self, stage: str, games: int) -> None:
        """Add games that an earlier process played in a stage; the stage becomes the current one."""
        self.stage_title = stage
        self._games[stage] = self._games.get(stage, 0) + games
        self._known += games
        self._tell()

    @property
    def done(self) -> int:
        return sum(self._games.values())

    @property
    def planned(self) -> int:
        return sum(max(self._planned.get(title, 0), self._games.get(title, 0)) for title in self._titles)

    @property
    def facts(self) -> dict[str, Any]:
        return dict(self._facts)

    @property
    def _titles(self) -> list[str]:
        return list({**self._planned, **self._games})

    def _tell(self) -> None:
        title, titles = self.stage_title, self._titles
        games = self._games.get(title, 0)
        self._listener(
            Told(
                title,
                titles.index(title) + 1 if title in titles else 0,
                len(titles),
                games,
                max(self._planned.get(title, 0), games),
                self.done,
                self.planned,
                self._known,
                dict(self._facts),
            )
        )
