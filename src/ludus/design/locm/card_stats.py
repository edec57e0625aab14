"""Survey of a card list: play and count games, and estimate the strength of every card."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist

import numpy as np

from ludus.arena.compiled_games import stats_match_exports
from ludus.arena.match_spec import Match
from ludus.arena.match_with_stats import GamesWithStats, MatchWithStats
from ludus.bots import load_bot
from ludus.core.compile.progress import report_compilation
from ludus.core.game import Content
from ludus.design.base.designer import DesignRequest
from ludus.design.base.option_value_parsers import WinRateBand
from ludus.design.base.report_parts import replay_command
from ludus.design.base.significance import UNKNOWN_ESTIMATE, standard_error
from ludus.games.locm.card_edits import cards_of
from ludus.games.locm.card_list import CardDefinition
from ludus.games.locm.card_use_stats import BOTH, MEASURES, PICK_SUMS, SUMS, add_up
from ludus.stats import Estimate, mean, proportion
from ludus.stats.intervals import benjamini_hochberg, normal_estimate, ratio_proportion

MIN_DEALS = 30  # with fewer deals, nothing is said about a card
FIRST_GAMES = 2000  # most cards were played already in this many games
TOO_STRONG, TOO_WEAK, IN_BAND, TOO_FEW_GAMES = "too strong", "too weak", "", "too few games"


@dataclass(frozen=True)
class CardRates:
    """Estimates of one card; for each measure (drafted, drawn, played): decks, win rate, and lift."""

    decks: tuple[int, ...]
    won: tuple[Estimate, ...]
    lift: tuple[Estimate, ...]  # wins of decks with the card beyond their players' averages

    @property
    def strength(self) -> Estimate:
        """Win rate when drafted, as between players of equal strength: 0.5 plus the lift."""
        lift = self.lift[0]
        return Estimate(0.5 + lift.value, 0.5 + lift.low, 0.5 + lift.high, lift.count)


@dataclass(frozen=True)
class CardSurvey:
    """Counted games of one match."""

    match: Match
    players: list[str]
    counted: GamesWithStats

    @cached_property
    def cards(self) -> list[CardDefinition]:
        return cards_of(self.match.content)

    @property
    def games(self) -> int:
        return len(self.counted.outcomes)

    @property
    def is_mirror_match(self) -> bool:
        """Whether both players are the same; then each wins half on average, by symmetry."""
        return self.players[0] == self.players[1]

    @cached_property
    def mean_win_rates(self) -> np.ndarray:
        """Mean win rate of each player."""
        if self.is_mirror_match:
            return np.array([0.5, 0.5])
        means: np.ndarray = self.match.by_player(self.counted.outcomes).mean(axis=0)
        return means

    @cached_property
    def _card_sums(self) -> tuple[np.ndarray, np.ndarray]:
        with report_compilation(self.match.game):
            sums: tuple[np.ndarray, np.ndarray] = add_up(
                self.counted.stats, self.counted.outcomes.payoffs, self.mean_win_rates
            )
        return sums

    @cached_property
    def rates(self) -> list[CardRates]:
        """Estimates of every card."""
        by_deal = self.match.by_deal(self.match.by_player(self.counted.outcomes))[:, 0]
        off = 0.0 if self.is_mirror_match else float(((2 * (by_deal - self.mean_win_rates[0])) ** 2).sum())
        measures = range(len(MEASURES))
        named = [[dict(zip(SUMS, row, strict=True)) for row in rows] for rows in self._card_sums[0]]
        rates = []
        for index in range(len(self.cards)):
            sums = [named[measure][index] for measure in measures]
            won = tuple(ratio_proportion(s["deals"], s["w"], s["d"], s["ww"], s["wd"], s["dd"]) for s in sums)
            lift = tuple(self._lift(s, off) for s in sums)
            rates.append(CardRates(tuple(round(s["d"]) for s in sums), won, lift))
        return rates

    def _lift(self, s: dict[str, float], off: float) -> Estimate:
        """How much more decks with a card win; `off` is the sum of e e, see the sums of the game's statistics."""
        n, d = s["deals"], s["d"]
        if d == 0:
            return UNKNOWN_ESTIMATE
        r = s["x"] / d
        # The averages were measured in the same games: a deal that moves them moves every lift a little.
        tilt = 0.0 if self.is_mirror_match else (2 * s["f"] - d) / (d * self.games)
        spread = (s["xx"] - 2 * r * s["xd"] + r * r * s["dd"]) / d**2
        spread += tilt * tilt * off - 2 * tilt * (s["xe"] - r * s["de"]) / d
        return normal_estimate(r, max(spread, 0.0) * n / (n - 1) if n > 1 else math.inf, round(n))

    def pick_rates(self, player: int) -> list[Estimate]:
        """Pick rate of every card: taken / offered, for one player. Equal players count as one."""
        sums = self._card_sums[1][BOTH if self.is_mirror_match else player]
        named = [dict(zip(PICK_SUMS, row, strict=True)) for row in sums[: len(self.cards)]]
        return [ratio_proportion(s["deals"], s["p"], s["o"], s["pp"], s["po"], s["oo"]) for s in named]

    def offer_counts(self) -> list[int]:
        """Number of offers of every card, counting an offer once for each player."""
        column = PICK_SUMS.index("o")
        return [round(value) for value in self._card_sums[1][BOTH, : len(self.cards), column]]

    @property
    def first_seat(self) -> Estimate:
        return proportion(self.match.by_deal(self.counted.outcomes.payoffs)[:, 0])

    @property
    def turns(self) -> Estimate:
        return mean(self.match.by_deal(self.counted.stats["turns"] / 2 + 0.5))

    def find_game_with(self, index: int, won: bool) -> int | None:
        """Return the first game in which a card was played by the winner (or by the loser), or None."""
        for part in (slice(FIRST_GAMES), slice(None)):
            decks, payoffs = self.counted.stats["decks"][part], self.counted.outcomes.payoffs[part]
            bits = self.counted.stats["played"][part, :, None] >> np.arange(decks.shape[2], dtype=np.uint32)
            played = ((decks == index) & (bits & 1 == 1)).any(axis=2)
            games = np.flatnonzero((played & ((payoffs > 0.5) == won)).any(axis=1))
            if len(games):
                return int(games[0])
        return None

    def replay_command(self, number: int) -> str:
        """Return the command that replays one of the games."""
        return replay_command(self.match, self.players, number)


