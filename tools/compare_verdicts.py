"""Lists all verdicts of kept tables that changed with the present judge, with the reason.

    python tools/compare_verdicts.py --to benchmarks/verdict-changes.csv

`benchmarks/verdicts-before.csv` has the verdicts of the earlier judge: 95 % intervals without correction, printed
numbers that held if they were inside an interval, counts of three best sets. It also has what the present judge says of
the same numbers (`rejudged`), and the digest of the table they come from. Where that table is still kept, the new
verdict is the rejudged one. Where the study was run again, it is the verdict of the new table; rows are matched by
their claims, and claims that are new or gone are listed, too.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import io
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
BEFORE = "verdicts-before.csv"
COLUMNS = (
    *("table", "row", "before", "after", "reason", "measured", "low", "high", "corrected_low", "corrected_high"),
    *("sample_unit", "size", "comparisons", "missing"),
)
NUMBERS = COLUMNS[5:]
Row = dict[str, str]

# Tables that are no claims.csv: the file, and the name of a row in words of its columns
OTHER_TABLES = {
    "locm-champion": ("locm-champion/claims.csv", "{claim}"),
    "dominion-cards: numbers": ("dominion-cards/tables/numbers.csv", "{row}, {quantity}"),
    "delve-players: pairs": ("delve-players/tables/pairs.csv", "{player} against {against}"),
    "delve-trees: hypotheses": ("delve-trees/tables/hypotheses.csv", "{hypothesis}, {trees}, {decks}"),
    "delve-trees: held_out": ("delve-trees/tables/held_out.csv", "{method}, {rating}"),
    "platformer-difficulty: printed": ("platformer-difficulty/tables/printed.csv", "{what}"),
    "platformer-difficulty: cells": (
        "platformer-difficulty/tables/cells.csv",
        "t_cycle {t_cycle}, j {j}, t_timing {t_timing}",
    ),
}
# The columns of the number that is judged, by table; those of claims.csv are called `measured`
ESTIMATES = ("measured", "here", "ours", "number", "gain", "ahead")
RUN_AGAIN = "run again"


@dataclass(frozen=True)
class Comparison:
    """A row before and after; `change` has the cells of a row of the list of changes."""

    table: str
    before: str
    after: str
    change: Row
    run_again: bool

    @property
    def is_change(self) -> bool:
        return self.before != self.after


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
        file, template = OTHER_TABLES.get(table, (f"{table}/tables/claims.csv", "{claim}"))
        path = benchmarks / file
        if hashlib.sha256(path.read_bytes()).hexdigest().startswith(before[0]["digest"]):
            compared += [_rejudged(line) for line in before]
        else:
            compared += _run_again(table, before, _present_rows(path, template))
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
        rows.append({**row, "run_again": "yes" if any(comparison.run_again for comparison in mine) else "no"})
    return rows


AFTER_KINDS = ("holds", "fails", "undecided", "not testable", "calibration", "not kept", "gone")
KINDS = {"better": "holds", "ahead": "holds", "worse": "fails", "no difference": "undecided", "tie": "undecided"}


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
    return Comparison(line["table"], line["before"], line["rejudged"], change | {"after": line["rejudged"]}, False)


def _run_again(table: str, before: list[Row], present: dict[str, Row]) -> list[Comparison]:
    compared = []
    for line in before:
        now = present.get(line["row"])
        if now is None:
            after, reason, numbers = "gone", "the claim is not made any more", {}
        else:
            after, numbers = now["verdict"], _numbers(now)
            why = line["reason"] if after == line["rejudged"] and line["reason"] else _stated_reason(now)
            reason = "; ".join(part for part in (why, RUN_AGAIN) if part)
        change = dict.fromkeys(COLUMNS, "") | numbers
        change |= {"table": table, "row": line["row"], "before": line["before"], "after": after, "reason": reason}
        compared.append(Comparison(table, line["before"], after, change, True))
    known = {line["row"] for line in before}
    for name, now in present.items():
        if name not in known:
            change = dict.fromkeys(COLUMNS, "") | _numbers(now)
            change |= {"table": table, "row": name, "before": "new", "after": now["verdict"]}
            change["reason"] = f"the claim is new; {RUN_AGAIN}"
            compared.append(Comparison(table, "new", now["verdict"], change, True))
    return compared


def _stated_reason(now: Row) -> str:
    """Why a row has its verdict, where the verdict says that it is none: calibration, not testable."""
    return now.get("because", "") if now["verdict"] in ("calibration", "not testable") else ""


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
