"""Bootstrap intervals of the errors, over sessions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludus.core.errors import LudusError
from ludus.core.random import derive
from ludus.design.levels.difficulty.bootstrap import estimates
from ludus.design.levels.people.calibrating import Found, fitted_cells, held_out_cells, together
from ludus.evolve.state import generator
from ludus.lab import Desk
from ludus.stats import Estimate
from ludus.studies.platformer_calibration.config import Settings
from ludus.studies.platformer_calibration.work import BARE, FULL, tested_sessions

DRAWS = 400
FITTED, HELD_OUT, WORSE = "fitted", "held out", "worse without lapses"


def easy_cells() -> np.ndarray:
    """Cells without a jump."""
    cells: np.ndarray = fitted_cells() | held_out_cells()
    cells[:, 1:] = False
    return cells


def errors(settings: Settings, desk: Desk) -> dict[str, Estimate]:
    """Errors of the test, with 95 % intervals from resampled sessions; both kinds of players use the same samples."""
    sessions = {kind: tested_sessions(desk, kind) for kind in (FULL, BARE)}
    count = len(sessions[FULL])
    draws = []
    for number in range(DRAWS):
        chosen = generator(derive(settings.seed, "intervals"), "bootstrap", number).integers(count, size=count)
        try:
            draws.append(_told(*([item[k] for k in chosen] for item in sessions.values())))
        except LudusError:  # too few traces in all cells
            continue
    intervals = estimates(_told(*sessions.values()), draws, count)
    return {
        name: item if name == WORSE else Estimate(item.value, max(item.low, 0.0), item.high, item.count)
        for name, item in intervals.items()
    }


def _told(players: Sequence[Found], bare: Sequence[Found]) -> dict[str, float]:
    full, easy = together(players), easy_cells()
    return {
        FITTED: full.miss(fitted_cells()),
        HELD_OUT: full.miss(held_out_cells()),
        WORSE: together(bare).miss(easy) - full.miss(easy),
    }
