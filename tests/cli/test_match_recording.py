"""`ludus match` with transcripts, consecutive seeds, and more threads than cores."""

import json
import os

from tests.cases import each
from tests.messages import missing

MATCH = ("match", "auction", "random", "random", "--seed", 123)


def as_json(result):
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_files_are_named_by_seed_and_player(ludus, tmp_path):
    folder = tmp_path / "diaries"
    result = ludus(*MATCH, "-n", 3, "--in-a-row", "--transcript", "p2", "--transcript-to", folder)
    assert result.exit_code == 0, result.output
    assert sorted(path.name for path in folder.iterdir()) == ["123_p2.log", "124_p2.log", "125_p2.log"]
    lines = (folder / "124_p2.log").read_text().splitlines()
    assert lines[0] == "random, p2, moves second in game 1, dealt from 124"
    assert len(lines) == 7
    assert all(line.startswith("p2 ") for line in lines[1:])


def test_a_folder_alone_means_both_players_and_swapped_seats_have_files_of_their_own(ludus, tmp_path):
    ludus(*MATCH, "-n", 2, "--transcript-to", tmp_path, "--states")
    names = sorted(path.name for path in tmp_path.iterdir())
    assert len(names) == 6
    seed = names[0].split("-")[0]
    ends = ("-2_p1.log", "-2_p2.log", "-2_states.jsonl", "_p1.log", "_p2.log", "_states.jsonl")
    assert names == [f"{seed}{end}" for end in ends]
    assert (
        (tmp_path / f"{seed}-2_p1.log")
        .read_text()
        .startswith(f"random, p1, moves second in game 1, dealt from {seed}, with the seats of game 0 changed\n")
    )
    rows = [json.loads(line) for line in (tmp_path / f"{seed}_states.jsonl").read_text().splitlines()]
    assert [row["number"] for row in rows] == [*range(13)]
    assert rows[0]["move"] == ""
    assert rows[1]["move"].startswith("0: bid ")


def test_a_folder_with_transcripts_of_another_match_is_refused(ludus, refused, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    assert ludus(*MATCH, "-n", 2, "--transcript-to", tmp_path).exit_code == 0
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    said = refused(*MATCH, "-n", 2, "--in-a-row", "--transcript-to", tmp_path)
    assert not missing(said, "transcripts", "another match")
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_without_a_folder_transcripts_go_to_the_terminal(ludus):
    result = ludus(*MATCH, "-n", 2, "--in-a-row", "--transcript", "both", "--threads", 1)
    assert result.stdout.count("p1, moves first") == result.stdout.count("p2, moves second") == 2
    quiet = ludus(*MATCH, "-n", 2, "--in-a-row", "--transcript", "p1", "--json")
    assert as_json(quiet)["games"] == 2
    assert "p1 " in quiet.stderr


def test_transcripts_change_no_result(ludus, tmp_path):
    plain = as_json(ludus(*MATCH, "-n", 10, "--json"))
    told = as_json(ludus(*MATCH, "-n", 10, "--json", "--transcript-to", tmp_path, "--threads", 2))
    assert plain.pop("timing").keys() == told.pop("timing").keys()
    assert plain == told


@each(
    ("words", "said"),
    [
        (("--states",), "--transcript-to FOLDER"),
        (("--transcript", "p3"), "--transcript takes p1 to p2"),
        (("--transcript", "me"), "--transcript takes p1 to p2"),
        (("--transcript", "p1", "--place", "processes:1"), "threads … processes:1"),
    ],
)
def test_invalid_arguments_are_refused(refused, words, said):
    assert not missing(refused(*MATCH, "-n", 2, *words), said)


def test_the_older_names_of_options_are_accepted(ludus, tmp_path):
    ludus(*MATCH, "-n", 2, "--diary", "p2", "--diary-to", tmp_path / "old", "--place", "threads:1")
    ludus(*MATCH, "-n", 2, "--transcript", "p2", "--transcript-to", tmp_path / "new", "--backend", "threads:1")
    old, new = (sorted(path.name for path in (tmp_path / name).iterdir()) for name in ("old", "new"))
    assert old == new
    assert old


def test_none_means_no_transcript(ludus):
    assert "moves first" not in ludus(*MATCH, "-n", 2, "--transcript", "none").stdout


def test_games_in_a_row_are_as_many_as_were_asked_for_and_can_be_replayed(ludus, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert as_json(ludus(*MATCH, "-n", 3, "--in-a-row", "--json"))["deals"] == 3
    text = ludus(*MATCH, "-n", 3, "--in-a-row").stdout
    assert not missing(text, "3 games", "seed 123")
    assert " a game" in next(line for line in text.splitlines() if line.startswith("time"))
    line = next(line for line in text.splitlines() if "--save-replay" in line)
    assert "--in-a-row" in line
    assert ludus(*line.split()[1:]).exit_code == 0
    assert json.loads((tmp_path / "game.json").read_text())["seed"] == 123


def test_more_threads_than_cores_are_met_with_a_warning(ludus):
    cores = os.cpu_count()
    result = ludus(*MATCH, "-n", 2, "--threads", cores + 1)
    assert result.exit_code == 0
    assert f"ludus: warning: {cores + 1} threads on {cores} cores" in result.stderr
    assert "warning" not in ludus(*MATCH, "-n", 2, "--threads", cores).stderr
