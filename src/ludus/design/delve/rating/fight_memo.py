"""Memo of fights: the orders of cards that each deck wins in an encounter with a bonus, played or simulated once.

    memo = PlayedMemo("greedy-card", decks, default_encounters(), orders=10, seed=7)
    wins, turns = memo.results(builds)         by state of the builds and by deck: orders won, and turns of these
    memo = SimulatedMemo(decks, default_encounters())

A fight depends on the deck, the encounter, what the owned nodes add to the classes of attacks that the deck has, and
the order of cards; the rest of the tree does not matter, as long as its nodes raise damage only. So a search that
changes a few nodes at a time meets most fights again. Order k of a deck is the same deal for all trees and builds, as
in `play_encounters` with the same seed.

The memo holds cells by deck, encounter and bonus in a hash table. Beyond `MAX_CELLS` it is emptied: results never
depend on what is in it. `results` is not for several threads at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

import numba
import numpy as np

from ludus.backends import Backend, Threads, split_range
from ludus.bots import CompiledBot, load_compiled_bot
from ludus.core import plain, rule
from ludus.core.compile_once import compute_once
from ludus.core.game_registry import load_game
from ludus.core.rule import compile_exported, is_compiled
from ludus.design.delve.builds.enumeration import BONUS, FIGHTS, LEVEL
from ludus.design.delve.playtest.fights import FightCase, FightWork
from ludus.design.delve.rating.approximate_simulation import (
    DamagePools,
    EncounterArrays,
    damage_pools,
    encounter_arrays,
    simulate_fight,
    turn_damage,
)
from ludus.games.delve.constants import CLASSES
from ludus.games.delve.decks_and_encounters import THESIS_RULES, Deck, Encounter, GameRules
from ludus.games.delve.game_data import pack_scenario
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.util.errors import OptionError

# mypy: ignore-errors

BONUS_BITS = 11  # bits of the bonus of a class in a key
MAX_BONUS = (1 << BONUS_BITS) - 1
LARGEST_NODE = 64  # the largest value of a node that makes up a bonus
FIRST_SLOTS = 1 << 16
MAX_CELLS = 1 << 22  # cells in memory: 16 bytes each, in a table that is at most half full
MAX_DECKS = 1 << 12
PART_CASES = 128  # cells of a unit of work: its game data is a megabyte, which fits into the cache of a processor
LUCK = (90, 97, 103, 110)  # per cent of the average damage of a turn, one order of cards each


class CellTable(NamedTuple):
    """Hash table of cells: key (0: empty), orders won (-1: unknown), turns of these."""

    keys: np.ndarray
    won: np.ndarray
    turns: np.ndarray


class FightMemo(ABC):
    """Results of fights by deck, encounter and bonus.

    Attributes:
        decks: decks that fight.
        encounters: encounters that are fought.
        orders: orders of cards per cell.
        fights: fights so far.
    """

    def __init__(self, decks: Sequence[Deck], encounters: Sequence[Encounter], orders: int) -> None:
        if not 0 < len(decks) <= MAX_DECKS:
            raise OptionError(f"{len(decks)} decks: 1 to {MAX_DECKS:,} decks can be compared")
        self.decks, self.encounters, self.orders = tuple(decks), tuple(encounters), orders
        self.fights = 0
        self._classes = np.zeros((len(self.decks), CLASSES), np.int64)  # 1: the deck has attacks of the class
        for row, deck in enumerate(self.decks):
            for card, _ in deck.cards:
                if card.deals_damage:
                    self._classes[row, card.group] = 1
        self._cells, self._count = _new_table(FIRST_SLOTS), 0

    def results(self, facts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the results of the states of builds; see `enumeration.BuildTable.facts`.

        Returns:
            By state and deck: orders of cards won, and the sum of their turns; 0 for states that do not fight.

        Raises:
            OptionError: a bonus is too large.
        """
        if len(facts) and facts[:, BONUS:].max() > MAX_BONUS:
            raise OptionError(f"a bonus of {facts[:, BONUS:].max()}; encounters are known up to {MAX_BONUS}")
        shape = len(facts), len(self.decks)
        won, turns = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        if self._count + won.size > len(self._cells.keys) // 2:
            self._make_room(won.size)
        missing = np.zeros(won.size, np.uint64)
        count = _compiled_look_up()(facts, self._classes, self._cells, missing, won, turns)
        if count:
            keys = np.sort(missing[:count])  # in a fixed order, so that a unit of work has one deck and encounter
            self._count += count
            _compiled_store()(self._cells, keys, *self._fight(*_split_keys(keys)))
            self.fights += count * self.orders
            _compiled_look_up()(facts, self._classes, self._cells, missing, won, turns)
        return won, turns

    def bonus_results(self, bonuses: np.ndarray, encounter: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the same for bonuses (one row each, by class) in an encounter, from 0."""
        facts = np.zeros((len(bonuses), BONUS + CLASSES), np.int64)
        facts[:, LEVEL], facts[:, FIGHTS], facts[:, BONUS:] = encounter + 1, 1, bonuses
        return self.results(facts)

    @abstractmethod
    def _fight(self, decks: np.ndarray, encounters: np.ndarray, bonuses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return orders won and their turns of cells that are not known."""

    def _make_room(self, more: int) -> None:
        """Enlarge the table for so many more cells, or empty it."""
        if self._count + more > MAX_CELLS:
            self._cells, self._count = _new_table(FIRST_SLOTS), 0
        slots = len(self._cells.keys)
        while self._count + more > slots // 2:
            slots *= 2
        if slots > len(self._cells.keys):
            old, self._cells = self._cells, _new_table(slots)
            used = old.keys > 0
            won, turns = old.won[used].astype(np.int64), old.turns[used].astype(np.int64)
            _compiled_store()(self._cells, old.keys[used], won, turns)


class PlayedMemo(FightMemo):
    """Fights of a bot, played by the rules of the game on a backend."""

    def __init__(
        self,
        player: str | CompiledBot,
        decks: Sequence[Deck],
        encounters: Sequence[Encounter],
        orders: int = 10,
        seed: int = 1,
        backend: Backend | None = None,
        rules: GameRules = THESIS_RULES,
    ) -> None:
        super().__init__(decks, encounters, orders)
        self.seed, self.backend, self.rules = seed, backend, rules
        self.game = load_game("delve")
        self.player = load_compiled_bot(self.game, player) if isinstance(player, str) else player
        self._values: list[int] = []  # of the nodes that make up a bonus, for each class
        self._tables = np.zeros(0)
        self._allow_bonus(1)

    def _fight(self, decks: np.ndarray, encounters: np.ndarray, bonuses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        self._allow_bonus(int(bonuses.max(initial=1)))
        cases = np.zeros(len(decks), FightCase)
        cases["deck"], cases["encounter"] = decks, encounters
        left = bonuses.copy()
        for k in range(len(self._values) - 1, -1, -1):  # the largest values first
            has = left >= self._values[k]
            left -= has * self._values[k]
            for group in range(CLASSES):
                node = group * len(self._values) + k
                cases["had"][:, node >> 6] |= has[:, group].astype(np.uint64) << np.uint64(node & 63)
        work = FightWork(self.game, self.player, self._tables, cases, self.orders, self.seed)
        won, turns = np.zeros(len(cases) * self.orders, np.int64), np.zeros(len(cases) * self.orders, np.int64)
        parts = list(split_range(len(won), PART_CASES * self.orders))
        for part, rows in zip(parts, (self.backend or Threads(1)).run(work, parts), strict=True):
            won[part.start : part.stop], turns[part.start : part.stop] = rows["won"], rows["turns"]
        return won.reshape(-1, self.orders).sum(axis=1), (won * turns).reshape(-1, self.orders).sum(axis=1)

    def _allow_bonus(self, bonus: int) -> None:
        """Have nodes for any bonus up to this one: powers of two, so that every number is a sum of some."""
        if sum(self._values) >= bonus:
            return
        while sum(self._values) < bonus:
            self._values.append(min(LARGEST_NODE, 2 * self._values[-1] if self._values else 1))
        nodes = [
            SkillNode(f"class {group} bit {k}", CLASSES + group, value)
            for group in range(CLASSES)
            for k, value in enumerate(self._values)
        ]
        tree = SkillTree("bonus", tuple(nodes))
        self._tables = np.concatenate(
            [pack_scenario(deck, self.encounters, tree, rules=self.rules) for deck in self.decks]
        )


class SimulatedMemo(FightMemo):
    """Fights by the approximating simulation, once for each part of the average damage in `luck` (per cent).

    Raises:
        OptionError: a card has an effect that the simulation does not know.
    """

    def __init__(
        self,
        decks: Sequence[Deck],
        encounters: Sequence[Encounter],
        luck: Sequence[int] = LUCK,
        rules: GameRules = THESIS_RULES,
    ) -> None:
        super().__init__(decks, encounters, len(luck))
        self._luck, self.rules = np.array(luck, np.int64), rules
        pools = damage_pools(self.decks, rules)
        self._pools = pools._replace(parts=100 * pools.parts, guard=100 * pools.guard)  # damage is in per cent
        self._foes = encounter_arrays(self.encounters)

    def __reduce__(self) -> tuple[Any, ...]:
        return SimulatedMemo, (self.decks, self.encounters, tuple(self._luck.tolist()), self.rules)

    def _fight(self, decks: np.ndarray, encounters: np.ndarray, bonuses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        won, turns = np.zeros(len(decks), np.int64), np.zeros(len(decks), np.int64)
        _compiled_simulate()(decks, encounters, bonuses, self._pools, self._foes, self._luck, won, turns)
        return won, turns


def _new_table(slots: int) -> CellTable:
    return CellTable(np.zeros(slots, np.uint64), np.full(slots, -1, np.int32), np.zeros(slots, np.int32))


def _split_keys(keys: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Deck, encounter and bonus by class of keys."""
    whole = (keys - np.uint64(1)).astype(np.int64)
    bonuses = np.stack([whole >> (BONUS_BITS * group) & MAX_BONUS for group in range(CLASSES)], axis=1)
    place = whole >> (BONUS_BITS * CLASSES)
    return np.ascontiguousarray(place >> 4), np.ascontiguousarray(place & 15), bonuses


def _table_type():
    return numba.types.NamedTuple((numba.uint64[::1], numba.int32[::1], numba.int32[::1]), CellTable)


@compute_once
def _compiled_look_up():
    if not is_compiled(look_up):
        return plain(look_up)
    two = numba.int64[:, ::1]
    return compile_exported(look_up, (two, two, _table_type(), numba.uint64[::1], two, two))


@compute_once
def _compiled_store():
    if not is_compiled(store):
        return plain(store)
    return compile_exported(store, (_table_type(), numba.uint64[::1], numba.int64[::1], numba.int64[::1]))


@compute_once
def _compiled_simulate():
    if not is_compiled(simulate_cells):
        return plain(simulate_cells)
    one, two = numba.int64[::1], numba.int64[:, ::1]
    pools = numba.types.NamedTuple((one, two, two, one, one), DamagePools)
    encounters = numba.types.NamedUniTuple(two, 2, EncounterArrays)
    return compile_exported(simulate_cells, (one, one, two, pools, encounters, one, one, one))


@rule(inline=True)
def find_cell(cells, key):
    """Return the slot of a key, or the empty slot where it belongs."""
    x = key
    x ^= x >> np.uint64(31)
    x ^= x << np.uint64(21)
    x ^= x >> np.uint64(17)
    x ^= x << np.uint64(43)
    last = cells.keys.shape[0] - 1
    slot = np.int64((x ^ (x >> np.uint64(32))) & np.uint64(last))
    while cells.keys[slot] != np.uint64(0) and cells.keys[slot] != key:
        slot = (slot + 1) & last
    return slot


@rule(export=True)
def look_up(facts, classes, cells, missing, won, turns):
    """Fill in what is known; list each cell that is not known once, and return their number."""
    count = 0
    for s in range(facts.shape[0]):
        if not facts[s, FIGHTS] or facts[s, LEVEL] == 0:
            continue
        for deck in range(classes.shape[0]):
            key = np.uint64(deck * 16 + facts[s, LEVEL] - 1)
            for group in range(CLASSES - 1, -1, -1):
                key = (key << np.uint64(BONUS_BITS)) | np.uint64(facts[s, BONUS + group] * classes[deck, group])
            key += np.uint64(1)
            slot = find_cell(cells, key)
            if cells.keys[slot] == np.uint64(0):
                cells.keys[slot] = key
                cells.won[slot] = -1
                missing[count] = key
                count += 1
            elif cells.won[slot] >= 0:
                won[s, deck], turns[s, deck] = cells.won[slot], cells.turns[slot]
    return count


@rule(export=True)
def store(cells, keys, won, turns):
    """Store the results of cells."""
    for k in range(keys.shape[0]):
        slot = find_cell(cells, keys[k])
        cells.keys[slot] = keys[k]
        cells.won[slot], cells.turns[slot] = won[k], turns[k]


@rule(export=True)
def simulate_cells(decks, encounters, bonuses, pools, foes, luck, won, turns):
    """Simulate cells, with each part of the average damage; in `pools` hit points and guard are multiplied by 100."""
    for k in range(decks.shape[0]):
        area = turn_damage(pools, decks[k], 0, bonuses[k])
        targeted = turn_damage(pools, decks[k], 1, bonuses[k])
        for part in luck:
            result = simulate_fight(area * part, targeted * part, pools, decks[k], foes, encounters[k], False)
            if result > 0:
                won[k] += 1
                turns[k] += result
