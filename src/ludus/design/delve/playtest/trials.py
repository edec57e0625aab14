"""Trials: many fights of one bot with decks and random picks from a tree.

    trial = BotTrial("greedy-card", decks, default_encounters(), orders=20, seed=7)
    trial.play(tree, backend)["won"].mean()        win rate over decks, encounters and card orders

For each deck and each encounter the bot gets a point for every encounter before it, picks nodes as its option `picks`
says (at random by default), and fights. Trees and encounters that are tried by the same trial get the same card orders,
so that differences are due to them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

import numpy as np

from ludus.arena.compiled_games import CompiledGames
from ludus.backends import Backend, Threads, split_range
from ludus.bots import CompiledBot, load_compiled_bot
from ludus.core.game import Game
from ludus.core.game_registry import load_game
from ludus.core.random import derive_range
from ludus.games.delve.decks_and_encounters import THESIS_RULES, Deck, Encounter, GameRules
from ludus.games.delve.game_data import pack_scenario
from ludus.games.delve.game_stats import DelveGameStats
from ludus.games.delve.skill_tree import SkillTree
from ludus.games.delve.state import WON

FIGHTS_PER_UNIT = 1024  # fights per unit of work

TrialRow = np.dtype([("won", np.bool_), ("turns", np.int64), ("health", np.int64), ("had", np.uint64, 4)])


class BotTrial:
    """One bot with given decks, and the card orders of all its trials."""

    def __init__(
        self,
        player: str | CompiledBot,
        decks: Sequence[Deck],
        encounters: Sequence[Encounter],
        orders: int = 20,
        seed: int = 1,
        rules: GameRules = THESIS_RULES,
    ) -> None:
        self.player = load_compiled_bot(load_game("delve"), player) if isinstance(player, str) else player
        self.decks, self.foes, self.orders, self.seed, self.rules = tuple(decks), tuple(encounters), orders, seed, rules
        bare = SkillTree("", ())
        self._cards = np.concatenate([pack_scenario(deck, self.foes, bare, rules=rules) for deck in self.decks])

    @property
    def fight_count(self) -> int:
        """Number of fights of `play`."""
        return len(self.decks) * len(self.foes) * self.orders

    def play(
        self, tree: SkillTree, backend: Backend | None = None, progress: Callable[[int], None] | None = None
    ) -> np.ndarray:
        """Return the results of every deck, encounter and card order: an array of Fight."""
        stages = self._stages(self.decks[0], tree)
        if tree.is_extended:  # nodes refer to the cards of a deck
            tables = np.concatenate([stages, *(self._stages(deck, tree) for deck in self.decks[1:])])
        else:
            tables = np.tile(stages, len(self.decks))
            # everything else is the same for every deck, and slower to fill in
            for field in ("kinds", "cards", "effects", "extended"):
                tables[field] = np.repeat(self._cards[field], len(stages), axis=0)
        fights = self._fought(tables, np.arange(len(tables)), backend, progress)
        return fights.reshape(len(self.decks), len(self.foes), self.orders)

    def play_encounters(
        self, encounter: int, others: Sequence[Encounter], tree: SkillTree, backend: Backend | None = None
    ) -> np.ndarray:
        """Return the same with other encounters in place of one: by encounter, deck and card order."""
        tables, rows = [], []
        for other in others:
            encounters = [*self.foes[:encounter], other, *self.foes[encounter + 1 :]]
            tables += [
                pack_scenario(deck, encounters, tree, encounter, encounter, rules=self.rules) for deck in self.decks
            ]
            rows += [number * len(self.foes) + encounter for number in range(len(self.decks))]
        fights = self._fought(np.concatenate(tables), np.array(rows), backend, None)
        return fights.reshape(len(others), len(self.decks), self.orders)

    def _stages(self, deck: Deck, tree: SkillTree) -> np.ndarray:
        """Game data of a deck and a tree, one row per encounter."""
        rows = [pack_scenario(deck, self.foes, tree, k, k, rules=self.rules) for k in range(len(self.foes))]
        stages: np.ndarray = np.concatenate(rows)
        return stages

    def _fought(
        self, tables: np.ndarray, rows: np.ndarray, backend: Backend | None, progress: Callable[[int], None] | None
    ) -> np.ndarray:
        count = len(self.decks) * len(self.foes) * self.orders
        deals, dice = (derive_range(self.seed, 0, count, what).reshape(-1, self.orders) for what in ("deal", "dice"))
        seeds = np.stack([deals[rows], dice[rows]], axis=-1).reshape(-1, 2).view(np.int64)
        return play_fights(self.player, tables, seeds, backend, progress)


def play_fights(
    player: CompiledBot,
    tables: np.ndarray,
    seeds: np.ndarray,
    backend: Backend | None = None,
    progress: Callable[[int], None] | None = None,
) -> np.ndarray:
    """Play a bot's fights, grouped by game data; a row of seeds is (deal, dice) of one fight."""
    work = _TrialWork(load_game("delve"), player, tables, seeds, len(seeds) // len(tables))
    parts = []
    with closing((backend or Threads(1)).run(work, split_range(len(seeds), FIGHTS_PER_UNIT))) as results:
        for part in results:
            parts.append(part)
            if progress:
                progress(len(part))
    return np.concatenate(parts)


class _TrialWork:
    """Work of the backend: all fights in sequence; any range is a unit."""

    def __init__(self, game: Game, player: CompiledBot, tables: np.ndarray, seeds: np.ndarray, orders: int) -> None:
        self.game, self.player, self.tables, self.seeds, self.orders = game, player, tables, seeds, orders
        self._compiled_games = CompiledGames(game, [player], stats_name="")

    def __reduce__(self) -> tuple[Any, ...]:
        return _TrialWork, (self.game, self.player, self.tables, self.seeds, self.orders)

    def __call__(self, part: range) -> np.ndarray:
        numbers = np.arange(part.start, part.stop)
        stats = DelveGameStats.zeros(len(numbers))
        outcomes = self._compiled_games.play(
            self.tables.ctypes.data + numbers // self.orders * self.tables.itemsize,
            np.ascontiguousarray(self.seeds[numbers]),
            np.zeros(len(numbers), np.int64),
            stats.ctypes.data,
        )
        rows = np.zeros(len(numbers), TrialRow)
        rows["won"] = outcomes.end_reasons == WON
        rows["turns"], rows["had"] = stats["turns"], stats["had"]
        rows["health"] = np.maximum(stats["health"], 0)
        return rows
