"""A new bot that plays until its rating is known: which pair plays next, and when it is enough.

Each opponent first gets a batch of games. Then the next batch goes to the opponent with whom it is expected to make the
interval of the new bot's rating shortest, until the 95 % interval is at most plus or minus `elo`, or all pairs have
played their most games. The choices depend on results of whole batches alone, so the seed determines them.

Stopping when an interval is short enough makes the rating slightly too sure of itself: intervals that happen to be
short end the games. With batches of 16 deals and tens of them the effect is small, but it is there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.arena.pairing import Group, pair_text
from ludus.arena.standings import PairGames
from ludus.stats import GroupResults, Ratings, rate
from ludus.stats.ratings import ELO_DIGITS, ELO_PER_LOGIT
from ludus.util.errors import OptionError

BATCH_DEALS = 16  # deals of one pair between two decisions
MIN_ELO = 0.1  # shorter intervals would need millions of games


@dataclass(frozen=True)
class RatingTarget:
    """A player whose rating is to be known."""

    player: int  # its number
    elo: float  # largest half width of the 95 % interval
    games: dict[str, int] | None = None  # by pair, when it has ended and the tournament was extended
    most: int | None = None  # games of a pair, if not that of the tournament

    def __post_init__(self) -> None:
        if not self.elo >= MIN_ELO:
            raise OptionError(f"an interval of plus or minus {self.elo:g} Elo is too short; at least {MIN_ELO:g}")

    def as_dict(self) -> dict[str, Any]:
        """The target as plain data, for the plan."""
        data = {"player": self.player, "elo": self.elo, "games": self.games, "most": self.most}
        return {name: value for name, value in data.items() if value is not None}

    def pairs(self, kind: str, players: int) -> list[Group]:
        """The pairs that play for this target: with all players before it; in a gauntlet, with all others."""
        if kind == "gauntlet":
            return [(0, other) for other in range(1, players)]
        return [(other, self.player) for other in range(self.player)]

    def fixed(self, kind: str, players: int, played: Mapping[Group, int]) -> RatingTarget:
        """The target when it has ended: the games of its pairs do not change any more."""
        if self.games is not None:
            return self
        games = {pair_text(group): played[group] for group in self.pairs(kind, players) if group in played}
        return RatingTarget(self.player, self.elo, games, self.most)

    def next_games(
        self, kind: str, players: int, played: Mapping[Group, PairGames], most: int
    ) -> tuple[Group, int] | None:
        """The pair that plays next, and how many games it will have then; None if the rating is known.

        Args:
            kind: Kind of tournament.
            players: Number of players.
            played: All games so far.
            most: Most games of a pair, if the target has no number of its own.
        """
        most = self.most or most
        pairs, batch = self.pairs(kind, players), 2 * BATCH_DEALS
        if self.games is not None:
            targets = {group: self.games.get(pair_text(group), 0) for group in pairs}
            missing = [group for group in pairs if targets[group] and group not in played]
            return (missing[0], targets[missing[0]]) if missing else None
        for group in pairs:
            if group not in played:
                return group, min(batch, most)
        open_pairs = [group for group in pairs if len(played[group].outcomes) < most]
        if not open_pairs:
            return None
        ratings = rate_played(list(played.values()), players)
        known = ratings.player(self.player)
        if known.high - known.value <= self.elo:
            return None
        gains = [_variance_removed(ratings, self.player, played[group]) for group in open_pairs]
        group = open_pairs[int(np.argmax(gains))]
        return group, min(len(played[group].outcomes) + batch, most)


def rate_played(played: Sequence[PairGames], players: int) -> Ratings:
    """Ratings of all players from their games."""
    return rate([GroupResults(pair.group, pair.by_deal) for pair in played], players)


def _variance_removed(ratings: Ratings, player: int, pair: PairGames) -> float:
    """How much of the variance of a player's rating another batch of this pair is expected to remove, in Elo squared.

    A batch measures the difference of the two ratings. Its own variance follows from how much the payoffs of the deals
    played so far vary, and from how steeply the win rate depends on the difference.
    """
    one, other = pair.group
    shares = pair.by_deal[:, :, 0].mean(axis=1)
    expected = float(ratings.expected(pair.group)[0])
    elo_per_share = ELO_PER_LOGIT / max(expected * (1 - expected), 1e-3)
    # half a deal of each kind is added: a pair that always ended in the same way is not known for sure
    spread = float(np.var(np.concatenate([shares, [0.0, 1.0]])))
    noise = spread * elo_per_share**2 / BATCH_DEALS
    difference = np.zeros(len(ratings.values))
    difference[one], difference[other] = 1.0, -1.0
    towards = ratings.covariance @ difference
    removed = float((ratings.player_weights(player) @ towards) ** 2 / (difference @ towards + noise))
    return round(removed, ELO_DIGITS)  # equal pairs stay equal on every processor
