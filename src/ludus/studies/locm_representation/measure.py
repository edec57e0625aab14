"""Matches after the evolutions: every evolution against its own past, and all agents in one tournament."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from ludus.arena.league import PairwiseResult, all_pairs, play_pairwise
from ludus.arena.match import Match
from ludus.core.random import derive
from ludus.core.registry import load_game
from ludus.core.replay import Replay
from ludus.design.evaluation import genome_bot
from ludus.lab import RunContext
from ludus.players import load_compiled_bot
from ludus.players.team import make_phase_composite
from ludus.studies.locm_representation.config import GAME, RepresentationConfig
from ludus.studies.locm_representation.evolution import (
    STRONG_OPPONENT_STAGE,
    agent_from_data,
    last_agent,
    training_opponent,
)
from ludus.studies.locm_representation.plan import AgentEvolution, all_evolutions

SELF_PLAY_STAGE, TRAINING_STAGE, TOURNAMENT_STAGE = (
    "self-play of generations",
    "against training opponents",
    "tournament",
)
WHOLE_TURNS_STAGE = "whole turns"
TRAINING_DEALS = 10  # for each round of the tournament


def stage_plan(settings: RepresentationConfig) -> dict[str, int]:
    """Stages with their numbers of games."""
    games: dict[str, int] = {}
    all_plans = all_evolutions(settings)
    rivals = sum(evolution.row_name == "tree-from-linear" for evolution in all_plans)
    for evolution in all_plans:
        if evolution.scheme == "strong-op" and rivals > 1:
            games[STRONG_OPPONENT_STAGE] = rivals * (rivals - 1) // 2 * settings.tournament_rounds * 2
        title = f"evolve {evolution.row_name}"
        games[title] = games.get(title, 0) + settings.generations * evolution.games(settings)
    pairs = settings.generations * (settings.generations - 1) // 2
    fixed = [evolution for evolution in all_plans if evolution.scheme in ("weak-op", "strong-op")]
    count = len(all_plans) + len(settings.field)
    games[SELF_PLAY_STAGE] = len(all_plans) * pairs * settings.heat_games
    games[TRAINING_STAGE] = len(fixed) * settings.tournament_rounds * TRAINING_DEALS * 2
    games[TOURNAMENT_STAGE] = count * (count - 1) // 2 * settings.tournament_rounds * 2
    games[WHOLE_TURNS_STAGE] = len(all_plans) * (1 + len(settings.field)) * settings.tournament_rounds * 2
    return games


def play_self_play(context: RunContext, settings: RepresentationConfig, evolution: AgentEvolution) -> PairwiseResult:
    """Best of every generation against the best of every other one."""
    game = load_game(GAME)
    bests = [agent_from_data(evolution.representation, note["best"]) for note in context.result(evolution.name)]
    pairs = all_pairs(len(bests))

    def play() -> dict[str, Any]:
        context.begin_stage(SELF_PLAY_STAGE)
        players = [genome_bot(game, genome) for genome in bests]
        seed = derive(settings.seed, "self-play", evolution.name)
        deals = settings.heat_games // 2
        return _matchup_data(
            play_pairwise(game, [game.content()], players, pairs, deals, seed, context.backend, context.advance)
        )

    return _matchups_from_data(pairs, context.cached(f"self-play {evolution.name}", play))


def play_tournament(context: RunContext, settings: RepresentationConfig) -> PairwiseResult:
    """All pairs of evolved agents and field. Agents first, in the order of the evolutions."""
    game, agents = load_game(GAME), all_evolutions(settings)
    pairs = all_pairs(len(agents) + len(settings.field))

    def play() -> dict[str, Any]:
        context.begin_stage(TOURNAMENT_STAGE)
        players = [genome_bot(game, last_agent(context, evolution)) for evolution in agents]
        players += [load_compiled_bot(game, text) for text in settings.field]
        seed = derive(settings.seed, "tournament")
        deals = settings.tournament_rounds
        return _matchup_data(
            play_pairwise(game, [game.content()], players, pairs, deals, seed, context.backend, context.advance)
        )

    return _matchups_from_data(pairs, context.cached("tournament", play))


def play_whole_turns(context: RunContext, settings: RepresentationConfig) -> PairwiseResult:
    """Every agent with a beam over whole turns instead of single moves: against itself, then against the field.

    The thesis does not say how a turn is played; the tournament uses the simpler way. Players: the agents, the same
    with a beam, the field.
    """
    game, agents = load_game(GAME), all_evolutions(settings)
    count = len(agents)
    pairs = [
        [count + k, rival] for k in range(count) for rival in (k, *range(2 * count, 2 * count + len(settings.field)))
    ]

    def play() -> dict[str, Any]:
        context.begin_stage(WHOLE_TURNS_STAGE)
        genomes = [last_agent(context, item) for item in agents]
        players = [genome_bot(game, genome) for genome in genomes]
        beams = [genome_bot(game, genome, "beam") for genome in genomes]
        players += [
            make_phase_composite(game, [item, beam], "agent+beam") for item, beam in zip(players, beams, strict=True)
        ]
        players += [load_compiled_bot(game, text) for text in settings.field]
        seed, deals = derive(settings.seed, "whole turns"), settings.tournament_rounds
        pair_array = np.array(pairs, np.int64)
        return _matchup_data(
            play_pairwise(game, [game.content()], players, pair_array, deals, seed, context.backend, context.advance)
        )

    return _matchups_from_data(np.array(pairs, np.int64), context.cached("whole turns", play))


def play_training_opponents(context: RunContext, settings: RepresentationConfig) -> dict[str, PairwiseResult]:
    """Every agent of a fixed-opponent scheme against that opponent, by evolution."""
    matchups = {}
    for evolution in all_evolutions(settings):
        if evolution.scheme in ("weak-op", "strong-op"):
            matchups[evolution.name] = _against_opponent(context, settings, evolution)
    return matchups


def _against_opponent(context: RunContext, settings: RepresentationConfig, evolution: AgentEvolution) -> PairwiseResult:
    game = load_game(GAME)
    pairs = np.array([[0, 1]], np.int64)

    def play() -> dict[str, Any]:
        context.begin_stage(TRAINING_STAGE)
        deals = settings.tournament_rounds * TRAINING_DEALS
        opponent = training_opponent(context, settings, evolution)
        assert opponent is not None
        players = [genome_bot(game, last_agent(context, evolution)), opponent]
        seed = derive(settings.seed, "training opponent", evolution.name)
        return _matchup_data(
            play_pairwise(game, [game.content()], players, pairs, deals, seed, context.backend, context.advance)
        )

    return _matchups_from_data(pairs, context.cached(f"training opponent {evolution.name}", play))


def example_games(context: RunContext, settings: RepresentationConfig) -> dict[str, Any]:
    """Replays of a won and a lost game of the best agent against every player of the field."""
    game, agents = load_game(GAME), all_evolutions(settings)
    matchups = play_tournament(context, settings)
    best = int(np.argmax(matchups.shares()[: len(agents)]))

    def play() -> dict[str, Any]:
        seed, replays = derive(settings.seed, "tournament"), {}
        for text in settings.field:
            players = [genome_bot(game, last_agent(context, agents[best])), load_compiled_bot(game, text)]
            match = Match(game, game.content(), players, seed)
            shares = match.by_player(match.play(2 * settings.tournament_rounds))[:, 0]
            for word, value in (("won", 1.0), ("lost", 0.0)):
                numbers = np.flatnonzero(shares == value)
                if len(numbers):
                    position = match.replay(int(numbers[0]))
                    names = [agents[best].name, text]
                    seated = [names[k] for k in match.seating(int(numbers[0]))]
                    replays[f"{word}-against-{text}"] = msgspec.to_builtins(Replay.from_position(position, seated))
        return {"agent": agents[best].name, "replays": replays}

    return context.cached("replays", play)  # type: ignore[no-any-return]


def _matchup_data(matchups: PairwiseResult) -> dict[str, Any]:
    return {"points": matchups.points, "lengths": matchups.lengths}


def _matchups_from_data(pairs: np.ndarray, data: dict[str, Any]) -> PairwiseResult:
    return PairwiseResult(pairs, data["points"], data["lengths"])
