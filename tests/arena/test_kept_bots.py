"""Kept bots in tournaments: no bot sees a deal twice, files stay after a kill, and it is said that they were kept."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from ludus.arena import Match, Tournament
from ludus.arena.contest_rules import ContestRules, read_rules
from ludus.arena.external_bot_limits import BotLimits
from ludus.arena.kept_bots import KEPT_LIST, KeptFolder, folder_name, start_text
from ludus.arena.tournament_games_csv import GameLog
from ludus.arena.tournament_verification import verify_tournament
from ludus.bots import load_bot
from ludus.core.game_registry import registered_game
from ludus.games import locm
from ludus.report.tournament import caveats, headline, tournament_command, write_tournament_page
from ludus.testing.example_games import auction
from ludus.util.errors import ContentError, OptionError
from ludus.util.files import FolderError
from tests.messages import mentions, missing

BOTS = Path(__file__).parents[1] / "bots" / "python" / "kept.py"
GAME = auction.game
linux = pytest.mark.skipif(sys.platform != "linux", reason="sandboxes need Linux")


def tournament_of(*players, games=4, keep=True, game=GAME, **more):
    texts = [f"{name}={BOTS}:{kind}" if kind != "random" else "random" for name, kind in players]
    return Tournament(game, game.content(), texts, games, 5, limits=BotLimits(keep=keep), **more)


THREE = (("a", "Remembers"), ("b", "Remembers"), ("", "random"))


# Deals


def test_with_keep_no_pair_shares_a_deal_and_deals_follow_from_seed_pair_and_number():
    tournament = tournament_of(*THREE)
    deals = [tournament.pairing(group).seeds(range(100))[:, 0] for group in ((0, 1), (0, 2), (1, 2))]
    assert len(set(np.concatenate(deals))) == 300
    other = tournament_of(*THREE[:2]).pairing((0, 1))
    assert np.array_equal(other.seeds(range(40, 100))[:, 0], deals[0][40:])
    assert not set(deals[0]) & set(tournament_of(*THREE, keep=False).pairing((0, 1)).seeds(range(100))[:, 0])


def test_a_match_with_own_deals_swaps_seats_and_repeats_no_deal_in_another_session():
    players = [load_bot(GAME, "random")] * 2
    one, other = (Match(GAME, GAME.content(), players, 7, own_deals=True, session=k) for k in (0, 1))
    assert [one.seating(number) for number in (0, 1, 2)] == [[0, 1], [1, 0], [0, 1]]
    deals = [seed for match in (one, other) for seed in match.seeds(range(50))[:, 0]]
    assert len(set(deals)) == 100
    usual = Match(GAME, GAME.content(), players, 7)
    assert np.array_equal(one.seeds(range(50))[:, 1:], usual.seeds(range(50))[:, 1:])  # dice as ever
    with pytest.raises(OptionError, match=mentions("threads")):
        one.seed_roots()


def test_plans_without_keep_are_as_they_were():
    assert "keep" not in tournament_of(*THREE, keep=False).plan()["house"]
    assert tournament_of(*THREE).plan()["house"]["keep"] is True


# Tournaments


def logs(folder):
    return "".join(file.read_text() for file in sorted(folder.glob("logs/*/*.txt")))


@linux
@pytest.mark.parametrize("shared", [False, True])
def test_a_kept_bot_recognises_no_deal_in_a_whole_tournament(tmp_path, monkeypatch, shared):
    """It would if pairs shared their deals: its first offer of cards tells it."""
    if shared:
        monkeypatch.setattr(Match, "own_deal_seeds", lambda _, part, session: np.array(part, np.uint64) // 2 + 1)
    tournament = tournament_of(*THREE, games=2, game=locm.game)
    assert tournament.run(tmp_path / "t").games == 6
    assert ("SEEN BEFORE" in logs(tmp_path / "t")) == shared
    if not shared:
        assert {step.what for step in verify_tournament(tmp_path / "t") if step.holds is False} == set()


def settled(file):
    """What is in a file when the supervisors of a killed run have stored it for the last time."""
    text = None
    for _ in range(100):
        time.sleep(0.5)
        now = file.read_text() if file.is_file() else None
        if now is not None and now == text:
            return now
        text = now
    raise AssertionError(f"{file} does not settle")


KILLED = """
import os, signal, sys
from tests.arena.test_kept_bots import THREE, tournament_of

def progress(stage):
    if stage.games >= 6:
        os.kill(os.getpid(), signal.SIGKILL)

