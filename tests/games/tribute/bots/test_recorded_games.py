r"""Recorded games of the original bots: our published versions repeat every decision, from the draft to the last move.

data/bots.jsonl.gz: 15 of 90 games, without their snapshots. 65 single faults were inserted into DecisionTree,
PatronFavors and MaxAgents; each that changes a decision in any of the 90 games also does so in one of these. To check
whole files:

    TRIBUTE_ORACLES="bots.jsonl.gz decisiontree.jsonl.gz" \
        .venv/bin/pytest -q -n0 tests/games/tribute/test_reference_check.py
"""

import gzip
import json
from pathlib import Path

import pytest

from ludus.games.tribute.reference_check import PUBLISHED_BOTS, check

FILE = Path(__file__).parents[1] / "data" / "bots.jsonl.gz"


def recorded():
    return [json.loads(line) for line in gzip.decompress(FILE.read_bytes()).splitlines()]


def differences(match, tmp_path):
    (tmp_path / "games.jsonl").write_text(json.dumps(match) + "\n")
    return [
        (difference.step, difference.expected, difference.got)
        for difference in check([tmp_path / "games.jsonl"]).differences
    ]


def test_every_recorded_decision_of_the_original_bots_is_repeated():
    report = check([FILE])
    assert report.differences == []
    assert (report.games, report.mismatches) == (15, 0)
    assert {name for match in recorded() for name in match["bots"]} == set(PUBLISHED_BOTS)
    assert sum(match["draft"] is not None for match in recorded()) == 6
    assert any(move["i"] == -1 for match in recorded() for move in match["moves"])  # an answer that is not in the list


@pytest.mark.parametrize("name", PUBLISHED_BOTS)
def test_a_bot_that_is_not_the_one_that_played_is_found_and_named(name, tmp_path):
    match = next(match for match in recorded() if name in match["bots"])
    match["bots"] = [other if other != name else impostor(name) for other in match["bots"]]
    ((step, expected, got),) = differences(match, tmp_path)
    assert step.startswith(("move ", "draft"))
    assert step.endswith(PUBLISHED_BOTS[impostor(name)])
    assert expected != got


def impostor(name):
    return "RandomWithoutEndTurnBot" if name != "RandomWithoutEndTurnBot" else "RandomBot"


def test_the_order_in_which_a_bot_names_cards_is_compared(tmp_path):
    matches = [match for match in recorded() if "DecisionTreeBot" in match["bots"]]
    for match in matches:
        for number, move in enumerate(match["moves"]):
            words = move["m"].split()
            if words[0] == "choose" and len(words) == 3 and move["i"] == -1:
                move["m"] = " ".join((words[0], words[2], words[1]))
                ((step, expected, got),) = differences(match, tmp_path)
                assert (step.split()[1], expected, got) == (str(number), move["m"], " ".join(words))
                assert step.endswith("decision-tree-2023")
                return
    raise AssertionError("no game has an answer out of order")


def test_another_draft_is_found(tmp_path):
    match = next(match for match in recorded() if match["draft"] and "DecisionTreeBot" not in match["bots"])
    picks = match["draft"]["picks"]
    picks[0], picks[3] = picks[3], picks[0]
    ((step, expected, got),) = differences(match, tmp_path)
    assert step.startswith("draft: ")
    assert (expected, got) == (picks[0], picks[3])


def test_unknown_bots_are_replayed_but_not_compared(tmp_path):
    match = recorded()[0]
    match["bots"] = ["SomebodysBot", "AnotherBot"]
    assert differences(match, tmp_path) == []
