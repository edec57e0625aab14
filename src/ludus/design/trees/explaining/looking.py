"""Measurement of a tree: fights of several bots, and the value of every node to one of them.

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

MOST_FIGHTS = 100_000  # per bot except the main one; beyond, picks are sampled
LADDER_WALKS = 200


@dataclass(frozen=True)
class Look:
    """Measurements of one tree."""

    name: str
    tree: Tree
    played: Played  # fights of the bot that determines the value of picks
    explained: Explained
    players: Sequence[Validated]  # in the order of the frame
    given: Sequence[Given]

    def of(self, player: str) -> Validated:
        return next(played for played in self.players if played.bot == player)


def look_at(name: str, tree: Tree, frame: Frame, order: Order, through: Ways | None = None) -> Look:
    """Play fights of every bot; the main one plays with all builds.

    Args:
        name: name of the tree for the progress display.
        tree: the tree.
        frame: bots, decks and encounters.
        order: the request.
        through: the builds of the tree, if already known.
    """
    orders, place, seed = order.count(ORDERS), order.place, order.seed
    through = through or ways(tree, len(frame.foes), seed=seed)
    ladder = _ladder_ways(through, frame, orders, seed)
    others = [player for player in frame.players if player != frame.player]
    total = fights(through, 1, frame.decks, orders) + fights(ladder, len(others), frame.decks, orders)
    with order.progress(name, total) as advance:
        played = play_encounters(through, [frame.player], frame.decks, orders, seed, place, advance, frame.foes)
        others_played = play_encounters(ladder, others, frame.decks, orders, seed, place, advance, frame.foes)
    by_bot = {result.bot: result for result in (*validate(played), *validate(others_played))}
    power = power_given(through, frame.decks)
    return Look(name, tree, played, explain(played), [by_bot[player] for player in frame.players], power)


def _ladder_ways(through: Ways, frame: Frame, orders: int, seed: int) -> Ways:
    if fights(through, 1, frame.decks, orders) <= MOST_FIGHTS:
        return through
    return walked(through.tree, len(frame.foes), LADDER_WALKS, derive(seed, "ladder"))
