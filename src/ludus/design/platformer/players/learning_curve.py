"""Learning curve: how the same players do when they play a level again and again.

    curve = learning_curve(level, count=300, seed=7, learning=0.3)
    curve.failure_rates[0], curve.failure_rates[-1]   # share of players that die, at the first and the last play
    curve.change                                      # change of that share, with its interval over players

Players are forecasters that learn (`forecasting_player`): at the n-th attempt at challenges of a kind their errors are
n ** -learning times as large, and their care is as much greater; the kind is that of the first trap. Attempts count
over all places and plays, so a player learns a kind of trap, not a level by heart. The exponent is an assumption: the
published numbers show no learning and do not determine it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ludus.core.random import derive
from ludus.design.platformer.players.forecasting_player import (
    ForecastedLevel,
    ForecastingPlayer,
    load_forecaster_calibration,
)
from ludus.design.platformer.players.synthetic_player import draw_skill
from ludus.design.platformer.recordings import Respawn
from ludus.games.platformer.level import Level
from ludus.report.charts import Series, line_chart
from ludus.report.report_model import Figure
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate, mean, mean_count, proportion
from ludus.stats.intervals import DIFFERENCE_BOUNDS

PLAYS = 6  # plays of the level by each player
LEARNING_NOTE = (
    "Learning is an assumption: the errors of a player at a kind of trap shrink with its attempts by a power law. The "
    "exponent is the one that was asked for; the published numbers show no learning. With the exponent 0 the curve is "
    "flat but for chance."
)


@dataclass(frozen=True)
class LearningCurve:
    """Deaths of players in each of their plays of a level."""

    learning: float
    deaths: np.ndarray  # players x plays
    failed: np.ndarray  # players x plays: died at least once, or did not reach the exit
    attempts: np.ndarray  # players x plays: attempts at challenges before the play

    @cached_property
    def failure_rates(self) -> list[Estimate]:
        """Share of players that die, by play."""
        return [proportion(column.astype(float)) for column in self.failed.T]

    @cached_property
    def mean_deaths(self) -> list[Estimate]:
        """Deaths per player, by play."""
        return [mean_count(column.astype(float)) for column in self.deaths.T]

    @cached_property
    def change(self) -> Estimate:
        """Change of the share that dies from the first to the last play, of the same players."""
        return mean(self.failed[:, -1].astype(float) - self.failed[:, 0].astype(float), bounds=DIFFERENCE_BOUNDS)

    def sentence(self) -> str:
        """Result in a sentence."""
        first, last = self.failure_rates[0], self.failure_rates[-1]
        change, low, high = (100 * value for value in (self.change.value, self.change.low, self.change.high))
        return (
            f"Of {len(self.failed)} learning forecasters (exponent {self.learning:g}) {first.in_percent()} die at the "
            f"first play and {last.in_percent()} at play {len(self.failure_rates)}: a change of {change:+.1f} "
            f"[{low:+.1f}, {high:+.1f}] points."
        )

    def table(self) -> Table:
        """Numbers of each play."""
        columns = [
            Column.integer("play"),
            Column.number("attempts", "attempts at challenges before", shown_digits=1),
            Column.share("failure", "players that die"),
            Column.number("deaths", "deaths a player"),
        ]
        rows = [
            [k + 1, round(float(met), 2), share, deaths]
            for k, (met, share, deaths) in enumerate(
                zip(self.attempts.mean(axis=0), self.failure_rates, self.mean_deaths, strict=True)
            )
        ]
        return Table("learning", columns, rows, "The same players, play after play")

    def figure(self) -> Figure:
        """Share of players that die, by play, with its interval."""
        rates = self.failure_rates
        title = "Share of players who die, by play"
        svg = line_chart(
            [k + 1 for k in range(len(rates))],
            [
                Series(
                    "players that die",
                    [rate.value for rate in rates],
                    [rate.low for rate in rates],
                    [rate.high for rate in rates],
                )
            ],
            title=title,
            x_title="play of the level",
            y_title="players that die",
            percent=True,
            y_limits=(0, 1),
        )
        return Figure("learning", svg, f"{title}, with 95 % intervals over players.")


def learning_curve(
    level: Level,
    count: int,
    seed: int,
    learning: float,
    respawn: Respawn = "checkpoint",
    on_progress: Callable[[int], None] = lambda _: None,
) -> LearningCurve:
    """Let learning forecasters play a level PLAYS times each.

    Args:
        level: the level.
        count: number of players.
        seed: seed of the players and their errors.
        learning: exponent of the power law of practice; 0: no learning.
        respawn: where players respawn.
        on_progress: called with 1 after each player.
    """
    stage, calibration = ForecastedLevel(level, respawn), load_forecaster_calibration()
    deaths, failed, attempts = (np.zeros((count, PLAYS), dtype) for dtype in (int, bool, int))
    for number in range(count):
        player = ForecastingPlayer(draw_skill(derive(seed, "players"), number), calibration, learning=learning)
        for k in range(PLAYS):
            attempts[number, k] = sum(player.attempts)
            result, met = stage.play_and_learn(player, derive(seed, "play", number, k))
            deaths[number, k], failed[number, k] = result.deaths, result.deaths > 0 or not result.reached_exit
            player = replace(player, attempts=met)
        on_progress(1)
    return LearningCurve(learning, deaths, failed, attempts)
