"""Experiment: seven methods that evolve an evaluation function with the same number of games, then a tournament.

progressive       the thesis's method, Linear: every two individuals play
switch            the same until progress stalls; then the population continues as Trees
portfolio         against a portfolio of opponents
ensemble          half of the games against each other, half against the portfolio
extended-linear   progressive, Linear, with more features
extended-tree     progressive, Tree, with more features and operators
cma               progressive, CMA-ES instead of crossover and mutation
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.arena.play_all_pairs import POINTS_PER_DEAL, PairwiseResult, all_pairs, play_pairwise
from ludus.bots import CompiledBot, load_compiled_bot
from ludus.bots.compiled import make_phase_composite
from ludus.bots.lookup import load_phase_bot
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.design.evaluation import LinearWeights, as_tree, genome_bot, genome_from_data, genome_space, genome_to_data
from ludus.evolve import CmaEs, Elitist, Opponent, OpponentPool, Reals
from ludus.evolve.opponent_pool import GenerationRecord
from ludus.lab import RunContext
from ludus.search.expression import round_constant
from ludus.stats import proportion
from ludus.studies.config_checks import split_search
from ludus.studies.evolutionary_training import GenerationScore, TrainingStudy
from ludus.studies.locm_evolution_variants.config import LocmBeyondConfig
from ludus.studies.locm_representation.config import GAME
from ludus.studies.locm_representation.experiment import draft_contents

METHOD_REPRESENTATIONS = {"extended-tree": ("tree", "extended"), "extended-linear": ("linear", "extended")}
TOURNAMENT_STAGE, SEARCHES_STAGE = "tournament", "inside searches"
AGENT_SEARCH = "agent"


def run_experiment(settings: LocmBeyondConfig, context: RunContext) -> None:
    """Evolve by every method, play a tournament of all agents, and put their evaluations into searches."""
    every = method_runs(settings, context)
    count = len(every) + len(settings.field)
    stages = {
        f"evolve {method}": settings.copies * settings.generations * settings.games for method in settings.methods
    }
    stages[TOURNAMENT_STAGE] = count * (count - 1) * settings.tournament_rounds
    stages[SEARCHES_STAGE] = len(every) * len(settings.searches) * settings.tournament_rounds * 2
    context.plan_stages(stages)
    for trial in every:
        trial.run()
    play_tournament(settings, context)
    play_searches(settings, context)


def method_runs(settings: LocmBeyondConfig, context: RunContext) -> list[MethodRun]:
    """All evolutions, by method and number."""
    numbers = range(1, settings.copies + 1)
    return [MethodRun(context, settings, method, number) for method in settings.methods for number in numbers]


def play_tournament(settings: LocmBeyondConfig, context: RunContext) -> PairwiseResult:
    """Tournament of all agents and the field; agents first."""
    game, every = load_game(GAME), method_runs(settings, context)
    pairs = all_pairs(len(every) + len(settings.field))

    def play() -> dict[str, Any]:
        context.begin_stage(TOURNAMENT_STAGE)
        players = [genome_bot(game, trial.last_agent()) for trial in every]
        players += [load_compiled_bot(game, text) for text in settings.field]
        return _play_pairs(settings, context, players, pairs, "tournament")

    data = context.cached(TOURNAMENT_STAGE, play)
    return PairwiseResult(pairs, data["points"], data["lengths"])


def play_searches(settings: LocmBeyondConfig, context: RunContext) -> PairwiseResult:
    """Every agent's evaluation in every search against the rival, who is the last player."""
    every = method_runs(settings, context)
    count = len(every) * len(settings.searches)
    pairs = np.array([[k, count] for k in range(count)], np.int64)

    def play() -> dict[str, Any]:
        context.begin_stage(SEARCHES_STAGE)
        players = [search_bot(trial.last_agent(), search) for trial in every for search in settings.searches]
        players.append(load_compiled_bot(load_game(GAME), settings.rival))
        return _play_pairs(settings, context, players, pairs, "searches")

    data = context.cached(SEARCHES_STAGE, play)
    return PairwiseResult(pairs, data["points"], data["lengths"])


def search_bot(genome: Any, search: str) -> CompiledBot:
    """Bot with a genome inside a search; all searches but `agent`, which drafts by itself, draft like `weighted`."""
    game = load_game(GAME)
    name, options = split_search(search)
    member = genome_bot(game, genome, name, **options)
    return (
        member
        if name == AGENT_SEARCH
        else make_phase_composite(game, [load_phase_bot(game, "weighted"), member], search)
    )


