"""What a designer could change: the values of a few nodes, one after another, so that more nodes are worth picking.

    steps = mend(look, frame, place)
    steps[-1].tree              the tree after all of them

Each change is the one after which the best picks are spread most evenly over the nodes, less what it moves the win
ratio from where it was: a tree should get better choices and stay as hard. All are tried with the same fights. Values
alone can be changed so; what a node that is out of reach or a twin of another needs is another place or another target.
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
MOST_TRIES = 24  # of each step
MOST_VALUE = 10  # that a node is raised to
LEAST_GAIN = 0.01
ORDERS_PART = 2  # such a part of the orders of cards for each try


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
        """How evenly the best picks are spread, less how far the win ratio is from where it was."""
        return self.explained.entropy - abs(self.wins.value - start.value)


def mend(
    look: Look, frame: Frame, place: Place, progress: Callable[[int], None] | None = None, steps: int = STEPS
) -> list[Step]:
    """Up to so many changes; fewer if none is left that is worth it."""
    start = current = _try(look, look.tree, frame, place, progress, 0)
    made: list[Step] = []
    while len(made) < steps:
        tries = [
            _try(look, _with_value(current.tree, node, value), frame, place, progress, node)
            for node, value in _candidates(current.tree, current.explained)
        ]
        best = max(tries, key=lambda step: step.worth(start.wins), default=current)
        if best.worth(start.wins) < current.worth(start.wins) + LEAST_GAIN:
            break
        current = replace(best, before=current.tree.nodes[best.node].value)
        made.append(current)
    return made


def most_fights(look: Look, frame: Frame, steps: int = STEPS) -> int:
    """The most fights that `mend` plays, about."""
    return (1 + steps * MOST_TRIES) * fights(look.played.ways, 1, frame.decks, _orders(look))


def told(look: Look, steps: list[Step]) -> list[str]:
    """The changes in sentences."""
    if not steps:
        return ["No change of a single value would make more nodes worth picking."]
    changes = ", then ".join(f"{look.tree.nodes[each.node].name} from {each.before} to {each.after}" for each in steps)
    before, last = look.explained, steps[-1]
    return [
        f"What to change: {changes}. Then the best picks are spread over nodes with an evenness of "
        f"{last.explained.entropy:.2f} instead of {before.entropy:.2f}, {last.wins.in_percent()} of fights are won, "
        f"and flaws left are {counted_flaws(last.explained)} instead of {counted_flaws(before)}."
    ]


def sheet(look: Look, steps: list[Step]) -> Sheet:
    """Change by change."""
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
            *(look.tree.nodes[each.node].name, each.before, each.after, each.wins),
            *(round(each.explained.entropy, 3), counted_flaws(each.explained)),
        ]
        for each in steps
    ]
    return Sheet("changes", "What to change, one after another", columns, rows)


def _candidates(tree: Tree, explained: Explained) -> list[tuple[int, int]]:
    """Nodes with a flaw and values that may mend it: lower ones for the obvious, higher ones for the rest."""
    found: dict[tuple[int, int], None] = {}
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
                found[flaw.node, new] = None
    return list(found)[:MOST_TRIES]


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
