"""Claims of the paper and their verdicts. A claim holds or fails if the whole 95 % interval says so or, if it is about
the sets themselves, if they do or do not have the claimed property; else it is undecided. Missing significance proves
nothing in fewer runs than the paper had, and smaller runs prove nothing about evolution.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from ludus.lab.report import State
from ludus.stats import Estimate, difference_of_runs, mean_of_runs
from ludus.studies.dominion_cards.card_claims import about_cards
from ludus.studies.dominion_cards.claim import Claim, judged
from ludus.studies.dominion_cards.config import ALL
from ludus.studies.dominion_cards.findings import Evolutions, Findings
from ludus.studies.dominion_cards.growth import student
from ludus.studies.dominion_cards.numbers import RUNS, SIGNIFICANT
from ludus.studies.dominion_cards.published import published
from ludus.studies.dominion_cards.work import NOBODY

NEARLY = 0.05  # tolerance around one half for nearly equal players
WEAK = 0.1  # a win rate below this is a very poor performance
CONVERGED = (15, 18)  # generations
COMBINATIONS = 2e15
SMALLER = "these runs are smaller than the paper's"
GROWS, SAME = "grows significantly", "does not change significantly"


def judge(found: Findings) -> list[Claim]:
    """Make all claims of the paper."""
    of_runs = [claim for part in (_growth, _formula, _convergence, _lead, about_cards) for claim in part(found)]
    if not found.settings.paper_size:
        of_runs = [replace(claim, ours=f"{claim.ours}; {SMALLER}", state="undecided") for claim in of_runs]
    return [*_size(found), *_players(found), *of_runs]


def _size(found: Findings) -> Iterator[Claim]:
    yield Claim(
        "more than 2 quadrillion combinations of card sets are possible with the base game",
        "section II",
        "2,000,000,000,000,000",
        f"ten of {found.pool.size} cards are {found.pool.count:,} sets",
        "holds" if found.pool.count >= COMBINATIONS else "fails",
    )


@dataclass(frozen=True)
class _Pairs:
    """Payoffs of the three match-ups for the first player named, a draw counting half."""

    earl_drew: Estimate
    fn_drew: Estimate
    earl_fn: Estimate


def _players(found: Findings) -> Iterator[Claim]:
    fn = found.settings.fn
    pairs = _Pairs(
        found.meeting("drew", "earl").share(1), found.meeting("drew", fn).share(1), found.meeting("earl", fn).share(0)
    )
    printed = {meeting.players: _printed_share(meeting.won) for meeting in published().table_2}
    source = "table II, section VI"
    yield Claim(
        f"Drew and Earl are nearly equal: neither wins {100 * (0.5 + NEARLY):.0f} % or more",
        source,
        f"Earl {100 * (1 - printed['drew', 'earl']):.1f} %",
        f"Earl {pairs.earl_drew.in_percent()}",
        _inside(pairs.earl_drew, 0.5 - NEARLY, 0.5 + NEARLY),
    )
    theirs = f"F-N {100 * (1 - printed['drew', 'fynbo-nellemann']):.1f} %"
    yield judged("Fynbo-Nellemann beats Drew", source, theirs, pairs.fn_drew, 0.5, "of the games", percent=True)
    theirs = f"Earl {100 * printed['earl', 'fynbo-nellemann']:.1f} %"
    yield judged("Earl beats Fynbo-Nellemann", source, theirs, pairs.earl_fn, 0.5, "of the games", percent=True)
    yield _transitive(pairs)
    different = all(
        estimate.low > 0.5 or estimate.high < 0.5 for estimate in (pairs.earl_drew, pairs.fn_drew, pairs.earl_fn)
    )
    yield Claim(
        "the three players differ: each pair has one who wins more",
        "section V",
        "win rates differ",
        f"Earl {pairs.earl_drew.in_percent()} against Drew; F-N {pairs.fn_drew.in_percent()} against Drew; Earl "
        f"{pairs.earl_fn.in_percent()} against F-N",
        "holds" if different else "undecided",
    )
    shares = {name: found.meeting(name, NOBODY).share(1) for name in ("drew", "earl", fn)}
    yield Claim(
        f"the random player is very weak: it wins less than {100 * WEAK:.0f} % against each of the others",
        "section IV",
        "very poor performance",
        "; ".join(f"{estimate.in_percent()} against {name}" for name, estimate in shares.items()),
        _all_below(list(shares.values()), WEAK),
    )


def _transitive(pairs: _Pairs) -> Claim:
    """Claim that skill is not transitive: Earl beats F-N, F-N beats Drew, Drew beats Earl, or the reverse."""
    links = (pairs.earl_fn, pairs.fn_drew, Estimate(*_turned(pairs.earl_drew), pairs.earl_drew.count))
    if all(estimate.low > 0.5 for estimate in links) or all(estimate.high < 0.5 for estimate in links):
        state: State = "holds"
    elif all(estimate.low > 0.5 or estimate.high < 0.5 for estimate in links):
        state = "fails"
    else:
        state = "undecided"
    return Claim(
        "playing skill is not transitive: the three players beat each other in a circle",
        "section VI",
        "Earl beats F-N, F-N beats Drew, Drew and Earl nearly equal; but by Table II Earl beats Drew, too",
        f"Earl {pairs.earl_fn.in_percent()} against F-N, F-N {pairs.fn_drew.in_percent()} against Drew, Drew "
        f"{links[2].in_percent()} against Earl",
        state,
    )


def _growth(found: Findings) -> Iterator[Claim]:
    grown: dict[str, bool | None] = {}
    for name in ALL:
        runs, printed = found.main(name), published().experiments[name]
        p = None if runs is None else student(runs.first, runs.last)
        if runs is None or p is None:
            continue
        difference, enough = difference_of_runs(runs.last, runs.first), len(runs.last) >= RUNS[runs.experiment.kind]
        says, measured = _trend(printed.p, printed.last - printed.first), _trend(p, difference.value)
        grown[name] = measured == GROWS if measured != SAME or enough else None
        yield Claim(
            f"{name}: fitness {says}",
            "table I",
            f"{printed.first} to {printed.last}, p {'<' if printed.p < 0.001 else '='} {printed.p}",
            f"{difference.value:+.4f} [{difference.low:+.4f}, {difference.high:+.4f}], p = {p:.2g}, "
            f"{len(runs.last)} runs",
            "undecided" if measured == SAME and not enough else "holds" if measured == says else "fails",
        )
    if grown:
        yield _all_grow(grown)


def _trend(p: float, difference: float) -> str:
    if p >= SIGNIFICANT:
        return SAME
    return GROWS if difference > 0 else "falls significantly"


def _all_grow(grown: dict[str, bool | None]) -> Claim:
    missing = [name for name, grew in grown.items() if grew is False]
    sure = len(grown) == len(ALL) and all(grown.values())
    return Claim(
        "there is significant fitness growth in all experiments",
        "table I, caption (section V C says otherwise of f)",
        "all nine",
        f"in {sum(flag is True for flag in grown.values())} of {len(grown)} experiments that were run"
        + (f"; not in {', '.join(missing)}" if missing else ""),
        "fails" if missing else "holds" if sure else "undecided",
    )


def _formula(found: Findings) -> Iterator[Claim]:
    """Claim that the printed formula produced the first generation's maximum of 1 - f_s."""
    for name in ("max-earl-drew", "min-earl-drew"):
        runs, printed = found.main(name), published().experiments[name]
        if runs is None:
            continue
        ours = {measure: mean_of_runs(runs.first_maxima(measure)) for measure in ("skill", "skill-computed")}
        near = {m: abs(estimate.value - printed.first) for m, estimate in ours.items()}
        yield Claim(
            f"{name}: the fitness is the printed formula, the mean of (h - l) / h over games",
            "section III A, table I",
            f"best of the first generation {printed.first}",
            f"{_plain(ours['skill'])} by the formula, {_plain(ours['skill-computed'])} by the difference of mean "
            "points over the higher mean",
            _nearer(near["skill"], near["skill-computed"]),
        )


