"""Experiment: Table II, the evolutions, then evolved and printed sets on fresh seeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.arena.match_spec import Match
from ludus.arena.runner import run_match
from ludus.backends import Threads
from ludus.backends.cuda import Cuda
from ludus.bots import load_compiled_bot
from ludus.core.random import derive
from ludus.design.dominion.batch_play import play_kingdoms
from ludus.design.dominion.evolution import KingdomEvolution
from ludus.design.dominion.kingdom_numbering import VDOM_RULES, Kingdom, KingdomPool
from ludus.design.dominion.objectives import KingdomEvaluator
from ludus.design.dominion.predicted_lead_changes import TRAININGS
from ludus.lab import RunContext
from ludus.report.file_and_column_names import file_slug
from ludus.studies.dominion_card_evolution.config import (
    LEAD_MEASURE,
    OUTCOME_MEASURES,
    CardSetExperiment,
    DominionCardsConfig,
    EvolutionRun,
    chosen_experiments,
    evolution_runs,
)
from ludus.studies.dominion_card_evolution.published import published

BEST_PRINTED, BEST_PRINTED_GAMES = "max-earl-drew", "printed/games of the best set"
MATCHUPS_LABEL, REMEASURE_STAGE, PRINTED_STAGE = "random card sets", "found sets again", "printed sets"
RANDOM_BOT = "random"  # the player that the paper excluded
ORIGINAL_ENGINE_BOTS = ("earl", "drew")  # players of the reference games on the original engine


def run_experiment(settings: DominionCardsConfig, context: RunContext) -> None:
    """Play the match-ups, run the evolutions, and measure the sets."""
    pool, all_runs = KingdomPool("first"), evolution_runs(settings)
    context.plan_stages(stage_plan(settings, pool))
    context.begin_stage(MATCHUPS_LABEL)
    for one, other in matchup_pairs(settings):
        _play_matchup(context, settings, pool, one, other)
    for run in all_runs:
        evolve_card_sets(context, settings, pool, run)
    context.begin_stage(REMEASURE_STAGE)
    for experiment in chosen_experiments(settings):
        _measure_evolved(context, settings, pool, experiment)
    context.begin_stage(PRINTED_STAGE)
    for experiment in chosen_experiments(settings):
        _measure_printed(context, settings, pool, experiment)
    _measure_all_printed(context, settings, pool)
    _play_best_printed(context, settings, pool)


def matchup_pairs(settings: DominionCardsConfig) -> list[tuple[str, str]]:
    """Pairs of Table II, then every player against the random player."""
    pairs = [_with_fn_bot(settings, matchup.players) for matchup in published().table_2]
    players = dict.fromkeys(name for pair in pairs for name in pair)
    return [*pairs, *((name, RANDOM_BOT) for name in players)]


def matchup_result_name(one: str, other: str) -> str:
    """Name under which a match-up is stored."""
    return f"meeting/{file_slug(one)} {file_slug(other)}"


def random_card_sets(settings: DominionCardsConfig, pool: KingdomPool) -> np.ndarray:
    """Card sets of all match-ups."""
    rng = np.random.default_rng(derive(settings.seed, MATCHUPS_LABEL))
    return pool.unrank_all(rng.choice(pool.count, settings.random_sets, replace=False))


def evolved_sets(context: RunContext, settings: DominionCardsConfig, experiment: CardSetExperiment) -> list[Kingdom]:
    """Best sets of the first and the last generations of an experiment's evolutions, without duplicates."""
    all_notes = [context.result(run.name) for run in evolution_runs(settings) if run.experiment == experiment]
    return sorted({tuple(notes[at]["cards"]) for notes in all_notes for at in (0, -1)} - {()})


def _with_fn_bot(settings: DominionCardsConfig, players: tuple[str, str]) -> tuple[str, str]:
    one, other = (settings.fn if name == "fynbo-nellemann" else name for name in players)
    return one, other


def stage_plan(settings: DominionCardsConfig, pool: KingdomPool) -> dict[str, int]:
    """Games of every stage, by its title."""
    games: dict[str, int] = {MATCHUPS_LABEL: 2 * settings.random_sets * len(matchup_pairs(settings))}
    for run in evolution_runs(settings):
        table = KingdomEvaluator(pool, run.experiment.players, settings.games, led_games=settings.games)
        cost = table.games_needed(run.experiment.measures)
        games[run.stage] = settings.generations * settings.population * cost
    games[REMEASURE_STAGE] = 2 * len(evolution_runs(settings)) * settings.again_games
    games[PRINTED_STAGE] = (len(settings.experiments) + len(published().experiments) + 1) * settings.again_games
    return games


