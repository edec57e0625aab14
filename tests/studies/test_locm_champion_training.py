"""The training of the LOCM champion, at test size."""

import json

import pytest

from ludus.backends import Threads
from ludus.bots import load_compiled_bot
from ludus.core.game_registry import load_game
from ludus.design.evaluation import read_genome
from ludus.lab import resume, run
from ludus.studies.locm_champion_training import study
from ludus.studies.locm_champion_training.config import LocmChampionConfig
from ludus.util.errors import OptionError

TINY = {
    "generations": 5,
    "population": 4,
    "deals": 2,
    "inner_deals": 1,
    "training": "greedy",
    "playing": "beam:width=2",
    "anchors": ("baseline2",),
    "guests": ("baseline1",),
    "enters": 2,
    "room": 3,
    "validation_games": 4,
    "rivals": ("baseline2", "beam:width=2"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return run(study, LocmChampionConfig(**TINY), tmp_path_factory.mktemp("champion") / "run", Threads(1)).folder


def test_the_champion_is_a_file_to_play_with(folder):
    game = load_game("locm")
    assert len(read_genome(folder / "champion.json", game).weights) == 20
    load_compiled_bot(game, f"weighted+beam:weights={folder / 'champion.json'}")
    assert "worth" in (folder / "champion.txt").read_text()


def test_games_against_a_rival_with_options_are_shown(folder):
    names = [file.name for file in (folder / "replays").iterdir()]
    assert any("-against-beam-width-2-" in name for name in names)
    assert (folder / "tables" / "rivals.csv").read_text().splitlines()[2].startswith("beam:width=2,4,")


def test_a_resumed_run_ends_with_the_same_champion(folder, tmp_path):
    def interrupt(update):
        if update.facts.get("generation") == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(study, LocmChampionConfig(**TINY), tmp_path / "run", Threads(2), listener=interrupt)
    resume(tmp_path / "run", Threads(2))
    for name in ("champion.json", "tables/rivals.csv", "tables/generations.csv"):
        assert (tmp_path / "run" / name).read_bytes() == (folder / name).read_bytes()


def test_more_features_make_a_larger_champion(tmp_path):
    settings = LocmChampionConfig(**(TINY | {"features": "extended", "generations": 1}))
    folder = run(study, settings, tmp_path / "run", Threads(2)).folder
    data = json.loads((folder / "champion.json").read_text())
    assert (data["features"], len(data["weights"])) == ("extended", 38)


def test_inconsistent_configurations_are_rejected():
    with pytest.raises(OptionError, match="is odd"):
        LocmChampionConfig(validation_games=3)
    with pytest.raises(OptionError, match="do not fit into a room for 2"):
        LocmChampionConfig(room=2)
