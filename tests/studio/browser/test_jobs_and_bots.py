"""Runs, tournaments, uploaded bots and replays in headless Chromium; the scenarios are in work.mjs."""

import re

import pytest

from tests.studio.browser.studio import Studio
from tests.studio.browser.studio import scenario as run_scenario

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def studio(_all_there, tmp_path_factory):
    """A Studio that accepts uploaded bots."""
    found = Studio(tmp_path_factory.mktemp("studio") / "runs", "--uploads")
    yield found
    found.close()


def scenario(studio, name, *args, on_line=None):
    return run_scenario(studio, name, *args, on_line=on_line, script="work.mjs", timeout=420)


def test_a_run_is_started_resumed_after_a_kill_and_its_report_opened(studio):
    def on_line(line):
        if line == "kill it":
            studio.kill()
        elif line == "start it":
            studio.start()
            return "\n"
        return None

    found = scenario(studio, "resume", on_line=on_line)
    assert re.fullmatch(r"[\d,]+ games per second", found["followed"]["pace"])
    assert re.fullmatch(r"about .+ left", found["followed"]["left"])
    done, planned = (int(number.replace(",", "")) for number in re.findall(r"([\d,]+) of ([\d,]+)", found["before"])[0])
    assert 0 < done < planned
    assert found["title"] == "Evolving card sets for Dominion"
    status, path = found["file"]
    assert status == 200
    assert re.fullmatch(rf"/api{found['run']}/files/tables/[\w-]+\.csv", path)


@pytest.fixture(scope="module")
def compared(studio):
    return scenario(studio, "compare")


def test_two_runs_are_compared_with_intervals_and_curves(compared):
    assert compared["settings"] == ["seed\t5\t6"]
    assert re.fullmatch(r"\d+ of \d+ numbers differ", compared["verdict"])
    assert compared["sides"] >= 2
    assert compared["intervals"] > 10
    assert compared["faults"] == []


@pytest.mark.parametrize("width", ["1280", "390"])
def test_a_bot_is_uploaded_corrected_and_plays_at_once_with_its_log_shown(studio, width):
    found = scenario(studio, "bot", width)
    assert "rusher.py, line 7" in found["wrong"][0]
    assert found["wrong"][1].startswith("7 |")
    assert "@rusher" in found["players"]
    assert found["ending"]
    assert "moves" in found["logged"]
    assert found["invited"] == "@rusher"
    assert found["offered"]


@pytest.fixture(scope="module")
def contested(studio):
    return scenario(studio, "tournament")


def test_a_tournament_leads_from_a_cell_to_its_games_and_has_a_report(contested):
    assert contested["title"] == "Legends of Code and Magic: who plays best?"
    assert re.match(r"[\d.]+ %\s+[\d.]+ % – [\d.]+ %", contested["shown"])
    assert 0 < contested["won"] == contested["rows"] <= 100
    assert re.fullmatch(r"/tables/[0-9a-f]{12}/0", contested["url"])


def test_a_replay_is_saved_uploaded_and_opened_at_its_address(studio):
    found = scenario(studio, "replay")
    assert found["refused"][0].startswith("notes.json: this file: not a replay file")
    assert "at most 2 MB" in found["refused"][1]
    first, picked, dropped = found["tables"]
    assert first != picked == dropped, "brought in by a click and by dropping it: the same game is the same table"
    assert found["ply"] == "0"


@pytest.mark.usefixtures("compared", "contested")
def test_the_pages_of_jobs_fit_a_phone_and_axe_finds_no_fault(studio):
    names = [row.name for row in sorted(studio.folder.iterdir()) if (row / "report.html").is_file()]
    contests = [row.name for row in (studio.folder / "studio" / "tournaments").iterdir()]
    rooms = ["runs", "bots", "tables", "tournaments"]
    rooms += [f"runs/{names[0]}", f"compare/{names[0]}/{names[1]}", f"tournaments/{contests[0]}"]
    assert scenario(studio, "rooms", *rooms) == {"wide": [], "faults": []}
