"""Every row of benchmarks/single-measurements.csv is on a page, and says how it was made."""

import csv

from tools.doc_numbers.check import all_pages
from tools.doc_numbers.pages import read_page
from tools.provenance import BENCHMARKS, NOT_RECORDED

FILE = BENCHMARKS / "single-measurements.csv"


def test_single_measurements_are_on_a_page_and_say_how_they_were_made():
    with FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    titles = {reference.title for path in all_pages() for reference in read_page(path).references}
    used = {row["name"] for row in rows if any(title.startswith(f"name={row['name']}:") for title in titles)}
    assert [row["name"] for row in rows if row["name"] not in used] == []
    assert [row["name"] for row in rows if row["how"] in ("", NOT_RECORDED)] == []
