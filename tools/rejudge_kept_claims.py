"""Judges the kept tables of studies again, from the numbers in them, and lists all verdicts that change.

    python tools/rejudge_kept_claims.py --to benchmarks/verdict-changes.csv

The tables under benchmarks/ were made by an earlier judge: 95 % intervals without correction, printed numbers that held
if they were inside an interval, counts of three best sets. Nothing is played again here. Where a table does not hold
what the present judge needs, `after` is `not kept`, and `missing` says what; a new run of the study decides these rows.
"""

from __future__ import annotations

import argparse
import csv
import io
import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ludus.stats import Estimate, difference, difference_of_runs, mean_of_runs, proportion, simultaneous_interval
from ludus.stats.distributions import student_t_quantile
from ludus.studies.claims import (
    Claim,
    ClaimedRange,
    above,
    apart_from,
    at_least,
    at_most,
    below,
    judge_all,
    judge_family,
    within,
)
from ludus.studies.delve_trees.claims import NEGLIGIBLE, OWN_GOAL
from ludus.studies.dominion_card_evolution.claims import ALWAYS_SHARE, CONVERGED, GROWS_ANYWAY, TWICE_SHARE
from ludus.studies.dominion_card_evolution.published import PAPER_GAMES, published
from ludus.studies.dominion_card_evolution.results import (
    FITNESS_MARGINS,
    NO_QUANTITY,
    PAPER_RUNS,
    SPREAD_FACTOR,
    WIN_RATE_MARGIN,
    learned_from_rivals,
    published_mean,
    standard_deviation_interval,
)
from ludus.studies.platformer_difficulty.claims import AMONG_ALL, FIVE_CHALLENGES, equals_printed
from ludus.studies.platformer_difficulty.published import PRINTED_NUMBERS
from ludus.studies.platformer_difficulty.tables import CELL_MARGIN

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
COLUMNS = (
    *("table", "row", "before", "after", "reason", "measured", "low", "high", "corrected_low", "corrected_high"),
    *("sample_unit", "size", "comparisons", "missing"),
)
NUMBER = r"([+-]?\d+(?:\.\d+)?)"
INTERVAL = re.compile(rf"{NUMBER}(?: %)? \[{NUMBER}, {NUMBER}\]")
PLENTY = 10**9  # planned units: kept runs are over
POSITIVE = above(0.0)
Row = dict[str, str]


@dataclass(frozen=True)
class KeptRow:
    """A row of a kept table with the claim that it makes; `missing` is what the table lacks to judge it."""

    name: str
    before: str
    claim: Claim
    missing: str = ""
    reason: str = ""
    most_freedom: float | None = None  # if the degrees of freedom are not kept: the most there can be


@dataclass(frozen=True)
class Change:
    """A row whose verdict changes, or cannot be judged again."""

    table: str
    row: KeptRow
    claim: Claim
    after: str
    note: str

    def cells(self) -> list[Any]:
        measured = self.claim.measured if isinstance(self.claim.measured, Estimate) and not self.row.missing else None
        numbers: list[Any] = [""] * 5
        sampled = self.claim.is_sampled
        if measured and math.isfinite(measured.high - measured.low):
            corrected = simultaneous_interval(measured, self.claim.comparisons)
            bounds = (corrected.low, corrected.high) if sampled else ()
            shown = [f"{value:.4g}" for value in (measured.value, measured.low, measured.high, *bounds)]
            numbers = [*shown, *numbers[len(shown) :]]
        size = self.claim.size if sampled and not self.row.missing else ""
        missing = self.row.missing or self.note
        rest = [self.claim.sample_unit, size or "", self.claim.comparisons if sampled else "", missing]
        return [self.table, self.row.name, self.row.before, self.after, _reason(self), *numbers, *rest]


def rejudge() -> tuple[list[Change], dict[str, Counter[str]]]:
    """Judge all kept tables again.

    Returns:
        The rows that change or are not kept, and for each table how often a verdict became another.
    """
    changes, moves = [], {}
    for table, read in TABLES.items():
        rows = list(read(table))
        claims = judge_family(table, [row.claim for row in rows], dict.fromkeys(UNITS, PLENTY))
        moves[table] = Counter[str]()
        for row, claim in zip(rows, claims, strict=True):
            after = "not kept" if row.missing else _named(claim.verdict, row.before)
            moves[table][f"{row.before} -> {after}"] += 1
            if after != row.before:
                changes.append(Change(table, row, claim, after, _freedom_note(row, claim)))
    return changes, moves


