"""`ludus check locm`: our rules against games recorded elsewhere, and the check against files that are wrong.

locm_traces: 160 games of version 1.2 and 140 of 1.5, every state agreed between two other engines.
locm_ties: games of 1.2 that end with both players at 0 or less. own_referee: see record_own_referee.py.
"""

import csv
import gzip
import json
from pathlib import Path

import pytest

from ludus.core.position import Position
from ludus.core.reference_check_results import CheckReport, first_difference
from ludus.games.locm import game
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.protocol_server import Referee
from ludus.games.locm.state import DECK
from ludus.games.locm.trace_check import check_traces
from ludus.util.errors import ContentError
from tests.cases import each
from tools.provenance import BENCHMARKS

DATA = Path(__file__).parent / "data"
TIES, OWN = DATA / "locm_ties.jsonl.gz", DATA / "own_referee.jsonl.gz"


def games(file):
    return [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]


def counts(report):
    return report.games, report.states, report.mismatches


@pytest.fixture
def write(tmp_path):
    """Writes games or lines into a file."""

    def write(*lines, name="games.jsonl"):
        texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        (tmp_path / name).write_text("".join(f"{text}\n" for text in texts))
        return tmp_path / name

    return write


@each(
    ("name", "expected"),
    [
        ("locm_traces.jsonl.gz", (300, 25_632, 0)),
        ("locm_ties.jsonl.gz", (12, 372, 0)),
        ("own_referee.jsonl.gz", (12, 813, 0)),
    ],
)
def test_every_state_of_every_recorded_game_is_reproduced(name, expected):
    report = check_traces([DATA / name])
    assert report.differences == []
    assert counts(report) == expected


def test_the_kept_table_of_comparisons_has_the_counts_of_the_recordings_here():
    with (BENCHMARKS / "reference-checks.csv").open(encoding="utf-8", newline="") as file:
        kept = {row["name"]: (int(row["games"]), int(row["amount"])) for row in csv.DictReader(file) if row["games"]}
    assert kept["locm-ties"] == counts(check_traces([TIES]))[:2]
    assert kept["locm-traces"] == (300, 25_632)  # as in the test above
    assert kept["locm-traces"][0] == sum(1 for _ in games(DATA / "locm_traces.jsonl.gz"))


def test_several_files_are_summed_and_progress_is_reported():
    reported = []
    report = check_traces([TIES, str(OWN)], progress=lambda done, total: reported.append((done, total)))
    assert counts(report) == (24, 372 + 813, 0)
    assert reported == [(k, 24) for k in range(1, 25)]


def test_a_referees_log_is_read_by_its_frames_and_its_parameters(write):
    match = next(
        match for match in games(OWN) if "draftChoicesSeed" in match["parameters"] and match["version"] == "1.2"
    )
    assert counts(check_traces([write(_referee_log(match))])) == (1, len(match["turns"]), 0)
    match["parameters"]["shufflePlayer1Seed"] -= 1
    assert not check_traces([write(_referee_log(match))]).agrees


def _referee_log(match):
    """A match in the form of the official referee's logs: a frame a turn, blanks at the end of a text lost."""
    frames = match["turns"]
    log = {
        "errors": {p: [f["input"].rstrip() + "\n" if f["player"] == int(p) else None for f in frames] for p in "01"},
        "outputs": {p: [f["reply"] + "\n" if f["player"] == int(p) else "" for f in frames] for p in "01"},
        "scores": {p: int(match["winner"] == int(p)) for p in "01"},
        "uinput": ["{}"],
    }
    # a reply of blanks alone would look like no reply
    for texts in log["outputs"].values():
        texts[:] = [text and (text if text.strip() else "PASS\n") for text in texts]
    parameters = " ".join(f"{name}={value}" for name, value in match["parameters"].items())
    return f"{json.dumps(log)} {log['scores']['0']} {log['scores']['1']} {parameters}  "


def test_a_game_of_bots_is_replayed_from_its_draft_and_its_decks(write):
    match = _bot_game()
    assert counts(check_traces([write(match)])) == (1, len(match["turns"]), 0)
    match["turns"][61]["input"] = match["turns"][61]["input"].replace("30 2 24", "30 2 23")
    report = check_traces([write(match)])
    assert (report.mismatches, report.differences[0].step) == (1, "turn 2")


