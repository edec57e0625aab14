"""`ludus make delve`, on a small scale."""

import tomllib
from contextlib import nullcontext

import pytest

from ludus.backends import Threads
from ludus.core.registry import load_game
from ludus.design.base import checkpoint
from ludus.design.base.checkpoint import WorkCheckpoint
from ludus.design.base.designer import DesignRequest, find_designer
from ludus.design.delve.generation import make as workshop
from ludus.design.delve.generation.make import make
from ludus.design.delve.options import MODE_OPTIONS, DelveMakeOptions, read_turns, read_weights
from ludus.design.delve.rating.rater import Rater
from ludus.games.delve.content_files import read_encounters, read_tree, write_decks, write_encounters
from ludus.util.errors import LudusError
from tests.design.delve.small import DECKS, FOES

pytestmark = pytest.mark.usefixtures("files")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("small")
    write_decks(DECKS, folder / "decks.csv")
    write_encounters(FOES, folder / "encounters.toml")
    return folder


@pytest.fixture(scope="module")
def ask(files):
    """ask(method="nsga2") makes trees for four decks and three encounters."""

    def asked(threads=1, games=40, options=None, kept=None, told=lambda n: None, **asks):
        options = {"encounters": str(files / "encounters.toml")} | (options or {})
        quiet = lambda what, count, thing="game": nullcontext(told)  # noqa: E731
        order = DesignRequest(
            load_game("delve"), options, games, 1, Threads(threads), "trees", quiet, kept or WorkCheckpoint()
        )
        small = {"nodes": 6, "generations": 3, "decks": str(files / "decks.csv")}
        mode = next((MODE_OPTIONS[mode] for mode in MODE_OPTIONS if asks.get(mode)), small)
        return make(DelveMakeOptions(**{**{name: small[name] for name in small if name in mode}, **asks}), order)

    return asked


def sheet(found, name):
    return next(sheet for sheet in found.tables if sheet.name == name)


@pytest.fixture(scope="module")
def made(ask):
    return ask(method="nsga2", count=2, target_win=0.8, survivors=6)


def test_the_trees_and_their_fronts_are_files_that_can_be_read(made, tmp_path):
    names = [name for name in made.files if name.endswith(".toml")]
    assert {"tree_1.toml", "tree_2.toml", "front_1_01.toml"} <= set(names)
    for name in names:
        (tmp_path / name).write_text(made.files[name])
        assert len(read_tree(tmp_path / name)) <= 6
    assert [row[0] for row in sheet(made, "front").rows] == [name for name in names if name.startswith("front")]


def test_there_are_pictures_of_trees_and_fronts(made):
    assert {"tree_1.svg", "tree_2.svg", "front_1.svg"} <= set(made.pictures)
    assert all(svg.startswith("<svg") for svg, _ in made.pictures.values())


def test_every_tree_is_told_with_its_win_ratio_and_the_verdict(made):
    assert len(made.answer) == 3
    for said, row in zip(made.answer, sheet(made, "trees").rows, strict=False):
        met = abs(row[1].value - 0.8) <= 0.05
        assert ("meets" if met else "MISSES") in said
        assert row[1].low <= row[1].value <= row[1].high


def test_the_number_of_threads_changes_nothing(ask, made):
    again = ask(threads=2, method="nsga2", count=2, target_win=0.8, survivors=6)
    assert again.files == made.files
    assert again.answer == made.answer
    assert [each.rows for each in again.tables] == [each.rows for each in made.tables]


@pytest.mark.parametrize(
    "asks",
    [
        {"method": "nsga2", "count": 2, "survivors": 6, "crossover": "builds"},
        {"map": "size"},
        {"tune_encounters": True, "ladder": "thesis-random greedy-card", "generations": 1},
    ],
)
def test_work_that_is_stopped_at_any_moment_goes_on_to_the_same_result(ask, tmp_path, monkeypatch, asks):
    monkeypatch.setattr(checkpoint, "SAVE_INTERVAL", 0.0)
    whole = ask(**asks)
    stops = 0
    for patience in (1, 2, 4, 7, 50, 10**6):  # steps until it is stopped
        left = patience

        def told(steps):
            nonlocal left
            left -= 1
            if steps and left < 0:
                raise KeyboardInterrupt

        try:
            found = ask(kept=WorkCheckpoint.open(tmp_path, {}), told=told, **asks)
            break
        except KeyboardInterrupt:
            stops += 1
    assert stops >= 2
    assert found.files == whole.files
    assert found.answer == whole.answer
    assert [each.rows for each in found.tables] == [each.rows for each in whole.tables]


