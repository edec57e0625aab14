"""Claims of the thesis and their verdicts. They are about kinds of evolutions, so intervals are over evolutions; those
of agents that evolved from the same finished agent are over these base agents.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from ludus.stats import Estimate, difference_of_runs, mean_of_runs
from ludus.studies.claims import Claim, above, below_mark, judge_family, least_certain, scaled
from ludus.studies.locm_representation.config import AgentEvolution
from ludus.studies.locm_representation.results import SelfPlay, TournamentTable, published_table

REPRESENTATION_TITLES = {"linear": "Linear", "binary": "BinaryTree", "tree": "Tree"}
FIXED_SCHEMES = ("weak-op", "strong-op")
END_GENERATIONS = 5  # generations at either end of an evolution whose lengths are compared
LINEAR_GAIN, TREE_GAIN = 31, 20  # points gained from the first to the last generation, figure 5.2
LENGTH_SCHEMES = ("progressive", *FIXED_SCHEMES)
DECISIONS_UNIT = "decisions"
FAMILY = "claims of the thesis"


@dataclass(frozen=True)
class Evidence:
    """Data by which the claims are judged."""

    evolutions: list[AgentEvolution]
    tournament: TournamentTable
    self_play: dict[str, SelfPlay]
    lengths: dict[str, list[float]]  # decisions in a game, by evolution and generation
    training: dict[str, float]  # payoff against its own training opponent, by evolution
    published: dict[str, dict[str, float]] = field(default_factory=published_table)

    def select(self, representation: str | None = None, *schemes: str) -> list[AgentEvolution]:
        selected = [evolution for evolution in self.evolutions if representation in (None, evolution.representation)]
        return [evolution for evolution in selected if not schemes or evolution.scheme in schemes]


def make_claims(evidence: Evidence) -> list[Claim]:
    """Make all claims that the evolutions of this run can decide."""
    parts = (_representations, _from_linear, _schemes, _across, _gains, _progress, _forgetting)
    more = (_training, _lengths, _strength)
    claims = [claim for part in (*parts, *more) for claim in part(evidence)]
    bases = {evolution.start_from for evolution in evidence.evolutions if evolution.start_from}
    planned = {"run": len(evidence.evolutions), "base": len(bases), "deal": evidence.tournament.deals}
    return judge_family(FAMILY, claims, planned)


def _representations(evidence: Evidence) -> Iterator[Claim]:
    for scheme in ("progressive", *FIXED_SCHEMES):
        for other in ("binary", "tree"):
            yield from _stronger(evidence, f"linear-{scheme}", f"{other}-{scheme}", "section 5.3")


def _from_linear(evidence: Evidence) -> Iterator[Claim]:
    yield from _stronger(evidence, "tree-from-linear", "linear-from-linear", "section 5.4")


def _schemes(evidence: Evidence) -> Iterator[Claim]:
    for kind in REPRESENTATION_TITLES:
        yield from _stronger(evidence, f"{kind}-progressive", f"{kind}-strong-op", "section 6.3")
        yield from _stronger(evidence, f"{kind}-strong-op", f"{kind}-weak-op", "section 6.3")


def _across(evidence: Evidence) -> Iterator[Claim]:
    for kind in ("binary", "tree"):
        yield from _stronger(evidence, "linear-strong-op", f"{kind}-progressive", "section 6.3")


def _stronger(evidence: Evidence, one: str, other: str, source: str) -> Iterator[Claim]:
    first, second = evidence.tournament.find_row(one), evidence.tournament.find_row(other)
    if first is None or second is None:
        return
    a, b = (evidence.published[name]["global_average"] for name in (one, other))
    bases = _means_by_base(evidence, one), _means_by_base(evidence, other)
    difference: Estimate
    if bases[0] and bases[1]:  # agents from the same base are related
        difference, sample_unit = mean_of_runs([bases[0][base] - bases[1][base] for base in bases[0]]), "base"
    else:
        means = evidence.tournament.agent_means(first), evidence.tournament.agent_means(second)
        difference, sample_unit = difference_of_runs(*means), "run"
    yield Claim(
        f"{one} wins more than {other} in the tournament",
        f"{source}, Table 5.1",
        f"{a:.1f} against {b:.1f}: {a - b:+.1f} points",
        scaled(difference, 100),
        "points",
        sample_unit=sample_unit,
        effect=a - b,
    )


def _means_by_base(evidence: Evidence, row_name: str) -> dict[str, float]:
    """Mean payoff of the agents of a row that evolved from the same base; empty if they have none."""
    row = evidence.tournament.find_row(row_name)
    evolutions = [evolution for evolution in evidence.evolutions if evolution.row_name == row_name]
    payoffs: dict[str, list[float]] = {}
    for evolution, payoff in zip(evolutions, evidence.tournament.agent_means(row) if row else [], strict=True):
        if evolution.start_from:
            payoffs.setdefault(evolution.start_from, []).append(payoff)
    return {base: float(np.mean(values)) for base, values in payoffs.items()}


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
            )
        if progressive and fixed:
            yield Claim(
                f"{REPRESENTATION_TITLES[kind]} gains more in self-play when progressive than against a fixed opponent",
                "section 6.2",
                "definite against less significant",
                scaled(difference_of_runs(progressive, fixed), 100),
                "points",
                sample_unit="run",
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
            )


def _training(evidence: Evidence) -> Iterator[Claim]:
    theirs = {
        "weak-op": ("83.0 against 66.0 in Table 5.1; the text has them the other way round", 83.0 - 66.0),
        "strong-op": ("38.8 against 34.1", 38.8 - 34.1),
    }
    for scheme, (numbers, effect) in theirs.items():
        linear = [evidence.training[evolution.name] for evolution in evidence.select("linear", scheme)]
        binary = [evidence.training[evolution.name] for evolution in evidence.select("binary", scheme)]
        if linear and binary:
            yield Claim(
                f"{scheme}: Linear wins more against its training opponent than BinaryTree",
                "section 6.3",
                numbers,
                scaled(difference_of_runs(linear, binary), 100),
                "points",
                sample_unit="run",
                effect=effect,
            )


def _lengths(evidence: Evidence) -> Iterator[Claim]:
    lengths = {
        scheme: [evidence.lengths[evolution.name] for evolution in evidence.select(None, scheme)]
        for scheme in LENGTH_SCHEMES
    }
    growth = [
        float(np.mean(series[-END_GENERATIONS:]) - np.mean(series[:END_GENERATIONS]))
        for series in lengths["progressive"]
    ]
    if growth:
        yield Claim(
            "better agents play longer: games of progressive evolutions grow",
            "section 6.1",
            "better agents tend to play longer",
            mean_of_runs(growth),
            DECISIONS_UNIT,
            sample_unit="run",
        )
    for scheme in FIXED_SCHEMES:
        if lengths[scheme] and lengths["progressive"]:
            first = difference_of_runs(_values_at(lengths["progressive"], 0), _values_at(lengths[scheme], 0))
            last = difference_of_runs(_values_at(lengths[scheme], -1), _values_at(lengths["progressive"], -1))
            yield Claim(
                f"{scheme} begins with shorter games than progressive",
                "section 6.3",
                "much shorter",
                first,
                DECISIONS_UNIT,
                sample_unit="run",
            )
            yield Claim(
                f"{scheme} ends with longer games than progressive",
                "section 6.3",
                "longer",
                last,
                DECISIONS_UNIT,
                sample_unit="run",
            )
    if lengths["weak-op"] and lengths["strong-op"]:
        strong, weak = ([float(np.mean(series)) for series in lengths[scheme]] for scheme in ("strong-op", "weak-op"))
        yield Claim(
            "weak-op plays shorter games than strong-op, so it is faster",
            "section 6.3",
            "as expected faster",
            difference_of_runs(strong, weak),
            DECISIONS_UNIT,
            sample_unit="run",
        )


def _strength(evidence: Evidence) -> Iterator[Claim]:
    """Claim that no agent comes near Coac; judged by the strongest agent of each row, over deals."""
    coac = evidence.tournament.find_row("coac")
    if coac is None:
        return
    gaps = [
        scaled(below_mark(evidence.tournament.best_cell(row, coac), 0.5), 100)
        for row in evidence.tournament.rows
        if any(evolution.row_name == row.name for evolution in evidence.evolutions)
    ]
    if gaps:
        yield Claim(
            "evolved agents lose to Coac: the best of every kind wins less than half",
            "Table 5.1",
            "4.8 to 16.0 of 100",
            least_certain(gaps),
            "points below one half, the strongest kind",
            sample_unit="deal",
            parts=tuple((gap, above(0.0)) for gap in gaps),
        )


def _values_at(series: Sequence[Sequence[float]], index: int) -> list[float]:
    return [values[index] for values in series]


def _finite(values: Sequence[float]) -> list[float]:
    return [value for value in values if math.isfinite(value)]
