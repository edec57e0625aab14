"""Experiment: train progress, then the buy and state networks in turns, and validate the player.

NEAT evolves one network with the best of the other. The fitness of a network is the payoff of the player against a
portfolio: anchors stay, earlier networks enter and leave. All networks of a generation play the same deals, each on
its own kingdom, from both seats. Fitness is noisy; so the best network of each of the last generations, and the
previous winner, play many more games against the anchors, and the best of these is selected.

With a yardstick, the player is not the strongest one: the best networks of all generations play the yardstick on
held-out kingdoms, and those whose win rate is nearest to the wanted one are chosen. The yardstick takes no part in
training.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from ludus.arena.match_spec import Match
from ludus.arena.runner import run_match, run_matches
from ludus.bots import CompiledBot, load_compiled_bot
from ludus.core.game import Content
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.evolve import Neat, Network, NetworkGenome, Opponent, OpponentPool
from ludus.evolve.opponent_pool import GenerationRecord
from ludus.lab import RunContext
from ludus.report.file_and_column_names import file_slug
from ludus.search.network_bots import NetworkSpec
from ludus.studies.dominion_networks.config import BOT_NAME, GAME, NetworksConfig
from ludus.studies.dominion_networks.genome_to_network import (
    COIN_STATE_NETWORK,
    bot_with_networks,
    network_bot,
    network_plan,
    network_space,
    plans_from_data,
    plans_to_data,
)
from ludus.studies.dominion_networks.progress_network_training import LEARN_STAGE, learn_progress
from ludus.studies.evolutionary_training import GenerationScore, TrainingStudy, example_replays

EVOLVE_STAGE, SELECTION_STAGE, STRENGTH_STAGE = "evolve", "choose the best", "choose by strength"
TrainingStage = tuple[str, int]  # the network that is evolved, and the round
VALIDATION_STAGE = "measure the player"
STRENGTH_RESULT = "by strength"


def run_experiment(settings: NetworksConfig, context: RunContext) -> None:
    """Run all stages; stored results are not computed again."""
    anchors = len(settings.anchors)
    evolved = sum(stage_generations(settings, stage) for stage in training_stages(settings))
    context.plan_stages(
        {
            LEARN_STAGE: settings.lessons,
            EVOLVE_STAGE: 2 * evolved * settings.population * settings.room * settings.deals,
            SELECTION_STAGE: 2 * len(training_stages(settings)) * settings.finalists * anchors * settings.final_deals,
            STRENGTH_STAGE: 2 * evolved * settings.strength_deals if settings.yardstick else 0,
            VALIDATION_STAGE: len(settings.rivals) * len(settings.editions) * settings.validation_games,
        }
    )
    networks: dict[str, NetworkSpec] = {"progress": learn_progress(settings, context)}
    for stage in training_stages(settings):
        before = {"state": COIN_STATE_NETWORK, **networks}
        NetworkTraining(settings, context, stage, before).evolve()
        networks = plans_from_data(choose_best(settings, context, stage, before)["networks"])
    if settings.yardstick:
        choose_by_strength(settings, context)
    for edition in settings.editions:
        for rival in settings.rivals:
            validate(settings, context, rival, edition)
    example_games(settings, context)


def final_networks(settings: NetworksConfig, context: RunContext) -> dict[str, NetworkSpec]:
    """Networks of the finished player."""
    last = f"best of {stage_title(training_stages(settings)[-1])}"
    plans = plans_from_data(context.result(STRENGTH_RESULT if settings.yardstick else last)["networks"])
    return {name: plans[name] for name in network_bot().shapes}


def validate(settings: NetworksConfig, context: RunContext, rival: str, edition: str) -> dict[str, Any]:
    """Payoffs of every game against one rival, on unseen kingdoms."""

    def play() -> dict[str, Any]:
        context.begin_stage(VALIDATION_STAGE)
        match = _validation_match(settings, context, rival, edition)
        outcomes = run_match(match, settings.validation_games, context.backend, context.advance)
        return {"shares": match.by_player(outcomes)}

    return context.cached(f"against {file_slug(rival)} {edition}", play)  # type: ignore[no-any-return]


def example_games(settings: NetworksConfig, context: RunContext) -> dict[str, Any]:
    """Replays of a won and a lost game against every rival."""

    def play() -> dict[str, Any]:
        replays: dict[str, Any] = {}
        for rival in settings.rivals:
            match = _validation_match(settings, context, rival, settings.editions[0])
            replays |= example_replays(match, BOT_NAME, rival, 40, context.backend)
        return replays

    return context.cached("replays", play)  # type: ignore[no-any-return]


def validation_seed(settings: NetworksConfig) -> int:
    return derive(settings.seed, "validation")


def _validation_match(settings: NetworksConfig, context: RunContext, rival: str, edition: str) -> Match:
    game = load_game(GAME)
    content = game.content(**settings.game_options(edition))
    player = bot_with_networks(settings, final_networks(settings, context), training=False)
    return Match(game, content, [player, load_compiled_bot(game, rival)], validation_seed(settings))


def training_stages(settings: NetworksConfig) -> list[TrainingStage]:
    """Training stages, in order."""
    return [(name, round_) for round_ in range(1, settings.rounds + 1) for name in ("buy", "state")]


def stage_title(stage: TrainingStage) -> str:
    return f"{stage[0]} {stage[1]}"


def stage_generations(settings: NetworksConfig, stage: TrainingStage) -> int:
    """An equal part of all generations; earlier rounds have one more if it does not divide evenly."""
    total = settings.generations if stage[0] == "buy" else settings.state_generations
    return total // settings.rounds + (stage[1] <= total % settings.rounds)


class NetworkTraining(TrainingStudy[NetworksConfig, NetworkGenome]):
    """Evolution of one network in one round, by NEAT against a portfolio of opponents.

    Args:
        settings: Configuration.
        context: Run context.
        stage: Network and round.
        before: Networks of the player so far, without this one in its first round.
    """

    game_name, evolve_stage = GAME, EVOLVE_STAGE

    def __init__(
        self, settings: NetworksConfig, context: RunContext, stage: TrainingStage, before: Mapping[str, NetworkSpec]
    ) -> None:
        super().__init__(settings, context)
        self.stage, self.before, self.result_name = stage, before, stage_title(stage)

    def generation_count(self) -> int:
        return stage_generations(self.settings, self.stage)

    def search_space(self) -> Network:
        return network_space(self.stage[0], self.settings.connected)

    def make_optimiser(self, space: Network) -> Neat:
        settings = self.settings
        return Neat(
            space,
            population=settings.population,
            mutation_rate=settings.mutation_rate,
            threshold=settings.threshold,
            seed=self.optimiser_seed(),
            start=_last_population(self.context, self.stage, space),
        )

    def generation_seed(self, generation: int) -> int:
        return derive(self.optimiser_seed(), "generation", generation)

    def opponents(self) -> list[Opponent]:
        """Opponents of the next generation."""
        settings, notes = self.settings, self.context.generation_notes(self.result_name)
        winners = _earlier_winners(settings, self.stage)
        pool = OpponentPool(settings.anchors, winners, settings.leaves, settings.enters, settings.room)
        return pool.after([GenerationRecord(note["against"], note["networks"]) for note in notes])

    def score_generation(self, generation: int, genomes: Sequence[NetworkGenome]) -> GenerationScore:
        """Score by the mean payoff over the portfolio."""
        settings, context, space = self.settings, self.context, self.search_space()
        opponents = self.opponents()
        trials = [{**self.before, self.stage[0]: network_plan(space, genome)} for genome in genomes]
        players = [bot_with_networks(settings, trial) for trial in trials]
        rivals = [_opponent_bot(settings, context, opponent) for opponent in opponents]
        seed = self.generation_seed(generation)
        payoffs = payoffs_by_deal(settings, context, players, rivals, settings.deals, seed)
        scores = payoffs.mean(axis=(1, 2))
        best = int(np.argmax(scores))
        notes = {
            "networks": plans_to_data(trials[best]),
            "against": {opponent.name: float(payoffs[best, k].mean()) for k, opponent in enumerate(opponents)},
            "mean_against": {opponent.name: float(payoffs[:, k].mean()) for k, opponent in enumerate(opponents)},
        }
        return GenerationScore(scores, notes)

    def generation_note(
        self, generation: int, genomes: Sequence[NetworkGenome], score: GenerationScore
    ) -> dict[str, Any]:
        """Note of a generation; the last one also has the population, with which the next round starts."""
        note = super().generation_note(generation, genomes, score)
        if generation == self.generation_count() - 1:
            space = self.search_space()
            note["population"] = [space.to_data(genome) for genome in genomes]
        return note

    def display_facts(self, generation: int, scores: np.ndarray) -> dict[str, Any]:
        return {"network": self.result_name, **super().display_facts(generation, scores)}


def choose_best(
    settings: NetworksConfig, context: RunContext, stage: TrainingStage, before: Mapping[str, NetworkSpec]
) -> dict[str, Any]:
    """Select the best of the last generations and of `before`, by many games against the anchors.

    Returns:
        The stored networks of the winner, its payoffs, and its position among the candidates.
    """

    def find() -> dict[str, Any]:
        context.begin_stage(SELECTION_STAGE)
        notes = context.result(stage_title(stage))[-settings.finalists :]
        rivals = [item["networks"] for item in notes]
        rivals += [plans_to_data(before)] if stage[0] in before else []
        players = [bot_with_networks(settings, plans_from_data(item)) for item in rivals]
        anchors = [load_compiled_bot(load_game(GAME), name) for name in settings.anchors]
        seed = derive(settings.seed, "final", stage_title(stage))
        shares = payoffs_by_deal(settings, context, players, anchors, settings.final_deals, seed)
        best = int(np.argmax(shares.mean(axis=(1, 2))))
        return {"networks": rivals[best], "shares": shares[best].mean(axis=1).tolist(), "place": best}

    return context.cached(f"best of {stage_title(stage)}", find)  # type: ignore[no-any-return]


def choose_by_strength(settings: NetworksConfig, context: RunContext) -> dict[str, Any]:
    """Choose the networks whose win rate against the yardstick, on held-out kingdoms, is nearest to the wanted one.

    Candidates are the best networks of every generation of every stage. They play as in the validation, not as in
    training.

    Returns:
        The stored networks, and stage, generation and win rate of all candidates.
    """

    def find() -> dict[str, Any]:
        context.begin_stage(STRENGTH_STAGE)
        stages = [stage_title(stage) for stage in training_stages(settings)]
        candidates = [(name, k, note["networks"]) for name in stages for k, note in enumerate(context.result(name))]
        players = [bot_with_networks(settings, plans_from_data(data), training=False) for *_, data in candidates]
        rival = [load_compiled_bot(load_game(GAME), settings.yardstick)]
        seed = derive(settings.seed, "strength")
        shares = payoffs_by_deal(settings, context, players, rival, settings.strength_deals, seed).mean(axis=(1, 2))
        nearest = int(np.argmin(np.abs(shares - settings.strength)))
        return {
            "networks": candidates[nearest][2],
            "chosen": nearest,
            "candidates": [[name, k, float(share)] for (name, k, _), share in zip(candidates, shares, strict=True)],
        }

    return context.cached(STRENGTH_RESULT, find)  # type: ignore[no-any-return]


def payoffs_by_deal(
    settings: NetworksConfig,
    context: RunContext,
    players: Sequence[CompiledBot],
    opponents: Sequence[CompiledBot],
    deals: int,
    seed: int,
) -> np.ndarray:
    """Play every player against every opponent on the same deals; payoffs by player, opponent and deal."""
    contents = training_kingdoms(settings)
    matches = [Match(load_game(GAME), contents, [one, other], seed) for one in players for other in opponents]
    outcomes = run_matches(matches, [2 * deals] * len(matches), context.backend, context.advance)
    won = [match.by_player(outcome)[:, 0] for match, outcome in zip(matches, outcomes, strict=True)]
    return np.array(won).reshape(len(players), len(opponents), deals, 2).mean(axis=3)  # type: ignore[no-any-return]


def training_kingdoms(settings: NetworksConfig) -> list[Content]:
    """Contents with random kingdoms, one for each edition; deals take them in turn."""
    return [_kingdom_content(edition, settings.ties, settings.declining) for edition in settings.editions]


@cache
def _kingdom_content(edition: str, ties: str, declining: bool) -> Content:
    return load_game(GAME).content(edition=edition, ties=ties, declining=declining)


def _earlier_winners(settings: NetworksConfig, stage: TrainingStage) -> tuple[str, ...]:
    """Winners of earlier stages, the latest first, as many as fit into the portfolio."""
    earlier = [
        stage_title(earlier_stage)
        for earlier_stage in training_stages(settings)[: training_stages(settings).index(stage)]
    ]
    return tuple(reversed(earlier))[: max(0, settings.room - len(settings.anchors) - 1)]


def _opponent_bot(settings: NetworksConfig, context: RunContext, opponent: Opponent) -> CompiledBot:
    if opponent.data is not None:
        return bot_with_networks(settings, plans_from_data(opponent.data))
    if opponent.name in settings.anchors:
        return load_compiled_bot(load_game(GAME), opponent.name)
    return bot_with_networks(settings, plans_from_data(context.result(f"best of {opponent.name}")["networks"]))


def _last_population(context: RunContext, stage: TrainingStage, space: Any) -> list[NetworkGenome] | None:
    """Networks with which the previous round ended."""
    if stage[1] == 1:
        return None
    last = context.result(stage_title((stage[0], stage[1] - 1)))[-1]
    return [space.from_data(net) for net in last["population"]]
