"""Training of bots by an evolution: the one way in which a study runs an optimiser over bots and their parameters.

    class StewardTraining(PortfolioTraining[DominionChampionConfig]):
        game_name, result_name, ... = ...           # names of stored results and labels of random streams
        def search_space(self) -> Reals: ...        # what is trained
        def training_bot(self, weights): ...        # how weights become a bot

    training = StewardTraining(settings, context)
    training.evolve()                               # stored, resumable
    training.champion_bot()                         # with the mean weights of the last quarter of the evolution

`TrainingStudy` is the evolution alone, with any optimiser: a study scores a generation as it likes. `CmaEsTraining`
trains weights by CMA-ES. `PortfolioTraining` scores them by payoffs against opponents that enter and leave, and
validates the champion against rivals on unseen deals. `training_report` has the parts of the report.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

import msgspec
import numpy as np

from ludus.arena.match_spec import Match
from ludus.arena.runner import replay_game, run_match, run_matches
from ludus.backends import Backend
from ludus.bots import CompiledBot, load_compiled_bot
from ludus.core.game import Content, Game
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.core.replay import Replay
from ludus.evolve import CmaEs, Opponent, OpponentPool, Optimiser, Reals, Space
from ludus.evolve.opponent_pool import GenerationRecord
from ludus.lab import RunContext


class TrainingSettings(Protocol):
    """Configuration of a training."""

    @property
    def seed(self) -> int: ...


class PortfolioSettings(TrainingSettings, Protocol):
    """Configuration of a training against a portfolio of opponents."""

    @property
    def anchors(self) -> tuple[str, ...]: ...
    @property
    def guests(self) -> tuple[str, ...]: ...
    @property
    def leaves(self) -> float: ...  # an opponent leaves when the best individual reaches this win rate against it
    @property
    def enters(self) -> int: ...  # the best individual enters every so many generations
    @property
    def room(self) -> int: ...  # largest number of opponents
    @property
    def rivals(self) -> tuple[str, ...]: ...
    @property
    def generations(self) -> int: ...
    @property
    def population(self) -> int: ...
    @property
    def step(self) -> float: ...
    @property
    def deals(self) -> int: ...


GenomeT = TypeVar("GenomeT")
SettingsT = TypeVar("SettingsT", bound=TrainingSettings)
PortfolioT = TypeVar("PortfolioT", bound=PortfolioSettings)


@dataclass(frozen=True)
class TrainingSize:
    """Size of an evolution."""

    generations: int
    population: int  # individuals in a generation
    step: float  # first step of CMA-ES, as a part of the range of weights
    deals: int  # deals against each opponent, from both seats


@dataclass(frozen=True)
class GenerationScore:
    """Fitness of every genome, and facts for the note of the generation."""

    scores: np.ndarray
    notes: dict[str, Any] = field(default_factory=dict)


class TrainingStudy(ABC, Generic[SettingsT, GenomeT]):
    """One evolution of a study: search space, optimiser, score of a generation and notes, with a resumable run."""

    game_name: str
    result_name: str  # stored result of the evolution, and label of the optimiser's random stream
    evolve_stage: str = "evolve"

    def __init__(self, settings: SettingsT, context: RunContext) -> None:
        self.settings, self.context = settings, context

    @property
    def game(self) -> Game:
        return load_game(self.game_name)

    @abstractmethod
    def generation_count(self) -> int:
        """Number of generations."""

    @abstractmethod
    def search_space(self) -> Space[GenomeT]:
        """Search space of the genomes."""

    @abstractmethod
    def make_optimiser(self, space: Any) -> Optimiser[Any]:
        """Optimiser on the search space, before its first generation."""

    @abstractmethod
    def score_generation(self, generation: int, genomes: Sequence[GenomeT]) -> GenerationScore:
        """Score a generation; generations count from 0."""

    def optimiser_seed(self) -> int:
        return derive(self.settings.seed, self.result_name)

    def generation_seed(self, generation: int) -> int:
        return derive(self.settings.seed, "generation", generation)

    def generation_note(self, generation: int, genomes: Sequence[GenomeT], score: GenerationScore) -> dict[str, Any]:
        """Data that is stored of a generation."""
        scores = score.scores
        return {**score.notes, "score": float(scores.max()), "mean_score": float(np.mean(scores))}

    def display_facts(self, generation: int, scores: np.ndarray) -> dict[str, Any]:
        """Facts for the live display after a generation; none by an empty dictionary."""
        return {"generation": generation + 1, "best": round(float(scores.max()), 4)}

    def should_stop(self, notes: list[Any]) -> bool:
        """Whether the evolution ends early; `notes` are those of the generations so far."""
        return False

    def evolve(self) -> list[Any]:
        """Begin the stage, and run or resume the evolution; returns the notes of all generations."""
        self.context.begin_stage(self.evolve_stage)
        return self.run_generations()

    def run_generations(self) -> list[Any]:
        """Run or resume the evolution in the current stage; returns the notes of all generations."""
        space = self.search_space()
        last_score: list[GenerationScore] = []

        def make() -> Optimiser[Any]:
            return self.make_optimiser(space)

        def score(generation: int, genomes: Sequence[GenomeT]) -> list[float]:
            last_score[:] = [self.score_generation(generation, genomes)]
            scores = last_score[0].scores
            if facts := self.display_facts(generation, scores):
                self.context.advance(0, **facts)
            return scores.tolist()  # type: ignore[no-any-return]

        def note(generation: int, genomes: Sequence[GenomeT], scores: Sequence[float]) -> dict[str, Any]:
            return self.generation_note(generation, genomes, last_score[0])

        return self.context.evolve(
            self.result_name, space, make, score, self.generation_count(), note, self.should_stop
        )

    def generation_notes(self) -> list[dict[str, Any]]:
        """Notes of the finished evolution."""
        return self.context.result(self.result_name)  # type: ignore[no-any-return]

    def validation_seed(self) -> int:
        return derive(self.settings.seed, "validation")


class CmaEsTraining(TrainingStudy[SettingsT, np.ndarray]):
    """Evolution of weights by CMA-ES from start weights; the notes of a generation must have the key `centre`."""

    @abstractmethod
    def size(self) -> TrainingSize:
        """Size of the evolution."""

    @abstractmethod
    def search_space(self) -> Reals:
        """Search space of the weights."""

    @abstractmethod
    def start(self) -> np.ndarray:
        """Weights at which the evolution starts."""

    def generation_count(self) -> int:
        return self.size().generations

    def make_optimiser(self, space: Reals) -> CmaEs:
        size = self.size()
        return CmaEs(space, population=size.population, step=size.step, seed=self.optimiser_seed(), start=self.start())

    def mean_weights(self) -> np.ndarray:
        """Mean weights of the last quarter of the evolution; a mean is stronger than a lucky best."""
        return mean_of_last_quarter(self.generation_notes())


class PortfolioTraining(CmaEsTraining[PortfolioT]):
    """Training against opponents that enter and leave; the champion is validated against rivals."""

    validation_stage: str
    bot_name: str  # name of the champion in replays
    example_games: int = 40  # games among which a won and a lost example are searched

    @abstractmethod
    def training_bot(self, weights: np.ndarray) -> CompiledBot:
        """Bot with these weights, as it plays in training."""

    @abstractmethod
    def champion_bot(self) -> CompiledBot:
        """The trained bot, as it is validated."""

    def training_content(self) -> Content | Sequence[Content]:
        """Content of the games in training, or contents that deals take in turn."""
        return self.game.content()

    def size(self) -> TrainingSize:
        settings = self.settings
        return TrainingSize(settings.generations, settings.population, settings.step, settings.deals)

    def planned_games(self) -> int:
        """Games of the evolution if the portfolio is full all the time."""
        settings = self.settings
        return 2 * settings.generations * settings.population * settings.room * settings.deals

    def opponents(self) -> list[Opponent]:
        """Opponents of the next generation."""
        settings, notes = self.settings, self.context.generation_notes(self.result_name)
        pool = OpponentPool(settings.anchors, settings.guests, settings.leaves, settings.enters, settings.room)
        return pool.after([GenerationRecord(note["best_against"], note["centre"]) for note in notes])

    def opponent_bot(self, opponent: Opponent) -> CompiledBot:
        if opponent.data is None:
            return load_compiled_bot(self.game, opponent.name)
        return self.training_bot(np.array(opponent.data))

    def score_generation(self, generation: int, genomes: Sequence[np.ndarray]) -> GenerationScore:
        """Score by the mean payoff over the portfolio."""
        opponents = self.opponents()
        rivals = [self.opponent_bot(opponent) for opponent in opponents]
        players = [self.training_bot(weights) for weights in genomes]
        deals, seed = self.size().deals, self.generation_seed(generation)
        payoffs = payoff_matrix(self.game, self.training_content(), players, rivals, deals, seed, self.context)
        scores = payoffs.mean(axis=1)
        centre = mean_of_better_half(genomes, scores)
        return GenerationScore(scores, portfolio_notes(opponents, payoffs, scores, centre))

    def validation_match(self, rival: str) -> Match:
        """The champion against a rival on unseen deals."""
        players = [self.champion_bot(), load_compiled_bot(self.game, rival)]
        return Match(self.game, self.game.content(), players, self.validation_seed())

    def example_replays(self) -> dict[str, Any]:
        """Replays of a won and a lost game against every rival."""

        def play() -> dict[str, Any]:
            replays: dict[str, Any] = {}
            for rival in self.settings.rivals:
                match = self.validation_match(rival)
                replays |= example_replays(match, self.bot_name, rival, self.example_games, self.context.backend)
            return replays

        return self.context.cached("replays", play)  # type: ignore[no-any-return]


def payoffs_by_deal(
    context: RunContext, name: str, stage: str, make_match: Callable[[], Match], games: int
) -> np.ndarray:
    """Play a match once and store the payoffs of its first player; both seats of a deal are averaged.

    Args:
        context: Run context.
        name: Name of the stored result.
        stage: Stage in which the games are counted.
        make_match: Makes the match, if it is not stored yet.
        games: Number of games, even.
    """

    def play() -> np.ndarray:
        context.begin_stage(stage)
        match = make_match()
        return match.by_player(run_match(match, games, context.backend, context.advance))[:, 0]

    payoffs: np.ndarray = context.cached(name, play)
    return payoffs.reshape(-1, 2).mean(axis=1)  # type: ignore[no-any-return]


def payoff_matrix(
    game: Game,
    content: Content | Sequence[Content],
    players: Sequence[CompiledBot],
    rivals: Sequence[CompiledBot],
    deals: int,
    seed: int,
    context: RunContext,
) -> np.ndarray:
    """Play every player against every rival, all on the same deals from both seats.

    Args:
        game: The game.
        content: Content, or contents that deals take in turn.
        players: Bots to score.
        rivals: Opponents.
        deals: Deals per pair; each is played from both seats.
        seed: Seed of the deals.
        context: Run context, for backend and progress.

    Returns:
        Mean payoffs by player and rival.
    """
    matches = [Match(game, content, [player, rival], seed) for player in players for rival in rivals]
    outcomes = run_matches(matches, [2 * deals] * len(matches), context.backend, context.advance)
    shares = [match.by_player(outcome)[:, 0].mean() for match, outcome in zip(matches, outcomes, strict=True)]
    return np.array(shares).reshape(len(players), len(rivals))


def mean_of_better_half(genomes: Sequence[np.ndarray], scores: np.ndarray) -> np.ndarray:
    """Mean genome of the better half of a population."""
    better = np.argsort(-scores, kind="stable")[: max(1, len(genomes) // 2)]
    return np.mean(np.array(genomes)[better], axis=0)  # type: ignore[no-any-return]


def portfolio_notes(
    opponents: Sequence[Opponent], payoffs: np.ndarray, scores: np.ndarray, centre: np.ndarray
) -> dict[str, Any]:
    """Notes of a generation: its opponents, the payoffs against each, and the centre that may enter the portfolio."""
    best = int(np.argmax(scores))
    return {
        "opponents": [opponent.name for opponent in opponents],
        "best_against": {opponent.name: float(payoffs[best, j]) for j, opponent in enumerate(opponents)},
        "mean_against": {opponent.name: float(payoffs[:, j].mean()) for j, opponent in enumerate(opponents)},
        "centre": centre.tolist(),
    }


def mean_of_last_quarter(notes: Sequence[dict[str, Any]]) -> np.ndarray:
    """Mean centre of the last quarter of an evolution; a mean is stronger than a lucky best."""
    last = notes[-max(1, len(notes) // 4) :]
    return np.mean([note["centre"] for note in last], axis=0)  # type: ignore[no-any-return]


def example_replays(match: Match, name: str, rival: str, games: int, backend: Backend) -> dict[str, Any]:
    """Replays of the first game won and the first game lost, by `won-against-...` and `lost-against-...`."""
    replays, shares = {}, match.by_player(run_match(match, games, backend))[:, 0]
    for word, value in (("won", 1.0), ("lost", 0.0)):
        for number in np.flatnonzero(shares == value)[:1].tolist():
            seated = [(name, rival)[k] for k in match.seating(number)]
            replays[f"{word}-against-{rival}"] = msgspec.to_builtins(
                Replay.from_position(replay_game(match, number), seated)
            )
    return replays
