"""Parameters evolved after learning: the general weights, and a factor for all cards, agents and favours.

CMA-ES can tune only a few dozen parameters by counting won games; the weights of single cards keep their proportions.
"""

from __future__ import annotations

import numpy as np

from ludus.evolve import Reals
from ludus.studies.tribute_champion.lessons import weight_reach
from ludus.studies.tribute_champion.player import courtier_module

MAX_FACTOR, REACH_FACTOR = 3.0, 5.0  # limits: a factor for parts, a multiple of the reach for general weights
UNOBSERVED_REACH = {
    "row": 100.0,
    "known": 200.0,
    "discards": 400.0,
}  # limits of weights that game statistics do not cover


def dial_names() -> tuple[str, ...]:
    """Names of all parameters, in order."""
    own = courtier_module()
    loud = [f"{part}: {stage}" for part in own.parts() if part != "general" for stage in own.STAGES]
    return (*loud, *own.names()[_first_general() :])


def dial_space(base: np.ndarray) -> Reals:
    """Search space around the learned weights."""
    own = courtier_module()
    start = start_dials(base)
    loud = len(start) - (len(base) - _first_general())
    keys = np.repeat(own.parts()["general"], len(own.STAGES))
    far = np.array(
        [
            UNOBSERVED_REACH.get(str(key), REACH_FACTOR * span)
            for key, span in zip(keys, weight_reach()[_first_general() :], strict=True)
        ]
    )
    low = np.concatenate([np.zeros(loud), start[loud:] - far])
    high = np.concatenate([np.full(loud, MAX_FACTOR), start[loud:] + far])
    return Reals(len(start), low, high, names=dial_names())


def start_dials(base: np.ndarray) -> np.ndarray:
    """Parameters that leave the learned weights unchanged."""
    stages, loud = len(courtier_module().STAGES), len(courtier_module().parts()) - 1
    return np.concatenate([np.ones(loud * stages), base[_first_general() :]])


def apply_dials(base: np.ndarray, dials: np.ndarray) -> np.ndarray:
    """Apply parameters to learned weights; returns weights in the order of the courtier's names."""
    own = courtier_module()
    stages = len(own.STAGES)
    sizes = [len(keys) for part, keys in own.parts().items() if part != "general"]
    loud = np.repeat(np.reshape(dials[: len(sizes) * stages], (len(sizes), stages)), sizes, axis=0).ravel()
    weights: np.ndarray = np.concatenate([base[: _first_general()] * loud, dials[len(sizes) * stages :]])
    return weights


def _first_general() -> int:
    own = courtier_module()
    return len(own.names()) - len(own.STAGES) * len(own.parts()["general"])