tournament_of(*THREE).run(sys.argv[1], progress=progress)
"""


@linux
def test_a_killed_tournament_goes_on_with_the_kept_files_and_with_other_deals(tmp_path):
    folder = tmp_path / "t"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*sys.path, os.getcwd()])}
    killed = subprocess.run([sys.executable, "-c", KILLED, str(folder)], check=False, env=environment)
    assert killed.returncode == -signal.SIGKILL
    rows = (folder / "games.csv").read_bytes()
    assert rows.count(b"\n") == 7
    before = json.loads(settled(folder / "kept-files" / "a" / "work" / "deals.json"))
    with registered_game(GAME):
        resumed = Tournament.open(folder)
        resumed.run(folder)
        assert (folder / "games.csv").read_bytes().startswith(rows)
        seen = json.loads((folder / "kept-files" / "a" / "work" / "deals.json").read_text())
        assert seen[: len(before)] == before
        assert len(seen) > len(before)
        assert {step.what for step in verify_tournament(folder) if step.holds is False} == set()
        assert resumed.pairing((0, 2)).session == 1
        again = resumed.pairing((0, 2)).seeds(range(2, 4))[:, 0]  # games that the kill may have interrupted
        assert not set(again) & set(tournament_of(*THREE).pairing((0, 2)).seeds(range(4))[:, 0])


@linux
def test_a_changed_deal_of_a_kept_tournament_is_found(tmp_path):
    tournament_of(*THREE[1:]).run(tmp_path / "t")
    file = tmp_path / "t" / "games.csv"
    lines = file.read_text().splitlines(keepends=True)
    cells = lines[1].split(",")
    cells[2] = str(int(cells[2]) ^ 1)
    file.write_text("".join([lines[0], ",".join(cells), *lines[2:]]))
    with registered_game(GAME):
        assert verify_tournament(tmp_path / "t")[0].holds is False
        log = tournament_of(*THREE[1:]).open_log
        with pytest.raises(FolderError):
            log(tmp_path / "t")


def test_deals_of_no_session_are_refused():
    tournament = tournament_of(*THREE)
    pairing = tournament.pairing((0, 1))
    right = [int(pairing.own_deal_seeds(range(k, k + 1), session)[0]) for k, session in enumerate((0, 0, 3))]
    log = GameLog.__new__(GameLog)
    log.path, log._read_only, log._deals = Path("games.csv"), True, {(0, 1): [(2, right)]}
    log.check_deals((0, 1), pairing)
    back = [*right, int(pairing.own_deal_seeds(range(3, 4), 0)[0])]  # an earlier session cannot return
    for wrong in (back, [*right[:2], right[2] ^ 1]):
        log._deals = {(0, 1): [(2, wrong)]}
        with pytest.raises(FolderError, match=mentions("line")):
            log.check_deals((0, 1), pairing)


@linux
def test_summary_page_and_plan_say_that_bots_were_kept(tmp_path):
    tournament = tournament_of(*THREE, games=2)
    results = tournament.run(tmp_path / "t")
    said = " ".join([headline(tournament, results), *caveats(tournament, results)])
    assert not missing(said, "a deal of its own", "--keep", "a and b", "kept-files/a", "1 object")
    write_tournament_page(tmp_path / "t", tournament, results)
    page = (tmp_path / "t" / "report.html").read_text()
    assert not missing(page, "a deal of its own", "--keep", "kept-files/a")
    assert "the same deals" not in page
    assert "--keep" in tournament_command(tournament).split()


def test_it_is_said_whether_every_game_started_from_the_folder_as_submitted():
    names, texts = ["py", "prog", "stay", "own"], ["b.py:B", "cmd:./b", "lines:./b", "random"]
    assert start_text(["own"], ["random"], False, False, False) == ""
    contest = start_text(names, texts, False, False, True)
    assert not missing(contest, "py, prog and stay", "as submitted")
    plain = start_text(names, texts, False, True, False)
    assert not missing(plain, "Every game of prog started", "stay played many games", "py ran inside")
    assert not missing(start_text(names, texts, True, False, False), "--keep", "py, prog and stay", "twice")


# What is refused


def test_contests_cannot_keep_bots(tmp_path):
    rules = tmp_path / "rules.toml"
    rules.write_text('game = "auction"\n[limits]\nkeep = true\n[[bot]]\nbot = "random"\n')
    with pytest.raises(ContentError, match=mentions("rules.toml", "keep", "as submitted")):
        read_rules(rules)
    rules.write_text('game = "auction"\n[limits]\nkeep = false\n[[bot]]\nbot = "random"\n')
    assert not read_rules(rules).limits.keep
    with pytest.raises(OptionError, match=mentions("as submitted")):
        tournament_of(*THREE, contest=ContestRules())


def test_compiled_bots_and_deals_of_contests_cannot_be_kept():
    with pytest.raises(OptionError, match=mentions("--keep", "compiled")):
        tournament_of(("", "random"), ("", "random"))
    with pytest.raises(OptionError, match=mentions("--keep", "--competition")):
        tournament_of(*THREE, competition=True)
    with pytest.raises(OptionError, match=mentions("folder")):
        tournament_of(*THREE).run()


def test_a_folder_with_other_files_or_another_bot_is_not_touched(tmp_path):
    (tmp_path / "kept-files").mkdir()
    (tmp_path / "kept-files" / "mine.txt").write_text("mine")
    with pytest.raises(FolderError, match=mentions("mine.txt")):
        KeptFolder(tmp_path / "kept-files")
    kept = KeptFolder(tmp_path / "k")
    assert kept.folder_of("a", "auction", "a.py:A") == kept.folder_of("a", "auction", "a.py:A")
    with pytest.raises(FolderError, match=mentions("a.py:A", "auction")):
        kept.folder_of("a", "auction", "other.py:A")
    with pytest.raises(FolderError, match=mentions("another process")):
        KeptFolder(tmp_path / "k")
    kept.close()
    again = KeptFolder(tmp_path / "k")
    assert [again.begin_session(), again.begin_session()] == [0, 1]
    again.claim_seeds(10, 5)
    again.close()
    last = KeptFolder(tmp_path / "k")
    assert last.begin_session() == 2
    with pytest.raises(OptionError, match=mentions("10 to 14", "--seed 15")):
        last.claim_seeds(14, 3)
    last.close()
    (tmp_path / "k" / KEPT_LIST).write_text("[]")
    with pytest.raises(FolderError, match=mentions(KEPT_LIST)):
        KeptFolder(tmp_path / "k")


def test_folder_names_are_safe_and_different():
    names = ["fast", "a/b", "a b", "..", ".", "x.worker-2", "x.old", "bots.py:A", "ä", "n" * 300]
    folders = [folder_name(name) for name in names]
    assert folders[0] == "fast"
    assert len(set(folders)) == len(names)
    assert all(name.strip(".") and "/" not in name and len(name) < 60 for name in folders)
