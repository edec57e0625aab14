"""A tournament folder that was changed is noticed, on resume and by --verify."""

import json
import shutil
from pathlib import Path

import pytest

from ludus.arena import Tournament
from ludus.arena.external_bot_limits import BotLimits
from ludus.arena.tournament_games_csv import chain
from ludus.arena.tournament_verification import verify_tournament
from ludus.core.game_registry import GAMES, load_game, registered_game
from ludus.testing.example_games import auction, letter, magpies
from ludus.util.files import FolderError
from tests.arena.other_bots import UncompiledBot
from tests.cases import each


@pytest.fixture(scope="module", autouse=True)
def installed_games():
    with registered_game(auction.game), registered_game(magpies.game):
        yield


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A finished tournament: its folder and its digest."""
    folder = tmp_path_factory.mktemp("cup") / "cup"
    tournament = Tournament(auction.game, auction.game.content(), ["random", "greedy", "mcts:iterations=20"], 8, seed=3)
    tournament.run(folder)
    return folder, tournament.games_digest


@pytest.fixture
def folder(finished, tmp_path):
    return shutil.copytree(finished[0], tmp_path / "cup")


def failed(folder, digest=""):
    return [step.what for step in verify_tournament(folder, digest) if step.holds is False]


def edit(file, change):
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join(change(lines)), encoding="utf-8")


def test_an_unchanged_folder_holds_and_stays_as_it_is(finished):
    folder, digest = finished
    before = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    assert [step.holds for step in verify_tournament(folder, digest)] == [True] * 5
    assert {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()} == before


def swap_winner(lines):
    cells = lines[3].split(",")
    cells[5], cells[6] = cells[6], cells[5]
    if cells[5] == cells[6]:  # a draw
        cells[5], cells[6] = "1", "0"
    return [*lines[:3], ",".join(cells), *lines[4:]]


def forge(lines):
    """A changed row with digests that fit: only the published digest shows it."""
    changed, digest = lines[:2], lines[1].rstrip("\n").rpartition(",")[2]
    for line in swap_winner(lines)[2:]:
        row = line.rpartition(",")[0]
        digest = chain(digest, row)
        changed.append(f"{row},{digest}\n")
    return changed


@each(
    "change",
    [
        swap_winner,
        lambda lines: [*lines[:3], *lines[5:]],  # a deal is missing
        lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]],
        lambda lines: [line.rpartition(",")[0] + "\n" for line in lines],  # without digests
        lambda lines: lines[:-2],
        forge,
    ],
)
def test_changed_rows_are_noticed(finished, tmp_path_factory, change):
    folder = shutil.copytree(finished[0], tmp_path_factory.mktemp("changed") / "cup")
    edit(folder / "games.csv", change)
    assert failed(folder, finished[1])


@each("change", [swap_winner, lambda lines: [*lines[:3], *lines[5:]]])
def test_a_tournament_with_changed_rows_is_not_continued(finished, tmp_path_factory, change):
    folder = shutil.copytree(finished[0], tmp_path_factory.mktemp("changed") / "cup")
    edit(folder / "games.csv", change)
    with pytest.raises(FolderError, match=r"games\.csv, line 4"):
        Tournament.open(folder).run(folder)


def test_a_changed_plan_is_noticed_and_not_continued(folder, finished):
    plan = json.loads((folder / "tournament.json").read_text())
    (folder / "tournament.json").write_text(json.dumps(plan | {"seed": 4}))
    assert failed(folder, finished[1]) == ["rows"]
    with pytest.raises(FolderError, match=r"line 2.*tournament\.json"):
        Tournament.open(folder).run(folder)


def test_deals_that_do_not_follow_from_the_seed_are_noticed_also_without_digests(folder):
    def change(lines):
        rows = [line.rpartition(",")[0].split(",") for line in lines]
        rows[5][2] = "17"
        return [",".join(row) + "\n" for row in rows]

    edit(folder / "games.csv", change)
    assert failed(folder) == ["deals"]
    with pytest.raises(FolderError, match=r"line 6.*deal \d+, not 17"):
        Tournament.open(folder).run(folder)


def test_tables_that_do_not_follow_from_the_games_are_noticed(folder, finished):
    edit(folder / "players.csv", lambda lines: [lines[0], *reversed(lines[1:])])
    assert failed(folder, finished[1]) == ["tables"]


def test_a_tournament_of_an_older_release_can_be_continued_without_digests(folder):
    edit(folder / "games.csv", lambda lines: [line.rpartition(",")[0] + "\n" for line in lines[:-4]])
    (folder / "events.jsonl").unlink()  # it counts more games
    tournament = Tournament.open(folder)
    tournament.run(folder)
    assert tournament.games_digest == ""
    assert len((folder / "games.csv").read_text().splitlines()) == 1 + 3 * 8


def test_stored_games_must_end_as_their_rows_say(tmp_path):
    game, names = magpies.game, ["o1", "o2", "o3"]
    tournament = Tournament(game, game.content(seats=3), names, 3, seed=1)
    tournament._players = {k: UncompiledBot(name) for k, name in enumerate(names)}
    tournament.run(tmp_path / "cup")
    assert not failed(tmp_path / "cup", tournament.games_digest)
    stored = next((tmp_path / "cup" / "games").rglob("1.json"))
    data = json.loads(stored.read_text())
    stored.write_text(json.dumps(data | {"seed": data["seed"] + 1}))
    assert failed(tmp_path / "cup", tournament.games_digest) == ["stored games"]


def test_stored_games_of_programs_must_be_there_with_the_names_of_their_rows(tmp_path):
    bot = tmp_path / "bots.py"
    bot.write_text(
        "import ludus\n\n\nclass First(ludus.Bot):\n    def choose(self, turn):\n        return turn.moves[0]\n"
    )
    texts, limits = [f"mine={bot}:First", "random"], BotLimits(in_process=True)
    tournament = Tournament(auction.game, auction.game.content(), texts, 4, seed=1, limits=limits)
    tournament.run(tmp_path / "cup")
    assert not failed(tmp_path / "cup", tournament.games_digest)
    stored = tmp_path / "cup" / "games" / "0-1" / "1.json"
    data = json.loads(stored.read_text())
    stored.write_text(json.dumps(data | {"players": data["players"][::-1]}))
    assert failed(tmp_path / "cup") == ["stored games"]
    stored.unlink()
    assert failed(tmp_path / "cup") == ["stored games"]


def test_an_unfinished_tournament_can_be_checked(folder):
    edit(folder / "games.csv", lambda lines: lines[:-2])
    (folder / "events.jsonl").unlink()  # it counts more games
    states = {step.what: step.holds for step in verify_tournament(folder)}
    assert states == {"rows": True, "digest": None, "deals": True, "tables": None, "stored games": True}


def test_a_game_from_a_file_that_has_changed_is_noticed_by_replays_and_checks(tmp_path, monkeypatch):
    """Rows are still the ones that were written, but another file plays other games."""
    monkeypatch.setattr(GAMES, "added", dict(GAMES.added))  # the game is forgotten after the test
    source = Path(letter.__file__).read_text(encoding="utf-8")
    (tmp_path / "mine.py").write_text(source, encoding="utf-8")
    game = load_game(f"{tmp_path / 'mine.py'}:game")
    tournament = Tournament(game, game.content(seats=2), ["random", "random"], 4, seed=1)
    tournament.run(tmp_path / "cup")
    opened = Tournament.open(tmp_path / "cup")
    assert opened.replay("0-1/0").moves
    assert opened.changed_game_file == ""
    file = next(iter(opened.stored_files))
    monkeypatch.setitem(opened.stored_files, file, "another digest")
    assert opened.changed_game_file == file
    assert opened.replay("0-1/0").moves  # the same game all the same
    edit(tmp_path / "cup" / "games.csv", swap_points)
    with pytest.raises(FolderError, match=r"scores.*has changed"):
        opened.replay("0-1/0")


def swap_points(lines):
    cells = lines[1].split(",")
    cells[7] = str(int(cells[7]) + 1)
    return [lines[0], ",".join(cells), *lines[2:]]
