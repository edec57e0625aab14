"""Claims of the paper about the cards in its sets. They are judged by the best set of each experiment, as in Table III;
the frequency of the card in the sets of all runs is reported too, because one set is little evidence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ludus.design.kingdoms.pool import Kingdom
from ludus.lab.report import State
from ludus.stats import mean_of_runs, share
from ludus.studies.dominion_cards.claim import Claim, judged
from ludus.studies.dominion_cards.config import ALL
from ludus.studies.dominion_cards.findings import Findings

PAIRS = 3  # experiments of each objective
WORDS = {"max": "sets that maximise f_s", "min": "sets that minimise f_s", "lead": "sets that maximise f"}
ALWAYS = (("max", "Cellar", "section V A"), ("min", "Bureaucrat", "section V B"), ("min", "Spy", "section V B"))
TWICE = (
    ("max", ("Militia", "Witch", "Woodcutter"), "section V A"),
    ("min", ("Cellar", "Chancellor", "Gardens", "Throne Room", "Witch"), "section V B"),
)
SEVERAL = 2  # minimum number of attack cards


def about_cards(found: Findings) -> Iterator[Claim]:
    """Make all claims about cards."""
    for kind, card, source in ALWAYS:
        yield from _always(found, kind, card, source)
    for kind, cards, source in TWICE:
        for card_name in cards:
            yield from _twice(found, kind, card_name, source)
    yield from _attacks(found)


def _always(found: Findings, kind: str, card: str, source: str) -> Iterator[Claim]:
    best = _best_sets(found, kind)
    if not best:
        return
    number, have = found.pool.names.index(card), _having(found, best, card)
    state: State = "fails" if have < len(best) else "holds" if len(best) == PAIRS else "undecided"
    theirs = sum(number in found.printed_set(name) for name in ALL if name.startswith(kind))
    yield Claim(
        f"{card} is in all {WORDS[kind]}",
        f"{source}, table III",
        f"{theirs} of {PAIRS}",
        f"in {have} of {len(best)} best sets; {_often(found, kind, card)}",
        state,
    )


def _twice(found: Findings, kind: str, card: str, source: str) -> Iterator[Claim]:
    best = _best_sets(found, kind)
    if not best:
        return
    number, have, missing = found.pool.names.index(card), _having(found, best, card), PAIRS - len(best)
    state: State = "holds" if have >= 2 else "fails" if have + missing < 2 else "undecided"
    theirs = sum(number in found.printed_set(name) for name in ALL if name.startswith(kind))
    yield Claim(
        f"{card} is in at least two of the three {WORDS[kind]}",
        f"{source}, table III",
        f"{theirs} of {PAIRS}",
        f"in {have} of {len(best)} best sets; {_often(found, kind, card)}",
        state,
    )


def _attacks(found: Findings) -> Iterator[Claim]:
    chance = found.pool.piles * len(found.attacks) / found.pool.size
    minimal = _best_sets(found, "min")
    if minimal:
        counts = [_count(found, kingdom) for kingdom in minimal]
        theirs = [_count(found, found.printed_set(name)) for name in ALL if name.startswith("min")]
        state: State = "fails" if min(counts) < SEVERAL else "holds" if len(counts) == PAIRS else "undecided"
        yield Claim(
            "all sets that minimise f_s contain several attack cards",
            "section VI",
            f"{', '.join(map(str, theirs))} attack cards; by chance {chance:.1f}",
            f"{', '.join(map(str, counts))} attack cards in the best sets",
            state,
        )
    best_sets = [kingdom for kind in WORDS for kingdom in _best_sets(found, kind)]
    if best_sets:
        counts = [_count(found, kingdom) for kingdom in best_sets]
        theirs = [_count(found, found.printed_set(name)) for name in ALL]
        most, missing = sum(attack_count in (1, 2) for attack_count in counts), len(ALL) - len(counts)
        state = "holds" if 2 * most > len(ALL) else "fails" if 2 * (most + missing) <= len(ALL) else "undecided"
        yield Claim(
            "most card sets contain one or two attack cards",
            "section VI",
            f"{sum(attack_count in (1, 2) for attack_count in theirs)} of {len(theirs)} printed sets",
            f"{most} of {len(counts)} best sets",
            state,
        )
    for kind, words in WORDS.items():
        counts = [_count(found, kingdom) for kingdom in _all_sets(found, kind)]
        if len(counts) > 1:
            yield judged(
                f"{words} hold more attack cards than chance would put there: more than {chance:.1f}",
                "section VI: a critical element of the game's balance",
                f"{np.mean([_count(found, found.printed_set(n)) for n in ALL if n.startswith(kind)]):.1f} in its sets",
                mean_of_runs([float(attack_count) for attack_count in counts]),
                chance,
                f"attack cards in the sets of {len(counts)} runs",
            )


def _best_sets(found: Findings, kind: str) -> list[Kingdom]:
    """Best set of each experiment of an objective."""
    best = [found.best(item) for item in found.of_kind(kind)]
    return [item[0] for item in best if item is not None]


def _all_sets(found: Findings, kind: str) -> list[Kingdom]:
    """Final sets of all runs of an objective."""
    return [kingdom for runs in found.of_kind(kind) for kingdom in runs.kingdoms if kingdom]


def _having(found: Findings, sets: Sequence[Kingdom], card: str) -> int:
    return sum(found.pool.names.index(card) in kingdom for kingdom in sets)


def _often(found: Findings, kind: str, card: str) -> str:
    """Share of all runs that end with the card; ten of 25 cards by chance."""
    sets = _all_sets(found, kind)
    frequency = share(np.array([float(found.pool.names.index(card) in kingdom) for kingdom in sets]))
    chance = 100 * found.pool.piles / found.pool.size
    return (
        f"of {len(sets)} runs {100 * frequency.value:.0f} % [{100 * frequency.low:.0f}, {100 * frequency.high:.0f}] "
        f"end with it, by chance {chance:.0f} %"
    )


def _count(found: Findings, kingdom: Kingdom) -> int:
    return len(found.attacks & set(kingdom))
