"""Lists all verdicts of kept tables that changed with the present judge, with the reason.

    python tools/compare_verdicts.py --to benchmarks/verdict-changes.csv

`benchmarks/verdicts-before.csv` has the verdicts of the earlier judge: 95 % intervals without correction, printed
numbers that held if they were inside an interval, counts of three best sets. It also has what the present judge says of
the same numbers (`rejudged`), and the digest of the table they come from. Where that table is still kept, the new
verdict is the rejudged one. Where the study was run again, it is the verdict of the new table; rows are matched by
their claims, and claims that are new or gone are listed, too. Reasons of rows that were run again come from the new
row: its unit, its size, its interval and the number of comparisons. Why a claim is new or gone is stated here. Tables
that another tool judged again from what is kept are compared in the same way, but say so.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import io
import sys
from collections import Counter
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from ludus.studies.delve_trees.claims import ENCOUNTERS_SET
from ludus.studies.delve_trees.tables import SATURATED
from ludus.studies.platformer_difficulty.published import PRINTED_NUMBERS
from ludus.util.text import plural

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
BEFORE = "verdicts-before.csv"
COLUMNS = (
    *("table", "row", "before", "after", "reason", "measured", "low", "high", "corrected_low", "corrected_high"),
    *("sample_unit", "size", "comparisons", "missing"),
)
NUMBERS = COLUMNS[5:]
Row = dict[str, str]

# Tables that are no claims.csv: the file, the name of a row in words of its columns, and the unit if it has no column
OTHER_TABLES = {
    "locm-champion": ("locm-champion/claims.csv", "{claim}", "deal"),
    "dominion-cards: numbers": ("dominion-cards/tables/numbers.csv", "{row}, {quantity}", ""),
    "delve-players: pairs": ("delve-players/tables/pairs.csv", "{player} against {against}", "deck"),
    "delve-trees: hypotheses": ("delve-trees/tables/hypotheses.csv", "{hypothesis}, {trees}, {decks}", "deck"),
    "delve-trees: held_out": ("delve-trees/tables/held_out.csv", "{method}, {rating}", "deck"),
    "platformer-difficulty: printed": ("platformer-difficulty/tables/printed.csv", "{what}", "player"),
    "platformer-difficulty: cells": (
        "platformer-difficulty/tables/cells.csv",
        "t_cycle {t_cycle}, j {j}, t_timing {t_timing}",
        "player",
    ),
}
# Tables whose rows all say that a number equals a printed one
EQUALITY_TABLES = ("dominion-cards: numbers", "platformer-difficulty: printed", "platformer-difficulty: cells")
# The columns of the number that is judged, by table; those of claims.csv are called `measured`
ESTIMATES = ("measured", "here", "ours", "number", "gain", "ahead")
RUN_AGAIN = "run again"
CARD_SETS = ("dominion-cards", "dominion-cards: numbers")
# Tables that tools/judge_kept_reports.py judged again: no new games of these
JUDGED_AGAIN = (
    *("dominion-networks", "dominion-champion"),
    *("locm-beyond", "locm-champion", "tribute-weights", "tribute-champion"),
    *("platformer-dial-designed/planner", "platformer-dial-designed/forecaster"),
)
JUDGED_TEXT = "judged again from the kept tables"
# Claims of these tables that have other words now: by all runs, with a margin, with all links of a circle, of one run
RENAMED = {
    **{
        f"{maker} finds better weights than the published ones": (
            f"these weights of {maker} are better than the published ones"
        )
        for maker in ("winners breed", "CMA-ES")
    },
    "The set printed for maximal f_s between Drew and Earl is as good as any": (
        "The set printed for maximal f_s between Drew and Earl is as good as any, to within 0.01"
    ),
    "A genetic algorithm of the paper's size finds a set that is as good as the best": (
        "Most searches by a genetic algorithm of the paper's size find a set that is as good as the best"
    ),
    "Drew and Earl are nearly equal: neither wins 55 % or more": "Drew and Earl are nearly equal",
    "playing skill is not transitive: the three players beat each other in a circle": (
        "playing skill is not transitive: Earl beats F-N, F-N beats Drew, and Drew beats Earl"
    ),
    "the values of f differ substantially between the players": (
        "the values of f differ substantially between the players: by more than 0.05"
    ),
    "all sets that minimise f_s contain several attack cards": (
        "nearly all sets that minimise f_s contain several attack cards: at least 90 % of runs end so"
    ),
    "the printed sets play here as on the paper's engine": (
        "the printed sets play here as on the paper's engine: measures to within 0.03, turns to within 0.5"
    ),
    "lead-drew: fitness does not change significantly": (
        "lead-drew: fitness does not change significantly, to within 0.05"
    ),
    "lead-fn: fitness does not change significantly": (
        "lead-fn: fitness does not change significantly, to within 0.05, with our F-N"
    ),
    "there is significant fitness growth in all experiments": (
        "there is significant fitness growth in all experiments, with our F-N"
    ),
    **{
        f"{name}: fitness grows significantly": f"{name}: fitness grows significantly, with our F-N"
        for name in ("max-drew-fn", "max-earl-fn", "min-drew-fn", "min-earl-fn")
    },
    **{
        f"{name}: the fitness is the printed formula, the mean of (h - l) / h over games": (
            f"{name}: the fitness is the printed formula, the mean of (h - l) / h over games: its maximum in the "
            f"first generation is as printed to within {margin}"
        )
        for name, margin in (("max-earl-drew", "0.05"), ("min-earl-drew", "0.00125"))
    },
    **{
        f"{card} is in all sets that {kind} f_s": (
            f"{card} is in nearly all sets that {kind} f_s: at least 90 % of runs end with it"
        )
        for card, kind in (("Cellar", "maximise"), ("Bureaucrat", "minimise"), ("Spy", "minimise"))
    },
    **{
        f"{card} is in at least two of the three sets that {kind} f_s": (
            f"{card} is in most sets that {kind} f_s: more than 50 % of runs end with it"
        )
        for kind, cards in (
            ("maximise", ("Militia", "Witch", "Woodcutter")),
            ("minimise", ("Cellar", "Chancellor", "Gardens", "Throne Room", "Witch")),
        )
        for card in cards
    },
}
# Words of claims that a number equals another one, which need an interval within a margin
EQUALITY = ("to within", "differ by less than", "differs by less than", "changes the weighted total by less than")
NO_VERDICT = {"calibration": "Calibration: ", "not testable": "Not testable: "}
P_VALUE_ROWS = "p of the mean t-score"
RANKED_ROWS = "Deaths rise with difficulty"  # of the platformer; they were judged by their t-scores
# Why claims are new or gone: table, row, reason. The first that fits counts.
CHANGED_CLAIMS = (
    ("delve-trees*", "*, stronger: *with skill*", "a trend over all bots says less than an order of all: weaker now"),
    ("delve-trees*", "*, weaker: *with skill*", "it was called the stronger form, which it is not"),
    ("delve-trees*", "[89]: *, reference", "a search maximises this with the reference decks: held-out decks now"),
    ("delve-trees*", "[89]: *, held-out", "in place of the reference decks, with which a search maximises this"),
    ("delve-trees", "*: no rating is worse than*same size", "not worse needs a margin: by 0.02 or more now"),
    ("delve-trees", "*: no rating is worse than*by 0.02 or more", "not worse needs a margin, which it has now"),
    ("delve-trees*", "*in the weighted total", "parts depend on the tree alone, which searches maximise: by decks now"),
    ("delve-trees*", "*total by decks", "the weighted total without the ratings that depend on the tree alone"),
    ("delve-trees", "*: no rating by decks is worse*", "without the ratings that depend on the tree alone"),
    ("locm-representation", "*", "a statement of the thesis that was not tested before"),
    ("platformer-calibration*", "Failures in easy cells*", "players were fitted to some of these cells: held-out now"),
    (
        "platformer-calibration*",
        "Failures in easy held-out*",
        "in place of all cells, to some of which players were fitted",
    ),
    ("platformer-dial", "Of players at*", "there are two populations: named planners now"),
    ("platformer-dial", "Of planners at*", "there are two populations: they were called players before"),
    ("platformer-difficulty", "Difficulty ranks levels by their deaths", "the same number as that deaths rise, of all"),
    ("platformer-rooms", "Koens: every arrangement*", "a statement of the thesis that was not listed before"),
    ("platformer-rooms", "No two levels are the same", "levels of one sample are compared: only counted now"),
    ("platformer-rooms", "*", "rooms and levels are drawn, so no sample shows that all are so: a share now"),
    ("platformer-difficulty", "*AUC*", "a measure of how well difficulty tells deaths, which was not judged before"),
    ("tribute-thesis", "the first seat wins more, beams of all widths*", "widths differ: judged for each width now"),
    ("tribute-thesis", "the first seat wins more*", "in place of all widths together"),
    ("tribute-thesis", "*", "a statement of the thesis that was not tested before"),
)


@dataclass(frozen=True)
class Comparison:
    """A row before and after; `change` has the cells of a row of the list of changes."""

    table: str
    before: str
    after: str
    change: Row
    run_again: str  # yes, no or judged again

    @property
    def is_change(self) -> bool:
        return RENAMED_VERDICTS.get(self.before, self.before) != self.after


def compare_verdicts(benchmarks: Path = BENCHMARKS) -> list[Comparison]:
    """Compare the verdicts of the earlier judge with the present ones, row by row.

    Raises:
        FileNotFoundError: If a kept table is not there any more.
    """
    tables: dict[str, list[Row]] = {}
    for line in _lines(benchmarks / BEFORE):
        tables.setdefault(line["table"], []).append(line)
    compared: list[Comparison] = []
    for table, before in tables.items():
        file, template, unit = OTHER_TABLES.get(table, (f"{table}/tables/claims.csv", "{claim}", ""))
        path = benchmarks / file
        if hashlib.sha256(path.read_bytes()).hexdigest().startswith(before[0]["digest"]):
            compared += [_rejudged(line) for line in before]
        else:
            compared += _run_again(table, before, _present_rows(path, template), unit)
    return compared


def count_verdicts(compared: list[Comparison]) -> list[Row]:
    """Return a row for each table: how many verdicts of each kind there are before and after."""
    rows = []
    for table in dict.fromkeys(comparison.table for comparison in compared):
        mine = [comparison for comparison in compared if comparison.table == table]
        before = Counter(_kind(comparison.before) for comparison in mine)
        after = Counter(_kind(comparison.after) for comparison in mine)
        row = {"table": table, "rows": str(len(mine) - before["new"])}
        row |= {f"before_{kind}": str(before[kind]) for kind in ("holds", "fails", "undecided")}
        row |= {f"after_{kind.replace(' ', '_')}": str(after[kind]) for kind in AFTER_KINDS}
        row |= {"changed": str(sum(comparison.is_change for comparison in mine))}
        rows.append({**row, "run_again": mine[0].run_again})
    return rows


RENAMED_VERDICTS = {"tie": "undecided"}  # of the pairs of Delve's players
AFTER_KINDS = ("holds", "fails", "undecided", "not testable", "calibration", "not kept", "gone")
KINDS = {"better": "holds", "ahead": "holds", "worse": "fails", "no difference": "undecided", "tie": "undecided"}
KINDS |= {SATURATED: "not testable"}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--to", type=Path, help="CSV file for the changes")
    parser.add_argument("--counts", type=Path, help="CSV file for the counts of each table")
    chosen = parser.parse_args()
    compared = compare_verdicts()
    counts = count_verdicts(compared)
    if chosen.to:
        changes = [comparison.change for comparison in compared if comparison.is_change]
        chosen.to.write_text(as_csv(changes, COLUMNS), encoding="utf-8")
    if chosen.counts:
        chosen.counts.write_text(as_csv(counts, tuple(counts[0])), encoding="utf-8")
    for row in counts:
        again = ", run again" if row["run_again"] == "yes" else ""
        print(f"{row['table']}: {row['rows']} rows, {row['changed']} changed{again}")
    return 0


def as_csv(rows: list[Row], columns: tuple[str, ...]) -> str:
    """Return rows as the text of a CSV file."""
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _rejudged(line: Row) -> Comparison:
    change = {name: line[name] for name in ("table", "row", "before", "reason", *NUMBERS)}
    return Comparison(line["table"], line["before"], line["rejudged"], change | {"after": line["rejudged"]}, "no")


def _run_again(table: str, before: list[Row], present: dict[str, Row], unit: str) -> list[Comparison]:
    compared = []
    how, again = (JUDGED_TEXT, "judged again") if table in JUDGED_AGAIN else (RUN_AGAIN, "yes")
    judged = str(sum(now["verdict"] not in NO_VERDICT for now in present.values()))
    for line in before:
        now = present.get(_present_name(table, line["row"]))
        if now is None:
            after, reason, numbers = "gone", _reason_of_change(table, line["row"]), {}
        else:
            after, numbers = now["verdict"], {"comparisons": judged, "sample_unit": unit} | _numbers(now)
            reason = f"{_reason(line, now, numbers)}; {how}"
        change = dict.fromkeys(COLUMNS, "") | numbers
        change |= {"table": table, "row": line["row"], "before": line["before"], "after": after, "reason": reason}
        compared.append(Comparison(table, line["before"], after, change, again))
    known = {_present_name(table, line["row"]) for line in before}
    for name, now in present.items():
        if name not in known:
            change = dict.fromkeys(COLUMNS, "") | _numbers(now)
            change |= {"table": table, "row": name, "before": "new", "after": now["verdict"]}
            why = _reason_of_change(table, name)
            change["reason"] = f"the claim is new: {why}; {how}" if why else ""
            compared.append(Comparison(table, "new", now["verdict"], change, again))
    return compared


def _present_name(table: str, row: str) -> str:
    return RENAMED.get(row, row) if table in (*CARD_SETS, "dominion-landscape", *JUDGED_AGAIN) else row


def _reason_of_change(table: str, row: str) -> str:
    """Why a claim is new or gone; empty if that is not stated."""
    stated = (why for tables, rows, why in CHANGED_CLAIMS if fnmatchcase(table, tables) and fnmatchcase(row, rows))
    return next(stated, "")


def _reason(before: Row, now: Row, numbers: Row) -> str:
    """Why a row that was run again has its verdict: from its own numbers, not from those of the earlier run."""
    if now["verdict"] in NO_VERDICT and now.get("reason"):
        return now["reason"]
    if now["verdict"] in NO_VERDICT:
        _, found, stated = now.get("because", "").partition(NO_VERDICT[now["verdict"]])
        return stated.rstrip(".") if found else _reason_without_verdict(before)
    if now["verdict"] == SATURATED:
        return "both are at the upper bound of the rating"
    unit, size, comparisons = (numbers.get(name, "") for name in ("sample_unit", "size", "comparisons"))
    sample = f"{plural(int(size), unit)}" if size else f"over {unit}s" if unit else ""
    correction = f"corrected for {plural(int(comparisons), 'comparison')}"
    bounds = [_short(numbers.get(name, "")) for name in ("corrected_low", "corrected_high")]
    interval = f"{correction}: [{bounds[0]}, {bounds[1]}]" if all(bounds) else correction
    return "; ".join(part for part in (_kind_of_change(before, now, numbers), sample, interval) if part)


def _reason_without_verdict(before: Row) -> str:
    """Why a row of a table without reasons gets no verdict."""
    if before["table"].startswith("delve-trees"):
        return ENCOUNTERS_SET
    if before["row"].startswith(P_VALUE_ROWS):
        return "a p-value depends on the number of levels, so it is a test and no quantity"
    stated = {number.title: number.calibration or number.set_up or number.not_testable for number in PRINTED_NUMBERS}
    return stated.get(before["row"]) or before["reason"]


def _kind_of_change(before: Row, now: Row, numbers: Row) -> str:
    """What changed, as far as the numbers tell: the precision, the correction, or the measured number itself."""
    if before["row"].startswith(RANKED_ROWS):
        return "a rank correlation is judged, not a t-score"
    if _kind(now["verdict"]) != "undecided":
        return "by all runs" if before["table"] in CARD_SETS else "the new run decides it"
    if before["table"] in EQUALITY_TABLES or any(word in before["row"] for word in EQUALITY):
        return "equality needs a whole interval within the margin"
    if numbers.get("low") and float(numbers["low"]) <= 0 <= float(numbers["high"]):
        return f"the 95 % interval [{numbers['low']}, {numbers['high']}] leaves it open"
    return "the correction leaves it open" if numbers.get("low") else ""


def _numbers(now: Row) -> Row:
    numbers = {name: now[name] for name in NUMBERS if name in now}
    for name in ESTIMATES:
        if name in now:
            found = {"measured": now[name], "low": now.get(f"{name}_low", ""), "high": now.get(f"{name}_high", "")}
            return numbers | {column: _short(text) for column, text in found.items()}
    return numbers


def _short(text: str) -> str:
    try:
        return f"{float(text):.4g}"
    except ValueError:
        return text


def _present_rows(path: Path, template: str) -> dict[str, Row]:
    return {template.format(**line): line for line in _lines(path) if line["verdict"]}


def _kind(verdict: str) -> str:
    return KINDS.get(verdict, verdict)


def _lines(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


if __name__ == "__main__":
    sys.exit(main())
