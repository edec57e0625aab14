"""Batch play of kingdoms by two bots: sums per kingdom, from which every measure of outcomes follows.

    rows = play_kingdoms(pool, kingdoms, ["earl", "drew"], games=100, seed=7, backend=Threads())
    rows["wins"][:, 0] / rows["games"]         one row per kingdom

The games of a kingdom depend on the seed and on its rank in the pool, not on the other kingdoms: all kingdoms share one
match, with a million game numbers each. So any game can be replayed:

    match = Match(pool.game, pool.content(kingdom, **VDOM_RULES), players, seed=7)
    replay_game(match, first_game_number(pool, kingdom) + k)
    replay_kingdom_game(pool, kingdom, ["earl", "drew"], 7, k)     the same

Every deal is played from both seats; its two games are not independent, so squares and products are of deals: of the
sum over both games. All numbers are whole, so the division of work cannot change a sum.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ludus.arena.compiled_games import CompiledGames, Outcomes
from ludus.arena.gpu import play_with_stats_on_gpu
from ludus.arena.match_spec import Match
from ludus.arena.runner import replay_game, run_chunks
from ludus.backends import Backend
from ludus.backends.cuda import Cuda
from ludus.bots import CompiledBot, load_compiled_bot
from ludus.core.position import Position
from ludus.core.random import derive, derived_seeds
from ludus.design.dominion.kingdom_numbering import VDOM_RULES, KingdomPool
from ludus.games.dominion.game_stats import DominionGameStats
from ludus.games.dominion.state import REASONS
from ludus.util.errors import OptionError

SEATS = 2
TURN_CAP = REASONS.index("turn cap")
GAMES_PER_KINGDOM = 1 << 20  # game numbers reserved for each kingdom
GPU_BATCH_GAMES = 1 << 21  # games on the GPU at a time
MILLION = 1_000_000  # skill is stored in millionths, so that its sums are whole

OutcomeSums = np.dtype(
    [
        ("games", np.int64),
        ("wins", np.int64, 2),  # by player, not by seat; without draws
        ("draws", np.int64),
        ("share_squares", np.int64),  # of the first player's share of a deal in half points, 0 to 4
        ("points", np.int64, 2),
        ("squares", np.int64, 2),
        ("product", np.int64),  # of the points of both players
        ("skill", np.int64),  # (h - l) / h of a game in millionths: h the higher points, l the lower
        ("skill_squares", np.int64),
        ("pointless", np.int64),  # games in which h is not above zero: they count 0 in skill
        ("first_wins", np.int64),  # of the first seat
        ("lead_squares", np.int64),  # of first seat's wins less second seat's, in a deal
        ("turns", np.int64),  # of the player who had more
        ("turn_squares", np.int64),
        ("capped", np.int64),
    ]
)


def play_kingdoms(
    pool: KingdomPool,
    kingdoms: Sequence[Sequence[int]] | np.ndarray,
    players: Sequence[str | CompiledBot],
    games: int,
    seed: int,
    backend: Backend | None = None,
    progress: Callable[[int], None] | None = None,
    options: Mapping[str, Any] = VDOM_RULES,
) -> np.ndarray:
    """Play `games` games on every kingdom.

    Args:
        pool: pool of cards.
        kingdoms: one row of rising card numbers per kingdom.
        players: two bots.
        games: an even number per kingdom.
        seed: seed of the match.
        backend: backend; one thread by default.
        progress: called with the number of games played.
        options: options of the game.

    Returns:
        An array of `OutcomeSums`, one row per kingdom.

    Raises:
        OptionError: an odd or too large number of games, other than two bots, or invalid kingdoms.
    """
    work = KingdomGames(pool, pool.check_kingdoms(kingdoms), players, games, seed, options)
    if not len(work.kingdoms):
        return np.zeros(0, OutcomeSums)
    if isinstance(backend, Cuda):
        return work.play_on_gpu(backend, progress).view(OutcomeSums)[:, 0]
    totals = np.zeros((len(work.kingdoms), OutcomeSums.itemsize // 8), np.int64)
    for part, sums in run_chunks(work, len(totals) * games, backend, progress, step=SEATS):
        first = part.start // games
        totals[first : first + len(sums)] += sums
    return totals.view(OutcomeSums)[:, 0]


def replay_kingdom_game(
    pool: KingdomPool,
    kingdom: Sequence[int],
    players: Sequence[str | CompiledBot],
    seed: int,
    number: int,
    options: Mapping[str, Any] = VDOM_RULES,
) -> Position:
    """Return game `number` of those that `play_kingdoms` plays on a kingdom, replayed move by move."""
    match = Match(pool.game, pool.content(kingdom, **options), _find_bots(pool, players), seed)
    return replay_game(match, first_game_number(pool, kingdom) + number)


def first_game_number(pool: KingdomPool, kingdom: Sequence[int]) -> int:
    """Return the number of a kingdom's first game in a match of the seed."""
    return pool.rank(kingdom) * GAMES_PER_KINGDOM