UNITS = ("base", "run", "deal", "deck", "kingdom", "level", "room", "player", "tree", "card")


def _freedom_note(row: KeptRow, claim: Claim) -> str:
    """What the verdict would be with the most degrees of freedom, if that is another one."""
    if row.most_freedom is None or not isinstance(claim.measured, Estimate):
        return ""
    freest = replace(claim, measured=replace(claim.measured, freedom=row.most_freedom)).verdict
    if freest == claim.verdict:
        return ""
    return f"degrees of freedom, {claim.measured.freedom:g} to {row.most_freedom:g}: with the most it {freest}"


def _named(verdict: str, before: str) -> str:
    """The verdict in the words of the table."""
    if before in ("better", "worse", "no difference"):
        undecided = before if before == "no difference" else "undecided"
        return {"holds": "better", "fails": "worse"}.get(verdict, undecided)
    if before in ("ahead", "tie"):
        return "ahead" if verdict == "holds" else "tie"
    return verdict


def _reason(change: Change) -> str:
    row, claim = change.row, change.claim
    if row.missing:
        return "the claim is about another number now"
    if claim.calibration or claim.not_testable:
        return claim.calibration or claim.not_testable
    if row.reason:
        return row.reason
    if claim.claimed.margin is not None and not claim.claimed.outside:
        return f"equality needs an interval within the margin of {claim.claimed.margin:g}"
    return f"corrected for {claim.comparisons} comparisons"


def _lines(path: str) -> list[Row]:
    with (BENCHMARKS / path).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _number(text: str, count: int, freedom: float = math.inf, wider: float = 1.0) -> Estimate | None:
    """The first number with an interval in a reason, after `Here:` if that occurs; None if there is none."""
    found = INTERVAL.search(text, max(text.find("Here:"), 0))
    if found is None:
        return None
    value, low, high = map(float, found.groups())
    return Estimate(value, value - wider * (value - low), value + wider * (high - value), count, freedom)


def _columns(line: Row, name: str, count: int, freedom: float = math.inf) -> Estimate:
    """A number of a table with its interval, in three columns."""
    return _texts([line[name], line[f"{name}_low"], line[f"{name}_high"]], count, freedom)


def _texts(texts: Sequence[str | Any], count: int, freedom: float = math.inf) -> Estimate:
    """A number with its interval, from three texts."""
    value, low, high = map(float, texts)
    return Estimate(value, low, high, count, freedom)


def _claim(
    name: str, measured: Estimate | str | None, unit: str, claimed: ClaimedRange = POSITIVE, **more: Any
) -> Claim:
    return Claim(name, "", "", measured, "", claimed, sample_unit=unit, **more)


def _unknown(name: str, unit: str) -> Claim:
    """A claim that a table does not let us judge; it is one of the comparisons."""
    return _claim(name, Estimate(0.0, -math.inf, math.inf, 2), unit)


def _plain(
    table: str, unit: str, count: int, freedom: float = math.inf, wider: float = 1.0, file: str = "tables/claims.csv"
) -> Iterator[KeptRow]:
    """Claims that a number is above zero, all with the same sample."""
    for line in _lines(f"{table}/{file}"):
        measured = _number(line["because"], count, freedom, wider)
        yield KeptRow(line["claim"], line["verdict"], _claim(line["claim"], measured, unit))


