"""Report: a summary for designers, effects of cards, differences between kingdoms, the best kingdoms.

How one-sided a kingdom is: the difference of the mean points of both players in percent of the higher mean; the paper
calls it skill differentiation.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludus.bots import bot_names
from ludus.core.game_registry import load_game
from ludus.lab import Column, Figure, Report, RunContext, Section, Table
from ludus.report.charts import Bar, bar_chart, heat_map, histogram
from ludus.report.report_model import Command
from ludus.stats import difference, difference_of_runs, proportion
from ludus.stats.judgement import JudgedNumbers, exactly
from ludus.studies.claims import (
    Claim,
    ClaimFormat,
    above,
    at_least,
    below,
    exact,
    judge,
    judge_family,
    judgement_text,
    verdict_part,
)
from ludus.studies.dominion_all_kingdoms import tables
from ludus.studies.dominion_all_kingdoms.config import GAME, LandscapeConfig
from ludus.studies.dominion_all_kingdoms.experiment import GOAL_MEASURE, LIST_ENDS
from ludus.studies.dominion_all_kingdoms.results import LandscapeResults
from ludus.studies.dominion_card_evolution.published import published
from ludus.util.text import plural

MAX_NAMED_CARDS = 4  # cards of each kind named in the sentence
UNCLEAR = "unclear"
BAR_MEASURES = ("wins", "turns")  # the effect on the goal is in the first section
ANSWER_MEASURES = (GOAL_MEASURE, "wins", "turns")  # measures of the first section
PAIR_MEASURES = (GOAL_MEASURE, "wins")
PAPER_SET_TITLES = {"max": "high f_s", "min": "low f_s", "lead": "high f"}
HISTOGRAM_MEASURES = (GOAL_MEASURE, "skill", "wins", "turns")
TITLE = "Which cards make a game of Dominion one-sided?"
PAIRS_TITLE = "What two cards do together"
PAPER_SIZE = 100, 30, 1000  # card sets in a generation, generations, games of each set
AS_GOOD_MARGIN = 0.01  # margin in f_s within which a set is as good as the best
COMBINATIONS = 2e15  # the paper: "more than 2 quadrillion"
FOUR_DIGITS = ClaimFormat(digits=4)


def report(settings: LandscapeConfig, context: RunContext) -> Report:
    """Build the report from stored results."""
    results = LandscapeResults(settings, context)
    claims = make_claims(results)
    printed, searches, answer = tables.printed_table(results), tables.searches_table(results), CardAnswer(results)
    sections = [
        answer.section(),
        claims_section(claims),
        Section(
            "What a card does",
            [
                _cards_text(results),
                *card_figures(results),
                tables.effects_table(results),
                tables.cards_table(results),
            ],
        ),
        Section(
            PAIRS_TITLE,
            [pairs_text(), *pair_figures(results), tables.synergies_table(results)],
        ),
        Section(
            "How kingdoms differ",
            [_spread_text(results), *histogram_figures(results), *tables.spread_tables(results)],
        ),
        Section(
            "The best and the worst",
            [
                _best_text(results),
                tables.winners_curse_table(results),
                tables.best_cards_table(results),
                *tables.list_end_tables(results),
            ],
        ),
    ]
    if printed is not None:
        sections.append(Section("The paper's sets", [printed]))
    if searches is not None:
        sections.append(Section("What a search finds", [searches]))
    return Report(TITLE, [answer.lead()], sections)


def make_claims(results: LandscapeResults) -> list[Claim]:
    """The claims of the paper that all kingdoms can decide."""
    claims = [
        Claim(
            "More than 2 quadrillion card sets are possible with the base game",
            "Section II",
            "more than 2 quadrillion",
            exact(results.pool.count),
            claimed=at_least(COMBINATIONS),
            text=f"ten of {plural(results.pool.size, 'card')} are {plural(results.pool.count, 'set')}",
            sample_unit="all",
        ),
        _attack_claim(results),
    ]
    for name, sign, source, published_text in (
        ("Cellar", 1, "Sections V A and VI", "in all sets that maximise f_s"),
        ("Bureaucrat", -1, "Section V B", "in all sets that minimise f_s"),
        ("Spy", -1, "Section V B", "in all sets that minimise f_s"),
    ):
        if name in results.pool.names:
            claims.append(_card_claim(results, name, sign, source, published_text))
    if results.printed and set(results.settings.players) == {"earl", "drew"}:
        claims.append(_printed_set_claim(results))
    if results.searched_kingdoms:
        claims.append(_search_claim(results))
    settings = results.settings
    kingdoms = settings.sample or results.pool.count
    planned = {
        "kingdom": kingdoms,
        "card": results.pool.size,
        "deal": settings.final_games // 2,
        "run": settings.searches,
    }
    return judge_family("claims of the paper", claims, planned)


def _attack_claim(results: LandscapeResults) -> Claim:
    """Claim: attack cards affect the balance of the two players more than other cards."""
    sizes = [abs(results.effect(GOAL_MEASURE, card).value) for card in range(results.pool.size)]
    inside = [sizes[card] for card in results.attacks]
    outside = [size for card, size in enumerate(sizes) if card not in results.attacks]
    larger = difference_of_runs(inside, outside)
    return Claim(
        "Attack cards are a critical element of balance: they change f_s more than other cards do",
        "Section VI",
        "a critical element of the game's balance",
        larger,
        text=f"the size of an attack card's effect on f_s as computed is {larger.value:+.4f} "
        f"[{larger.low:+.4f}, {larger.high:+.4f}] larger than another's, {np.mean(inside):.4f} against "
        f"{np.mean(outside):.4f}",
        sample_unit="card",
        number_format=FOUR_DIGITS,
    )


def _card_claim(results: LandscapeResults, name: str, sign: int, source: str, published_text: str) -> Claim:
    card = results.pool.names.index(name)
    effect = results.effect(GOAL_MEASURE, card)
    more = sum(
        sign * results.effect(GOAL_MEASURE, other_card).value > sign * effect.value
        for other_card in range(results.pool.size)
    )
    verb = "raises" if sign > 0 else "lowers"
    return Claim(
        f"{name} {verb} f_s between {' and '.join(results.settings.players)}",
        source,
        published_text,
        effect,
        claimed=above(0.0) if sign > 0 else below(0.0),
        text=f"{effect.value:+.4f} [{effect.low:+.4f}, {effect.high:+.4f}] in f_s as computed; "
        f"{more} of {plural(results.pool.size, 'card')} {verb[:-1]} it more",
        sample_unit="kingdom",
        number_format=FOUR_DIGITS,
    )


def _printed_set_claim(results: LandscapeResults) -> Claim:
    """Claim: the paper's set for these two players is as good as the best one."""
    theirs, (_, best) = (
        results.latest_estimate(GOAL_MEASURE, results.printed["max-earl-drew"]),
        results.best_kingdom(LIST_ENDS[0]),
    )
    return Claim(
        f"The set printed for maximal f_s between Drew and Earl is as good as any, to within {AS_GOOD_MARGIN:g}",
        "Table III(a)",
        f"{published().experiments['max-earl-drew'].best}",
        difference(theirs, best),
        claimed=below(AS_GOOD_MARGIN),
        text=f"that set has {theirs:.3f}, the best one {best:.3f} in f_s as computed",
        sample_unit="deal",
        number_format=ClaimFormat(digits=3),
    )


