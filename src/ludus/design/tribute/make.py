"""`ludus make tribute --balance`: a card file with few small changes, validated on fresh deals by held-out bots."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from ludus.core.game import Content
from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest, round_up_to_even
from ludus.design.base.option_value_parsers import WinRateBand, check_bots, no_target
from ludus.design.base.pipeline import BeforeAfter, DesignRun, held_out_seed, seed_facts
from ludus.design.base.report_parts import game_fact, name_some, replay_command, won_and_lost_games
from ludus.design.base.significance import independent_difference, known_or_none
from ludus.design.base.svg_charts import ScatterPoint, scatter_chart
from ludus.design.tribute.balance_search import BalanceResult, BalanceSettings, SignedSteps, Strengths, search_balance
from ludus.design.tribute.card_use import card_use_games, measure_card_use
from ludus.design.tribute.edit_space import Gene, Item
from ludus.design.tribute.options import CardFile, TributeMakeOptions, read_held_out_bots
from ludus.design.tribute.report import deck_colours, deck_name, verb_of
from ludus.design.tribute.strengths_from_random_purchases import (
    TreatmentEstimates,
    estimate_strengths,
    judge_strengths,
)
from ludus.games.tribute import card_edits
from ludus.games.tribute.card_and_patron_lookups import card_names, patron_names
from ludus.games.tribute.card_edits import Number
from ludus.games.tribute.card_text import display_name
from ludus.report.report_model import Figure, File, Report, command_parts
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.stats.judgement import MORE_GAMES, JudgedNumbers
from ludus.util.text import plural

DECIDING_GAMES = 60_000  # per deciding measurement
HELD_OUT_DIVISOR = 4  # divisor of GAMES for each held-out bot
NEW_FILE = "cards.toml"
MAX_NAMED = 8
_NOTES = [
    "Strength is the win rate of players who take a card instead of another available one, or call a patron instead of "
    "another. A ruler, a bot that decides this at random, makes sure that it is due to the card.",
    "A step is one point of one number, towards weaker. While searching, results for a card are pooled over all sets "
    "of changes in which that card itself changed in the same way; the best sets were then measured again. The "
    "reported numbers of the new file come from fresh deals, which no choice depended on.",
    "Surely above, surely not above: the whole interval is on this side of the share, corrected for all cards and "
    "patrons of both files and all rulers. Estimates above: by value alone.",
]


@dataclass(frozen=True)
class FileValidation(BeforeAfter[TreatmentEstimates]):
    """Both files played by one measuring bot on the same deals."""

    max_share: float
    comparisons: int = 0  # that the report judges together; 0: those of one file

    def judge(self, file: TreatmentEstimates) -> JudgedNumbers[Item]:
        """Judge all cards and patrons of one of the files."""
        return file.judge(self.max_share).among(self.comparisons)

    @property
    def above(self) -> set[Item]:
        """Cards and patrons that surely carry more than the share in the new file."""
        return set(self.judge(self.after).on_side("above"))

    @property
    def undecided(self) -> list[Item]:
        """Cards and patrons of the new file that may or may not carry more."""
        return self.judge(self.after).on_side("undecided")

    def strengths(self, item: Item) -> tuple[Estimate, Estimate]:
        """Return the strengths of one card or patron in both files."""
        return self.before.strengths()[item], self.after.strengths()[item]


def validate_files(
    old: Content, new: Content, bot: str, games: int, most: float, request: DesignRequest
) -> FileValidation:
    """Play both files on deals of this bot's own, which no choice depended on."""
    seed = held_out_seed(request, bot)
    with request.progress(f"{bot} judges both files", 2 * games) as advance:
        before, after = (
            estimate_strengths(request.game, content, bot, games, seed, request.backend, advance)
            for content in (old, new)
        )
    return FileValidation(bot, before, after, most)


def validation_table(validations: list[FileValidation]) -> Table:
    """Return a table with a row per file and measuring bot."""
    columns = [
        Column.text("ruler"),
        Column.text("file"),
        Column.integer("games"),
        Column.integer("above", "surely above"),
    ]
    columns += [
        Column.integer("undecided"),
        Column.integer("not_above", "surely not above"),
        Column.integer("estimates", "estimates above"),
        Column.share("first_seat", "first seat"),
    ]
    rows = [
        [
            *(validation.validator, name, estimates.games),
            *(len(validation.judge(estimates).on_side(side)) for side in ("above", "undecided", "inside")),
            sum(strength.value > validation.max_share for strength in estimates.strengths().values()),
            *(estimates.first_seat, estimates.turns),
        ]
        for validation in validations
        for name, estimates in validation.versions
    ]
    return Table("judges", [*columns, Column.number("turns")], rows, "Both files on fresh deals")


