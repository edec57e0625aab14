"""Supervised training of the progress network: share of turns that have passed, from games of other players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.arena.match_spec import Match
from ludus.arena.runner import replay_game
from ludus.bots import load_compiled_bot
from ludus.core import plain, rule
from ludus.core.compile.intrinsics import local_floats
from ludus.core.game_registry import load_game
from ludus.core.position import Position
from ludus.core.random import derive
from ludus.evolve import Neat, Network, NetworkGenome
from ludus.lab import RunContext
from ludus.search.network_bots import NetworkSpec
from ludus.search.network_files import network_to_data
from ludus.search.network_inference import MAX_NODES, run_network
from ludus.studies.dominion_networks.config import GAME, NetworksConfig
from ludus.studies.dominion_networks.genome_to_network import network_bot, network_plan, network_space, plan_from_data
from ludus.studies.evolutionary_training import GenerationScore, TrainingStudy

LEARN_STAGE = "learn progress"
MAX_INPUTS = 64


def learn_progress(settings: NetworksConfig, context: RunContext) -> NetworkSpec:
    """Train the progress network with NEAT on the squared error."""
    context.begin_stage(LEARN_STAGE)
    lessons = context.cached("lessons", lambda: _training_rows(settings, context))
    notes = ProgressTraining(settings, context, lessons).run_generations()
    return plan_from_data(min(notes, key=lambda item: item["error"])["network"])


class ProgressTraining(TrainingStudy[NetworksConfig, NetworkGenome]):
    """Evolution of the progress network; `lessons` are the inputs and targets."""

    game_name, result_name, evolve_stage = GAME, "progress", LEARN_STAGE

    def __init__(self, settings: NetworksConfig, context: RunContext, lessons: dict[str, np.ndarray]) -> None:
        super().__init__(settings, context)
        self.inputs = np.ascontiguousarray(lessons["inputs"])
        self.targets = np.ascontiguousarray(lessons["targets"])

    def generation_count(self) -> int:
        return self.settings.progress_generations

    def search_space(self) -> Network:
        return network_space("progress")

    def make_optimiser(self, space: Network) -> Neat:
        return Neat(space, population=self.settings.population, seed=self.optimiser_seed())

    def score_generation(self, generation: int, genomes: Sequence[NetworkGenome]) -> GenerationScore:
        """Score by the squared error with its sign reversed."""
        shape, plans = network_bot().shapes["progress"], self._plans(genomes)
        errors = np.array([mean_square(shape.pack(plan), self.inputs, self.targets) for plan in plans])
        best = int(np.argmin(errors))
        return GenerationScore(-errors, {"error": float(errors[best]), "network": network_to_data(plans[best])})

    def generation_note(
        self, generation: int, genomes: Sequence[NetworkGenome], score: GenerationScore
    ) -> dict[str, Any]:
        return score.notes

    def display_facts(self, generation: int, scores: np.ndarray) -> dict[str, Any]:
        return {}

    def _plans(self, genomes: Sequence[NetworkGenome]) -> list[NetworkSpec]:
        space = self.search_space()
        return [network_plan(space, genome) for genome in genomes]


@rule(export=True)
def mean_square(networks, inputs, targets):  # type: ignore[no-untyped-def]
    """Mean squared error of a network on the targets. Its answer is the first output, clipped to 0 .. 1."""
    network = networks[0]
    row, sums, values = local_floats(MAX_INPUTS), local_floats(MAX_NODES), local_floats(MAX_NODES)
    total = 0.0
    for k in range(len(targets)):
        for j in range(inputs.shape[1]):
            row[j] = inputs[k, j]
        run_network(network, row, sums, values)
        off = max(0.0, min(1.0, values[network.outputs[0]])) - targets[k]
        total += off * off
    return total / len(targets)


def _training_rows(settings: NetworksConfig, context: RunContext) -> dict[str, Any]:
    """Inputs at the beginning of every turn of some games, and the share of turns that had passed."""
    game, names = load_game(GAME), (*settings.anchors, "big-money")
    see, width = plain(network_bot().inputs["progress"]), len(network_bot().shapes["progress"].steady)
    rows: list[list[float]] = []
    targets: list[float] = []
    for number in range(settings.lessons):
        edition = settings.editions[number % len(settings.editions)]
        pair = [names[number % len(names)], names[(number // len(names)) % len(names)]]
        content = game.content(**settings.game_options(edition))
        match = Match(game, content, [load_compiled_bot(game, name) for name in pair], derive(settings.seed, "lessons"))
        turn_rows = _turn_inputs(replay_game(match, 2 * number), see, width)
        rows += turn_rows
        targets += [k / len(turn_rows) for k in range(len(turn_rows))]
        context.advance(1)
    return {"inputs": np.array(rows), "targets": np.array(targets)}


def _turn_inputs(played: Position, see: Any, width: int) -> list[list[float]]:
    """Inputs at the first decision of every turn, as its player sees them."""
    assert played.seed is not None
    position = Position.start(played.game, played.content, played.seed)
    table = played.game.data.over(position.content.data)
    rows, turn = [], None
    for event in played.history:
        state = position.state
        now = (state.active, state.players[state.active].turns)
        if now != turn:
            values = [0.0] * width
            see(table, state, state.active, values)
            rows.append(values)
            turn = now
        position.play(event.move)
    return rows
