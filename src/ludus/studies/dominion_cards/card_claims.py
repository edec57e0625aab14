"""Claims of the paper about the cards in its sets. They are judged by the best set of each experiment, as in Table III;
the frequency of the card in the sets of all runs is reported too, because one set is little evidence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ludus.design.kingdoms.pool import Kingdom
from ludus.lab.report import VerdictState
from ludus.stats import mean_of_runs, proportion
from ludus.studies.dominion_cards.claim import CardSetClaim, claim_above
from ludus.studies.dominion_cards.config import ALL_EXPERIMENTS
from ludus.studies.dominion_cards.findings import CardSetResults

EXPERIMENTS_PER_OBJECTIVE = 3  # experiments of each objective
OBJECTIVE_TITLES = {"max": "sets that maximise f_s", "min": "sets that minimise f_s", "lead": "sets that maximise f"}
ALWAYS_CLAIMS = (("max", "Cellar", "section V A"), ("min", "Bureaucrat", "section V B"), ("min", "Spy", "section V B"))
TWICE_CLAIMS = (
    ("max", ("Militia", "Witch", "Woodcutter"), "section V A"),
    ("min", ("Cellar", "Chancellor", "Gardens", "Throne Room", "Witch"), "section V B"),
)
SEVERAL_ATTACKS = 2  # minimum number of attack cards


def card_claims(results: CardSetResults) -> Iterator[CardSetClaim]:
    """Make all claims about cards."""
    for kind, card, source in ALWAYS_CLAIMS:
        yield from _always(results, kind, card, source)
    for kind, cards, source in TWICE_CLAIMS:
        for card_name in cards:
            yield from _twice(results, kind, card_name, source)
    yield from _attacks(results)


def _always(results: CardSetResults, kind: str, card: str, source: str) -> Iterator[CardSetClaim]:
    best = _best_sets(results, kind)
    if not best:
        return
    number, have = results.pool.names.index(card), _sets_with_card(results, best, card)
    state: VerdictState = (
        "fails" if have < len(best) else "holds" if len(best) == EXPERIMENTS_PER_OBJECTIVE else "undecided"
    )
    theirs = sum(number in results.printed_set(name) for name in ALL_EXPERIMENTS if name.startswith(kind))
    yield CardSetClaim(
        f"{card} is in all {OBJECTIVE_TITLES[kind]}",
        f"{source}, table III",
        f"{theirs} of {EXPERIMENTS_PER_OBJECTIVE}",
        f"in {have} of {len(best)} best sets; {_card_frequency_text(results, kind, card)}",
        state,
    )


def _twice(results: CardSetResults, kind: str, card: str, source: str) -> Iterator[CardSetClaim]:
    best = _best_sets(results, kind)
    if not best:
        return
    number, have, missing = (
        results.pool.names.index(card),
        _sets_with_card(results, best, card),
        EXPERIMENTS_PER_OBJECTIVE - len(best),
    )
    state: VerdictState = "holds" if have >= 2 else "fails" if have + missing < 2 else "undecided"
    theirs = sum(number in results.printed_set(name) for name in ALL_EXPERIMENTS if name.startswith(kind))
    yield CardSetClaim(
        f"{card} is in at least two of the three {OBJECTIVE_TITLES[kind]}",
        f"{source}, table III",
        f"{theirs} of {EXPERIMENTS_PER_OBJECTIVE}",
        f"in {have} of {len(best)} best sets; {_card_frequency_text(results, kind, card)}",
        state,
    )


def _attacks(results: CardSetResults) -> Iterator[CardSetClaim]:
    chance = results.pool.piles * len(results.attacks) / results.pool.size
    minimal = _best_sets(results, "min")
    if minimal:
        counts = [_count_attacks(results, kingdom) for kingdom in minimal]
        theirs = [
            _count_attacks(results, results.printed_set(name)) for name in ALL_EXPERIMENTS if name.startswith("min")
        ]
        state: VerdictState = (
            "fails"
            if min(counts) < SEVERAL_ATTACKS
            else "holds"
            if len(counts) == EXPERIMENTS_PER_OBJECTIVE
            else "undecided"
        )
        yield CardSetClaim(
            "all sets that minimise f_s contain several attack cards",
            "section VI",
            f"{', '.join(map(str, theirs))} attack cards; by chance {chance:.1f}",
            f"{', '.join(map(str, counts))} attack cards in the best sets",
            state,
        )
    best_sets = [kingdom for kind in OBJECTIVE_TITLES for kingdom in _best_sets(results, kind)]
    if best_sets:
        counts = [_count_attacks(results, kingdom) for kingdom in best_sets]
        theirs = [_count_attacks(results, results.printed_set(name)) for name in ALL_EXPERIMENTS]
        most, missing = sum(attack_count in (1, 2) for attack_count in counts), len(ALL_EXPERIMENTS) - len(counts)
        state = (
            "holds"
            if 2 * most > len(ALL_EXPERIMENTS)
            else "fails"
            if 2 * (most + missing) <= len(ALL_EXPERIMENTS)
            else "undecided"
        )
        yield CardSetClaim(
            "most card sets contain one or two attack cards",
            "section VI",
            f"{sum(attack_count in (1, 2) for attack_count in theirs)} of {len(theirs)} printed sets",
            f"{most} of {len(counts)} best sets",
            state,
        )
    for kind, words in OBJECTIVE_TITLES.items():
        counts = [_count_attacks(results, kingdom) for kingdom in _all_sets(results, kind)]
        if len(counts) > 1:
            yield claim_above(
                f"{words} hold more attack cards than chance would put there: more than {chance:.1f}",
                "section VI: a critical element of the game's balance",
                f"{np.mean([_count_attacks(results, results.printed_set(n)) for n in ALL_EXPERIMENTS if n.startswith(kind)]):.1f} in its sets",
                mean_of_runs([float(attack_count) for attack_count in counts]),
                chance,
                f"attack cards in the sets of {len(counts)} runs",
            )


def _best_sets(results: CardSetResults, kind: str) -> list[Kingdom]:
    """Best set of each experiment of an objective."""
    best = [results.best_set(item) for item in results.runs_of_objective(kind)]
    return [item[0] for item in best if item is not None]


def _all_sets(results: CardSetResults, kind: str) -> list[Kingdom]:
    """Final sets of all runs of an objective."""
    return [kingdom for runs in results.runs_of_objective(kind) for kingdom in runs.kingdoms if kingdom]


def _sets_with_card(results: CardSetResults, sets: Sequence[Kingdom], card: str) -> int:
    return sum(results.pool.names.index(card) in kingdom for kingdom in sets)


def _card_frequency_text(results: CardSetResults, kind: str, card: str) -> str:
    """Share of all runs that end with the card; ten of 25 cards by chance."""
    sets = _all_sets(results, kind)
    frequency = proportion(np.array([float(results.pool.names.index(card) in kingdom) for kingdom in sets]))
    chance = 100 * results.pool.piles / results.pool.size
    return (
        f"of {len(sets)} runs {100 * frequency.value:.0f} % [{100 * frequency.low:.0f}, {100 * frequency.high:.0f}] "
        f"end with it, by chance {chance:.0f} %"
    )


def _count_attacks(results: CardSetResults, kingdom: Kingdom) -> int:
    return len(results.attacks & set(kingdom))
