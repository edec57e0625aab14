"""Claims of the thesis about training: opponents, lengths of games, early generations, evolution from Linear agents."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from ludus.stats import contrast_of_runs, difference_of_runs, mean_of_runs
from ludus.studies.claims import Claim, ClaimedRange, at_least, clipped, scaled, within
from ludus.studies.locm_representation.results import (
    FIXED_SCHEMES,
    REPRESENTATION_TITLES,
    SCRATCH_SCHEMES,
    Evidence,
    means_by_base,
)

# Win rates in percent against the own training opponent: those against Baseline2 in Table 5.1, whose text exchanges
# Linear and BinaryTree; those against StrongOp in section 6.3.
PUBLISHED_TRAINING = {
    "weak-op": {"linear": 83.0, "binary": 66.0, "tree": 56.0},
    "strong-op": {"linear": 38.8, "binary": 34.1, "tree": 36.7},
}
LEVEL_MARGIN = 5.0  # points; half the distance of 56 to the next representation of the thesis, 66
END_GENERATIONS = 5  # generations at either end of an evolution whose lengths are compared
COMPARABLE = 0.1  # lengths of games are comparable if they differ by less than this share
EARLY_SHARE = 0.2  # of all generations: what is meant by fast
ALMOST_ALWAYS = 0.9  # share of the generations
DECISIONS_UNIT = "decisions"


def make_claims(evidence: Evidence) -> Iterator[Claim]:
    """Make all claims about training that the evolutions of this run can decide."""
    for part in (_training, _training_level, _early, _always_above, _lengths, _equal_lengths):
        yield from part(evidence)


def _training(evidence: Evidence) -> Iterator[Claim]:
    """Order of the representations against their training opponent."""
    for scheme, theirs in PUBLISHED_TRAINING.items():
        kinds = sorted(theirs, key=lambda kind: -theirs[kind])
        for better, worse in ((0, 1), (0, 2), (1, 2)):
            one, other = kinds[better], kinds[worse]
            ours, rivals = (_training_payoffs(evidence, kind, scheme) for kind in (one, other))
            if ours and rivals:
                swapped = scheme == "weak-op" and {one, other} == {"linear", "binary"}
                remark = " in Table 5.1; the text has them the other way round" if swapped else ""
                yield Claim(
                    f"{scheme}: {REPRESENTATION_TITLES[one]} wins more against its training opponent than "
                    f"{REPRESENTATION_TITLES[other]}",
                    "section 6.3",
                    f"{theirs[one]:.1f} against {theirs[other]:.1f}{remark}",
                    scaled(difference_of_runs(ours, rivals), 100),
                    "points",
                    sample_unit="run",
                    effect=theirs[one] - theirs[other],
                    planned=sum(evidence.planned_runs(kind, scheme) for kind in (one, other)),
                )


def _training_level(evidence: Evidence) -> Iterator[Claim]:
    """How much Tree wins against its training opponent."""
    for scheme in FIXED_SCHEMES:
        payoffs, theirs = _training_payoffs(evidence, "tree", scheme), PUBLISHED_TRAINING[scheme]["tree"]
        unknown = "the thesis's opponent is one of its own agents, which are not published; ours is another one"
        if payoffs:
            yield Claim(
                f"{scheme}: Tree wins {theirs:.1f} % against its training opponent, to within {LEVEL_MARGIN:g} points",
                "section 6.3",
                f"{theirs:.1f}",
                scaled(clipped(mean_of_runs(payoffs), 0.0, 1.0), 100),
                "percent",
                within(theirs, LEVEL_MARGIN),
                sample_unit="run",
                not_testable=unknown if scheme == "strong-op" else "",
                planned=evidence.planned_runs("tree", scheme),
            )


def _training_payoffs(evidence: Evidence, kind: str, scheme: str) -> list[float]:
    return [evidence.training[evolution.name] for evolution in evidence.select(kind, scheme)]


def _early(evidence: Evidence) -> Iterator[Claim]:
    """Linear is good fast: stronger after a fifth of the generations, each scheme with equal weight."""
    for kind in ("binary", "tree"):
        groups: list[tuple[float, list[float]]] = []
        for scheme in SCRATCH_SCHEMES:
            pair = [_early_strength(evidence, representation, scheme) for representation in ("linear", kind)]
            if all(pair):
                groups += [(1.0, pair[0]), (-1.0, pair[1])]
        if groups:
            schemes = len(groups) / 2
            yield Claim(
                f"Linear is good fast: after {100 * EARLY_SHARE:.0f} % of the generations it wins more than "
                f"{REPRESENTATION_TITLES[kind]}",
                "section 5.3, chapter 7",
                "a decent solution sooner",
                scaled(contrast_of_runs([(weight / schemes, values) for weight, values in groups]), 100),
                "points",
                sample_unit="run",
                planned=sum(evidence.planned_runs(each, *SCRATCH_SCHEMES) for each in ("linear", kind)),
            )


def _early_strength(evidence: Evidence, kind: str, scheme: str) -> list[float]:
    curves = [evidence.strength[item.name] for item in evidence.select(kind, scheme) if item.name in evidence.strength]
    return [curve[max(0, round(EARLY_SHARE * len(curve)) - 1)] for curve in curves]


def _always_above(evidence: Evidence) -> Iterator[Claim]:
    """Tree-from-Linear almost always above Linear-from-Linear, as the thesis measures it and by strength."""
    measures = {
        "against the own generations": {
            name: [played.against_all(generation).value for generation in range(played.count)]
            for name, played in evidence.self_play.items()
        },
        "against the agents of other bases": evidence.strength,
    }
    planned = evidence.planned_bases("tree-from-linear", "linear-from-linear")
    for opponents, curves in measures.items():
        gaps = _gaps_by_base(evidence, curves)
        if not gaps:
            continue
        if curves is evidence.strength:
            yield Claim(
                f"Tree-from-Linear is above Linear-from-Linear on average over all generations, {opponents}",
                "section 5.4, figure 5.3",
                "on average above",
                scaled(mean_of_runs([float(np.mean(gap)) for gap in gaps]), 100),
                "points",
                sample_unit="base",
                planned=planned,
            )
        shares = mean_of_runs([float(np.mean(np.array(gap) > 0)) for gap in gaps])
        yield Claim(
            f"Tree-from-Linear is almost always above Linear-from-Linear: in {100 * ALMOST_ALWAYS:.0f} % of the "
            f"generations or more, {opponents}",
            "section 5.4, figure 5.3",
            "almost constantly",
            scaled(clipped(shares, 0.0, 1.0), 100),
            "percent of the generations",
            at_least(100 * ALMOST_ALWAYS),
            sample_unit="base",
            planned=planned,
        )


def _gaps_by_base(evidence: Evidence, curves: dict[str, list[float]]) -> list[list[float]]:
    """Mean curve of the Tree-from-Linear agents of a base minus that of its Linear-from-Linear agents, by base."""
    means = []
    for kind in ("tree", "linear"):
        members = [item for item in evidence.select(kind, "from-linear") if item.name in curves]
        generations = zip(*(curves[item.name] for item in members), strict=True)
        means.append([means_by_base(members, values) for values in generations])
    bases = means[0][0] if all(means) else {}
    return [[tree[base] - linear[base] for tree, linear in zip(*means, strict=True)] for base in bases]


def _lengths(evidence: Evidence) -> Iterator[Claim]:
    lengths = _lengths_by_scheme(evidence)
    growth = [
        float(np.mean(series[-END_GENERATIONS:]) - np.mean(series[:END_GENERATIONS]))
        for series in lengths["progressive"]
    ]
    if growth:
        yield _length_claim(
            "better agents play longer: games of progressive evolutions grow",
            "section 6.1",
            "better agents tend to play longer",
            evidence.planned_runs(None, "progressive"),
            growth,
        )
    for scheme in FIXED_SCHEMES:
        if lengths[scheme] and lengths["progressive"]:
            planned = evidence.planned_runs(None, "progressive", scheme)
            first = _values_at(lengths["progressive"], 0), _values_at(lengths[scheme], 0)
            last = _values_at(lengths[scheme], -1), _values_at(lengths["progressive"], -1)
            yield _length_claim(
                f"{scheme} begins with shorter games than progressive", "section 6.3", "much shorter", planned, *first
            )
            yield _length_claim(
                f"{scheme} ends with longer games than progressive", "section 6.3", "longer", planned, *last
            )
    if lengths["weak-op"] and lengths["strong-op"]:
        planned = evidence.planned_runs(None, *FIXED_SCHEMES)
        means = ([float(np.mean(series)) for series in lengths[scheme]] for scheme in ("strong-op", "weak-op"))
        yield _length_claim(
            "weak-op plays shorter games than strong-op, so it is faster",
            "section 6.3",
            "as expected faster",
            planned,
            *means,
        )


def _equal_lengths(evidence: Evidence) -> Iterator[Claim]:
    """Games of a whole evolution take about as long in all schemes; decisions stand for time."""
    lengths = _lengths_by_scheme(evidence)
    for scheme in FIXED_SCHEMES:
        if lengths[scheme] and lengths["progressive"]:
            # Differences of logarithms are relative: 0.1 is about 10 %.
            ours, rivals = ([math.log(np.mean(series)) for series in lengths[name]] for name in (scheme, "progressive"))
            yield Claim(
                f"games of {scheme} and progressive evolutions are about equally long, to within "
                f"{100 * COMPARABLE:.0f} %",
                "section 6.1",
                "comparable",
                scaled(difference_of_runs(ours, rivals), 100),
                "percent",
                ClaimedRange(100 * math.log(1 - COMPARABLE), 100 * math.log(1 + COMPARABLE), closed=True),
                sample_unit="run",
                planned=evidence.planned_runs(None, "progressive", scheme),
            )


def _length_claim(
    statement: str,
    source: str,
    published: str,
    planned: int,
    one: Sequence[float],
    other: Sequence[float] | None = None,
) -> Claim:
    measured = mean_of_runs(one) if other is None else difference_of_runs(one, other)
    return Claim(statement, source, published, measured, DECISIONS_UNIT, sample_unit="run", planned=planned)


def _lengths_by_scheme(evidence: Evidence) -> dict[str, list[list[float]]]:
    return {
        scheme: [evidence.lengths[evolution.name] for evolution in evidence.select(None, scheme)]
        for scheme in SCRATCH_SCHEMES
    }


def _values_at(series: Sequence[Sequence[float]], index: int) -> list[float]:
    return [values[index] for values in series]
