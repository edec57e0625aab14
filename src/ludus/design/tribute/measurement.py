"""Measurement of a card file: by a measuring bot, by bots that choose for themselves, and by a round robin of bots.

The spread of the round robin says how well the game separates strong from weak bots.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import NormalDist

import numpy as np

from ludus.arena.compiled_games import stats_match_exports
from ludus.arena.match_spec import Match
from ludus.arena.match_with_stats import GamesWithStats, MatchWithStats
from ludus.arena.play_all_pairs import PairwiseResult, all_pairs, play_pairwise
from ludus.backends import Backend
from ludus.bots import load_compiled_bot
from ludus.core.compile.progress import report_compilation
from ludus.core.game import Content, Game
from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest
from ludus.design.base.significance import independent_difference
from ludus.design.tribute.card_stats import TributeSurvey, compute_survey
from ludus.design.tribute.card_use import FileUse, card_use_games, measure_card_use
from ludus.design.tribute.edit_space import Item
from ludus.design.tribute.options import CardFile
from ludus.design.tribute.strengths_from_random_purchases import TreatmentEstimates, estimate_strengths
from ludus.games.tribute.card_and_patron_lookups import card_names, patron_names
from ludus.stats import Estimate, mean, pooled_proportion, proportion, proportion_difference
from ludus.stats.intervals import COUNT_BOUNDS
from ludus.stats.judgement import JudgedNumbers

PLAYERS_DIVISOR, LADDER_DIVISOR = (
    10,
    200,
)  # divisors of the measuring bot's games: for the players, for each ladder pair
FIRST_SEAT, TURNS, SPREAD = "first_seat", "turns", "spread"


@dataclass(frozen=True)
class TributeLadder:
    """The games of all pairs of bots."""

    players: list[str]
    meetings: PairwiseResult
    seed: int

    def win_rate_against(self, player: int, other: int) -> Estimate | None:
        """Return the win rate of a bot against another."""
        for meeting, pair in enumerate(self.meetings.pairs.tolist()):
            if {player, other} == set(pair):
                return proportion(self.meetings.deals(meeting, player))
        return None

    def mean_win_rate(self, player: int) -> Estimate:
        """Return the mean win rate of a bot."""
        return pooled_proportion([self.meetings.deals(m, player) for m in self._pairings_of(player)])

    @property
    def spread(self) -> Estimate:
        """Mean of |win rate - 1/2| over all pairs: 0 if all bots are equal, 1/2 if the better one always wins."""
        value, variance = 0.0, 0.0
        pairs, deals = len(self.meetings.pairs), self.meetings.points.shape[1]
        for meeting, (player, _) in enumerate(self.meetings.pairs.tolist()):
            won = self.meetings.deals(meeting, player)
            value += abs(float(won.mean()) - 0.5) / pairs
            least = (0.5 / deals) ** 2  # as if one game had ended differently, even if all deals were equal
            variance += (max(float(won.var(ddof=1)) / deals, least) if deals > 1 else math.inf) / pairs**2
        half = NormalDist().inv_cdf(0.975) * math.sqrt(variance)
        low, high = max(0.0, value - half), min(0.5, value + half)
        return Estimate(value, low, high, self.meetings.games, bounds=(0.0, 0.5))

    def _pairings_of(self, player: int) -> list[int]:
        return np.flatnonzero((self.meetings.pairs == player).any(axis=1)).tolist()


def play_ladder(
    game: Game,
    content: Content,
    players: list[str],
    games: int,
    seed: int,
    backend: Backend,
    progress: Callable[[int], None] | None = None,
) -> TributeLadder:
    """Play so many games per pair, all on the same deals."""
    bots = [load_compiled_bot(game, name) for name in players]
    pairs = all_pairs(len(players))
    return TributeLadder(
        players, play_pairwise(game, [content], bots, pairs, games // 2, seed, backend, progress), seed
    )


@dataclass(frozen=True)
class FileMeasurement:
    """Measurements of one card file."""

    card_file: CardFile
    treatment: TreatmentEstimates
    match: Match  # of the players
    players: list[str]
    counted: GamesWithStats
    survey: TributeSurvey
    ladder: TributeLadder
    use: FileUse

    @property
    def name(self) -> str:
        return self.card_file.name

    @cached_property
    def keys(self) -> dict[str, tuple[str, ...]]:
        """Keys of cards and patrons, by number."""
        content = self.card_file.content
        return {"cards": card_names(content), "patrons": patron_names(content)}

    def key(self, item: Item) -> str:
        return self.keys[item[0]][item[1]]

    def judge(self, most: float) -> JudgedNumbers[Item]:
        """Judge all cards and patrons together; cards that the ruler does not play get no judgement."""
        return replace(self.treatment.judge(most), not_judged=self.use.not_judged())

    @cached_property
    def strengths_by_key(self) -> dict[tuple[str, str], Estimate]:
        """Strengths by key, to compare two files; only of cards and patrons that could be measured."""
        strengths = {(item[0], self.key(item)): strength for item, strength in self.treatment.strengths().items()}
        return {item: strength for item, strength in strengths.items() if strength.count}

    @cached_property
    def deal_series(self) -> dict[str, np.ndarray]:
        """By deal: wins of the first seat and frequency of every end reason, in the players' games."""
        outcomes = self.counted.outcomes
        series = {FIRST_SEAT: self.match.by_deal(outcomes.payoffs)[:, 0]}
        for number, reason in enumerate(self.match.reasons):
            ended = outcomes.end_reasons == number
            if ended.any():
                series[f"ends by {reason}"] = self.match.by_deal(ended.astype(np.float64))
        return series

    @cached_property
    def turns(self) -> np.ndarray:
        """Turns by deal."""
        turns: np.ndarray = self.match.by_deal(self.counted.stats["turns"].astype(np.float64))
        return turns

    def measures(self) -> dict[str, Estimate]:
        """All measures that are fractions of 1."""
        measures = {name: proportion(values) for name, values in self.deal_series.items()}
        return measures | {"first seat of the ruler": self.treatment.first_seat, SPREAD: self.ladder.spread}

    def game_length(self) -> Estimate:
        return mean(self.turns, bounds=COUNT_BOUNDS)

    def game_ending(self, reason: str) -> int:
        """Return the number of a game with this end reason."""
        return int(np.flatnonzero(self.counted.outcomes.end_reasons == self.match.reasons.index(reason))[0])


