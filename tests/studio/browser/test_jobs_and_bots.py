"""Runs, tournaments, uploaded bots and replays in headless Chromium; the scenarios are in work.mjs."""

import re

import pytest

from tests.studio.browser.studio import Studio
from tests.studio.browser.studio import scenario as run_scenario

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def studio(_dependencies, tmp_path_factory):
    """A Studio that accepts uploaded bots."""
    running = Studio(tmp_path_factory.mktemp("studio") / "runs", "--uploads")
    yield running
    running.close()


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

    result = scenario(studio, "resume", on_line=on_line)
    assert re.fullmatch(r"[\d,]+ games per second", result["progress"]["speed"])
    assert re.fullmatch(r"about .+ left|almost done", result["progress"]["left"])
    done, planned = (
        int(number.replace(",", "")) for number in re.findall(r"([\d,]+) of ([\d,]+)", result["before"])[0]
    )
    assert 0 < done < planned
    assert result["title"] == "Which card sets balance Dominion", "as before its end"
    assert "claims" in result["answer"]
    assert result["repeated"] == 0, "the report inside the page does not repeat title and answer"
    status, path = result["file"]
    assert status == 200
    assert re.fullmatch(rf"/api{result['run']}/files/tables/[\w-]+\.csv", path)


@pytest.fixture(scope="module")
def compared(studio):
    return scenario(studio, "compare")


def test_two_runs_are_compared_with_intervals_and_curves(compared):
    assert compared["settings"] == ["seed\t5\t6"]
    assert re.fullmatch(r"\d+ of \d+ numbers surely differ", compared["verdict"])
    assert compared["sides"] >= 2
    assert compared["intervals"] > 10
    assert compared["faults"] == []


@pytest.mark.parametrize("width", ["1280", "390"])
def test_a_bot_is_checked_while_it_is_written_uploaded_and_plays_at_once_with_its_log_shown(studio, width):
    result = scenario(studio, "bot", width)
    assert result["reason"] == "Give the bot a name first."
    assert result["belowBar"] > 0, "a field that the browser asks for is not under the bar"
    assert "rusher.py, line 7" in result["wrong"][0]
    assert result["wrong"][1] == "7"
    assert "'moves'" in result["warned"]
    assert (result["draft"], result["editable"]) == (True, True)
    assert "@rusher" in result["players"]
    assert result["ending"]
    assert "moves" in result["logged"]
    assert result["selected"] == "@rusher"
    assert result["allowed"]


@pytest.fixture(scope="module")
def tournament(studio):
    return scenario(studio, "tournament")


def test_a_tournament_leads_from_a_cell_to_its_games_and_has_a_report(tournament):
    assert tournament["title"] == "Legends of Code and Magic: who plays best?"
    assert re.match(r"[\d.]+ %\s+[\d.]+ % – [\d.]+ %", tournament["winRate"])
    assert "chance of the game" in tournament["explained"]
    assert tournament["from"] == "12", "an older answer does not replace the games that were asked for last"
    assert 0 < tournament["won"] == tournament["rows"] <= 100
    assert re.fullmatch(r"/tables/[0-9a-f]{12}/0", tournament["url"])


def test_a_replay_is_saved_uploaded_and_opened_at_its_address(studio):
    result = scenario(studio, "replay")
    assert result["rejected"][0].startswith("notes.json: this file: not a replay file")
    assert "at most 2 MB" in result["rejected"][1]
    first, picked, dropped = result["tables"]
    assert first != picked == dropped, "uploaded by a click and by drag and drop, the same game is the same session"
    assert result["ply"] == "0"


@pytest.mark.usefixtures("compared", "tournament")
def test_the_pages_of_jobs_fit_every_size_and_axe_finds_no_fault(studio):
    names = [row.name for row in sorted(studio.folder.iterdir()) if (row / "report.html").is_file()]
    tournaments = [row.name for row in (studio.folder / "studio" / "tournaments").iterdir()]
    paths = ["runs", "bots", "tables", "tournaments"]
    paths += [f"runs/{names[0]}", f"compare/{names[0]}/{names[1]}", f"tournaments/{tournaments[0]}"]
    assert scenario(studio, "pages", *paths) == {"faults": []}
