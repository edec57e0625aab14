"""Bootstrap intervals of the errors, over sessions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludus.core.errors import LudusError
from ludus.core.random import derive
from ludus.design.levels.difficulty.bootstrap import bootstrap_estimates
from ludus.design.levels.people.calibrating import CalibrationResult, fitting_cells, held_out_cells, pool_results
from ludus.evolve.state import numpy_generator
from ludus.lab import RunContext
from ludus.stats import Estimate
from ludus.studies.platformer_calibration.config import CalibrationConfig
from ludus.studies.platformer_calibration.work import WITHOUT_LAPSES, WITH_LAPSES, load_tested_sessions

BOOTSTRAP_DRAWS = 400
FITTED_ERROR, HELD_OUT_ERROR, EXCESS_WITHOUT_LAPSES = "fitted", "held out", "worse without lapses"


def easy_cells() -> np.ndarray:
    """Cells without a jump."""
    cells: np.ndarray = fitting_cells() | held_out_cells()
    cells[:, 1:] = False
    return cells


def error_estimates(settings: CalibrationConfig, context: RunContext) -> dict[str, Estimate]:
    """Errors of the test, with 95 % intervals from resampled sessions; both kinds of players use the same samples."""
    sessions = {kind: load_tested_sessions(context, kind) for kind in (WITH_LAPSES, WITHOUT_LAPSES)}
    count = len(sessions[WITH_LAPSES])
    draws = []
    for number in range(BOOTSTRAP_DRAWS):
        chosen = numpy_generator(derive(settings.seed, "intervals"), "bootstrap", number).integers(count, size=count)
        try:
            draws.append(_errors_of(*([item[k] for k in chosen] for item in sessions.values())))
        except LudusError:  # too few traces in all cells
            continue
    intervals = bootstrap_estimates(_errors_of(*sessions.values()), draws, count)
    return {
        name: item if name == EXCESS_WITHOUT_LAPSES else Estimate(item.value, max(item.low, 0.0), item.high, item.count)
        for name, item in intervals.items()
    }


def _errors_of(players: Sequence[CalibrationResult], bare: Sequence[CalibrationResult]) -> dict[str, float]:
    full, easy = pool_results(players), easy_cells()
    return {
        FITTED_ERROR: full.weighted_error(fitting_cells()),
        HELD_OUT_ERROR: full.weighted_error(held_out_cells()),
        EXCESS_WITHOUT_LAPSES: pool_results(bare).weighted_error(easy) - full.weighted_error(easy),
    }
