"""What-if analysis: the same fights again with changed values, paired."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ludus.backends import Backend
from ludus.design.delve.builds.random_pick_probabilities import BuildProbabilities
from ludus.design.delve.inspection.flow_judgement import FlowJudgement
from ludus.design.delve.inspection.measure_tree import ChoiceAnalysis, TreeMeasurement, analyse_choices
from ludus.design.delve.options import InspectionSettings
from ludus.design.delve.playtest.bot_win_rates import BotResult, summarise_bots, win_rate_by_order
from ludus.design.delve.playtest.deck_intervals import difference_over_decks
from ludus.design.delve.playtest.fights import FightResults, play_encounters
from ludus.games.delve.skill_tree import SkillTree
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate


@dataclass(frozen=True)
class WhatIfResult:
    """The changed tree, and the difference of wins."""

    tree: SkillTree
    explained: ChoiceAnalysis
    result: BotResult
    difference: Estimate  # of all fights
    by_encounter: tuple[Estimate, ...]


def play_changed_tree(
    measured: TreeMeasurement,
    tree: SkillTree,
    settings: InspectionSettings,
    backend: Backend,
    progress: Callable[[int], None] | None = None,
) -> WhatIfResult:
    """Play again with a tree that differs only in values."""
    before = measured.played
    after = play_encounters(
        replace_tree(before.builds, tree),
        before.bots,
        settings.decks,
        before.orders,
        before.seed,
        backend,
        progress,
        settings.encounters,
        settings.rules,
    )
    return WhatIfResult(tree, analyse_choices(after), summarise_bots(after)[0], *paired_win_difference(after, before))


def paired_win_difference(after: FightResults, before: FightResults) -> tuple[Estimate, tuple[Estimate, ...]]:
    """Return how much more is won with one tree than with another on the same decks and card orders.

    Returns:
        The difference over all fights, and by encounter.
    """
    pairs = [[win_rate_by_order(played, 0, k) for played in (after, before)] for k in range(len(after.encounters))]
    by_encounter = tuple(difference_over_decks(one, other) for one, other in pairs)
    one, other = np.mean(pairs, axis=0)  # by deck and order of cards
    return difference_over_decks(one, other), by_encounter


def replace_tree(builds: BuildProbabilities, tree: SkillTree) -> BuildProbabilities:
    """Return the same builds for a tree of the same shape."""
    return replace(builds, tree=tree)


def describe_change(measured: TreeMeasurement, changed: WhatIfResult) -> list[str]:
    """Describe the effect in sentences."""
    parts = [
        f"{old.name} from {old.value} to {new.value}"
        for old, new in zip(measured.tree.nodes, changed.tree.nodes, strict=True)
        if old != new
    ]
    more = changed.difference
    sentences = [
        f"What if {' and '.join(parts)}: encounters won change by {100 * more.value:+.1f} percentage points "
        f"[{100 * more.low:+.1f}, {100 * more.high:+.1f}], to {changed.result.wins.in_percent()}."
    ]
    before = {(flaw.kind, flaw.node) for flaw in measured.explained.flaws}
    after = {(flaw.kind, flaw.node) for flaw in changed.explained.flaws}
    for what, flaws in (("no longer", before - after), ("now", after - before)):
        if flaws:
            names = ", ".join(f"{measured.tree.nodes[node].name} is {what} {kind}" for kind, node in sorted(flaws))
            sentences.append(f"{names}.")
    if before == after:
        sentences.append("No flaw of a node appears or disappears.")
    return sentences


def what_if_encounters_table(
    measured: TreeMeasurement, changed: WhatIfResult, settings: InspectionSettings, flow: FlowJudgement
) -> Table:
    """Return a table by encounter."""
    columns = [
        Column.integer("encounter"),
        Column.share("before"),
        Column.share("after"),
        Column.difference("more"),
        Column.text("verdict"),
    ]
    verdicts = flow.further_zones([stage.wins for stage in changed.result.encounters])
    rows = [
        [k + 1, old.wins, new.wins, more, verdict]
        for k, (old, new, more, verdict) in enumerate(
            zip(
                measured.bot_result(settings.main_bot).encounters,
                changed.result.encounters,
                changed.by_encounter,
                verdicts,
                strict=True,
            )
        )
    ]
    return Table("what_if", columns, rows, f"What if: encounters of {settings.main_bot} won before and after")


def what_if_nodes_table(measured: TreeMeasurement, changed: WhatIfResult) -> Table:
    """Return a table by node."""
    columns = [
        Column.text("node"),
        Column.integer("value"),
        Column.integer("new_value", "value then"),
        Column.number("picked", "best pick, %"),
        Column.number("new_picked", "then, %"),
        Column.share("wins", "wins with it"),
        Column.share("new_wins", "then"),
    ]
    rows = [
        [
            *(old.name, old.value, new.value, round(100 * before.picked, 1), round(100 * after.picked, 1)),
            *(before.wins, after.wins),
        ]
        for old, new, before, after in zip(
            measured.tree.nodes, changed.tree.nodes, measured.explained.nodes, changed.explained.nodes, strict=True
        )
    ]
    return Table("what_if_nodes", columns, rows, "What if: the nodes before and after")