def _locm(table: str) -> Iterator[KeptRow]:
    means: dict[str, list[float]] = {}
    for line in _lines(f"{table}/tables/agents.csv"):
        means.setdefault(line["evolution"].rpartition("-")[0], []).append(float(line["tournament"]))
    for line in _lines(f"{table}/tables/claims.csv"):
        name, reason = line["claim"], ""
        if pair := re.fullmatch(r"(\S+) wins more than (\S+) in the tournament", name):
            one, other = (means[kind] for kind in pair.groups())
            if "from-linear" in pair[1] and "from-linear" in pair[2]:
                bases = np.reshape(one, (4, 2)).mean(axis=1) - np.reshape(other, (4, 2)).mean(axis=1)
                measured, unit, reason = mean_of_runs(100 * bases), "base", "agents of one base are related: 4 bases"
            else:  # columns weigh otherwise in the claim than in agents.csv; the degrees of freedom are about the same
                found = _number(line["because"], 8, difference_of_runs(one, other).freedom)
                assert found is not None
                measured, unit = found, "run"
            yield KeptRow(name, line["verdict"], _claim(name, measured, unit), reason=reason)
        elif "lose to Coac" in name:
            missing = "deals of the best agent of each kind against Coac"
            yield KeptRow(name, line["verdict"], _unknown(name, "deal"), missing)
        else:
            counts = next(counts for word, counts in LOCM_SIZES.items() if word in name)
            yield _by_freedom(line, sum(counts), counts, "run")


# Runs on either side of a claim, by words of the claim; one number: a mean
LOCM_SIZES = {
    "over all schemes": (12, 12),
    "later generations beat": (4,),
    "gains more in self-play": (4, 8),
    "leaps where": (4, 4),
    "forgets more": (12, 12),
    "training opponent": (4, 4),
    "play longer": (12,),
    "begins with": (12, 12),
    "ends with": (12, 12),
    "so it is faster": (12, 12),
}


def _by_freedom(line: Row, count: int, sides: tuple[int, ...], unit: str) -> KeptRow:
    """A difference of runs: Welch's degrees of freedom are not kept, so the least are taken."""
    least, most = min(sides) - 1, sum(sides) - len(sides)
    measured = _number(line["because"], count, least)
    return KeptRow(line["claim"], line["verdict"], _claim(line["claim"], measured, unit), most_freedom=most)


def _variants(table: str) -> Iterator[KeptRow]:
    for line in _lines(f"{table}/tables/claims.csv"):
        found = INTERVAL.search(line["because"].replace(" points", ""))
        assert found is not None
        measured = _texts(found.groups(), 8, 3.0)
        yield KeptRow(line["claim"], line["verdict"], _claim(line["claim"], measured, "run"))


def _dominion_claims(table: str) -> Iterator[KeptRow]:
    trained = learned_from_rivals("fynbo-nellemann")
    runs = {(line["experiment"], line["form"]): int(line["runs"]) for line in _lines(f"{table}/tables/growth.csv")}
    for line in _lines(f"{table}/tables/claims.csv"):
        name, before, text = line["claim"], line["verdict"], line["because"]
        if "quadrillion" in name:
            yield KeptRow(name, before, _claim(name, None, "all", state="fails"))
        elif "nearly equal" in name:
            yield KeptRow(name, before, _claim(name, _number(text, 50_000), "kingdom", ClaimedRange(45, 55)))
        elif "Fynbo-Nellemann" in name or "transitive" in name or "three players differ" in name:
            yield KeptRow(name, before, _claim(name, _number(text, 50_000), "kingdom", not_testable=trained))
        elif "random player" in name:
            measured = Estimate(0.1, 0.1, 0.2, 50_000)
            yield KeptRow(name, before, _claim(name, measured, "kingdom", below(10.0)))
        elif (
            "fitness grows" in name or "fitness does not" in name or "fitness falls" in name or "growth in all" in name
        ):
            yield KeptRow(name, before, _claim(name, None, "run", not_testable=GROWS_ANYWAY))
        elif "printed formula" in name:
            experiment = name.partition(":")[0]
            kind, printed = experiment.partition("-")[0], published().experiments[experiment]
            ours = _number(text, runs[experiment, "paper"], runs[experiment, "paper"] - 1)
            assert ours is not None
            gap = difference(published_mean(printed.first, printed.first_sd, PAPER_RUNS[kind]), ours)
            yield KeptRow(name, before, _claim(name, gap, "run", within(0.0, FITNESS_MARGINS[kind])))
        elif "converges at" in name:
            count = runs[name.partition(":")[0], "paper"]
            text = text.replace("95 % of the growth by generation ", "")
            yield KeptRow(name, before, _claim(name, _number(text, count, count - 1), "run", ClaimedRange(*CONVERGED)))
        elif "values of f differ" in name:
            found = [_texts(match, 5, 4.0) for match in INTERVAL.findall(text)]
            gaps = [difference(one, other) for k, one in enumerate(found) for other in found[:k]]
            parts = tuple((gap, apart_from(0.0, 0.05)) for gap in gaps)
            reason = "substantially is by more than 0.05, for all pairs"
            yield KeptRow(name, before, _claim(name, gaps[0], "run", parts=parts), reason=reason)
        elif "more diverse" in name:
            yield KeptRow(name, before, _claim(name, _number(text, 10, 4), "run"))
        elif share := re.search(r"of (\d+) runs (\d+) % \[", text):
            count, percent = int(share[1]), int(share[2])
            having = round(count * percent / 100)
            ours = proportion(np.repeat([1.0, 0.0], [having, count - having]))
            claimed = at_least(ALWAYS_SHARE) if " in all " in name else above(TWICE_SHARE)
            reason = f"judged by {having} of {count} runs, not by three best sets"
            yield KeptRow(name, before, _claim(name, ours, "run", claimed), reason=reason)
        elif "several attack cards" in name or "most card sets" in name:
            yield KeptRow(name, before, _attack_claim(table, name), reason="judged by all runs, not by the best sets")
        elif "attack cards than chance" in name:
            count = 15 if "maximise f hold" in name else 40
            yield KeptRow(name, before, _claim(name, _number(text, count, count - 1), "run", above(2.0)))
        else:
            yield KeptRow(name, before, _unknown(name, "deal"), "the 36 numbers of both engines with their errors")