def _nearer(one: float, other: float) -> State:
    """Whether the first of two formulas is clearly nearer to the printed number than the other."""
    return "fails" if one > 3 * other else "holds" if other > 3 * one else "undecided"


def _convergence(found: Findings) -> Iterator[Claim]:
    low, high = CONVERGED
    for runs in found.of_kind("max"):
        generations = runs.settled()
        mean = mean_of_runs([float(g) for g in generations])
        if not math.isfinite(mean.low):
            state: State = "undecided"
        elif mean.high < low or mean.low > high:
            state = "fails"
        else:
            state = "holds" if low <= mean.value <= high else "undecided"
        text = f"95 % of the growth by generation {_plain(mean, 1)} of {len(runs.notes[0])}, {len(generations)} runs"
        yield Claim(
            f"{runs.experiment.name}: the maximum converges at the 15th to 18th generation",
            "section V A, figure 3",
            "approximately 15 to 18 of 30",
            text if generations else "no run grew",
            state,
        )


def _lead(found: Findings) -> Iterator[Claim]:
    leads = found.of_kind("lead")
    if len(leads) > 1:
        pairs = list(combinations(leads, 2))
        apart = [difference_of_runs(a.last, b.last) for a, b in pairs]
        clear = [item.low > 0 or item.high < 0 for item in apart]
        yield Claim(
            "the values of f differ substantially between the players",
            "section V C",
            "last generations 0.24 (Earl), 0.62 (F-N), 0.05 (Drew)",
            "last generations "
            + ", ".join(f"{_plain(mean_of_runs(item.last))} ({item.experiment.name})" for item in leads),
            "holds" if all(clear) else "undecided",
        )
    overlaps = {kind: _overlap(found.of_kind(kind)) for kind in ("max", "min", "lead")}
    for kind in ("max", "min"):
        if overlaps["lead"] and overlaps[kind]:
            more = difference_of_runs(overlaps[kind], overlaps["lead"])
            yield judged(
                f"sets for f are more diverse between players than sets of {kind}",
                "section V C, table III",
                f"cards in common {_printed_overlap(found, 'lead'):.1f} against {_printed_overlap(found, kind):.1f}",
                more,
                0.0,
                "cards more in common",
            )