def target_verdict(validations: list[FileValidation]) -> str:
    """Return a sentence that says whether the target is reached, and for which bots."""
    first, *held_out = validations
    if first.above:
        return "The target is NOT reached: see what is left, and why."
    doubts = [validation.validator for validation in held_out if validation.above]
    if doubts:
        return f"Nothing is surely above for {first.validator}, but for {' and '.join(doubts)}, which took no part."
    if any(validation.undecided for validation in validations):
        return f"Nothing is surely above. Whether all are surely not above is undecided. {MORE_GAMES}"
    return "The target is surely reached."


def make(options: TributeMakeOptions, request: DesignRequest) -> Report:
    """Make a file in which nothing surely carries more than the share, as close to the old one as possible.

    Raises:
        OptionError: no target, or the same bot searches and validates.
    """
    if not options.balance:
        raise no_target(request, "--balance")
    held_out_bots = read_held_out_bots(request.game, options.hold_out, options.ruler)
    check_bots(request.game, [*held_out_bots, options.ruler])
    return _FileBalanceRun(options, request, held_out_bots).run()


class _FileBalanceRun(DesignRun[BalanceResult, BalanceResult, list[FileValidation], Report]):
    """One balancing run: plays the games and writes the report."""

    def __init__(self, options: TributeMakeOptions, request: DesignRequest, held_out_bots: list[str]) -> None:
        self.options, self.request, self.held_out_bots = options, request, held_out_bots
        self.max_share = options.most / 100
        self.content = request.game.content(**request.options)
        self.text, self.cards = card_edits.file_of(self.content)
        self.games, self.games_played = request.game_count(DECIDING_GAMES), 0
        self.keys = {"cards": card_names(self.content), "patrons": patron_names(self.content)}

    def search(self) -> BalanceResult:
        options, request = self.options, self.request
        bots = [options.ruler, *self.held_out_bots]
        with request.progress("use of cards", card_use_games(bots)) as advance:
            self.use = measure_card_use(request.game, self.content, bots, request.seed, request.backend, advance)
        settings = BalanceSettings(
            self.max_share,
            options.penalty,
            self.games,
            round_up_to_even(options.search_games),
            options.population,
            options.generations,
            options.rounds,
            derive(self.request.seed, "balance"),
        )
        return search_balance(settings, self._weakening_genes, self._measure)

    def select(self, candidates: BalanceResult) -> BalanceResult:
        """Keep the set of changes that the search selected; it measures its finalists on fresh deals."""
        return candidates

    def validate(self, selection: BalanceResult) -> list[FileValidation]:
        if not selection.steps:
            return []
        held_out_games = max(2, self.games // HELD_OUT_DIVISOR // 2 * 2)
        file = f"{self.request.folder}/{NEW_FILE}" if self.request.folder else None
        new = self._edited_content(selection.steps, file)
        games_of = {self.options.ruler: self.games} | dict.fromkeys(self.held_out_bots, held_out_games)
        self.games_played += 2 * sum(games_of.values())
        validations = [
            validate_files(self.content, new, bot, games, self.max_share, self.request)
            for bot, games in games_of.items()
        ]
        files = [file.judge(self.max_share) for one in validations for file in (one.before, one.after)]
        comparisons = sum(len(judged.judged) for judged in files)
        return [replace(validation, comparisons=comparisons) for validation in validations]

    def report(self, selection: BalanceResult, validated: list[FileValidation]) -> Report:
        return Report(
            title=f"{self.request.game.title}: a balanced card file",
            answer=self._answer(selection, validated),
            parts=[
                self.use.table(selection.first),
                *self._changes_table(selection, validated),
                *self._remaining_table(selection, validated),
                *([validation_table(validated)] if validated else []),
                _log_table(selection),
                *(
                    [Figure("balance", self._balance_chart(selection, validated[0]), self._caption())]
                    if validated
                    else []
                ),
                *(command_parts(self._commands(selection, validated[0])) if validated and self.request.folder else []),
                File(NEW_FILE, self._new_file_text(selection)),
                *_NOTES,
            ],
            facts=self._facts(selection, validated),
        )

    # Playing

    def _weakening_genes(self, item: Item) -> list[Gene]:
        """Numbers of a card or patron that can be made weaker."""
        genes = []
        for number in card_edits.numbers(self.cards):
            if (number.kind, number.key) == (item[0], self.keys[item[0]][item[1]]):
                sign, value = card_edits.weakening_step(self.cards, number), card_edits.value_of(self.cards, number)
                low, high = card_edits.limits(self.cards, number)
                most = min(self.options.steps, high - value if sign > 0 else value - low)
                if most > 0:
                    card_edits.rewrite(self.text, self.cards, {number: value + sign})  # raises if impossible
                    genes.append(Gene(item, number, sign, most))
        return genes

    def _edited_content(self, steps: SignedSteps, file: str | None = None) -> Content:
        cards = card_edits.with_values(self.cards, self._values(steps))
        return card_edits.with_cards(self.content, cards, file)

    def _values(self, steps: SignedSteps) -> dict[Number, int]:
        return {number: card_edits.value_of(self.cards, number) + by for number, by in steps.items()}

    def _measure(self, sets: list[SignedSteps], games: int, seed: int, what: str) -> list[Strengths]:
        game, backend = self.request.game, self.request.backend
        self.games_played += games * len(sets)
        with self.request.progress(what, games * len(sets)) as advance:
            return [
                estimate_strengths(
                    game, self._edited_content(steps), self.options.ruler, games, seed, backend, advance
                ).strengths()
                for steps in sets
            ]

    # Writing

    def _new_file_text(self, done: BalanceResult) -> str:
        """The new file, with its changes explained at the top."""
        if not done.steps:
            return self.text
        new = card_edits.rewrite(self.text, self.cards, self._values(done.steps))
        lines = [f"# Balanced by ludus: no card and no patron is to carry more than {self.options.most:g} % of wins."]
        for item in done.before:
            if moves := self._describe_moves(done, item):
                lines.append(
                    f"# {display_name(self._key(item))}: {moves}; it carried {100 * done.before[item].value:.1f} %."
                )
        return "\n".join(lines) + "\n\n" + new

    def _describe_moves(self, done: BalanceResult, item: Item) -> str:
        """`cost 6 → 7, play power 5 → 4`."""
        return ", ".join(
            card_edits.describe_change(self.cards, number, value)
            for number, value in self._values(done.steps).items()
            if (number.kind, number.key) == (item[0], self._key(item))
        )

    def _key(self, item: Item) -> str:
        return self.keys[item[0]][item[1]]

    # Report

    def _answer(self, done: BalanceResult, validations: list[FileValidation]) -> list[str]:
        share, unused = f"{self.options.most:g} % of wins", self.use.sentences(done.first)
        if not done.before:
            return [*unused, f"Nothing to change: no card and no patron surely carries more than {share}."]
        names = [
            f"{display_name(self._key(item))} ({100 * strength.value:.1f} %)" for item, strength in done.before.items()
        ]
        sentences = [*unused, f"Surely carried more than {share}: {name_some(names, MAX_NAMED)}."]
        if not validations:
            why = "No step was found to be worth its penalty" if done.space.genes else "No number of them can be moved"
            return [*sentences, f"{why}: nothing is changed, and the target is NOT reached."]
        steps = sum(abs(by) for by in done.steps.values())
        sentences.append(
            f"The new file changes {plural(len(done.steps), 'number')}, by {plural(steps, 'step')} in all."
        )
        for validation in validations:
            before, after = validation.judge(validation.before).on_side("above"), validation.above
            bot = (
                f"{validation.validator}, on fresh deals"
                if validation is validations[0]
                else f"{validation.validator}, which took no part"
            )
            rest = f": {', '.join(sorted(display_name(self._key(item)) for item in after))}" if after else ""
            undecided = f"{len(validation.undecided)} after are undecided"
            sentences.append(
                f"{bot}: {len(before)} before and {len(after)} after surely carry more{rest}; {undecided}."
            )
        return [*sentences, target_verdict(validations)]

    def _changes_table(self, done: BalanceResult, validations: list[FileValidation]) -> list[Table]:
        if not validations:
            return []
        columns = [
            Column.text("what"),
            Column.text("name"),
            Column.text("change"),
            Column.integer("steps"),
        ]
        for k, validation in enumerate(validations):
            columns += [
                Column.share(f"before_{k}", "before", on_screen=k == 0),
                Column.share(f"after_{k}", "after", on_screen=k == 0),
                Column.difference(f"difference_{k}", f"change, {validation.validator}", on_screen=k > 0),
            ]
        rows = []
        for item in done.before:
            if moves := self._describe_moves(done, item):
                own = done.space.item_steps(done.genome, item)
                row: list[Any] = [item[0][:-1], self._key(item), moves, sum(own)]
                for validation in validations:
                    both = validation.strengths(item)
                    row += [*(known_or_none(one) for one in both), known_or_none(independent_difference(*both))]
                rows.append(row)
        return [Table("changes", columns, rows, "What changed: strength on fresh deals")]

    def _remaining_table(self, done: BalanceResult, validations: list[FileValidation]) -> list[Table]:
        """Table of what is still above the share, and why."""
        if not done.before:
            return []
        if validations:
            judged, above = validations[0].judge(validations[0].after), validations[0].above
        else:
            judged, above = judge_strengths(done.before, self.max_share), set(done.before)
        rows = [
            [
                *(item[0][:-1], self._key(item), judged.estimates[item], judged.corrected(item)),
                self._reason_above(done, item),
            ]
            for item in sorted(above)
        ]
        columns = [
            Column.text("what"),
            Column.text("name"),
            Column.share("strength"),
            Column.share("corrected", f"corrected for {plural(judged.comparisons, 'comparison')}"),
            Column.text("why"),
        ]
        return [Table("left", columns, rows, "Still surely above, on fresh deals")]

    def _reason_above(self, done: BalanceResult, item: Item) -> str:
        if item not in done.before:
            return "found to be above only now; more --rounds would see to it"
        if item not in done.space.items:
            return "it has no number that could be moved a step"
        own = done.space.item_steps(done.genome, item)
        genes = [gene for gene in done.space.genes if gene.item == item]
        if all(steps == gene.max_steps for steps, gene in zip(own, genes, strict=True)):
            return f"all its numbers have moved as far as --steps {self.options.steps} and the rules allow"
        return "more steps were not found to be worth the penalty"

    def _balance_chart(self, done: BalanceResult, result: FileValidation) -> str:
        subject, points = CardFile("", self.content), []
        for number, key in enumerate(self.keys["cards"]):
            before, after = result.before.cards[number], result.after.cards[number]
            if not math.isnan(before.value + after.value):
                label = f"{display_name(key)}: {before:.1%} before, {after:.1%} after"
                changed = ("cards", number) in done.before
                points.append(
                    ScatterPoint(display_name(key), deck_name(subject, number), before, after, changed, label)
                )
        axes = "strength in the old file", "strength in the new file"
        return scatter_chart(points, WinRateBand(1 - self.max_share, self.max_share), *axes, deck_colours(subject))

    def _caption(self) -> str:
        return (
            f"Every dot is a card, on fresh deals; those that were to be made weaker are named. Shaded: up to "
            f"{self.options.most:g} %."
        )

    def _commands(self, done: BalanceResult, result: FileValidation) -> dict[str, str]:
        """Replay commands of games on the new file."""
        return won_and_lost_games(
            list(done.before)[:4],
            lambda item: f"{display_name(self._key(item))}, as it is now, is {verb_of(item)}",
            lambda item, won: result.after.find_game_with(*item, won),
            lambda number: replay_command(result.after.match, [result.validator] * 2, number),
        )

    def _facts(self, done: BalanceResult, validations: list[FileValidation]) -> dict[str, str]:
        options = self.options
        facts = {
            "game": game_fact(self.request),
            "ruler": options.ruler,
            "held out": ", ".join(self.held_out_bots),
            "share": f"{options.most:g} %, a step costs {options.penalty:g} points",
            "search": f"Elitist, {plural(options.generations, 'generation')} of {options.population} a round, "
            f"{plural(options.search_games, 'game')} a set",
            "seed": str(self.request.seed),
            "games": f"{self.games_played:,} in all; {self.games:,} for each measurement that decides",
            "old content": self.content.digest,
            "new content": self._edited_content(done.steps).digest,
        }
        return facts | seed_facts(self.request, validations)


def _log_table(done: BalanceResult) -> Table:
    columns = [Column.text("played"), Column.integer("games"), Column.integer("above", "surely above")]
    rows = [[entry.what, entry.games, entry.above, entry.steps] for entry in done.log]
    return Table("search", [*columns, Column.integer("steps")], rows, "The search: what was played, in order")