def _play_pairs(
    settings: LocmBeyondConfig, context: RunContext, players: list[CompiledBot], pairs: np.ndarray, what: str
) -> dict[str, Any]:
    game, seed = load_game(GAME), derive(settings.seed, what)
    deals = settings.tournament_rounds
    matchups = play_pairwise(game, [game.content()], players, pairs, deals, seed, context.backend, context.advance)
    return {"points": matchups.points, "lengths": matchups.lengths}


@dataclass
class MethodRun:
    """One run of one method: one evolution, or two for `switch`."""

    context: RunContext
    settings: LocmBeyondConfig
    method: str
    number: int

    @property
    def name(self) -> str:
        return f"{self.method}-{self.number}"

    @property
    def seed(self) -> int:
        return derive(self.settings.seed, self.name)

    def run(self) -> list[dict[str, Any]]:
        """Run the evolutions; returns the notes of all generations."""
        if self.method == "cma":
            return CmaTraining(self, self.name).evolve()
        if self.method == "switch":
            return self._switch()
        kind, features = METHOD_REPRESENTATIONS.get(self.method, ("linear", "standard"))
        return ElitistTraining(self, self.name, kind, features, self.settings.generations).evolve()

    def last_agent(self) -> Any:
        """Best genome of the last generation."""
        finished = [
            name for name in (self.name, f"{self.name}/tree", f"{self.name}/linear") if self.context.has_result(name)
        ]
        return genome_from_data(load_game(GAME), self.context.result(finished[0])[-1]["best"])

    def _switch(self) -> list[Any]:
        """Evolve Linear until it stalls, then Trees that start from the Linear population."""
        game, generations = load_game(GAME), self.settings.generations
        notes = LinearUntilStall(self, f"{self.name}/linear", "linear", "standard", generations).evolve()
        rest = generations - len(notes)
        if not rest:
            return notes

        def start() -> list[Any]:
            return [as_tree(game, genome_from_data(game, data)) for data in notes[-1]["population"]]

        trees = ElitistTraining(self, f"{self.name}/tree", "tree", "standard", rest, start)
        return [*notes, *trees.run_generations()]


