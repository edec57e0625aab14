"""Fights of bots with a tree: win rates, turns, and the value of its choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.compute import Backend
from ludus.core.random import derive
from ludus.design.trees.explaining.picks import analyse_choices
from ludus.design.trees.explaining.telling import KINDS as FLAWS
from ludus.design.trees.picking.ways import BuildProbabilities, build_probabilities
from ludus.design.trees.playing.fights import FightResults, play_encounters
from ludus.design.trees.playing.records import fight_csv_lines
from ludus.design.trees.playing.skill import deck_set
from ludus.design.trees.playing.validation import GREEDY_BOT, summarise_bots
from ludus.evolve.state import numpy_generator
from ludus.studies.delve_trees.config import DelveTreesConfig

DECK_SETS = ("reference", "held-out")
SAMPLE_DECKS, SAMPLE_BUILDS, SAMPLE_ORDERS = 2, 3, 2  # size of the sample of rows
ENCOUNTERS = 6  # number of encounters


def fight_all(tree: Any, settings: DelveTreesConfig, seed: int, backend: Backend) -> dict[str, Any]:
    """Play all bots with both sets of decks and sum over builds and orders of cards; every build has equal weight.

    Returns:
        By deck set: `wins` by bot, deck and encounter, as shares of the fights; `turns` and `squares` by bot, sums over
        the `won` fights; `spread` by bot, and for all bots together, is the standard deviation of the win rate over
        builds, deck by deck; `spread_over_decks` that of the mean over decks.
    """
    through = sample_builds(build_probabilities(tree, ENCOUNTERS), settings.builds, derive(seed, "builds"))
    sums: dict[str, Any] = {"builds": [len(encounter_builds) for encounter_builds in through.builds]}
    for lot in DECK_SETS:
        decks = deck_set(lot)  # type: ignore[arg-type]
        played = play_encounters(through, settings.bots, decks, settings.orders, derive(seed, lot), backend)
        sums[lot] = _fight_sums(played)
    return sums


def measure_choices(tree: Any, settings: DelveTreesConfig, seed: int, backend: Backend) -> dict[str, Any]:
    """GreedyBot with all builds and held-out decks: win rate with random picks, and statistics of the choices."""
    through = build_probabilities(tree, ENCOUNTERS, seed=seed)
    decks = deck_set("held-out")
    played = play_encounters(through, [GREEDY_BOT], decks, settings.orders, derive(seed, "choices"), backend)
    wins, explanation = summarise_bots(played)[0].wins, analyse_choices(played)
    return {
        "wins": wins.value,
        "entropy": explanation.entropy,
        "forced": explanation.forced,
        "clear": explanation.clear,
        "alike": explanation.indifferent,
        "flaws": {kind: sum(flaw.kind == kind for flaw in explanation.flaws) / max(1, len(tree)) for kind in FLAWS},
    }


def sample_rows(tree: Any, settings: DelveTreesConfig, seed: int, backend: Backend) -> str:
    """Some fights as rows of the thesis's Table 9."""
    through = sample_builds(build_probabilities(tree, ENCOUNTERS), SAMPLE_BUILDS, derive(seed, "builds"))
    decks = deck_set("held-out")[:SAMPLE_DECKS]
    played = play_encounters(through, settings.bots, decks, SAMPLE_ORDERS, derive(seed, "rows"), backend)
    return "".join(fight_csv_lines(played))


def sample_builds(through: BuildProbabilities, most: int, seed: int) -> BuildProbabilities:
    """Sample builds of each encounter uniformly; all of them if there are at most `most`."""
    rng = numpy_generator(seed, "sampled builds")
    builds: list[Sequence[int]] = []
    for encounter_builds in through.builds:
        chosen = np.sort(rng.choice(len(encounter_builds), min(most, len(encounter_builds)), replace=False))
        builds.append(tuple(encounter_builds[k] for k in chosen))
    chances = tuple(np.full(len(encounter_builds), 1 / len(encounter_builds)) for encounter_builds in builds)
    return BuildProbabilities(through.tree, tuple(map(tuple, builds)), chances, ())


def _fight_sums(played: FightResults) -> dict[str, np.ndarray]:
    bots, decks = len(played.bots), len(played.decks)
    wins = np.zeros((bots, decks, ENCOUNTERS))
    won, turns, squares = (np.zeros(bots, np.int64) for _ in range(3))
    ratios = []  # by bot, deck and build of any encounter
    for bot in range(bots):
        row = []
        for encounter in range(ENCOUNTERS):
            fought = played.fight_rows(bot, encounter)
            wins[bot, :, encounter] = fought["won"].mean(axis=(1, 2))
            lasted = fought["turns"].astype(np.int64)[fought["won"] > 0]
            won[bot] += len(lasted)
            turns[bot] += lasted.sum()
            squares[bot] += (lasted**2).sum()
            row.append(fought["won"].mean(axis=2))
        ratios.append(np.concatenate(row, axis=1))
    all_ratios = np.array([*ratios, np.mean(ratios, axis=0)])
    return {
        "wins": wins,
        "won": won,
        "turns": turns,
        "squares": squares,
        "spread": all_ratios.std(axis=2).mean(axis=1),
        "spread_over_decks": all_ratios.mean(axis=1).std(axis=1),
    }
