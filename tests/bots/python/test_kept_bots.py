"""Kept bots: one object plays many games, its files stay, and what it does to its folder harms nobody else."""

import json
import os
import sys
import tempfile
from pathlib import Path

import pytest

import ludus
from ludus.arena.kept_bots import keep_text
from ludus.bots.external import Limits, PersistentProgramBot, ProgramBot
from ludus.bots.python import InProcessBot, SubprocessBot, read_bot_file
from ludus.core.position import Position
from ludus.util.errors import OptionError
from tests.bots.external import sandbox_helpers
from tests.messages import missing

FILE = str(Path(__file__).with_name("kept.py"))
GAME = sandbox_helpers.GAME

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="sandboxes need Linux")


@pytest.fixture
def kept(tmp_path):
    """Makes kept bots, and ends them."""
    made = []

    def make(name, kind=SubprocessBot, **more):
        options = {key: str(more.pop(key)) for key in ("crash", "hang", "bad_end") if key in more}
        limits = Limits(**{"reply": 30.0, "start": 30.0, "keep": str(tmp_path / "kept" / "bot"), **more})
        made.append(kind(GAME, read_bot_file(FILE, name, options), limits))
        return made[-1]

    yield make
    for bot in made:
        bot.close()


def notes(episode, seat=0):
    lines = [line.removeprefix("err: ") for line in episode.logs[seat].splitlines()]
    return [json.loads(line) for line in lines if line.startswith("{")]


def play_three(bot):
    """Three games, in the seats 0, 1 and 0; their results, and what the bot noted in each."""
    episodes = [sandbox_helpers.play(bot, "random", seed=1), sandbox_helpers.play("random", bot, seed=2)]
    episodes.append(sandbox_helpers.play(bot, "random", seed=3))
    return [episode.reason for episode in episodes], [
        note for k, episode in enumerate(episodes) for note in notes(episode, k % 2)
    ]


