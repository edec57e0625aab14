"""`ludus make locm --balance`: a balanced card list, validated on fresh deals and with held-out bots."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ludus.core.errors import OptionError
from ludus.core.random import derive
from ludus.design.cards.asks import Limits, MakeAsks, read_players
from ludus.design.cards.balance import Balanced, Patient, balance
from ludus.design.cards.changing import compare_wins
from ludus.design.cards.inspecting import replays
from ludus.design.cards.lists import load_list
from ludus.design.cards.picture import Dot, picture
from ludus.design.cards.steps import in_words, size
from ludus.design.cards.survey import STRONG, WEAK, Rates, Survey, survey, verdicts
from ludus.design.contract import Column, Findings, Order, Sheet, count
from ludus.stats import Estimate

GAMES = 60_000
NEW_LIST = "cards.csv"
MOST_NAMED = 8


def make(asks: MakeAsks, order: Order) -> Findings:
    """Make a list in which no card is surely outside the band, as close to the old one as possible.

    Raises:
        OptionError: no target, or the same bot searches and validates.
    """
    if not asks.balance:
        raise OptionError("say what to aim at: --balance; `ludus make locm` alone lists what can be chosen")
    band, players = Limits.read(asks.band), read_players(asks.players, "players")
    strangers = read_players(asks.hold_out, "hold-out")
    if set(players) & set(strangers):
        both = " and ".join(sorted(set(players) & set(strangers)))
        raise OptionError(f"{both} cannot both make the list and judge it: choose other players for --hold-out")
    return _Workshop(asks, order, band, players, strangers).findings()


@dataclass(frozen=True)
class _Judged:
    """Both lists played by one pair of bots on the same fresh deals."""

    who: str
    before: Survey
    after: Survey


class _Workshop:
    """One balancing run: plays the games and writes the report."""

    def __init__(self, asks: MakeAsks, order: Order, band: Limits, players: list[str], strangers: list[str]) -> None:
        self.asks, self.order, self.band, self.players, self.strangers = asks, order, band, players, strangers
        self.design = order.design
        self.content = load_list(order, dict(order.options))
        self.cards = self.design.cards_of(self.content)
        self.games, self.played = order.count(GAMES), 0

    def findings(self) -> Findings:
        done = balance(self.cards, self.band, self.asks.steps, self.asks.rounds, self._measure, self.design)
        changed = [patient for patient in done.patients if patient.now]
        judged = self._judge(done.cards) if changed else []
        lost = [patient for patient in done.patients if patient.measured[patient.now].value not in self.band]
        return Findings(
            title=f"{self.order.game.title}: a balanced card list",
            answer=self._answer(done, changed, lost, judged),
            sheets=self._sheets(done, changed, lost, judged),
            pictures={"balance.svg": (self._picture(changed, judged[0]), self._caption())} if judged else {},
            facts=self._facts(done, judged),
            commands=replays(judged[0].after, [patient.index for patient in changed][:4])
            if judged and self.order.folder
            else {},
            files={NEW_LIST: self.design.write_cards(done.cards)},
            notes=_NOTES,
        )

    def _play(
        self, cards: list[Any], players: list[str], games: int, seed: int, what: str, new: bool = False
    ) -> Survey:
        """Play games on a list; `new`: on the one that will be in the output folder."""
        file = f"{self.order.folder}/{NEW_LIST}" if new and self.order.folder else self.content.options.cards  # type: ignore[attr-defined]
        self.played += games
        return survey(self.order, self.design.with_cards(self.content, cards, file), players, games, seed, what)

    def _measure(self, cards: list[Any], what: str) -> list[Rates]:
        return self._play(cards, self.players, self.games, derive(self.order.seed, "balance"), what).rates

    def _judge(self, cards: list[Any]) -> list[_Judged]:
        few = self.asks.hold_out_games or max(self.games // 4, 2)
        validations = []
        for who, players, games in (
            ("the same players", self.players, self.games),
            ("held out", self.strangers, few + few % 2),
        ):
            seed = derive(self.order.seed, "judge", who)
            before = self._play(self.cards, players, games, seed, f"{who}, fresh deals: the old list")
            after = self._play(cards, players, games, seed, f"{who}, fresh deals: the new list", new=True)
            validations.append(_Judged(who, before, after))
        return validations

    # Report

    def _answer(self, done: Balanced, changed: list[Patient], lost: list[Patient], judged: list[_Judged]) -> list[str]:
        outside = done.rounds[0][1]
        if not done.patients:
            return [f"Nothing to change: no card is surely outside {self.band} of wins when drafted."]
        points = sum(size(patient.now) for patient in changed)
        sentences = [
            f"Surely outside {self.band} of wins when drafted: {outside} of {len(self.cards)} cards. The new list "
            f"changes {count(len(changed), 'card')}, by {count(points, 'point')} in all."
        ]
        for validation in judged:
            both = validation.before, validation.after
            inside = [sum(result.rates[p.index].power.value in self.band for p in changed) for result in both]
            sure = [_outside(result, self.band) for result in both]
            sentences.append(
                f"On fresh deals, {validation.who} ({' and '.join(dict.fromkeys(validation.after.players))}): of the "
                f"changed cards, {inside[0]} before and {inside[1]} after are inside the band; of all cards, {sure[0]} "
                f"before and {sure[1]} after are surely outside."
            )
        if lost:
            names = ", ".join(patient.card.name for patient in lost[:MOST_NAMED])
            more = f" and {len(lost) - MOST_NAMED} more" if len(lost) > MOST_NAMED else ""
            sentences.append(f"Could not be brought inside: {names}{more}.")
        return sentences

    def _sheets(
        self, done: Balanced, changed: list[Patient], lost: list[Patient], judged: list[_Judged]
    ) -> list[Sheet]:
        rounds = Sheet(
            "rounds",
            "What was measured to find the changes, all on the same deals",
            [Column("measured"), Column("games", "count"), Column("surely_outside", "count", "surely outside")],
            [[what, self.games, outside] for what, outside in done.rounds],
        )
        sheets = [self._changes(changed, judged), self._judges(judged)] if judged else []
        if lost:
            rows = [
                [p.card.number, p.card.name, p.measured[()], in_words(p.card, p.now), p.measured[p.now], self._why(p)]
                for p in lost
            ]
            columns = [Column("number", "count", "card"), Column("name", title=""), Column("before", "share")]
            columns += [Column("change"), Column("after", "share"), Column("why")]
            sheets.append(Sheet("not_inside", "Cards that stay outside, as measured while balancing", columns, rows))
        return [*sheets, rounds]

    def _why(self, patient: Patient) -> str:
        if not patient.effects:
            return "no point of any field helps"
        if size(patient.now) >= self.asks.steps:
            return f"--steps allows {count(self.asks.steps, 'point')} at most"
        return "nothing legal comes closer"

    def _changes(self, changed: list[Patient], judged: list[_Judged]) -> Sheet:
        columns = [
            Column("number", "count", "card"),
            Column("name", title=""),
            Column("change"),
            Column("points", "count"),
        ]
        for validation in judged:
            tag = "same" if validation is judged[0] else "held_out"
            columns += [
                Column(f"before_{tag}", "share", f"before, {validation.who}"),
                Column(f"after_{tag}", "share", f"after, {validation.who}"),
                Column(f"difference_{tag}", "difference", shown=False),
            ]
        rows = []
        for patient in changed:
            row: list[Any] = [
                patient.card.number,
                patient.card.name,
                in_words(patient.card, patient.now),
                size(patient.now),
            ]
            for validation in judged:
                powers = [s.rates[patient.index].power for s in (validation.before, validation.after)]
                row += [*powers, compare_wins(validation.before, validation.after, patient.index)]
            rows.append(row)
        return Sheet("changes", "Changed cards: strength on fresh deals", columns, rows)

    def _judges(self, judged: list[_Judged]) -> Sheet:
        columns = [Column("judge"), Column("players"), Column("list"), Column("games", "count")]
        columns += [
            Column("surely_outside", "count", "surely outside"),
            Column("estimates_outside", "count", "estimates outside"),
        ]
        columns += [
            Column("spread", "number", "spread, points"),
            Column("first_seat", "share", "first seat"),
            Column("turns", "number"),
        ]
        rows = [
            [
                *(
                    validation.who,
                    " against ".join(dict.fromkeys(result.players)),
                    name,
                    result.games,
                    _outside(result, self.band),
                ),
                sum(rates.power.value not in self.band for rates in result.rates),
                *(_spread(result.rates), result.first_seat, result.turns),
            ]
            for validation in judged
            for name, result in (("old", validation.before), ("new", validation.after))
        ]
        return Sheet("judges", "Both lists on fresh deals", columns, rows)

    def _picture(self, changed: list[Patient], each: _Judged) -> str:
        names = {patient.index for patient in changed}
        dots = []
        for index, card in enumerate(self.cards):
            before, after = each.before.rates[index].power, each.after.rates[index].power
            if not math.isnan(before.value + after.value):
                label = f"{card.name}: {before:.1%} before, {after:.1%} after"
                dots.append(Dot(card.name, self.design.KINDS[card.kind], before, after, index in names, label))
        return picture(dots, self.band, "win rate when drafted, old list", "win rate when drafted, new list")

    def _caption(self) -> str:
        return f"Every dot is a card, on fresh deals; those that changed are named. The shaded band is {self.band}."

    def _facts(self, done: Balanced, judged: list[_Judged]) -> dict[str, str]:
        facts = {
            "game": f"{self.order.game.name}, rules version {self.order.game.version}",
            "players": " against ".join(dict.fromkeys(self.players)),
            "held out": " against ".join(dict.fromkeys(self.strangers)),
            "band": str(self.band),
            "seed": str(self.order.seed),
            "games": f"{self.played:,} in all; {self.games:,} for each measurement",
            "old content": self.content.digest,
            "new content": self.design.with_cards(self.content, done.cards).digest,
        }
        for validation in judged:
            facts[f"seed of {validation.who}"] = str(validation.before.match.seed)
        return facts


_NOTES = [
    "Strength is the win rate of decks that hold the card. Players that draft at random hold it by chance only, so it "
    "is due to the card and not to the company it is chosen in.",
    "A point is one step of one number. The changes are the smallest that were measured inside the band, or should be "
    "if points add up; only single points were tried one by one.",
    "Surely outside: by a test that lets at most one in twenty such verdicts be wrong. The spread is the standard "
    "deviation of true strengths, in points of percent: that of the estimates less what chance adds.",
]


def _outside(found: Survey, band: Limits) -> int:
    return sum(verdict in (STRONG, WEAK) for verdict in verdicts(found.rates, band))


def _spread(rates: list[Rates]) -> float:
    """Standard deviation of the true strengths, in percentage points: that of the estimates less sampling error."""
    powers: list[Estimate] = [rate.power for rate in rates if not math.isnan(rate.power.value)]
    observed = sum((power.value - 0.5) ** 2 for power in powers) / len(powers)
    chance = sum(((power.high - power.low) / 3.92) ** 2 for power in powers) / len(powers)
    return 100 * math.sqrt(max(observed - chance, 0.0))