ATTACKS = {"Bureaucrat", "Militia", "Spy", "Thief", "Witch"}


def _attack_claim(table: str, name: str) -> Claim:
    """A claim about attack cards, by the final sets of all runs of the paper's form."""
    kinds = ("min",) if "minimise" in name else ("max", "min", "lead")
    counts = []
    for line in _lines(f"{table}/tables/all-sets.csv"):
        if line["form"] == "paper" and line["experiment"].startswith(kinds):
            counts.append(len(ATTACKS & {card.strip() for card in line["kingdom"].split(",")}))
    if "several" in name:
        return _claim(
            name, proportion(np.array([count >= 2 for count in counts], float)), "run", at_least(ALWAYS_SHARE)
        )
    return _claim(name, proportion(np.array([count in (1, 2) for count in counts], float)), "run", above(0.5))


def _dominion_numbers(table: str) -> Iterator[KeptRow]:
    runs = {
        line["experiment"]: int(line["runs"])
        for line in _lines(f"{table}/tables/growth.csv")
        if line["form"] == "paper"
    }
    for line in _lines(f"{table}/tables/numbers.csv"):
        name, quantity, theirs = f"{line['row']}, {line['quantity']}", line["quantity"], float(line["paper"])
        kind = line["row"].partition("-")[0]
        if quantity == "p":
            yield KeptRow(name, line["verdict"], _claim(name, None, "run", not_testable=NO_QUANTITY))
            continue
        here, low, high = (float(line[key]) for key in ("here", "here_low", "here_high"))
        if line["table"] == "II":
            trained = learned_from_rivals("fynbo-nellemann") if "fynbo" in line["row"] else ""
            half = 1.96 * math.sqrt(theirs * (1 - theirs) / PAPER_GAMES)
            printed = Estimate(theirs, theirs - half, theirs + half, PAPER_GAMES)
            gap, claimed, unit = difference(printed, Estimate(here, low, high, 50_000)), WIN_RATE_MARGIN, "kingdom"
            claim = _claim(name, gap, unit, within(0.0, claimed), not_testable=trained)
        elif line["table"] == "III":
            gap = Estimate(here - theirs, low - theirs, high - theirs, 10_000)
            claim = _claim(name, gap, "deal", within(0.0, FITNESS_MARGINS[kind]))
        elif quantity.endswith("sd"):
            printed, ours = (
                standard_deviation_interval(theirs, PAPER_RUNS[kind]),
                Estimate(here, low, high, runs[line["row"]]),
            )
            gap = difference(_logarithm(printed), _logarithm(ours))
            claim = _claim(name, gap, "run", within(0.0, math.log(SPREAD_FACTOR)))
        else:
            experiment = published().experiments[line["row"]]
            spread = experiment.first_sd if quantity == "first" else experiment.last_sd
            ours = Estimate(here, low, high, runs[line["row"]], runs[line["row"]] - 1)
            gap = difference(published_mean(theirs, spread, PAPER_RUNS[kind]), ours)
            claim = _claim(name, gap, "run", within(0.0, FITNESS_MARGINS[kind]))
        yield KeptRow(name, line["verdict"], claim)


