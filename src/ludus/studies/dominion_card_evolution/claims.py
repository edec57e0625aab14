"""Claims of the paper and their verdicts.

A claim holds or fails if the whole 95 % interval says so or, if it is about the sets themselves, if the best set of
each experiment, as in Table III, does or does not have the claimed property; else it is undecided. The frequency of a
card in the sets of all runs is reported too, because one set is little evidence. Missing significance proves nothing
in fewer runs than the paper had, and smaller runs prove nothing about evolution.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from ludus.design.dominion.kingdom_numbering import Kingdom
from ludus.report.report_model import VerdictState
from ludus.stats import Estimate, difference_of_runs, mean_of_runs, proportion
from ludus.studies.claims import (
    Claim,
    ClaimedRange,
    above,
    at_least,
    below,
    count_so_far,
    exact,
    judge,
    judge_all,
    judge_differs,
)
from ludus.studies.dominion_card_evolution.config import ALL_EXPERIMENTS
from ludus.studies.dominion_card_evolution.experiment import RANDOM_BOT
from ludus.studies.dominion_card_evolution.published import published
from ludus.studies.dominion_card_evolution.results import (
    PAPER_RUNS,
    SIGNIFICANT,
    CardSetResults,
    ExperimentRuns,
    student_t_test,
)

EXPERIMENTS_PER_OBJECTIVE = 3  # experiments of each objective
OBJECTIVE_TITLES = {"max": "sets that maximise f_s", "min": "sets that minimise f_s", "lead": "sets that maximise f"}
ALWAYS_CLAIMS = (("max", "Cellar", "section V A"), ("min", "Bureaucrat", "section V B"), ("min", "Spy", "section V B"))
TWICE_CLAIMS = (
    ("max", ("Militia", "Witch", "Woodcutter"), "section V A"),
    ("min", ("Cellar", "Chancellor", "Gardens", "Throne Room", "Witch"), "section V B"),
)
SEVERAL_ATTACKS = 2  # minimum number of attack cards
NEAR_EQUAL = 0.05  # tolerance around one half for nearly equal players
WEAK_SHARE = 0.1  # a win rate below this is a very poor performance
CONVERGED = (15, 18)  # generations
COMBINATIONS = 2e15
SMALLER_NOTE = "these runs are smaller than the paper's"
GROWS, SAME = "grows significantly", "does not change significantly"


def claim_above(
    statement: str, source: str, theirs: str, ours: Estimate, mark: float, unit: str, percent: bool = False
) -> Claim:
    """Claim that a number is above a mark."""
    scale, digits = (100, 1) if percent else (1, 3)
    value, low, high = (f"{scale * number:.{digits}f}" for number in (ours.value, ours.low, ours.high))
    return Claim(
        statement,
        source,
        theirs,
        ours,
        claimed=above(mark),
        text=f"{value}{' %' if percent else ''} [{low}, {high}] {unit}",
    )


def card_claims(results: CardSetResults) -> Iterator[Claim]:
    """Make all claims about cards."""
    for kind, card, source in ALWAYS_CLAIMS:
        yield from _card_in_best_sets(results, kind, card, source, EXPERIMENTS_PER_OBJECTIVE, "all")
    for kind, cards, source in TWICE_CLAIMS:
        for card_name in cards:
            yield from _card_in_best_sets(results, kind, card_name, source, 2, "at least two of the three")
    yield from _attacks(results)


def _card_in_best_sets(
    results: CardSetResults, kind: str, card: str, source: str, least: int, least_text: str
) -> Iterator[Claim]:
    best = _best_sets(results, kind)
    if not best:
        return
    number, have = results.pool.names.index(card), _sets_with_card(results, best, card)
    theirs = sum(number in results.printed_set(name) for name in ALL_EXPERIMENTS if name.startswith(kind))
    yield Claim(
        f"{card} is in {least_text} {OBJECTIVE_TITLES[kind]}",
        f"{source}, table III",
        f"{theirs} of {EXPERIMENTS_PER_OBJECTIVE}",
        count_so_far(have, EXPERIMENTS_PER_OBJECTIVE - len(best)),
        claimed=at_least(least),
        text=f"in {have} of {len(best)} best sets; {_card_frequency_text(results, kind, card)}",
    )


def _attacks(results: CardSetResults) -> Iterator[Claim]:
    chance = results.pool.piles * len(results.attacks) / results.pool.size
    minimal = _best_sets(results, "min")
    if minimal:
        counts = [_count_attacks(results, kingdom) for kingdom in minimal]
        theirs = [
            _count_attacks(results, results.printed_set(name)) for name in ALL_EXPERIMENTS if name.startswith("min")
        ]
        several = sum(attack_count >= SEVERAL_ATTACKS for attack_count in counts)
        yield Claim(
            "all sets that minimise f_s contain several attack cards",
            "section VI",
            f"{', '.join(map(str, theirs))} attack cards; by chance {chance:.1f}",
            count_so_far(several, EXPERIMENTS_PER_OBJECTIVE - len(counts)),
            claimed=at_least(EXPERIMENTS_PER_OBJECTIVE),
            text=f"{', '.join(map(str, counts))} attack cards in the best sets",
        )
    best_sets = [kingdom for kind in OBJECTIVE_TITLES for kingdom in _best_sets(results, kind)]
    if best_sets:
        counts = [_count_attacks(results, kingdom) for kingdom in best_sets]
        theirs = [_count_attacks(results, results.printed_set(name)) for name in ALL_EXPERIMENTS]
        with_attacks = sum(attack_count in (1, 2) for attack_count in counts)
        yield Claim(
            "most card sets contain one or two attack cards",
            "section VI",
            f"{sum(attack_count in (1, 2) for attack_count in theirs)} of {len(theirs)} printed sets",
            count_so_far(with_attacks, len(ALL_EXPERIMENTS) - len(counts)),
            claimed=at_least(len(ALL_EXPERIMENTS) // 2 + 1),
            text=f"{with_attacks} of {len(counts)} best sets",
        )
    for kind, words in OBJECTIVE_TITLES.items():
        counts = [_count_attacks(results, kingdom) for kingdom in _all_sets(results, kind)]
        if len(counts) > 1:
            named = [name for name in ALL_EXPERIMENTS if name.startswith(kind)]
            printed = [_count_attacks(results, results.printed_set(name)) for name in named]
            yield claim_above(
                f"{words} hold more attack cards than chance would put there: more than {chance:.1f}",
                "section VI: a critical element of the game's balance",
                f"{np.mean(printed):.1f} in its sets",
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


def make_claims(results: CardSetResults) -> list[Claim]:
    """Make all claims of the paper."""
    of_runs = [
        claim
        for part in (_growth_claims, _formula_claims, _convergence_claims, _lead_claims, card_claims)
        for claim in part(results)
    ]
    if not results.settings.paper_size:
        of_runs = [
            replace(claim, text=f"{claim.measured_text()}; {SMALLER_NOTE}", state="undecided") for claim in of_runs
        ]
    return [*_size_claims(results), *_player_claims(results), *of_runs]


def _size_claims(results: CardSetResults) -> Iterator[Claim]:
    yield Claim(
        "more than 2 quadrillion combinations of card sets are possible with the base game",
        "section II",
        "2,000,000,000,000,000",
        exact(results.pool.count),
        claimed=at_least(COMBINATIONS),
        text=f"ten of {results.pool.size} cards are {results.pool.count:,} sets",
    )


@dataclass(frozen=True)
class _PairShares:
    """Payoffs of the three match-ups for the first player named, a draw counting half."""

    earl_drew: Estimate
    fn_drew: Estimate
    earl_fn: Estimate


def _player_claims(results: CardSetResults) -> Iterator[Claim]:
    fn = results.settings.fn
    pairs = _PairShares(
        results.matchup("drew", "earl").payoff(1),
        results.matchup("drew", fn).payoff(1),
        results.matchup("earl", fn).payoff(0),
    )
    printed = {meeting.players: _printed_share(meeting.won) for meeting in published().table_2}
    source = "table II, section VI"
    yield Claim(
        f"Drew and Earl are nearly equal: neither wins {100 * (0.5 + NEAR_EQUAL):.0f} % or more",
        source,
        f"Earl {100 * (1 - printed['drew', 'earl']):.1f} %",
        pairs.earl_drew,
        claimed=ClaimedRange(0.5 - NEAR_EQUAL, 0.5 + NEAR_EQUAL),
        text=f"Earl {pairs.earl_drew.in_percent()}",
    )
    theirs = f"F-N {100 * (1 - printed['drew', 'fynbo-nellemann']):.1f} %"
    yield claim_above("Fynbo-Nellemann beats Drew", source, theirs, pairs.fn_drew, 0.5, "of the games", percent=True)
    theirs = f"Earl {100 * printed['earl', 'fynbo-nellemann']:.1f} %"
    yield claim_above("Earl beats Fynbo-Nellemann", source, theirs, pairs.earl_fn, 0.5, "of the games", percent=True)
    yield _transitive(pairs)
    yield Claim(
        "the three players differ: each pair has one who wins more",
        "section V",
        "win rates differ",
        f"Earl {pairs.earl_drew.in_percent()} against Drew; F-N {pairs.fn_drew.in_percent()} against Drew; Earl "
        f"{pairs.earl_fn.in_percent()} against F-N",
        state=judge_all(judge_differs(estimate, 0.5) for estimate in (pairs.earl_drew, pairs.fn_drew, pairs.earl_fn)),
    )
    shares = {name: results.matchup(name, RANDOM_BOT).payoff(1) for name in ("drew", "earl", fn)}
    yield Claim(
        f"the random player is very weak: it wins less than {100 * WEAK_SHARE:.0f} % against each of the others",
        "section IV",
        "very poor performance",
        "; ".join(f"{estimate.in_percent()} against {name}" for name, estimate in shares.items()),
        state=judge_all(judge(estimate, below(WEAK_SHARE)) for estimate in shares.values()),
    )


def _transitive(pairs: _PairShares) -> Claim:
    """Claim that skill is not transitive: Earl beats F-N, F-N beats Drew, Drew beats Earl, or the reverse."""
    links = (pairs.earl_fn, pairs.fn_drew, Estimate(*_other_side(pairs.earl_drew), pairs.earl_drew.count))
    beaten = {judge(estimate, above(0.5)) for estimate in links}
    state: VerdictState = "undecided" if "undecided" in beaten else "holds" if len(beaten) == 1 else "fails"
    return Claim(
        "playing skill is not transitive: the three players beat each other in a circle",
        "section VI",
        "Earl beats F-N, F-N beats Drew, Drew and Earl nearly equal; but by Table II Earl beats Drew, too",
        f"Earl {pairs.earl_fn.in_percent()} against F-N, F-N {pairs.fn_drew.in_percent()} against Drew, Drew "
        f"{links[2].in_percent()} against Earl",
        state=state,
    )


def _growth_claims(results: CardSetResults) -> Iterator[Claim]:
    grown: dict[str, bool | None] = {}
    for name in ALL_EXPERIMENTS:
        runs, printed = results.main_runs(name), published().experiments[name]
        p = None if runs is None else student_t_test(runs.first_maxima_by_run, runs.last_maxima_by_run)
        if runs is None or p is None:
            continue
        difference, enough = (
            difference_of_runs(runs.last_maxima_by_run, runs.first_maxima_by_run),
            len(runs.last_maxima_by_run) >= PAPER_RUNS[runs.experiment.objective_kind],
        )
        says, measured = _trend(printed.p, printed.last - printed.first), _trend(p, difference.value)
        grown[name] = measured == GROWS if measured != SAME or enough else None
        yield Claim(
            f"{name}: fitness {says}",
            "table I",
            f"{printed.first} to {printed.last}, p {'<' if printed.p < 0.001 else '='} {printed.p}",
            f"{difference.value:+.4f} [{difference.low:+.4f}, {difference.high:+.4f}], p = {p:.2g}, "
            f"{len(runs.last_maxima_by_run)} runs",
            state="undecided" if measured == SAME and not enough else "holds" if measured == says else "fails",
        )
    if grown:
        yield _all_grow(grown)


def _trend(p: float, difference: float) -> str:
    if p >= SIGNIFICANT:
        return SAME
    return GROWS if difference > 0 else "falls significantly"


def _all_grow(grown: dict[str, bool | None]) -> Claim:
    missing = [name for name, grew in grown.items() if grew is False]
    growing = sum(grew is True for grew in grown.values())
    return Claim(
        "there is significant fitness growth in all experiments",
        "table I, caption (section V C says otherwise of f)",
        "all nine",
        count_so_far(growing, len(ALL_EXPERIMENTS) - growing - len(missing)),
        claimed=at_least(len(ALL_EXPERIMENTS)),
        text=f"in {growing} of {len(grown)} experiments that were run"
        + (f"; not in {', '.join(missing)}" if missing else ""),
    )


def _formula_claims(results: CardSetResults) -> Iterator[Claim]:
    """Claim that the printed formula produced the first generation's maximum of 1 - f_s."""
    for name in ("max-earl-drew", "min-earl-drew"):
        runs, printed = results.main_runs(name), published().experiments[name]
        if runs is None:
            continue
        ours = {measure: mean_of_runs(runs.first_generation_maxima(measure)) for measure in ("skill", "skill-computed")}
        near = {m: abs(estimate.value - printed.first) for m, estimate in ours.items()}
        yield Claim(
            f"{name}: the fitness is the printed formula, the mean of (h - l) / h over games",
            "section III A, table I",
            f"best of the first generation {printed.first}",
            f"{_format_estimate(ours['skill'])} by the formula, {_format_estimate(ours['skill-computed'])} by the "
            "difference of mean "
            "points over the higher mean",
            state=_nearer(near["skill"], near["skill-computed"]),
        )


