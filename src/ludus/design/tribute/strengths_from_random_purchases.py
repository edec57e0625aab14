"""Strength of cards and patrons from randomised purchases (a random-treatment estimate).

    strengths = estimate_strengths(game, content, "shopper", games=20_000, seed=7)
    strengths.cards[17]            win rate of players who take card 17 instead of another one: 0.5 is no help
    strengths.patrons[3]           the same for calling a patron
    strengths.judge(0.55)          which of them are surely above 55 %, surely not above, or undecided

A measuring bot (option `--ruler`) takes each available card of the row with the same probability, and calls patrons
likewise. With probability p and T = 1 if the card was taken, T - p has mean 0, no matter what happened before. Over all
such moments and both seats, strength is 1/2 + sum((T - p)(w - 1/2)) / sum(p (1 - p)), where w is the result of the
player: the mean effect of taking the card, weighted towards moments with p near 1/2. Unlike win rates of bots that
choose, it is not confounded by who can afford expensive cards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ludus.arena.compiled_games import stats_match_exports
from ludus.arena.match_spec import Match
from ludus.arena.match_with_stats import GamesWithStats, MatchWithStats
from ludus.backends import Backend, Threads
from ludus.bots import load_compiled_bot
from ludus.core.compile.progress import report_compilation
from ludus.core.game import Content, Game
from ludus.design.base.significance import UNKNOWN_ESTIMATE, as_share
from ludus.design.tribute.edit_space import Item
from ludus.games.tribute.card_and_patron_lookups import card_names, patron_names
from ludus.games.tribute.choices_against_random_stats import UNIT
from ludus.stats import Estimate, mean, proportion
from ludus.stats.intervals import COUNT_BOUNDS, ratio_mean
from ludus.stats.judgement import JudgedNumbers, at_most
from ludus.util.errors import OptionError

SEATS = 2
MIN_INFORMATION = 40.0  # below this sum of p (1 - p), the strength is unknown
MAX_BIAS_ERRORS = 6.0  # standard deviations; a bot that takes something more or less often than this is not random
HALF = 0.5
CHUNK_DEALS = 5000  # deals at a time, to limit memory
STATS_FIELDS = {"cards": ("gained", "room"), "patrons": ("called", "call_room")}


@dataclass(frozen=True)
class TreatmentEstimates:
    """Games of a measuring bot against itself, and the strengths estimated from them."""

    match: Match
    bot: str
    counted: GamesWithStats
    cards: list[Estimate]  # by number
    patrons: list[Estimate]

    @property
    def games(self) -> int:
        return len(self.counted.outcomes)

    @cached_property
    def first_seat(self) -> Estimate:
        return proportion(self.match.by_deal(self.counted.outcomes.payoffs)[:, 0])

    @cached_property
    def turns(self) -> Estimate:
        return mean(self.match.by_deal(self.counted.stats["turns"].astype(np.float64)), bounds=COUNT_BOUNDS)

    def strengths(self) -> dict[Item, Estimate]:
        """Return the strengths of all patrons and cards, by kind and number."""
        strengths = {("patrons", number): strength for number, strength in enumerate(self.patrons)}
        return strengths | {("cards", number): strength for number, strength in enumerate(self.cards)}

    def judge(self, most: float) -> JudgedNumbers[Item]:
        """Judge all cards and patrons together: `above` the share, `inside` (not above), or `undecided`."""
        return judge_strengths(self.strengths(), most)

    def find_game_with(self, kind: str, number: int, won: bool) -> int | None:
        """Return the first game in which the player that took a card (or called a patron) won or lost, or None."""
        took = self.counted.stats[STATS_FIELDS[kind][0]][:, :, number] > 0
        matches = np.flatnonzero((took & ((self.counted.outcomes.payoffs > HALF) == won)).any(axis=1))
        return int(matches[0]) if len(matches) else None


def judge_strengths(strengths: Mapping[Item, Estimate], most: float) -> JudgedNumbers[Item]:
    """Judge strengths together against the largest acceptable share; unknown ones get no judgement."""
    return JudgedNumbers(strengths, at_most(most))


def estimate_strengths(
    game: Game,
    content: Content,
    player: str,
    games: int,
    seed: int,
    backend: Backend | None = None,
    progress: Callable[[int], None] | None = None,
) -> TreatmentEstimates:
    """Play games of a measuring bot against itself.

    Args:
        game: the game.
        content: its card file.
        player: a bot that buys and calls at random.
        games: number of games.
        seed: seed of the match.
        backend: backend; one thread by default.
        progress: called with the number of games played.

    Raises:
        OptionError: the bot does not choose at random.
    """
    with report_compilation(game, lambda: stats_match_exports(game, [player] * SEATS, "choice_stats")):
        counted_match = MatchWithStats(
            Match(game, content, [load_compiled_bot(game, player)] * SEATS, seed), stats_name="choice_stats"
        )
    counted = counted_match.play(games, backend or Threads(1), progress)
    names = {"cards": card_names(content), "patrons": patron_names(content)}
    estimates = {kind: _estimates(counted, kind, list(kind_names), player) for kind, kind_names in names.items()}
    return TreatmentEstimates(counted_match.match, player, counted, estimates["cards"], estimates["patrons"])


def _estimates(counted: GamesWithStats, kind: str, names: list[str], player: str) -> list[Estimate]:
    """Estimates of all cards or all patrons; NaN where there is too little data."""
    sums, deals = _sums(counted, *STATS_FIELDS[kind], len(names)), len(counted.outcomes) // SEATS
    estimates = []
    for k, name in enumerate(names):
        gained, x, d, xx, xd, dd = (float(total) for total in sums[:, k])
        room = d / UNIT**2
        if room < MIN_INFORMATION:
            estimates.append(UNKNOWN_ESTIMATE)
            continue
        if abs(gained / UNIT) > MAX_BIAS_ERRORS * math.sqrt(room):
            more = "more" if gained > 0 else "less"
            raise OptionError(
                f"{player} does not shop at random: it takes {name} far {more} often than chance would; a ruler is a "
                "player such as shopper or random-no-end"
            )
        # x is in sixtieths and in half wins, d in sixtieths of sixtieths
        scale = UNIT / 2
        effect = ratio_mean(deals, scale * x, d, scale**2 * xx, scale * xd, dd)
        estimates.append(as_share(Estimate(HALF + effect.value, HALF + effect.low, HALF + effect.high, round(room))))
    return estimates


def _sums(counted: GamesWithStats, gained: str, room: str, things: int) -> np.ndarray:
    """For every card or patron: sum of gains, and over deals the sums of x, d, x x, x d and d d; whole numbers."""
    stats, payoffs = counted.stats, counted.outcomes.payoffs
    sums = np.zeros((6, things))
    for at in range(0, len(payoffs) // SEATS * SEATS, SEATS * CHUNK_DEALS):
        part: Any = slice(at, min(at + SEATS * CHUNK_DEALS, len(payoffs) // SEATS * SEATS))
        won = np.rint(2 * payoffs[part] - 1)  # 1, 0 or -1
        takes, rooms = (stats[name][part, :, :things].astype(np.float64) for name in (gained, room))
        x = (takes * won[:, :, None]).sum(axis=1)
        x, d = x[0::2] + x[1::2], rooms.sum(axis=1)[0::2] + rooms.sum(axis=1)[1::2]
        sums += np.array([takes.sum(axis=(0, 1)), x.sum(0), d.sum(0), (x * x).sum(0), (x * d).sum(0), (d * d).sum(0)])
    return sums
