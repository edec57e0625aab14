"""Fights behind the numbers: what to type to see them."""

from __future__ import annotations

import numpy as np

from ludus.arena.match import Match
from ludus.design.contract import Order
from ludus.design.replays import replay_command
from ludus.design.trees.explaining.asks import Frame
from ludus.design.trees.explaining.looking import Look
from ludus.design.trees.picking.ways import nodes_of
from ludus.design.trees.playing.fights import Played, first_number
from ludus.players import find_compiled


def replays(look: Look, frame: Frame, order: Order) -> dict[str, str]:
    """Fights behind the numbers."""
    played = look.played
    found: dict[str, tuple[float, int, int, int, int]] = {}  # by what it is: how far from it, and where
    for encounter in range(len(frame.foes)):
        fought = played.fought(0, encounter)
        won, left = fought["won"] > 0, fought["enemies"].sum(axis=-1)
        for what, among, measure in (
            ("the closest win", won, fought["health"]),
            ("the closest loss", ~won, left),
            ("the quickest win", won, fought["turns"]),
        ):
            if among.any():
                at = int(np.where(among, measure.astype(np.int64), np.iinfo(np.int64).max).argmin())
                deck, build, number = (int(k) for k in np.unravel_index(at, among.shape))
                case = (float(measure[deck, build, number]), encounter, deck, build, number)
                if what not in found or case < found[what]:
                    found[what] = case
    return {what: _replay(played, *case[1:], look, frame, order) for what, case in found.items()}


def _replay(
    played: Played, encounter: int, deck: int, build: int, number: int, look: Look, frame: Frame, order: Order
) -> str:
    names = [look.tree.nodes[k].name for k in nodes_of(played.ways.builds[encounter][build])]
    options = {"deck": frame.names[deck], "tree": look.name, "nodes": ",".join(names)}
    options |= {"first": str(encounter + 1), "last": str(encounter + 1), "points": "0"} | order.options
    match = Match(order.game, order.game.content(**options), [find_compiled(order.game, frame.player)], played.seed)
    return replay_command(match, [frame.player], first_number(deck) + number)
