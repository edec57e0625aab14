"""Rounds of learning: the weights of the day play themselves and others, and the games teach the next ones."""

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
PATRONS = "random"  # games on all patrons alike

# How far a weight may easily go in a round. What a census does not see stays.
REACH = {"cards": 120.0, "in play": 120.0, "favours": 150.0}
REACH_OF_GENERAL = {
    **{"prestige": 40.0, "rival_prestige": 40.0, "near": 60.0, "rival_near": 60.0, "over": 400.0, "ahead": 60.0},
    **{"two_favours": 200.0, "three_favours": 400.0, "rival_two_favours": 200.0, "rival_three_favours": 400.0},
    **{"agents": 100.0, "rival_agents": 100.0, "health": 40.0, "rival_health": 40.0, "combos": 10.0},
    **{"rival_combos": 10.0, "owned": 20.0, "rival_owned": 20.0, "row": 1.0, "known": 1.0, "discards": 1.0},
}


def lessons(settings: Settings, desk: Desk) -> list[dict[str, Any]]:
    """All rounds: after each its weights, its loss and the games won against each teacher."""
    found: list[dict[str, Any]] = []
    for number in range(settings.rounds):
        weights = found[-1]["weights"] if found else first_weights(settings)[0].tolist()
        found.append(desk.keep(f"round {number}", partial(_round, settings, desk, number, np.array(weights))))
    return found


def learned(settings: Settings, desk: Desk) -> np.ndarray:
    """What the last round gave; without rounds, what it began with."""
    if settings.rounds == 0:
        return first_weights(settings)[0]
    return np.array(desk.kept(f"round {settings.rounds - 1}")["weights"])


def reach() -> np.ndarray:
    """For every weight, in order."""
    own = courtier().parts()
    by_thing = [REACH_OF_GENERAL[key] if part == "general" else REACH[part] for part in own for key in own[part]]
    return np.repeat(by_thing, len(courtier().STAGES))


def _round(settings: Settings, desk: Desk, number: int, weights: np.ndarray) -> dict[str, Any]:
    desk.stage(LEARN)
    game, draft = find_game(GAME), first_weights(settings)[1]
    me = fighter(weights, draft, settings.learning_iterations)
    rows, won, against = [], [], {}
    for other in (ITSELF, *settings.teachers):
        rival = me if other == ITSELF else find_compiled(game, other)
        seed = derive(settings.seed, "lesson", number, other)
        match = Match(game, game.content(patrons=PATRONS), [me, rival], seed)
        games = settings.own_games if other == ITSELF else settings.teacher_games
        counted = Census(match, of="turn_ends").play(games, desk.place, desk.advance)
        against[other] = float(match.by_player(counted.outcomes)[:, 0].mean())
        part = turns_of(counted.tallies, counted.outcomes.shares, courtier().columns(), courtier().LATE, number)
        rows.append(part[0])
        won.append(part[1])
    found, loss = learn(np.concatenate(rows), np.concatenate(won), weights, reach())
    desk.advance(0, round=number + 1, loss=round(loss, 4))
    return {"weights": courtier().rounded(found).tolist(), "loss": loss, "against": against}
