"""A tournament that is stopped anywhere ends with the same tables as one that never was."""

import errno
import json
import os
import signal
import subprocess
import sys

import pytest

from ludus.arena import Tournament
from ludus.arena import tournament_games_csv as gamelogs
from ludus.arena.episode import EpisodeRecord
from ludus.arena.external_bot_limits import BotLimits
from ludus.arena.runner import game_replay, play_range
from ludus.arena.tournament_dir import ReplayStore, append_event, open_or_create, read_events
from ludus.arena.tournament_games_csv import GameLog
from ludus.arena.tournament_plan import source_digests
from ludus.arena.tournament_verification import verify_tournament
from ludus.backends import Threads
from ludus.bots import FAULTS
from ludus.core.game_registry import registered_game
from ludus.stats import Sprt
from ludus.testing.example_games import auction, magpies
from ludus.util.files import FolderError
from tests.messages import mentions

CANONICAL = ("tournament.json", "games.csv", "players.csv", "ratings.csv", "pairs.csv", "seats.csv", "endings.csv")


def tournament_of(game=auction.game, players=3, games=20, **more):
    return Tournament(game, game.content(), ["random"] * players, games, **{"seed": 5, **more})


def files(folder):
    return {name: (folder / name).read_bytes() for name in CANONICAL}


class Stop(Exception):
    """Thrown from a progress callback: the closest thing to pulling the plug within a process."""


def stop_after(games):
    def progress(stage):
        if stage.games >= games:
            raise Stop

    return progress


