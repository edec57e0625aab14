"""Experiment: evolutions, tournament, and evolved evaluations inside searches."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludus.arena.league import Meetings, all_pairs, play_league
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.design.evaluation import player
from ludus.lab import Desk
from ludus.players import Player, find_compiled
from ludus.players.find import find_member
from ludus.players.team import make_team
from ludus.studies.locm_beyond.config import Settings
from ludus.studies.locm_beyond.methods import Trial
from ludus.studies.locm_representation.config import GAME
from ludus.studies.named import search_of

TOURNAMENT, SEARCHES = "tournament", "inside searches"
AGENT = "agent"


def work(settings: Settings, desk: Desk) -> None:
    """Evolve by every method, play a tournament of all agents, and put their evaluations into searches."""
    every = trials(settings, desk)
    count = len(every) + len(settings.field)
    stages = {
        f"evolve {method}": settings.copies * settings.generations * settings.games for method in settings.methods
    }
    stages[TOURNAMENT] = count * (count - 1) * settings.tournament_rounds
    stages[SEARCHES] = len(every) * len(settings.searches) * settings.tournament_rounds * 2
    desk.plan(stages)
    for trial in every:
        trial.run()
    tournament(settings, desk)
    inside_searches(settings, desk)


def trials(settings: Settings, desk: Desk) -> list[Trial]:
    """All evolutions, by method and number."""
    numbers = range(1, settings.copies + 1)
    return [Trial(desk, settings, method, number) for method in settings.methods for number in numbers]


def tournament(settings: Settings, desk: Desk) -> Meetings:
    """Tournament of all agents and the field; agents first."""
    game, every = find_game(GAME), trials(settings, desk)
    pairs = all_pairs(len(every) + len(settings.field))

    def play() -> dict[str, Any]:
        desk.stage(TOURNAMENT)
        players = [player(game, trial.last_agent()) for trial in every]
        players += [find_compiled(game, text) for text in settings.field]
        return _play(settings, desk, players, pairs, "tournament")

    data = desk.keep(TOURNAMENT, play)
    return Meetings(pairs, data["points"], data["lengths"])


def inside_searches(settings: Settings, desk: Desk) -> Meetings:
    """Every agent's evaluation in every search against the rival, who is the last player."""
    every = trials(settings, desk)
    count = len(every) * len(settings.searches)
    pairs = np.array([[k, count] for k in range(count)], np.int64)

    def play() -> dict[str, Any]:
        desk.stage(SEARCHES)
        players = [searcher(trial.last_agent(), search) for trial in every for search in settings.searches]
        players.append(find_compiled(find_game(GAME), settings.rival))
        return _play(settings, desk, players, pairs, "searches")

    data = desk.keep(SEARCHES, play)
    return Meetings(pairs, data["points"], data["lengths"])


def searcher(genome: Any, search: str) -> Player:
    """Bot with a genome inside a search; all searches but `agent`, which drafts by itself, draft like `weighted`."""
    game = find_game(GAME)
    name, options = search_of(search)
    member = player(game, genome, name, **options)
    return member if name == AGENT else make_team(game, [find_member(game, "weighted"), member], search)


def _play(settings: Settings, desk: Desk, players: list[Player], pairs: np.ndarray, what: str) -> dict[str, Any]:
    game, seed = find_game(GAME), derive(settings.seed, what)
    deals = settings.tournament_rounds
    matchups = play_league(game, [game.content()], players, pairs, deals, seed, desk.place, desk.advance)
    return {"points": matchups.points, "lengths": matchups.lengths}
