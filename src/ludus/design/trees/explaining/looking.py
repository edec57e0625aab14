"""A tree as players see it: fights of each of them, and what one of them makes of every node.

look = look_at("bad", tree, frame, order)
look.of("greedy-card").wins
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludus.core.random import derive
from ludus.design.contract import Order
from ludus.design.trees.explaining.asks import Frame
from ludus.design.trees.explaining.picks import Explained, explain
from ludus.design.trees.picking.ways import Ways, walked, ways
from ludus.design.trees.playing.fights import Played, fights, play_encounters
from ludus.design.trees.playing.power import Given, power_given
from ludus.design.trees.playing.validation import ORDERS, Validated, validate
from ludus.games.delve.tree import Tree

MOST_FIGHTS = 100_000  # of each player but one: beyond, its picks are sampled
LADDER_WALKS = 200


@dataclass(frozen=True)
class Look:
    """One tree, measured."""

    name: str
    tree: Tree
    played: Played  # of the player whose fights tell what picks are worth
    explained: Explained
    players: Sequence[Validated]  # as the frame has them
    given: Sequence[Given]

    def of(self, player: str) -> Validated:
        return next(each for each in self.players if each.bot == player)


def look_at(name: str, tree: Tree, frame: Frame, order: Order, through: Ways | None = None) -> Look:
    """Fights of every player; of the one that tells what picks are worth with all builds. The ways `through` the tree
    are found if nobody has them already."""
    orders, place, seed = order.count(ORDERS), order.place, order.seed
    through = through or ways(tree, len(frame.foes), seed=seed)
    ladder = _ladder_ways(through, frame, orders, seed)
    others = [player for player in frame.players if player != frame.player]
    total = fights(through, 1, frame.decks, orders) + fights(ladder, len(others), frame.decks, orders)
    with order.progress(name, total) as told:
        played = play_encounters(through, [frame.player], frame.decks, orders, seed, place, told, frame.foes)
        beside = play_encounters(ladder, others, frame.decks, orders, seed, place, told, frame.foes)
    found = {each.bot: each for each in (*validate(played), *validate(beside))}
    given = power_given(through, frame.decks)
    return Look(name, tree, played, explain(played), [found[player] for player in frame.players], given)


def _ladder_ways(through: Ways, frame: Frame, orders: int, seed: int) -> Ways:
    if fights(through, 1, frame.decks, orders) <= MOST_FIGHTS:
        return through
    return walked(through.tree, len(frame.foes), LADDER_WALKS, derive(seed, "ladder"))
