"""Use of the cards of a file: how often bots take and play them, and which cards the ruler cannot judge."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.arena.compiled_games import stats_match_exports
from ludus.arena.match_spec import Match
from ludus.arena.match_with_stats import MatchWithStats
from ludus.backends import Backend
from ludus.bots import load_compiled_bot
from ludus.core.compile.progress import report_compilation
from ludus.core.game import Content, Game
from ludus.core.random import derive
from ludus.design.base.card_use import MIN_USE, NO_JUDGEMENT, USED_ENOUGH
from ludus.design.base.report_parts import name_some
from ludus.design.tribute.edit_space import Item
from ludus.games.tribute.card_and_patron_lookups import card_decks, card_names
from ludus.games.tribute.card_text import display_name
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.stats.intervals import ratio_proportion
from ludus.stats.judgement import is_known

SEATS = 2
USE_GAMES = 1000  # of each bot against itself
USE_STATS = "card_use_stats"
MAX_NAMED, MAX_SCREEN_ROWS = 8, 16
MAX_SCREEN_BOTS = 3  # bots with columns on the screen; files have all
CONTRACT = "contract"  # such cards act when they are taken and are never played


@dataclass(frozen=True)
class BotCardUse:
    """Use of all cards by one bot, by number of the card.

    Attributes:
        taken: Share of its games with the card's deck in which it took the card; None without such games.
        played: Share of the games in which it took the card in which it played it; None if it never took it.
    """

    taken: list[Estimate | None]
    played: list[Estimate | None]


@dataclass(frozen=True)
class FileUse:
    """Use of the cards of a file. The ruler comes first: its games judge the cards."""

    content: Content
    by_bot: Mapping[str, BotCardUse]

    def not_judged(self) -> set[Item]:
        """Cards of the tavern that the ruler takes, but does not play."""
        ruler = next(iter(self.by_bot.values()))
        return {
            ("cards", number)
            for number, played in enumerate(ruler.played)
            if played is not None and self._can_be_played(number) and played.value < MIN_USE
        }

    def sentences(self, strengths: Mapping[Item, Estimate]) -> list[str]:
        """Which cards get no judgement, why, and what to do."""
        ruler, idle = next(iter(self.by_bot)), self.not_judged()
        few = [n for n in self._tavern() if not is_known(strengths["cards", n]) and ("cards", n) not in idle]
        sentences = []
        if few:
            others = {n: self._takers(n) for n in few}
            bots = list(dict.fromkeys(bot for takers in others.values() for bot in takers))
            taken = f" {' and '.join(bots)} take some of them, but choose for themselves." if bots else ""
            sentences.append(
                f"No judgement on {self._named(few)}: {ruler} had too few chances to take "
                f"{'it' if len(few) == 1 else 'them'}. Play more games (-n).{taken}"
            )
        if idle:
            sentences.append(
                f"No judgement on {self._named([number for _, number in sorted(idle)])}: {ruler} plays it in fewer "
                f"than {100 * MIN_USE:g} % of the games in which it takes it. Name a ruler that does (--ruler)."
            )
        return sentences

    def table(self, strengths: Mapping[Item, Estimate]) -> Table:
        """Return the table of use, cards without judgement first, then the least taken."""
        columns = [Column.text("card"), Column.text("judgement")]
        for k, bot in enumerate(self.by_bot, 1):
            columns.append(Column.share(f"taken_{k}", f"taken by {bot}", on_screen=k <= MAX_SCREEN_BOTS))
            columns.append(Column.share(f"played_{k}", f"played by {bot} when taken", on_screen=k == 1))
        unused = self.not_judged()
        rows: list[list[Any]] = []
        for number in self._tavern():
            judged = is_known(strengths["cards", number]) and ("cards", number) not in unused
            playable = self._can_be_played(number)
            uses = [(use.taken[number], use.played[number] if playable else None) for use in self.by_bot.values()]
            parts = [part for both in uses for part in both]
            rows.append([card_names(self.content)[number], USED_ENOUGH if judged else NO_JUDGEMENT, *parts])
        rows.sort(key=lambda row: (row[1] == USED_ENOUGH, row[2].value if row[2] else 0.0, row[0]))
        caption = "How often each card is taken and played, in percent of games with its deck; the least used first"
        return Table("use", columns, rows, caption, screen_rows=range(min(len(rows), MAX_SCREEN_ROWS)))

    def _tavern(self) -> list[int]:
        """Numbers of the cards that are in the tavern."""
        cards = self.content.labels.file.cards
        return [number for number, name in enumerate(card_names(self.content)) if cards[name].copies]

    def _can_be_played(self, number: int) -> bool:
        return CONTRACT not in self.content.labels.file.cards[card_names(self.content)[number]].type

    def _takers(self, number: int) -> list[str]:
        """Other bots that take a card often enough."""
        uses = list(self.by_bot.items())[1:]
        return [bot for bot, use in uses if (share := use.taken[number]) is not None and share.value >= MIN_USE]

    def _named(self, numbers: Sequence[int]) -> str:
        names = card_names(self.content)
        return name_some([display_name(names[number]) for number in numbers], MAX_NAMED)


def measure_card_use(
    game: Game,
    content: Content,
    bots: Sequence[str],
    seed: int,
    backend: Backend,
    progress: Callable[[int], None],
) -> FileUse:
    """Count how often bots take and play the cards of a file, each in games against itself.

    Args:
        game: the game.
        content: its card file.
        bots: the bots, the ruler first.
        seed: seed of the games.
        backend: backend.
        progress: called with the number of games played.
    """
    uses = {}
    for bot in dict.fromkeys(bots):
        with report_compilation(game, lambda bot=bot: stats_match_exports(game, [bot] * SEATS, USE_STATS)):  # type: ignore[misc]
            players = [load_compiled_bot(game, bot)] * SEATS
            match = MatchWithStats(Match(game, content, players, derive(seed, "use", bot)), stats_name=USE_STATS)
        stats = match.play(USE_GAMES, backend, progress).stats
        count = len(card_names(content))
        taken, played = (stats[name][:, :, :count] > 0 for name in ("taken", "played"))
        present = np.repeat((stats["present"][:, card_decks(content)] > 0)[:, None, :], SEATS, axis=1)
        uses[bot] = BotCardUse(_ratios(taken & present, present), _ratios(taken & played, taken))
    return FileUse(content, uses)


def card_use_games(bots: Sequence[str]) -> int:
    """Return the number of games that `measure_card_use` takes."""
    return USE_GAMES * len(set(bots))


def _ratios(part: np.ndarray, whole: np.ndarray) -> list[Estimate | None]:
    """By card: in how many of some cases something is true; intervals are over deals. None without cases."""
    x, d = (cases.reshape(-1, 2 * SEATS, cases.shape[2]).sum(axis=1).astype(float) for cases in (part, whole))
    deals = np.count_nonzero(d, axis=0)
    return [
        ratio_proportion(int(n), a.sum(), b.sum(), a @ a, a @ b, b @ b) if n else None
        for n, a, b in zip(deals, x.T, d.T, strict=True)
    ]
