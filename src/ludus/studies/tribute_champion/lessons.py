"""Rounds of learning: the current weights play themselves and others, and the games give the next weights."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from ludus.arena.census import MatchWithStats
from ludus.arena.match import Match
from ludus.core.random import derive
from ludus.core.registry import load_game
from ludus.lab import RunContext
from ludus.players import load_compiled_bot
from ludus.studies.tribute_champion.config import TributeChampionConfig, start_weights
from ludus.studies.tribute_champion.learning import fit_weights, turn_rows
from ludus.studies.tribute_champion.player import GAME, courtier_module, courtier_with

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
    own = courtier_module().parts()
    by_thing = [
        GENERAL_WEIGHT_REACH[key] if part == "general" else WEIGHT_REACH[part] for part in own for key in own[part]
    ]
    return np.repeat(by_thing, len(courtier_module().STAGES))


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
        counted = MatchWithStats(match, stats_name="turn_ends").play(games, context.backend, context.advance)
        against[rival_name] = float(match.by_player(counted.outcomes)[:, 0].mean())
        part = turn_rows(
            counted.stats, counted.outcomes.shares, courtier_module().columns(), courtier_module().LATE, number
        )
        rows.append(part[0])
        won.append(part[1])
    new_weights, loss = fit_weights(np.concatenate(rows), np.concatenate(won), weights, weight_reach())
    context.advance(0, round=number + 1, loss=round(loss, 4))
    return {"weights": courtier_module().rounded(new_weights).tolist(), "loss": loss, "against": against}
