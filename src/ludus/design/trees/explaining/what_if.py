"""What-if analysis: the same fights again with changed values, paired."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ludus.compute import Place
from ludus.design.contract import Column, Sheet
from ludus.design.trees.explaining.asks import Frame
from ludus.design.trees.explaining.looking import Look
from ludus.design.trees.explaining.picks import Explained, explain
from ludus.design.trees.explaining.telling import verdict
from ludus.design.trees.picking.ways import Ways
from ludus.design.trees.playing.fights import Played, play_encounters
from ludus.design.trees.playing.validation import Validated, validate, won_by_order
from ludus.games.delve.tree import Tree
from ludus.stats import Estimate, share_difference


@dataclass(frozen=True)
class Changed:
    """The changed tree, and the difference of wins."""

    tree: Tree
    explained: Explained
    validated: Validated
    more: Estimate  # of all fights
    by_encounter: tuple[Estimate, ...]


def change(
    look: Look, tree: Tree, frame: Frame, place: Place, progress: Callable[[int], None] | None = None
) -> Changed:
    """Play again with a tree that differs only in values."""
    before = look.played
    after = play_encounters(
        changed_ways(before.ways, tree),
        before.bots,
        frame.decks,
        before.orders,
        before.seed,
        place,
        progress,
        frame.foes,
    )
    return Changed(tree, explain(after), validate(after)[0], *more_won(after, before))


def more_won(after: Played, before: Played) -> tuple[Estimate, tuple[Estimate, ...]]:
    """Return how much more is won with one tree than with another on the same decks and card orders.

    Returns:
        The difference over all fights, and by encounter.
    """
    pairs = [[won_by_order(played, 0, k) for played in (after, before)] for k in range(len(after.encounters))]
    by_encounter = tuple(share_difference(one.mean(axis=0), other.mean(axis=0)) for one, other in pairs)
    one, other = np.mean(pairs, axis=(0, 2))  # by order of cards
    return share_difference(one, other), by_encounter


def changed_ways(through: Ways, tree: Tree) -> Ways:
    """Return the same builds for a tree of the same shape."""
    return replace(through, tree=tree)


def told(look: Look, changed: Changed) -> list[str]:
    """Describe the effect in sentences."""
    parts = [
        f"{old.name} from {old.value} to {new.value}"
        for old, new in zip(look.tree.nodes, changed.tree.nodes, strict=True)
        if old != new
    ]
    more = changed.more
    sentences = [
        f"What if {' and '.join(parts)}: fights won change by {100 * more.value:+.1f} percentage points "
        f"[{100 * more.low:+.1f}, {100 * more.high:+.1f}], to {changed.validated.wins.in_percent()}."
    ]
    before = {(flaw.kind, flaw.node) for flaw in look.explained.flaws}
    after = {(flaw.kind, flaw.node) for flaw in changed.explained.flaws}
    for what, flaws in (("no longer", before - after), ("now", after - before)):
        if flaws:
            names = ", ".join(f"{look.tree.nodes[node].name} is {what} {kind}" for kind, node in sorted(flaws))
            sentences.append(f"{names}.")
    if before == after:
        sentences.append("No flaw of a node appears or disappears.")
    return sentences


def encounters_sheet(look: Look, changed: Changed, frame: Frame) -> Sheet:
    """Return a table by encounter."""
    columns = [
        Column("encounter", "count"),
        Column("before", "share"),
        Column("after", "share"),
        Column("more", "difference"),
        Column("verdict"),
    ]
    rows = [
        [k + 1, old.wins, new.wins, more, verdict(new.wins.value, frame.zone)]
        for k, (old, new, more) in enumerate(
            zip(look.of(frame.player).stages, changed.validated.stages, changed.by_encounter, strict=True)
        )
    ]
    return Sheet("what_if", f"What if: fights of {frame.player} won before and after", columns, rows)


def nodes_sheet(look: Look, changed: Changed) -> Sheet:
    """Return a table by node."""
    columns = [
        Column("node"),
        Column("value", "count"),
        Column("new_value", "count", "value then"),
        Column("picked", "number", "best pick, %"),
        Column("new_picked", "number", "then, %"),
        Column("wins", "share", "wins with it"),
        Column("new_wins", "share", "then"),
    ]
    rows = [
        [
            *(old.name, old.value, new.value, round(100 * before.picked, 1), round(100 * after.picked, 1)),
            *(before.wins, after.wins),
        ]
        for old, new, before, after in zip(
            look.tree.nodes, changed.tree.nodes, look.explained.nodes, changed.explained.nodes, strict=True
        )
    ]
    return Sheet("what_if_nodes", "What if: the nodes before and after", columns, rows)
