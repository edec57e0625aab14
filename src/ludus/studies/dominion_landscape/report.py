"""Report: effects of cards, differences between kingdoms, the best kingdoms."""

from __future__ import annotations

import numpy as np

from ludus.lab import RunContext, Report, Section, Verdict
from ludus.lab.report import VerdictState
from ludus.stats import Estimate, difference_of_runs
from ludus.studies.dominion_cards.published import published
from ludus.studies.dominion_landscape import figures, tables
from ludus.studies.dominion_landscape.answer import CardAnswer
from ludus.studies.dominion_landscape.config import LandscapeConfig
from ludus.studies.dominion_landscape.findings import LandscapeResults
from ludus.studies.dominion_landscape.measured import LIST_ENDS
from ludus.studies.dominion_landscape.work import GOAL_MEASURE

TITLE = "Which cards make a game of Dominion one-sided?"
PAPER_SIZE = 100, 30, 1000  # card sets in a generation, generations, games of each set
AS_GOOD_MARGIN = 0.01  # margin in f_s within which a set is as good as the best
COMBINATIONS = 2e15  # the paper: "more than 2 quadrillion"


def report(settings: LandscapeConfig, context: RunContext) -> Report:
    """Build the report from stored results."""
    results = LandscapeResults(settings, context)
    printed, searches, answer = tables.printed_table(results), tables.searches_table(results), CardAnswer(results)
    sections = [
        answer.section(),
        Section("The paper's claims", [_claims_text(), *_verdicts(results)]),
        Section(
            "What a card does",
            [
                _cards_text(results),
                *figures.card_figures(results),
                tables.effects_table(results),
                tables.cards_table(results),
            ],
        ),
        Section(
            "What two cards do together",
            [_pairs_text(), *figures.pair_figures(results), tables.synergies_table(results)],
        ),
        Section(
            "How kingdoms differ",
            [_spread_text(results), *figures.histogram_figures(results), *tables.spread_tables(results)],
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
    return Report(TITLE, answer.lead(), sections)


def _verdicts(results: LandscapeResults) -> list[Verdict]:
    verdicts = [
        Verdict(
            "More than 2 quadrillion card sets are possible with the base game",
            "fails" if results.pool.count < COMBINATIONS else "holds",
            f"Section II: more than 2 quadrillion. Here: ten of {results.pool.size} cards are {results.pool.count:,} sets.",
        ),
        _attack_verdict(results),
    ]
    for name, sign, source in (
        ("Cellar", 1, "Sections V A and VI: in all sets that maximise f_s"),
        ("Bureaucrat", -1, "Section V B: in all sets that minimise f_s"),
        ("Spy", -1, "Section V B: in all sets that minimise f_s"),
    ):
        if name in results.pool.names:
            verdicts.append(_card_verdict(results, name, sign, source))
    if results.printed and set(results.settings.players) == {"earl", "drew"}:
        verdicts.append(_printed_set_verdict(results))
    if results.searched_kingdoms:
        verdicts.append(_search_verdict(results))
    return verdicts


def _attack_verdict(results: LandscapeResults) -> Verdict:
    """Verdict: attack cards affect the balance of the two players more than other cards."""
    sizes = np.abs(results.models[GOAL_MEASURE].effects)
    inside = sizes[results.attacks].tolist()
    outside = [float(size) for card, size in enumerate(sizes) if card not in results.attacks]
    difference = difference_of_runs(inside, outside)
    return Verdict(
        "Attack cards are a critical element of balance: they change f_s more than other cards do",
        _judge_above_zero(difference),
        "Section VI: a critical element of the game's balance. Here: the size of an attack card's effect on f_s as "
        f"computed is {difference.value:+.4f} [{difference.low:+.4f}, {difference.high:+.4f}] larger than another's, "
        f"{np.mean(inside):.4f} against {np.mean(outside):.4f}.",
    )


def _card_verdict(results: LandscapeResults, name: str, sign: int, source: str) -> Verdict:
    card = results.pool.names.index(name)
    effect = results.effect(GOAL_MEASURE, card)
    more = sum(
        sign * results.effect(GOAL_MEASURE, other_card).value > sign * effect.value
        for other_card in range(results.pool.size)
    )
    verb = "raises" if sign > 0 else "lowers"
    low, high = sorted((sign * effect.low, sign * effect.high))
    return Verdict(
        f"{name} {verb} f_s between {' and '.join(results.settings.players)}",
        _judge_above_zero(Estimate(sign * effect.value, low, high, effect.count)),
        f"{source}. Here: {effect.value:+.4f} [{effect.low:+.4f}, {effect.high:+.4f}] in f_s as computed; "
        f"{more} of {results.pool.size} cards {verb[:-1]} it more.",
    )


def _printed_set_verdict(results: LandscapeResults) -> Verdict:
    """Verdict: the paper's set for these two players is as good as the best one."""
    theirs, (_, best) = (
        results.latest_estimate(GOAL_MEASURE, results.printed["max-earl-drew"]),
        results.best_kingdom(LIST_ENDS[0]),
    )
    fails, printed = theirs.high < best.low, published().experiments["max-earl-drew"].best
    return Verdict(
        "The set printed for maximal f_s between Drew and Earl is as good as any",
        "fails" if fails else "undecided",
        f"Table III(a): {printed}. Here: that set has {theirs:.3f}, the best one {best:.3f} in f_s as computed.",
    )


def _search_verdict(results: LandscapeResults) -> Verdict:
    first, best = results.best_kingdom(LIST_ENDS[0])
    behind = [results.shortfall(rank, first, GOAL_MEASURE) for rank, _ in results.searched_kingdoms]
    reached, missed = (
        sum(shortfall.high < AS_GOOD_MARGIN for shortfall in behind),
        sum(shortfall.low > AS_GOOD_MARGIN for shortfall in behind),
    )
    settings = results.settings
    sizes = settings.population, settings.generations, settings.search_games
    size = (
        "of the paper's size"
        if sizes == PAPER_SIZE
        else "of {} kingdoms, {} generations and {} games each".format(*sizes)
    )
    state: VerdictState = "holds" if reached == len(behind) else "fails" if missed == len(behind) else "undecided"
    shortfalls = ", ".join(f"{shortfall.value:.3f} [{shortfall.low:.3f}, {shortfall.high:.3f}]" for shortfall in behind)
    return Verdict(
        f"A genetic algorithm {size} finds a set that is as good as the best",
        state,
        f"Section V: converges to a local optimum. Here: of {len(behind)} searches {reached} surely end less than "
        f"{AS_GOOD_MARGIN} short of the best set, {best:.3f}, and {missed} surely further; short by {shortfalls}.",
    )


def _judge_above_zero(estimate: Estimate) -> VerdictState:
    if estimate.low > 0:
        return "holds"
    return "fails" if estimate.high < 0 else "undecided"


def _claims_text() -> str:
    return (
        "Mahlmann, Togelius and Yannakakis, Evolving Card Sets Towards Balancing Dominion. A claim holds or fails if "
        "the whole 95 % interval says so. f_s is the paper's skill differentiation. As printed it is the mean of "
        "(h - l) / h over games; the numbers of the paper can only come from the difference of the mean scores over "
        "the higher one, which is called f_s as computed."
    )


def _cards_text(results: LandscapeResults) -> str:
    model = results.models[GOAL_MEASURE]
    return (
        "A kingdom has always ten cards, so a card can only be compared with others. The model is fitted to cards and "
        "all pairs of cards together; its numbers for cards add up to zero. Intervals hold both chance and what the "
        "model leaves out. Cards that simply add up explain "
        f"{100 * model.share_of_real_variance(model.cards, results.pool.size - 1):.0f} % of how kingdoms really differ in f_s as "
        f"computed, all pairs of cards {100 * model.share_of_real_variance(model.pairs, len(results.pairs) - 1):.0f} %."
    )


def _pairs_text() -> str:
    return (
        "Two cards can do more or less together than each does by itself, with other cards beside them on average. "
        "A positive number means that the measure is higher than the two cards add up to."
    )


def _spread_text(results: LandscapeResults) -> str:
    capped, games = results.landscape["capped"], results.landscape["games"]
    return (
        f"Each kingdom was measured in {results.settings.games} games, so part of the spread is chance; how much follows "
        "from how games differ on one kingdom. f_s as computed cannot go below zero, and near it chance is overstated. "
        f"{capped:,} of {games:,} games reached the turn cap, in {results.landscape['pointless']:,} nobody had a point."
    )


def _best_text(results: LandscapeResults) -> str:
    (rank, worth), settings = results.best_kingdom(LIST_ENDS[0]), results.settings
    return (
        f"f_s as computed is highest, {worth:.3f}, with {results.card_names(rank)}. The top of a long list is there partly "
        f"by luck. So the first {settings.shortlist:,} kingdoms of each list played "
        f"{settings.shortlist_games:,} games on fresh seeds, and the first {settings.finalists} of these "
        f"{settings.final_games:,} more on other fresh ones. The winner of each list plays as many games a last "
        "time: its reported value comes from games that did not select it."
    )
