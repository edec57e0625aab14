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
from dataclasses import dataclass, field
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
    """One evolution by one method."""

    context: RunContext
    settings: LocmBeyondConfig
    method: str
    number: int
    generation_facts: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.method}-{self.number}"

    @property
    def seed(self) -> int:
        return derive(self.settings.seed, self.name)

    def run(self) -> list[dict[str, Any]]:
        """Run the evolution; returns the notes of all generations."""
        self.context.begin_stage(f"evolve {self.method}")
        if self.method == "cma":
            return self._cma()
        if self.method == "switch":
            return self._switch()
        kind, features = METHOD_REPRESENTATIONS.get(self.method, ("linear", "standard"))
        return self._elitist(self.name, kind, features, self.settings.generations)

    def last_agent(self) -> Any:
        """Best genome of the last generation."""
        finished = [
            name for name in (self.name, f"{self.name}/tree", f"{self.name}/linear") if self.context.has_result(name)
        ]
        return genome_from_data(load_game(GAME), self.context.result(finished[0])[-1]["best"])

    def _elitist(
        self,
        name: str,
        kind: str,
        features: str,
        generations: int,
        start: Callable[[], list[Any]] | None = None,
        until: Callable[[list[Any]], bool] | None = None,
    ) -> list[Any]:
        settings, space = self.settings, genome_space(load_game(GAME), kind, features)

        def make() -> Elitist[Any]:
            return Elitist(
                space,
                population=settings.population,
                elite=settings.elite,
                mutation_rate=settings.mutation_rate,
                seed=derive(self.seed, "breed", kind),
                start=start() if start else None,
            )

        def score(generation: int, genomes: Sequence[Any]) -> list[float]:
            return self._score(name, generation, genomes)

        return self.context.evolve(name, space, make, score, generations, self._note, until)

    def _cma(self) -> list[Any]:
        settings, names = self.settings, load_game(GAME).features.names
        space = Reals(len(names), -1.0, 1.0, names=names)

        def make() -> CmaEs:
            return CmaEs(space, population=settings.population, step=settings.step, seed=derive(self.seed, "breed"))

        def score(generation: int, vectors: Sequence[np.ndarray]) -> list[float]:
            return self._score(self.name, generation, [_linear_evaluation(vector) for vector in vectors])

        def note(generation: int, vectors: Sequence[np.ndarray], scores: Sequence[float]) -> dict[str, Any]:
            return self._note(generation, [_linear_evaluation(vector) for vector in vectors], scores)

        return self.context.evolve(self.name, space, make, score, settings.generations, note)

    def _switch(self) -> list[Any]:
        """Evolve Linear until it stalls, then Trees that start from the Linear population."""
        game, settings = load_game(GAME), self.settings
        first = f"{self.name}/linear"

        def stalled(notes: list[Any]) -> bool:
            return self._has_stalled(first, notes)

        notes = self._elitist(first, "linear", "standard", settings.generations, until=stalled)
        rest = settings.generations - len(notes)
        if not rest:
            return notes

        def start() -> list[Any]:
            return [as_tree(game, genome_from_data(game, data)) for data in notes[-1]["population"]]

        return [*notes, *self._elitist(f"{self.name}/tree", "tree", "standard", rest, start)]

    def _has_stalled(self, name: str, notes: list[Any]) -> bool:
        """Whether the best of the last generations is not better than the best of some generations before."""
        settings = self.settings
        last = range(len(notes) - settings.patience, len(notes))
        return last[0] >= settings.back and not any(self._made_progress(name, notes, k) for k in last)

    def _made_progress(self, name: str, notes: list[Any], generation: int) -> bool:
        settings, game = self.settings, load_game(GAME)

        def play() -> dict[str, Any]:
            data = notes[generation]["best"], notes[generation - settings.back]["best"]
            players = [genome_bot(game, genome_from_data(game, genome_dict)) for genome_dict in data]
            seed = derive(self.seed, "progress", generation)
            matchups = play_pairwise(
                game, [game.content()], players, all_pairs(2), settings.stall_deals, seed, self.context.backend
            )
            return {"points": matchups.points}

        points = self.context.cached(f"{name} progress {generation}", play)["points"]
        return proportion(points[0] / POINTS_PER_DEAL).low > 0.5

    def _score(self, name: str, generation: int, genomes: Sequence[Any]) -> list[float]:
        """Payoffs by the method; records facts for the note of the generation."""
        settings, game = self.settings, load_game(GAME)
        players = [genome_bot(game, genome) for genome in genomes]
        seed = derive(self.seed, name, generation)
        deals = settings.drafts * settings.rounds
        self.generation_facts = (
            {"population": [genome_to_data(game, genome) for genome in genomes]} if self.method == "switch" else {}
        )
        parts = []
        if self.method not in ("portfolio", "ensemble"):
            parts.append(self._score_inside(players, deals, seed))
        elif self.method == "ensemble":
            parts.append(self._score_inside(players, max(deals // 2, 1), seed))
        if self.method in ("portfolio", "ensemble"):
            budget = settings.games // (2 if self.method == "ensemble" else 1)
            parts.append(self._score_portfolio(name, players, budget, derive(seed, "outside")))
        scores = np.mean(parts, axis=0)
        if "shares" in self.generation_facts:
            shares, names = self.generation_facts.pop("shares"), self.generation_facts["opponents"]
            self.generation_facts["beaten"] = dict(zip(names, shares[int(np.argmax(scores))].tolist(), strict=True))
        self.context.advance(0, evolution=self.name, generation=generation + 1, best=round(float(scores.max()), 4))
        return scores.tolist()  # type: ignore[no-any-return]

    def _score_inside(self, players: list[CompiledBot], deals: int, seed: int) -> np.ndarray:
        contents = draft_contents(seed, self.settings.drafts)
        pairs = all_pairs(len(players))
        matchups = play_pairwise(
            load_game(GAME), contents, players, pairs, deals, seed, self.context.backend, self.context.advance
        )
        return matchups.shares()

    def _score_portfolio(self, name: str, players: list[CompiledBot], budget: int, seed: int) -> np.ndarray:
        settings = self.settings
        notes = self.context.generation_notes(name)
        rules = OpponentPool(settings.anchors, settings.guests, settings.leaves, settings.enters, settings.room)
        opponents = rules.after([GenerationRecord(note["beaten"], note["best"]) for note in notes])
        count = len(players)
        deals = max(budget // (2 * count * len(opponents)), 1)
        pairs = [[k, count + j] for k in range(count) for j in range(len(opponents))]
        all_bots = [*players, *(_opponent_bot(opponent) for opponent in opponents)]
        matchups = play_pairwise(
            load_game(GAME),
            draft_contents(seed, settings.drafts),
            all_bots,
            np.array(pairs, np.int64),
            deals,
            seed,
            self.context.backend,
            self.context.advance,
        )
        shares = (matchups.points.mean(axis=1) / POINTS_PER_DEAL).reshape(count, len(opponents))
        self.generation_facts |= {"opponents": [opponent.name for opponent in opponents], "shares": shares}
        return shares.mean(axis=1)  # type: ignore[no-any-return]

    def _note(self, generation: int, genomes: Sequence[Any], scores: Sequence[float]) -> dict[str, Any]:
        best = int(np.argmax(scores))
        data = genome_to_data(load_game(GAME), genomes[best])
        return {
            **self.generation_facts,
            "best": data,
            "score": float(scores[best]),
            "mean_score": float(np.mean(scores)),
        }


def _linear_evaluation(vector: np.ndarray) -> LinearWeights:
    return LinearWeights(tuple(round_constant(float(weight)) for weight in vector))


def _opponent_bot(opponent: Opponent) -> CompiledBot:
    game = load_game(GAME)
    return (
        load_compiled_bot(game, opponent.name)
        if opponent.data is None
        else genome_bot(game, genome_from_data(game, opponent.data))
    )
