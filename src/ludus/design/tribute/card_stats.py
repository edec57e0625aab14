"""Card and patron statistics of Tales of Tribute: play and count games, estimate with intervals.

    survey = survey_games(game, content, ["decision-tree", "decision-tree"], games=2000, seed=7)
    survey.rate("taken", 17).power             win rate of players who took card 17, as between equals: 0.5 is no help
    survey.rate("taken", 17).lift              how much more often players with it win than players without it
    survey.rate("called", 3).power             the same for players who called patron 3 at least once
    survey.rate("drafted", 3, player=0).won    win rate of the first player when it had picked patron 3
    survey.presence(3).turns                   how many turns longer games with patron 3 last
    survey.card_effects()[17]                  effect of a copy of card 17, other purchases being equal
    survey.share, survey.first_seat, survey.turns, survey.digest

Cards and patrons are numbered as in `ludus.games.tribute.card_and_patron_lookups`. Cards are `taken`
(bought or acquired, once or more) or `owned` (at the end); patrons are `drafted`, `called` or `favoured` (at the end).
For a card, only games with its patron in play count; for a called or favoured patron, only games with that patron; for
a drafted one, all games that had a draft. `rate_over` combines several pairings.

These are win rates of players *who chose a card*: players who are ahead can afford more, so power is no proof of a
cause. Regression effects are closer to one. They model the difference between the half points of the two players as a
sum: a constant (who is stronger), a term for the first seat, and a coefficient for every card times how many more of it
the first player took. Fitted by least squares over all games, with a small ridge term (`RIDGE`) for cards that no
player took. A card's coefficient is the growth of a player's win rate with each copy taken. Only whole sums are stored,
so surveys can be added.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.arena.compiled_games import stats_match_exports
from ludus.arena.match_spec import Match
from ludus.arena.match_with_stats import GamesWithStats, MatchWithStats
from ludus.backends import Backend, Threads
from ludus.bots import load_compiled_bot
from ludus.core.compile.progress import report_compilation
from ludus.core.game import Content, Game
from ludus.design.tribute.sufficient_stats import (
    FIRST,
    FIRST_PLAYER,
    HALF_POINTS,
    PLAYER_COLUMNS,
    PRESENT,
    SEATS,
    TURNS,
    WITH_ITEM,
    WITHOUT_ITEM,
    DealSums,
    ItemRates,
    PairingPart,
    PresenceEffect,
    estimate_rates,
    overall_estimate,
    presence_effect,
    suitability,
)
from ludus.games.tribute.card_and_patron_lookups import card_decks
from ludus.stats import Estimate
from ludus.stats.intervals import normal_estimate

CONSTANT_COLUMN, SEAT_COLUMN, FIRST_CARD_COLUMN = 0, 1, 2  # columns
RIDGE = 1.0  # ridge penalty on every coefficient, equivalent to one game
HALF_POINT_RANGE = 4  # half points from losing to winning, seen from one player and the other: -2 to 2
CARD_MEASURES = ("taken", "owned")
PATRON_MEASURES = ("drafted", "called", "favoured")
PRESENCE_MEASURE = "present"
PATRON_SET_COLUMNS = ("player", "patrons", "games", "wins")  # patrons as bits, the Treasury among them


@dataclass(frozen=True)
class RegressionSums:
    """Sums of products over games: of the columns with each other, with the result, and of the squared result."""

    games: int
    columns: np.ndarray
    results: np.ndarray
    square: int

    @classmethod
    def of(cls, taken: np.ndarray, halves: np.ndarray) -> RegressionSums:
        """Compute from `taken` (by game, seat and card) and `halves` (by game and seat); seats alternate by game."""
        sign = 1 - 2 * (np.arange(len(halves)) & 1)  # 1: player 0 sits first
        x = np.zeros((len(halves), FIRST_CARD_COLUMN + taken.shape[2]))
        x[:, CONSTANT_COLUMN], x[:, SEAT_COLUMN] = 1.0, sign
        x[:, FIRST_CARD_COLUMN:] = sign[:, None] * (taken[:, 0].astype(np.int64) - taken[:, 1])
        y = (sign * (halves[:, 0] - halves[:, 1])).astype(np.float64)
        return cls(len(y), (x.T @ x).astype(np.int64), (x.T @ y).astype(np.int64), int(y @ y))

    def __add__(self, other: RegressionSums) -> RegressionSums:
        return RegressionSums(
            self.games + other.games,
            self.columns + other.columns,
            self.results + other.results,
            self.square + other.square,
        )


def regression_effects(meetings: Sequence[RegressionSums]) -> list[Estimate]:
    """Return effects by card, over one or several pairings, each with its own constant.

    Intervals treat games as independent, which those of one deal are not quite.
    """
    games = sum(pairing.games for pairing in meetings)
    extra = len(meetings) - 1
    size = len(meetings[0].results) + extra
    xx, xy = np.zeros((size, size)), np.zeros(size)
    for number, pairing in enumerate(meetings):
        at = np.array(
            [CONSTANT_COLUMN if number == 0 else len(pairing.results) + number - 1, *range(1, len(pairing.results))]
        )
        xx[np.ix_(at, at)] += pairing.columns
        xy[at] += pairing.results
    with _one_thread():
        inverse = np.linalg.inv(xx + RIDGE * np.eye(size))
        values = inverse @ xy
        left = sum(pairing.square for pairing in meetings) - 2 * values @ xy + values @ xx @ values
        spread = left / max(games - size, 1) * np.diag(inverse @ xx @ inverse)
    cards = range(FIRST_CARD_COLUMN, len(meetings[0].results))
    return [
        normal_estimate(values[k] / HALF_POINT_RANGE, spread[k] / HALF_POINT_RANGE**2, games)
        if xx[k, k] > 0
        else Estimate(float("nan"), -np.inf, np.inf, 0)
        for k in cards
    ]


@dataclass(frozen=True)
class TributeSurvey:
    """Counted games of one pairing. Surveys of the same two players on other deals can be added."""

    players: tuple[str, str]
    games: int
    sums: dict[str, DealSums]  # by measure: CARDS and PATRONS, and PRESENCE of patrons
    moments: RegressionSums  # for the regression of results on purchases
    patron_sets: np.ndarray  # a row for each player and set of patrons in a game: see DRAWS
    digest: str  # of the outcomes

    def rate(self, measure: str, number: int, player: int | None = None) -> ItemRates:
        """Return the estimates of a card or patron, for both players or for one."""
        return estimate_rates([(self.sums[measure], player)], number)

    def presence(self, number: int) -> PresenceEffect:
        """Return what changes when this patron is in the game."""
        return presence_effect(self.sums[PRESENCE_MEASURE], number)

    def card_effects(self) -> list[Estimate]:
        """Return, by card, how much a player's win rate grows with each copy taken, other purchases being equal."""
        return regression_effects([self.moments])

    @property
    def share(self) -> Estimate:
        """Win rate of the first player."""
        return overall_estimate(self.sums[PRESENCE_MEASURE], FIRST_PLAYER)

    @property
    def first_seat(self) -> Estimate:
        return overall_estimate(self.sums[PRESENCE_MEASURE], FIRST)

    @property
    def turns(self) -> Estimate:
        """Turns of a game, both players together."""
        return overall_estimate(self.sums[PRESENCE_MEASURE], TURNS)

    def __add__(self, other: TributeSurvey) -> TributeSurvey:
        assert self.players == other.players
        return TributeSurvey(
            self.players,
            self.games + other.games,
            {name: sums + other.sums[name] for name, sums in self.sums.items()},
            self.moments + other.moments,
            _add_up_rows(np.concatenate([self.patron_sets, other.patron_sets])),
            hashlib.sha256(f"{self.digest} {other.digest}".encode()).hexdigest()[:16],
        )

    def to_data(self) -> dict[str, Any]:
        """Return numbers and arrays to store; `TributeSurvey.from_data` is the inverse."""
        return {
            "players": list(self.players),
            "games": self.games,
            "sums": {name: vars(sums) for name, sums in self.sums.items()},
            "moments": vars(self.moments),
            "draws": self.patron_sets,
            "digest": self.digest,
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> TributeSurvey:
        one, other = data["players"]
        sums = {name: DealSums(**fields) for name, fields in data["sums"].items()}
        return cls((one, other), data["games"], sums, RegressionSums(**data["moments"]), data["draws"], data["digest"])


def survey_games(
    game: Game,
    content: Content,
    players: Sequence[str],
    games: int,
    seed: int,
    backend: Backend | None = None,
    progress: Callable[[int], None] | None = None,
) -> TributeSurvey:
    """Play and count games between two compiled bots, which change seats from game to game.

    Args:
        game: the game.
        content: its card file.
        players: two bots.
        games: number of games; an odd one at the end is not counted.
        seed: seed of the match.
        backend: backend; one thread by default.
        progress: called with the number of games played.
    """
    with report_compilation(game, lambda: stats_match_exports(game, players)):
        counted_match = MatchWithStats(Match(game, content, [load_compiled_bot(game, text) for text in players], seed))
    return compute_survey(counted_match.match, players, counted_match.play(games, backend or Threads(1), progress))


def compute_survey(match: Match, players: Sequence[str], counted: GamesWithStats) -> TributeSurvey:
    """Compute the statistics of counted games; an odd game at the end is left out."""
    whole = len(counted.outcomes) // SEATS * SEATS
    stats, outcomes = counted.stats[:whole], counted.outcomes
    decks = np.array(card_decks(match.content))
    halves = np.rint(HALF_POINTS * outcomes.payoffs[:whole]).astype(np.int64)
    present = stats["present"] != 0
    drafted = (stats["drafted"] != 0).any(axis=(1, 2))
    sums = {name: _sums(stats[name][:, :, : len(decks)] != 0, present[:, decks], halves) for name in CARD_MEASURES}
    for name in PATRON_MEASURES:
        counts = np.broadcast_to(drafted[:, None], present.shape) if name == "drafted" else present
        sums[name] = _sums(stats[name] != 0, counts, halves)
    sums[PRESENCE_MEASURE] = _presence_sums(present, stats["turns"].astype(np.int64), halves)
    moments = RegressionSums.of(stats["taken"][:, :, : len(decks)], halves)
    return TributeSurvey(
        (players[0], players[1]), whole, sums, moments, _patron_sets(present, halves), outcomes.digest()
    )


def rate_over(surveys: Iterable[TributeSurvey], measure: str, number: int, player: str | None = None) -> ItemRates:
    """Return estimates of one card or patron over several pairings: of all players, or of the player with this name."""
    parts: list[PairingPart] = []
    for survey in surveys:
        if player is None:
            parts.append((survey.sums[measure], None))
        else:
            parts += [(survey.sums[measure], k) for k, name in enumerate(survey.players) if name == player]
    return estimate_rates(parts, number)


def patron_suitability(surveys: Iterable[TributeSurvey], patron: int, player: str) -> Estimate:
    """Return how much more a player wins against others when a patron is in the game."""
    pairings = [survey for survey in surveys if player in survey.players and survey.players[0] != survey.players[1]]
    return suitability([(survey.sums[PRESENCE_MEASURE], survey.players.index(player)) for survey in pairings], patron)


def _one_thread() -> AbstractContextManager[Any]:
    """Limit BLAS to one thread: with several, the order of summation would depend on the machine."""
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    return threadpool_limits(1, user_api="blas")  # type: ignore[no-any-return]


def _sums(had: np.ndarray, counts: np.ndarray, halves: np.ndarray) -> DealSums:
    """Sums of `had` (by game, seat and item) over the games for which `counts` (by game and item) is true."""
    values = np.zeros((len(counts) // SEATS, counts.shape[1], SEATS * PLAYER_COLUMNS), np.int64)
    for turn in range(SEATS):  # in the second game of a deal the players have changed seats
        games_of_turn = slice(turn, None, SEATS)
        for seat in range(SEATS):
            at, points = PLAYER_COLUMNS * (seat ^ turn), halves[games_of_turn, seat, None]
            for k, games in ((WITH_ITEM, had[games_of_turn, seat]), (WITHOUT_ITEM, ~had[games_of_turn, seat])):
                values[:, :, at + k] += games & counts[games_of_turn]
                values[:, :, at + k + 1] += (games & counts[games_of_turn]) * points
    return DealSums.of(values)


def _presence_sums(present: np.ndarray, turns: np.ndarray, halves: np.ndarray) -> DealSums:
    values = np.zeros((len(present) // SEATS, present.shape[1], 2 * PLAYER_COLUMNS), np.int64)
    for turn in range(SEATS):
        games_of_turn = slice(turn, None, SEATS)
        for at, games in ((0, present[games_of_turn]), (PLAYER_COLUMNS, ~present[games_of_turn])):
            values[:, :, at + PRESENT] += games
            values[:, :, at + TURNS] += games * turns[games_of_turn, None]
            values[:, :, at + FIRST] += games * halves[games_of_turn, 0, None]
            values[:, :, at + FIRST_PLAYER] += (
                games * halves[games_of_turn, turn, None]
            )  # player 0 sits in seat 0, then in seat 1
    return DealSums.of(values)


def _patron_sets(present: np.ndarray, halves: np.ndarray) -> np.ndarray:
    """Which patrons were in the games, and who won with them."""
    bits = (present.astype(np.int64) << np.arange(present.shape[1])).sum(axis=1)
    rows = np.arange(len(halves))
    parts = []
    for player in range(SEATS):
        won = halves[rows, (player + rows) % SEATS] == HALF_POINTS
        parts.append(np.stack([np.full(len(bits), player), bits, np.ones_like(bits), won], axis=1))
    return _add_up_rows(np.concatenate(parts))


def _add_up_rows(rows: np.ndarray) -> np.ndarray:
    """Add up rows of the same player and set of patrons."""
    keys, at = np.unique(rows[:, :2], axis=0, return_inverse=True)
    numbers = np.zeros((len(keys), 2), np.int64)
    np.add.at(numbers, at.ravel(), rows[:, 2:].astype(np.int64))
    return np.concatenate([keys, numbers], axis=1)