@pytest.mark.parametrize("more", [{}, {"test": Sprt(0, 80), "games": 600}, {"kind": "ladder", "games": 600}])
def test_a_run_that_was_stopped_again_and_again_ends_with_the_same_tables(tmp_path, more):
    whole = tournament_of(**more).run(tmp_path / "whole")
    for games in range(1, whole.games, whole.games // 7):
        with pytest.raises(Stop):
            tournament_of(**more).run(tmp_path / "parts", Threads(2), stop_after(games))
    tournament_of(**more).run(tmp_path / "parts")
    assert files(tmp_path / "parts") == files(tmp_path / "whole")
    events = [json.loads(line) for line in (tmp_path / "parts" / "events.jsonl").read_text().splitlines()]
    assert (events[0]["what"], events[-1]["what"]) == ("begun", "ended")
    assert events[-2]["games"] > 0


@pytest.mark.parametrize("game", [auction.game, magpies.game], ids=lambda game: game.name)
def test_a_file_cut_off_anywhere_is_completed(tmp_path, game):
    tournament_of(game, games=6).run(tmp_path / "t")
    whole = files(tmp_path / "t")
    data = whole["games.csv"]
    for end in [*range(0, 120, 11), *range(120, len(data), len(data) // 12), len(data) - 1]:
        (tmp_path / "t" / "games.csv").write_bytes(data[:end])
        (tmp_path / "t" / "events.jsonl").unlink()  # it counts more games
        tournament_of(game, games=6).run(tmp_path / "t")
        assert files(tmp_path / "t") == whole


def test_a_killed_process_loses_nothing_but_what_it_was_playing(tmp_path):
    script = """
import os, signal, sys
from ludus.arena import Tournament
from ludus.backends import Threads
from ludus.testing.example_games import auction

def progress(stage):
    if stage.games > 5000:
        os.kill(os.getpid(), signal.SIGKILL)

Tournament(auction.game, auction.game.content(), ["random"] * 3, 4000, seed=5).run(sys.argv[1], Threads(2), progress)
"""
    log = tmp_path / "killed" / "games.csv"
    killed = subprocess.run([sys.executable, "-c", script, str(log.parent)], check=False)
    assert killed.returncode == -signal.SIGKILL
    before = log.read_bytes()
    assert before.count(b"\n") > 4000
    tournament_of(games=4000).run(log.parent, Threads(2))
    tournament_of(games=4000).run(tmp_path / "whole", Threads(1))
    assert files(log.parent) == files(tmp_path / "whole")
    assert log.read_bytes().startswith(before)


def test_a_finished_tournament_plays_nothing_again(tmp_path, monkeypatch):
    tournament_of().run(tmp_path / "t")
    whole = files(tmp_path / "t")
    monkeypatch.setattr("ludus.arena.runner.play_range", lambda *_: pytest.fail("this was played before"))
    tournament_of().run(tmp_path / "t")
    assert files(tmp_path / "t") == whole


def test_the_same_folder_is_opened_without_naming_anything(tmp_path):
    tournament_of(magpies.game, 4, 9, kind="gauntlet").run(tmp_path / "t")
    with registered_game(magpies.game):
        again = Tournament.open(tmp_path / "t")
    assert again.plan() == tournament_of(magpies.game, 4, 9, kind="gauntlet").plan()
    assert again.digest() == tournament_of(magpies.game, 4, 9, kind="gauntlet").digest()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": 6}, "seed is 5 there, 6 here"),
        ({"games": 22}, "games is 20 there, 22 here"),
        ({"players": 4}, "players is"),
        ({"kind": "gauntlet"}, 'kind is "round robin" there'),
        ({"test": Sprt(0, 50)}, "test is not given there"),
        ({"game": magpies.game}, 'game is "auction" there, "magpies" here'),
    ],
)
def test_the_folder_of_another_tournament_is_refused(tmp_path, change, said):
    tournament_of().run(tmp_path / "t")
    whole = files(tmp_path / "t")
    with pytest.raises(FolderError, match=said):
        tournament_of(**change).run(tmp_path / "t")
    assert files(tmp_path / "t") == whole


def test_a_refusal_names_what_differs_however_long_the_rest_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = [f"{'long' * 9}{k}.py" for k in range(3)]
    for name in names:
        (tmp_path / name).write_text("import ludus\n\n\nclass Any(ludus.Bot):\n    pass\n")
    texts = [f"{name}:Any" for name in names]

    def plan(players=texts, **more):
        return Tournament(auction.game, auction.game.content(), players, 2, limits=BotLimits(memory=512, **more)).plan()

    open_or_create(tmp_path / "t", plan(turn_seconds=10))
    with pytest.raises(FolderError, match=mentions("turn_seconds", "10", "20")):
        open_or_create(tmp_path / "t", plan(turn_seconds=20))
    with pytest.raises(FolderError, match=mentions("turn_seconds", "10")):
        open_or_create(tmp_path / "t", plan())
    with pytest.raises(FolderError, match=r"\.\.\.\S+1\.py:Any\", \S+2\.py\.\.\. there, .*\"random\"\] here"):
        open_or_create(tmp_path / "t", plan([*texts[:2], "random"], turn_seconds=10))
    (tmp_path / names[1]).write_text("changed = True\n")
    with pytest.raises(FolderError, match=mentions(texts[1], "has changed")):
        open_or_create(tmp_path / "t", plan(turn_seconds=10))
    (tmp_path / names[1]).unlink()
    with pytest.raises(FolderError, match=mentions(texts[1], "files there only")):
        open_or_create(tmp_path / "t", plan(turn_seconds=10))


def test_another_release_does_not_go_on_with_it(tmp_path):
    tournament_of().run(tmp_path / "t")
    plan = json.loads((tmp_path / "t" / "tournament.json").read_text())
    plan["release"] = "0.0.1"
    (tmp_path / "t" / "tournament.json").write_text(json.dumps(plan))
    with pytest.raises(FolderError, match=r'release is "0\.0\.1" there'):
        tournament_of().run(tmp_path / "t")


def test_another_release_shows_its_games_if_it_plays_them_in_the_same_way(tmp_path):
    tournament_of().run(tmp_path / "t")
    plan = json.loads((tmp_path / "t" / "tournament.json").read_text())
    plan["release"] = "0.0.1"
    (tmp_path / "t" / "tournament.json").write_text(json.dumps(plan))
    with registered_game(auction.game):
        opened = Tournament.open(tmp_path / "t")
    assert opened.replay("0-1/0").moves
    games = (tmp_path / "t" / "games.csv").read_text().splitlines()
    row = next(k for k, line in enumerate(games) if line.startswith("0-1,0,"))
    *cells, _, digest = games[row].split(",")
    games[row] = ",".join([*cells, "1", digest])
    (tmp_path / "t" / "games.csv").write_text("\n".join(games) + "\n")
    with pytest.raises(FolderError, match=r"0\.0\.1"):
        opened.replay("0-1/0")


def test_other_versions_of_libraries_may_go_on_with_it(tmp_path):
    tournament_of().run(tmp_path / "t")
    plan = json.loads((tmp_path / "t" / "tournament.json").read_text())
    plan["versions"]["numpy"] = "1.0"
    (tmp_path / "t" / "tournament.json").write_text(json.dumps(plan))
    tournament_of().run(tmp_path / "t")


def test_a_folder_with_other_files_is_refused(tmp_path):
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(FolderError, match=r"holds other files \(thesis\.tex\)"):
        tournament_of().run(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_folder_without_a_tournament_cannot_be_opened(tmp_path):
    with pytest.raises(FolderError, match="no tournament there"):
        Tournament.open(tmp_path)
    (tmp_path / "tournament.json").write_text("{")
    with pytest.raises(FolderError, match="cannot be read"):
        Tournament.open(tmp_path)
    (tmp_path / "tournament.json").write_text('{"ludus": 99, "release": "9.0"}')
    with pytest.raises(FolderError, match=r"format 99 by Ludus 9\.0"):
        Tournament.open(tmp_path)
    (tmp_path / "tournament.json").write_text('{"ludus": 1}')
    with pytest.raises(FolderError, match="not complete"):
        Tournament.open(tmp_path)


def test_a_folder_that_cannot_be_created_is_an_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FolderError, match="cannot be made"):
        tournament_of().run(tmp_path / "file" / "t")


def test_an_unknown_bot_is_refused_before_a_folder_is_created(tmp_path):
    with pytest.raises(Exception, match="nobody"):
        Tournament(auction.game, auction.game.content(), ["random", "nobody"]).run(tmp_path / "t")
    assert not (tmp_path / "t").exists()


def edited(old, new):
    return lambda data: data.replace(old, new, 1)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (edited(b"pair,number", b"pair;number"), "line 1"),
        (edited(b"\n0-1,3,", b"\n0-1,4,"), "line 5: this is not game 3 of pair 0-1"),
        (edited(b"\n0-2,0,", b"\n0-1,20,"), "line 22: others must have sat here"),
        (edited(b"random #2,random #1", b"random #1,random #2"), "others must have sat here"),
        (edited(b"all sold", b"sold out"), "sold out"),
        (edited(b"\n0-1,0,", b"\n7-8,0,"), "line 2"),
        (lambda data: data + b"0-1,0,1,random #1,random #2,1,0,9,9,all sold,12,0\n", "cannot stand here"),
    ],
)
def test_a_file_that_was_changed_is_not_trusted(tmp_path, damage, said):
    tournament_of().run(tmp_path / "t")
    log = tmp_path / "t" / "games.csv"
    log.write_bytes(damage(log.read_bytes()))
    broken = log.read_bytes()
    with pytest.raises(FolderError, match=said):
        tournament_of().run(tmp_path / "t")
    assert log.read_bytes() == broken


