"""A tournament can be extended by games or players: old rows stay, and the tables are those of a larger tournament."""

import json
import os
import signal
import subprocess
import sys

import pytest

from ludus.arena import Tournament
from ludus.arena.external_bot_limits import BotLimits
from ludus.arena.tournament_verification import verify_tournament
from ludus.backends import Threads
from ludus.core.game_registry import registered_game
from ludus.stats import Sprt
from ludus.testing.example_games import auction, magpies
from ludus.util.errors import OptionError
from ludus.util.files import FolderError
from tests.cases import each
from tests.messages import mentions

TABLES = ("players.csv", "ratings.csv", "pairs.csv", "seats.csv", "endings.csv")
FIELD = ["random", "greedy", "mcts:iterations=20"]


@pytest.fixture(scope="module", autouse=True)
def installed_games():
    with registered_game(auction.game), registered_game(magpies.game):
        yield


def tournament_of(players, games, game=auction.game, **more):
    return Tournament(game, game.content(), players, games, **{"seed": 5, **more})


def tables(folder):
    return {name: (folder / name).read_bytes() for name in TABLES}


def rows(folder):
    """All rows without digests, sorted."""
    lines = (folder / "games.csv").read_text().splitlines()[1:]
    return sorted(line.rpartition(",")[0] for line in lines)


def extend(folder, games=None, players=(), **more):
    extended = Tournament.open(folder).extended(games, players, **more)
    extended.run(folder, Threads(2))
    return extended.games_digest


def states(folder, digest=""):
    return {step.what: step.holds for step in verify_tournament(folder, digest)}


@each(
    ("more", "steps"),
    [
        ({}, [{"games": 20}]),
        ({}, [{"players": ["me=mcts:iterations=5"]}]),
        ({}, [{"games": 12}, {"players": ["me=mcts:iterations=5"]}, {"games": 20}]),
        ({"kind": "gauntlet"}, [{"games": 20, "players": ["me=mcts:iterations=5"]}]),
        ({"test": Sprt(0, 400)}, [{"games": 60}]),
        ({"kind": "ladder"}, [{"players": ["me=mcts:iterations=5"]}]),
    ],
)
def test_an_extended_tournament_has_the_tables_of_one_that_was_larger_from_the_start(tmp_path_factory, more, steps):
    tmp_path = tmp_path_factory.mktemp("extended")
    first = tournament_of(FIELD, 8, **more)
    first.run(tmp_path / "t")
    digest = first.games_digest
    for step in steps:
        before = (tmp_path / "t" / "games.csv").read_bytes()
        newer = extend(tmp_path / "t", **step)
        assert (tmp_path / "t" / "games.csv").read_bytes().startswith(before)
        assert newer != digest
        found = states(tmp_path / "t", newer)
        assert found == {
            "rows": True,
            "plans": True,
            "digest": True,
            "deals": True,
            "tables": True,
            "stored games": True,
        }
        assert states(tmp_path / "t", digest)["digest"]  # the digest that was published before is still proven
        digest = newer
    games = max(step.get("games", 8) for step in steps)
    players = [*FIELD, *(name for step in steps for name in step.get("players", ()))]
    tournament_of(players, games, **more).run(tmp_path / "whole")
    assert tables(tmp_path / "t") == tables(tmp_path / "whole")
    assert rows(tmp_path / "t") == rows(tmp_path / "whole")
    assert len(json.loads((tmp_path / "t" / "tournament.json").read_text())["earlier"]) == len(steps)


def test_a_game_for_three_can_be_extended(tmp_path):
    tournament_of(["random"] * 3, 6, magpies.game).run(tmp_path / "t")
    extend(tmp_path / "t", 9, ["d=random"])
    assert not [what for what, holds in states(tmp_path / "t").items() if holds is False]
    assert len(rows(tmp_path / "t")) == 4 * 9


def test_a_tournament_that_has_not_ended_can_be_extended(tmp_path):
    tournament_of(FIELD, 8).run(tmp_path / "t")
    log = tmp_path / "t" / "games.csv"
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:12]))  # 11 games: half a deal is played again
    (tmp_path / "t" / "events.jsonl").unlink()  # it counts more games
    extend(tmp_path / "t", 12, ["me=random"])
    tournament_of([*FIELD, "me=random"], 12).run(tmp_path / "whole")
    assert tables(tmp_path / "t") == tables(tmp_path / "whole")
    assert rows(tmp_path / "t") == rows(tmp_path / "whole")


def test_the_same_extension_again_plays_nothing(tmp_path):
    tournament_of(FIELD, 8).run(tmp_path / "t")
    digest = extend(tmp_path / "t", 12, ["me=random"])
    before = (tmp_path / "t" / "tournament.json").read_bytes(), (tmp_path / "t" / "games.csv").read_bytes()
    assert extend(tmp_path / "t", 12, ["me=random"]) == digest
    assert extend(tmp_path / "t", None, ["greedy"]) == digest
    assert ((tmp_path / "t" / "tournament.json").read_bytes(), (tmp_path / "t" / "games.csv").read_bytes()) == before


