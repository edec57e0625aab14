r"""`ludus check tribute`: our rules compared with games and cases of the reference engine, and faulty files.

games: 12 of 255 recorded games, including drafts and choices that are not listed. cases: 76 rule cases. To check whole
files, give their paths:

    TRIBUTE_ORACLES="random30.jsonl.gz greedy120.jsonl.gz" \
        .venv/bin/pytest -q -n0 tests/games/tribute/test_reference_check.py
"""

import gzip
import json
import os
from pathlib import Path

import msgspec
import pytest

from ludus.core.reference_check_results import CheckReport, TraceComparison
from ludus.games.tribute import game, reference_check
from ludus.games.tribute.reference_check import check
from ludus.games.tribute.sot_states_and_moves import play_free
from ludus.util.errors import ContentError, IllegalMove
from tests.cases import each

DATA = Path(__file__).parent / "data"
GAMES, CASES = DATA / "games.jsonl.gz", DATA / "cases.json.gz"
HOLES = {"unchecked-choice-too-many", "unchecked-choice-too-few", "unchecked-acquire-cost"}


def recorded(number=0):
    return json.loads(gzip.decompress(GAMES.read_bytes()).splitlines()[number])


def all_cases():
    return [
        msgspec.convert(case, reference_check.RuleCase)
        for case in json.loads(gzip.decompress(CASES.read_bytes()))["cases"]
    ]


def test_recorded_games_are_reproduced_with_numbers_legal_moves_and_zones():
    report = check([GAMES])
    assert report.differences == []
    assert (report.games, report.mismatches) == (12, 0)
    assert report.states > 4_000


def test_all_cases_hold_as_the_reference_engine_plays():
    report = check([CASES])
    assert report.differences == []
    assert (report.games, report.states, report.mismatches) == (76, 115, 0)


@pytest.mark.parametrize("file", os.environ.get("TRIBUTE_ORACLES", "").split())
def test_whole_files_are_reproduced(file):
    report = check([file])
    assert report.differences == []
    assert report.games
    assert report.mismatches == 0


@each("case", [case for case in all_cases() if case.origin == "engine_hole"])
def test_by_default_a_choice_takes_neither_too_many_nor_too_few_nor_other_cards(case):
    assert case.id in HOLES
    differences = {}
    for compat in ("fair", "reference"):
        report = differences[compat] = CheckReport()
        reference_check.run_case(
            case, TraceComparison(report, "", 1, case.id), game.content(patrons="random", compat=compat)
        )
    assert differences["fair"].mismatches == 1
    assert differences["fair"].differences[0].expected == "a legal move"
    assert differences["reference"].mismatches == 0


ANSWERS = {
    "unchecked-choice-too-many": ["PICK gold#1", "PICK gold#2"],
    "unchecked-choice-too-few": ["STOP"],
    "unchecked-acquire-cost": ["PICK anseis_victory#1"],
}


@each("compat", ["fair", "reference"])
@each("case", [case for case in all_cases() if case.origin == "engine_hole"])
def test_the_rules_refuse_such_a_choice_under_either_option(case, compat):
    at = next(k for k, step in enumerate(case.steps) if "unchecked" in step)
    case_position = reference_check.CasePosition(case.given, game.content(patrons="random", compat=compat))
    for step in case.steps[:at]:
        if step["op"] == "choose_effect":
            case_position.position.play(step["arg"].upper())
        elif step["op"] != "expect":
            play_free(case_position.position, " ".join((step["op"], step.get("arg", ""))).strip(), case_position.find)
    *legal, illegal = ANSWERS[case.id]
    for move in legal:
        case_position.position.play(move)
    before = case_position.position.bytes()
    with pytest.raises(IllegalMove):
        case_position.position.play(illegal)
    assert case_position.position.bytes() == before


def test_most_cases_hold_by_default_too_since_only_chance_differs():
    for case in all_cases():
        if case.origin == "engine_hole" or "setup" in case.given:
            continue
        report = CheckReport()
        reference_check.run_case(case, TraceComparison(report, "", 1, case.id), game.content(patrons="random"))
        assert report.differences == [], case.id


@pytest.mark.parametrize(
    "spoil",
    [
        lambda trace: trace["moves"][20]["s"].__setitem__(0, 99),
        lambda trace: trace["moves"][30].__setitem__("n", 1),
        lambda trace: next(m for m in trace["moves"] if "legal" in m)["legal"].reverse(),
        lambda trace: next(m for m in trace["moves"] if "full" in m)["full"]["tavern_deck"].reverse(),
        lambda trace: trace["initial"]["p1"]["hand"].reverse(),
        lambda trace: trace["end"].__setitem__("reason", "prestige_over_80"),
        lambda trace: trace["end"].__setitem__("winner", "nobody"),
        lambda trace: trace["moves"][10].__setitem__("m", "play gold#999"),
        lambda trace: trace.__setitem__("seed", trace["seed"] + 1),
    ],
)
def test_every_change_of_a_recording_is_detected(spoil, tmp_path):
    trace = recorded()
    spoil(trace)
    file = tmp_path / "game.jsonl"
    file.write_text(json.dumps(trace))
    assert check([file]).mismatches == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "holds no game"),
        ("{", "line 1"),
        ("{}", "line 1"),
        ('{"notes": 1, "cases": [', "not a whole JSON object"),
    ],
)
def test_files_that_are_no_recordings_are_refused_with_their_place(text, said, tmp_path):
    file = tmp_path / "wrong.json"
    file.write_text(text)
    with pytest.raises(ContentError, match=said):
        check([file])
    with pytest.raises(ContentError, match="cannot be read"):
        check([tmp_path / "nothing"])


