"""`ludus make locm --balance`: a balanced card list, validated on fresh deals and with held-out bots, and its report.

`balance_search` finds the list.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest, round_up_to_even
from ludus.design.base.option_value_parsers import WinRateBand, no_target, read_one_or_two_bots, refuse_search_bots
from ludus.design.base.pipeline import BeforeAfter, DesignRun, held_out_seed, seed_facts
from ludus.design.base.report_parts import against, game_fact, name_some
from ludus.design.base.svg_charts import ScatterPoint, scatter_chart
from ludus.design.locm.balance_search import BalancedList, CardAdjustment, balance_list
from ludus.design.locm.card_changes import change_size, describe_change
from ludus.design.locm.card_stats import VERDICTS, CardRates, CardSurvey, judge_cards, run_survey
from ludus.design.locm.inspect import no_judgement_sentences, replay_commands, use_table
from ludus.design.locm.options import LocmMakeOptions
from ludus.design.locm.parse_card_arguments import load_list
from ludus.design.locm.what_if import paired_difference
from ludus.games.locm.card_edits import cards_of, with_cards
from ludus.games.locm.card_list import KINDS, CardDefinition, write_cards
from ludus.report.report_model import Figure, File, Report, command_parts
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.stats.judgement import JudgedNumbers
from ludus.util.text import plural

MEASUREMENT_GAMES = 60_000
NEW_LIST_FILE = "cards.csv"
MAX_NAMED = 8
_Validation = BeforeAfter[CardSurvey]
_NOTES = [
    "Strength is the win rate of decks that hold the card. Players that draft at random hold it by chance only, so it "
    "is due to the card and not to the company it is chosen in.",
    "A point is one step of one number. The changes are the smallest that were measured inside the band, or should be "
    "if points add up; only single points were tried one by one.",
    "Surely outside: the whole interval of the strength, corrected for the number of cards of the list, is outside the "
    "band. The spread is the standard deviation of true strengths, in points of percent: that of the estimates less "
    "what chance adds.",
]


def make(options: LocmMakeOptions, request: DesignRequest) -> Report:
    """Make a list in which no card is surely outside the band, as close to the old one as possible.

    Raises:
        OptionError: no target, or the same bot searches and validates.
    """
    if not options.balance:
        raise no_target(request, "--balance")
    band, players = WinRateBand.parse(options.band), read_one_or_two_bots(options.players, "players")
    held_out_bots = read_one_or_two_bots(options.hold_out, "hold-out")
    refuse_search_bots(request.game, held_out_bots, players, "list")
    return _ListBalanceRun(options, request, band, players, held_out_bots).run()


class _ListBalanceRun(DesignRun[BalancedList, BalancedList, list[_Validation], Report]):
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
        self.content = load_list(request, dict(request.options))
        self.cards = cards_of(self.content)
        self.games, self.games_played = request.game_count(MEASUREMENT_GAMES), 0

    def search(self) -> BalancedList:
        options = self.options
        return balance_list(self.cards, self.band, options.steps, options.rounds, self._measure)

    def select(self, candidates: BalancedList) -> BalancedList:
        """Keep the list that the search selected; it measures on the same deals throughout."""
        return candidates

    def validate(self, selection: BalancedList) -> list[_Validation]:
        if not any(adjustment.change for adjustment in selection.adjustments):
            return []
        few_games = self.options.hold_out_games or max(self.games // 4, 2)
        validations = []
        for validator, players, games in (
            ("the same players", self.players, self.games),
            ("held out", self.held_out_bots, round_up_to_even(few_games)),
        ):
            seed = held_out_seed(self.request, validator)
            before = self._play(self.cards, players, games, seed, f"{validator}, fresh deals: the old list")
            after = self._play(
                selection.cards, players, games, seed, f"{validator}, fresh deals: the new list", new=True
            )
            validations.append(BeforeAfter(validator, before, after))
        return validations

    def report(self, selection: BalancedList, validated: list[_Validation]) -> Report:
        done, validations = selection, validated
        changed = [adjustment for adjustment in done.adjustments if adjustment.change]
        still_outside = [
            adjustment
            for adjustment in done.adjustments
            if adjustment.measured[adjustment.change].value not in self.band
        ]
        return Report(
            title=f"{self.request.game.title}: a balanced card list",
            answer=self._answer(done, changed, still_outside, validations),
            parts=[
                *self._tables(done, changed, still_outside, validations),
                *(
                    [Figure("balance", self._balance_chart(changed, validations[0]), self._caption())]
                    if validations
                    else []
                ),
                *(
                    command_parts(
                        replay_commands(validations[0].after, [adjustment.index for adjustment in changed][:4])
                    )
                    if validations and self.request.folder
                    else []
                ),
                File(NEW_LIST_FILE, write_cards(done.cards)),
                *_NOTES,
            ],
            facts=self._facts(done, validations),
        )

    def _play(
        self, cards: list[CardDefinition], players: list[str], games: int, seed: int, what: str, new: bool = False
    ) -> CardSurvey:
        """Play games on a list; `new`: on the one that will be in the output folder."""
        file = f"{self.request.folder}/{NEW_LIST_FILE}" if new and self.request.folder else self.content.options.cards  # type: ignore[attr-defined]
        self.games_played += games
        return run_survey(self.request, with_cards(self.content, cards, file), players, games, seed, what)

    def _measure(self, cards: list[CardDefinition], what: str) -> list[CardRates]:
        return self._play(cards, self.players, self.games, derive(self.request.seed, "balance"), what).rates

    # Report

    def _answer(
        self,
        done: BalancedList,
        changed: list[CardAdjustment],
        lost: list[CardAdjustment],
        validations: list[_Validation],
    ) -> list[str]:
        outside, judge = done.log[0][1], self._judge_all(validations)
        unused = no_judgement_sentences(self.cards, done.initial_rates, self.players, range(len(self.cards)))
        if not done.adjustments:
            undecided = len(judge_cards(dict(enumerate(done.initial_rates)), self.band).on_side("undecided"))
            return [
                *unused,
                f"Nothing to change: no card is surely outside {self.band} of wins when drafted; "
                f"{undecided} of {plural(len(self.cards), 'card')} {'is' if undecided == 1 else 'are'} undecided.",
            ]
        points = sum(change_size(adjustment.change) for adjustment in changed)
        sentences = [
            *unused,
            f"Surely outside {self.band} of wins when drafted: {outside} of {plural(len(self.cards), 'card')}. The "
            "new list "
            f"changes {plural(len(changed), 'card')}, by {plural(points, 'point')} in all.",
        ]
        for validation in validations:
            both = validation.before, validation.after
            inside = [sum(result.rates[p.index].strength.value in self.band for p in changed) for result in both]
            judged = [judge(result) for result in both]
            sure = [sum(numbers.side(p.index) == "inside" for p in changed) for numbers in judged]
            outliers = [len(numbers.on_side("above", "below")) for numbers in judged]
            sentences.append(
                f"On fresh deals, {validation.validator} ({' and '.join(dict.fromkeys(validation.after.players))}): of "
                f"the changed cards, the estimates of {inside[0]} before and {inside[1]} after are inside the band, "
                f"surely so {sure[0]} before and {sure[1]} after; of all cards, {outliers[0]} before and {outliers[1]} "
                "after are surely outside."
            )
        if lost:
            names = name_some([adjustment.card.name for adjustment in lost], MAX_NAMED)
            sentences.append(f"Could not be brought inside: {names}.")
        return sentences

    def _judge_all(self, validations: list[_Validation]) -> Callable[[CardSurvey], JudgedNumbers[int]]:
        """Return a function that judges the cards of a survey; all surveys of the report are judged together."""
        surveys = [survey for validation in validations for survey in (validation.before, validation.after)]
        judged = {id(survey): judge_cards(dict(enumerate(survey.rates)), self.band) for survey in surveys}
        comparisons = sum(len(numbers.judged) for numbers in judged.values())
        return lambda survey: judged[id(survey)].among(comparisons)

    def _tables(
        self,
        done: BalancedList,
        changed: list[CardAdjustment],
        lost: list[CardAdjustment],
        validations: list[_Validation],
    ) -> list[Table]:
        rounds = Table(
            "rounds",
            [
                Column.text("measured"),
                Column.integer("games"),
                Column.integer("surely_outside", "surely outside"),
            ],
            [[what, self.games, outside] for what, outside in done.log],
            "What was measured to find the changes, all on the same deals",
        )
        tables = [use_table(self.cards, done.initial_rates, range(len(self.cards)))]
        if validations:
            tables += [self._changes_table(changed, validations), self._validation_table(validations)]
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
                Column.integer("number", "card"),
                Column.text("name"),
                Column.share("before"),
            ]
            columns += [Column.text("change"), Column.share("after"), Column.text("why")]
            tables.append(Table("not_inside", columns, rows, "Cards that stay outside, as measured while balancing"))
        return [*tables, rounds]

    def _reason_outside(self, adjustment: CardAdjustment) -> str:
        if not adjustment.effects:
            return "no point of any field helps"
        if change_size(adjustment.change) >= self.options.steps:
            return f"--steps allows {plural(self.options.steps, 'point')} at most"
        return "nothing legal comes closer"

    def _changes_table(self, changed: list[CardAdjustment], validations: list[_Validation]) -> Table:
        columns = [
            Column.integer("number", "card"),
            Column.text("name"),
            Column.text("change"),
            Column.integer("points"),
        ]
        judge = self._judge_all(validations)
        comparisons = judge(validations[0].after).comparisons
        for validation in validations:
            tag = "same" if validation is validations[0] else "held_out"
            columns += [
                Column.share(f"before_{tag}", f"before, {validation.validator}"),
                Column.share(f"after_{tag}", f"after, {validation.validator}"),
                Column.share(f"corrected_{tag}", f"after, corrected for {plural(comparisons, 'comparison')}"),
                Column.text(f"verdict_{tag}", "verdict"),
                Column.difference(f"difference_{tag}", on_screen=False),
            ]
        rows = []
        for adjustment in changed:
            row: list[Any] = [
                adjustment.card.number,
                adjustment.card.name,
                describe_change(adjustment.card, adjustment.change),
                change_size(adjustment.change),
            ]
            for validation in validations:
                strengths = [s.rates[adjustment.index].strength for s in (validation.before, validation.after)]
                judged, index = judge(validation.after), adjustment.index
                row += [*strengths, judged.corrected(index), VERDICTS[judged.side(index)]]
                row.append(paired_difference(validation.before, validation.after, index))
            rows.append(row)
        return Table("changes", columns, rows, "Changed cards: strength on fresh deals")

    def _validation_table(self, validations: list[_Validation]) -> Table:
        columns = [Column.text("judge"), Column.text("players"), Column.text("list"), Column.integer("games")]
        columns += [
            Column.integer("surely_outside", "surely outside"),
            Column.integer("undecided"),
            Column.integer("surely_inside", "surely inside"),
            Column.integer("no_judgement"),
            Column.integer("estimates_outside", "estimates outside"),
        ]
        columns += [
            Column.number("spread", "spread, points"),
            Column.share("first_seat", "first seat"),
            Column.number("turns"),
        ]
        judge = self._judge_all(validations)
        rows = [
            [
                *(
                    validation.validator,
                    against(result.players),
                    name,
                    result.games,
                    len(judge(result).on_side("above", "below")),
                    len(judge(result).on_side("undecided")),
                    len(judge(result).on_side("inside")),
                    len(result.rates) - len(judge(result).judged),
                ),
                sum(rates.strength.value not in self.band for rates in result.rates),
                *(_strength_spread(result.rates), result.first_seat, result.turns),
            ]
            for validation in validations
            for name, result in validation.versions
        ]
        return Table("judges", columns, rows, "Both lists on fresh deals")

    def _balance_chart(self, changed: list[CardAdjustment], result: _Validation) -> str:
        names = {adjustment.index for adjustment in changed}
        points = []
        for index, card in enumerate(self.cards):
            before, after = result.before.rates[index].strength, result.after.rates[index].strength
            if not math.isnan(before.value + after.value):
                label = f"{card.name}: {before:.1%} before, {after:.1%} after"
                points.append(ScatterPoint(card.name, KINDS[card.kind], before, after, index in names, label))
        return scatter_chart(points, self.band, "win rate when drafted, old list", "win rate when drafted, new list")

    def _caption(self) -> str:
        return f"Every dot is a card, on fresh deals; those that changed are named. The shaded band is {self.band}."

    def _facts(self, done: BalancedList, validations: list[_Validation]) -> dict[str, str]:
        facts = {
            "game": game_fact(self.request),
            "players": against(self.players),
            "held out": against(self.held_out_bots),
            "band": str(self.band),
            "seed": str(self.request.seed),
            "games": f"{self.games_played:,} in all; {self.games:,} for each measurement",
            "old content": self.content.digest,
            "new content": with_cards(self.content, done.cards).digest,
        }
        return facts | seed_facts(self.request, validations)


def _strength_spread(rates: list[CardRates]) -> float:
    """Standard deviation of the true strengths, in percentage points: that of the estimates less sampling error."""
    strengths: list[Estimate] = [rate.strength for rate in rates if not math.isnan(rate.strength.value)]
    observed = sum((power.value - 0.5) ** 2 for power in strengths) / len(strengths)
    probability = sum(((power.high - power.low) / 3.92) ** 2 for power in strengths) / len(strengths)
    return 100 * math.sqrt(max(observed - probability, 0.0))
