"""Parameters evolved after learning: the general weights, and a factor for all cards, agents and favours.

CMA-ES can tune only a few dozen parameters by counting won games; the weights of single cards keep their proportions.
"""

from __future__ import annotations

import numpy as np

from ludus.evolve import Reals
from ludus.studies.tribute_champion.lessons import reach
from ludus.studies.tribute_champion.player import courtier

LOUDER, FAR = 3.0, 5.0  # limits: a factor for parts, a multiple of the reach for general weights
UNSEEN = {"row": 100.0, "known": 200.0, "discards": 400.0}  # limits of weights that game statistics do not cover


def names() -> tuple[str, ...]:
    """Names of all parameters, in order."""
    own = courtier()
    loud = [f"{part}: {stage}" for part in own.parts() if part != "general" for stage in own.STAGES]
    return (*loud, *own.names()[_first_general() :])


def space(base: np.ndarray) -> Reals:
    """Search space around the learned weights."""
    own = courtier()
    start = first_dials(base)
    loud = len(start) - (len(base) - _first_general())
    keys = np.repeat(own.parts()["general"], len(own.STAGES))
    far = np.array(
        [UNSEEN.get(str(key), FAR * span) for key, span in zip(keys, reach()[_first_general() :], strict=True)]
    )
    low = np.concatenate([np.zeros(loud), start[loud:] - far])
    high = np.concatenate([np.full(loud, LOUDER), start[loud:] + far])
    return Reals(len(start), low, high, names=names())


def first_dials(base: np.ndarray) -> np.ndarray:
    """Parameters that leave the learned weights unchanged."""
    stages, loud = len(courtier().STAGES), len(courtier().parts()) - 1
    return np.concatenate([np.ones(loud * stages), base[_first_general() :]])


def dialled(base: np.ndarray, dials: np.ndarray) -> np.ndarray:
    """Apply parameters to learned weights; returns weights in the order of the courtier's names."""
    own = courtier()
    stages = len(own.STAGES)
    sizes = [len(keys) for part, keys in own.parts().items() if part != "general"]
    loud = np.repeat(np.reshape(dials[: len(sizes) * stages], (len(sizes), stages)), sizes, axis=0).ravel()
    weights: np.ndarray = np.concatenate([base[: _first_general()] * loud, dials[len(sizes) * stages :]])
    return weights


def _first_general() -> int:
    own = courtier()
    return len(own.names()) - len(own.STAGES) * len(own.parts()["general"])
