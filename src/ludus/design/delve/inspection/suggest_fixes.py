"""Suggested fixes: new values of a few nodes, one after another, so that more nodes are worth picking.

    steps = find_fixes(measured, settings, backend)
    steps[-1].tree              the tree after all of them

Each change maximises the evenness of the best picks over the nodes, minus the change of the win rate: a tree should get
better choices and stay as hard. All candidates are tried with the same fights. Only values are changed; nodes that are
out of reach or redundant need another position or another target.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ludus.backends import Backend
from ludus.design.delve.inspection.measure_tree import ChoiceAnalysis, TreeMeasurement, analyse_choices
from ludus.design.delve.inspection.report import describe_flaw_counts
from ludus.design.delve.options import InspectionSettings
from ludus.design.delve.playtest.bot_win_rates import summarise_bots
from ludus.design.delve.playtest.fights import count_fights, play_encounters
from ludus.games.delve.constants import UNLOCK_NODE
from ludus.games.delve.skill_tree import SkillTree
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate

MAX_FIXES = 3
MAX_CANDIDATES = 24  # per step
MAX_NEW_VALUE = 10  # largest new value
MIN_GAIN = 0.01
ORDERS_DIVISOR = 2  # divisor of the card orders per candidate


@dataclass(frozen=True)
class FixStep:
    """A change that was made."""

    node: int
    before: int  # the value
    after: int
    tree: SkillTree
    explained: ChoiceAnalysis
    wins: Estimate  # with random picks

    def score(self, start: Estimate) -> float:
        """Evenness of the best picks, minus the distance of the win rate from the start."""
        return self.explained.entropy - abs(self.wins.value - start.value)


def find_fixes(
    measured: TreeMeasurement,
    settings: InspectionSettings,
    backend: Backend,
    progress: Callable[[int], None] | None = None,
    steps: int = MAX_FIXES,
) -> list[FixStep]:
    """Return up to `steps` changes; fewer if none is worth it."""
    start = current = _evaluate(measured, measured.tree, settings, backend, progress, 0)
    changes: list[FixStep] = []
    while len(changes) < steps:
        tries = [
            _evaluate(measured, _with_value(current.tree, node, value), settings, backend, progress, node)
            for node, value in _candidates(current.tree, current.explained)
        ]
        best = max(tries, key=lambda step: step.score(start.wins), default=current)
        if best.score(start.wins) < current.score(start.wins) + MIN_GAIN:
            break
        current = replace(best, before=current.tree.nodes[best.node].value)
        changes.append(current)
    return changes


def max_fights(measured: TreeMeasurement, settings: InspectionSettings, steps: int = MAX_FIXES) -> int:
    """Return an upper bound of the fights that `mend` plays."""
    return (1 + steps * MAX_CANDIDATES) * count_fights(measured.played.builds, 1, settings.decks, _orders(measured))


def describe_fixes(measured: TreeMeasurement, steps: list[FixStep]) -> list[str]:
    """Describe the changes in sentences."""
    if not steps:
        return ["No change of a single value would make more nodes worth picking."]
    changes = ", then ".join(
        f"{measured.tree.nodes[step.node].name} from {step.before} to {step.after}" for step in steps
    )
    before, last = measured.explained, steps[-1]
    return [
        f"What to change: {changes}. Then the best picks are spread over nodes with an evenness of "
        f"{last.explained.entropy:.2f} instead of {before.entropy:.2f}, {last.wins.in_percent()} of fights are won, "
        f"and flaws left are {describe_flaw_counts(last.explained)} instead of {describe_flaw_counts(before)}."
    ]


def fixes_table(measured: TreeMeasurement, steps: list[FixStep]) -> Table:
    """Return a table of the changes."""
    columns = [
        Column.text("node"),
        Column.integer("before", "value"),
        Column.integer("after", "new value"),
        Column.share("wins", "fights won then"),
        Column.number("evenness", "evenness of best picks"),
        Column.text("flaws", "flaws left"),
    ]
    rows = [
        [
            *(measured.tree.nodes[step.node].name, step.before, step.after, step.wins),
            *(round(step.explained.entropy, 3), describe_flaw_counts(step.explained)),
        ]
        for step in steps
    ]
    return Table("changes", columns, rows, "What to change, one after another")


def _candidates(tree: SkillTree, explained: ChoiceAnalysis) -> list[tuple[int, int]]:
    """Nodes with a flaw and values that may fix it: lower ones for obvious nodes, higher ones for the rest."""
    candidates: dict[tuple[int, int], None] = {}
    for flaw in sorted(explained.flaws, key=lambda flaw: (flaw.kind != "obvious", -flaw.number)):
        value = tree.nodes[flaw.node].value
        if tree.nodes[flaw.node].effect == UNLOCK_NODE:  # it has no value to change
            continue
        if flaw.kind == "obvious":
            values = [3 * value // 4, value // 2, value // 4]
        elif flaw.kind in ("never useful", "dominated"):
            values = [value + 2, value + 4]
        else:
            values = []
        for new in values:
            if 1 <= new <= max(MAX_NEW_VALUE, value) and new != value:
                candidates[flaw.node, new] = None
    return list(candidates)[:MAX_CANDIDATES]


def _evaluate(
    measured: TreeMeasurement,
    tree: SkillTree,
    settings: InspectionSettings,
    backend: Backend,
    progress: Callable[[int], None] | None,
    node: int,
) -> FixStep:
    builds = replace(measured.played.builds, tree=tree)
    played = play_encounters(
        builds,
        measured.played.bots,
        settings.decks,
        _orders(measured),
        measured.played.seed,
        backend,
        progress,
        settings.encounters,
        settings.rules,
    )
    value = tree.nodes[node].value
    return FixStep(node, value, value, tree, analyse_choices(played), summarise_bots(played)[0].wins)


def _with_value(tree: SkillTree, node: int, value: int) -> SkillTree:
    nodes = list(tree.nodes)
    nodes[node] = replace(nodes[node], value=value)
    return replace(tree, nodes=tuple(nodes))


def _orders(measured: TreeMeasurement) -> int:
    return max(2, measured.played.orders // ORDERS_DIVISOR)