def _logarithm(estimate: Estimate) -> Estimate:
    value, low, high = (math.log(number) for number in (estimate.value, estimate.low, estimate.high))
    return Estimate(value, low, high, estimate.count)


def _tribute(table: str) -> Iterator[KeptRow]:
    for row in _plain(table, "deal", 200):
        reason = "reports hold no times"
        yield replace(row, claim=replace(row.claim, not_testable=reason)) if "3.4 s" in row.name else row


def _delve_players(table: str) -> Iterator[KeptRow]:
    yield from _plain(table, "deck", 45, 19, student_t_quantile(19, 0.975) / 1.96)


def _delve_pairs(table: str) -> Iterator[KeptRow]:
    wider = student_t_quantile(19, 0.975) / 1.96
    for line in _lines("delve-players/tables/pairs.csv"):
        value, low, high = (float(line[key]) for key in ("ahead", "ahead_low", "ahead_high"))
        measured = Estimate(value, value - wider * (value - low), value + wider * (high - value), 45, 19)
        name = f"{line['player']} against {line['against']}"
        yield KeptRow(name, line["verdict"], _claim(name, measured, "deck"))


def _hypotheses(table: str) -> Iterator[KeptRow]:
    for line in _lines("delve-trees/tables/hypotheses.csv"):
        freedom = 19 if "Student" in line["test"] or "Welch" in line["test"] else math.inf
        count, unit = (300, "tree") if "Spearman" in line["test"] else (20, "run")
        measured = _columns(line, "number", count, freedom)
        name = f"{line['hypothesis']}, {line['trees']}, {line['decks']}"
        own = OWN_GOAL if line["hypothesis"].startswith(("8:", "9:")) else ""
        yield KeptRow(name, line["verdict"], _claim(name, measured, unit, not_testable=own))


def _delve_claims(table: str) -> Iterator[KeptRow]:
    gains: dict[str, list[Estimate]] = {}
    for line in _lines(f"{table}/tables/held_out.csv"):
        if line["rating"] not in ("weighted total", "NodeCount"):
            measured = _columns(line, "gain", 20, 19)
            gains.setdefault(line["method"], []).append(measured)
    tests = list(_hypotheses(table))
    judged = judge_family("tests", [row.claim for row in tests], dict.fromkeys(UNITS, PLENTY))
    for line in _lines(f"{table}/tables/claims.csv"):
        name, before = line["claim"], line["verdict"]
        if name.startswith("Hypothesis "):
            states = [claim.verdict for claim in judged if claim.statement.startswith(f"{name[11:]}, ")]
            own = OWN_GOAL if set(states) == {"not testable"} else ""
            state = None if own else judge_all(states)
            claim = _claim(name, None, "all", state=state, not_testable=own)
            yield KeptRow(name, before, claim, reason=f"its {len(states)} tests: {_counts_text(states)}")
        elif "no rating is worse" in name:
            parts = tuple((gain, above(-NEGLIGIBLE)) for gain in gains[name.partition(": ")[0]])
            reason = f"not worse needs precision: all ratings above -{NEGLIGIBLE:g}"
            yield KeptRow(name, before, _claim(name, "see held_out.csv", "run", parts=parts), reason=reason)
        else:
            yield KeptRow(name, before, _claim(name, _number(line["because"], 20, 19), "run"))


def _counts_text(states: list[Any]) -> str:
    return ", ".join(f"{count} {state}" for state, count in Counter(states).most_common())


def _held_out(table: str) -> Iterator[KeptRow]:
    for line in _lines("delve-trees/tables/held_out.csv"):
        measured = _columns(line, "gain", 20, 19)
        name = f"{line['method']}, {line['rating']}"
        yield KeptRow(name, line["verdict"], _claim(name, measured, "run"))


