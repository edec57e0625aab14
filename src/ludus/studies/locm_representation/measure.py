"""Matches after the evolutions: every evolution against its own past, and all agents in one tournament."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from ludus.arena.league import Meetings, all_pairs, play_league
from ludus.arena.match import Match
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.core.replay import Replay
from ludus.design.evaluation import player
from ludus.lab import Desk
from ludus.players import find_compiled
from ludus.players.team import make_team
from ludus.studies.locm_representation.config import GAME, Settings
from ludus.studies.locm_representation.evolution import STRONG, agent, last_agent, opponent_of
from ludus.studies.locm_representation.plan import Evolution, evolutions

SELF_PLAY, TRAINING, TOURNAMENT = "self-play of generations", "against training opponents", "tournament"
WHOLE_TURNS = "whole turns"
TRAINING_DEALS = 10  # for each round of the tournament


def stages(settings: Settings) -> dict[str, int]:
    """Stages with their numbers of games."""
    games: dict[str, int] = {}
    all_plans = evolutions(settings)
    rivals = sum(evolution.group == "tree-from-linear" for evolution in all_plans)
    for evolution in all_plans:
        if evolution.scheme == "strong-op" and rivals > 1:
            games[STRONG] = rivals * (rivals - 1) // 2 * settings.tournament_rounds * 2
        title = f"evolve {evolution.group}"
        games[title] = games.get(title, 0) + settings.generations * evolution.games(settings)
    pairs = settings.generations * (settings.generations - 1) // 2
    fixed = [evolution for evolution in all_plans if evolution.scheme in ("weak-op", "strong-op")]
    count = len(all_plans) + len(settings.field)
    games[SELF_PLAY] = len(all_plans) * pairs * settings.heat_games
    games[TRAINING] = len(fixed) * settings.tournament_rounds * TRAINING_DEALS * 2
    games[TOURNAMENT] = count * (count - 1) // 2 * settings.tournament_rounds * 2
    games[WHOLE_TURNS] = len(all_plans) * (1 + len(settings.field)) * settings.tournament_rounds * 2
    return games


def self_play(desk: Desk, settings: Settings, one: Evolution) -> Meetings:
    """Best of every generation against the best of every other one."""
    game = find_game(GAME)
    bests = [agent(one.representation, note["best"]) for note in desk.kept(one.name)]
    pairs = all_pairs(len(bests))

    def play() -> dict[str, Any]:
        desk.stage(SELF_PLAY)
        players = [player(game, genome) for genome in bests]
        seed = derive(settings.seed, "self-play", one.name)
        deals = settings.heat_games // 2
        return _data(play_league(game, [game.content()], players, pairs, deals, seed, desk.place, desk.advance))

    return _meetings(pairs, desk.keep(f"self-play {one.name}", play))


def tournament(desk: Desk, settings: Settings) -> Meetings:
    """All pairs of evolved agents and field. Agents first, in the order of the evolutions."""
    game, agents = find_game(GAME), evolutions(settings)
    pairs = all_pairs(len(agents) + len(settings.field))

    def play() -> dict[str, Any]:
        desk.stage(TOURNAMENT)
        players = [player(game, last_agent(desk, evolution)) for evolution in agents]
        players += [find_compiled(game, text) for text in settings.field]
        seed = derive(settings.seed, "tournament")
        deals = settings.tournament_rounds
        return _data(play_league(game, [game.content()], players, pairs, deals, seed, desk.place, desk.advance))

    return _meetings(pairs, desk.keep("tournament", play))


def whole_turns(desk: Desk, settings: Settings) -> Meetings:
    """Every agent with a beam over whole turns instead of single moves: against itself, then against the field.

    The thesis does not say how a turn is played; the tournament uses the simpler way. Players: the agents, the same
    with a beam, the field.
    """
    game, agents = find_game(GAME), evolutions(settings)
    count = len(agents)
    pairs = [
        [count + k, rival] for k in range(count) for rival in (k, *range(2 * count, 2 * count + len(settings.field)))
    ]

    def play() -> dict[str, Any]:
        desk.stage(WHOLE_TURNS)
        genomes = [last_agent(desk, item) for item in agents]
        players = [player(game, genome) for genome in genomes]
        beams = [player(game, genome, "beam") for genome in genomes]
        players += [make_team(game, [item, beam], "agent+beam") for item, beam in zip(players, beams, strict=True)]
        players += [find_compiled(game, text) for text in settings.field]
        seed, deals = derive(settings.seed, "whole turns"), settings.tournament_rounds
        pair_array = np.array(pairs, np.int64)
        return _data(play_league(game, [game.content()], players, pair_array, deals, seed, desk.place, desk.advance))

    return _meetings(np.array(pairs, np.int64), desk.keep("whole turns", play))


def training_opponents(desk: Desk, settings: Settings) -> dict[str, Meetings]:
    """Every agent of a fixed-opponent scheme against that opponent, by evolution."""
    matchups = {}
    for evolution in evolutions(settings):
        if evolution.scheme in ("weak-op", "strong-op"):
            matchups[evolution.name] = _against_opponent(desk, settings, evolution)
    return matchups


def _against_opponent(desk: Desk, settings: Settings, one: Evolution) -> Meetings:
    game = find_game(GAME)
    pairs = np.array([[0, 1]], np.int64)

    def play() -> dict[str, Any]:
        desk.stage(TRAINING)
        deals = settings.tournament_rounds * TRAINING_DEALS
        opponent = opponent_of(desk, settings, one)
        assert opponent is not None
        players = [player(game, last_agent(desk, one)), opponent]
        seed = derive(settings.seed, "training opponent", one.name)
        return _data(play_league(game, [game.content()], players, pairs, deals, seed, desk.place, desk.advance))

    return _meetings(pairs, desk.keep(f"training opponent {one.name}", play))


def show_games(desk: Desk, settings: Settings) -> dict[str, Any]:
    """Replays of a won and a lost game of the best agent against every player of the field."""
    game, agents = find_game(GAME), evolutions(settings)
    matchups = tournament(desk, settings)
    best = int(np.argmax(matchups.shares()[: len(agents)]))

    def play() -> dict[str, Any]:
        seed, replays = derive(settings.seed, "tournament"), {}
        for text in settings.field:
            players = [player(game, last_agent(desk, agents[best])), find_compiled(game, text)]
            match = Match(game, game.content(), players, seed)
            shares = match.by_player(match.play(2 * settings.tournament_rounds))[:, 0]
            for word, value in (("won", 1.0), ("lost", 0.0)):
                numbers = np.flatnonzero(shares == value)
                if len(numbers):
                    position = match.replay(int(numbers[0]))
                    names = [agents[best].name, text]
                    seated = [names[k] for k in match.seating(int(numbers[0]))]
                    replays[f"{word}-against-{text}"] = msgspec.to_builtins(Replay.of(position, seated))
        return {"agent": agents[best].name, "replays": replays}

    return desk.keep("replays", play)  # type: ignore[no-any-return]


def _data(found: Meetings) -> dict[str, Any]:
    return {"points": found.points, "lengths": found.lengths}


def _meetings(pairs: np.ndarray, data: dict[str, Any]) -> Meetings:
    return Meetings(pairs, data["points"], data["lengths"])
