"""Claims of the thesis about strength and progress, and their verdicts.

They are about kinds of evolutions, so intervals are over evolutions; those of agents that evolved from the same
finished agent are over these base agents. Claims about training opponents, lengths of games and early generations are
in `claims_about_training`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ludus.stats import Estimate, contrast_of_runs, difference_of_runs, mean_of_runs
from ludus.studies.claims import Claim, above, below_mark, judge_family, scaled, within
from ludus.studies.locm_representation import claims_about_training
from ludus.studies.locm_representation.results import FIXED_SCHEMES, REPRESENTATION_TITLES, Evidence

LINEAR_GAIN, TREE_GAIN = 31, 20  # points gained from the first to the last generation, figure 5.2
GAP_MARGIN = 2.0  # points; gaps with the strong opponent are about 4, the next smallest of the thesis is 6.6
FAMILY = "claims of the thesis"
STRONGEST_KIND = "tree-from-linear"
STRONGEST = "Trees from a finished Linear agent are the strongest: they win more than every other kind"


def make_claims(evidence: Evidence) -> list[Claim]:
    """Make all claims that the evolutions of this run can decide."""
    parts = (_representations, _strong_opponent_gaps, _from_linear, _schemes, _across, _gains, _progress, _forgetting)
    claims = [claim for part in parts for claim in part(evidence)]
    claims += [*claims_about_training.make_claims(evidence), *_strength(evidence)]
    return judge_family(FAMILY, claims, {"deal": evidence.tournament.settings.tournament_rounds})


def _representations(evidence: Evidence) -> Iterator[Claim]:
    for scheme in ("progressive", *FIXED_SCHEMES):
        for other in ("binary", "tree"):
            yield from _stronger(evidence, f"linear-{scheme}", f"{other}-{scheme}", "section 5.3")


def _strong_opponent_gaps(evidence: Evidence) -> Iterator[Claim]:
    """Gaps between representations with strong-op: about 4 points, and smaller than with the other schemes."""
    for other in ("binary", "tree"):
        for claim in _stronger(evidence, "linear-strong-op", f"{other}-strong-op", "section 5.3"):
            assert claim.effect is not None
            yield Claim(
                f"strong-op: Linear is about 4 points ahead of {REPRESENTATION_TITLES[other]}, to within 2",
                claim.source,
                claim.published,
                claim.measured,
                claim.unit,
                within(claim.effect, GAP_MARGIN),
                sample_unit=claim.sample_unit,
                planned=claim.planned,
            )
    for scheme in ("weak-op", "progressive"):
        gaps = [_gap_groups(evidence, name) for name in (scheme, "strong-op")]
        if all(gaps):
            theirs = [_published_gap(evidence, name) for name in (scheme, "strong-op")]
            groups = [*gaps[0], *((-weight, values) for weight, values in gaps[1])]
            yield Claim(
                f"Linear is ahead of the trees by more with {scheme} than with strong-op",
                "section 5.3, Table 5.1",
                f"ahead of their mean by {theirs[0]:.1f} and {theirs[1]:.1f}: {theirs[0] - theirs[1]:+.1f} points",
                scaled(contrast_of_runs(groups), 100),
                "points",
                sample_unit="run",
                effect=theirs[0] - theirs[1],
                planned=evidence.planned_runs(None, scheme, "strong-op"),
            )


def _gap_groups(evidence: Evidence, scheme: str) -> list[tuple[float, list[float]]]:
    """Weights and payoffs of Linear minus the mean of both trees; empty if one of them is missing."""
    groups = []
    for kind, weight in (("linear", 1.0), ("binary", -0.5), ("tree", -0.5)):
        row = evidence.tournament.find_row(f"{kind}-{scheme}")
        if row is None:
            return []
        groups.append((weight, evidence.tournament.agent_means(row)))
    return groups


def _published_gap(evidence: Evidence, scheme: str) -> float:
    linear, *trees = (evidence.published[f"{kind}-{scheme}"]["global_average"] for kind in REPRESENTATION_TITLES)
    return linear - sum(trees) / len(trees)


def _from_linear(evidence: Evidence) -> Iterator[Claim]:
    yield from _stronger(evidence, "tree-from-linear", "linear-from-linear", "section 5.4")
    for kind in ("linear", "tree"):
        yield from _stronger(evidence, f"{kind}-from-linear", "linear-progressive", "section 5.4")
    rows = sorted({evolution.row_name for evolution in evidence.evolutions})
    if STRONGEST_KIND in rows:
        others = tuple(row for row in rows if row != STRONGEST_KIND)
        leads = [scaled(_lead(evidence, STRONGEST_KIND, row)[0], 100) for row in others]
        yield Claim(
            STRONGEST,
            "section 5.4, Table 5.1",
            "60.3, the highest mean of an evolved kind",
            None,
            "points ahead",
            sample_unit="base",
            parts=tuple((lead, above(0.0)) for lead in leads),
            part_names=others,
            planned=max((evidence.planned_bases(STRONGEST_KIND, row) for row in others), default=0),
        )


def _schemes(evidence: Evidence) -> Iterator[Claim]:
    for kind in REPRESENTATION_TITLES:
        yield from _stronger(evidence, f"{kind}-progressive", f"{kind}-strong-op", "section 6.3")
        yield from _stronger(evidence, f"{kind}-strong-op", f"{kind}-weak-op", "section 6.3")


def _across(evidence: Evidence) -> Iterator[Claim]:
    for kind in ("binary", "tree"):
        yield from _stronger(evidence, "linear-strong-op", f"{kind}-progressive", "section 6.3")


def _stronger(evidence: Evidence, one: str, other: str, source: str) -> Iterator[Claim]:
    if evidence.tournament.find_row(one) is None or evidence.tournament.find_row(other) is None:
        return
    a, b = (evidence.published[name]["global_average"] for name in (one, other))
    difference, sample_unit = _lead(evidence, one, other)
    yield Claim(
        f"{one} wins more than {other} in the tournament",
        f"{source}, Table 5.1",
        f"{a:.1f} against {b:.1f}: {a - b:+.1f} points",
        scaled(difference, 100),
        "points",
        sample_unit=sample_unit,
        effect=a - b,
        planned=evidence.planned_bases(one, other),
    )


def _lead(evidence: Evidence, one: str, other: str) -> tuple[Estimate, str]:
    """How much more one row wins than another, and the unit: agents of the same base are related and paired."""
    tournament = evidence.tournament
    first, second = (tournament.base_means(row) for name in (one, other) if (row := tournament.find_row(name)))
    if first.keys() == second.keys():
        return mean_of_runs([first[base] - second[base] for base in first]), "base"
    started = {evolution.row_name for evolution in evidence.evolutions if evolution.start_from}
    sample_unit = "base" if started & {one, other} else "run"
    return difference_of_runs(list(first.values()), list(second.values())), sample_unit


def _gains(evidence: Evidence) -> Iterator[Claim]:
    schemes = ("progressive", *FIXED_SCHEMES)
    linear = [evidence.self_play[evolution.name].gain().value for evolution in evidence.select("linear", *schemes)]
    for kind in ("binary", "tree"):
        trees = [evidence.self_play[evolution.name].gain().value for evolution in evidence.select(kind, *schemes)]
        if linear and trees:
            yield Claim(
                f"from the first to the last generation Linear gains more than {REPRESENTATION_TITLES[kind]}, over "
                "all schemes",
                "section 5.2, figure 5.2",
                "over 31 points against about 20",
                scaled(difference_of_runs(linear, trees), 100),
                "points",
                sample_unit="run",
                effect=LINEAR_GAIN - TREE_GAIN,
                planned=sum(evidence.planned_runs(each, *schemes) for each in ("linear", kind)),
            )


def _progress(evidence: Evidence) -> Iterator[Claim]:
    later = {evolution.name: evidence.self_play[evolution.name].later_wins().value for evolution in evidence.evolutions}
    for kind in REPRESENTATION_TITLES:
        progressive = [later[evolution.name] for evolution in evidence.select(kind, "progressive")]
        fixed = [later[evolution.name] for evolution in evidence.select(kind, *FIXED_SCHEMES)]
        if progressive:
            yield Claim(
                f"progressive {REPRESENTATION_TITLES[kind]}: later generations beat earlier ones",
                "section 5.2, figure 5.1",
                "a green triangle",
                scaled(mean_of_runs([share - 0.5 for share in progressive]), 100),
                "points above one half",
                sample_unit="run",
                planned=evidence.planned_runs(kind, "progressive"),
            )
        if progressive and fixed:
            yield Claim(
                f"{REPRESENTATION_TITLES[kind]} gains more in self-play when progressive than against a fixed opponent",
                "section 6.2",
                "definite against less significant",
                scaled(difference_of_runs(progressive, fixed), 100),
                "points",
                sample_unit="run",
                planned=evidence.planned_runs(kind, "progressive", *FIXED_SCHEMES),
            )
    steps = {
        kind: _finite(
            [evidence.self_play[evolution.name].largest_step() for evolution in evidence.select(kind, "progressive")]
        )
        for kind in REPRESENTATION_TITLES
    }
    for kind in ("binary", "tree"):
        if evidence.select("linear", "progressive") and evidence.select(kind, "progressive"):
            without = [
                REPRESENTATION_TITLES[representation]
                for representation in ("linear", kind)
                if not steps[representation]
            ]
            yield Claim(
                f"progressive {REPRESENTATION_TITLES[kind]} leaps where Linear climbs: its largest step is more of "
                "its gain",
                "section 5.2",
                "larger but sporadic leaps",
                None if without else difference_of_runs(steps[kind], steps["linear"]),
                f"no progressive evolution of {' or '.join(without)} gained anything" if without else "of the gain",
                sample_unit="run",
                planned=sum(evidence.planned_runs(each, "progressive") for each in ("linear", kind)),
            )


def _forgetting(evidence: Evidence) -> Iterator[Claim]:
    counts = {
        scheme: [
            float(len(evidence.self_play[evolution.name].weaker_generations()))
            for evolution in evidence.select(None, scheme)
        ]
        for scheme in ("progressive", *FIXED_SCHEMES)
    }
    for scheme in ("progressive", "strong-op"):
        if counts["weak-op"] and counts[scheme]:
            yield Claim(
                f"weak-op forgets more often than {scheme}",
                "section 6.2, figure 5.1",
                "bold red stripes in all three weak-op heat maps, exceptional elsewhere",
                difference_of_runs(counts["weak-op"], counts[scheme]),
                "generations an evolution",
                sample_unit="run",
                planned=evidence.planned_runs(None, "weak-op", scheme),
            )


def _strength(evidence: Evidence) -> Iterator[Claim]:
    """Claim that no agent comes near Coac; judged by the strongest agent of each row, over deals."""
    coac = evidence.tournament.find_row("coac")
    if coac is None:
        return
    gaps = {
        row.name: scaled(below_mark(evidence.tournament.best_cell(row, coac), 0.5), 100)
        for row in evidence.tournament.rows
        if any(evolution.row_name == row.name for evolution in evidence.evolutions)
    }
    if gaps:
        yield Claim(
            "evolved agents lose to Coac: the best of every kind wins less than half",
            "Table 5.1",
            "4.8 to 16.0 of 100",
            None,
            "points below one half",
            sample_unit="deal",
            parts=tuple((gap, above(0.0)) for gap in gaps.values()),
            part_names=tuple(gaps),
        )


def _finite(values: Sequence[float]) -> list[float]:
    return [value for value in values if math.isfinite(value)]
