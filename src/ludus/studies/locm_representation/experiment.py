"""Experiment: the evolutions, each against its own past and against the others, and all agents in one tournament.

progressive and from-linear: every two individuals of a generation play. weak-op and strong-op: each plays one fixed
opponent, as many games as it would have had against the others and itself. Drafts and shuffles are new in every
generation and the same for all its individuals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from ludus.arena.match_spec import Match
from ludus.arena.play_all_pairs import PairwiseResult, all_pairs, play_pairwise
from ludus.arena.runner import replay_game, run_match
from ludus.bots import CompiledBot, load_compiled_bot
from ludus.bots.compiled import make_phase_composite
from ludus.core.game import Content
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.core.replay import Replay
from ludus.design.evaluation import as_tree, genome_bot, genome_space
from ludus.evolve import Elitist
from ludus.lab import RunContext
from ludus.studies.evolutionary_training import GenerationScore, TrainingStudy
from ludus.studies.locm_representation.config import GAME, AgentEvolution, RepresentationConfig, all_evolutions

STRONG_OPPONENT_STAGE = "choose the strong opponent"
PARENT_TOURNAMENT_SIZE = 3  # tournament size in parent selection
SELF_PLAY_STAGE, TRAINING_STAGE, TOURNAMENT_STAGE = (
    "self-play of generations",
    "against training opponents",
    "tournament",
)
WHOLE_TURNS_STAGE, STRENGTH_STAGE = "whole turns", "strength of generations"
TRAINING_DEALS = 10  # for each round of the tournament


def run_experiment(settings: RepresentationConfig, context: RunContext) -> None:
    """Run the evolutions, then all matches."""
    all_plans = all_evolutions(settings)
    context.plan_stages(stage_plan(settings))
    for evolution in all_plans:
        if evolution.scheme == "strong-op" and not settings.strong_opponent:
            choose_strong_opponent(context, settings, [e for e in all_plans if e.row_name == "tree-from-linear"])
        AgentTraining(settings, context, evolution).evolve()
    for evolution in all_plans:
        play_self_play(context, settings, evolution)
    for evolution in all_plans:
        if strength_opponents(settings, evolution):
            play_strength(context, settings, evolution)
    play_training_opponents(context, settings)
    play_tournament(context, settings)
    play_whole_turns(context, settings)
    example_games(context, settings)


class AgentTraining(TrainingStudy[RepresentationConfig, Any]):
    """One of the evolutions."""

    game_name = GAME

    def __init__(self, settings: RepresentationConfig, context: RunContext, evolution: AgentEvolution) -> None:
        super().__init__(settings, context)
        self.evolution = evolution
        self.result_name, self.evolve_stage = evolution.name, f"evolve {evolution.row_name}"
        self.seed = derive(settings.seed, evolution.name)

    def generation_count(self) -> int:
        return self.settings.generations

    def search_space(self) -> Any:
        return genome_space(self.game, self.evolution.representation)

    def make_optimiser(self, space: Any) -> Elitist[Any]:
        settings = self.settings
        return Elitist(
            space,
            population=settings.population,
            elite=settings.elite,
            mutation_rate=settings.mutation_rate,
            tournament=PARENT_TOURNAMENT_SIZE,
            seed=derive(self.seed, "breed"),
            start=_start_population(self.context, settings, self.evolution, self.seed),
        )

    def generation_seed(self, generation: int) -> int:
        return derive(self.seed, "games", generation)

    def score_generation(self, generation: int, genomes: Sequence[Any]) -> GenerationScore:
        """Score by games of all agents against each other, or against an opponent."""
        settings, game, count = self.settings, self.game, len(genomes)
        players = [genome_bot(game, genome) for genome in genomes]
        opponent = training_opponent(self.context, settings, self.evolution)
        seed = self.generation_seed(generation)
        contents = draft_contents(seed, settings.drafts)
        deals = settings.drafts * settings.rounds
        pairs = all_pairs(count)
        if opponent is not None:
            deals *= settings.population
            pairs = np.array([[k, count] for k in range(count)], np.int64)
            players.append(opponent)
        context = self.context
        matchups = play_pairwise(game, contents, players, pairs, deals, seed, context.backend, context.advance)
        return GenerationScore(matchups.shares()[:count], {"length": matchups.mean_length(), "games": matchups.games})

    def generation_note(self, generation: int, genomes: Sequence[Any], score: GenerationScore) -> dict[str, Any]:
        scores = score.scores
        best = int(np.argmax(scores))
        data = self.search_space().to_data(genomes[best])
        return {"best": data, "score": float(scores[best]), "mean_score": float(np.mean(scores)), **score.notes}

    def display_facts(self, generation: int, scores: np.ndarray) -> dict[str, Any]:
        return {"evolution": self.evolution.name, **super().display_facts(generation, scores)}


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
    opponents = sum(len(strength_opponents(settings, evolution)) for evolution in all_plans)
    games[STRENGTH_STAGE] = settings.generations * opponents * settings.strength_deals * 2
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


def strength_opponents(settings: RepresentationConfig, evolution: AgentEvolution) -> list[AgentEvolution]:
    """Evolutions whose final agents measure the strength of an evolution: all that go back to other bases."""
    return [other for other in all_evolutions(settings) if other.base != evolution.base]


def play_strength(context: RunContext, settings: RepresentationConfig, evolution: AgentEvolution) -> PairwiseResult:
    """Best of every generation against the final agents of other bases, on the same deals for all evolutions.

    Self-play compares an evolution with itself; this compares evolutions with each other at every generation.
    """
    game, opponents = load_game(GAME), strength_opponents(settings, evolution)
    count = settings.generations
    pairs = np.array(
        [[generation, count + k] for generation in range(count) for k in range(len(opponents))], np.int64
    ).reshape(-1, 2)

    def play() -> dict[str, Any]:
        context.begin_stage(STRENGTH_STAGE)
        bests = [agent_from_data(evolution.representation, note["best"]) for note in context.result(evolution.name)]
        players = [genome_bot(game, genome) for genome in bests]
        players += [genome_bot(game, last_agent(context, opponent)) for opponent in opponents]
        seed, deals = derive(settings.seed, "strength"), settings.strength_deals
        return _matchup_data(
            play_pairwise(game, [game.content()], players, pairs, deals, seed, context.backend, context.advance)
        )

    return _matchups_from_data(pairs, context.cached(_strength_result(evolution), play))


def has_strength(context: RunContext, evolution: AgentEvolution) -> bool:
    """Whether the strength of an evolution is stored; finished runs of earlier versions do not have it."""
    return context.has_result(_strength_result(evolution))


def _strength_result(evolution: AgentEvolution) -> str:
    return f"strength {evolution.name}"


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
            shares = match.by_player(run_match(match, 2 * settings.tournament_rounds))[:, 0]
            for word, value in (("won", 1.0), ("lost", 0.0)):
                numbers = np.flatnonzero(shares == value)
                if len(numbers):
                    position = replay_game(match, int(numbers[0]))
                    names = [agents[best].name, text]
                    seated = [names[k] for k in match.seating(int(numbers[0]))]
                    replays[f"{word}-against-{text}"] = msgspec.to_builtins(Replay.from_position(position, seated))
        return {"agent": agents[best].name, "replays": replays}

    return context.cached("replays", play)  # type: ignore[no-any-return]


def _matchup_data(matchups: PairwiseResult) -> dict[str, Any]:
    return {"points": matchups.points, "lengths": matchups.lengths}


def _matchups_from_data(pairs: np.ndarray, data: dict[str, Any]) -> PairwiseResult:
    return PairwiseResult(pairs, data["points"], data["lengths"])