def kingdom_match(
    pool: KingdomPool,
    kingdom: Sequence[int],
    players: Sequence[str | CompiledBot],
    seed: int,
    options: Mapping[str, Any] = VDOM_RULES,
) -> Match:
    """Return a match of the kingdom's own, with games numbered from 0; not the games of `play_kingdoms`."""
    own = derive(seed, "kingdom", ",".join(pool.write(kingdom)))
    return Match(pool.game, pool.content(kingdom, **options), _find_bots(pool, players), own)


class KingdomGames:
    """Work of the backend: the games of all kingdoms, numbered in one sequence; any range of whole deals is a unit."""

    def __init__(
        self,
        pool: KingdomPool,
        kingdoms: np.ndarray,
        players: Sequence[str | CompiledBot],
        games: int,
        seed: int,
        options: Mapping[str, Any],
    ) -> None:
        if not SEATS <= games <= GAMES_PER_KINGDOM or games % SEATS:
            raise OptionError(
                f"games={games}: an even number up to {GAMES_PER_KINGDOM:,}, so that each player has each seat as often"
            )
        self.pool, self.kingdoms, self.players = pool, kingdoms, _find_bots(pool, players)
        self.games, self.seed, self.options = games, seed, dict(options)
        self._compile()

    def _compile(self) -> None:
        self._compiled_games = CompiledGames(self.pool.game, self.players, stats_name="")
        self._roots = Match(
            self.pool.game, self.pool.kingdom_builder(**self.options).drawn, self.players, self.seed
        ).seed_roots()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_compiled_games", "_roots")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._compile()

    def __call__(self, part: range) -> np.ndarray:
        """Play a range; return the sums of its kingdoms, from the first one that it reaches."""
        row = np.arange(part.start, part.stop)
        first = part.start // self.games
        kingdom, number = row // self.games - first, row % self.games
        reached = self.kingdoms[first : first + int(kingdom[-1]) + 1]
        tables = self.pool.game_data(reached, **self.options)
        addresses = tables.ctypes.data + kingdom * tables.itemsize
        stats = DominionGameStats.zeros(len(part))
        seeds = self._seeds(reached, kingdom, number)
        outcomes = self._compiled_games.play(addresses, seeds, number % SEATS, stats.ctypes.data)
        starts = np.flatnonzero(np.diff(kingdom[::SEATS], prepend=-1))
        sums: np.ndarray = np.add.reduceat(self._deals(outcomes, stats), starts, axis=0)
        return sums

    def play_on_gpu(self, place: Cuda, progress: Callable[[int], None] | None) -> np.ndarray:
        """Play all kingdoms on the GPU; return their sums."""
        match = Match(self.pool.game, self.pool.content(self.kingdoms[0], **self.options), self.players, self.seed)
        parts = []
        at_once = max(1, GPU_BATCH_GAMES // self.games)
        for at in range(0, len(self.kingdoms), at_once):
            reached = self.kingdoms[at : at + at_once]
            tables, firsts = (
                self.pool.game_data(reached, **self.options),
                self.pool.rank_all(reached) * GAMES_PER_KINGDOM,
            )
            deals = self._deals(*play_with_stats_on_gpu(match, "", tables, firsts, self.games, place, progress))
            parts.append(deals.reshape(len(reached), self.games // SEATS, -1).sum(axis=1))
        return np.concatenate(parts)

    def _seeds(self, kingdoms: np.ndarray, kingdom: np.ndarray, number: np.ndarray) -> np.ndarray:
        """Seeds of these games in a match of the seed, see `Match.seeds`."""
        row = self.pool.rank_all(kingdoms)[kingdom] * GAMES_PER_KINGDOM + number
        numbers = np.stack([row // SEATS, *[row] * SEATS], axis=1).astype(np.uint64)
        return derived_seeds(np.array(self._roots, np.uint64), numbers).view(np.int64)

    def _deals(self, outcomes: Outcomes, stats: np.ndarray) -> np.ndarray:
        """The numbers of `OutcomeSums` for every deal. In its second game the players have changed seats."""
        half = np.rint(2 * outcomes.payoffs).astype(np.int64).reshape(-1, SEATS, SEATS)  # by deal, game and seat
        scores = outcomes.scores.reshape(-1, SEATS, SEATS)
        mine, yours = half[:, [0, 1], [0, 1]], half[:, [0, 1], [1, 0]]  # by deal and game
        one, other = scores[:, 0, 0] + scores[:, 1, 1], scores[:, 0, 1] + scores[:, 1, 0]
        high, low = np.maximum(scores[..., 0], scores[..., 1]), np.minimum(scores[..., 0], scores[..., 1])
        ratio = np.where(high > 0, (high - low) / np.maximum(high, 1), 0.0)
        skill = _sum_over_deal(np.rint(MILLION * ratio).astype(np.int64))
        lead = _sum_over_deal(half[..., 0] - half[..., 1]) // 2
        turns = stats["turns"].astype(np.int64)
        turns = _sum_over_deal(np.maximum(turns[:, 0], turns[:, 1]))
        columns = {
            "games": SEATS,
            "wins": (_sum_over_deal(mine == 2), _sum_over_deal(yours == 2)),
            "draws": _sum_over_deal(mine == 1),
            "share_squares": _sum_over_deal(mine) ** 2,
            "points": (one, other),
            "squares": (one**2, other**2),
            "product": one * other,
            "skill": skill,
            "skill_squares": skill**2,
            "pointless": _sum_over_deal(high <= 0),
            "first_wins": _sum_over_deal(half[..., 0] == 2),
            "lead_squares": lead**2,
            "turns": turns,
            "turn_squares": turns**2,
            "capped": _sum_over_deal(outcomes.end_reasons == TURN_CAP),
        }
        sums = np.zeros(len(half), OutcomeSums)
        for name, values in columns.items():
            if isinstance(values, tuple):
                sums[name][:, 0], sums[name][:, 1] = values
            else:
                sums[name] = values
        return sums.view(np.int64).reshape(len(half), -1)


def _sum_over_deal(games: np.ndarray) -> np.ndarray:
    """Sum over the two games of each deal."""
    pairs = games.reshape(-1, SEATS)
    sums: np.ndarray = np.add(pairs[:, 0], pairs[:, 1], dtype=np.int64)
    return sums


def _find_bots(pool: KingdomPool, players: Sequence[str | CompiledBot]) -> list[CompiledBot]:
    if len(players) != SEATS:
        raise OptionError(f"kingdoms are played by {SEATS} players here, not {len(players)}")
    return [load_compiled_bot(pool.game, bot) if isinstance(bot, str) else bot for bot in players]