def _search_claim(results: LandscapeResults) -> Claim:
    first, best = results.best_kingdom(LIST_ENDS[0])
    behind = [results.shortfall(rank, first, GOAL_MEASURE) for rank, _ in results.searched_kingdoms]
    states = [judge(shortfall, below(AS_GOOD_MARGIN)) for shortfall in behind]
    reached, missed = (np.array([state == wanted for state in states], float) for wanted in ("holds", "fails"))
    settings = results.settings
    sizes = settings.population, settings.generations, settings.search_games
    size = (
        "of the paper's size"
        if sizes == PAPER_SIZE
        else "of {} kingdoms, {} generations and {} games each".format(*sizes)
    )
    shortfalls = ", ".join(f"{shortfall.value:.3f} [{shortfall.low:.3f}, {shortfall.high:.3f}]" for shortfall in behind)
    return Claim(
        f"Most searches by a genetic algorithm {size} find a set that is as good as the best",
        "Section V",
        "converges to a local optimum",
        f"{int(reached.sum())} of {plural(len(behind), 'run')} surely end less than {AS_GOOD_MARGIN} short of the best "
        f"set, {best:.3f}, and {int(missed.sum())} surely further; short by {shortfalls}",
        sample_unit="run",
        parts=((proportion(reached), above(0.5)), (proportion(missed), below(0.5))),
        part_names=("as good as the best", "surely not"),
        combination="unanimous",
        number_format=ClaimFormat(digits=2),
    )


