"""Evolution of card sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.core.random import derive
from ludus.design.kingdoms.evolving import KingdomEvolution
from ludus.design.kingdoms.objectives import KingdomEvaluator
from ludus.design.kingdoms.pool import VDOM_RULES, KingdomPool
from ludus.lab import RunContext
from ludus.studies.dominion_cards.config import DominionCardsConfig
from ludus.studies.dominion_cards.plan import LEAD_MEASURE, OUTCOME_MEASURES, EvolutionRun


def evolve_card_sets(
    context: RunContext, settings: DominionCardsConfig, pool: KingdomPool, run: EvolutionRun
) -> list[dict[str, Any]]:
    """Run or resume one evolution; returns the notes of all generations."""
    seed = derive(settings.seed, run.name)
    table = KingdomEvaluator(pool, run.experiment.players, settings.games, VDOM_RULES, led_games=settings.games)
    objective = run.experiment.objective(settings)
    evolution = KingdomEvolution(table, objective, derive(seed, "breed"), run.form, settings.population)  # type: ignore[arg-type]
    # Both kinds of f_s come from the same games.
    names = (LEAD_MEASURE,) if run.experiment.objective_kind == "lead" else OUTCOME_MEASURES[:2]
    maxima: dict[str, list[float]] = {}

    def score(generation: int, genomes: Sequence[Any]) -> list[float]:
        kingdoms = [evolution.constraints.kingdom(genome) for genome in genomes]
        played = sorted({kingdom for kingdom in kingdoms if kingdom is not None})
        measures = table.measure(played, names, derive(seed, "games", generation), context.backend, context.advance)
        scores = dict(zip(played, objective.score(measures).tolist(), strict=True))
        maxima.clear()
        maxima.update({name: [run.experiment.fitness(float(value)) for value in measures[name][0]] for name in names})
        context.advance(0, generation=generation + 1, best=round(max(scores.values(), default=0.0), 4))
        return [objective.worst if kingdom is None else scores[kingdom] for kingdom in kingdoms]

    def note(generation: int, genomes: Sequence[Any], scores: Sequence[float]) -> dict[str, Any]:
        kingdoms = [evolution.constraints.kingdom(genome) for genome in genomes]
        valid = [k for k, kingdom in enumerate(kingdoms) if kingdom is not None]
        best = max(valid, key=lambda k: scores[k], default=None)  # the first of equal ones
        measures = {
            "best": objective.worst if best is None else float(scores[best]),
            "mean": float(np.mean(scores)),
            "cards": [] if best is None else list(kingdoms[best] or ()),
            "valid": len(valid) / len(genomes),
            "maxima": {name: max(values, default=0.0) for name, values in maxima.items()},
        }
        if run.form == "paper":
            measures |= _population_after(evolution.optimiser, context.generation_notes(run.name), measures, scores)
        return measures

    context.begin_stage(run.stage)
    space = evolution.optimiser.space
    return context.evolve(run.name, space, lambda: evolution.optimiser, score, settings.generations, note)


def _population_after(
    optimiser: Any, before: list[dict[str, Any]], child_facts: dict[str, Any], scores: Sequence[float]
) -> dict[str, Any]:
    """Notes of the population in the paper's form, in which children compete with parents and scores are kept."""
    if not before:
        return {"scores": [float(score) for score in scores]}
    last, all_scores = before[-1], np.array([*before[-1]["scores"], *scores])
    stay = optimiser.survivors(all_scores)
    better = child_facts["best"] > last["best"] or not last["cards"]
    return {
        "best": max(child_facts["best"], last["best"]),
        "cards": child_facts["cards"] if better else last["cards"],
        "mean": float(all_scores[stay].mean()),
        "scores": all_scores[stay].tolist(),
    }