def measure_card_file(
    subject: CardFile,
    measuring_bot: str,
    players: list[str],
    ladder: list[str],
    games: int,
    request: DesignRequest,
    more: str,
) -> FileMeasurement:
    """Play all games of a measurement.

    Args:
        subject: the card file.
        measuring_bot: the measuring bot.
        players: two bots that choose for themselves.
        ladder: bots of the round robin.
        games: games of the measuring bot.
        request: the request.
        more: suffix of progress texts that names the file, if there are several.
    """
    with report_compilation(request.game, lambda: stats_match_exports(request.game, players)):
        counted_match = MatchWithStats(
            Match(
                request.game, subject.content, [load_compiled_bot(request.game, name) for name in players], request.seed
            )
        )
    played_games, ladder_games = (max(2, games // part // 2 * 2) for part in (PLAYERS_DIVISOR, LADDER_DIVISOR))
    pairs, ladder_seed = len(ladder) * (len(ladder) - 1) // 2, derive(request.seed, "ladder")
    with request.progress(f"{measuring_bot}{more}", games) as advance:
        estimates = estimate_strengths(
            request.game, subject.content, measuring_bot, games, derive(request.seed, "ruler"), request.backend, advance
        )
    with request.progress(f"players and ladder{more}", played_games + ladder_games * pairs) as advance:
        counted = counted_match.play(played_games, request.backend, advance)
        rungs = play_ladder(request.game, subject.content, ladder, ladder_games, ladder_seed, request.backend, advance)
    bots = [measuring_bot, *players, *ladder]
    with request.progress(f"use of cards{more}", card_use_games(bots)) as advance:
        use = measure_card_use(request.game, subject.content, bots, request.seed, request.backend, advance)
    return FileMeasurement(
        subject,
        estimates,
        counted_match.match,
        players,
        counted,
        compute_survey(counted_match.match, players, counted),
        rungs,
        use,
    )


def measure_differences(one: FileMeasurement, other: FileMeasurement) -> dict[str, Estimate]:
    """Return how much larger each measure is in the other file, paired by deal where possible."""
    difference, zeros = {}, np.zeros(len(one.deal_series[FIRST_SEAT]))
    for name in dict.fromkeys([*one.deal_series, *other.deal_series]):
        difference[name] = proportion_difference(other.deal_series.get(name, zeros), one.deal_series.get(name, zeros))
    mine, yours = one.measures(), other.measures()
    for name in ("first seat of the ruler", SPREAD):
        difference[name] = independent_difference(mine[name], yours[name])
    return difference
