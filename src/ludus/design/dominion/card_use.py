"""Use of a kingdom's cards: how often bots take and play them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ludus.arena.compiled_games import compiled_play_loop, play_loop_exports
from ludus.arena.match_with_stats import MatchWithStats
from ludus.backends import Backend
from ludus.core.compile.progress import report_compilation
from ludus.core.random import derive
from ludus.design.base.card_use import MIN_USE, CardUse, CardUses, use_by_deal
from ludus.design.dominion.batch_play import SEATS, kingdom_match
from ludus.design.dominion.kingdom_numbering import Kingdom, KingdomPool
from ludus.games.dominion.game_data_records import ACTION_CARD, TREASURE
from ludus.games.dominion.state import KINGDOM
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate, proportion, proportion_difference
from ludus.stats.intervals import ratio_proportion

USE_GAMES = 1000  # of the pair, and of every other bot against itself
SWAP_USE_GAMES = 200  # of the players with each card that is swapped in
ANY_CARD_BOT = "steward"  # values any card, also a new one, by its numbers and text
USE_STATS = "card_use_stats"
RANDOM_BOT = "random"  # no rival: it loses to everybody, with any card
MIN_DEALS = 30  # with fewer deals, an interval says little


@dataclass(frozen=True)
class KingdomUse:
    """Use of a kingdom's cards.

    Attributes:
        by_players: Shares of games in which bots took and played each card; the judges are the two players.
        won_alone: By card: what `ANY_CARD_BOT` wins against itself if it took the card and the other side did not.
            Only of cards for which this happened in at least `MIN_DEALS` deals.
    """

    by_players: CardUses
    won_alone: dict[str, Estimate]


def measure_card_use(
    pool: KingdomPool,
    kingdom: Kingdom,
    players: Sequence[str],
    others: Sequence[str],
    seed: int,
    backend: Backend,
    progress: Callable[[int], None],
    options: Mapping[str, Any],
) -> KingdomUse:
    """Count how often bots take and play the cards of a kingdom.

    The two players play against each other, as in the games that judge the cards; every other bot against itself.

    Args:
        pool: pool of cards.
        kingdom: ten cards.
        players: two bots, the judges.
        others: more bots that might use a card; `ANY_CARD_BOT` is always among them.
        seed: seed of the games.
        backend: backend.
        progress: called with the number of games played.
        options: options of the game.
    """
    with report_compilation(pool.game, lambda: play_loop_exports(pool.game, USE_STATS)):
        compiled_play_loop(pool.game, True, USE_STATS)
    rest = dict.fromkeys([ANY_CARD_BOT, *reversed(others)])
    uses: dict[str, dict[str, CardUse]] = {}
    won_alone: dict[str, Estimate] = {}
    for pair in [tuple(players), *((bot, bot) for bot in rest if bot == ANY_CARD_BOT or bot not in players)]:
        found, taken, payoffs = _play_pair(
            *(pool, kingdom, pair, USE_GAMES, derive(seed, "use", *pair), backend, progress, options)
        )
        uses |= {bot: cards for bot, cards in found.items() if bot not in uses}
        if pair == (ANY_CARD_BOT, ANY_CARD_BOT):
            won_alone = _won_alone(taken, payoffs, pool.write(kingdom))
    return KingdomUse(CardUses(players, uses), won_alone)


def kingdoms_use_table(uses: Mapping[Any, KingdomUse], kingdom: Column) -> Table:
    """Return the table of use of several kingdoms.

    Args:
        uses: use of cards, by what the first column calls a kingdom.
        kingdom: the first column.
    """
    tables = {name: use.by_players.table() for name, use in uses.items()}
    first = next(iter(tables.values()))
    rows = [[name, *row] for name, table in tables.items() for row in table.rows]
    return replace(first, columns=[kingdom, *first.columns], rows=rows)


@dataclass(frozen=True)
class RivalComparison:
    """Win rates of a bot that takes changed cards against one that hardly does, with two lists on the same deals.

    Only the changes can move them, and the side that takes the changed cards has all of their effect.
    """

    taker: str
    rival: str
    before: Estimate
    after: Estimate
    difference: Estimate


def find_taker(uses: Sequence[KingdomUse], cards: Sequence[str]) -> str | None:
    """Return the bot whose games show how strong some cards are; None if no bot takes one of them often enough.

    It is `ANY_CARD_BOT`, whose purchases follow from what cards do, or else the bot that takes them most.

    Args:
        uses: Use of the cards with each list.
        cards: Names of the cards.
    """
    most = _most_taken(uses, cards)
    taker = ANY_CARD_BOT if most[ANY_CARD_BOT] >= MIN_USE else max(most, key=lambda bot: most[bot])
    return taker if most[taker] >= MIN_USE else None


def find_rival(uses: Sequence[KingdomUse], cards: Sequence[str]) -> str | None:
    """Return the bot that takes some cards least, with each of two lists; None if all take one of them too often.

    Args:
        uses: Use of the cards with each list.
        cards: Names of the cards.
    """
    most = _most_taken(uses, cards)
    least = min((bot for bot in most if bot != ANY_CARD_BOT), key=lambda bot: most[bot], default=None)
    return least if least is not None and most[least] < MIN_USE else None


def _most_taken(uses: Sequence[KingdomUse], cards: Sequence[str]) -> dict[str, float]:
    """By bot, the largest share of its games in which it takes one of some cards, with one of the lists."""
    return {
        bot: max(use.by_players.by_bot[bot][card].taken.value for use in uses for card in cards)
        for bot in uses[0].by_players.by_bot
        if bot != RANDOM_BOT
    }


def compare_against_rival(
    lists: Sequence[tuple[KingdomPool, Kingdom]],
    pair: tuple[str, str],
    games: int,
    seed: int,
    backend: Backend,
    progress: Callable[[int], None],
    options: Mapping[str, Any],
) -> RivalComparison:
    """Play a bot that takes the changed cards against a rival with two card lists, on the same deals.

    Args:
        lists: pool and kingdom, with the original and with the changed cards.
        pair: the bot that takes the changed cards, and the one that hardly does.
        games: number of games with each list.
        seed: seed of the games.
        backend: backend.
        progress: called with the number of games played.
        options: options of the game.
    """
    won = []
    for pool, kingdom in lists:
        payoffs = _play_pair(*(pool, kingdom, pair, games, derive(seed, "rival", *pair), backend, progress, options))[2]
        seats = np.arange(len(payoffs)) % SEATS  # of the first player, see `_by_deal`
        won.append(payoffs[np.arange(len(payoffs)), seats].reshape(-1, SEATS).mean(axis=1))
    before, after = won
    return RivalComparison(*pair, proportion(before), proportion(after), proportion_difference(after, before))


def unused_swaps(
    pool: KingdomPool,
    kingdom: Kingdom,
    swaps: Sequence[tuple[int, int]],
    players: Sequence[str],
    seed: int,
    backend: Backend,
    progress: Callable[[int], None],
    options: Mapping[str, Any],
) -> set[tuple[int, int]]:
    """Return the swaps, as a card and the one in its place, after which no player uses the new card often enough.

    Args:
        pool: pool of cards.
        kingdom: ten cards.
        swaps: the swaps to check.
        players: two bots.
        seed: seed of the games.
        backend: backend.
        progress: called with the number of games played.
        options: options of the game.
    """
    unused = set()
    for card, other in dict.fromkeys(swaps):
        swapped: Kingdom = tuple(sorted({*kingdom, other} - {card}))
        uses = _play_pair(
            *(
                pool,
                swapped,
                tuple(players),
                SWAP_USE_GAMES,
                derive(seed, "swap", card, other),
                backend,
                progress,
                options,
            )
        )[0]
        if not CardUses(players, uses).can_judge(pool.names[other]):
            unused.add((card, other))
    return unused


def _play_pair(
    pool: KingdomPool,
    kingdom: Kingdom,
    pair: tuple[str, ...],
    games: int,
    seed: int,
    backend: Backend,
    progress: Callable[[int], None],
    options: Mapping[str, Any],
) -> tuple[dict[str, dict[str, CardUse]], np.ndarray, np.ndarray]:
    """Play games of a pair; return the use of each card by bot, who took each card in each game, and the payoffs."""
    match = kingdom_match(pool, kingdom, pair, seed, options)
    played = MatchWithStats(match, stats_name=USE_STATS).play(games, backend, progress)
    cards = match.content_of(0).data["cards"][0, KINGDOM:]
    can_play = (cards["types"] & (ACTION_CARD | TREASURE) != 0).tolist()
    used = [played.stats[name][:, :SEATS, KINGDOM:] > 0 for name in ("taken", "played")]
    uses = {}
    for number, bot in enumerate(dict.fromkeys(pair)):
        shares = [_by_deal(part, number, pair) for part in used]
        uses[bot] = use_by_deal(shares[0], shares[1], pool.write(kingdom), can_play)
    return uses, used[0], played.outcomes.payoffs[:, :SEATS]


def card_use_games(players: Sequence[str], others: Sequence[str]) -> int:
    """Return the number of games that `measure_card_use` takes."""
    return USE_GAMES * (2 + len(set(others) - {ANY_CARD_BOT, *players}))


def _by_deal(used: np.ndarray, player: int, pair: Sequence[str]) -> np.ndarray:
    """Share of the two games of a deal in which a player used each card; equal players count together.

    Player 0 has seat 0 in the first game of a deal and seat 1 in the second.
    """
    deals = used.reshape(-1, 2, *used.shape[1:])
    seats = [(game + player) % 2 for game in range(2)]
    own = np.stack([deals[:, game, seat] for game, seat in enumerate(seats)], axis=1)
    if pair[0] == pair[1]:
        own = deals.reshape(len(deals), 2 * SEATS, -1)
    shares: np.ndarray = own.mean(axis=1)
    return shares


def _won_alone(taken: np.ndarray, payoffs: np.ndarray, names: Sequence[str]) -> dict[str, Estimate]:
    """Win rate of the side that took a card, over the games in which the other side did not."""
    alone = (taken & ~taken[:, ::-1]).astype(float)
    estimates = {}
    for k, name in enumerate(names):
        d = alone[:, :, k].reshape(-1, 2 * SEATS).sum(axis=1)
        x = (alone[:, :, k] * payoffs).reshape(-1, 2 * SEATS).sum(axis=1)
        deals = int(np.count_nonzero(d))
        if deals >= MIN_DEALS:
            estimates[name] = ratio_proportion(deals, x.sum(), d.sum(), x @ x, x @ d, d @ d)
    return estimates