def claims_section(claims: list[Claim]) -> Section:
    """The claims with their verdicts."""
    text = (
        "Mahlmann, Togelius and Yannakakis, Evolving Card Sets Towards Balancing Dominion. "
        f"{judgement_text(claims)} f_s is the paper's skill differentiation. As printed it is the mean of "
        "(h - l) / h over games; the numbers of the paper can only come from the difference of the mean scores over "
        "the higher one, which is called f_s as computed."
    )
    return Section("The paper's claims", [text, *map(verdict_part, claims)])


def _cards_text(results: LandscapeResults) -> str:
    model = results.models[GOAL_MEASURE]
    return (
        "A kingdom has always ten cards, so a card can only be compared with others. The model is fitted to cards and "
        "all pairs of cards together; its numbers for cards add up to zero. Intervals hold both chance and what the "
        "model leaves out. Cards that simply add up explain "
        f"{100 * model.share_of_real_variance(model.cards, results.pool.size - 1):.0f} % of how kingdoms really "
        "differ in f_s as "
        f"computed, all pairs of cards {100 * model.share_of_real_variance(model.pairs, len(results.pairs) - 1):.0f} %."
    )


def pairs_text() -> str:
    """Explanation of the effects of pairs."""
    return (
        "Two cards can do more or less together than each does by itself, with other cards beside them on average. "
        "A positive number means that the measure is higher than the two cards add up to."
    )


def _spread_text(results: LandscapeResults) -> str:
    capped, games = results.landscape["capped"], results.landscape["games"]
    return (
        f"Each kingdom was measured in {plural(results.settings.games, 'game')}, so part of the spread is chance; "
        "how much "
        "follows "
        "from how games differ on one kingdom. f_s as computed cannot go below zero, and near it chance is overstated. "
        f"{capped:,} of {plural(games, 'game')} reached the turn cap, in {results.landscape['pointless']:,} nobody "
        "had a point."
    )


def _best_text(results: LandscapeResults) -> str:
    (rank, worth), settings = results.best_kingdom(LIST_ENDS[0]), results.settings
    return (
        f"f_s as computed is highest, {worth:.3f}, with {results.card_names(rank)}. The top of a long list is there "
        "partly "
        f"by luck. So the first {settings.shortlist:,} kingdoms of each list played "
        f"{plural(settings.shortlist_games, 'game')} on fresh seeds, and the first {settings.finalists} of these "
        f"{settings.final_games:,} more on other fresh ones. The winner of each list plays as many games a last "
        "time: its reported value comes from games that did not select it."
    )


@dataclass(frozen=True)
class CardAnswer:
    """Effect of the cards on games of these two players."""

    results: LandscapeResults

    def lead(self) -> str:
        """Two sentences on cards and one on the data behind them."""
        one, other = self.results.settings.players
        wins = self.results.mean("wins")
        return (
            f"Between {one} and {other}, {self._one_sided_text()}. {self._length_text()}. That is from "
            f"{self.results.kingdoms:,} "
            f"of {plural(self.results.pool.count, 'kingdom')} and {self.results.landscape['games']:,} games, of "
            f"which {one} "
            "wins "
            f"{wins.in_percent()}; only cards are named whose effect is surely not zero, corrected for "
            f"{plural(self.judged_effects[GOAL_MEASURE].comparisons, 'comparison')}, the strongest first."
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
        return {"above": one, "below": other}.get(self._side("wins", card), either)

    def effect_text(self, card: int) -> str:
        """Effect of a card in a few words."""
        return {"above": "more one-sided", "below": "more even"}.get(self._side(GOAL_MEASURE, card), UNCLEAR)

    def length_text(self, card: int) -> str:
        """Effect of a card on how long games are, in a word."""
        return {"above": "longer", "below": "shorter"}.get(self._side("turns", card), UNCLEAR)

    @cached_property
    def judged_effects(self) -> dict[str, JudgedNumbers[int]]:
        """Effects of all cards on the measures of the answer: judged together, for sentences, tables and colours."""
        cards = range(self.results.pool.size)
        effects = {
            measure: JudgedNumbers({card: self.results.effect(measure, card) for card in cards}, exactly(0.0))
            for measure in ANSWER_MEASURES
        }
        comparisons = max(1, sum(len(numbers.judged) for numbers in effects.values()))
        return {measure: numbers.among(comparisons) for measure, numbers in effects.items()}

    def _side(self, measure: str, card: int) -> str:
        return self.judged_effects[measure].side(card) or ""

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
        """Cards with the largest effect among those whose whole corrected interval is on one side of zero."""
        numbers = self.judged_effects[measure]
        sure = numbers.on_side("above" if sign > 0 else "below")
        return sorted(sure, key=lambda card: -sign * numbers.estimates[card].value)[:MAX_NAMED_CARDS]

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
            Bar.of(self.results.pool.names[card], effect, self.helped_player(card))
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
                *(self.results.effect(measure, card) for measure in ANSWER_MEASURES),
                self.length_text(card),
            ]
            for card in self.cards_by_effect
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
            "Each card against an average other card in its place, the most one-sided first, with 95 % intervals; "
            "unclear where the interval holds zero that is corrected for "
            f"{plural(self.judged_effects[GOAL_MEASURE].comparisons, 'comparison')}."
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