def test_a_bot_that_crashes_loses(write):
    match = _bot_game()
    del match["turns"][65:]
    match["turns"][64] |= {"output": None}
    match["winner"] = 1
    assert check_traces([write(match)]).agrees
    match["winner"] = 0
    assert [(d.field, d.expected, d.got) for d in check_traces([write(match)]).differences] == [("winner", 0, 1)]


def _bot_game():
    """A short game in which both players take the first card and only summon and attack."""
    position = Position.start(game, game.content(version="1.2"), seed=5)
    referee, data = Referee(position), GameData.over(position.content.data)
    number = [data.cards[k].number for k in range(data.card_count)]
    offers = [[number[position.state.offers[k, j]] for j in range(3)] for k in range(30)]
    turns = []
    for k in range(60):
        turns.append({"player": referee.seat, "phase": "draft", "cards": offers[k // 2], "pick": 0})
        referee.reply("PICK 0")
    decks = [[number[position.state.players[p].deck[k]] for k in range(DECK)] for p in range(2)]
    while not referee.over:
        rows = [line.split() for line in referee.input().splitlines() if len(line.split()) == 12]
        reply = [f"ATTACK {row[1]} -1" for row in rows if row[2] == "1"]
        reply += [f"SUMMON {row[1]} {k}" for row in rows if row[2] == "0" for k in range(2)]
        turn = {"player": referee.seat, "phase": "battle", "input": referee.input(), "output": ";".join(reply)}
        turns.append(turn | {"ms": 3})
        referee.reply(turn["output"])
    return {"game": 0, "bots": ["a", "b"], "draft": offers, "decks": decks, "turns": turns, "winner": referee.winner}


# The check can fail


def test_one_wrong_number_in_a_state_is_found_and_named(write):
    trace = games(TIES)[3]
    trace["steps"][6]["s"]["p"][1]["hp"] += 1
    hp = trace["steps"][6]["s"]["p"][1]["hp"]
    report = check_traces([write("", trace)])
    assert report.mismatches == 1
    (difference,) = report.differences
    assert (difference.line, difference.game, difference.field) == (2, "3", "p[1].hp")
    assert (difference.expected, difference.got) == (hp, hp - 1)
    assert f"line 2, game 3, step 7 ({trace['steps'][6]['a']}): p[1].hp should be {hp}, got {hp - 1}" in str(difference)
    assert report.as_dict()["mismatches"] == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda trace: trace.update(winner=1 - trace["winner"]), "winner"),
        (lambda trace: trace.update(turns=trace["turns"] + 1), "turns"),
        (lambda trace: trace.update(initial_legal=9), "legal"),
        (lambda trace: trace["ids"][1].reverse(), "ids[1][0]"),
        (lambda trace: trace["steps"][3].update(n=99), "legal"),
        (lambda trace: trace["steps"][0].update(by=1), "by"),
        (lambda trace: trace["steps"][0]["s"]["p"][0]["hand"].pop(), "p[0].hand"),
        (lambda trace: trace["steps"][0]["s"].pop("turn"), "turn"),
        (lambda trace: trace["steps"][0]["s"].update(weather="fine"), "weather"),
    ],
)
def test_every_difference_in_a_trace_is_named(change, field, write):
    trace = games(TIES)[0]
    change(trace)
    report = check_traces([write(trace)])
    assert (report.mismatches, report.differences[0].field) == (1, field)


def test_an_action_that_is_not_legal_here_ends_the_replay_of_its_game(write):
    trace = games(TIES)[0]
    trace["steps"][0]["a"] = "SUMMON 59 1"
    report = check_traces([write(trace, games(TIES)[1])])
    assert [(d.step, d.field) for d in report.differences] == [("step 1 (SUMMON 59 1)", "possible")]
    assert report.games == 2


@pytest.mark.parametrize(
    ("change", "step", "field"),
    [
        (lambda match: match.update(winner=1 - match["winner"]), "end", "winner"),
        (lambda match: match["turns"].pop(), "end", "over"),
        (lambda match: match["turns"].append(match["turns"][-1]), "turn 80", "over"),
        (lambda match: match["turns"][0].update(player=1), "turn 1", "player"),
        (lambda match: match["turns"][5].update(input=match["turns"][5]["input"].rstrip()), "turn 6", "input line 7"),
    ],
)
def test_every_difference_in_a_transcript_is_named(change, step, field, write):
    match = games(OWN)[2]
    assert len(match["turns"]) == 79
    change(match)
    report = check_traces([write(match)])
    assert [(d.step, d.field) for d in report.differences] == [(step, field)]