@pytest.mark.parametrize("kind", [SubprocessBot, InProcessBot])
def test_one_object_plays_all_games_and_its_hooks_are_called_for_each(kept, kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bot = kept("Counting", kind)
    bot.probe(Position.start(GAME, GAME.content(), 0))
    reasons, found = play_three(bot)
    assert reasons == ["all sold"] * 3
    assert [note["games"] for note in found] == [note["ends"] for note in found] == [1, 2, 3]
    assert [note["seat"] for note in found] == [note["last"] for note in found] == [0, 1, 0]
    assert [note["stored"] for note in found] == [0, 1, 2]
    assert (bot.keep.started, bot.keep.lost) == (1, 0)


@pytest.mark.parametrize(
    ("kind", "fault"),
    [(SubprocessBot, {"crash": 2}), (SubprocessBot, {"hang": 2, "reply": 0.5}), (InProcessBot, {"crash": 2})],
)
def test_a_fault_costs_the_object_but_not_the_files(kept, kind, fault, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bot = kept("Counting", kind, **fault)
    reasons, found = play_three(bot)
    assert reasons == ["all sold", {"crash": "crashed", "hang": "timeout"}[next(iter(fault))], "all sold"]
    assert [note["games"] for note in found] == ([1, 2, 1] if kind is InProcessBot else [1, 1])
    assert found[-1]["stored"] == len(found) - 1
    assert (bot.keep.started, bot.keep.lost) == (2, 1)
    assert not missing(keep_text(bot.keep), "1 of them lost", "crash" if "crash" in fault else "timeout")


def test_files_are_stored_after_every_game_and_the_next_bot_begins_with_them(kept, tmp_path):
    bot = kept("Counting")
    sandbox_helpers.play(bot, "random", seed=1)
    stored = tmp_path / "kept" / "bot" / "work" / "memory.json"
    assert stored.read_text() == "1"  # while its process waits
    bot.close()
    later = kept("Counting")
    assert notes(sandbox_helpers.play(later, "random", seed=2))[0]["stored"] == 1
    assert stored.read_text() == "2"
    assert sorted(os.listdir(stored.parent)) == ["memory.json"]  # nothing of the submitted folder
    assert not (Path(FILE).parent / "memory.json").exists()


def test_an_error_after_the_end_of_a_game_does_not_cost_the_object(kept):
    bot = kept("Counting", bad_end=1)
    assert [note["games"] for note in play_three(bot)[1]] == [1, 2, 3]
    assert (bot.end_errors.count, bot.keep.lost) == (3, 0)


def test_games_at_the_same_time_have_an_object_each(kept, tmp_path):
    bot = kept("Counting")
    one, other = (bot.join(Position.start(GAME, GAME.content(), seed), 0, seed) for seed in (1, 2))
    for seated in (one, other):
        seated.end(None)
    assert bot.keep.started == bot.keep.workers == 2
    assert sorted(os.listdir(tmp_path / "kept")) == ["bot", "bot.worker-2"]


def test_a_process_never_plays_a_deal_twice(kept):
    bot = kept("Counting")
    for _ in range(2):
        sandbox_helpers.play(bot, "random", seed=1)
    assert bot.keep.started == 2


def test_a_full_folder_is_kept_within_its_limit(kept, tmp_path):
    bot = kept("Fills", folder=8)
    for seed in (1, 2):
        assert sandbox_helpers.play(bot, "random", seed=seed).reason == "all sold"
    bot.close()
    stored = sum(file.stat().st_size for file in (tmp_path / "kept").rglob("*") if file.is_file())
    assert 4 << 20 < stored <= 8 << 20


def test_links_out_of_the_folder_are_not_kept(kept, tmp_path):
    bot = kept("Links")
    for seed in (1, 2):
        assert sandbox_helpers.play(bot, "random", seed=seed).reason == "all sold"
    bot.close()
    assert [str(path.relative_to(tmp_path / "kept")) for path in (tmp_path / "kept").rglob("*")] == [
        "bot",
        "bot/plain.txt",
    ]
    assert bot.keep.total("left_out") == 3
    assert not missing(keep_text(bot.keep), "3 left out")


def test_a_child_lives_between_games_and_dies_with_the_bot(kept, monkeypatch):
    with sandbox_helpers.marked(monkeypatch):
        bot = kept("Parent")
        found = [notes(sandbox_helpers.play(bot, "random", seed=seed))[0] for seed in (1, 2)]
        bot.close()
    assert found[0]["alive"]
    assert found[0] == found[1]


def test_a_bot_that_answers_unasked_harms_only_itself(kept):
    bot = kept("Talks")
    assert play_three(bot)[0] == ["all sold"] * 3
    assert bot.keep.lost == 3  # its objects, because they were out of step


# Programs

COUNTS_IN_HOME = """
import json, os, sys
path = os.path.expanduser("~/count")
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "move":
        count = int(open(path).read()) if os.path.exists(path) else 0
        open(path, "w").write(str(count + 1))
        print(said["moves"][0], flush=True)
if "slow" in sys.argv:
    open(os.path.expanduser("~/ended"), "w").write("yes")
"""


@pytest.fixture
def open_folder():
    """A folder that all users may use; that of pytest belongs to us alone."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        os.chmod(folder, 0o777)
        yield Path(folder)


@pytest.mark.parametrize("mode", sandbox_helpers.MODES)
def test_the_files_of_a_program_stay_for_its_next_process(open_folder, mode):
    if why := sandbox_helpers.why_not(mode):
        pytest.skip(why)
    tmp_path = open_folder
    (tmp_path / "counts.py").write_text(COUNTS_IN_HOME)
    command = f"{sandbox_helpers.python(mode)} -I -S {tmp_path / 'counts.py'}"
    bot = ProgramBot(GAME, command, Limits(reply=30.0, keep=str(tmp_path / "kept")))
    bot._client = sandbox_helpers.sandbox_client_for(mode)
    moves = 0
    for seed in (1, 2):
        episode = sandbox_helpers.play(bot, "random", seed=seed)
        assert (episode.reason, episode.fault) == ("all sold", "")
        moves += sum(event.seat == 0 for event in episode.position.history)
    bot.close()
    assert int((tmp_path / "kept" / "count").read_text()) == moves
    assert bot.keep.started == 2
    assert bot.keep.lost == 0
    assert os.listdir(tmp_path / "kept") == ["count"]


def test_a_persistent_program_may_end_by_itself_after_the_last_game(tmp_path):
    (tmp_path / "counts.py").write_text(COUNTS_IN_HOME)
    command = f"{sys.executable} -I -S {tmp_path / 'counts.py'} slow"
    bot = PersistentProgramBot(GAME, command, Limits(reply=30.0, keep=str(tmp_path / "kept")))
    for seed in (1, 2, 3):
        sandbox_helpers.play(bot, "random", seed=seed)
    bot.close()
    assert (bot.started, bot.keep.lost) == (1, 0)
    assert sorted(os.listdir(tmp_path / "kept")) == ["count", "ended"]


def test_a_program_that_could_stay_is_started_anew_if_the_limits_say_so(tmp_path):
    (tmp_path / "counts.py").write_text(COUNTS_IN_HOME)
    command = f"{sys.executable} -I -S {tmp_path / 'counts.py'}"
    bot = PersistentProgramBot(GAME, command, Limits(reply=30.0, restart=True))
    for seed in (1, 2, 3):
        sandbox_helpers.play(bot, "random", seed=seed)
    bot.close()
    assert bot.started == 3


def test_a_program_that_never_began_does_not_cost_the_files_of_earlier_games(tmp_path):
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "count").write_text("7")
    (tmp_path / "broken").write_text("no program")
    (tmp_path / "broken").chmod(0o755)
    bot = ProgramBot(GAME, str(tmp_path / "broken"), Limits(reply=5.0, keep=str(tmp_path / "kept")))
    assert sandbox_helpers.play(bot, "random", seed=1).reason == "could not start"
    bot.close()
    assert (tmp_path / "kept" / "count").read_text() == "7"


def test_python_keeps_bots_of_a_match_as_the_command_does(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bot = f"{FILE}:Counting"
    for _ in range(2):
        result = ludus.match(GAME, bot, "random", games=4, keep=True)
        assert result.games == 4
    listed = json.loads((tmp_path / "kept-files" / "kept-files.json").read_text())
    assert listed["sessions"] == 2
    (folder,) = listed["bots"]
    (memory,) = (tmp_path / "kept-files" / folder).rglob("memory.json")
    assert json.loads(memory.read_text()) == 8


def test_python_keeps_bots_of_a_tournament_in_its_folder(tmp_path):
    ludus.tournament(GAME, f"counting={FILE}:Counting", "random", games=4, folder=tmp_path / "cup", keep=True)
    (memory,) = (tmp_path / "cup" / "kept-files" / "counting").rglob("memory.json")
    assert json.loads(memory.read_text()) == 4


def test_python_refuses_to_keep_what_cannot_be_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    loaded = ludus.load_bot(GAME, "random")
    for bots in (("random", "random"), (f"{FILE}:Counting", loaded)):
        with pytest.raises(OptionError, match="keep"):
            ludus.match(GAME, *bots, games=2, keep=True)
    with pytest.raises(OptionError, match="folder"):
        ludus.tournament(GAME, f"{FILE}:Counting", "random", games=2, keep=True)
    assert not (tmp_path / "kept-files").exists()
