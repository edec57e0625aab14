"""Training scripts for scripts-of-tribute: Game.run plays with the objects of the script, in its own process."""

import os
import subprocess
import sys

import pytest

from ludus.games.tribute.sot_api.game import Game
from tests.messages import missing

BOT = """
import random
from scripts_of_tribute.base_ai import BaseAI

class Dice(BaseAI):
    games = ends = 0
    times = []

    def pregame_prepare(self):
        self.games += 1

    def select_patron(self, available_patrons):
        return available_patrons[0]

    def play(self, game_state, possible_moves, remaining_time):
        self.times.append(remaining_time)
        if self.bot_name == "slow":
            import time
            time.sleep(0.2)
        if self.bot_name == "broken":
            raise ValueError("broken on purpose")
        return random.choice(possible_moves)

    def game_end(self, end_game_state, final_state):
        self.ends += 1
"""
SCRIPT = """
import sys
from scripts_of_tribute.game import Game
from scripts_of_tribute.runner import run_game_runner
from dice import Dice

if __name__ == "__main__":
    one, other = Dice(bot_name="one"), Dice(bot_name="other")
    game = Game()
    game.register_bot(one)
    game.register_bot(other)
    result = game.run("one", "other", start_game_runner=True, runs=2, threads=2, seed=11, timeout=99,
                      enable_logs="BOTH", log_destination="logs")
    again = game.run("other", "one", runs="1", seed=11, base_client_port=1, base_server_port=2, verbose=True,
                     enable_logs="p1", log_destination="logs")
    against = game.run("one", sys.argv[1], runs=1)
    print("counts", one.games, one.ends, other.games, other.ends, result.runs, sum(result.wins) + result.draws)
    print("times", 0 < min(one.times) <= max(one.times) <= 99000)
"""


@pytest.fixture
def script(tmp_path):
    """Runs a script from a folder with nothing but its files; returns what it printed."""

    def run(text, *words):
        (tmp_path / "dice.py").write_text(BOT)
        (tmp_path / "train.py").write_text(text)
        command = [sys.executable, "-m", "ludus", "tribute-train", "train.py", *words]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)

    return run


@pytest.mark.slow
def test_a_published_kind_of_script_runs_unchanged(script, tmp_path):
    done = script(SCRIPT, "RandomBot")
    assert done.returncode == 0, done.stderr
    said = done.stdout
    assert not missing(said, "Running 2 games - one vs other", "Final amount of P1 wins: ", "/2 (", "threads=2")
    assert "counts 4 4 3 3 2 2" in said
    assert "times True" in said
    assert {file.name for file in (tmp_path / "logs").iterdir()} == {"11_p1.log", "11_p2.log", "12_p1.log", "12_p2.log"}


@pytest.mark.slow
def test_faults_are_shown_and_unknown_bots_are_named(script):
    done = script(
        """
from ScriptsOfTribute.game import Game
from dice import Dice
game = Game()
for name in ("slow", "broken", "good"):
    game.register_bot(Dice(bot_name=name))
print("late", game.run("slow", "good", seed=1, timeout=0.1).reasons)
print("error", game.run("good", "broken", runs=2, seed=1).wins)
for wrong in ({"bot2Name": "Nobody"}, {"runs": 0}, {"enable_logs": "INFO"}, {"timeout": 0}):
    try:
        game.run(**{"bot1Name": "good", "bot2Name": "good", **wrong})
    except ValueError as error:
        print("refused", error)
try:
    game.run("good", "good", start_game_runner=False)
except RuntimeError as error:
    print("refused", error)
"""
    )
    assert done.returncode == 0, done.stderr
    assert not missing(done.stdout, "late {'TURN_TIMEOUT': 1}", "error (2, 0)")
    refused = [line for line in done.stdout.splitlines() if line.startswith("refused")]
    assert len(refused) == 5
    assert not missing(refused[0], "Nobody", "slow, broken, good", "MaxPrestigeBot", "courtier")
    assert not missing(done.stderr, "broken on purpose", "dice.py")


def test_a_bot_in_a_game_cannot_run_games():
    with pytest.raises(RuntimeError, match="tribute-train"):
        Game().run("one", "other")


def test_the_command_names_its_folder_and_refuses_a_missing_script(ludus, refused):
    folder = ludus("tribute-train", "--path").stdout.strip()
    assert set(os.listdir(folder)) >= {"scripts_of_tribute", "ScriptsOfTribute"}
    assert not missing(refused("tribute-train", "nowhere.py"), "nowhere.py")
    assert not missing(refused("tribute-train"), "train.py")