def test_only_the_first_differences_are_listed_but_all_are_counted(write):
    trace = games(TIES)[0]
    for step in trace["steps"]:
        step["n"] += 100
    report = check_traces([write(trace)])
    assert report.mismatches == len(trace["steps"]) > len(report.differences) == 20


def test_a_difference_is_the_first_in_the_order_of_the_recording():
    assert first_difference({"a": [1, 2]}, {"a": [1, 2]}) is None
    assert first_difference({"a": [1, {"b": 2}], "c": 0}, {"a": [1, {"b": 3}], "c": 1}) == ("a[1].b", 2, 3)
    assert first_difference({"a": [1]}, {"a": [1, 2]}) == ("a", [1], [1, 2])
    assert first_difference([], {}) == ("", [], {})
    assert CheckReport().agrees


# Files that are wrong


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("\n\n", "contains no game"),
        ("hello", "JSON"),
        ("[1, 2]", "JSON"),
        ('{"steps": [', "JSON"),
        ('{"a": 1}', "known format; its fields are a"),
        ("{}", "its fields are none"),
        ('{"steps": 3}', "line 1: .*steps"),
        ('{"transcript": 2}', "transcript"),
        ('{"errors": {}, "outputs": {}, "scores": {}}', "player '0'"),
        ('{"errors": {}, "outputs": {}, "scores": {}, "gameParameters": []}', "version 1.5"),
        ('{"bots": [], "turns": [], "draft": [], "decks": [[], []], "winner": 0}', "60 picks"),
    ],
)
def test_a_file_that_is_no_recording_is_refused_with_its_place(text, what, write):
    with pytest.raises(ContentError, match=what) as error:
        check_traces([write(text)])
    assert error.value.file.endswith("games.jsonl")


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda trace: trace["decks"][0].pop(), "29"),
        (lambda trace: trace["decks"][0].__setitem__(4, 999), "999"),
        (lambda trace: trace["steps"][0].update(a="DANCE"), "DANCE"),
        (lambda trace: trace["steps"][0].update(a="PASS;PASS"), "not one action"),
        (lambda trace: trace["steps"][0].pop("s"), "steps"),
        (lambda trace: trace.update(version="2.0"), "version"),
        (
            lambda trace: trace.update(version="1.5", cards={"x": ["creature", 1, 1, 1, "------", 0, 0, 0, "target"]}),
            "x",
        ),
        (
            lambda trace: trace.update(
                version="1.5", cards={"3": ["creature", 900, 1, 1, "------", 0, 0, 0, "target"]}
            ),
            "900",
        ),
    ],
)
def test_a_trace_that_cannot_be_played_is_refused_with_its_line(change, what, write):
    trace = games(TIES)[1]
    change(trace)
    with pytest.raises(ContentError, match=what) as error:
        check_traces([write(games(TIES)[0], trace)])
    assert error.value.line == 2


@pytest.mark.parametrize(
    ("parameters", "what"),
    [({}, "lack a seed"), ({"seed": 1, "weather": 2}, "weather"), ({"seed": 1, "cardGenSeed": 2}, "generated")],
)
def test_parameters_that_the_referee_would_not_take_are_refused(parameters, what, write):
    match = games(OWN)[2] | {"parameters": parameters}
    with pytest.raises(ContentError, match=what):
        check_traces([write(match)])


def test_half_a_line_and_half_a_file_are_refused(write, tmp_path):
    line = json.dumps(games(TIES)[0])
    with pytest.raises(ContentError, match="line 2"):
        check_traces([write(line, line[: len(line) // 2])])
    with pytest.raises(ContentError, match="follows"):
        check_traces([write(line + " and more")])
    half = tmp_path / "half.gz"
    half.write_bytes(TIES.read_bytes()[:-100])
    with pytest.raises(ContentError, match=r"half\.gz: cannot be read"):
        check_traces([half])
    half.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ContentError, match="not text"):
        check_traces([half])
    with pytest.raises(ContentError, match="there is no such file"):
        check_traces([tmp_path / "nowhere"])
    with pytest.raises(ContentError, match="cannot be read"):
        check_traces([tmp_path])
