"""Evolution of card sets."""

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
    """Run or resume one evolution; returns the notes of all generations."""
    seed = derive(settings.seed, one.name)
    table = Table(pool, one.experiment.players, settings.games, PAPER, led_games=settings.games)
    objective = one.experiment.objective(settings)
    evolution = Evolution(table, objective, derive(seed, "breed"), one.form, settings.population)  # type: ignore[arg-type]
    # Both kinds of f_s come from the same games.
    names = (LEAD,) if one.experiment.kind == "lead" else OUTCOMES[:2]
    maxima: dict[str, list[float]] = {}

    def score(generation: int, genomes: Sequence[Any]) -> list[float]:
        kingdoms = [evolution.freedom.kingdom(genome) for genome in genomes]
        played = sorted({kingdom for kingdom in kingdoms if kingdom is not None})
        measures = table.measure(played, names, derive(seed, "games", generation), desk.place, desk.advance)
        scores = dict(zip(played, objective.score(measures).tolist(), strict=True))
        maxima.clear()
        maxima.update({name: [one.experiment.fitness(float(value)) for value in measures[name][0]] for name in names})
        desk.advance(0, generation=generation + 1, best=round(max(scores.values(), default=0.0), 4))
        return [objective.worst if kingdom is None else scores[kingdom] for kingdom in kingdoms]

    def note(generation: int, genomes: Sequence[Any], scores: Sequence[float]) -> dict[str, Any]:
        kingdoms = [evolution.freedom.kingdom(genome) for genome in genomes]
        valid = [k for k, kingdom in enumerate(kingdoms) if kingdom is not None]
        best = max(valid, key=lambda k: scores[k], default=None)  # the first of equal ones
        measures = {
            "best": objective.worst if best is None else float(scores[best]),
            "mean": float(np.mean(scores)),
            "cards": [] if best is None else list(kingdoms[best] or ()),
            "valid": len(valid) / len(genomes),
            "maxima": {name: max(values, default=0.0) for name, values in maxima.items()},
        }
        if one.form == "paper":
            measures |= _population(evolution.optimiser, desk.notes(one.name), measures, scores)
        return measures

    desk.stage(one.stage)
    space = evolution.optimiser.space
    return desk.evolve(one.name, space, lambda: evolution.optimiser, score, settings.generations, note)


def _population(
    optimiser: Any, before: list[dict[str, Any]], asked: dict[str, Any], scores: Sequence[float]
) -> dict[str, Any]:
    """Notes of the population in the paper's form, in which children compete with parents and scores are kept."""
    if not before:
        return {"scores": [float(score) for score in scores]}
    last, all_scores = before[-1], np.array([*before[-1]["scores"], *scores])
    stay = optimiser.survivors(all_scores)
    better = asked["best"] > last["best"] or not last["cards"]
    return {
        "best": max(asked["best"], last["best"]),
        "cards": asked["cards"] if better else last["cards"],
        "mean": float(all_scores[stay].mean()),
        "scores": all_scores[stay].tolist(),
    }
