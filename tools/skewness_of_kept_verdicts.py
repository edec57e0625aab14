"""Lists kept verdicts that rest on nearly normal units, with the skewness that would make them undecided.

    python -m tools.skewness_of_kept_verdicts --to benchmarks/verdict-skewness.csv

The values of the units of these claims are not kept, so their skewness is not known. The kept intervals tell how much
longer the side towards zero could be before the interval contains zero, and so which skewness would make it that long.
Only claims are listed whose limit is zero, with an interval by Student's t that is not cut at a bound; the quantile is
that of one sample with the kept number of units. Proportions are not listed: their skewness is known.
"""

from __future__ import annotations

import argparse
import csv
import io
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ludus.stats.distributions import student_t_quantile
from ludus.stats.skewness import MIN_UNITS
from ludus.studies.claims import COUNTED, DECIDED

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
COLUMNS = ("table", "claim", "verdict", "sample_unit", "size", "comparisons", "longer", "skewness")
# Folders that the present judge judged with the values of their units
KNOWN = (
    *("platformer-dial", "platformer-dial-designed", "platformer-rooms", "delve-players", "delve-trees"),
    *("dominion-cards", "dominion-cards-rescored", "dominion-cards-printed"),
    *("dominion-landscape", "locm-representation", "tribute-thesis"),
)


@dataclass(frozen=True)
class KeptVerdict:
    """A verdict of a kept table, and how much longer its interval may be.

    Attributes:
        longer: Factor by which the side towards zero could be longer before the interval contains zero.
        skewness: Skewness of the units that makes it so much longer.
    """

    table: str
    row: dict[str, str]
    longer: float
    skewness: float

    def cells(self) -> list[str]:
        kept = [self.row[name] for name in COLUMNS[1:6]]
        return [self.table, *kept, f"{self.longer:.3f}", f"{self.skewness:.2f}"]


def kept_verdicts(benchmarks: Path = BENCHMARKS) -> list[KeptVerdict]:
    """All decided claims with zero as their limit and units whose values are not kept, the least skewness first."""
    found = [verdict for path in sorted(benchmarks.rglob("claims.csv")) for verdict in _verdicts(path, benchmarks)]
    return sorted(found, key=lambda verdict: verdict.skewness)


def bearable_skewness(value: float, end: float, corrected_end: float, size: int) -> tuple[float, float]:
    """How much longer an interval may be on the side of zero, and the skewness that makes it so.

    Args:
        value: The measured number.
        end: End of its 95 % interval on the side of zero.
        corrected_end: End of the corrected interval there.
        size: Number of units.
    """
    half = abs(value - corrected_end)
    q = half / abs(value - end) * student_t_quantile(size - 1, 0.975)
    longer = abs(value) / half
    return longer, math.log(longer) * 6 * q * math.sqrt(size) / (2 * q * q + 1)


def _verdicts(path: Path, benchmarks: Path) -> Iterator[KeptVerdict]:
    table = path.relative_to(benchmarks).parts[0]
    if table in KNOWN:
        return
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        if "corrected_low" not in (reader.fieldnames or ()):  # a table from before the judge of families
            return
        for row in reader:
            size = row.get("size", "")
            if row["verdict"] not in DECIDED or row.get("sample_unit") in (COUNTED, "deal", "", None) or not size:
                continue
            if not row["corrected_low"] or int(size) < MIN_UNITS:
                continue
            value, low, high = (float(row[f"measured{end}"]) for end in ("", "_low", "_high"))
            if not math.isclose(high - value, value - low, rel_tol=1e-3):  # Wilson's, or cut at a bound
                continue
            corrected_low, corrected_high = float(row["corrected_low"]), float(row["corrected_high"])
            if corrected_low > 0 and low < value:
                yield KeptVerdict(table, row, *bearable_skewness(value, low, corrected_low, int(size)))
            elif corrected_high < 0 and high > value:
                yield KeptVerdict(table, row, *bearable_skewness(value, high, corrected_high, int(size)))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--to", type=Path, help="CSV file to write")
    chosen = parser.parse_args()
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(verdict.cells() for verdict in kept_verdicts())
    if chosen.to:
        chosen.to.write_text(text.getvalue(), encoding="utf-8")
    print(text.getvalue(), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