def test_rows_of_a_pair_that_never_met_are_refused(tmp_path):
    tournament_of(kind="gauntlet").run(tmp_path / "t")
    log = tmp_path / "t" / "games.csv"
    rows = [row.rpartition(",")[0] + "\n" for row in log.read_text().splitlines()]  # digests would tell it first
    log.write_text("".join([*rows, *(row.replace("0-2", "1-2").replace("#1", "#2") for row in rows if "0-2" in row)]))
    with pytest.raises(FolderError, match="1-2/0 is no game of this tournament"):
        tournament_of(kind="gauntlet").run(tmp_path / "t")


def test_a_full_disk_is_an_error_and_nothing_is_lost(tmp_path, monkeypatch):
    tournament_of().run(tmp_path / "whole")
    real, room = os.write, [300]

    def write(file, data):
        if room[0] <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        taken = real(file, data[: room[0]])
        room[0] -= taken
        return taken

    monkeypatch.setattr(gamelogs.os, "write", write)
    with pytest.raises(FolderError, match=mentions("games.csv", "No space left", "same command")):
        tournament_of().run(tmp_path / "t")
    monkeypatch.undo()
    stored = (tmp_path / "t" / "games.csv").read_bytes()
    assert stored.endswith(b"\n")
    assert stored.count(b"\n") == 3  # the head and the games of one deal
    tournament_of().run(tmp_path / "t")
    assert files(tmp_path / "t") == files(tmp_path / "whole")


def test_two_processes_do_not_play_the_same_tournament(tmp_path):
    contest = tournament_of()
    held = GameLog(tmp_path / "games.csv", 2, contest.names, (*auction.game.end_reasons, *FAULTS), "plan")
    with pytest.raises(FolderError, match="another process"):
        GameLog(tmp_path / "games.csv", 2, contest.names, (*auction.game.end_reasons, *FAULTS), "plan")
    held.close()
    GameLog(tmp_path / "games.csv", 2, contest.names, (*auction.game.end_reasons, *FAULTS), "plan").close()


def test_names_with_commas_and_quotes_survive(tmp_path):
    names = ['a "quoted", name', "plain"]
    log = GameLog(tmp_path / "games.csv", 2, names, (*auction.game.end_reasons, *FAULTS), "plan")
    match = tournament_of(players=2).pairing((0, 1))
    match.names = names
    part = play_range(match, range(6))
    log.append(match, (0, 1), 0, part)
    log.close()
    again = GameLog(tmp_path / "games.csv", 2, names, (*auction.game.end_reasons, *FAULTS), "plan")
    assert again.known[0, 1].digest() == part.digest()
    again.close()


