"""Rows of the replication of Mahlmann, Togelius and Yannakakis's paper on card sets of Dominion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from ludus.arena.match_spec import Match
from ludus.arena.runner import run_match
from ludus.bots import load_compiled_bot
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.design.dominion.batch_play import play_kingdoms
from ludus.design.dominion.kingdom_numbering import VDOM_RULES, KingdomPool
from ludus.design.dominion.measures import estimate, outcome_measure
from ludus.design.dominion.objectives import KingdomEvaluator
from ludus.lab.config import read_config
from ludus.studies import dominion_all_kingdoms, dominion_card_evolution, dominion_networks
from ludus.studies.dominion_all_kingdoms.experiment import LIST_ENDS
from ludus.studies.dominion_card_evolution.config import EvolutionRun, find_experiment
from ludus.studies.dominion_card_evolution.experiment import evolve_card_sets, fresh_games
from ludus.studies.dominion_networks.experiment import validation_seed
from ludus.studies.dominion_networks.report import rival_payoffs
from tools.remake_rows.rows import Cells, Row, read_rows
from tools.remake_rows.runs_again import BACKEND, estimate_cells, new_context, no_progress

SMALLEST_EVOLUTION = ('forms=["set"]', "repetitions=1", "few_repetitions=1", "population=4", "generations=2")
FEW_SETS = "random_sets=10"
MEASURE_NAMES = ("first_measure", "second_measure", "third_measure")


def without_evolutions(row: Row) -> Sequence[str]:
    """Settings for rows that need no evolution: one experiment, as small as possible."""
    return ('experiments=["max-earl-drew"]', *SMALLEST_EVOLUTION)


def printed_sets_only(row: Row) -> Sequence[str]:
    """Settings for rows about the printed sets."""
    return (*without_evolutions(row), FEW_SETS)


def one_experiment(row: Row) -> Sequence[str]:
    """Settings for the runs of a single experiment and form."""
    return (f'experiments=["{row["experiment"]}"]', f'forms=["{row["form"]}"]', FEW_SETS)


def is_quick_experiment(row: Row) -> bool:
    """Whether 30 runs of an experiment take minutes: those of the two simple players."""
    return row["experiment"] in ("max-earl-drew", "min-earl-drew")


def is_quick_run(row: Row) -> bool:
    """Whether a single run takes minutes: those without a prediction of who leads."""
    return not row["experiment"].startswith("lead")


def all_sets_row(folder: Path, row: Row) -> Cells:
    """A run of an evolution, and the set that it ends with, on fresh seeds."""
    settings = read_config(dominion_card_evolution.study, folder / "config.toml")
    pool, context = KingdomPool("first"), new_context()
    experiment = find_experiment(settings, row["experiment"])
    run = EvolutionRun(experiment, row["form"], int(row["run"]))
    context.plan_stages({run.stage: 1})
    last = evolve_card_sets(context, settings, pool, run)[-1]
    games = fresh_games(settings, experiment)
    evaluator = KingdomEvaluator(pool, experiment.players, games, VDOM_RULES)
    seed = derive(settings.seed, "again", "found", experiment.name)
    measured = evaluator.measure([tuple(last["cards"])], experiment.measures, seed, BACKEND, no_progress)
    cells: Cells = {"kingdom": ", ".join(pool.write(tuple(last["cards"]))), "seen": float(last["best"])}
    for name, measure in zip(MEASURE_NAMES, experiment.measures, strict=True):
        values, errors = measured[measure]
        cells |= estimate_cells(name, estimate(measure, float(values[0]), float(errors[0]), games // 2))
    return cells


def list_end_row(measure: str) -> Callable[[Path, Row], Cells]:
    """Return a function that plays a kingdom of the first or last 200 three times again."""

    def remake(folder: Path, row: Row) -> Cells:
        settings = read_config(dominion_all_kingdoms.study, folder / "config.toml")
        label = "last" if row["kingdom"] in _winners(folder) else "once more"
        cells: Cells = {}
        for column, games, stream in (
            ("first", settings.games, "every kingdom"),
            ("again", settings.shortlist_games, "again"),
        ):
            cells[column] = _measure_kingdom(folder, row["kingdom"], games, stream, measure)[0]
        value, error = _measure_kingdom(folder, row["kingdom"], settings.final_games, label, measure)
        return cells | estimate_cells("last", estimate(measure, value, error, settings.final_games // 2))

    return remake


def printed_kingdom_row(folder: Path, row: Row) -> Cells:
    """Measures of a printed set; how many kingdoms are above it is not counted again."""
    settings = read_config(dominion_all_kingdoms.study, folder / "config.toml")
    cells: Cells = {}
    for column, measure in (("skill_computed", "skill-computed"), ("skill", "skill"), ("wins", "wins")):
        value, error = _measure_kingdom(folder, row["kingdom"], settings.final_games, "once more", measure)
        cells |= estimate_cells(column, estimate(measure, value, error, settings.final_games // 2))
    return cells


def rivals_row(folder: Path, row: Row) -> Cells:
    """The kept networks against a rival."""
    settings, game = read_config(dominion_networks.study, folder / "config.toml"), load_game("dominion")
    player = f"fynbo-nellemann:networks={folder / 'fynbo-nellemann.json'}"
    content = game.content(**settings.game_options(row["edition"]))
    bots = [load_compiled_bot(game, text) for text in (player, row["rival"])]
    match = Match(game, content, bots, validation_seed(settings))
    payoffs = rival_payoffs(match.by_player(run_match(match, settings.validation_games, BACKEND, no_progress)))
    shares = estimate_cells("share", payoffs.share) | estimate_cells("wins", payoffs.wins)
    return {"games": payoffs.games, **shares, **estimate_cells("rival_wins", payoffs.rival_wins)}


def _measure_kingdom(folder: Path, kingdom: str, games: int, stream: str, measure: str) -> tuple[float, float]:
    values, errors = outcome_measure(measure, _play(folder, kingdom, games, stream))
    return float(values[0]), float(errors[0])


@cache
def _play(folder: Path, kingdom: str, games: int, stream: str) -> np.ndarray:
    settings = read_config(dominion_all_kingdoms.study, folder / "config.toml")
    pool = KingdomPool(settings.edition)
    kingdoms = pool.unrank_all(np.array([pool.rank(pool.read(kingdom))]))
    seed = derive(settings.seed, stream)
    return play_kingdoms(pool, kingdoms, settings.players, games, seed, BACKEND, no_progress, settings.options)


@cache
def _winners(folder: Path) -> set[str]:
    """Kingdoms that were played a fourth time: the first of each list, and those of searches."""
    firsts = {read_rows(folder / "tables" / f"{end.name}.csv")[0]["kingdom"] for end in LIST_ENDS}
    return firsts | {row["kingdom"] for row in read_rows(folder / "tables" / "searches.csv")}