def _nearer(one: float, other: float) -> VerdictState:
    """Whether the first of two formulas is clearly nearer to the printed number than the other."""
    return "fails" if one > 3 * other else "holds" if other > 3 * one else "undecided"


def _convergence_claims(results: CardSetResults) -> Iterator[Claim]:
    low, high = CONVERGED
    for runs in results.runs_of_objective("max"):
        generations = runs.convergence_generations()
        mean = mean_of_runs([float(g) for g in generations])
        if not math.isfinite(mean.low):
            state: VerdictState = "undecided"
        elif mean.high < low or mean.low > high:
            state = "fails"
        else:
            state = "holds" if low <= mean.value <= high else "undecided"
        text = (
            f"95 % of the growth by generation {_format_estimate(mean, 1)} of {len(runs.notes[0])}, "
            f"{len(generations)} runs"
        )
        yield Claim(
            f"{runs.experiment.name}: the maximum converges at the 15th to 18th generation",
            "section V A, figure 3",
            "approximately 15 to 18 of 30",
            text if generations else "no run grew",
            state=state,
        )


def _lead_claims(results: CardSetResults) -> Iterator[Claim]:
    leads = results.runs_of_objective("lead")
    if len(leads) > 1:
        pairs = list(combinations(leads, 2))
        apart = [difference_of_runs(a.last_maxima_by_run, b.last_maxima_by_run) for a, b in pairs]
        yield Claim(
            "the values of f differ substantially between the players",
            "section V C",
            "last generations 0.24 (Earl), 0.62 (F-N), 0.05 (Drew)",
            "last generations "
            + ", ".join(
                f"{_format_estimate(mean_of_runs(item.last_maxima_by_run))} ({item.experiment.name})" for item in leads
            ),
            state=judge_all(map(judge_differs, apart)),
        )
    overlaps = {kind: _overlap(results.runs_of_objective(kind)) for kind in ("max", "min", "lead")}
    for kind in ("max", "min"):
        if overlaps["lead"] and overlaps[kind]:
            more = difference_of_runs(overlaps[kind], overlaps["lead"])
            yield claim_above(
                f"sets for f are more diverse between players than sets of {kind}",
                "section V C, table III",
                f"cards in common {_printed_overlap(results, 'lead'):.1f} against "
                f"{_printed_overlap(results, kind):.1f}",
                more,
                0.0,
                "cards more in common",
            )


