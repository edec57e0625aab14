"""Supervised training of the progress network: share of turns that have passed, from games of other players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.arena.match import Match
from ludus.core import plain, rule
from ludus.core.memory import local_reals
from ludus.core.position import Position
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.evolve import Neat, Net
from ludus.lab import Desk
from ludus.players import find_compiled
from ludus.search.network_files import NetworkPlan, plan_data
from ludus.search.networks import MOST_NODES, run_network
from ludus.studies.dominion_networks.config import GAME, Settings
from ludus.studies.dominion_networks.nets import plan_from, plan_of, space_of, the_bot

LEARN = "learn progress"
MOST_INPUTS = 64


def learn_progress(settings: Settings, desk: Desk) -> NetworkPlan:
    """Train the progress network with NEAT on the squared error."""
    desk.stage(LEARN)
    lessons = desk.keep("lessons", lambda: _lessons(settings, desk))
    inputs, targets = np.ascontiguousarray(lessons["inputs"]), np.ascontiguousarray(lessons["targets"])
    space, shape = space_of("progress"), the_bot().shapes["progress"]

    def make() -> Neat:
        return Neat(space, population=settings.population, seed=derive(settings.seed, "progress"))

    def score(generation: int, nets: Sequence[Net]) -> list[float]:
        return [-float(mean_square(shape.pack(plan_of(space, net)), inputs, targets)) for net in nets]

    def note(generation: int, nets: Sequence[Net], scores: Sequence[float]) -> dict[str, Any]:
        best = int(np.argmax(scores))
        return {"error": -scores[best], "network": plan_data(plan_of(space, nets[best]))}

    notes = desk.evolve("progress", space, make, score, settings.progress_generations, note)
    return plan_from(min(notes, key=lambda item: item["error"])["network"])


@rule(door=True)
def mean_square(networks, inputs, targets):  # type: ignore[no-untyped-def]
    """Mean squared error of a network on the targets. Its answer is the first output, clipped to 0 .. 1."""
    network = networks[0]
    row, sums, values = local_reals(MOST_INPUTS), local_reals(MOST_NODES), local_reals(MOST_NODES)
    total = 0.0
    for k in range(len(targets)):
        for j in range(inputs.shape[1]):
            row[j] = inputs[k, j]
        run_network(network, row, sums, values)
        off = max(0.0, min(1.0, values[network.outputs[0]])) - targets[k]
        total += off * off
    return total / len(targets)


def _lessons(settings: Settings, desk: Desk) -> dict[str, Any]:
    """Inputs at the beginning of every turn of some games, and the share of turns that had passed."""
    game, names = find_game(GAME), (*settings.anchors, "big-money")
    see, width = plain(the_bot().inputs["progress"]), len(the_bot().shapes["progress"].steady)
    rows: list[list[float]] = []
    targets: list[float] = []
    for number in range(settings.lessons):
        edition = settings.editions[number % len(settings.editions)]
        pair = [names[number % len(names)], names[(number // len(names)) % len(names)]]
        content = game.content(**settings.game_options(edition))
        match = Match(game, content, [find_compiled(game, name) for name in pair], derive(settings.seed, "lessons"))
        turn_rows = _turns(match.replay(2 * number), see, width)
        rows += turn_rows
        targets += [k / len(turn_rows) for k in range(len(turn_rows))]
        desk.advance(1)
    return {"inputs": np.array(rows), "targets": np.array(targets)}


def _turns(played: Position, see: Any, width: int) -> list[list[float]]:
    """Inputs at the first decision of every turn, as its player sees them."""
    assert played.seed is not None
    position = Position.start(played.game, played.content, played.seed)
    table = played.game.table.over(position.content.table)
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
