"""`ludus inspect platformer`: which level and which trap is surely the hardest."""

import re
from dataclasses import replace

import pytest

from ludus.design.base.significance import independent_difference
from ludus.design.platformer.inspect import inspect
from ludus.design.platformer.options import InspectOptions
from ludus.stats import simultaneous_interval

from .requests import make_request


def table(result, name):
    return next(table for table in result.tables() if table.name == name)


def check_judgement(result, values):
    """Check the table of verdicts against the values of levels or traps; return its rows."""
    rows = table(result, "judgement").rows
    assert len(rows) == len(values) * (len(values) - 1) // 2
    for one, other, lead, corrected, comparisons, verdict in rows:
        assert lead == independent_difference(values[other], values[one])
        assert comparisons == len(rows)
        assert corrected == simultaneous_interval(lead, comparisons)
        assert verdict == ("surely harder" if corrected.low > 0 else "undecided")
    return rows


def check_sentence(result, rows):
    """Check that the sentence on the hardest says what the table says."""
    (line,) = [line for line in result.answer if "surely the hardest" in line]
    with_first = [row for row in rows if row[0] == rows[0][0]]
    rivals = [row for row in with_first if row[-1] != "surely harder"]
    assert bool(re.search("not surely the hardest", line)) == bool(rivals)
    for _, other, _, corrected, _, _ in (rivals or with_first)[:4]:
        gap = f"{100 * corrected.value:.1f} percentage points [{100 * corrected.low:+.1f}, {100 * corrected.high:+.1f}]"
        assert re.search(f"{re.escape(gap)} more [a-z ]+ {re.escape(other)}", line)


@pytest.mark.parametrize("names", [["easy", "medium"], ["easy", "medium", "trap-school"]])
def test_each_two_levels_are_judged_in_one_family(names):
    result = inspect(names, InspectOptions(), replace(make_request(), games=40))
    check_sentence(result, check_judgement(result, {row[0]: row[1] for row in table(result, "levels").rows}))


def test_each_two_traps_that_half_of_the_players_meet_are_judged_in_one_family():
    result = inspect(["trap-school"], InspectOptions(), replace(make_request(), games=40))
    names = [column.name for column in table(result, "challenges").columns]
    tried = {row[0]: row[names.index("fails")] for row in table(result, "challenges").rows}
    half = {trap: share for trap, share in tried.items() if share is not None and 2 * share.count >= 40}
    check_sentence(result, check_judgement(result, half))


def test_a_level_without_traps_has_no_table_of_verdicts():
    result = inspect(["first-run"], InspectOptions(), replace(make_request(), games=10))
    assert "judgement" not in {table.name for table in result.tables()}
