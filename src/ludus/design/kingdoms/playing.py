"""Batch play of kingdoms by two bots: sums per kingdom, from which every measure of outcomes follows.

    rows = play_kingdoms(pool, kingdoms, ["earl", "drew"], games=100, seed=7, place=Threads(), options=PAPER)
    rows["wins"][:, 0] / rows["games"]         one row per kingdom

The games of a kingdom depend on the seed and on its rank in the pool, not on the other kingdoms: all kingdoms share one
match, with a million game numbers each. So any game can be replayed:

    match = Match(pool.game, pool.content(kingdom, **PAPER), players, seed=7)
    match.replay(first_number(pool, kingdom) + k)          or: replay(pool, kingdom, ["earl", "drew"], 7, k)

Every deal is played from both seats; its two games are not independent, so squares and products are of deals: of the
sum over both games. All numbers are whole, so the division of work cannot change a sum.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from typing import Any

import numpy as np

from ludus.arena.device import count_on_card
from ludus.arena.match import Match, Outcomes, play_at, play_games
from ludus.arena.pace import FIRST, Pace
from ludus.compute import Place, Threads
from ludus.compute.cuda import Cuda
from ludus.core.errors import OptionError
from ludus.core.position import Position
from ludus.core.random import derive, numbered
from ludus.design.kingdoms.pool import PAPER, Pool
from ludus.players import Player, find_compiled

SEATS = 2
SPAN = 1 << 20  # game numbers reserved for each kingdom
ON_CARD = 1 << 21  # games on the GPU at a time
MILLION = 1_000_000  # skill is stored in millionths, so that its sums are whole

Sums = np.dtype(
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
    pool: Pool,
    kingdoms: Sequence[Sequence[int]] | np.ndarray,
    players: Sequence[str | Player],
    games: int,
    seed: int,
    place: Place | None = None,
    progress: Callable[[int], None] | None = None,
    options: Mapping[str, Any] = PAPER,
) -> np.ndarray:
    """Play `games` games on every kingdom.

    Args:
        pool: pool of cards.
        kingdoms: one row of rising card numbers per kingdom.
        players: two bots.
        games: an even number per kingdom.
        seed: seed of the match.
        place: backend; one thread by default.
        progress: called with the number of games played.
        options: options of the game.

    Returns:
        An array of `Sums`, one row per kingdom.

    Raises:
        OptionError: an odd or too large number of games, other than two bots, or invalid kingdoms.
    """
    place = place or Threads(1)
    work = Kingdoms(pool, pool.checked(kingdoms), players, games, seed, options)
    if not len(work.kingdoms):
        return np.zeros(0, Sums)
    if isinstance(place, Cuda):
        return work.on_card(place, progress).view(Sums)[:, 0]
    totals = np.zeros((len(work.kingdoms), Sums.itemsize // 8), np.int64)
    pace = Pace(place.count, FIRST, SEATS)
    with closing(place.run(work, pace.parts(len(totals) * games))) as coming:
        for first, played, seconds, sums in coming:
            totals[first : first + len(sums)] += sums
            pace.hear(played, seconds)
            if progress:
                progress(played)
    return totals.view(Sums)[:, 0]


def replay(
    pool: Pool,
    kingdom: Sequence[int],
    players: Sequence[str | Player],
    seed: int,
    number: int,
    options: Mapping[str, Any] = PAPER,
) -> Position:
    """Return game `number` of those that `play_kingdoms` plays on a kingdom, replayed move by move."""
    match = Match(pool.game, pool.content(kingdom, **options), _players(pool, players), seed)
    return match.replay(first_number(pool, kingdom) + number)


def first_number(pool: Pool, kingdom: Sequence[int]) -> int:
    """Return the number of a kingdom's first game in a match of the seed."""
    return pool.rank(kingdom) * SPAN


def match_of(
    pool: Pool, kingdom: Sequence[int], players: Sequence[str | Player], seed: int, options: Mapping[str, Any] = PAPER
) -> Match:
    """Return a match of the kingdom's own, with games numbered from 0; not the games of `play_kingdoms`."""
    own = derive(seed, "kingdom", ",".join(pool.write(kingdom)))
    return Match(pool.game, pool.content(kingdom, **options), _players(pool, players), own)


