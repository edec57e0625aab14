"""Suggested fixes: new values of a few nodes, one after another, so that more nodes are worth picking.

    steps = mend(look, frame, place)
    steps[-1].tree              the tree after all of them

Each change maximises the evenness of the best picks over the nodes, minus the change of the win rate: a tree should get
better choices and stay as hard. All candidates are tried with the same fights. Only values are changed; nodes that are
out of reach or redundant need another position or another target.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ludus.compute import Place
from ludus.design.contract import Column, Sheet
from ludus.design.trees.explaining.asks import Frame
from ludus.design.trees.explaining.looking import Look
from ludus.design.trees.explaining.picks import Explained, explain
from ludus.design.trees.explaining.telling import counted_flaws
from ludus.design.trees.playing.fights import fights, play_encounters
from ludus.design.trees.playing.validation import validate
from ludus.games.delve.tree import Tree
from ludus.stats import Estimate

STEPS = 3
MOST_TRIES = 24  # per step
MOST_VALUE = 10  # largest new value
LEAST_GAIN = 0.01
ORDERS_PART = 2  # divisor of the card orders per candidate


@dataclass(frozen=True)
class Step:
    """A change that was made."""

    node: int
    before: int  # the value
    after: int
    tree: Tree
    explained: Explained
    wins: Estimate  # with random picks

    def worth(self, start: Estimate) -> float:
        """Evenness of the best picks, minus the distance of the win rate from the start."""
        return self.explained.entropy - abs(self.wins.value - start.value)


def mend(
    look: Look, frame: Frame, place: Place, progress: Callable[[int], None] | None = None, steps: int = STEPS
) -> list[Step]:
    """Return up to `steps` changes; fewer if none is worth it."""
    start = current = _try(look, look.tree, frame, place, progress, 0)
    changes: list[Step] = []
    while len(changes) < steps:
        tries = [
            _try(look, _with_value(current.tree, node, value), frame, place, progress, node)
            for node, value in _candidates(current.tree, current.explained)
        ]
        best = max(tries, key=lambda step: step.worth(start.wins), default=current)
        if best.worth(start.wins) < current.worth(start.wins) + LEAST_GAIN:
            break
        current = replace(best, before=current.tree.nodes[best.node].value)
        changes.append(current)
    return changes


def most_fights(look: Look, frame: Frame, steps: int = STEPS) -> int:
    """Return an upper bound of the fights that `mend` plays."""
    return (1 + steps * MOST_TRIES) * fights(look.played.ways, 1, frame.decks, _orders(look))


def told(look: Look, steps: list[Step]) -> list[str]:
    """Describe the changes in sentences."""
    if not steps:
        return ["No change of a single value would make more nodes worth picking."]
    changes = ", then ".join(f"{look.tree.nodes[step.node].name} from {step.before} to {step.after}" for step in steps)
    before, last = look.explained, steps[-1]
    return [
        f"What to change: {changes}. Then the best picks are spread over nodes with an evenness of "
        f"{last.explained.entropy:.2f} instead of {before.entropy:.2f}, {last.wins.in_percent()} of fights are won, "
        f"and flaws left are {counted_flaws(last.explained)} instead of {counted_flaws(before)}."
    ]


def sheet(look: Look, steps: list[Step]) -> Sheet:
    """Return a table of the changes."""
    columns = [
        Column("node"),
        Column("before", "count", "value"),
        Column("after", "count", "new value"),
        Column("wins", "share", "fights won then"),
        Column("evenness", "number", "evenness of best picks"),
        Column("flaws", "text", "flaws left"),
    ]
    rows = [
        [
            *(look.tree.nodes[step.node].name, step.before, step.after, step.wins),
            *(round(step.explained.entropy, 3), counted_flaws(step.explained)),
        ]
        for step in steps
    ]
    return Sheet("changes", "What to change, one after another", columns, rows)


def _candidates(tree: Tree, explained: Explained) -> list[tuple[int, int]]:
    """Nodes with a flaw and values that may fix it: lower ones for obvious nodes, higher ones for the rest."""
    candidates: dict[tuple[int, int], None] = {}
    for flaw in sorted(explained.flaws, key=lambda flaw: (flaw.kind != "obvious", -flaw.number)):
        value = tree.nodes[flaw.node].value
        if flaw.kind == "obvious":
            values = [3 * value // 4, value // 2, value // 4]
        elif flaw.kind in ("never useful", "dominated"):
            values = [value + 2, value + 4]
        else:
            values = []
        for new in values:
            if 1 <= new <= max(MOST_VALUE, value) and new != value:
                candidates[flaw.node, new] = None
    return list(candidates)[:MOST_TRIES]


def _try(look: Look, tree: Tree, frame: Frame, place: Place, progress: Callable[[int], None] | None, node: int) -> Step:
    through = replace(look.played.ways, tree=tree)
    played = play_encounters(
        through, look.played.bots, frame.decks, _orders(look), look.played.seed, place, progress, frame.foes
    )
    value = tree.nodes[node].value
    return Step(node, value, value, tree, explain(played), validate(played)[0].wins)


def _with_value(tree: Tree, node: int, value: int) -> Tree:
    nodes = list(tree.nodes)
    nodes[node] = replace(nodes[node], value=value)
    return replace(tree, nodes=tuple(nodes))


def _orders(look: Look) -> int:
    return max(2, look.played.orders // ORDERS_PART)
