"""One evolution of card sets, generation by generation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.core.random import derive
from ludus.design.kingdoms.evolving import Evolution
from ludus.design.kingdoms.objectives import Table
from ludus.design.kingdoms.pool import PAPER, Pool
from ludus.lab import Desk
from ludus.studies.dominion_cards.config import Settings
from ludus.studies.dominion_cards.plan import LEAD, OUTCOMES, Run


def evolve(desk: Desk, settings: Settings, pool: Pool, one: Run) -> list[dict[str, Any]]:
    """Run one evolution, or go on with it; what is noted of every generation."""
    seed = derive(settings.seed, one.name)
    table = Table(pool, one.experiment.players, settings.games, PAPER, led_games=settings.games)
    objective = one.experiment.objective(settings)
    evolution = Evolution(table, objective, derive(seed, "breed"), one.form, settings.population)  # type: ignore[arg-type]
    # Both kinds of f_s come from the same games.
    names = (LEAD,) if one.experiment.kind == "lead" else OUTCOMES[:2]
    seen: dict[str, list[float]] = {}

    def score(generation: int, genomes: Sequence[Any]) -> list[float]:
        kingdoms = [evolution.freedom.kingdom(genome) for genome in genomes]
        played = sorted({each for each in kingdoms if each is not None})
        found = table.measure(played, names, derive(seed, "games", generation), desk.place, desk.advance)
        scores = dict(zip(played, objective.score(found).tolist(), strict=True))
        seen.clear()
        seen.update({name: [one.experiment.fitness(float(value)) for value in found[name][0]] for name in names})
        desk.advance(0, generation=generation + 1, best=round(max(scores.values(), default=0.0), 4))
        return [objective.worst if each is None else scores[each] for each in kingdoms]

    def note(generation: int, genomes: Sequence[Any], scores: Sequence[float]) -> dict[str, Any]:
        kingdoms = [evolution.freedom.kingdom(genome) for genome in genomes]
        valid = [k for k, each in enumerate(kingdoms) if each is not None]
        best = max(valid, key=lambda k: scores[k], default=None)  # the first of equals
        found = {
            "best": objective.worst if best is None else float(scores[best]),
            "mean": float(np.mean(scores)),
            "cards": [] if best is None else list(kingdoms[best] or ()),
            "valid": len(valid) / len(genomes),
            "maxima": {name: max(values, default=0.0) for name, values in seen.items()},
        }
        if one.form == "paper":
            found |= _population(evolution.optimiser, desk.notes(one.name), found, scores)
        return found

    desk.stage(one.stage)
    space = evolution.optimiser.space
    return desk.evolve(one.name, space, lambda: evolution.optimiser, score, settings.generations, note)


def _population(
    optimiser: Any, before: list[dict[str, Any]], asked: dict[str, Any], scores: Sequence[float]
) -> dict[str, Any]:
    """In the paper's form children compete with those who are there, and scores stay: what the population has then."""
    if not before:
        return {"scores": [float(score) for score in scores]}
    last, everybody = before[-1], np.array([*before[-1]["scores"], *scores])
    stay = optimiser.survivors(everybody)
    better = asked["best"] > last["best"] or not last["cards"]
    return {
        "best": max(asked["best"], last["best"]),
        "cards": asked["cards"] if better else last["cards"],
        "mean": float(everybody[stay].mean()),
        "scores": everybody[stay].tolist(),
    }