def test_large_trees_are_told_with_the_error_of_sampling(ask, monkeypatch):
    monkeypatch.setattr(workshop, "Rater", lambda *given, **more: Rater(*given, **more, cap=1, sample=20))
    found = ask(method="weighted", untuned=True, nodes=12, generations=6, survivors=4)
    assert "its ratings come from a sample. That has a standard error of" in found.answer[-1]
    assert sheet(found, "trees").rows[0][-1] > 0


def test_an_untuned_tree_is_the_one_that_the_method_found(ask):
    found = ask(method="hill-climbing", untuned=True)
    assert sheet(found, "trees").rows[0][4] == 0
    nodes = [tomllib.loads(found.files[name]).get("nodes", []) for name in ("tree.toml", "front_01.toml")]
    assert nodes[0] == nodes[1]


@pytest.mark.parametrize("kind", ["size", "patterns"])
def test_a_map_is_a_picture_and_a_tree_for_every_kind(ask, kind):
    found = ask(map=kind, generations=2)
    rows = sheet(found, "map").rows
    assert {row[0] for row in rows} == set(found.files)
    assert found.pictures["map.svg"][0].count("<rect") >= len(rows)


def test_encounters_are_tuned_for_a_ladder(ask, tmp_path):
    found = ask(tune_encounters=True, generations=1, ladder="thesis-random greedy-card")
    (tmp_path / "new.toml").write_text(found.files["encounters.toml"])
    assert len(read_encounters(tmp_path / "new.toml")) == 3
    assert [row[0] for row in sheet(found, "ladder").rows] == ["thesis-random", "greedy-card"]


def test_trees_grow_for_each_player_of_a_ladder(ask):
    found = ask(online=True, games=8, ladder="thesis-random greedy-card")
    assert [row[0] for row in sheet(found, "online").rows] == ["thesis-random", "greedy-card"]
    assert set(found.files) == {"grown_1.toml", "grown_2.toml"}


@pytest.mark.parametrize(
    ("asks", "said"),
    [
        ({"method": "genetic"}, "nsga2"),
        ({"turns": "5-3"}, "the smaller first"),
        ({"weights": "WinRat=3"}, "WinRate"),
        ({"weights": "WinRate=much"}, "WinRate=3"),
        ({"map": "size", "count": 2}, "--count changes nothing: --map"),
        ({"tune_encounters": True, "nodes": 5}, "--nodes changes nothing: --tune-encounters"),
        ({"online": True, "player": "lucky"}, "--player changes nothing"),
        ({"ladder": "random lucky"}, "--ladder changes nothing: it goes with --tune-encounters or --online"),
        ({"method": "weighted", "objectives": "four"}, "--objectives changes nothing"),
        ({"options": {"cards": "cards.toml"}, "decks": None}, "goes with --decks"),
        ({"map": "size", "online": True}, "say one of them"),
        ({"tree": "tree.toml"}, "--tune-encounters"),
        ({"tune_encounters": True, "ladder": "random"}, "two or more"),
        ({"player": "greedy-cart"}, "greedy-card"),
        ({"decks": "nowhere.csv"}, "nowhere.csv"),
        ({"options": {"deck": "3"}}, "-o deck"),
    ],
)
def test_what_cannot_be_is_refused(ask, asks, said):
    with pytest.raises(LudusError, match=said):
        ask(**asks)


def test_turns_and_weights_are_read():
    assert read_turns("3-5") == (3.0, 5.0)
    assert read_weights("useful=0, WinRate=5")["Useful"] == 0.0
    assert read_weights("")["WinRate"] == 3.0


def test_the_designer_is_found_by_the_name_of_the_game():
    designer = find_designer("delve")
    assert designer.make_options is DelveMakeOptions
