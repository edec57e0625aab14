"""Weights learned from games in rounds: the current weights play themselves and others; the games give the next ones.

A logistic regression of the winner on the position at the end of every turn. All turns of a game share its outcome, so
they count less than as many games would. Each weight moves from its start value as far as the games say, with a ridge
penalty: what is rarely seen stays as it was.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from ludus.arena.match_spec import Match
from ludus.arena.match_with_stats import MatchWithStats
from ludus.bots import load_compiled_bot
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.games.tribute.bots import courtier
from ludus.lab import RunContext
from ludus.studies.tribute_champion_training.config import (
    GAME,
    TributeChampionConfig,
    courtier_with,
    start_weights,
)

WEIGHT_PER_LOGIT = 1400.0  # weight that adds one to the log-odds
TURN_WEIGHT = 0.4  # weight of a turn; a game has weight 1
NEWTON_STEPS = 3  # steps of Newton's method
CHUNK_ROWS = 8192  # rows at a time
TURN_STRIDE = 2  # every second turn is used; neighbouring turns are almost the same
LEARN_STAGE = "learn from games"
SELF_PLAY = "itself"
RANDOM_PATRONS = "random"  # all patrons equally often
# Scale of a weight's change in a round. Weights that game statistics do not cover stay.
WEIGHT_REACH = {"cards": 120.0, "in play": 120.0, "favours": 150.0}
GENERAL_WEIGHT_REACH = {
    **{"prestige": 40.0, "rival_prestige": 40.0, "near": 60.0, "rival_near": 60.0, "over": 400.0, "ahead": 60.0},
    **{"two_favours": 200.0, "three_favours": 400.0, "rival_two_favours": 200.0, "rival_three_favours": 400.0},
    **{"agents": 100.0, "rival_agents": 100.0, "health": 40.0, "rival_health": 40.0, "combos": 10.0},
    **{"rival_combos": 10.0, "owned": 20.0, "rival_owned": 20.0, "row": 1.0, "known": 1.0, "discards": 1.0},
}


def turn_rows(
    stats: np.ndarray, payoffs: np.ndarray, columns: dict[str, list[int]], late: int, first: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Every second turn as a row of numbers in the order of the weights, by stage, and its player's payoff."""
    ends, counts = stats["ends"], stats["count"]
    games, turns = np.nonzero(np.arange(ends.shape[1])[None, :] < counts[:, None])
    games, turns = games[first % TURN_STRIDE :: TURN_STRIDE], turns[first % TURN_STRIDE :: TURN_STRIDE]
    rows = ends[games, turns]
    numbers = np.concatenate([rows[field][:, where] for field, where in columns.items()], axis=1).astype(np.float32)
    stage = rows["stage"].astype(np.float32) / (late / 2)
    hats = np.stack([np.clip(1 - stage, 0, 1), 1 - np.abs(stage - 1), np.clip(stage - 1, 0, 1)], axis=1)
    wide = (numbers[:, :, None] * hats[:, None, :]).reshape(len(rows), -1)
    return np.concatenate([wide, hats], axis=1), payoffs[games, rows["seat"]]


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


def learning_rounds(settings: TributeChampionConfig, context: RunContext) -> list[dict[str, Any]]:
    """All rounds: weights after the round, loss, and payoffs against each teacher."""
    rounds: list[dict[str, Any]] = []
    for number in range(settings.rounds):
        weights = rounds[-1]["weights"] if rounds else start_weights(settings)[0].tolist()
        rounds.append(
            context.cached(f"round {number}", partial(_learning_round, settings, context, number, np.array(weights)))
        )
    return rounds


def learned_weights(settings: TributeChampionConfig, context: RunContext) -> np.ndarray:
    """Weights of the last round; without rounds, the start weights."""
    if settings.rounds == 0:
        return start_weights(settings)[0]
    return np.array(context.result(f"round {settings.rounds - 1}")["weights"])


def weight_reach() -> np.ndarray:
    """Scale of the change of every weight, in order."""
    reaches = [
        GENERAL_WEIGHT_REACH[key] if part == "general" else WEIGHT_REACH[part]
        for part, keys in courtier.weight_keys().items()
        for key in keys
    ]
    return np.repeat(reaches, len(courtier.STAGES))


def _learning_round(
    settings: TributeChampionConfig, context: RunContext, number: int, weights: np.ndarray
) -> dict[str, Any]:
    context.begin_stage(LEARN_STAGE)
    game, draft = load_game(GAME), start_weights(settings)[1]
    me = courtier_with(weights, draft, settings.learning_iterations)
    rows, won, against = [], [], {}
    for rival_name in (SELF_PLAY, *settings.teachers):
        rival = me if rival_name == SELF_PLAY else load_compiled_bot(game, rival_name)
        seed = derive(settings.seed, "lesson", number, rival_name)
        match = Match(game, game.content(patrons=RANDOM_PATRONS), [me, rival], seed)
        games = settings.own_games if rival_name == SELF_PLAY else settings.teacher_games
        counted = MatchWithStats(match, stats_name="turn_end_stats").play(games, context.backend, context.advance)
        against[rival_name] = float(match.by_player(counted.outcomes)[:, 0].mean())
        part = turn_rows(counted.stats, counted.outcomes.payoffs, courtier.columns(), courtier.LATE, number)
        rows.append(part[0])
        won.append(part[1])
    new_weights, loss = fit_weights(np.concatenate(rows), np.concatenate(won), weights, weight_reach())
    context.advance(0, round=number + 1, loss=round(loss, 4))
    return {"weights": courtier.rounded(new_weights).tolist(), "loss": loss, "against": against}
