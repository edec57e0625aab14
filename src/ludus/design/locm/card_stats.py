"""Survey of a card list: play and count games, and estimate the strength of every card."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludus.arena.compiled_games import stats_match_exports
from ludus.arena.match_spec import Match
from ludus.arena.match_with_stats import GamesWithStats, MatchWithStats
from ludus.bots import load_bot
from ludus.core.compile.progress import report_compilation
from ludus.core.game import Content
from ludus.design.base.card_use import MIN_USE, NO_JUDGEMENT
from ludus.design.base.designer import DesignRequest
from ludus.design.base.option_value_parsers import WinRateBand
from ludus.design.base.report_parts import replay_command
from ludus.design.base.significance import UNKNOWN_ESTIMATE, as_share
from ludus.games.locm.card_edits import cards_of
from ludus.games.locm.card_list import CardDefinition
from ludus.games.locm.card_use_stats import BOTH, MEASURES, PICK_SUMS, SUMS, add_up
from ludus.stats import Estimate, mean, proportion
from ludus.stats.intervals import COUNT_BOUNDS, normal_estimate, ratio_proportion
from ludus.stats.judgement import ClaimedRange, JudgedNumbers, RangeSide

MIN_DEALS = 30  # with fewer deals in which only one side has a card, nothing is said about it
FIRST_GAMES = 2000  # most cards were played already in this many games
TOO_STRONG, TOO_WEAK, IN_BAND, UNDECIDED = "too strong", "too weak", "in the band", "undecided"
VERDICTS: dict[RangeSide | None, str] = {
    "above": TOO_STRONG,
    "below": TOO_WEAK,
    "inside": IN_BAND,
    "undecided": UNDECIDED,
    None: NO_JUDGEMENT,
}


@dataclass(frozen=True)
class CardRates:
    """Estimates of one card; for each measure (drafted, drawn, played): decks, win rate, and lift."""

    decks: tuple[int, ...]
    won: tuple[Estimate, ...]
    lift: tuple[Estimate, ...]  # wins of decks with the card beyond their players' averages
    contrast_deals: int  # deals with a game in which only one side had the card

    @property
    def strength(self) -> Estimate:
        """Win rate when drafted, as between players of equal strength: 0.5 plus the lift."""
        lift = self.lift[0]
        return as_share(Estimate(0.5 + lift.value, 0.5 + lift.low, 0.5 + lift.high, lift.count))

    @property
    def played_when_drawn(self) -> float:
        """Share of the decks that drew the card in which it was played; NaN if it was never drawn."""
        _, drawn, played = self.decks
        return played / drawn if drawn else math.nan

    @property
    def can_be_judged(self) -> bool:
        """Whether only one side had the card in enough deals, and the players played it when they drew it.

        If both sides always have a card, its decks win half of the games by construction.
        """
        return self.has_contrast and self.played_when_drawn >= MIN_USE

    @property
    def has_contrast(self) -> bool:
        """Whether only one side had the card in enough deals."""
        return self.contrast_deals >= MIN_DEALS


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
        rates, contrasts = [], self._contrast_deals()
        for index in range(len(self.cards)):
            sums = [named[measure][index] for measure in measures]
            won = tuple(ratio_proportion(s["deals"], s["w"], s["d"], s["ww"], s["wd"], s["dd"]) for s in sums)
            lift = tuple(self._lift(s, off) for s in sums)
            rates.append(CardRates(tuple(round(s["d"]) for s in sums), won, lift, contrasts[index]))
        return rates

    def _contrast_deals(self) -> list[int]:
        """By card: deals with a game in which only one side had it."""
        decks = self.counted.stats["decks"]
        has = np.zeros((len(decks), 2, 256), bool)
        np.put_along_axis(has, decks.astype(np.int64), True, axis=2)
        only_one = has[:, 0] != has[:, 1]
        by_deal = only_one.reshape(-1, 2, only_one.shape[1]).any(axis=1)
        return by_deal.sum(axis=0)[: len(self.cards)].tolist()  # type: ignore[no-any-return]

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
        return mean(self.match.by_deal(self.counted.stats["turns"] / 2 + 0.5), bounds=COUNT_BOUNDS)

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


def judge_cards(rates: Mapping[int, CardRates], band: WinRateBand) -> JudgedNumbers[int]:
    """Judge the strengths of cards together: too strong, too weak, inside the band, or undecided.

    Args:
        rates: Estimates by index of the card.
        band: Acceptable win rates.

    Returns:
        The judged strengths. Cards that the players cannot judge are left out, see `CardRates.can_be_judged`.
    """
    unused = [index for index, rate in rates.items() if not rate.can_be_judged]
    strengths = {index: rate.strength for index, rate in rates.items()}
    return JudgedNumbers(strengths, ClaimedRange(band.low, band.high, closed=True), unused)


def outlier_cards(rates: Sequence[CardRates], band: WinRateBand) -> list[int]:
    """Return the indices of the cards that are surely outside the band."""
    return judge_cards(dict(enumerate(rates)), band).on_side("above", "below")