class Kingdoms:
    """Work of the backend: the games of all kingdoms, numbered in one sequence; any range of whole deals is a unit."""

    def __init__(
        self,
        pool: Pool,
        kingdoms: np.ndarray,
        players: Sequence[str | Player],
        games: int,
        seed: int,
        options: Mapping[str, Any],
    ) -> None:
        if not SEATS <= games <= SPAN or games % SEATS:
            raise OptionError(
                f"games={games}: an even number up to {SPAN:,}, so that each player has each seat as often"
            )
        self.pool, self.kingdoms, self.players = pool, kingdoms, _players(pool, players)
        self.games, self.seed, self.options = games, seed, dict(options)
        self._make_ready()

    def _make_ready(self) -> None:
        self._play = play_games(self.pool.game, True, counted="")
        self._roots = Match(self.pool.game, self.pool.layout(**self.options).drawn, self.players, self.seed).roots()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_play", "_roots")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make_ready()

    def __call__(self, part: range) -> tuple[int, int, float, np.ndarray]:
        """Play a range; return its first kingdom, number of games, seconds taken, and sums from that kingdom on."""
        start = time.perf_counter()
        row = np.arange(part.start, part.stop)
        first = part.start // self.games
        kingdom, number = row // self.games - first, row % self.games
        reached = self.kingdoms[first : first + int(kingdom[-1]) + 1]
        tables = self.pool.tables(reached, **self.options)
        addresses = tables.ctypes.data + kingdom * tables.itemsize
        tallies = self.pool.design.Tally.zeros(len(part))
        outcomes = play_at(
            self.pool.game,
            self.players,
            self._play,
            addresses,
            self._seeds(reached, kingdom, number),
            number % SEATS,
            tallies.ctypes.data,
        )
        starts = np.flatnonzero(np.diff(kingdom[::SEATS], prepend=-1))
        sums = np.add.reduceat(self._deals(outcomes, tallies), starts, axis=0)
        return first, len(part), time.perf_counter() - start, sums

    def on_card(self, place: Cuda, progress: Callable[[int], None] | None) -> np.ndarray:
        """Play all kingdoms on the GPU; return their sums."""
        match = Match(self.pool.game, self.pool.content(self.kingdoms[0], **self.options), self.players, self.seed)
        parts = []
        at_once = max(1, ON_CARD // self.games)
        for at in range(0, len(self.kingdoms), at_once):
            reached = self.kingdoms[at : at + at_once]
            tables, firsts = self.pool.tables(reached, **self.options), self.pool.rank_all(reached) * SPAN
            deals = self._deals(*count_on_card(match, "", tables, firsts, self.games, place, progress))
            parts.append(deals.reshape(len(reached), self.games // SEATS, -1).sum(axis=1))
        return np.concatenate(parts)

    def _seeds(self, kingdoms: np.ndarray, kingdom: np.ndarray, number: np.ndarray) -> np.ndarray:
        """Seeds of these games in a match of the seed, see `Match.seeds`."""
        row = self.pool.rank_all(kingdoms)[kingdom] * SPAN + number
        numbers = np.stack([row // SEATS, *[row] * SEATS], axis=1).astype(np.uint64)
        return numbered(np.array(self._roots, np.uint64), numbers).view(np.int64)

    def _deals(self, outcomes: Outcomes, tallies: np.ndarray) -> np.ndarray:
        """The numbers of `Sums` for every deal. In its second game the players have changed seats."""
        half = np.rint(2 * outcomes.shares).astype(np.int64).reshape(-1, SEATS, SEATS)  # by deal, game and seat
        points = outcomes.points.reshape(-1, SEATS, SEATS)
        mine, yours = half[:, [0, 1], [0, 1]], half[:, [0, 1], [1, 0]]  # by deal and game
        one, other = points[:, 0, 0] + points[:, 1, 1], points[:, 0, 1] + points[:, 1, 0]
        high, low = np.maximum(points[..., 0], points[..., 1]), np.minimum(points[..., 0], points[..., 1])
        ratio = np.where(high > 0, (high - low) / np.maximum(high, 1), 0.0)
        skill = _both(np.rint(MILLION * ratio).astype(np.int64))
        lead = _both(half[..., 0] - half[..., 1]) // 2
        turns = tallies["turns"].astype(np.int64)
        turns = _both(np.maximum(turns[:, 0], turns[:, 1]))
        columns = {
            "games": SEATS,
            "wins": (_both(mine == 2), _both(yours == 2)),
            "draws": _both(mine == 1),
            "share_squares": _both(mine) ** 2,
            "points": (one, other),
            "squares": (one**2, other**2),
            "product": one * other,
            "skill": skill,
            "skill_squares": skill**2,
            "pointless": _both(high <= 0),
            "first_wins": _both(half[..., 0] == 2),
            "lead_squares": lead**2,
            "turns": turns,
            "turn_squares": turns**2,
            "capped": _both(outcomes.reasons == self.pool.design.CAPPED),
        }
        sums = np.zeros(len(half), Sums)
        for name, values in columns.items():
            if isinstance(values, tuple):
                sums[name][:, 0], sums[name][:, 1] = values
            else:
                sums[name] = values
        return sums.view(np.int64).reshape(len(half), -1)


def _both(games: np.ndarray) -> np.ndarray:
    """Sum over the two games of each deal."""
    pairs = games.reshape(-1, SEATS)
    sums: np.ndarray = np.add(pairs[:, 0], pairs[:, 1], dtype=np.int64)
    return sums


def _players(pool: Pool, players: Sequence[str | Player]) -> list[Player]:
    if len(players) != SEATS:
        raise OptionError(f"kingdoms are played by {SEATS} players here, not {len(players)}")
    return [find_compiled(pool.game, bot) if isinstance(bot, str) else bot for bot in players]
