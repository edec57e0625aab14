"""How often players take and play each card, and which cards they cannot judge.

A bot with a fixed list of purchases never takes a new card, however strong it is. Games of such a bot say nothing about
the card: this is no judgement, not "no effect". So reports on cards begin with a table of their use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ludus.design.base.report_parts import name_some
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate, proportion

MIN_USE = 0.25  # a card that players take, or play, in fewer of their games cannot be judged by them
NO_JUDGEMENT = "no judgement"
USED_ENOUGH = "can be judged"
MAX_NAMED = 6


@dataclass(frozen=True)
class CardUse:
    """Use of one card by one bot: shares of its games in which it took the card, and in which it played it.

    `played` is None for a card that cannot be played.
    """

    taken: Estimate
    played: Estimate | None

    @property
    def is_enough(self) -> bool:
        """Whether the bot uses the card often enough for a judgement."""
        return self.taken.value >= MIN_USE and (self.played is None or self.played.value >= MIN_USE)


@dataclass(frozen=True)
class CardUses:
    """Use of all cards of a report.

    Attributes:
        judges: Bots whose games the numbers of the report come from.
        by_bot: For each bot the use of each card by its name: judges first, then other bots, those that can value any
            card before the others.
    """

    judges: Sequence[str]
    by_bot: Mapping[str, Mapping[str, CardUse]]

    @property
    def cards(self) -> list[str]:
        """Names of the cards."""
        return list(next(iter(self.by_bot.values())))

    def can_judge(self, card: str) -> bool:
        """Whether at least one of the judges uses a card often enough."""
        return any(self.by_bot[bot][card].is_enough for bot in self.judges)

    def not_judged(self) -> list[str]:
        """Names of the cards that the judges cannot judge."""
        return [card for card in self.cards if not self.can_judge(card)]

    def users(self, card: str) -> list[str]:
        """Return the other bots that use a card often enough."""
        return [bot for bot in self._others if self.by_bot[bot][card].is_enough]

    def sentences(self, option: str, otherwise: str = "") -> list[str]:
        """Return what the judges cannot judge, and which bots would; empty if they can judge all cards.

        Args:
            option: The option to judge with another bot, as `--players "{bot} big-money"`.
            otherwise: What to do about a card that no bot of the table uses.
        """
        unused = self.not_judged()
        who, verb = " and ".join(dict.fromkeys(self.judges)), "s" if len(set(self.judges)) == 1 else ""
        taken = [card for card in unused if any(self.by_bot[bot][card].taken.value >= MIN_USE for bot in self.judges)]
        sentences = []
        for what, cards in (("take", [card for card in unused if card not in taken]), ("play", taken)):
            if cards:
                them, are = ("it", "it is") if len(cards) == 1 else ("them", "they are")
                sentences.append(
                    f"No judgement on {name_some(cards, MAX_NAMED)}: {who} {what}{verb} {them} in fewer than "
                    f"{100 * MIN_USE:g} % of games{f', although {are} taken more often' if what == 'play' else ''}, so "
                    f"nothing follows about {them}."
                )
        wanted: dict[str, list[str]] = {}
        for card in unused:
            wanted.setdefault(next(iter(self.users(card)), ""), []).append(card)
        for bot, cards in wanted.items():
            if bot:
                sentences.append(f"{bot} uses {name_some(cards, MAX_NAMED)}: judge with {option.format(bot=bot)}.")
            elif otherwise:
                sentences.append(f"None of {', '.join(self.by_bot)} uses {name_some(cards, MAX_NAMED)}: {otherwise}")
        return sentences

    def table(self, name: str = "use", caption: str = "How often each card is taken and played") -> Table:
        """Return the table of use, the least used cards first."""
        columns = [Column.text("card"), Column.text("judgement")]
        for k, bot in enumerate(self.by_bot, 1):
            is_judge = bot in self.judges
            columns.append(Column.share(f"taken_{k}", f"taken by {bot}", on_screen=is_judge))
            columns.append(Column.share(f"played_{k}", f"played by {bot}", on_screen=is_judge))
        columns.append(Column.text("others", "other bots take it in", on_screen=bool(self._others)))
        rows = [
            [
                card,
                USED_ENOUGH if self.can_judge(card) else NO_JUDGEMENT,
                *(part for uses in self.by_bot.values() for part in (uses[card].taken, uses[card].played)),
                ", ".join(f"{bot} {self.by_bot[bot][card].taken.value:.0%}" for bot in self._others),
            ]
            for card in sorted(self.cards, key=self._most_used)
        ]
        return Table(name, columns, rows, f"{caption}, in percent of games")

    @property
    def _others(self) -> list[str]:
        return [bot for bot in self.by_bot if bot not in self.judges]

    def _most_used(self, card: str) -> float:
        return max(self.by_bot[bot][card].taken.value for bot in self.judges)


def use_by_deal(
    taken: np.ndarray, played: np.ndarray, names: Sequence[str], can_play: Sequence[bool]
) -> dict[str, CardUse]:
    """Return the use of cards from counts of games.

    Args:
        taken: By deal and card: the share of the bot's games of this deal in which it took the card.
        played: The same for playing it.
        names: Names of the cards.
        can_play: Whether a card can be played at all.
    """
    return {
        name: CardUse(proportion(taken[:, k]), proportion(played[:, k]) if can_play[k] else None)
        for k, name in enumerate(names)
    }