@each(
    ("more", "step", "said"),
    [
        ({}, {"games": 4}, "8 … 4"),
        ({"kind": "ladder"}, {"games": 20}, "ladder"),
        ({}, {"players": ["a=random", "a=greedy"]}, "different names"),
        ({}, {"games": 12, "until_rating": 10}, "one new bot"),
        ({"kind": "gauntlet"}, {"players": ["a=random"], "until_rating": 10}, "round robin"),
    ],
)
def test_extensions_that_make_no_sense_are_refused(tmp_path_factory, more, step, said):
    folder = tmp_path_factory.mktemp("refused") / "t"
    tournament_of(FIELD, 8, **more).run(folder)
    before = (folder / "tournament.json").read_bytes()
    with pytest.raises(OptionError, match=mentions(said)):
        extend(folder, **step)
    assert (folder / "tournament.json").read_bytes() == before


def test_a_name_cannot_be_taken_by_another_bot(tmp_path):
    tournament_of(["me=random", "greedy"], 4).run(tmp_path / "t")
    with pytest.raises(OptionError, match=mentions("me", "random")):
        extend(tmp_path / "t", None, ["me=greedy"])


def test_changed_earlier_plans_and_rows_are_noticed(tmp_path):
    tournament_of(FIELD, 8).run(tmp_path / "t")
    digest = extend(tmp_path / "t", 12)
    file = tmp_path / "t" / "tournament.json"
    plan = json.loads(file.read_text())
    for change in ({"rows": 22}, {"games_digest": "0" * 24}, {"plan_digest": "0" * 64}, {"was": {"games": 10}}):
        changed = plan | {"earlier": [plan["earlier"][0] | change]}
        file.write_text(json.dumps(changed))
        assert False in states(tmp_path / "t", digest).values(), change
        with pytest.raises(FolderError):
            Tournament.open(tmp_path / "t").run(tmp_path / "t")
    file.write_text(json.dumps(plan))
    log = tmp_path / "t" / "games.csv"
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:21]))  # before the extension there were 24 rows
    with pytest.raises(FolderError, match="missing"):
        Tournament.open(tmp_path / "t").run(tmp_path / "t")
    assert states(tmp_path / "t", digest) == {"rows": False}


KILLED = """
import os, signal, sys
from ludus.arena import Tournament
from ludus.backends import Threads
from ludus.core.game_registry import registered_game
from ludus.testing.example_games import auction

def progress(stage):
    if stage.games - stage.known > int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)

with registered_game(auction.game):
    contest = Tournament.open(sys.argv[1]).extended(600, ["me=random"])
    if sys.argv[2] == "0":  # as soon as the new plan is written
        contest.play_schedule = lambda play: os.kill(os.getpid(), signal.SIGKILL)
    contest.run(sys.argv[1], Threads(2), progress)
"""


@pytest.mark.parametrize("games", [0, 700])
def test_an_extension_that_was_killed_goes_on(tmp_path, games):
    tournament_of(["random", "random"], 400).run(tmp_path / "t")
    before = (tmp_path / "t" / "games.csv").read_bytes()
    killed = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "t"), str(games)], check=False)
    assert killed.returncode == -signal.SIGKILL
    now = (tmp_path / "t" / "games.csv").read_bytes()
    assert now.startswith(before)
    assert (len(now) > len(before)) == (games > 0)
    contest = Tournament.open(tmp_path / "t")
    contest.run(tmp_path / "t")
    assert (tmp_path / "t" / "games.csv").read_bytes().startswith(now)
    tournament_of(["random", "random", "me=random"], 600).run(tmp_path / "whole")
    assert tables(tmp_path / "t") == tables(tmp_path / "whole")
    assert states(tmp_path / "t", contest.games_digest)["digest"]


def test_given_names_are_in_tables_rows_and_plan(tmp_path):
    results = tournament_of(["one=random", "two=random", "greedy"], 8).run(tmp_path / "t")
    assert sorted(results.names) == ["greedy", "one", "two"]
    assert Tournament.open(tmp_path / "t").names == ["one", "two", "greedy"]
    assert ",one,two," in (tmp_path / "t" / "games.csv").read_text()
    assert "names" not in tournament_of(FIELD, 8).plan()
    with pytest.raises(OptionError, match=mentions("player quick", "no-such")):
        tournament_of(["quick=no-such", "random"], 4).run()


def test_a_missing_file_of_a_bot_is_named_when_a_tournament_is_resumed_elsewhere(tmp_path, monkeypatch):
    home, other = tmp_path / "home", tmp_path / "other"
    home.mkdir()
    other.mkdir()
    (home / "bots.py").write_text(
        "import ludus\n\n\nclass First(ludus.Bot):\n    def choose(self, turn):\n        return turn.moves[0]\n"
    )
    monkeypatch.chdir(home)
    tournament_of(["mine=bots.py:First", "random"], 4, limits=BotLimits(in_process=True)).run(tmp_path / "t")
    monkeypatch.chdir(other)
    with pytest.raises(FolderError, match=mentions("bots.py", "mine", str(home), str(other))):
        Tournament.open(tmp_path / "t").run(tmp_path / "t")
    os.chdir(home)
    Tournament.open(tmp_path / "t").run(tmp_path / "t")
