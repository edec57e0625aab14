"""The page in headless Chromium: whole games by clicks, stepping by keyboard, a server that comes back.

What is done with the page is in scenarios.mjs; playwright-core drives the Chromium of the machine.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE = 300  # seconds for a scenario

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def _all_there():
    """Without a browser these tests cannot be run; they say what is missing."""
    if not CHROMIUM:
        pytest.skip("no Chromium found: install Debian's package chromium, or name one in CHROMIUM")
    if not shutil.which("node"):
        pytest.skip("no Node found: the browser is driven by it")
    if (
        not (ROOT / "studio/node_modules/playwright-core").is_dir()
        or not (ROOT / "src/ludus/studio/page/index.html").is_file()
    ):
        pytest.skip("the page is not built: run make page")


class Studio:
    """`ludus studio` in a process of its own, always on the same port and folder."""

    def __init__(self, folder):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.folder, self.process, self.link = folder, None, None
        self.start()

    def start(self):
        command = [sys.executable, "-m", "ludus", "studio", "--no-browser"]
        command += ["--port", str(self.port), "--folder", str(self.folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.link = self.process.stdout.readline().split()[-1]
        while "Ctrl-C" not in self.process.stdout.readline():
            pass

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    found = Studio(tmp_path_factory.mktemp("studio") / "runs")
    yield found
    found.kill()


def scenario(studio, name, *words, hear=None):
    """What somebody found who did this with the page; `hear` answers to lines that come before the last one."""
    command = ["node", str(HERE / "scenarios.mjs"), name, studio.link, *words]
    environment = {**os.environ, "CHROMIUM": CHROMIUM}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        lines = []
        for line in iter(process.stdout.readline, "") if hear else ():
            lines.append(line)
            if answer := hear(line.strip()):
                process.stdin.write(answer)
                process.stdin.flush()
        rest, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, errors
        return json.loads([*lines, *rest.splitlines()][-1])


@pytest.mark.parametrize(
    ("game", "bot", "width"),
    [
        ("locm", "random", "1280"),
        ("dominion", "big-money", "1280"),
        ("tribute", "max-prestige", "390"),
        ("delve", "", "390"),
    ],
)
def test_a_whole_game_is_played_by_clicks_to_its_end_screen_with_the_seed(studio, game, bot, width):
    found = scenario(studio, "play", game, bot, width)
    assert found["clicks"] > 10
    assert found["seed"] == "7"
    assert found["words"]


def test_a_replay_is_stepped_by_keyboard_and_every_position_has_an_address(studio):
    found = scenario(studio, "step")
    plies = [(key, ply) for key, ply, _ in found["places"]]
    assert plies[:5] == [("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2)]
    turn, back = plies[5][1], plies[6][1]
    assert back < turn > 2
    assert plies[7:] == [("End", found["moves"]), ("ArrowLeft", found["moves"] - 1)]
    assert all(marked == 1 for _, ply, marked in found["places"] if ply)
    assert found["same"], "the position looks the same when its address is opened anew"


def test_a_card_that_cannot_be_paid_is_explained(studio):
    assert "Province costs 8, and you have" in scenario(studio, "explain")["words"]


def test_a_choice_shows_its_bounds_and_can_be_put_aside_to_look_at_the_table(studio):
    found = scenario(studio, "aside")
    assert found["bounds"] == "up to 4 to choose"
    assert found["hidden"]
    assert found["opened"] > 0
    assert found["trashed"] == "1"


def test_a_page_comes_back_by_itself_when_the_server_was_killed_and_started_again(studio):
    def hear(line):
        if line == "kill it":
            studio.kill()
        elif line == "start it":
            studio.start()
            return "\n"
        return None

    assert scenario(studio, "reconnect", hear=hear) == {"ply": 2}


def test_open_play_is_marked_on_the_board_and_in_the_address_and_can_be_branched_off_from(studio):
    found = scenario(studio, "branch")
    assert found == {"marked": ["Open play: all hands are visible", "?open=1"], "ply": "0"}


def test_no_room_is_wider_than_a_phone_by_day_or_by_night(studio):
    assert scenario(studio, "narrow") == {"wide": []}


def test_axe_finds_no_fault_in_any_room_by_day_or_by_night(studio):
    assert scenario(studio, "access") == {"found": []}
