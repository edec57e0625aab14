"""Objectives over kingdoms: maximise or minimise a measure, or meet target values of several.

    evaluator = KingdomEvaluator(pool, ["earl", "drew"], games=1000)
    measured = evaluator.measure(kingdoms, ["skill", "turns"], seed=7)     {"skill": (values, errors), ...}
    MaximiseMeasure("skill").score(measured)                               a score per kingdom, higher is better
    MinimiseMeasure("skill"), MeetTargets({"turns": 20.0, "first-seat": 0.5})

All measures of `measures` can be used, for any pair of bots, and "spread" for any ladder of bots.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from ludus.backends import Backend
from ludus.design.dominion.batch_play import play_kingdoms
from ludus.design.dominion.bot_ladder import LADDER_BOTS, play_ladder
from ludus.design.dominion.kingdom_numbering import VDOM_RULES, KingdomPool
from ludus.design.dominion.measures import LEAD_COLUMNS, MEASURES, ValuesAndErrors, find_measure, outcome_measure
from ludus.design.dominion.predicted_lead_changes import EPOCHS, measure_lead_changes
from ludus.design.dominion.predicted_lead_changes import TRAINING_GAMES as LED_GAMES
from ludus.util.errors import OptionError

# Distance from a target that counts as one: about the standard deviation of each measure over random kingdoms.
TARGET_SCALES = {
    **dict.fromkeys(MEASURES, 0.05),
    "turns": 2.0,
    "wins": 0.1,
    "first-seat": 0.02,
    "skill-computed": 0.1,
    "evenness-computed": 0.1,
}


@dataclass(frozen=True)
class KingdomEvaluator:
    """Evaluator of kingdoms: who plays, how many games per measurement, with which options of the game."""

    pool: KingdomPool
    players: Sequence[Any] = ("earl", "drew")
    games: int = 1000
    options: Mapping[str, Any] = field(default_factory=lambda: dict(VDOM_RULES))
    ladder: Sequence[str] = LADDER_BOTS
    led_games: int = LED_GAMES  # training games, and as many held-out ones: with fewer, predicted leaders flicker more
    epochs: int = EPOCHS
    led_trainings: int = 1  # trainings of lead prediction; with two or more, errors include their variance

    def measure(
        self,
        kingdoms: Sequence[Sequence[int]] | np.ndarray,
        names: Sequence[str],
        seed: int,
        backend: Backend | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> dict[str, ValuesAndErrors]:
        """Measure kingdoms; plays only the games that these measures need.

        Returns:
            Values and standard errors by measure, one entry per kingdom.
        """
        sources = {find_measure(name).source for name in names}
        measured: dict[str, ValuesAndErrors] = {}
        if "outcomes" in sources:
            rows = play_kingdoms(self.pool, kingdoms, self.players, self.games, seed, backend, progress, self.options)
            measured |= {name: outcome_measure(name, rows) for name in names if MEASURES[name].source == "outcomes"}
        if "leaders" in sources:
            led = measure_lead_changes(
                *(
                    self.pool,
                    kingdoms,
                    self.players,
                    seed,
                    self.led_games,
                    backend,
                    progress,
                    self.options,
                    self.epochs,
                ),
                trainings=self.led_trainings,
            )
            measured |= {
                name: (led[LEAD_COLUMNS[name]], led[f"{LEAD_COLUMNS[name]}_error"])
                for name in names
                if name in LEAD_COLUMNS
            }
        if "ladder" in sources:
            ladder = play_ladder(self.pool, kingdoms, self.ladder, self.games, seed, backend, progress, self.options)
            measured["spread"] = ladder.spread(), ladder.errors()
        return {name: measured[name] for name in names}

    def games_needed(self, names: Sequence[str]) -> int:
        """Return the number of games that a measurement of one kingdom takes."""
        sources = {find_measure(name).source for name in names}
        pairs = len(self.ladder) * (len(self.ladder) - 1) // 2
        games_by_source = {
            "outcomes": self.games,
            "leaders": (1 + self.led_trainings) * self.led_games,
            "ladder": pairs * self.games,
        }
        return sum(games_by_source[source] for source in sources)


class Objective(Protocol):
    """What evolution maximises."""

    @property
    def names(self) -> tuple[str, ...]:
        """The measures it needs."""
        ...

    @property
    def worst(self) -> float:
        """The score of an invalid genome."""
        ...

    def score(self, measured: Mapping[str, ValuesAndErrors]) -> np.ndarray:
        """Return a score by kingdom; higher is better."""
        ...


@dataclass(frozen=True)
class MaximiseMeasure:
    """Maximise a measure."""

    name: str
    worst: float = 0.0

    @property
    def names(self) -> tuple[str, ...]:
        return (find_measure(self.name).name,)

    def score(self, measured: Mapping[str, ValuesAndErrors]) -> np.ndarray:
        return _nan_to_worst(measured[self.name][0], self.worst)


@dataclass(frozen=True)
class MinimiseMeasure:
    """Minimise a measure. A share x scores 1 - x, as the paper's 1 - f_s, and all others -x."""

    name: str

    @property
    def names(self) -> tuple[str, ...]:
        return (find_measure(self.name).name,)

    @property
    def worst(self) -> float:
        return 0.0 if find_measure(self.name).share else -1e6

    def score(self, measured: Mapping[str, ValuesAndErrors]) -> np.ndarray:
        value = measured[self.name][0]
        return _nan_to_worst(1 - value if MEASURES[self.name].share else -value, self.worst)


@dataclass(frozen=True)
class MeetTargets:
    """Meet all targets: minus the root mean square distance, each in its own scale."""

    targets: Mapping[str, float]
    worst: float = -1e6

    def __post_init__(self) -> None:
        if not self.targets:
            raise OptionError("no target: say what to aim at")

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(find_measure(name).name for name in self.targets)

    def score(self, measured: Mapping[str, ValuesAndErrors]) -> np.ndarray:
        off = [((measured[name][0] - target) / TARGET_SCALES[name]) ** 2 for name, target in self.targets.items()]
        return _nan_to_worst(-np.sqrt(np.mean(off, axis=0)), self.worst)


def _nan_to_worst(scores: np.ndarray, worst: float) -> np.ndarray:
    """Replace NaN, as the first seat's share if no game is decided, by the worst score."""
    result: np.ndarray = np.where(np.isnan(scores), worst, scores)
    return result
