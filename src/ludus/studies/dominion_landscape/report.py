"""Report: effects of cards, differences between kingdoms, the best kingdoms."""

from __future__ import annotations

import numpy as np

from ludus.lab import Desk, Report, Section, Verdict
from ludus.lab.report import State
from ludus.stats import Estimate, difference_of_runs
from ludus.studies.dominion_cards.published import published
from ludus.studies.dominion_landscape import figures, tables
from ludus.studies.dominion_landscape.answer import Answer
from ludus.studies.dominion_landscape.config import Settings
from ludus.studies.dominion_landscape.findings import Findings
from ludus.studies.dominion_landscape.measured import ENDS
from ludus.studies.dominion_landscape.work import GOAL

TITLE = "Which cards make a game of Dominion one-sided?"
PAPER_SIZE = 100, 30, 1000  # card sets in a generation, generations, games of each set
CLOSE = 0.01  # margin in f_s within which a set is as good as the best
COMBINATIONS = 2e15  # the paper: "more than 2 quadrillion"


def report(settings: Settings, desk: Desk) -> Report:
    """Build the report from stored results."""
    results = Findings(settings, desk)
    printed, searches, answer = tables.printed(results), tables.searches(results), Answer(results)
    sections = [
        answer.section(),
        Section("The paper's claims", [_words_on_claims(), *_verdicts(results)]),
        Section(
            "What a card does",
            [_words_on_cards(results), *figures.card_bars(results), tables.effects(results), tables.cards(results)],
        ),
        Section(
            "What two cards do together", [_words_on_pairs(), *figures.pair_maps(results), tables.synergies(results)]
        ),
        Section(
            "How kingdoms differ", [_words_on_spread(results), *figures.histograms(results), *tables.spread(results)]
        ),
        Section(
            "The best and the worst",
            [_words_on_best(results), tables.curse(results), tables.best_cards(results), *tables.ends(results)],
        ),
    ]
    if printed is not None:
        sections.append(Section("The paper's sets", [printed]))
    if searches is not None:
        sections.append(Section("What a search finds", [searches]))
    return Report(TITLE, answer.lead(), sections)


def _verdicts(found: Findings) -> list[Verdict]:
    verdicts = [
        Verdict(
            "More than 2 quadrillion card sets are possible with the base game",
            "fails" if found.pool.count < COMBINATIONS else "holds",
            f"Section II: more than 2 quadrillion. Here: ten of {found.pool.size} cards are {found.pool.count:,} sets.",
        ),
        _attacks(found),
    ]
    for name, sign, source in (
        ("Cellar", 1, "Sections V A and VI: in all sets that maximise f_s"),
        ("Bureaucrat", -1, "Section V B: in all sets that minimise f_s"),
        ("Spy", -1, "Section V B: in all sets that minimise f_s"),
    ):
        if name in found.pool.names:
            verdicts.append(_card(found, name, sign, source))
    if found.printed and set(found.settings.players) == {"earl", "drew"}:
        verdicts.append(_best_printed(found))
    if found.searched:
        verdicts.append(_search(found))
    return verdicts


def _attacks(found: Findings) -> Verdict:
    """Verdict: attack cards affect the balance of the two players more than other cards."""
    sizes = np.abs(found.models[GOAL].effects)
    inside = sizes[found.attacks].tolist()
    outside = [float(size) for card, size in enumerate(sizes) if card not in found.attacks]
    difference = difference_of_runs(inside, outside)
    return Verdict(
        "Attack cards are a critical element of balance: they change f_s more than other cards do",
        _state(difference),
        "Section VI: a critical element of the game's balance. Here: the size of an attack card's effect on f_s as "
        f"computed is {difference.value:+.4f} [{difference.low:+.4f}, {difference.high:+.4f}] larger than another's, "
        f"{np.mean(inside):.4f} against {np.mean(outside):.4f}.",
    )


def _card(found: Findings, name: str, sign: int, source: str) -> Verdict:
    card = found.pool.names.index(name)
    effect = found.effect(GOAL, card)
    more = sum(
        sign * found.effect(GOAL, other_card).value > sign * effect.value for other_card in range(found.pool.size)
    )
    verb = "raises" if sign > 0 else "lowers"
    low, high = sorted((sign * effect.low, sign * effect.high))
    return Verdict(
        f"{name} {verb} f_s between {' and '.join(found.settings.players)}",
        _state(Estimate(sign * effect.value, low, high, effect.count)),
        f"{source}. Here: {effect.value:+.4f} [{effect.low:+.4f}, {effect.high:+.4f}] in f_s as computed; "
        f"{more} of {found.pool.size} cards {verb[:-1]} it more.",
    )


