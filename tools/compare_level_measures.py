"""Compare the further measures of levels with play: challenges rated as one and by parts, jumps, falls.

    python tools/compare_level_measures.py --levels 40

Levels of the set-up of the thesis, of the default set-up, and with composite traps are generated; 60 planners play
each. A challenge on the usual way counts if at least 20 players tried it. Intervals are over levels, drawn again 400
times.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from ludus.core.random import derive
from ludus.design.platformer.difficulty.prediction_metrics import spearman
from ludus.design.platformer.difficulty.rating import rate_level
from ludus.design.platformer.generator.generate import GenerationFailed, generate_level
from ludus.design.platformer.generator.traps import TrapParams
from ludus.design.platformer.level_report import LevelReport
from ludus.design.platformer.measures_report import LevelMeasures
from ludus.design.platformer.players.population import simulate
from ludus.design.platformer.spec import LevelSpec
from ludus.games.platformer.game_data_records import COMPOSITE_TRAPS

PLAYERS, MIN_PLAYERS = 60, 20
DRAWS = 400
COMPOSITES = TrapParams(kinds=("twin-saws", "jaws", "saw-squeeze", "squeeze"), doubles=True)
SPECS = {
    "thesis": LevelSpec(setup="thesis"),
    "designed": LevelSpec(),
    "composites": LevelSpec(setup="thesis", traps=COMPOSITES),
}


@dataclass(frozen=True)
class RatedChallenge:
    """Failures at a challenge: rated as one, rated by its parts, and in play."""

    level: int
    is_composite: bool  # several traps, or a trap with several parts
    one: float
    parts: float
    play: float


def main() -> None:
    """Generate, play, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--levels", type=int, default=40, help="levels of each kind")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    challenges: list[RatedChallenge] = []
    for name, spec in SPECS.items():
        measured = [inspect_level(spec, derive(options.seed, name, number)) for number in range(options.levels)]
        levels = [level for level in measured if level is not None]
        print(f"{name}: {len(levels)} levels; {describe_jumps(levels)}; {describe_falls(levels)}", flush=True)
        first = 1 + max((challenge.level for challenge in challenges), default=-1)
        for number, level in enumerate(levels, first):
            challenges += rated_challenges(level, number)
    for name, chosen in (
        ("single traps", [challenge for challenge in challenges if not challenge.is_composite]),
        ("composites", [challenge for challenge in challenges if challenge.is_composite]),
    ):
        played = np.mean([challenge.play for challenge in chosen])
        print(f"{name}: {len(chosen)} challenges, {played:.2f} of tries failed")
        for column in ("one", "parts"):
            error, rank = (with_interval(chosen, partial(statistic, column)) for statistic in (rmse, rank_with_play))
            print(f"  as {column}: root mean square error {error}, rank correlation with play {rank}")


def inspect_level(spec: LevelSpec, seed: int) -> LevelMeasures | None:
    """Measures of a level, played by planners; None if no such level was found."""
    try:
        level = generate_level(seed, spec).level
    except GenerationFailed:
        return None
    report = LevelReport("", level, rate_level(level), simulate(level, PLAYERS, derive(seed, "players")))
    return LevelMeasures(report)


def rated_challenges(measures: LevelMeasures, level: int) -> list[RatedChallenge]:
    """Challenges on the usual way that enough players tried."""
    traps, rows = measures.report.level.traps, []
    for _, passage in measures.passages:
        tried = measures.tried(passage)
        if tried is not None and tried.count >= MIN_PLAYERS:
            composite = len(passage.traps) > 1 or traps[passage.traps[0]].kind in COMPOSITE_TRAPS
            one, parts = 1 - passage.success(), measures.fails_by_parts(passage)
            rows.append(RatedChallenge(level, composite, one, parts, tried.value))
    return rows


def describe_jumps(levels: Sequence[LevelMeasures]) -> str:
    """Jumps without traps, in words."""
    clean = np.mean([math.prod(1 - jump.miss for jump in level.jumps) for level in levels])
    lost = np.mean([math.fsum(jump.seconds_lost for jump in level.jumps) for level in levels])
    count = np.mean([len(level.jumps) for level in levels])
    return f"{count:.1f} jumps without traps, {100 * clean:.0f} % make all at the first try, {lost:.2f} s lost"


def describe_falls(levels: Sequence[LevelMeasures]) -> str:
    """Falls, in words."""
    falls, steered, saved = (
        np.mean([sum(flag(fall) for fall in level.falls) for level in levels])
        for flag in (lambda fall: True, lambda fall: fall.steered, lambda fall: fall.steering_saves)
    )
    drops = [
        rate_level(level.report.level, level.report.model.model).difficulty - level.difficulty_with_falls
        for level in levels
    ]
    easier = [drop for drop in drops if drop > 1e-6]
    drop = np.mean(easier) if easier else 0.0
    return (
        f"{falls:.1f} falls, {steered:.1f} to be steered, {saved:.1f} avoid a trap by it; easier with falls: "
        f"{len(easier)} levels, by {drop:.3f} on average"
    )


def rmse(column: str, rows: Sequence[RatedChallenge]) -> float:
    """Root mean square difference of a rating and play."""
    return math.sqrt(np.mean([(getattr(row, column) - row.play) ** 2 for row in rows]))


def rank_with_play(column: str, rows: Sequence[RatedChallenge]) -> float:
    """Rank correlation of a rating and play."""
    return spearman(np.array([getattr(row, column) for row in rows]), np.array([row.play for row in rows]))


def with_interval(rows: Sequence[RatedChallenge], statistic: Callable[[Sequence[RatedChallenge]], float]) -> str:
    """A statistic with a 95 % interval by drawing levels again."""
    levels, random = sorted({row.level for row in rows}), np.random.default_rng(1)
    of_level = {level: [row for row in rows if row.level == level] for level in levels}
    draws = [
        statistic([row for level in random.choice(levels, len(levels)) for row in of_level[int(level)]])
        for _ in range(DRAWS)
    ]
    low, high = np.nanquantile(draws, [0.025, 0.975])
    return f"{statistic(rows):.2f} [{low:.2f}, {high:.2f}]"


if __name__ == "__main__":
    main()
