"""Names that say what a build becomes, and the kinds of builds of a tree.

    describe_bonus([9, 1, 2, 0])            "area damage, little energy"
    describe_build(tree, build)             of the nodes that a player owns

A build is named after what its nodes add to the damage of the four classes of cards: which cards it favours (area or
single-target), and which resource it neglects. What nodes add beside damage is named in groups: `with defence, new
cards`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludus.design.delve.builds.random_pick_probabilities import (
    BuildBits,
    build_bonus,
    build_gains,
    build_nodes,
)
from ludus.design.delve.inspection.measure_tree import TreeMeasurement
from ludus.design.delve.playtest.deck_intervals import wins_over_decks
from ludus.games.delve.constants import AREA_ENERGY, AREA_MANA, EFFECTS, RULES, TARGETED_MANA
from ludus.games.delve.skill_tree import SkillTree
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.util.text import plural

MOST, MAIN = 0.75, 0.6  # share of all bonuses from which on a build is `area damage` or `mostly area damage`
LITTLE = 0.35  # share of all bonuses up to which a resource is `little`
GAINS = {  # groups of what nodes add beside damage
    "defence": ("block", "heal", "max_hit_points", "turn_block", "regeneration"),
    "strength": ("strength",),
    "statuses": ("weak", "vulnerable", "poison"),
    "resources": ("gain_energy", "gain_mana", "max_energy", "max_mana"),
    "larger hands": ("draw", "hand_size"),
}
NEW_CARDS = "new cards"
MIN_CHANCE = 0.005  # kinds that random picks lead to less often are not in the answer
MIN_DIFFERENCE = 0.005  # of win rates that the answer speaks of


def describe_bonus(bonus: Sequence[int] | np.ndarray, gains: Sequence[int] | np.ndarray = ()) -> str:
    """Return a short name for what a build becomes.

    Args:
        bonus: what the build adds to the damage of each class of cards: area mana, area energy, targeted mana, targeted
            energy.
        gains: what it adds beside damage, as a row of `SkillTree.gains`.
    """
    total, others = float(sum(bonus)), _name_gains(gains)
    if total <= 0:
        return f"{', '.join(others)}, no damage" if others else "no bonus"
    area = (float(bonus[AREA_MANA]) + float(bonus[AREA_ENERGY])) / total
    mana = (float(bonus[AREA_MANA]) + float(bonus[TARGETED_MANA])) / total
    parts = ["damage of all kinds"]
    for share, kind in ((area, "area damage"), (1 - area, "single-target damage")):
        if share >= MAIN:
            parts = [kind if share >= MOST else f"mostly {kind}"]
    for share, resource in ((mana, "mana"), (1 - mana, "energy")):
        if share <= LITTLE:
            parts.append(f"{'no' if share == 0 else 'little'} {resource}")
    return ", ".join(parts) + (f", with {', '.join(others)}" if others else "")


def _name_gains(gains: Sequence[int] | np.ndarray) -> list[str]:
    """The groups of what a build adds beside damage."""
    if not len(gains):
        return []
    names = (*EFFECTS, *RULES)
    raised = {name for name, amount in zip(names, gains, strict=False) if amount}
    groups = [group for group, members in GAINS.items() if raised & set(members)]
    return [*groups, NEW_CARDS] if any(gains[len(names) :]) else groups


def describe_build(tree: SkillTree, build: BuildBits) -> str:
    """Return a short name for what a build, one bit per node, becomes."""
    return describe_bonus(build_bonus(tree, build), build_gains(tree, build))


@dataclass(frozen=True)
class BuildKind:
    """The builds of the last encounter that become the same."""

    name: str
    builds: int
    chance: float  # that random picks lead to one of them
    wins: Estimate  # with random picks among them
    best: list[str]  # nodes of the build that wins most
    best_wins: float


def build_kinds(measured: TreeMeasurement) -> list[BuildKind]:
    """Return the kinds of builds with which the last encounter is fought, those that win most first."""
    played = measured.played
    last = len(played.encounters) - 1
    builds, chances = played.builds.by_encounter[last], played.builds.probabilities[last]
    members: dict[str, list[int]] = {}
    for k, (bonus, gains) in enumerate(zip(played.builds.bonuses[last], played.builds.gains[last], strict=True)):
        members.setdefault(describe_bonus(bonus, gains), []).append(k)
    won = played.won_fights(0, last)  # by deck, build and card order
    shares = played.win_rates(0, last).mean(axis=0)
    kinds = []
    for name, numbers in members.items():
        chance = float(chances[numbers].sum())
        weights = chances[numbers] / chance if chance > 0 else np.full(len(numbers), 1 / len(numbers))
        by_order = np.einsum("dbo,b->do", won[:, numbers], weights)
        best = max(numbers, key=lambda k: (shares[k], -k))
        names = [measured.tree.nodes[node].name for node in build_nodes(builds[best])]
        wins = wins_over_decks(by_order)
        kinds.append(BuildKind(name, len(numbers), chance, wins, names, float(shares[best])))
    return sorted(kinds, key=lambda kind: (-kind.wins.value, kind.name))


def build_kinds_table(kinds: Sequence[BuildKind], bot: str) -> Table:
    """Return a table of the kinds of builds."""
    columns = [
        Column.text("becomes", "what a build becomes"),
        Column.integer("builds"),
        Column.number("chance", "of random picks, %"),
        Column.share("wins", "last encounter won"),
        Column.text("best", "the best of them"),
        Column.number("best_wins", "it wins, %", on_screen=False),
    ]
    rows = [
        [
            *(kind.name, kind.builds, round(100 * kind.chance, 1), kind.wins),
            *(", ".join(kind.best), round(100 * kind.best_wins, 1)),
        ]
        for kind in kinds
    ]
    return Table("builds", columns, rows, f"What builds become by the last encounter, as {bot} plays it")


def kinds_sentence(kinds: Sequence[BuildKind]) -> str:
    """Return a sentence about the kind that won most and the one that won least, of those that are not rare.

    The two were chosen by their results, so the sentence says what happened and gives no verdict.
    """
    usual = [kind for kind in kinds if kind.chance >= MIN_CHANCE] or list(kinds)
    first, last = usual[0], usual[-1]
    if len(usual) > 1 and first.wins.value - last.wins.value < MIN_DIFFERENCE:
        return f"All {plural(len(usual), 'kind')} of builds won the last encounter alike ({first.wins.in_percent()})."
    if last is first:
        return f'All builds become "{first.name}" ({first.wins.in_percent()} of the last encounter won).'
    return (
        f'Builds that won most here become "{first.name}" ({first.wins.in_percent()} of the last encounter won), those '
        f'that won least "{last.name}" ({last.wins.in_percent()}).'
    )
