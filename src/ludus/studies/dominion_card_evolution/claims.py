"""Claims of the paper and their verdicts.

Claims about the sets are judged by the sets of all runs whose players are those of the paper; the best set of each
experiment, as in Table III, is one set and shown beside them. Growth is judged on fresh seeds: a score that is measured
once and kept can only grow, so the best sets of the first and of the last generation play again, and each run is one
difference. Some claims cannot be tested: runs smaller than the paper's prove nothing about evolution, a
Fynbo-Nellemann player that learned from Earl and Drew is not the paper's, one of another strength says nothing about
numbers nor about sets, and claims about the sets of all pairs of players need all of these pairs. Growth is judged with
such a player, too, and the claim says so. If that player was chosen by its strength against one of them, that number is
calibration, and so are claims of which it is a part.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from ludus.design.dominion.kingdom_numbering import Kingdom
from ludus.stats import Estimate, difference, difference_of_runs, mean_of_runs, proportion
from ludus.studies.claims import (
    Claim,
    ClaimedRange,
    ClaimFormat,
    above,
    above_mark,
    apart_from,
    at_least,
    below,
    exact,
    judge_family,
    negated,
    within,
)
from ludus.studies.dominion_card_evolution.config import ALL_EXPERIMENTS, ExperimentName, find_experiment
from ludus.studies.dominion_card_evolution.experiment import RANDOM_BOT
from ludus.studies.dominion_card_evolution.published import published
from ludus.studies.dominion_card_evolution.results import (
    FITNESS_MARGINS,
    PAPER_RUNS,
    SIGNIFICANT,
    SMALLER_RUNS,
    CardSetResults,
    ExperimentRuns,
    fitted_to_rival,
    learned_from_rivals,
    mean_fitness,
    printed_share,
    published_mean,
)

EXPERIMENTS_PER_OBJECTIVE = 3  # experiments of each objective
OBJECTIVE_TITLES = {"max": "sets that maximise f_s", "min": "sets that minimise f_s", "lead": "sets that maximise f"}
ALWAYS_CLAIMS = (("max", "Cellar", "section V A"), ("min", "Bureaucrat", "section V B"), ("min", "Spy", "section V B"))
TWICE_CLAIMS = (
    ("max", ("Militia", "Witch", "Woodcutter"), "section V A"),
    ("min", ("Cellar", "Chancellor", "Gardens", "Throne Room", "Witch"), "section V B"),
)
SEVERAL_ATTACKS = 2  # minimum number of attack cards
FEW_ATTACKS = (1, 2)
WEAK_SHARE = 0.1  # a win rate below this is a very poor performance
CONVERGED = (14.5, 18.5)  # the 15th to 18th generation
APART = 0.05  # difference in f that is substantial
PERCENT = ClaimFormat(digits=1, scale=100)
SMALL_PERCENT = ClaimFormat(digits=3, scale=100)  # win rates near 0


@dataclass(frozen=True)
class _ClaimedShare:
    """Share of all runs that end with something, in words and as a range."""

    text: str
    claimed: ClaimedRange


NEARLY_ALL = _ClaimedShare("nearly all", at_least(0.9))  # a card which is in all sets of the paper
MOST = _ClaimedShare("most", above(0.5))  # a card which is in two of its three sets
FAMILY = "claims of the paper"
COMBINATIONS = 2e15
NO_LIMIT = "the paper does not say what is nearly equal; the win rates themselves are compared with those of Table II"
RESCORING_SOURCE = "not of the paper: its algorithm beside the same one that measures all members again"
GROWS, SAME, FALLS = "grows significantly", "does not change significantly", "falls significantly"


def claim_above(
    statement: str,
    source: str,
    theirs: str,
    ours: Estimate,
    mark: float,
    unit: str,
    sample_unit: str,
    percent: bool = False,
    not_testable: str = "",
    planned: int | None = None,
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
        sample_unit=sample_unit,
        planned=planned,
        not_testable=not_testable,
        number_format=PERCENT if percent else ClaimFormat(digits=3),
    )


def card_claims(results: CardSetResults) -> Iterator[Claim]:
    """Make all claims about cards."""
    for kind, card, source in ALWAYS_CLAIMS:
        yield from _card_claim(results, kind, card, source, NEARLY_ALL)
    for kind, cards, source in TWICE_CLAIMS:
        for card_name in cards:
            yield from _card_claim(results, kind, card_name, source, MOST)
    yield from _attacks(results)


def _card_claim(results: CardSetResults, kind: str, card: str, source: str, share: _ClaimedShare) -> Iterator[Claim]:
    number = results.pool.names.index(card)
    sets, best = _all_sets(results, kind), _best_sets(results, kind)
    if not sets:
        return
    theirs = sum(number in results.printed_set(name) for name in _of_objective(kind))
    judged = _judge_share(results, kind, lambda kingdom: number in kingdom, share)
    yield Claim(
        f"{card} is in {share.text} {OBJECTIVE_TITLES[kind]}: {_range_text(share.claimed)} of runs end with it",
        f"{source}, table III",
        f"{theirs} of {EXPERIMENTS_PER_OBJECTIVE}",
        judged.share,
        claimed=share.claimed,
        text=f"{judged.text}, by chance {100 * results.pool.piles / results.pool.size:.0f} %; in "
        f"{sum(number in kingdom for kingdom in best)} of {len(best)} best sets",
        sample_unit="run",
        planned=judged.planned,
        not_testable=judged.not_testable,
        number_format=PERCENT,
    )


@dataclass(frozen=True)
class _JudgedShare:
    """Share of final sets that have something, over the runs that can say whether the claim is true."""

    share: Estimate
    text: str
    planned: int
    not_testable: str


def _judge_share(
    results: CardSetResults, kind: str, has: Callable[[Kingdom], bool], share: _ClaimedShare
) -> _JudgedShare:
    """Share of the final sets of an objective that have something.

    What is true of nearly all sets is true of those of each pair of players, so pairs whose players are not the
    paper's are left out. What is true of most sets may be untrue of one pair, so all pairs are needed.
    """
    every = _share_of_sets([has(kingdom) for kingdom in _all_sets(results, kind)])
    names = _of_objective(kind)
    compared = [name for name in names if not results.why_other_strength(name)]
    if share is MOST or compared == names:
        text = f"{every.in_percent()} of {every.count} runs"
        return _JudgedShare(every, text, _planned_runs(results, names), _why_not_all_pairs(results, names))
    ours = _share_of_sets([has(kingdom) for name in compared for kingdom in _sets_of_unlearned_players(results, name)])
    text = (
        f"{ours.in_percent()} of the {ours.count} runs of {', '.join(compared)}, whose players are those of the paper; "
        f"{every.in_percent()} of all {every.count} runs"
    )
    return _JudgedShare(ours, text, _planned_runs(results, compared), _missing_sets(results, names))


def _attacks(results: CardSetResults) -> Iterator[Claim]:
    chance = results.pool.piles * len(results.attacks) / results.pool.size
    if _all_sets(results, "min"):
        judged = _judge_share(
            results, "min", lambda kingdom: _count_attacks(results, kingdom) >= SEVERAL_ATTACKS, NEARLY_ALL
        )
        theirs = [_count_attacks(results, results.printed_set(name)) for name in _of_objective("min")]
        best_counts = [_count_attacks(results, kingdom) for kingdom in _best_sets(results, "min")]
        yield Claim(
            "nearly all sets that minimise f_s contain several attack cards: "
            f"{_range_text(NEARLY_ALL.claimed)} of runs end so",
            "section VI",
            f"{', '.join(map(str, theirs))} attack cards; by chance {chance:.1f}",
            judged.share,
            claimed=NEARLY_ALL.claimed,
            text=f"{judged.text}, by chance "
            f"{100 * _chance_of_attacks(results, range(SEVERAL_ATTACKS, len(results.attacks) + 1)):.0f} %; "
            f"{', '.join(map(str, best_counts))} in the best sets",
            sample_unit="run",
            planned=judged.planned,
            not_testable=judged.not_testable,
            number_format=PERCENT,
        )
    every = [kingdom for kind in OBJECTIVE_TITLES for kingdom in _all_sets(results, kind)]
    if every:
        few = _share_of_sets([_count_attacks(results, kingdom) in FEW_ATTACKS for kingdom in every])
        theirs = [_count_attacks(results, results.printed_set(name)) for name in ALL_EXPERIMENTS]
        yield Claim(
            "most card sets contain one or two attack cards",
            "section VI",
            f"{sum(attack_count in FEW_ATTACKS for attack_count in theirs)} of {len(theirs)} printed sets",
            few,
            claimed=above(0.5),
            text=f"{few.in_percent()} of the sets of {len(every)} runs",
            sample_unit="run",
            planned=_planned_runs(results, ALL_EXPERIMENTS),
            not_testable=f"{100 * _chance_of_attacks(results, FEW_ATTACKS):.0f} % of random sets do, too",
            number_format=PERCENT,
        )
    for kind, words in OBJECTIVE_TITLES.items():
        counts = [_count_attacks(results, kingdom) for kingdom in _all_sets(results, kind)]
        if len(counts) > 1:
            named = _of_objective(kind)
            printed = [_count_attacks(results, results.printed_set(name)) for name in named]
            yield claim_above(
                f"{words} hold more attack cards than chance would put there: more than {chance:.1f}",
                "section VI: a critical element of the game's balance",
                f"{np.mean(printed):.1f} in its sets",
                mean_of_runs([float(attack_count) for attack_count in counts]),
                chance,
                f"attack cards in the sets of {len(counts)} runs",
                "run",
                planned=_planned_runs(results, named),
                not_testable=_why_not_all_pairs(results, named),
            )


def _why_not_all_pairs(results: CardSetResults, names: Sequence[ExperimentName]) -> str:
    """Why a claim about the sets of all pairs of players cannot be tested; empty if it can."""
    return _missing_sets(results, names) or next(filter(None, map(results.why_other_strength, names)), "")


def _best_sets(results: CardSetResults, kind: str) -> list[Kingdom]:
    """Best set of each experiment of an objective."""
    best = [results.best_set(item) for item in results.runs_of_objective(kind)]
    return [item[0] for item in best if item is not None]


def _all_sets(results: CardSetResults, kind: str) -> list[Kingdom]:
    """Final sets of all runs of an objective whose players did not learn from each other."""
    return [kingdom for name in _of_objective(kind) for kingdom in _sets_of_unlearned_players(results, name)]


def _sets_of_unlearned_players(results: CardSetResults, name: str) -> list[Kingdom]:
    runs = results.main_runs(name)
    if runs is None or ("fn" in name.split("-") and learned_from_rivals(results.settings.fn)):
        return []
    return [kingdom for kingdom in runs.kingdoms if kingdom]


def _missing_sets(results: CardSetResults, names: Sequence[str]) -> str:
    """Why a claim about the sets of several experiments cannot be tested: one of them has none. Else empty."""
    missing = [name for name in names if not _sets_of_unlearned_players(results, name)]
    return (
        f"it is about the sets of all pairs of players, and there are none of {', '.join(missing)}" if missing else ""
    )


def _of_objective(kind: str) -> list[ExperimentName]:
    """Experiments of the paper with an objective: one for each pair of players."""
    return [name for name in ALL_EXPERIMENTS if name.startswith(kind)]


def _planned_runs(results: CardSetResults, names: Sequence[str], forms: int = 1) -> int:
    """Number of runs of these experiments that the configuration fixes."""
    settings = results.settings
    chosen = [find_experiment(settings, name) for name in names if name in settings.experiments]
    return forms * sum(experiment.repetitions(settings) for experiment in chosen)


def _share_of_sets(having: Sequence[bool]) -> Estimate:
    """Share of the final sets that have a property, over runs."""
    return proportion(np.array(having, float))


def _range_text(claimed: ClaimedRange) -> str:
    return f"{'at least' if claimed.closed else 'more than'} {100 * (claimed.low or 0.0):.0f} %"


def _chance_of_attacks(results: CardSetResults, counts: Iterable[int]) -> float:
    """Share of random sets with one of these numbers of attack cards."""
    pool, attacks = results.pool, len(results.attacks)
    ways = sum(math.comb(attacks, count) * math.comb(pool.size - attacks, pool.piles - count) for count in counts)
    return ways / pool.count


def _count_attacks(results: CardSetResults, kingdom: Kingdom) -> int:
    return len(results.attacks & set(kingdom))


def make_claims(results: CardSetResults, more: Sequence[Claim] = ()) -> list[Claim]:
    """Make all claims of the paper; `more` are judged with them."""
    of_runs = [
        claim
        for part in (
            _growth_claims,
            _rescoring_claims,
            _formula_claims,
            _convergence_claims,
            _lead_claims,
            card_claims,
        )
        for claim in part(results)
    ]
    if not results.settings.paper_size:
        of_runs = [replace(claim, not_testable=SMALLER_RUNS) for claim in of_runs]
    claims = [*_size_claims(results), *_player_claims(results), *of_runs, *more]
    return judge_family(FAMILY, claims, {"kingdom": results.settings.random_sets})


def _size_claims(results: CardSetResults) -> Iterator[Claim]:
    yield Claim(
        "more than 2 quadrillion combinations of card sets are possible with the base game",
        "section II",
        "2,000,000,000,000,000",
        exact(results.pool.count),
        claimed=at_least(COMBINATIONS),
        text=f"ten of {results.pool.size} cards are {results.pool.count:,} sets",
        sample_unit="all",
    )


@dataclass(frozen=True)
class _PairShares:
    """Payoffs of the three match-ups for the first player named, a draw counting half."""

    earl_drew: Estimate
    fn_drew: Estimate
    earl_fn: Estimate


def _player_claims(results: CardSetResults) -> Iterator[Claim]:
    fn, learned = results.settings.fn, learned_from_rivals(results.settings.fn)
    pairs = _PairShares(
        results.matchup("drew", "earl").payoff(1),
        results.matchup("drew", fn).payoff(1),
        results.matchup("earl", fn).payoff(0),
    )
    printed = {meeting.players: printed_share(meeting.won) for meeting in published().table_2}
    source = "table II, section VI"
    yield Claim(
        "Drew and Earl are nearly equal",
        source,
        f"Earl {100 * (1 - printed['drew', 'earl']):.1f} %",
        pairs.earl_drew,
        text=f"Earl {pairs.earl_drew.in_percent()}",
        sample_unit="kingdom",
        not_testable=NO_LIMIT,
        number_format=PERCENT,
    )
    for statement, rival, theirs, ours in (
        (
            "Fynbo-Nellemann beats Drew",
            "drew",
            f"F-N {100 * (1 - printed['drew', 'fynbo-nellemann']):.1f} %",
            pairs.fn_drew,
        ),
        ("Earl beats Fynbo-Nellemann", "earl", f"Earl {100 * printed['earl', 'fynbo-nellemann']:.1f} %", pairs.earl_fn),
    ):
        reason = learned or results.why_other_strength(f"{rival}-fn")
        claim = claim_above(
            statement, source, theirs, ours, 0.5, "of the games", "kingdom", percent=True, not_testable=reason
        )
        yield replace(claim, calibration=fitted_to_rival(fn, rival))
    fitted = fitted_to_rival(fn, "drew") or fitted_to_rival(fn, "earl")
    yield _transitive(pairs, learned, fitted)
    yield Claim(
        "the three players differ: each pair has one who wins more",
        "section V",
        "win rates differ",
        f"Earl {pairs.earl_drew.in_percent()} against Drew; F-N {pairs.fn_drew.in_percent()} against Drew; Earl "
        f"{pairs.earl_fn.in_percent()} against F-N",
        sample_unit="kingdom",
        parts=tuple((pair, apart_from(0.5, 0.0)) for pair in (pairs.earl_drew, pairs.fn_drew, pairs.earl_fn)),
        not_testable=learned,
        calibration=fitted,
        number_format=PERCENT,
    )
    shares = {name: results.matchup(name, RANDOM_BOT).payoff(1) for name in ("drew", "earl", fn)}
    yield Claim(
        f"the random player is very weak: it wins less than {100 * WEAK_SHARE:.0f} % against each of the others",
        "section IV",
        "very poor performance",
        "; ".join(f"{_small_percent(estimate)} against {name}" for name, estimate in shares.items()),
        sample_unit="kingdom",
        parts=tuple((estimate, below(WEAK_SHARE)) for estimate in shares.values()),
        number_format=SMALL_PERCENT,
    )


def _transitive(pairs: _PairShares, not_testable: str, calibration: str) -> Claim:
    """Claim that skill is not transitive: Earl beats F-N, F-N beats Drew, Drew beats Earl."""
    links = (pairs.earl_fn, pairs.fn_drew, negated(above_mark(pairs.earl_drew, 1.0)))
    return Claim(
        "playing skill is not transitive: Earl beats F-N, F-N beats Drew, and Drew beats Earl",
        "section VI",
        "Earl beats F-N, F-N beats Drew, Drew and Earl nearly equal; but by Table II Earl beats Drew, too",
        f"Earl {pairs.earl_fn.in_percent()} against F-N, F-N {pairs.fn_drew.in_percent()} against Drew, Drew "
        f"{links[2].in_percent()} against Earl",
        sample_unit="kingdom",
        parts=tuple((link, above(0.5)) for link in links),
        not_testable=not_testable,
        calibration=calibration,
        number_format=PERCENT,
    )


def _growth_claims(results: CardSetResults) -> Iterator[Claim]:
    growths: dict[str, Estimate] = {}
    for name in ALL_EXPERIMENTS:
        runs, printed = results.main_runs(name), published().experiments[name]
        growth = results.fresh_growth(runs) if runs is not None else None
        if runs is None or growth is None:
            continue
        growths[name] = growth
        says, margin = _printed_trend(name), FITNESS_MARGINS[runs.experiment.objective_kind]
        seen = mean_of_runs(runs.last_maxima_by_run).value - mean_of_runs(runs.first_maxima_by_run).value
        yield Claim(
            growth_statement(name) + (", with our F-N" if results.why_other_strength(name) else ""),
            "table I",
            growth_text(name),
            growth,
            f"on fresh seeds in {growth.count} runs ({seen:+.4f} by the scores of evolution)",
            {GROWS: above(0.0), FALLS: below(0.0), SAME: within(0.0, margin)}[says],
            sample_unit="run",
            planned=_planned_runs(results, [name]),
            effect=printed.last - printed.first,
            not_testable=results.why_not_testable(name),
            number_format=ClaimFormat(digits=4),
        )
    if growths:
        yield _all_grow(results, growths)


def growth_statement(name: str) -> str:
    """What Table I says about the growth of an experiment."""
    says, margin = _printed_trend(name), FITNESS_MARGINS[name.partition("-")[0]]
    return f"{name}: fitness {says}" + (f", to within {margin:g}" if says == SAME else "")


def growth_text(name: str) -> str:
    """The numbers of Table I about the growth of an experiment."""
    printed = published().experiments[name]
    return f"{printed.first} to {printed.last}, p {'<' if printed.p < 0.001 else '='} {printed.p}"


def _printed_trend(name: str) -> str:
    printed = published().experiments[name]
    if printed.p >= SIGNIFICANT:
        return SAME
    return GROWS if printed.last > printed.first else FALLS


def _all_grow(results: CardSetResults, growths: dict[str, Estimate]) -> Claim:
    missing = [name for name in ALL_EXPERIMENTS if name not in growths]
    reasons = [reason for name in growths if (reason := results.why_not_testable(name))]
    return Claim(
        "there is significant fitness growth in all experiments"
        + (", with our F-N" if any(map(results.why_other_strength, growths)) else ""),
        "table I, caption (section V C says otherwise of f)",
        "all nine",
        None,
        text=f"on fresh seeds {', '.join(f'{growth.value:+.4f} ({name})' for name, growth in growths.items())}",
        sample_unit="run",
        planned=max(_planned_runs(results, [name]) for name in growths),
        parts=tuple((growth, above(0.0)) for growth in growths.values()),
        part_names=tuple(growths),
        not_testable=f"{', '.join(missing)} did not run" if missing else next(iter(reasons), ""),
        number_format=ClaimFormat(digits=4),
    )


def _formula_claims(results: CardSetResults) -> Iterator[Claim]:
    """Claim that the printed formula produced the first generation's maximum of 1 - f_s."""
    for name in ("max-earl-drew", "min-earl-drew"):
        runs, printed = results.main_runs(name), published().experiments[name]
        if runs is None:
            continue
        kind = runs.experiment.objective_kind
        ours = {
            measure: mean_fitness(kind, runs.first_generation_maxima(measure))
            for measure in ("skill", "skill-computed")
        }
        theirs, margin = published_mean(printed.first, printed.first_sd, PAPER_RUNS[kind]), FITNESS_MARGINS[kind]
        yield Claim(
            f"{name}: the fitness is the printed formula, the mean of (h - l) / h over games: its maximum in the first "
            f"generation is as printed to within {margin:g}",
            "section III A, table I",
            f"best of the first generation {printed.first}",
            difference(theirs, ours["skill"]),
            claimed=within(0.0, margin),
            text=f"{_format_estimate(ours['skill'])} by the formula, {_format_estimate(ours['skill-computed'])} by the "
            "difference of mean points over the higher mean",
            sample_unit="run",
            planned=_planned_runs(results, [name]),
            number_format=ClaimFormat(digits=3),
        )


