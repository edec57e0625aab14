"""Recorded games of the original bots: our Baseline1, Baseline2 and Coac repeat every decision.

data/locm_bots.jsonl.gz: six games, chosen so that each of twenty changes to our bots, one detail done wrongly,
changes a decision in one of them.
"""

import gzip
import json
from pathlib import Path

import pytest

from ludus.games.locm.trace_check import check_traces

FILE = Path(__file__).parent / "data" / "locm_bots.jsonl.gz"


def recorded():
    return [json.loads(line) for line in gzip.decompress(FILE.read_bytes()).splitlines()]


def differences(match, tmp_path):
    (tmp_path / "games.jsonl").write_text(json.dumps(match) + "\n")
    report = check_traces([tmp_path / "games.jsonl"])
    return [(found.step, found.field, found.expected, found.got) for found in report.differences]


def test_every_recorded_decision_of_the_original_bots_is_repeated():
    report = check_traces([FILE])
    assert report.differences == []
    assert (report.games, report.mismatches) == (6, 0)
    assert report.states == sum(len(match["turns"]) for match in recorded())
    assert {name for match in recorded() for name in match["bots"]} == {"Baseline1", "Baseline2", "Coac"}


def test_another_pick_is_found_and_named(tmp_path):
    match = recorded()[0]
    turn = match["turns"][6]
    taken, turn["pick"] = turn["pick"], (turn["pick"] + 1) % 3
    name = match["bots"][0].lower()
    found = differences(match, tmp_path)
    assert found[0] == (f"pick 7 ({name})", "reply", f"PICK {turn['pick']}", f"PICK {taken}")
    assert found[1][0] == "after the draft"


@pytest.mark.parametrize("name", ["Baseline1", "Baseline2", "Coac"])
def test_another_reply_is_found_and_named_even_if_it_does_the_same(name, tmp_path):
    match = next(match for match in recorded() if name in match["bots"])
    seat = match["bots"].index(name)
    number, turn = next((k, t) for k, t in enumerate(match["turns"]) if k >= 64 and t["player"] == seat)
    said, turn["output"] = turn["output"], turn["output"] + ";ATTACK 250 -1"
    expected = (f"turn {number - 59} ({name.lower()})", "reply", turn["output"], said)
    assert differences(match, tmp_path) == [expected]


def test_unknown_bots_are_replayed_but_not_compared(tmp_path):
    match = recorded()[0]
    match["turns"][-2]["output"] += ";ATTACK 250 -1"
    assert len(differences(match, tmp_path)) == 1
    match["bots"] = ["AntiSquid", "Marasbot"]
    assert differences(match, tmp_path) == []
