"""Evolution of evaluation functions, scored by the games they play.

progressive and from-linear: every two individuals of a generation play. weak-op and strong-op: each plays one fixed
opponent, as many games as it would have had against the others and itself. Drafts and shuffles are new in every
generation and the same for all its individuals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.arena.league import all_pairs, play_pairwise
from ludus.core.contract import Content
from ludus.core.random import derive
from ludus.core.registry import load_game
from ludus.design.evaluation import as_tree, genome_bot, genome_space
from ludus.evolve import Elitist
from ludus.lab import RunContext
from ludus.players import CompiledBot, load_compiled_bot
from ludus.studies.locm_representation.config import GAME, RepresentationConfig
from ludus.studies.locm_representation.plan import AgentEvolution

STRONG_OPPONENT_STAGE = "choose the strong opponent"
PARENT_TOURNAMENT_SIZE = 3  # tournament size in parent selection


def evolve_agents(
    context: RunContext, settings: RepresentationConfig, evolution: AgentEvolution
) -> list[dict[str, Any]]:
    """Run or resume one evolution; returns the notes of all generations."""
    game = load_game(GAME)
    space = genome_space(game, evolution.representation)
    seed = derive(settings.seed, evolution.name)
    measured: dict[str, Any] = {}

    def make() -> Any:
        return Elitist(
            space,
            population=settings.population,
            elite=settings.elite,
            mutation_rate=settings.mutation_rate,
            tournament=PARENT_TOURNAMENT_SIZE,
            seed=derive(seed, "breed"),
            start=_start_population(context, settings, evolution, seed),
        )

    def score(generation: int, genomes: Sequence[Any]) -> Sequence[float]:
        players = [genome_bot(game, genome) for genome in genomes]
        opponent = training_opponent(context, settings, evolution)
        scores, facts = _score_generation(context, settings, players, opponent, derive(seed, "games", generation))
        measured.update(facts)
        context.advance(0, evolution=evolution.name, generation=generation + 1, best=round(max(scores), 4))
        return scores

    def note(generation: int, genomes: Sequence[Any], scores: Sequence[float]) -> dict[str, Any]:
        best = int(np.argmax(scores))
        return {
            "best": space.to_data(genomes[best]),
            "score": float(scores[best]),
            "mean_score": float(np.mean(scores)),
            "length": measured["length"],
            "games": measured["games"],
        }

    context.begin_stage(f"evolve {evolution.row_name}")
    return context.evolve(evolution.name, space, make, score, settings.generations, note)


def last_agent(context: RunContext, evolution: AgentEvolution) -> Any:
    """Best genome of the last generation of an evolution."""
    return agent_from_data(evolution.representation, context.result(evolution.name)[-1]["best"])


def agent_from_data(representation: str, data: Any) -> Any:
    """Genome from its data."""
    return genome_space(load_game(GAME), representation).from_data(data)


def choose_strong_opponent(
    context: RunContext, settings: RepresentationConfig, candidates: Sequence[AgentEvolution]
) -> dict[str, Any]:
    """Select the Tree-from-Linear agent with the highest payoff against the others of its kind."""

    def choose() -> dict[str, Any]:
        game = load_game(GAME)
        genomes = [last_agent(context, candidate) for candidate in candidates]
        if len(genomes) == 1:
            return {"name": candidates[0].name}
        players = [genome_bot(game, genome) for genome in genomes]
        seed = derive(settings.seed, "strong opponent")
        pairs = all_pairs(len(players))
        context.begin_stage(STRONG_OPPONENT_STAGE, len(pairs) * settings.tournament_rounds * 2)
        matchups = play_pairwise(
            game, [game.content()], players, pairs, settings.tournament_rounds, seed, context.backend, context.advance
        )
        return {"name": candidates[int(np.argmax(matchups.shares()))].name, "shares": matchups.shares().tolist()}

    return context.cached("strong opponent", choose)  # type: ignore[no-any-return]


def draft_contents(seed: int, count: int) -> list[Content]:
    """Contents of the game with different draft cards."""
    game = load_game(GAME)
    return [game.content(draft_seed=derive(seed, "draft", k) >> 1) for k in range(count)]


def _score_generation(
    context: RunContext,
    settings: RepresentationConfig,
    players: list[CompiledBot],
    opponent: CompiledBot | None,
    seed: int,
) -> tuple[Sequence[float], dict[str, Any]]:
    """Play all players against each other, or against an opponent; returns scores and facts for the note."""
    game, count = load_game(GAME), len(players)
    contents = draft_contents(seed, settings.drafts)
    deals = settings.drafts * settings.rounds
    pairs = all_pairs(count)
    if opponent is not None:
        deals *= settings.population
        pairs = np.array([[k, count] for k in range(count)], np.int64)
        players = [*players, opponent]
    matchups = play_pairwise(game, contents, players, pairs, deals, seed, context.backend, context.advance)
    return matchups.shares()[:count].tolist(), {"length": matchups.mean_length(), "games": matchups.games}


def training_opponent(
    context: RunContext, settings: RepresentationConfig, evolution: AgentEvolution
) -> CompiledBot | None:
    game = load_game(GAME)
    if evolution.scheme == "weak-op":
        return load_compiled_bot(game, settings.weak_opponent)
    if evolution.scheme != "strong-op":
        return None
    if settings.strong_opponent:
        return load_compiled_bot(game, settings.strong_opponent)
    name = context.result("strong opponent")["name"]
    return genome_bot(game, agent_from_data("tree", context.result(name)[-1]["best"]))


def _start_population(
    context: RunContext, settings: RepresentationConfig, evolution: AgentEvolution, seed: int
) -> list[Any] | None:
    """Start population: from-linear mutates copies of a finished agent; the others start with random genomes."""
    if not evolution.start_from:
        return None
    game = load_game(GAME)
    space = genome_space(game, evolution.representation)
    base = agent_from_data("linear", context.result(evolution.start_from)[-1]["best"])
    if evolution.representation == "tree":
        base = as_tree(game, base)
    rng = np.random.default_rng(derive(seed, "start"))
    return [_mutate_copy(space, base, rng, settings) for _ in range(settings.population)]


def _mutate_copy(space: Any, genome: Any, rng: np.random.Generator, settings: RepresentationConfig) -> Any:
    for _ in range(settings.start_mutations):
        genome = space.mutate(genome, rng, settings.mutation_rate)
    return genome
