"""Weights learned from games: logistic regression of the winner on the position at the end of every turn.

All turns of a game share its outcome, so they count less than as many games would. Each weight moves from its start
value as far as the games say, with a ridge penalty: what is rarely seen stays as it was.
"""

from __future__ import annotations

from typing import Any

import numpy as np

WEIGHT_PER_LOGIT = 1400.0  # weight that adds one to the log-odds
TURN_WEIGHT = 0.4  # weight of a turn; a game has weight 1
NEWTON_STEPS = 3  # steps of Newton's method
CHUNK_ROWS = 8192  # rows at a time
TURN_STRIDE = 2  # every second turn is used; neighbouring turns are almost the same


def turn_rows(
    tallies: np.ndarray, shares: np.ndarray, columns: dict[str, list[int]], late: int, first: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Every second turn as a row of numbers in the order of the weights, by stage, and its player's payoff."""
    ends, counts = tallies["ends"], tallies["count"]
    games, turns = np.nonzero(np.arange(ends.shape[1])[None, :] < counts[:, None])
    games, turns = games[first % TURN_STRIDE :: TURN_STRIDE], turns[first % TURN_STRIDE :: TURN_STRIDE]
    rows = ends[games, turns]
    numbers = np.concatenate([rows[field][:, where] for field, where in columns.items()], axis=1).astype(np.float32)
    stage = rows["stage"].astype(np.float32) / (late / 2)
    hats = np.stack([np.clip(1 - stage, 0, 1), 1 - np.abs(stage - 1), np.clip(stage - 1, 0, 1)], axis=1)
    wide = (numbers[:, :, None] * hats[:, None, :]).reshape(len(rows), -1)
    return np.concatenate([wide, hats], axis=1), shares[games, rows["seat"]]


def fit_weights(rows: np.ndarray, won: np.ndarray, before: np.ndarray, reach: np.ndarray) -> tuple[np.ndarray, float]:
    """Fit new weights.

    The last columns of the rows, one for each stage, are the advantage of having just ended a turn; they have no
    weight.

    Args:
        rows: Positions at the end of turns.
        won: Payoff of each position's player.
        before: Start weights.
        reach: Scale of each weight's change.

    Returns:
        New weights, and the mean loss of a turn before the last step.
    """
    stages = rows.shape[1] - len(before)
    start = np.concatenate([before / WEIGHT_PER_LOGIT, np.zeros(stages)])
    pull = 1.0 / np.concatenate([reach / WEIGHT_PER_LOGIT, np.ones(stages)]) ** 2
    weights, loss = start.copy(), 0.0
    with _single_threaded_blas():
        for _ in range(NEWTON_STEPS):
            slope, curve, loss = _loss_derivatives(rows, won, weights)
            weights -= np.linalg.solve(curve + np.diag(pull), slope + pull * (weights - start))
    return weights[: len(before)] * WEIGHT_PER_LOGIT, loss / len(rows)


def _loss_derivatives(rows: np.ndarray, won: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    """Gradient and curvature of the loss, and the loss."""
    slope, curve, loss = np.zeros(len(weights)), np.zeros((len(weights), len(weights))), 0.0
    for first in range(0, len(rows), CHUNK_ROWS):
        part, share = rows[first : first + CHUNK_ROWS], won[first : first + CHUNK_ROWS]
        odds = (part @ weights.astype(np.float32)).astype(np.float64)
        chance = 1.0 / (1.0 + np.exp(-odds))
        slope += TURN_WEIGHT * (part.T @ (chance - share).astype(np.float32))
        curve += TURN_WEIGHT * ((part * (chance * (1 - chance))[:, None].astype(np.float32)).T @ part)
        loss += float(np.sum(np.logaddexp(0.0, odds) - share * odds))
    return slope, curve, loss


def _single_threaded_blas() -> Any:
    """Run linear algebra on one thread, so that every machine adds in the same order."""
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    return threadpool_limits(1, user_api="blas")