class MethodTraining(TrainingStudy[LocmBeyondConfig, Any]):
    """One evolution of a run; scores depend on the method."""

    game_name = GAME

    def __init__(self, trial: MethodRun, result_name: str) -> None:
        super().__init__(trial.settings, trial.context)
        self.trial, self.result_name, self.evolve_stage = trial, result_name, f"evolve {trial.method}"

    def evaluation(self, genome: Any) -> Any:
        """Evaluation function of a genome."""
        return genome

    def generation_seed(self, generation: int) -> int:
        return derive(self.trial.seed, self.result_name, generation)

    def score_generation(self, generation: int, genomes: Sequence[Any]) -> GenerationScore:
        """Score by payoffs against the population, against the portfolio, or both."""
        settings, method = self.settings, self.trial.method
        evaluations = [self.evaluation(genome) for genome in genomes]
        players = [genome_bot(self.game, evaluation) for evaluation in evaluations]
        seed = self.generation_seed(generation)
        deals = settings.drafts * settings.rounds
        notes: dict[str, Any] = {}
        if method == "switch":
            notes["population"] = [genome_to_data(self.game, evaluation) for evaluation in evaluations]
        if method not in ("portfolio", "ensemble"):
            return GenerationScore(self._score_inside(players, deals, seed), notes)
        budget, parts = settings.games, []
        if method == "ensemble":
            budget //= 2
            parts.append(self._score_inside(players, max(deals // 2, 1), seed))
        opponents = self.opponents()
        payoffs = self._portfolio_payoffs(players, opponents, budget, derive(seed, "outside"))
        scores = np.mean([*parts, payoffs.mean(axis=1)], axis=0)
        names = [opponent.name for opponent in opponents]
        notes["opponents"] = names
        notes["beaten"] = dict(zip(names, payoffs[int(np.argmax(scores))].tolist(), strict=True))
        return GenerationScore(scores, notes)

    def generation_note(self, generation: int, genomes: Sequence[Any], score: GenerationScore) -> dict[str, Any]:
        scores = score.scores
        best = int(np.argmax(scores))
        return {
            **score.notes,
            "best": genome_to_data(self.game, self.evaluation(genomes[best])),
            "score": float(scores[best]),
            "mean_score": float(np.mean(scores)),
        }

    def display_facts(self, generation: int, scores: np.ndarray) -> dict[str, Any]:
        return {"evolution": self.trial.name, **super().display_facts(generation, scores)}

    def opponents(self) -> list[Opponent]:
        """Opponents of the next generation."""
        settings, notes = self.settings, self.context.generation_notes(self.result_name)
        pool = OpponentPool(settings.anchors, settings.guests, settings.leaves, settings.enters, settings.room)
        return pool.after([GenerationRecord(note["beaten"], note["best"]) for note in notes])

    def _score_inside(self, players: list[CompiledBot], deals: int, seed: int) -> np.ndarray:
        """Payoffs against the other individuals of the population."""
        contents, pairs = draft_contents(seed, self.settings.drafts), all_pairs(len(players))
        context = self.context
        matchups = play_pairwise(self.game, contents, players, pairs, deals, seed, context.backend, context.advance)
        return matchups.shares()

    def _portfolio_payoffs(
        self, players: list[CompiledBot], opponents: list[Opponent], budget: int, seed: int
    ) -> np.ndarray:
        """Payoffs by player and opponent; `budget` is the number of games."""
        count, context = len(players), self.context
        deals = max(budget // (2 * count * len(opponents)), 1)
        pairs = np.array([[k, count + j] for k in range(count) for j in range(len(opponents))], np.int64)
        all_bots = [*players, *(_opponent_bot(opponent) for opponent in opponents)]
        contents = draft_contents(seed, self.settings.drafts)
        matchups = play_pairwise(self.game, contents, all_bots, pairs, deals, seed, context.backend, context.advance)
        payoffs: np.ndarray = matchups.points.mean(axis=1) / POINTS_PER_DEAL
        return payoffs.reshape(count, len(opponents))


class ElitistTraining(MethodTraining):
    """Evolution by crossover and mutation.

    Args:
        trial: Run of a method.
        result_name: Name of the stored result.
        kind: Representation: `linear` or `tree`.
        features: Feature set.
        generations: Number of generations.
        start: Makes the first population; random by default.
    """

    def __init__(
        self,
        trial: MethodRun,
        result_name: str,
        kind: str,
        features: str,
        generations: int,
        start: Callable[[], list[Any]] | None = None,
    ) -> None:
        super().__init__(trial, result_name)
        self.kind, self.features, self.generations, self.start = kind, features, generations, start

    def generation_count(self) -> int:
        return self.generations

    def search_space(self) -> Any:
        return genome_space(self.game, self.kind, self.features)

    def make_optimiser(self, space: Any) -> Elitist[Any]:
        settings = self.settings
        return Elitist(
            space,
            population=settings.population,
            elite=settings.elite,
            mutation_rate=settings.mutation_rate,
            seed=derive(self.trial.seed, "breed", self.kind),
            start=self.start() if self.start else None,
        )


class LinearUntilStall(ElitistTraining):
    """First evolution of `switch`, which ends when the best individual stops to become better."""

    def should_stop(self, notes: list[Any]) -> bool:
        """Whether the best of the last generations is not better than the best of some generations before."""
        settings = self.settings
        last = range(len(notes) - settings.patience, len(notes))
        return last[0] >= settings.back and not any(self._made_progress(notes, k) for k in last)

    def _made_progress(self, notes: list[Any], generation: int) -> bool:
        settings, game = self.settings, self.game

        def play() -> dict[str, Any]:
            data = notes[generation]["best"], notes[generation - settings.back]["best"]
            players = [genome_bot(game, genome_from_data(game, genome_dict)) for genome_dict in data]
            seed = derive(self.trial.seed, "progress", generation)
            matchups = play_pairwise(
                game, [game.content()], players, all_pairs(2), settings.stall_deals, seed, self.context.backend
            )
            return {"points": matchups.points}

        points = self.context.cached(f"{self.result_name} progress {generation}", play)["points"]
        return proportion(points[0] / POINTS_PER_DEAL).low > 0.5


class CmaTraining(MethodTraining):
    """Evolution by CMA-ES; a genome is a vector of weights."""

    def generation_count(self) -> int:
        return self.settings.generations

    def search_space(self) -> Reals:
        names = self.game.features.names
        return Reals(len(names), -1.0, 1.0, names=names)

    def make_optimiser(self, space: Reals) -> CmaEs:
        settings = self.settings
        seed = derive(self.trial.seed, "breed")
        return CmaEs(space, population=settings.population, step=settings.step, seed=seed)

    def evaluation(self, genome: np.ndarray) -> LinearWeights:
        return _linear_evaluation(genome)


def _linear_evaluation(vector: np.ndarray) -> LinearWeights:
    return LinearWeights(tuple(round_constant(float(weight)) for weight in vector))


def _opponent_bot(opponent: Opponent) -> CompiledBot:
    game = load_game(GAME)
    return (
        load_compiled_bot(game, opponent.name)
        if opponent.data is None
        else genome_bot(game, genome_from_data(game, opponent.data))
    )