PLAYERS = 53
# Intervals from drawn players are wider now: Student's t, and draws with replacement vary too little.
BOOTSTRAP_WIDER = student_t_quantile(PLAYERS - 1, 0.975) * math.sqrt(PLAYERS / (PLAYERS - 1)) / 1.96


def _difficulty(table: str) -> Iterator[KeptRow]:
    for line in _lines(f"{table}/tables/claims.csv"):
        name = line["claim"]
        set_up = FIVE_CHALLENGES if " levels have a difficulty " in name or name.startswith("Few levels") else ""
        set_up = AMONG_ALL if "sessions are enough" in name else set_up
        if "the dial's model" in name:
            claim = _claim(name, _number(line["because"], 300), "level")
        else:
            claim = _claim(
                name, _number(line["because"], PLAYERS, PLAYERS - 1, BOOTSTRAP_WIDER), "player", not_testable=set_up
            )
        yield KeptRow(name, line["verdict"], claim)


NO_LEVEL_QUANTITY = "a p-value depends on the number of levels and is no quantity; the t-scores are judged"


def _printed(table: str) -> Iterator[KeptRow]:
    numbers = {number.title: number for number in PRINTED_NUMBERS}
    for line in _lines("platformer-difficulty/tables/printed.csv"):
        name = line["what"]
        if name not in numbers:
            reason = AMONG_ALL if name.startswith("sessions") else NO_LEVEL_QUANTITY
            yield KeptRow(name, line["verdict"], _claim(name, None, "player", not_testable=reason))
        elif "given up" in name:
            missing = "levels given up by session; the kept interval is over levels"
            yield KeptRow(name, line["verdict"], _unknown(name, "player"), missing)
        else:
            value, low, high = (float(line[key]) for key in ("ours", "ours_low", "ours_high"))
            half = max(high - value, value - low)  # an interval may be clipped on one side
            half *= BOOTSTRAP_WIDER
            ours = Estimate(value, value - half, value + half, PLAYERS, PLAYERS - 1)
            claim = equals_printed(name, "", ours, numbers[name].value, numbers[name].margin)
            yield KeptRow(name, line["verdict"], claim)


def _cells(table: str) -> Iterator[KeptRow]:
    for line in _lines("platformer-difficulty/tables/cells.csv"):
        if line["verdict"]:
            name = f"t_cycle {line['t_cycle']}, j {line['j']}, t_timing {line['t_timing']}"
            ours = _columns(line, "ours", PLAYERS)
            fitted = "players were fitted to this bin" if line["calibrated"] == "yes" else ""
            yield KeptRow(
                name, line["verdict"], equals_printed(name, "", ours, float(line["theirs"]), CELL_MARGIN, fitted)
            )


def _calibration(table: str) -> Iterator[KeptRow]:
    for line in _lines(f"{table}/tables/claims.csv"):
        name, text = line["claim"], line["because"]
        if "lapses" in name:
            text = text[text.index("less by") :]
        measured = _number(text, PLAYERS, PLAYERS - 1, BOOTSTRAP_WIDER)
        fitted = "players were fitted to these cells" if "were fitted" in name else ""
        claimed = above(0.0) if "lapses" in name else at_most(0.08)
        yield KeptRow(name, line["verdict"], _claim(name, measured, "player", claimed, calibration=fitted))


def _dial(table: str) -> Iterator[KeptRow]:
    failures: dict[tuple[str, str], list[float]] = {}  # by kind of players and target
    for line in _lines(f"{table}/tables/levels.csv"):
        for players in ("failure", "other"):
            if players in line:
                failures.setdefault((players, f"{float(line['asked']):g}"), []).append(100 * float(line[players]))
    for line in _lines(f"{table}/tables/claims.csv"):
        name = line["claim"]
        players = "other" if ", too, than" in name else "failure"
        marks = re.findall(r"[Ll]evels for (0\.\d+)", name)
        if len(marks) == 2:
            harder, easier = (failures[players, mark] for mark in marks)
            claim = _claim(name, difference_of_runs(harder, easier), "level")
        else:
            claim = _claim(name, mean_of_runs(failures[players, marks[0]]), "level", within(100 * float(marks[0]), 8.0))
        yield KeptRow(name, line["verdict"], claim)


