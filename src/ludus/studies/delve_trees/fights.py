"""Bots with a tree: what they win, how long it takes, and what its choices are worth."""

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
SHOWN_DECKS, SHOWN_BUILDS, SHOWN_ORDERS = 2, 3, 2  # of the sample of rows
STAGES = 6  # encounters


def fight(tree: Any, settings: Settings, seed: int, place: Place) -> dict[str, Any]:
    """All bots with both lots of decks; sums over builds and orders of cards. Every build counts alike.

    By lot: `wins` by bot, deck and encounter, as shares of the fights; `turns` and `squares` by bot, sums over fights
    won, of which there are `won`; `spread` by bot, and of all bots together, is the standard deviation of the win ratio
    over builds, deck by deck, and `spread_over_decks` that of the mean over decks.
    """
    through = sampled(ways(tree, STAGES), settings.builds, derive(seed, "builds"))
    found: dict[str, Any] = {"builds": [len(each) for each in through.builds]}
    for lot in LOTS:
        decks = decks_of(lot)  # type: ignore[arg-type]
        played = play_encounters(through, settings.bots, decks, settings.orders, derive(seed, lot), place)
        found[lot] = _sums(played)
    return found


def weigh_choices(tree: Any, settings: Settings, seed: int, place: Place) -> dict[str, Any]:
    """GreedyBot with all builds and the held-out decks: its win ratio with random picks, and what choices there are."""
    through = ways(tree, STAGES, seed=seed)
    decks = decks_of("held-out")
    played = play_encounters(through, [GREEDY], decks, settings.orders, derive(seed, "choices"), place)
    wins, told = validate(played)[0].wins, explain(played)
    return {
        "wins": wins.value,
        "entropy": told.entropy,
        "forced": told.forced,
        "clear": told.clear,
        "alike": told.alike,
        "flaws": {kind: sum(flaw.kind == kind for flaw in told.flaws) / max(1, len(tree)) for kind in FLAWS},
    }


def sample_rows(tree: Any, settings: Settings, seed: int, place: Place) -> str:
    """Some fights as rows of the thesis's Table 9."""
    through = sampled(ways(tree, STAGES), SHOWN_BUILDS, derive(seed, "builds"))
    decks = decks_of("held-out")[:SHOWN_DECKS]
    played = play_encounters(through, settings.bots, decks, SHOWN_ORDERS, derive(seed, "rows"), place)
    return "".join(rows(played))


def sampled(through: Ways, most: int, seed: int) -> Ways:
    """So many builds of each encounter, any as likely as any other; all where there are no more."""
    rng = generator(seed, "sampled builds")
    builds: list[Sequence[int]] = []
    for each in through.builds:
        chosen = np.sort(rng.choice(len(each), min(most, len(each)), replace=False))
        builds.append(tuple(each[k] for k in chosen))
    chances = tuple(np.full(len(each), 1 / len(each)) for each in builds)
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
    each = np.array([*ratios, np.mean(ratios, axis=0)])
    return {
        "wins": wins,
        "won": won,
        "turns": turns,
        "squares": squares,
        "spread": each.std(axis=2).mean(axis=1),
        "spread_over_decks": each.mean(axis=1).std(axis=1),
    }