def _overlap(kinds: Sequence[ExperimentRuns]) -> list[float]:
    """Mean number of cards that the sets of two experiments share, by repetition."""
    if len(kinds) < 2:
        return []
    overlaps = []
    for sets in zip(*(item.kingdoms for item in kinds), strict=False):
        if all(sets):
            overlaps.append(_common([set(item) for item in sets]))
    return overlaps


def _printed_overlap(results: CardSetResults, kind: str) -> float:
    return _common([set(results.printed_set(name)) for name in ALL_EXPERIMENTS if name.startswith(kind)])


def _common(sets: list[set[int]]) -> float:
    pairs = list(combinations(sets, 2))
    return sum(len(a & b) for a, b in pairs) / len(pairs)


def _printed_share(won: tuple[int, int]) -> float:
    """Payoff of the first player from wins that count draws for both."""
    return 0.5 + (won[0] - won[1]) / 2 / 50_000


def _other_side(estimate: Estimate) -> tuple[float, float, float]:
    return 1 - estimate.value, 1 - estimate.high, 1 - estimate.low


def _format_estimate(estimate: Estimate, digits: int = 3) -> str:
    if not math.isfinite(estimate.low):
        return f"{estimate.value:.{digits}f}"
    return f"{estimate.value:.{digits}f} [{estimate.low:.{digits}f}, {estimate.high:.{digits}f}]"
