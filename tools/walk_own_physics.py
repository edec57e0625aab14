"""Walk levels of other physics and building pieces both ways, and write what was counted.

    python -m tools.walk_own_physics [--levels 1000] [--players 10] [--seed 2015] [--to FOLDER]

For each pair of a physics and pieces that come with the game, levels of 5 x 1 rooms are generated, in the set-up of the
thesis, which builds rooms from pieces. The agent walks each
from the start to the exit and back with the traps running, and both walks are replayed in the game: they count only if
they end in the exit without a death. On every tenth level synthetic players play, too. One process; the same seed gives
the same counts. Times are CPU times.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections import Counter
from pathlib import Path

import numpy as np

from ludus.core.random import derive
from ludus.design.platformer.generator.generate import GeneratedLevel, GenerationFailed, generate_level
from ludus.design.platformer.level_graph.movement_tables import movement_tables
from ludus.design.platformer.players.population import simulate as play
from ludus.design.platformer.spec import LevelSpec
from ludus.design.platformer.verify.agent import reversed_level
from ludus.design.platformer.verify.validate_level import both_runs_reach_exit
from ludus.games.platformer.constants import GROUND
from ludus.games.platformer.level import Level
from ludus.games.platformer.motion_planning import GridNode, make_grid, resting_body, simulate
from ludus.games.platformer.movement_files import read_movement

PAIRS = (
    (None, None),
    ("double-jump", None),
    (None, "stepping-stones"),
    ("double-jump", "long-jumps"),
    ("wall-jump", "chimneys"),
)
EVERY = 10  # players play every tenth level


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--levels", type=int, default=1000)
    parser.add_argument("--players", type=int, default=10)
    parser.add_argument("--seed", type=int, default=2015)
    parser.add_argument("--to", type=Path)
    given = parser.parse_args()
    generate_level(1)  # compiles the rules
    rows = []
    for physics, pieces in PAIRS:
        rows.append(walk_levels(physics, pieces, given.levels, given.players, given.seed))
        print(rows[-1], flush=True)
    if given.to is not None:
        given.to.mkdir(parents=True, exist_ok=True)
        with (given.to / "levels.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, rows[0], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


def walk_levels(physics: str | None, pieces: str | None, levels: int, players: int, seed: int) -> dict[str, object]:
    """Generate levels of a physics and pieces, and count the walks of the agent and the runs of players."""
    movement = read_movement(physics, pieces)
    began = time.process_time()
    moves = len(movement_tables(movement).moves)
    proof, generated, counts = time.process_time() - began, 0.0, Counter[str]()
    for number in range(levels):
        began = time.process_time()
        try:
            made = generate_level(derive(seed, "own physics", number), LevelSpec(setup="thesis", movement=movement))
        except GenerationFailed:
            counts["not generated"] += 1
            continue
        generated += time.process_time() - began
        there, back = both_runs_reach_exit(made)
        counts["there"] += there
        counts["back"] += back
        counts["rejected"] += sum(made.rejected.values())
        counts.update(_jumps(made))
        if number % EVERY == 0:
            population = play(made.level, players, derive(seed, "players", number))
            counts["runs"] += len(population.runs)
            counts["reached"] += sum(run.result.reached_exit for run in population.runs)
            counts["died"] += sum(run.result.deaths > 0 for run in population.runs)
    names = ("there", "back", "not generated", "rejected", "air jumps", "wall jumps", "late jumps")
    return {
        "physics": physics or "thesis",
        "pieces": pieces or "thesis",
        "digest": movement.digest,
        "moves": moves,
        "levels": levels,
        **{name: counts[name] for name in names},
        "levels with them": counts["levels with them"],
        "player runs": counts["runs"],
        "runs to the exit": counts["reached"],
        "runs with a death": counts["died"],
        "proof s": round(proof, 2),
        "ms a level": round(1000 * generated / max(levels - counts["not generated"], 1), 2),
    }


def _jumps(made: GeneratedLevel) -> Counter[str]:
    """Jumps beyond the thesis in both walks of the agent."""
    assert made.run_to_exit is not None
    assert made.run_to_start is not None
    counts = Counter[str]()
    for level, run in ((made.level, made.run_to_exit), (reversed_level(made.level), made.run_to_start)):
        bodies = _bodies(level, run.moves)
        counts["air jumps"] += int((np.diff(bodies["air_jumps"].astype(int)) > 0).sum())
        counts["wall jumps"] += int((np.diff(bodies["locked"].astype(int)) > 0).sum())
        late = (bodies["coyote"][:-1] > 1) & (bodies["coyote"][1:] == 0) & (bodies["stance"][1:] != GROUND)
        counts["late jumps"] += int((late & (bodies["vy"][1:] > 0)).sum())
    counts["levels with them"] = int(any(counts.values()))
    return counts


def _bodies(level: Level, moves: tuple[int, ...]) -> np.ndarray:
    physics = level.movement.physics
    body = resting_body(GridNode("stand", *level.start), physics)
    return simulate(make_grid(level.rows), body, moves, physics=physics)


if __name__ == "__main__":
    main()
