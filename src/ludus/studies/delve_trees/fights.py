"""Fights of bots with a tree: win rates, turns, and the value of its choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.compute import Place
from ludus.core.random import derive
from ludus.design.trees.explaining.picks import explain
from ludus.design.trees.explaining.telling import KINDS as FLAWS
from ludus.design.trees.picking.ways import Ways, ways
from ludus.design.trees.playing.fights import Played, play_encounters
from ludus.design.trees.playing.records import rows
from ludus.design.trees.playing.skill import decks_of
from ludus.design.trees.playing.validation import GREEDY, validate
from ludus.evolve.state import generator
from ludus.studies.delve_trees.config import Settings

LOTS = ("reference", "held-out")
SHOWN_DECKS, SHOWN_BUILDS, SHOWN_ORDERS = 2, 3, 2  # size of the sample of rows
STAGES = 6  # number of encounters


def fight(tree: Any, settings: Settings, seed: int, place: Place) -> dict[str, Any]:
    """Play all bots with both sets of decks and sum over builds and orders of cards; every build has equal weight.

    Returns:
        By deck set: `wins` by bot, deck and encounter, as shares of the fights; `turns` and `squares` by bot, sums over
        the `won` fights; `spread` by bot, and for all bots together, is the standard deviation of the win rate over
        builds, deck by deck; `spread_over_decks` that of the mean over decks.
    """
    through = sampled(ways(tree, STAGES), settings.builds, derive(seed, "builds"))
    sums: dict[str, Any] = {"builds": [len(encounter_builds) for encounter_builds in through.builds]}
    for lot in LOTS:
        decks = decks_of(lot)  # type: ignore[arg-type]
        played = play_encounters(through, settings.bots, decks, settings.orders, derive(seed, lot), place)
        sums[lot] = _sums(played)
    return sums


def weigh_choices(tree: Any, settings: Settings, seed: int, place: Place) -> dict[str, Any]:
    """GreedyBot with all builds and held-out decks: win rate with random picks, and statistics of the choices."""
    through = ways(tree, STAGES, seed=seed)
    decks = decks_of("held-out")
    played = play_encounters(through, [GREEDY], decks, settings.orders, derive(seed, "choices"), place)
    wins, explanation = validate(played)[0].wins, explain(played)
    return {
        "wins": wins.value,
        "entropy": explanation.entropy,
        "forced": explanation.forced,
        "clear": explanation.clear,
        "alike": explanation.alike,
        "flaws": {kind: sum(flaw.kind == kind for flaw in explanation.flaws) / max(1, len(tree)) for kind in FLAWS},
    }


def sample_rows(tree: Any, settings: Settings, seed: int, place: Place) -> str:
    """Some fights as rows of the thesis's Table 9."""
    through = sampled(ways(tree, STAGES), SHOWN_BUILDS, derive(seed, "builds"))
    decks = decks_of("held-out")[:SHOWN_DECKS]
    played = play_encounters(through, settings.bots, decks, SHOWN_ORDERS, derive(seed, "rows"), place)
    return "".join(rows(played))


def sampled(through: Ways, most: int, seed: int) -> Ways:
    """Sample builds of each encounter uniformly; all of them if there are at most `most`."""
    rng = generator(seed, "sampled builds")
    builds: list[Sequence[int]] = []
    for encounter_builds in through.builds:
        chosen = np.sort(rng.choice(len(encounter_builds), min(most, len(encounter_builds)), replace=False))
        builds.append(tuple(encounter_builds[k] for k in chosen))
    chances = tuple(np.full(len(encounter_builds), 1 / len(encounter_builds)) for encounter_builds in builds)
    return Ways(through.tree, tuple(map(tuple, builds)), chances, ())


def _sums(played: Played) -> dict[str, np.ndarray]:
    bots, decks = len(played.bots), len(played.decks)
    wins = np.zeros((bots, decks, STAGES))
    won, turns, squares = (np.zeros(bots, np.int64) for _ in range(3))
    ratios = []  # by bot, deck and build of any encounter
    for bot in range(bots):
        row = []
        for encounter in range(STAGES):
            fought = played.fought(bot, encounter)
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