def _shares(unit: str, count: int, mark: float, file: str = "tables/claims.csv") -> Callable[[str], Iterator[KeptRow]]:
    """Reader of claims that a share in percent is above a mark."""

    def read(table: str) -> Iterator[KeptRow]:
        for line in _lines(f"{table}/{file}"):
            claim = _claim(line["claim"], _number(line["because"], count), unit, above(mark))
            yield KeptRow(line["claim"], line["verdict"], claim)

    return read


def _networks(table: str) -> Iterator[KeptRow]:
    for line in _lines(f"{table}/tables/claims.csv"):
        reason = f"it was trained against {line['claim'].rpartition(' ')[2]}"
        claim = _claim(line["claim"], _number(line["because"], 5000), "kingdom", not_testable=reason)
        yield KeptRow(line["claim"], line["verdict"], claim)


def _rooms(table: str) -> Iterator[KeptRow]:
    for line in _lines(f"{table}/tables/claims.csv"):
        measured = _number(line["because"], 10_000)
        if measured is None:
            claim = _claim(line["claim"], line["because"], "all", state=line["verdict"])
        else:
            claim = _claim(line["claim"], measured, "room", above(98.0 if "98 %" in line["claim"] else 90.0))
        yield KeptRow(line["claim"], line["verdict"], claim)


def _landscape(table: str) -> Iterator[KeptRow]:
    for line in _lines(f"{table}/tables/claims.csv"):
        name, text = line["claim"], line["because"]
        if "quadrillion" in name:
            claim = _claim(name, None, "all", state="fails")
        elif "Attack cards" in name:
            claim = _claim(name, _number(text, 25, 4), "card")
        elif "as good as any" in name:
            theirs, best = (_texts(match, 5000) for match in INTERVAL.findall(text))
            claim = _claim(name, difference(theirs, best), "deal", below(0.01))
        elif "genetic algorithm" in name:
            found = [_texts(match, 5000) for match in INTERVAL.findall(text[text.index("short by") :])]
            # a search that ended at the best set itself is short by nothing, exactly
            short = [replace(number, count=1) if number.low == number.high else number for number in found]
            parts = tuple((number, below(0.01)) for number in short)
            claim = _claim(name, "five searches", "deal", parts=parts, combination="unanimous")
        else:
            claimed = above(0.0) if "raises" in name else below(0.0)
            claim = _claim(name, _number(text, 3_268_760), "kingdom", claimed)
        yield KeptRow(name, line["verdict"], claim)


TABLES: dict[str, Callable[[str], Iterator[KeptRow]]] = {
    "locm-representation": _locm,
    "locm-beyond": _variants,
    "locm-champion": _shares("deal", 5000, 50.0, "claims.csv"),
    "dominion-cards": _dominion_claims,
    "dominion-cards: numbers": lambda _: _dominion_numbers("dominion-cards"),
    "dominion-landscape": _landscape,
    "dominion-networks": _networks,
    "dominion-champion": _shares("deal", 5000, 55.0),
    "tribute-thesis": _tribute,
    "tribute-weights": _shares("deal", 1000, 50.0),
    "tribute-champion": _shares("deal", 500, 75.0),
    "delve-players": _delve_players,
    "delve-players: pairs": _delve_pairs,
    "delve-trees": _delve_claims,
    "delve-trees: hypotheses": _hypotheses,
    "delve-trees: held_out": _held_out,
    "platformer-difficulty": _difficulty,
    "platformer-difficulty: printed": _printed,
    "platformer-difficulty: cells": _cells,
    "platformer-calibration": _calibration,
    "platformer-calibration-forecaster": _calibration,
    "platformer-dial": _dial,
    "platformer-dial-designed/planner": _dial,
    "platformer-dial-designed/forecaster": _dial,
    "platformer-rooms": _rooms,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--to", type=Path, help="CSV file to write")
    chosen = parser.parse_args()
    changes, moves = rejudge()
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(change.cells() for change in changes)
    if chosen.to:
        chosen.to.write_text(text.getvalue(), encoding="utf-8")
    for table, counts in moves.items():
        print(
            f"{table}: {sum(counts.values())} rows; " + ", ".join(f"{move} {count}" for move, count in counts.items())
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
