"""Summary for designers: cards that make a game one-sided, and for whom; cards that keep it even, longer or shorter.

How one-sided a kingdom is: the difference of the mean points of both players in percent of the higher mean; the paper
calls it skill differentiation.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ludus.core.registry import load_game
from ludus.lab import Column, Figure, Section, Table
from ludus.lab.figures import Bar, bar_chart
from ludus.lab.report import Command
from ludus.players import bot_names
from ludus.studies.dominion_landscape.config import GAME
from ludus.studies.dominion_landscape.findings import LandscapeResults
from ludus.studies.dominion_landscape.measured import LIST_ENDS
from ludus.studies.dominion_landscape.work import GOAL_MEASURE

MAX_NAMED_CARDS = 4  # cards of each kind named in the sentence
UNCLEAR = "unclear"


@dataclass(frozen=True)
class CardAnswer:
    """Effect of the cards on games of these two players."""

    results: LandscapeResults

    def lead(self) -> str:
        """Two sentences on cards and one on the data behind them."""
        one, other = self.results.settings.players
        wins = self.results.mean("wins")
        return (
            f"Between {one} and {other}, {self._one_sided_text()}. {self._length_text()}. That is from {self.results.kingdoms:,} "
            f"of {self.results.pool.count:,} kingdoms and {self.results.landscape['games']:,} games, of which {one} wins "
            f"{wins.in_percent()}; only cards are named whose 95 % interval leaves out zero, the strongest first."
        )

    def section(self) -> Section:
        """First section of the report."""
        return Section(
            "Card by card", [self._explanation(), self._players(), self._figure(), self._table(), *self._commands()]
        )

    @cached_property
    def cards_by_effect(self) -> list[int]:
        """All cards, the most one-sided first."""
        return sorted(range(self.results.pool.size), key=lambda card: -self.results.effect(GOAL_MEASURE, card).value)

    def helped_player(self, card: int) -> str:
        """Player whom a card helps."""
        one, other, either = self._side_titles()
        wins = self.results.effect("wins", card)
        return one if wins.low > 0 else other if wins.high < 0 else either

    def effect_text(self, card: int) -> str:
        """Effect of a card in a few words."""
        gap = self.results.effect(GOAL_MEASURE, card)
        return "more one-sided" if gap.low > 0 else "more even" if gap.high < 0 else UNCLEAR

    def _side_titles(self) -> tuple[str, str, str]:
        one, other = self.results.settings.players
        return f"towards {one}", f"towards {other}", "towards neither"

    def _one_sided_text(self) -> str:
        up = self._certain_cards(GOAL_MEASURE, 1)
        down = self._certain_cards(GOAL_MEASURE, -1)
        if not up and not down:
            return "no card surely makes games more one-sided or more even at this size"
        parts = []
        if up:
            sides = {
                side: [card for card in up if self.helped_player(card) == side] for side in map(self.helped_player, up)
            }
            side_texts = [f"{self._names(cards)} ({side})" for side, cards in sides.items()]
            parts.append(f"{_join_names(side_texts)} {_verb_form(up, 'make')} games one-sided")
        if down:
            parts.append(f"{self._names(down)} {_verb_form(down, 'keep')} them even")
        return " and ".join(parts)

    def _length_text(self) -> str:
        parts = []
        for sign, word in ((1, "longer"), (-1, "shorter")):
            cards = self._certain_cards("turns", sign)
            if cards:
                most = self.results.effect("turns", cards[0])
                by = f"{most.value:+.1f} turns [{most.low:+.1f}, {most.high:+.1f}] with {self._names(cards[:1])}"
                parts.append(f"{self._names(cards)} {_verb_form(cards, 'make')} them {word} ({by})")
        return ", ".join(parts) if parts else "No card surely changes how long they are"

    def _certain_cards(self, measure: str, sign: int) -> list[int]:
        """Cards with the largest effect among those whose whole interval is on one side of zero."""
        effects = {card: self.results.effect(measure, card) for card in range(self.results.pool.size)}
        sure = [card for card, effect in effects.items() if min(sign * effect.low, sign * effect.high) > 0]
        return sorted(sure, key=lambda card: -sign * effects[card].value)[:MAX_NAMED_CARDS]

    def _names(self, cards: Sequence[int]) -> str:
        return _join_names([self.results.pool.names[card] for card in cards])

    def _explanation(self) -> str:
        (one, other), gap, wins = (
            self.results.settings.players,
            self.results.mean(GOAL_MEASURE),
            self.results.mean("wins"),
        )
        ahead, behind = (one, other) if wins.value >= 0.5 else (other, one)
        return (
            "How one-sided a kingdom is, is how far the mean points of the two players lie apart, in percent of the "
            f"higher mean: {gap.in_percent()} on average here (f_s as computed, below). A card's number says by how "
            "much that is higher than with an average other card in its place. Towards whom: whose share of wins "
            f"grows with it; as {ahead} is ahead on average, what helps {behind} often makes a game more even."
        )

    def _players(self) -> str:
        descriptions = bot_names(load_game(GAME))
        player_texts = [
            f"{name}: {descriptions[name]}" for name in self.results.settings.players if name in descriptions
        ]
        return (
            f"Who plays: {'; '.join(player_texts)}. " if player_texts else ""
        ) + """Other bots use the cards differently: `--set 'players=["big-money", "steward"]'`."""

    def _figure(self) -> Figure:
        marks = [
            Bar(self.results.pool.names[card], effect.value, effect.low, effect.high, self.helped_player(card))
            for card in self.cards_by_effect
            for effect in [self.results.effect(GOAL_MEASURE, card)]
        ]
        title = "How much more one-sided a card makes a game"
        svg = bar_chart(
            marks,
            title=title,
            x_title="mean points further apart than with another card",
            percent=True,
            reference=0.0,
            groups=self._side_titles(),
        )
        return Figure("one-sided", svg, f"{title}, with 95 % intervals; colours say whose share of wins grows with it.")

    def _table(self) -> Table:
        rows = [
            [
                self.results.pool.names[card],
                self.effect_text(card),
                self.helped_player(card).removeprefix("towards "),
                *(self.results.effect(measure, card) for measure in (GOAL_MEASURE, "wins", "turns")),
                "longer" if turns.low > 0 else "shorter" if turns.high < 0 else UNCLEAR,
            ]
            for card in self.cards_by_effect
            for turns in [self.results.effect("turns", card)]
        ]
        columns = [
            Column.text("card"),
            Column.text("does", "makes games"),
            Column.text("towards"),
            Column.estimate("apart", "mean points further apart", shown_digits=2, percent=True),
            Column.estimate("wins", f"more wins of {self.results.settings.players[0]}", shown_digits=2, percent=True),
            Column.estimate("turns", "more turns", shown_digits=2),
            Column.text("length", "makes games"),
        ]
        caption = (
            "Each card against an average other card in its place, the most one-sided first; unclear where an interval "
            "holds zero."
        )
        return Table("one-sided", columns, rows, caption)

    def _commands(self) -> list[Command]:
        settings, (rank, _) = self.results.settings, self.results.best_kingdom(LIST_ENDS[0])
        worst = shlex.quote(self.results.card_names(rank).replace(", ", ","))
        bans = [self.results.pool.names[card] for card in self._certain_cards(GOAL_MEASURE, 1)[:2]]
        players = f"--players {shlex.quote(' '.join(settings.players))}"
        edition = f" -o edition={settings.edition}" if settings.edition != "first" else ""
        rules = f"{edition} -o ties={settings.ties} -o declining={str(settings.declining).lower()}"
        ban = f" --ban {shlex.quote(','.join(bans))}" if bans else ""
        return [
            Command(
                f"ludus inspect dominion first-game {players}{edition}",
                "Go on with a kingdom of yours, ten cards with commas between them or the name of a set: every measure "
                "of it, and what each card does in it.",
            ),
            Command(f"ludus inspect dominion {worst} {players}{rules}", "The most one-sided kingdom found here."),
            Command(
                f"ludus make dominion --wins 0.5{ban} {players}{edition} --to kingdoms",
                "Kingdoms in which both win equally often.",
            ),
            Command(
                f"ludus match dominion {' '.join(settings.players)} -o kingdom={worst}{rules} -n 0 --game 0 "
                "--save-replay game.json\nludus replay game.json --step",
                "See a game on that one-sided kingdom, move by move.",
            ),
        ]


def _join_names(names: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def _verb_form(subjects: Sequence[int], verb: str) -> str:
    return verb if len(subjects) > 1 else f"{verb}s"