def test_every_recorded_move_is_counted(tmp_path):
    trace, file = recorded(), tmp_path / "game.jsonl"
    file.write_text(json.dumps(trace))
    assert check([file]).moves == len(trace["moves"])


def case_with(*steps):
    """A case in which the first player has two agents in play."""
    agents = ["banneret", {"card": "banneret#b", "hp": 2}, "oathman"]
    given = {"patrons": {"pelin": "none", "treasury": "none"}, "p1": {"agents": agents, "hand": ["gold"]}}
    return {"id": "agents", "origin": "own", "about": "agents", "given": given, "steps": [*steps]}


def checked_case(tmp_path, *steps):
    file = tmp_path / "cases.json"
    file.write_text(json.dumps({"notes": {}, "cases": [case_with(*steps)]}))
    return check([file])


@each(
    ("expectation", "holds"),
    [
        ({"agents_has": ["oathman", "banneret"]}, True),
        ({"agents_has": ["banneret", {"card": "banneret", "hp": 2}]}, True),
        ({"agents_has": ["banneret", "banneret", "banneret"]}, False),
        ({"agents_has": [{"card": "oathman", "hp": 1}]}, False),
        ({"agents_has": [{"card": "banneret", "activated": True}]}, False),
        ({"agents_lacks": ["gold"]}, True),
        ({"agents_lacks": ["gold", "oathman"]}, False),
        ({"agents_n": 3, "hand_has": ["gold"]}, True),
        ({"hand_has": ["gold", "gold"]}, False),
    ],
)
def test_cases_name_agents_by_card_or_by_values(tmp_path, expectation, holds):
    assert checked_case(tmp_path, {"op": "expect", "p1": expectation}).mismatches == (0 if holds else 1)


@each(
    ("step", "words"),
    [
        ({"op": "expect", "p1": {"agent_has": ["oathman"]}}, ("p1.agent_has", "agents", "X_has")),
        ({"op": "expect", "turns": 3}, ("turns", "current")),
        ({"op": "expect", "choice": {"least": 1}}, ("choice.least", "follow_up")),
        ({"op": "expect", "patrons": {"rajhin": "p1"}}, ("patrons.rajhin", "pelin")),
        ({"op": "expect", "p1": {"agents_has": "oathman"}}, ("p1.agents_has", "list")),
        ({"op": "expect", "p1": {"agents_n": ["oathman"]}}, ("p1.agents_n", "number")),
        ({"op": "expect", "p1": 3}, ("p1", "3")),
        ({"op": "ponder"}, ("ponder", "end_turn")),
        ({"op": "set", "who": "p1", "gold": 1}, ("gold", "coins")),
        ({"op": "set", "who": "p3", "coins": 1}, ("p3", "p2")),
    ],
)
def test_unknown_parts_of_a_case_are_refused_by_name_with_the_known_ones(tmp_path, step, words):
    with pytest.raises(ContentError) as caught:
        checked_case(tmp_path, step)
    assert all(word in str(caught.value) for word in words)


@each(
    ("change", "words"),
    [
        ({"steps": 3}, ("cases[1].steps", "list", "case agents")),
        ({"id": 3}, ("cases[1].id", "text")),
        ({"steps": [{"op": "end_turn"}, "end"]}, ("cases[1].steps[1]", "case agents")),
        ({"given": []}, ("cases[1].given",)),
        ({"steps": [{"who": "p1"}]}, ("cases[1]", "step 0", "op")),
        ({"about": None}, ("cases[1].about", "text")),
    ],
)
def test_a_case_of_the_wrong_shape_is_refused_with_its_place(tmp_path, change, words):
    file = tmp_path / "cases.json"
    file.write_text(json.dumps({"notes": {}, "cases": [case_with(), {**case_with(), **change}]}))
    with pytest.raises(ContentError) as caught:
        check([file])
    message = str(caught.value)
    assert [word for word in (str(file), *words) if word not in message] == []
    assert "ValidationError" not in message
    assert "KeyError" not in message


@each("cases", [3, {"id": 1}, [[]], ["case"], None])
def test_cases_that_are_no_list_of_objects_are_refused(tmp_path, cases):
    file = tmp_path / "cases.json"
    file.write_text(json.dumps({"notes": {}, "cases": cases}))
    with pytest.raises(ContentError, match="cases"):
        check([file])
