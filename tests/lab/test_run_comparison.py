"""Comparison of two runs by their folders."""

import json

import pytest

from ludus.lab.event_log import learning_curves, speed_curve
from ludus.lab.run_comparison import compare_runs
from ludus.stats import Estimate


@pytest.fixture
def make_run(tmp_path):
    def make(name, config, **tables):
        folder = tmp_path / name
        (folder / "tables").mkdir(parents=True)
        plan = {"format": 1, "study": "toy", "config": config, "versions": {"ludus": "0"}}
        (folder / "versions.json").write_text(json.dumps(plan))
        for table, text in tables.items():
            (folder / "tables" / f"{table}.csv").write_text(text)
        return folder

    return make


def test_different_settings_are_listed_with_both_values(make_run):
    one = make_run("one", {"seed": 1, "search": {"depth": 2, "wide": True}})
    two = make_run("two", {"seed": 2, "search": {"depth": 2}})
    found = compare_runs(one, two)
    assert [(each.key, each.first, each.second) for each in found.settings] == [
        ("seed", 1, 2),
        ("search.wide", True, None),
    ]


HEAD = "agent,games,share,share_low,share_high,depth\n"


def test_numbers_with_intervals_differ_if_their_difference_leaves_out_nothing(make_run):
    one = make_run("one", {}, agents=HEAD + "a,100,0.50,0.45,0.55,1.5\nb,100,0.50,0.45,0.55,1.5\nc,9,0.1,,,2.0\n")
    two = make_run("two", {}, agents=HEAD + "b,100,0.53,0.48,0.58,1.5\na,100,0.70,0.65,0.75,2.5\nd,9,0.1,,,2.0\n")
    table = compare_runs(one, two).tables[0]
    found = {(pair.row, pair.column): pair for pair in table.pairs}
    assert found["a", "share"].is_significant is True
    assert found["a", "share"].change == Estimate(
        pytest.approx(0.2), pytest.approx(0.2 - 0.05 * 2**0.5), pytest.approx(0.2 + 0.05 * 2**0.5), 0
    )
    assert found["b", "share"].is_significant is False
    assert (found["a", "depth"].first, found["a", "depth"].second, found["a", "depth"].is_significant) == (
        1.5,
        2.5,
        None,
    )
    assert ("b", "depth") not in found
    assert (table.equal_count, table.unmatched_rows) == (3, (1, 1))
    assert [pair.row for pair in compare_runs(one, two).values_with_intervals] == ["a", "b"]


def test_all_numbers_of_two_runs_are_judged_together(make_run):
    head, rows = "agent,share,share_low,share_high\n", range(40)
    one = make_run("one", {}, t=head + "".join(f"a{k},0.50,0.45,0.55\n" for k in rows))
    shares = {k: 0.58 if k == 7 else 0.90 if k == 8 else 0.50 for k in rows}
    two = make_run("two", {}, t=head + "".join(f"a{k},{v},{v - 0.05:.2f},{v + 0.05:.2f}\n" for k, v in shares.items()))
    found = compare_runs(one, two)
    assert found.comparisons == 40
    pairs = {pair.row: pair for pair in found.tables[0].pairs}
    assert pairs["a7"].change.low > 0  # the 95 % interval alone excludes 0
    assert pairs["a7"].corrected.low < 0
    assert [row for row, pair in pairs.items() if pair.is_significant] == ["a8"]


def test_equal_numbers_with_intervals_are_shown_too(make_run):
    text = "agent,share,share_low,share_high\na,0.5,0.4,0.6\n"
    table = compare_runs(make_run("one", {}, t=text), make_run("two", {}, t=text)).tables[0]
    assert [(pair.change.value, pair.is_significant) for pair in table.pairs] == [(0.0, False)]


def test_rows_are_matched_by_the_columns_that_find_most_of_them(make_run):
    one = make_run("one", {}, t="verdict,claim,here\nholds,first,1.0\nholds,second,2.0\n")
    two = make_run("two", {}, t="verdict,claim,here\nfails,first,1.5\nholds,second,2.0\n")
    pairs = compare_runs(one, two).tables[0].pairs
    assert [(pair.row, pair.column, pair.first, pair.second) for pair in pairs] == [
        ("first", "verdict", "holds", "fails"),
        ("first", "here", 1.0, 1.5),
    ]


def test_tables_that_cannot_be_compared_have_a_reason(make_run):
    one = make_run("one", {}, mine="a\n1\n", other="a,b\nx,1.0\n", alike="a,b\nx,1\nx,1\n", empty="a\n")
    two = make_run("two", {}, other="a,c\nx,1.0\n", alike="a,b\nx,1\nx,1\n", empty="a\n")
    assert compare_runs(one, two).skipped_tables == {
        "mine": "only one has it",
        "other": "their columns are not the same",
        "alike": "its rows cannot be distinguished",
        "empty": "one of them is empty",
    }


def event(what="generation", **more):
    return {"what": what, "name": "agent-1", "games": 100, "seconds": 2.0, **more}


def test_learning_curves_have_the_facts_of_each_generation():
    events = [
        event(generation=0, told={"generation": 1, "best": 0.1}),
        event(generation=1, told={"generation": 2, "best": 0.3, "note": "x", "fine": True}),
        event(generation=1, told={"generation": 2, "best": 0.2}),  # made again after a kill
        event("kept", told={"best": 9}),
        event(generation=2, told={"best": float("nan")}),
    ]
    found = learning_curves(events)
    assert [(each.name, each.fact, each.points) for each in found] == [("agent-1", "best", [(1, 0.1), (2, 0.2)])]


def test_the_pace_is_that_of_the_games_since_the_point_before():
    events = [event(generation=k, seconds=1.0 + k) for k in range(4)] + [event("stage")]
    assert speed_curve(events) == [(100, 100.0), (200, 50.0), (300, pytest.approx(33.33, abs=0.01)), (400, 25.0)]
    assert speed_curve(events, max_points=2) == [(200, pytest.approx(200 / 3)), (400, pytest.approx(200 / 7))]
    assert speed_curve([]) == []
