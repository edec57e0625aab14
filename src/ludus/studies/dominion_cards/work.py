"""Experiment: Table II, the evolutions, then evolved and printed sets on fresh seeds."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludus.core.random import derive
from ludus.design.kingdoms.leaders import TRAININGS
from ludus.design.kingdoms.objectives import KingdomEvaluator
from ludus.design.kingdoms.playing import play_kingdoms
from ludus.design.kingdoms.pool import VDOM_RULES, Kingdom, KingdomPool
from ludus.lab import RunContext
from ludus.lab.names import file_slug
from ludus.studies.dominion_cards.config import DominionCardsConfig
from ludus.studies.dominion_cards.evolution import evolve_card_sets
from ludus.studies.dominion_cards.plan import OUTCOME_MEASURES, CardSetExperiment, chosen_experiments, evolution_runs
from ludus.studies.dominion_cards.published import published

MATCHUPS_LABEL, REMEASURE_STAGE, PRINTED_STAGE = "random card sets", "found sets again", "printed sets"
RANDOM_BOT = "random"  # the player that the paper excluded
ORIGINAL_ENGINE_BOTS = ("earl", "drew")  # players of the reference games on the original engine


def run_experiment(settings: DominionCardsConfig, context: RunContext) -> None:
    """Play the match-ups, run the evolutions, and measure the sets."""
    pool, all_runs = KingdomPool("first"), evolution_runs(settings)
    context.plan_stages(_stage_plan(settings, pool))
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
    """Final sets of the evolutions of an experiment, without duplicates."""
    mine = [run for run in evolution_runs(settings) if run.experiment == experiment]
    return sorted({tuple(context.result(run.name)[-1]["cards"]) for run in mine} - {()})


def _with_fn_bot(settings: DominionCardsConfig, players: tuple[str, str]) -> tuple[str, str]:
    one, other = (settings.fn if name == "fynbo-nellemann" else name for name in players)
    return one, other


def _stage_plan(settings: DominionCardsConfig, pool: KingdomPool) -> dict[str, int]:
    games: dict[str, int] = {MATCHUPS_LABEL: 2 * settings.random_sets * len(matchup_pairs(settings))}
    for run in evolution_runs(settings):
        table = KingdomEvaluator(pool, run.experiment.players, settings.games, led_games=settings.games)
        cost = table.games_needed(run.experiment.measures)
        games[run.stage] = settings.generations * settings.population * cost
    games[REMEASURE_STAGE] = len(evolution_runs(settings)) * settings.again_games
    games[PRINTED_STAGE] = (len(settings.experiments) + len(published().experiments)) * settings.again_games
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

    context.cached(f"again/{experiment.name}", play)


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
    games = settings.games if experiment.objective_kind == "lead" else settings.again_games
    seed = derive(settings.seed, "again", what, experiment.name)
    table = KingdomEvaluator(pool, experiment.players, games, VDOM_RULES, led_games=games, led_trainings=TRAININGS)
    measured = table.measure(sets, names or experiment.measures, seed, context.backend, context.advance)
    return {
        "sets": [list(cards) for cards in sets],
        "games": games,
        "measures": {name: {"values": values, "errors": errors} for name, (values, errors) in measured.items()},
    }
