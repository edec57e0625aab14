"""`ludus make platformer` and `ludus inspect platformer`."""

import csv
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from ludus.design.platformer import difficulty_search
from ludus.design.platformer.generator.generate import generate_level
from ludus.design.platformer.players.synthetic_player import draw_players, record_play
from ludus.design.platformer.recordings.files import write_recordings
from ludus.design.platformer.spec import LevelSpec
from ludus.games.platformer.level_files import load_level
from tests.messages import missing


@pytest.fixture(autouse=True)
def few(monkeypatch):
    for name, players in (("SCREENING_PLAYERS", 20), ("DECIDING_PLAYERS", 40), ("HELD_OUT_PLAYERS", 40)):
        monkeypatch.setattr(difficulty_search, name, players)


def test_a_designer_says_what_there_is(ludus):
    assert "--difficulty" in ludus("make", "platformer").stdout
    assert "CONTENT is a level" in ludus("inspect", "platformer").stdout


def test_a_level_is_made_with_pictures_facts_and_a_replay(ludus, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = ludus("make", "platformer", "--rooms", "2x1", "--difficulty", 0.4, "--seed", 3, "--to", "made")
    assert result.exit_code == 0, result.output
    assert "(target: 40 %)" in result.stdout
    assert "rejected for 1 taken" in result.stdout
    names = {file.name for file in Path("made").iterdir()}
    assert names == {
        *("report.html", "level.level", "replay.json", "levels.csv", "challenges.csv", "rejections.csv"),
        "structure.csv",
        *(f"{name}.{kind}" for name in ("level", "challenges", "routes") for kind in ("svg", "png")),
    }
    level = load_level("made/level.level")
    assert (level.width, level.height) == (22, 7)
    row = next(csv.DictReader(Path("made/levels.csv").read_text().splitlines()))
    assert float(row["failure_low"]) <= float(row["failure"]) <= float(row["failure_high"])
    assert "Every move is legal" in ludus("replay", "made/replay.json").stdout


def test_a_level_without_a_folder_is_shown(ludus):
    told = ludus("make", "platformer", "--rooms", "2x1", "--traps", "none", "--seed", 3).stdout
    assert "\ncells\n" in told
    assert "No trap has to be passed" in told


def test_several_levels_are_the_same_on_any_number_of_threads(ludus):
    words = ("make", "platformer", "--rooms", "1x1", "--count", 3, "--deaths", 0.5, "--json")
    one, two = (json.loads(ludus(*words, "--threads", threads).stdout) for threads in (1, 2))
    del one["timing"], two["timing"]
    assert one == two
    assert len(one["tables"]["levels"]) == 3
    assert re.search(r"Over all 3 levels \d+\.\d % \[\d+\.\d, \d+\.\d\] of players die", "\n".join(one["answer"]))


def test_a_level_is_explained_with_who_dies_where(ludus, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = ludus("inspect", "platformer", "trap-school", "-n", 60, "--to", "report")
    assert result.exit_code == 0, result.output
    assert not missing(result.stdout, "hardest challenge", "wall-spikes 25 3")
    assert "No trap can be avoided" in result.stdout
    traps = [row["trap"] for row in csv.DictReader(Path("report/who_dies_where.csv").read_text().splitlines())]
    assert traps[-1] == "all"
    assert {"saw 5 2", "wall-spikes 25 3"} <= set(traps)
    assert "deaths.png" in {file.name for file in Path("report").iterdir()}
    shown = ludus("replay", "report/replay.json").stdout
    assert "Result: exit" in shown


def test_a_level_is_rated_by_a_model_of_your_own(ludus, refused, tmp_path):
    words = ("inspect", "platformer", "trap-school", "-n", 10, "--json")
    usual = json.loads(ludus(*words).stdout)["tables"]["difficulty"][0]
    assert usual["koens_low"] < usual["koens"] < usual["koens_high"]
    file = tmp_path / "model.toml"
    file.write_text('kind = "linear"\n[constants]\nconstant = 0.5\nt_timing = 0.0\nj = 0.0\nt_cycle = 0.0\n')
    told = json.loads(ludus(*words, "--model", file).stdout)
    assert told["tables"]["difficulty"][0]["koens"] == pytest.approx(1 - 0.5**3)
    assert "no kind of model" in refused(*words, "--model", "mine.toml")


def test_levels_are_put_side_by_side(ludus):
    told = json.loads(ludus("inspect", "platformer", "first-steps", "trap-school", "-n", 40, "--json").stdout)
    assert [row["level"] for row in told["tables"]["levels"]] == ["trap-school", "first-steps"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--rooms", "5"), "two whole numbers"),
        (("--rooms", "40x1"), "a level has at most 128 x 64 cells"),
        (("--fill", "foggy"), "no fill style named 'foggy'"),
        (("--traps", "sow"), "did you mean 'saw'"),
        (("--traps", ","), "one kind or more"),
        (("--traps", ",".join(["saw"] * 100)), "one kind or more, each once"),
        (("--curve", ",".join(["0.5"] * 501), "--to", "new"), "a campaign has 1 to 500 levels, not 501"),
        (("--setup", "thesis", "--rooms", "1x1", "--room", "3x3"), "a room has 4 x 4 to 32 x 32 cells"),
        (("--rooms", "1x1", "--room", "3x3"), "at least 9 x 7 cells"),
        (("--rooms", "1x1", "--room", "40x40"), "at most 32 x 32 cells"),
        (("--setup", "thesis", "--rooms", "1x1", "--challenges", "50"), "more rooms, other kinds of traps"),
        (("--rooms", "1x1", "--challenges", "50"), "more or larger rooms"),
        (("--fill", "solid"), "fill changes nothing in the set-up designed"),
        (("--setup", "thesis", "--style", "cave"), "style changes nothing in the set-up thesis"),
        (("--pacing", "steep"), "--pacing 'steep'"),
        (("--difficulty", "0.02"), "--difficulty 0.02 cannot be met"),
        (("--band", "0.4-0.6", "--sessions", "no.jsonl", "--to", "new"), "no.jsonl: these sessions cannot be read"),
        (("--traps", "none", "--difficulty", "0.5"), "a level without traps is not hard"),
        (("--traps", "none", "--challenges", "2"), "without traps there are no challenges"),
        (("--difficulty", "1.5"), "option difficulty: … below 1"),
        (("--curve", "0.2,0.5", "--difficulty", "0.4"), "--difficulty … --curve"),
        (("--skill", "1"), "--skill … --band"),
        (("--map", "vertical-traps", "--curve", "0.2"), "--map and --curve: say one of them"),
        (("--map", "vertical-traps", "--fill", "open"), "--fill … --map"),
        (("--band", "0.4-0.6", "--player", "ann"), "--player … --sessions"),
        (("--band", "0.4-0.6", "--sessions", "a", "--skill", "1"), "--skill changes nothing"),
        (("--band", "0.4-0.6", "--traps", "none"), "a level without traps is not hard"),
        (("-o", "seconds=9", "--count", "2"), "options of the game do not go with"),
    ],
)
def test_wrong_targets_are_refused(refused, words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert not missing(refused("make", "platformer", *words), said)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["start 1 1"], "there is no exit"),
        (["start 1 1", "exit 7 1"], "line 8 … exit 7 1 … 1 1"),
        (["start 1 1", "exit 3 1", "mine 9 9"], "line 9: mine 9 9 is outside"),
    ],
)
def test_a_level_that_cannot_be_played_is_refused_with_its_line(refused, tmp_path, lines, said):
    file = tmp_path / "my.level"
    file.write_text("\n".join(["level Mine", "cells", "#########", "#oooo#oo#", "#########", "", *lines, ""]))
    assert not missing(refused("inspect", "platformer", file), said)
    file.write_text(file.read_text().replace("#oooo#oo#", "#oo?o#oo#"))
    assert "line 4: there is no cell '?' (column 3)" in refused("inspect", "platformer", file)


