"""Room for nodes: how much of the difficulty of a game a skill tree can manage at all.

    room = measure_room(measured, settings, backend)
    room.affected           by deck and encounter: whether nodes that raise damage can change who wins
    room_sentences(room)    what a designer should know before any tree is made

A deck in an encounter is decided without the tree if it wins with every order of cards and no node, or loses with every
order although each pick so far gave every card the largest bonus of a made tree. A win ratio outside what these two
extremes reach cannot be reached by any tree of damage nodes; other effects of nodes are known from the builds of the
inspected tree alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludus.backends import Backend
from ludus.design.delve.builds.enumeration import points_before
from ludus.design.delve.inspection.measure_tree import TreeMeasurement
from ludus.design.delve.options import InspectionSettings
from ludus.design.delve.playtest.deck_intervals import wins_over_decks
from ludus.design.delve.rating.choice_ratings import STRONGEST_NODE, counted_cells
from ludus.design.delve.rating.fight_memo import FightMemo, PlayedMemo
from ludus.games.delve.constants import CLASSES
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.util.text import plural

MAX_NAMED = 2  # decks named in a cell of the table


@dataclass(frozen=True)
class RoomForNodes:
    """Wins at the extremes, by deck and encounter."""

    decks: tuple[str, ...]
    picks: tuple[int, ...]  # skill points before each encounter
    affected: np.ndarray  # whether damage nodes can affect it
    bare: np.ndarray  # share of orders won without nodes
    strongest: np.ndarray  # with the strongest damage nodes
    worst: np.ndarray  # with the worst build of the tree for this deck
    best: np.ndarray  # with the best build of the tree for this deck

    @property
    def moved(self) -> np.ndarray:
        """Whether the builds of the tree differ in wins, by deck and encounter."""
        return np.asarray(self.best > self.worst)


def measure_room(measured: TreeMeasurement, settings: InspectionSettings, backend: Backend | None) -> RoomForNodes:
    """Play the decks of an inspection without nodes and with the strongest, and compare the builds of its tree."""
    played = measured.played
    memo = PlayedMemo(
        settings.main_bot, played.decks, played.encounters, played.orders, played.seed, backend, settings.rules
    )
    bare, strongest = extreme_wins(memo)
    rates = [played.win_rates(0, encounter) for encounter in range(len(played.encounters))]  # by deck and build
    return RoomForNodes(
        tuple(deck.name for deck in played.decks),
        tuple(points_before(played.encounters)),
        counted_cells(memo),
        bare,
        strongest,
        np.stack([rate.min(axis=1) for rate in rates], axis=1),
        np.stack([rate.max(axis=1) for rate in rates], axis=1),
    )


def extreme_wins(memo: FightMemo) -> tuple[np.ndarray, np.ndarray]:
    """Return the shares of fights won without nodes and with the strongest, by deck and encounter."""
    wins = np.zeros((2, len(memo.decks), len(memo.encounters)))
    for encounter, picks in enumerate(points_before(memo.encounters)):
        bonuses = np.array([[0] * CLASSES, [STRONGEST_NODE * picks] * CLASSES])
        wins[:, :, encounter] = memo.bonus_results(bonuses, encounter)[0] / memo.orders
    return wins[0], wins[1]


def room_sentences(room: RoomForNodes) -> list[str]:
    """Describe what any tree can change, and what this one changes."""
    cells = room.affected.size
    low, high, worst, best = (
        f"{100 * float(shares.mean()):.0f} %" for shares in (room.bare, room.strongest, room.worst, room.best)
    )
    return [
        f"Nodes that raise damage can decide {int(room.affected.sum())} of {cells} pairs of a deck and an encounter: "
        f"{low} of encounters are won without nodes, {high} with the strongest. This tree decides "
        f"{int(room.moved.sum())}: {worst} with the worst build for each deck, {best} with the best."
    ]


def room_table(room: RoomForNodes) -> Table:
    """Return a table of the room for nodes by encounter."""
    columns = [
        Column.integer("encounter"),
        Column.integer("points", "points before it"),
        Column.share("bare", "won without nodes"),
        Column.share("strongest", "with the strongest"),
        Column.share("worst", "worst build"),
        Column.share("best", "best build"),
        Column.integer("affected", "decks that nodes can decide"),
        Column.text("won_anyway", "won anyway"),
        Column.text("lost_anyway", "lost anyway"),
    ]
    rows = []
    for k, points in enumerate(room.picks):
        fixed = ~room.affected[:, k]
        won, lost = fixed & (room.bare[:, k] >= 1), fixed & (room.strongest[:, k] <= 0)
        rows.append(
            [
                *(k + 1, points),
                *(_wins(shares[:, k]) for shares in (room.bare, room.strongest, room.worst, room.best)),
                *(int(room.affected[:, k].sum()), _name_decks(room.decks, won), _name_decks(room.decks, lost)),
            ]
        )
    return Table("room", columns, rows, "Room for nodes: decks that damage nodes can decide, and what this tree does")


def _wins(shares: np.ndarray) -> Estimate | tuple[float, None, None]:
    """Wins over decks; the orders of cards of a single deck are not known here, so it has no interval."""
    return wins_over_decks(shares[:, None]) if len(shares) > 1 else (float(shares[0]), None, None)


def _name_decks(names: Sequence[str], chosen: np.ndarray) -> str:
    """Names of some decks, or their number."""
    named = [name for name, is_chosen in zip(names, chosen, strict=True) if is_chosen]
    if len(named) == len(names) > 1:
        return "all"
    return ", ".join(named) if len(named) <= MAX_NAMED else f"{plural(len(named), 'deck')}"