def card_figures(results: LandscapeResults) -> list[Figure]:
    """Effect of every card, the strongest first."""
    figures = []
    for measure in BAR_MEASURES:
        effects = [(results.effect(measure, card), card) for card in range(results.pool.size)]
        marks = [
            Bar.of(
                results.pool.names[card],
                effect,
                "attack" if card in results.attacks else "other",
            )
            for effect, card in sorted(effects, key=lambda pair: -pair[0].value)
        ]
        title = f"What a card adds to {results.measure_title(measure)}"
        share = measure != "turns"
        svg = bar_chart(
            marks,
            title=title,
            x_title=f"more {results.measure_title(measure)} than with another card",
            percent=share,
            reference=0.0,
            groups=("attack", "other"),
        )
        figures.append(Figure(f"cards-{measure}", svg, f"{title}, with 95 % intervals."))
    return figures


def pair_figures(results: LandscapeResults) -> list[Figure]:
    """Joint effect of every two cards."""
    figures, names = [], list(results.pool.names)
    numbers = {
        (measure, pair): results.synergy(measure, k)
        for measure in PAIR_MEASURES
        for k, pair in enumerate(results.pairs)
    }
    judged = JudgedNumbers(numbers, exactly(0.0))
    for measure in PAIR_MEASURES:
        values = np.full((len(names), len(names)), np.nan)
        for key in judged.on_side("above", "below"):
            if key[0] == measure:
                one, other = key[1]
                values[one, other] = values[other, one] = numbers[key].value
        title = f"What two cards add together to {results.measure_title(measure)}"
        svg = heat_map(names, names, values, title=title, centre=0.0, percent=True)
        caption = (
            f"{title}, beyond what each adds by itself; pairs are left blank if the interval holds zero that is "
            f"corrected for {plural(judged.comparisons, 'comparison')}."
        )
        figures.append(Figure(f"pairs-{measure}", svg, caption))
    return figures


def histogram_figures(results: LandscapeResults) -> list[Figure]:
    """Distribution of kingdoms, with the paper's sets for these players and the best one marked."""
    figures = []
    for measure in HISTOGRAM_MEASURES:
        stored = results.landscape["histograms"][measure]
        marks = {
            f"the paper's set for {PAPER_SET_TITLES[kind]}": results.latest_estimate(
                measure, results.printed[name]
            ).value
            for name in results.printed
            for kind, _, players in [name.partition("-")]
            if set(players.split("-")) == set(results.settings.players)
        }
        for end in LIST_ENDS:
            if end.measure == measure:
                marks["highest of all" if end.is_highest else "lowest of all"] = results.best_kingdom(end)[1].value
        title = f"Kingdoms by {results.measure_title(measure)}"
        svg = histogram(
            stored["counts"],
            stored["edges"],
            title=title,
            x_title=results.measure_title(measure),
            y_title="kingdoms",
            marks=marks,
        )
        caption = (
            f"{title}, as measured in {plural(results.settings.games, 'game')} each. The first and the last bar hold "
            "all that "
            "lie "
            "beyond; marks were measured on fresh seeds."
        )
        figures.append(Figure(f"spread-{measure}", svg, caption))
    return figures