def test_a_command_that_was_stopped_goes_on_to_the_same_levels(ludus, tmp_path, monkeypatch):
    words = ("make", "platformer", "--rooms", "1x1", "--count", 3, "--threads", 1, "--to")
    whole = ludus(*words, tmp_path / "whole")
    assert whole.exit_code == 0, whole.output
    settle, left = difficulty_search.search_level, [1, 0]

    def stop(*order, **limits):
        if not left.pop(0):
            raise KeyboardInterrupt
        return settle(*order, **limits)

    monkeypatch.setattr(difficulty_search, "search_level", stop)
    assert ludus(*words, tmp_path / "parts").exit_code == 130
    monkeypatch.setattr(difficulty_search, "search_level", settle)
    again = ludus(*words, tmp_path / "parts")
    assert "continuing an earlier run" in again.stderr
    for file in (tmp_path / "whole").glob("level_*.level"):
        assert (tmp_path / "parts" / file.name).read_bytes() == file.read_bytes()


def test_the_next_levels_are_made_for_a_person_from_a_file_of_sessions(ludus, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    level = generate_level(1, LevelSpec(setup="thesis", rooms=(2, 1))).level
    play = record_play(level, draw_players(1, seed=7)[0], seed=8)
    Path("mine.jsonl").write_text(write_recordings([replace(play, player="ann", kind="person")]))
    words = ("make", "platformer", "--rooms", "2x1", "--band", "0.4-0.8", "--count", 2, "--sessions", "mine.jsonl")
    result = ludus(*words, "--to", "next")
    assert result.exit_code == 0, result.output
    assert "the next 2 levels for ann" in result.stdout
    assert load_level("next/level_02.level").traps
    assert len(list(csv.DictReader(Path("next/plays.csv").read_text().splitlines()))) == 1


@pytest.mark.slow
def test_a_campaign_follows_a_curve(ludus, tmp_path):
    words = ("make", "platformer", "--rooms", "2x1", "--curve", "0.2,0.5", "--to", tmp_path / "campaign")
    result = ludus(*words)
    assert result.exit_code == 0, result.output
    assert load_level(tmp_path / "campaign" / "level_02.level").traps


def test_levels_are_judged_by_either_kind_of_players(ludus):
    planners, forecasters = (
        json.loads(ludus("inspect", "platformer", "trap-school", "-n", 30, "--players", kind, "--json").stdout)
        for kind in ("planner", "forecaster")
    )
    assert planners["tables"]["groups"] != forecasters["tables"]["groups"]
    assert "forecasters" in forecasters["facts"]["players"]
    result = ludus("make", "platformer", "--rooms", "2x1", "--difficulty", 0.4, "--players", "forecaster", "--seed", 3)
    assert result.exit_code == 0, result.output
    assert "players (forecasters) die" in result.stdout
    assert "planners)" not in result.stdout


def test_a_learning_curve_needs_players_that_learn(ludus):
    words = ("inspect", "platformer", "trap-school", "-n", 20, "--learning", 0.5)
    result = json.loads(ludus(*words, "--players", "forecaster", "--json").stdout)
    assert [row["play"] for row in result["tables"]["learning"]] == [1, 2, 3, 4, 5, 6]
    planners, several = ludus(*words), ludus(*words, "tower", "--players", "forecaster")
    assert missing(planners.stderr, "--learning", "forecaster") == []
    assert missing(several.stderr, "--learning", "one level") == []
    assert planners.exit_code == several.exit_code == 2


def test_further_measures_of_a_level_are_in_the_report_if_asked_for(ludus, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = ludus("inspect", "platformer", "trap-school", "-n", 10, "--measures", "all", "--to", "report")
    assert result.exit_code == 0, result.output
    assert not missing(result.stdout, "Challenges as wholes: 3", "jumps without traps", "6 falls")
    tables = {name: read_table(Path("report") / f"{name}.csv") for name in ("passages", "jumps", "falls")}
    assert [row["traps"] for row in tables["passages"]] == ["saw 5 2", "squeeze 12 2", "wall-spikes 25 3"]
    pit = next(row for row in tables["jumps"] if row["start"] == "17 2")
    assert 0.02 < float(pit["deadly"]) <= float(pit["miss"]) < 0.3
    assert {row["steered"] for row in tables["falls"]} == {"yes", "no"}
    assert (Path("report") / "risks.svg").is_file()


def test_further_measures_are_for_one_level_and_not_there_by_default(ludus):
    result = ludus("inspect", "platformer", "trap-school", "tower", "--measures", "all")
    assert result.exit_code != 0
    assert "--measures" in result.output
    assert "wholes" not in ludus("inspect", "platformer", "trap-school", "-n", 5).stdout


def read_table(file):
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))