def _convergence_claims(results: CardSetResults) -> Iterator[Claim]:
    low, high = CONVERGED
    for runs in results.runs_of_objective("max"):
        generations = runs.convergence_generations()
        mean = mean_of_runs([float(g) for g in generations])
        text = (
            f"95 % of the growth by generation {_format_estimate(mean, 1)} of {len(runs.notes[0])}, "
            f"{len(generations)} runs"
        )
        yield Claim(
            f"{runs.experiment.name}: the maximum converges at the 15th to 18th generation",
            "section V A, figure 3",
            "approximately 15 to 18 of 30",
            mean if generations else None,
            "" if generations else "no run grew",
            ClaimedRange(low, high),
            text if generations else "",
            sample_unit="run",
            planned=_planned_runs(results, [runs.experiment.name]),
            not_testable=results.why_not_comparable(runs.experiment.name),
            number_format=ClaimFormat(digits=1),
        )


def _rescoring_claims(results: CardSetResults) -> Iterator[Claim]:
    """Whether measuring again finds better sets, on fresh seeds, with the same number of generations."""
    for name in ALL_EXPERIMENTS:
        kept, again = results.evolutions.get((name, "paper")), results.evolutions.get((name, "rescored"))
        if kept is None or again is None:
            continue
        rescored, unchanged = ([last for _, last in results.fresh_fitness(runs)] for runs in (again, kept))
        if min(len(rescored), len(unchanged)) < 2:
            continue
        yield Claim(
            f"{name}: scores that are measured again in every generation lead to better sets than scores that are kept",
            RESCORING_SOURCE,
            "",
            difference_of_runs(rescored, unchanged),
            f"on fresh seeds: {np.mean(rescored):.4f} against {np.mean(unchanged):.4f}",
            sample_unit="run",
            planned=_planned_runs(results, [name], forms=2),
            number_format=ClaimFormat(digits=4),
        )