def _overlap(kinds: Sequence[Evolutions]) -> list[float]:
    """Mean number of cards that the sets of two experiments share, by repetition."""
    if len(kinds) < 2:
        return []
    overlaps = []
    for sets in zip(*(item.kingdoms for item in kinds), strict=False):
        if all(sets):
            overlaps.append(_common([set(item) for item in sets]))
    return overlaps


def _printed_overlap(found: Findings, kind: str) -> float:
    return _common([set(found.printed_set(name)) for name in ALL if name.startswith(kind)])


def _common(sets: list[set[int]]) -> float:
    pairs = list(combinations(sets, 2))
    return sum(len(a & b) for a, b in pairs) / len(pairs)


def _printed_share(won: tuple[int, int]) -> float:
    """Payoff of the first player from wins that count draws for both."""
    return 0.5 + (won[0] - won[1]) / 2 / 50_000


def _turned(each: Estimate) -> tuple[float, float, float]:
    return 1 - each.value, 1 - each.high, 1 - each.low


def _inside(each: Estimate, low: float, high: float) -> State:
    if low < each.low and each.high < high:
        return "holds"
    return "fails" if each.high < low or each.low > high else "undecided"


def _all_below(shares: list[Estimate], limit: float) -> State:
    if all(payoff.high < limit for payoff in shares):
        return "holds"
    return "fails" if any(payoff.low > limit for payoff in shares) else "undecided"


def _plain(each: Estimate, digits: int = 3) -> str:
    if not math.isfinite(each.low):
        return f"{each.value:.{digits}f}"
    return f"{each.value:.{digits}f} [{each.low:.{digits}f}, {each.high:.{digits}f}]"