def _play_matchup(context: RunContext, settings: DominionCardsConfig, pool: KingdomPool, one: str, other: str) -> None:
    def play() -> dict[str, Any]:
        seed, kingdoms = derive(settings.seed, MATCHUPS_LABEL, one, other), random_card_sets(settings, pool)
        rows = play_kingdoms(pool, kingdoms, [one, other], 2, seed, context.backend, context.advance, VDOM_RULES)
        return {
            "wins": rows["wins"].astype(np.uint8),
            "draws": rows["draws"].astype(np.uint8),
            "points": rows["points"].sum(axis=0),
            "capped": int(rows["capped"].sum()),
        }

    context.cached(matchup_result_name(one, other), play)


def _measure_evolved(
    context: RunContext, settings: DominionCardsConfig, pool: KingdomPool, experiment: CardSetExperiment
) -> None:
    def play() -> dict[str, Any]:
        return _measure(context, settings, pool, experiment, evolved_sets(context, settings, experiment), "found")

    context.cached(f"fresh/{experiment.name}", play)


def _measure_printed(
    context: RunContext, settings: DominionCardsConfig, pool: KingdomPool, experiment: CardSetExperiment
) -> None:
    def play() -> dict[str, Any]:
        return _measure(
            context, settings, pool, experiment, [pool.read(published().experiments[experiment.name].cards)], "printed"
        )

    context.cached(f"printed/{experiment.name}", play)


def _measure_all_printed(context: RunContext, settings: DominionCardsConfig, pool: KingdomPool) -> None:
    """Measure the nine printed sets with the two players whose games on the original engine are known."""

    def play() -> dict[str, Any]:
        sets = [pool.read(printed.cards) for printed in published().experiments.values()]
        experiment = CardSetExperiment("max-earl-drew", ORIGINAL_ENGINE_BOTS)
        return _measure(context, settings, pool, experiment, sets, "original", (*OUTCOME_MEASURES, "turns"))

    context.cached("printed/by earl and drew", play)


def _play_best_printed(context: RunContext, settings: DominionCardsConfig, pool: KingdomPool) -> None:
    """Points of every game of Earl against Drew on the set that is printed with the highest f_s, by deal and seat."""

    def play() -> dict[str, Any]:
        content = pool.content(pool.read(published().experiments[BEST_PRINTED].cards), **VDOM_RULES)
        players = [load_compiled_bot(pool.game, name) for name in ORIGINAL_ENGINE_BOTS]
        match = Match(pool.game, content, players, derive(settings.seed, "again", "readings"))
        backend = Threads() if isinstance(context.backend, Cuda) else context.backend  # a few games
        outcomes = run_match(match, settings.again_games, backend, context.advance)
        return {"points": outcomes.scores.reshape(-1, 2, 2)}

    context.cached(BEST_PRINTED_GAMES, play)


def fresh_games(settings: DominionCardsConfig, experiment: CardSetExperiment) -> int:
    """Games on fresh seeds of each set of an experiment."""
    return settings.games if experiment.objective_kind == "lead" else settings.again_games


def _measure(
    context: RunContext,
    settings: DominionCardsConfig,
    pool: KingdomPool,
    experiment: CardSetExperiment,
    sets: list[Kingdom],
    what: str,
    names: tuple[str, ...] = (),
) -> dict[str, Any]:
    """Measure sets on seeds that no evolution used. Leads are predicted from as many games as in evolution."""
    games = fresh_games(settings, experiment)
    seed = derive(settings.seed, "again", what, experiment.name)
    table = KingdomEvaluator(pool, experiment.players, games, VDOM_RULES, led_games=games, led_trainings=TRAININGS)
    measured = table.measure(sets, names or experiment.measures, seed, context.backend, context.advance)
    return {
        "sets": [list(cards) for cards in sets],
        "games": games,
        "measures": {name: {"values": values, "errors": errors} for name, (values, errors) in measured.items()},
    }


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
        before = context.generation_notes(run.name)
        if run.form == "paper":
            measures |= _population_after(evolution.optimiser, before, measures, scores)
        elif run.form == "rescored" and before:
            stay = evolution.optimiser.survivors(np.array(scores))
            measures["mean"] = float(np.array(scores)[stay].mean())
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
