"""Levels made by hand, and sessions of players with known success chances."""

import numpy as np
import pytest

from ludus.design.platformer.difficulty.challenge_models import LINEAR_MODEL
from ludus.design.platformer.difficulty.trace_records import TraceRecords
from ludus.games.platformer.level_files import read_level


def chain(numbers):
    """A level that is a chain of challenges, boiled down; `numbers` are t_cycle, t_timing and j of each."""
    ways, rows = [], []
    for k, row in enumerate(numbers):
        ways += [(2 * k, 2 * k + 1, 0), (2 * k + 1, 2 * k + 2, -1)]
        rows += [row, (0.0, 0.0, 0.0)]
    return {
        "places": 2 * len(numbers) + 1,
        "start": 0,
        "exits": [2 * len(numbers)],
        "ways": np.array(ways),
        "numbers": np.array(rows, float),
    }


def session(rng, levels=6, model=LINEAR_MODEL, spread=0.0):
    """Somebody who plays chains and survives each challenge as a model says, better or worse by skill."""
    skill = spread * rng.normal()
    shorts, plays, traces, times = [], [], [], []
    for spec in range(levels):
        count = rng.integers(1, 7)
        numbers = np.column_stack(
            [rng.uniform(1.2, 2.0, count), rng.choice([0.1, 0.3, 0.6, 0.9, 1.1], count), rng.integers(0, 4, count)]
        )
        deaths = 0
        for t_cycle, t_timing, j in numbers:
            p = min(max(model.success(t_cycle, t_timing, j) + skill, 0.05), 0.95)
            while True:
                won = rng.random() < p
                traces.append((spec, int(rng.integers(3)), 0, int(j), int(won)))
                times.append((t_cycle, t_timing))
                if won:
                    break
                deaths += 1
        shorts.append(chain(numbers))
        plays.append((spec, spec, deaths, 1, 600))
    return {
        "levels": shorts,
        "plays": np.array(plays),
        "traces": np.array(traces),
        "times": np.array(times),
        "lost": 0,
    }


@pytest.fixture(scope="session")
def pretend():
    def make(sessions, seed=1, **more):
        rng = np.random.default_rng(seed)
        return TraceRecords.join([session(rng, **more) for _ in range(sessions)])

    return make


@pytest.fixture(scope="session")
def hand_made():
    def make(*rows, end=None, traps=(), start=(1, 1), name="By hand"):
        cells = "\n".join(rows)
        goal = end or (len(rows[0]) - 2, 1)
        lines = [f"start {start[0]} {start[1]}", f"exit {goal[0]} {goal[1]}", *traps]
        return read_level("\n".join([f"level {name}", "", "cells", cells, "", *lines, ""]), "hand")

    return make