def _lead_claims(results: CardSetResults) -> Iterator[Claim]:
    leads = results.runs_of_objective("lead")
    if len(leads) > 1:
        pairs = list(combinations(leads, 2))
        apart = [difference_of_runs(a.last_maxima_by_run, b.last_maxima_by_run) for a, b in pairs]
        yield Claim(
            f"the values of f differ substantially between the players: by more than {APART:g}",
            "section V C",
            "last generations 0.24 (Earl), 0.62 (F-N), 0.05 (Drew)",
            "last generations "
            + ", ".join(
                f"{_format_estimate(mean_fitness('lead', item.last_maxima_by_run))} ({item.experiment.name})"
                for item in leads
            ),
            sample_unit="run",
            planned=max(_planned_runs(results, [a.experiment.name, b.experiment.name]) for a, b in pairs),
            parts=tuple((gap, apart_from(0.0, APART)) for gap in apart),
            not_testable=next(filter(None, (results.why_not_comparable(name) for name in _of_objective("lead"))), ""),
            number_format=ClaimFormat(digits=3),
        )
    learned = learned_from_rivals(results.settings.fn)
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
                "run",
                planned=sum(
                    max(_planned_runs(results, [name]) for name in _of_objective(each)) for each in (kind, "lead")
                ),
                not_testable=learned or _why_not_all_pairs(results, [*_of_objective(kind), *_of_objective("lead")]),
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
    return _common([set(results.printed_set(name)) for name in _of_objective(kind)])


def _common(sets: list[set[int]]) -> float:
    pairs = list(combinations(sets, 2))
    return sum(len(a & b) for a, b in pairs) / len(pairs)


def _small_percent(estimate: Estimate) -> str:
    low, high, value = (100 * number for number in (estimate.low, estimate.high, estimate.value))
    digits = SMALL_PERCENT.digits
    return f"{value:.{digits}f} % [{low:.{digits}f}, {high:.{digits}f}]"


def _format_estimate(estimate: Estimate, digits: int = 3) -> str:
    if not math.isfinite(estimate.low):
        return f"{estimate.value:.{digits}f}"
    return f"{estimate.value:.{digits}f} [{estimate.low:.{digits}f}, {estimate.high:.{digits}f}]"