def test_a_tournament_does_not_go_on_with_a_bot_that_was_changed(tmp_path):
    bot = tmp_path / "bots.py"
    bot.write_text(
        "import ludus\n\n\nclass First(ludus.Bot):\n    def choose(self, turn):\n        return turn.moves[0]\n"
    )
    texts = [f"{bot}:First", "random"]

    def tournament(games=4):
        return Tournament(auction.game, auction.game.content(), texts, games, 1, limits=BotLimits(in_process=True))

    with registered_game(auction.game):
        tournament().run(tmp_path / "cup", Threads(1))
        bot.write_text(bot.read_text().replace("moves[0]", "moves[-1]"))
        with pytest.raises(FolderError, match=mentions("bots.py:First", "tournament")):
            tournament().run(tmp_path / "cup", Threads(1))
        assert Tournament.open(tmp_path / "cup").replay("0-1/0").moves  # what was played can still be seen


@pytest.mark.parametrize("rows", [0, 10, 19])
def test_games_that_were_removed_are_not_played_again(tmp_path, rows):
    tournament_of(players=2).run(tmp_path / "t")
    log = tmp_path / "t" / "games.csv"
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[: 1 + rows]))
    before = log.read_bytes()
    with pytest.raises(FolderError, match=mentions(f"{rows - rows % 2} games", "20", "ended", "events.jsonl")):
        tournament_of(players=2).run(tmp_path / "t")
    assert log.read_bytes() == before
    with registered_game(auction.game):
        assert {step.holds for step in verify_tournament(tmp_path / "t")} == {False}


def test_a_full_disk_while_a_game_is_stored_leaves_no_half_file(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    replay = game_replay(tournament_of(players=2).pairing((0, 1)), 0, ["a", "b"])[0]
    store = ReplayStore(tmp_path, (0, 1), ["a", "b"])
    monkeypatch.setattr("ludus.util.files.os.replace", full)
    with pytest.raises(FolderError, match=mentions("0.json", "No space left", "same command")):
        store(EpisodeRecord(0, replay, ["", ""], None))
    assert not list((tmp_path / "games" / "0-1").iterdir())


def test_unfinished_files_of_games_after_the_verdict_are_removed(tmp_path):
    store = ReplayStore(tmp_path, (0, 1), ["a", "b"])
    folder = tmp_path / "games" / "0-1"
    folder.mkdir(parents=True)
    for name in ("3.json", "4.json", "5.json.part", "notes.txt"):
        (folder / name).touch()
    store.remove_from(4)
    assert sorted(file.name for file in folder.iterdir()) == ["3.json", "notes.txt"]


def test_a_disk_that_takes_half_the_first_line_is_an_error(tmp_path, monkeypatch):
    real, calls = os.write, []

    def write(file, data):
        calls.append(data)
        if len(calls) == 1:
            return real(file, data[:5])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(gamelogs.os, "write", write)
    with pytest.raises(FolderError, match="No space left"):
        tournament_of(players=2).run(tmp_path / "t")
    monkeypatch.undo()
    tournament_of(players=2).run(tmp_path / "t")
    tournament_of(players=2).run(tmp_path / "whole")
    assert files(tmp_path / "t") == files(tmp_path / "whole")


def test_an_event_after_half_a_line_is_readable(tmp_path):
    append_event(tmp_path, "begun")
    with open(tmp_path / "events.jsonl", "a") as file:
        file.write('{"time": "2026')  # the disk was full
    append_event(tmp_path, "continued", games=4)
    assert [event["what"] for event in read_events(tmp_path)] == ["begun", "continued"]


@pytest.mark.skipif(os.name != "posix", reason="permissions of Unix")
def test_a_folder_or_a_program_that_may_not_be_entered_is_an_error_in_words(tmp_path, monkeypatch):
    def forbidden(path):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    tournament_of(players=2).run(tmp_path / "t")
    monkeypatch.setattr("ludus.arena.tournament_dir.Path.is_file", forbidden)
    with registered_game(auction.game), pytest.raises(FolderError, match=mentions("tournament.json", "Permission")):
        Tournament.open(tmp_path / "t")
    monkeypatch.setattr("ludus.arena.tournament_plan.Path.is_file", forbidden)
    assert source_digests(["cmd:no-such-program"]) == {}
    (tmp_path / "program").touch()
    monkeypatch.setattr("ludus.arena.tournament_plan.Path.read_bytes", forbidden)
    with pytest.raises(FolderError, match=mentions("program", "Permission")):
        source_digests([f"cmd:{tmp_path / 'program'}"])
