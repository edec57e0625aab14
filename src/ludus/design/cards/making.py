"""`ludus make locm --balance`: a balanced card list, validated on fresh deals and with held-out bots."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ludus.core.errors import OptionError
from ludus.core.random import derive
from ludus.design.cards.asks import WinRateBand, LocmMakeOptions, read_players
from ludus.design.cards.balance import BalancedList, CardAdjustment, balance_list
from ludus.design.cards.changing import paired_difference
from ludus.design.cards.inspecting import replay_commands
from ludus.design.cards.lists import load_list
from ludus.design.cards.picture import ScatterPoint, scatter_chart
from ludus.design.cards.steps import describe_change, change_size
from ludus.design.cards.survey import TOO_STRONG, TOO_WEAK, CardRates, CardSurvey, run_survey, classify_cards
from ludus.design.contract import ReportColumn, DesignReport, DesignRequest, ReportTable, plural
from ludus.stats import Estimate

MEASUREMENT_GAMES = 60_000
NEW_LIST_FILE = "cards.csv"
MAX_NAMED = 8


def make(options: LocmMakeOptions, request: DesignRequest) -> DesignReport:
    """Make a list in which no card is surely outside the band, as close to the old one as possible.

    Raises:
        OptionError: no target, or the same bot searches and validates.
    """
    if not options.balance:
        raise OptionError("say what to aim at: --balance; `ludus make locm` alone lists what can be chosen")
    band, players = WinRateBand.parse(options.band), read_players(options.players, "players")
    strangers = read_players(options.hold_out, "hold-out")
    if set(players) & set(strangers):
        both = " and ".join(sorted(set(players) & set(strangers)))
        raise OptionError(f"{both} cannot both make the list and judge it: choose other players for --hold-out")
    return _ListBalanceRun(options, request, band, players, strangers).report()


@dataclass(frozen=True)
class _Validation:
    """Both lists played by one pair of bots on the same fresh deals."""

    validator: str
    before: CardSurvey
    after: CardSurvey


class _ListBalanceRun:
    """One balancing run: plays the games and writes the report."""

    def __init__(
        self,
        options: LocmMakeOptions,
        request: DesignRequest,
        band: WinRateBand,
        players: list[str],
        held_out_bots: list[str],
    ) -> None:
        self.options, self.request, self.band, self.players, self.held_out_bots = (
            options,
            request,
            band,
            players,
            held_out_bots,
        )
        self.design = request.design
        self.content = load_list(request, dict(request.options))
        self.cards = self.design.cards_of(self.content)
        self.games, self.games_played = request.game_count(MEASUREMENT_GAMES), 0

    def report(self) -> DesignReport:
        done = balance_list(self.cards, self.band, self.options.steps, self.options.rounds, self._measure, self.design)
        changed = [patient for patient in done.adjustments if patient.change]
        judged = self._validate(done.cards) if changed else []
        lost = [patient for patient in done.adjustments if patient.measured[patient.change].value not in self.band]
        return DesignReport(
            title=f"{self.request.game.title}: a balanced card list",
            answer=self._answer(done, changed, lost, judged),
            tables=self._tables(done, changed, lost, judged),
            pictures={"balance.svg": (self._balance_chart(changed, judged[0]), self._caption())} if judged else {},
            facts=self._facts(done, judged),
            commands=replay_commands(judged[0].after, [patient.index for patient in changed][:4])
            if judged and self.request.folder
            else {},
            files={NEW_LIST_FILE: self.design.write_cards(done.cards)},
            notes=_NOTES,
        )

    def _play(
        self, cards: list[Any], players: list[str], games: int, seed: int, what: str, new: bool = False
    ) -> CardSurvey:
        """Play games on a list; `new`: on the one that will be in the output folder."""
        file = f"{self.request.folder}/{NEW_LIST_FILE}" if new and self.request.folder else self.content.options.cards  # type: ignore[attr-defined]
        self.games_played += games
        return run_survey(self.request, self.design.with_cards(self.content, cards, file), players, games, seed, what)

    def _measure(self, cards: list[Any], what: str) -> list[CardRates]:
        return self._play(cards, self.players, self.games, derive(self.request.seed, "balance"), what).rates

    def _validate(self, cards: list[Any]) -> list[_Validation]:
        few = self.options.hold_out_games or max(self.games // 4, 2)
        validations = []
        for who, players, games in (
            ("the same players", self.players, self.games),
            ("held out", self.held_out_bots, few + few % 2),
        ):
            seed = derive(self.request.seed, "judge", who)
            before = self._play(self.cards, players, games, seed, f"{who}, fresh deals: the old list")
            after = self._play(cards, players, games, seed, f"{who}, fresh deals: the new list", new=True)
            validations.append(_Validation(who, before, after))
        return validations

    # Report

    def _answer(
        self,
        done: BalancedList,
        changed: list[CardAdjustment],
        lost: list[CardAdjustment],
        validations: list[_Validation],
    ) -> list[str]:
        outside = done.log[0][1]
        if not done.adjustments:
            return [f"Nothing to change: no card is surely outside {self.band} of wins when drafted."]
        points = sum(change_size(patient.change) for patient in changed)
        sentences = [
            f"Surely outside {self.band} of wins when drafted: {outside} of {len(self.cards)} cards. The new list "
            f"changes {plural(len(changed), 'card')}, by {plural(points, 'point')} in all."
        ]
        for validation in validations:
            both = validation.before, validation.after
            inside = [sum(result.rates[p.index].strength.value in self.band for p in changed) for result in both]
            sure = [_count_outside(result, self.band) for result in both]
            sentences.append(
                f"On fresh deals, {validation.validator} ({' and '.join(dict.fromkeys(validation.after.players))}): of the "
                f"changed cards, {inside[0]} before and {inside[1]} after are inside the band; of all cards, {sure[0]} "
                f"before and {sure[1]} after are surely outside."
            )
        if lost:
            names = ", ".join(patient.card.name for patient in lost[:MAX_NAMED])
            more = f" and {len(lost) - MAX_NAMED} more" if len(lost) > MAX_NAMED else ""
            sentences.append(f"Could not be brought inside: {names}{more}.")
        return sentences

    def _tables(
        self,
        done: BalancedList,
        changed: list[CardAdjustment],
        lost: list[CardAdjustment],
        validations: list[_Validation],
    ) -> list[ReportTable]:
        rounds = ReportTable(
            "rounds",
            "What was measured to find the changes, all on the same deals",
            [
                ReportColumn("measured"),
                ReportColumn("games", "count"),
                ReportColumn("surely_outside", "count", "surely outside"),
            ],
            [[what, self.games, outside] for what, outside in done.log],
        )
        sheets = [self._changes_table(changed, validations), self._validation_table(validations)] if validations else []
        if lost:
            rows = [
                [
                    p.card.number,
                    p.card.name,
                    p.measured[()],
                    describe_change(p.card, p.change),
                    p.measured[p.change],
                    self._reason_outside(p),
                ]
                for p in lost
            ]
            columns = [
                ReportColumn("number", "count", "card"),
                ReportColumn("name", title=""),
                ReportColumn("before", "share"),
            ]
            columns += [ReportColumn("change"), ReportColumn("after", "share"), ReportColumn("why")]
            sheets.append(
                ReportTable("not_inside", "Cards that stay outside, as measured while balancing", columns, rows)
            )
        return [*sheets, rounds]

    def _reason_outside(self, adjustment: CardAdjustment) -> str:
        if not adjustment.effects:
            return "no point of any field helps"
        if change_size(adjustment.change) >= self.options.steps:
            return f"--steps allows {plural(self.options.steps, 'point')} at most"
        return "nothing legal comes closer"

    def _changes_table(self, changed: list[CardAdjustment], validations: list[_Validation]) -> ReportTable:
        columns = [
            ReportColumn("number", "count", "card"),
            ReportColumn("name", title=""),
            ReportColumn("change"),
            ReportColumn("points", "count"),
        ]
        for validation in validations:
            tag = "same" if validation is validations[0] else "held_out"
            columns += [
                ReportColumn(f"before_{tag}", "share", f"before, {validation.validator}"),
                ReportColumn(f"after_{tag}", "share", f"after, {validation.validator}"),
                ReportColumn(f"difference_{tag}", "difference", on_screen=False),
            ]
        rows = []
        for patient in changed:
            row: list[Any] = [
                patient.card.number,
                patient.card.name,
                describe_change(patient.card, patient.change),
                change_size(patient.change),
            ]
            for validation in validations:
                powers = [s.rates[patient.index].strength for s in (validation.before, validation.after)]
                row += [*powers, paired_difference(validation.before, validation.after, patient.index)]
            rows.append(row)
        return ReportTable("changes", "Changed cards: strength on fresh deals", columns, rows)

    def _validation_table(self, validations: list[_Validation]) -> ReportTable:
        columns = [ReportColumn("judge"), ReportColumn("players"), ReportColumn("list"), ReportColumn("games", "count")]
        columns += [
            ReportColumn("surely_outside", "count", "surely outside"),
            ReportColumn("estimates_outside", "count", "estimates outside"),
        ]
        columns += [
            ReportColumn("spread", "number", "spread, points"),
            ReportColumn("first_seat", "share", "first seat"),
            ReportColumn("turns", "number"),
        ]
        rows = [
            [
                *(
                    validation.validator,
                    " against ".join(dict.fromkeys(result.players)),
                    name,
                    result.games,
                    _count_outside(result, self.band),
                ),
                sum(rates.strength.value not in self.band for rates in result.rates),
                *(_strength_spread(result.rates), result.first_seat, result.turns),
            ]
            for validation in validations
            for name, result in (("old", validation.before), ("new", validation.after))
        ]
        return ReportTable("judges", "Both lists on fresh deals", columns, rows)

    def _balance_chart(self, changed: list[CardAdjustment], result: _Validation) -> str:
        names = {patient.index for patient in changed}
        dots = []
        for index, card in enumerate(self.cards):
            before, after = result.before.rates[index].strength, result.after.rates[index].strength
            if not math.isnan(before.value + after.value):
                label = f"{card.name}: {before:.1%} before, {after:.1%} after"
                dots.append(ScatterPoint(card.name, self.design.KINDS[card.kind], before, after, index in names, label))
        return scatter_chart(dots, self.band, "win rate when drafted, old list", "win rate when drafted, new list")

    def _caption(self) -> str:
        return f"Every dot is a card, on fresh deals; those that changed are named. The shaded band is {self.band}."

    def _facts(self, done: BalancedList, validations: list[_Validation]) -> dict[str, str]:
        facts = {
            "game": f"{self.request.game.name}, rules version {self.request.game.version}",
            "players": " against ".join(dict.fromkeys(self.players)),
            "held out": " against ".join(dict.fromkeys(self.held_out_bots)),
            "band": str(self.band),
            "seed": str(self.request.seed),
            "games": f"{self.games_played:,} in all; {self.games:,} for each measurement",
            "old content": self.content.digest,
            "new content": self.design.with_cards(self.content, done.cards).digest,
        }
        for validation in validations:
            facts[f"seed of {validation.validator}"] = str(validation.before.match.seed)
        return facts


_NOTES = [
    "Strength is the win rate of decks that hold the card. Players that draft at random hold it by chance only, so it "
    "is due to the card and not to the company it is chosen in.",
    "A point is one step of one number. The changes are the smallest that were measured inside the band, or should be "
    "if points add up; only single points were tried one by one.",
    "Surely outside: by a test that lets at most one in twenty such verdicts be wrong. The spread is the standard "
    "deviation of true strengths, in points of percent: that of the estimates less what chance adds.",
]


def _count_outside(result: CardSurvey, band: WinRateBand) -> int:
    return sum(verdict in (TOO_STRONG, TOO_WEAK) for verdict in classify_cards(result.rates, band))


def _strength_spread(rates: list[CardRates]) -> float:
    """Standard deviation of the true strengths, in percentage points: that of the estimates less sampling error."""
    powers: list[Estimate] = [rate.strength for rate in rates if not math.isnan(rate.strength.value)]
    observed = sum((power.value - 0.5) ** 2 for power in powers) / len(powers)
    chance = sum(((power.high - power.low) / 3.92) ** 2 for power in powers) / len(powers)
    return 100 * math.sqrt(max(observed - chance, 0.0))
