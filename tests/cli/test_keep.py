"""`--keep` on the command line: files in kept-files, and what is said and refused."""

import json
import sys
from pathlib import Path

import pytest

from tests.messages import missing

BOTS = Path(__file__).parents[1] / "bots" / "python" / "kept.py"
COUNTING = f"me={BOTS}:Counting"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="sandboxes need Linux")


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_a_match_keeps_object_and_files_and_a_later_one_goes_on(ludus, tmp_path):
    memory = tmp_path / "kept-files" / "me" / "work" / "memory.json"
    said = ludus("match", "auction", COUNTING, "random", "-n", 4, "--keep").stdout
    assert not missing(said, "4 games, each with a deal of its own", "1 thread", "1 object", "kept-files/me")
    assert memory.read_text() == "4"
    data = json.loads(ludus("match", "auction", COUNTING, "random", "-n", 2, "--keep", "--json").stdout)
    assert (data["keep"], data["deals"]) == (True, 2)
    assert memory.read_text() == "6"
    plain = ludus("match", "auction", COUNTING, "random", "-n", 2)
    assert not missing(plain.stdout, "as submitted")
    assert memory.read_text() == "6"


def test_deals_of_an_earlier_match_do_not_return(ludus, tmp_path):
    deals = []
    for number in (1, 2):
        ludus("match", "auction", COUNTING, "random", "-n", 4, "--keep", "--logs", f"logs{number}")
        deals += [json.loads(file.read_text())["seed"] for file in (tmp_path / f"logs{number}").glob("games/*/*.json")]
    assert len(set(deals)) == len(deals) == 8


def test_seeds_in_a_row_are_played_once(ludus, refused):
    ludus("match", "auction", COUNTING, "random", "-n", 3, "--keep", "--in-a-row", "--seed", 7)
    assert not missing(
        refused("match", "auction", COUNTING, "random", "-n", 3, "--keep", "--in-a-row", "--seed", 9),
        "7 to 9",
        "--seed 10",
    )


def test_what_cannot_be_kept_is_refused(refused):
    assert not missing(refused("match", "auction", "random", "random", "--keep"), "--keep", "compiled")
    assert not missing(refused("tournament", "auction", "random", "random", "--keep"), "--keep", "compiled")
    assert not missing(refused("tournament", "--resume", "cup", "--keep"), "--keep")
    Path("kept-files").mkdir()
    Path("kept-files/mine").write_text("")
    assert not missing(refused("match", "auction", COUNTING, "random", "--keep"), "kept-files", "mine")


def test_a_tournament_and_its_site_say_that_bots_were_kept(ludus, tmp_path):
    said = ludus("tournament", "auction", COUNTING, "random", "-n", 2, "--keep", "--out", "cup").stdout
    assert not missing(said, "a deal of its own", "--keep", "cup/kept-files/me")
    ludus("publish", "cup", "--to", "site")
    assert not missing(Path("site/index.html").read_text(), "--keep", "no bot saw a deal twice")
    assert not list(Path("site").rglob("memory.json"))
    assert ludus("tournament", "--verify", "cup").exit_code == 0
    ludus("tournament", "--resume", "cup", "-n", 4)
    assert (tmp_path / "cup" / "kept-files" / "me" / "work" / "memory.json").read_text() == "4"
    assert ludus("tournament", "--verify", "cup").exit_code == 0