def _best_printed(found: Findings) -> Verdict:
    """Verdict: the paper's set for these two players is as good as the best one."""
    theirs, (_, best) = found.worth(GOAL, found.printed["max-earl-drew"]), found.best(ENDS[0])
    fails, printed = theirs.high < best.low, published().experiments["max-earl-drew"].best
    return Verdict(
        "The set printed for maximal f_s between Drew and Earl is as good as any",
        "fails" if fails else "undecided",
        f"Table III(a): {printed}. Here: that set has {theirs:.3f}, the best one {best:.3f} in f_s as computed.",
    )


def _search(found: Findings) -> Verdict:
    first, best = found.best(ENDS[0])
    behind = [found.short_of(rank, first, GOAL) for rank, _ in found.searched]
    reached, missed = (
        sum(shortfall.high < CLOSE for shortfall in behind),
        sum(shortfall.low > CLOSE for shortfall in behind),
    )
    settings = found.settings
    sizes = settings.population, settings.generations, settings.search_games
    size = (
        "of the paper's size"
        if sizes == PAPER_SIZE
        else "of {} kingdoms, {} generations and {} games each".format(*sizes)
    )
    state: State = "holds" if reached == len(behind) else "fails" if missed == len(behind) else "undecided"
    shortfalls = ", ".join(f"{shortfall.value:.3f} [{shortfall.low:.3f}, {shortfall.high:.3f}]" for shortfall in behind)
    return Verdict(
        f"A genetic algorithm {size} finds a set that is as good as the best",
        state,
        f"Section V: converges to a local optimum. Here: of {len(behind)} searches {reached} surely end less than "
        f"{CLOSE} short of the best set, {best:.3f}, and {missed} surely further; short by {shortfalls}.",
    )


def _state(estimate: Estimate) -> State:
    if estimate.low > 0:
        return "holds"
    return "fails" if estimate.high < 0 else "undecided"


def _words_on_claims() -> str:
    return (
        "Mahlmann, Togelius and Yannakakis, Evolving Card Sets Towards Balancing Dominion. A claim holds or fails if "
        "the whole 95 % interval says so. f_s is the paper's skill differentiation. As printed it is the mean of "
        "(h - l) / h over games; the numbers of the paper can only come from the difference of the mean scores over "
        "the higher one, which is called f_s as computed."
    )


def _words_on_cards(found: Findings) -> str:
    model = found.models[GOAL]
    return (
        "A kingdom has always ten cards, so a card can only be compared with others. The model is fitted to cards and "
        "all pairs of cards together; its numbers for cards add up to zero. Intervals hold both chance and what the "
        "model leaves out. Cards that simply add up explain "
        f"{100 * model.of_real(model.cards, found.pool.size - 1):.0f} % of how kingdoms really differ in f_s as "
        f"computed, all pairs of cards {100 * model.of_real(model.pairs, len(found.pairs) - 1):.0f} %."
    )


def _words_on_pairs() -> str:
    return (
        "Two cards can do more or less together than each does by itself, with other cards beside them on average. "
        "A positive number means that the measure is higher than the two cards add up to."
    )


def _words_on_spread(found: Findings) -> str:
    capped, games = found.landscape["capped"], found.landscape["games"]
    return (
        f"Each kingdom was measured in {found.settings.games} games, so part of the spread is chance; how much follows "
        "from how games differ on one kingdom. f_s as computed cannot go below zero, and near it chance is overstated. "
        f"{capped:,} of {games:,} games reached the turn cap, in {found.landscape['pointless']:,} nobody had a point."
    )


def _words_on_best(found: Findings) -> str:
    (rank, worth), settings = found.best(ENDS[0]), found.settings
    return (
        f"f_s as computed is highest, {worth:.3f}, with {found.names(rank)}. The top of a long list is there partly "
        f"by luck. So the first {settings.shortlist:,} kingdoms of each list played "
        f"{settings.shortlist_games:,} games on fresh seeds, and the first {settings.finalists} of these "
        f"{settings.final_games:,} more on other fresh ones. The winner of each list plays as many games a last "
        "time: its reported value comes from games that did not select it."
    )
