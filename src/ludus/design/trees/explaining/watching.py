"""Replay commands of single fights, and their matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ludus.arena.match import Match
from ludus.core.contract import Game
from ludus.design.contract import Order
from ludus.design.replays import replay_command
from ludus.design.trees.explaining.asks import Frame
from ludus.design.trees.explaining.looking import Look
from ludus.design.trees.picking.ways import nodes_of
from ludus.design.trees.playing.fights import Played, first_number
from ludus.players import find_compiled


@dataclass(frozen=True, order=True)
class Example:
    """A typical fight; a smaller measure is a better example."""

    measure: float
    encounter: int  # from 0
    deck: int
    build: int
    order: int


def replays(look: Look, frame: Frame, order: Order) -> dict[str, str]:
    """Return replay commands of typical fights, over all encounters."""
    best: dict[str, Example] = {}
    for encounter in range(len(frame.foes)):
        for what, example in examples(look.played, encounter).items():
            best[what] = min(example, best.get(what, example))
    return {what: _command(example, look, frame, order) for what, example in best.items()}


def examples(played: Played, encounter: int) -> dict[str, Example]:
    """Return typical fights of an encounter, by description."""
    fought = played.fought(0, encounter)
    won, left = fought["won"] > 0, fought["enemies"].sum(axis=-1)
    typical = {}
    for what, among, measure in (
        ("the closest win", won, fought["health"]),
        ("the closest loss", ~won, left),
        ("the quickest win", won, fought["turns"]),
    ):
        if among.any():
            position = int(np.where(among, measure.astype(np.int64), np.iinfo(np.int64).max).argmin())
            deck, build, number = (int(k) for k in np.unravel_index(position, among.shape))
            typical[what] = Example(float(measure[deck, build, number]), encounter, deck, build, number)
    return typical


def fight_match(
    game: Game,
    tree: str,
    deck: str,
    encounter: int,
    nodes: Sequence[str],
    player: str,
    seed: int,
    options: Mapping[str, str] | None = None,
) -> Match:
    """Return the match whose games are the fights of an encounter (from 0) with a deck and these nodes."""
    chosen = {"deck": deck, "tree": tree, "nodes": ",".join(nodes)}
    chosen |= {"first": str(encounter + 1), "last": str(encounter + 1), "points": "0"} | dict(options or {})
    return Match(game, game.content(**chosen), [find_compiled(game, player)], seed)


def names_of(played: Played, example: Example) -> list[str]:
    """Return the nodes that the player has in a fight."""
    tree = played.ways.tree
    return [tree.nodes[k].name for k in nodes_of(played.ways.builds[example.encounter][example.build])]


def number_of(example: Example) -> int:
    """Return the number of a fight in its match."""
    return first_number(example.deck) + example.order


def _command(example: Example, look: Look, frame: Frame, order: Order) -> str:
    deck, names = frame.names[example.deck], names_of(look.played, example)
    match = fight_match(
        *(order.game, look.name, deck, example.encounter, names, frame.player, look.played.seed, order.options)
    )
    return replay_command(match, [frame.player], number_of(example))