def run_survey(
    request: DesignRequest, content: Content, players: list[str], games: int, seed: int, what: str
) -> CardSurvey:
    """Play and count games.

    Args:
        request: the request; it has the game, the backend and the progress display.
        content: the card list.
        players: two bots.
        games: number of games.
        seed: seed of the match.
        what: text for the progress display.
    """
    with report_compilation(request.game, lambda: stats_match_exports(request.game, players)):
        bots = [load_bot(request.game, text, content=content) for text in players]
        counted_match = MatchWithStats(Match(request.game, content, bots, seed))
    with request.progress(what, games) as advance:
        return CardSurvey(counted_match.match, players, counted_match.play(games, request.backend, advance))


def classify_cards(rates: list[CardRates], band: WinRateBand) -> list[str]:
    """Return a verdict for each card.

    Of the cards called too strong or too weak, at most 5 % are expected to be wrong (Benjamini-Hochberg).
    """
    probabilities = []
    for rate in rates:
        power = rate.strength
        error = standard_error(power)
        if power.count < MIN_DEALS or not 0 < error < math.inf:
            probabilities.append(math.nan)
            continue
        beyond = max((power.value - band.high) / error, (band.low - power.value) / error)
        probabilities.append(NormalDist().cdf(-beyond))
    result = []
    for rate, probability, outside in zip(rates, probabilities, benjamini_hochberg(probabilities), strict=True):
        side = TOO_STRONG if rate.strength.value > 0.5 else TOO_WEAK
        result.append(TOO_FEW_GAMES if math.isnan(probability) else side if outside else IN_BAND)
    return result
