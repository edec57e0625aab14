"""Experiment: Table II, the evolutions, then evolved and printed sets on fresh seeds."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludus.core.random import derive
from ludus.design.kingdoms.leaders import TRAININGS
from ludus.design.kingdoms.objectives import Table
from ludus.design.kingdoms.playing import play_kingdoms
from ludus.design.kingdoms.pool import PAPER, Kingdom, Pool
from ludus.lab import Desk
from ludus.lab.names import file_name
from ludus.studies.dominion_cards.config import Settings
from ludus.studies.dominion_cards.evolution import evolve
from ludus.studies.dominion_cards.plan import OUTCOMES, Experiment, experiments, runs
from ludus.studies.dominion_cards.published import published

MEETINGS, AGAIN, PRINTED = "random card sets", "found sets again", "printed sets"
NOBODY = "random"  # the player that the paper excluded
VDOM = ("earl", "drew")  # players of the reference games on the original engine


def work(settings: Settings, desk: Desk) -> None:
    """Play the match-ups, run the evolutions, and measure the sets."""
    pool, all_runs = Pool("first"), runs(settings)
    desk.plan(_stages(settings, pool))
    desk.stage(MEETINGS)
    for one, other in meetings(settings):
        _meet(desk, settings, pool, one, other)
    for run in all_runs:
        evolve(desk, settings, pool, run)
    desk.stage(AGAIN)
    for experiment in experiments(settings):
        _measure_found(desk, settings, pool, experiment)
    desk.stage(PRINTED)
    for experiment in experiments(settings):
        _measure_printed(desk, settings, pool, experiment)
    _measure_all_printed(desk, settings, pool)


def meetings(settings: Settings) -> list[tuple[str, str]]:
    """Pairs of Table II, then every player against the random player."""
    pairs = [_named(settings, matchup.players) for matchup in published().table_2]
    players = dict.fromkeys(name for pair in pairs for name in pair)
    return [*pairs, *((name, NOBODY) for name in players)]


def meeting_name(one: str, other: str) -> str:
    """Name under which a match-up is stored."""
    return f"meeting/{file_name(one)} {file_name(other)}"


def random_sets(settings: Settings, pool: Pool) -> np.ndarray:
    """Card sets of all match-ups."""
    rng = np.random.default_rng(derive(settings.seed, MEETINGS))
    return pool.unrank_all(rng.choice(pool.count, settings.random_sets, replace=False))


def found_sets(desk: Desk, settings: Settings, each: Experiment) -> list[Kingdom]:
    """Final sets of the evolutions of an experiment, without duplicates."""
    mine = [run for run in runs(settings) if run.experiment == each]
    return sorted({tuple(desk.kept(run.name)[-1]["cards"]) for run in mine} - {()})


def _named(settings: Settings, players: tuple[str, str]) -> tuple[str, str]:
    one, other = (settings.fn if name == "fynbo-nellemann" else name for name in players)
    return one, other


def _stages(settings: Settings, pool: Pool) -> dict[str, int]:
    games: dict[str, int] = {MEETINGS: 2 * settings.random_sets * len(meetings(settings))}
    for run in runs(settings):
        table = Table(pool, run.experiment.players, settings.games, led_games=settings.games)
        cost = table.cost(run.experiment.measures)
        games[run.stage] = settings.generations * settings.population * cost
    games[AGAIN] = len(runs(settings)) * settings.again_games
    games[PRINTED] = (len(settings.experiments) + len(published().experiments)) * settings.again_games
    return games


def _meet(desk: Desk, settings: Settings, pool: Pool, one: str, other: str) -> None:
    def play() -> dict[str, Any]:
        seed, kingdoms = derive(settings.seed, MEETINGS, one, other), random_sets(settings, pool)
        rows = play_kingdoms(pool, kingdoms, [one, other], 2, seed, desk.place, desk.advance, PAPER)
        return {
            "wins": rows["wins"].astype(np.uint8),
            "draws": rows["draws"].astype(np.uint8),
            "points": rows["points"].sum(axis=0),
            "capped": int(rows["capped"].sum()),
        }

    desk.keep(meeting_name(one, other), play)


def _measure_found(desk: Desk, settings: Settings, pool: Pool, each: Experiment) -> None:
    def play() -> dict[str, Any]:
        return _measure(desk, settings, pool, each, found_sets(desk, settings, each), "found")

    desk.keep(f"again/{each.name}", play)


def _measure_printed(desk: Desk, settings: Settings, pool: Pool, each: Experiment) -> None:
    def play() -> dict[str, Any]:
        return _measure(desk, settings, pool, each, [pool.read(published().experiments[each.name].cards)], "printed")

    desk.keep(f"printed/{each.name}", play)


def _measure_all_printed(desk: Desk, settings: Settings, pool: Pool) -> None:
    """Measure the nine printed sets with the two players whose games on the original engine are known."""

    def play() -> dict[str, Any]:
        sets = [pool.read(printed.cards) for printed in published().experiments.values()]
        experiment = Experiment("max-earl-drew", VDOM)
        return _measure(desk, settings, pool, experiment, sets, "original", (*OUTCOMES, "turns"))

    desk.keep("printed/by earl and drew", play)


def _measure(
    desk: Desk,
    settings: Settings,
    pool: Pool,
    each: Experiment,
    sets: list[Kingdom],
    what: str,
    names: tuple[str, ...] = (),
) -> dict[str, Any]:
    """Measure sets on seeds that no evolution used. Leads are predicted from as many games as in evolution."""
    games = settings.games if each.kind == "lead" else settings.again_games
    seed = derive(settings.seed, "again", what, each.name)
    table = Table(pool, each.players, games, PAPER, led_games=games, led_trainings=TRAININGS)
    measured = table.measure(sets, names or each.measures, seed, desk.place, desk.advance)
    return {
        "sets": [list(cards) for cards in sets],
        "games": games,
        "measures": {name: {"values": values, "errors": errors} for name, (values, errors) in measured.items()},
    }
