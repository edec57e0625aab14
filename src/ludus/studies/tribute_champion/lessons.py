"""Rounds of learning: the current weights play themselves and others, and the games give the next weights."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from ludus.arena.census import Census
from ludus.arena.match import Match
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.lab import Desk
from ludus.players import find_compiled
from ludus.studies.tribute_champion.config import Settings, first_weights
from ludus.studies.tribute_champion.learning import learn, turns_of
from ludus.studies.tribute_champion.player import GAME, courtier, fighter

LEARN = "learn from games"
ITSELF = "itself"
PATRONS = "random"  # all patrons equally often

# Scale of a weight's change in a round. Weights that game statistics do not cover stay.
REACH = {"cards": 120.0, "in play": 120.0, "favours": 150.0}
REACH_OF_GENERAL = {
    **{"prestige": 40.0, "rival_prestige": 40.0, "near": 60.0, "rival_near": 60.0, "over": 400.0, "ahead": 60.0},
    **{"two_favours": 200.0, "three_favours": 400.0, "rival_two_favours": 200.0, "rival_three_favours": 400.0},
    **{"agents": 100.0, "rival_agents": 100.0, "health": 40.0, "rival_health": 40.0, "combos": 10.0},
    **{"rival_combos": 10.0, "owned": 20.0, "rival_owned": 20.0, "row": 1.0, "known": 1.0, "discards": 1.0},
}


def lessons(settings: Settings, desk: Desk) -> list[dict[str, Any]]:
    """All rounds: weights after the round, loss, and payoffs against each teacher."""
    rounds: list[dict[str, Any]] = []
    for number in range(settings.rounds):
        weights = rounds[-1]["weights"] if rounds else first_weights(settings)[0].tolist()
        rounds.append(desk.keep(f"round {number}", partial(_round, settings, desk, number, np.array(weights))))
    return rounds


def learned(settings: Settings, desk: Desk) -> np.ndarray:
    """Weights of the last round; without rounds, the start weights."""
    if settings.rounds == 0:
        return first_weights(settings)[0]
    return np.array(desk.kept(f"round {settings.rounds - 1}")["weights"])


def reach() -> np.ndarray:
    """Scale of the change of every weight, in order."""
    own = courtier().parts()
    by_thing = [REACH_OF_GENERAL[key] if part == "general" else REACH[part] for part in own for key in own[part]]
    return np.repeat(by_thing, len(courtier().STAGES))


def _round(settings: Settings, desk: Desk, number: int, weights: np.ndarray) -> dict[str, Any]:
    desk.stage(LEARN)
    game, draft = find_game(GAME), first_weights(settings)[1]
    me = fighter(weights, draft, settings.learning_iterations)
    rows, won, against = [], [], {}
    for rival_name in (ITSELF, *settings.teachers):
        rival = me if rival_name == ITSELF else find_compiled(game, rival_name)
        seed = derive(settings.seed, "lesson", number, rival_name)
        match = Match(game, game.content(patrons=PATRONS), [me, rival], seed)
        games = settings.own_games if rival_name == ITSELF else settings.teacher_games
        counted = Census(match, of="turn_ends").play(games, desk.place, desk.advance)
        against[rival_name] = float(match.by_player(counted.outcomes)[:, 0].mean())
        part = turns_of(counted.tallies, counted.outcomes.shares, courtier().columns(), courtier().LATE, number)
        rows.append(part[0])
        won.append(part[1])
    new_weights, loss = learn(np.concatenate(rows), np.concatenate(won), weights, reach())
    desk.advance(0, round=number + 1, loss=round(loss, 4))
    return {"weights": courtier().rounded(new_weights).tolist(), "loss": loss, "against": against}
