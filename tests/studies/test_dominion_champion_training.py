"""The training of the steward, at test size."""

import json
import shlex

import pytest

from ludus.backends import Threads
from ludus.bots import load_compiled_bot
from ludus.core.game_registry import load_game
from ludus.games.dominion.bots.steward.weights import BY_HAND, CONTENT, NAMES, read_weights
from ludus.lab import resume, run
from ludus.lab.config import read_config
from ludus.search.evaluation_genome_packing import read_genome
from ludus.studies.dominion_champion_training import study
from ludus.studies.dominion_champion_training.config import PRESETS, DominionChampionConfig, check_config, start_weights
from ludus.studies.dominion_champion_training.experiment import training_kingdoms, weight_ranges
from ludus.studies.dominion_champion_training.report import rerun_command
from ludus.studies.dominion_networks import study as networks
from ludus.util.errors import ContentError, OptionError
from tests.cases import each

TINY = {
    "generations": 5,
    "population": 4,
    "deals": 2,
    "anchors": ("big-money",),
    "guests": ("earl",),
    "enters": 2,
    "room": 3,
    "validation_games": 4,
    "rivals": ("drew", "big-money:terminal=false"),
    "slow_games": 2,
    "slow_rivals": ("flat:iterations=1",),
    "evaluation_generations": 3,
    "evaluation_population": 4,
    "evaluation_deals": 1,
    "evaluation_rivals": ("drew",),
}
FILES = ("steward.json", "weights.json", "tables/rivals.csv", "tables/generations.csv", "tables/cards.csv")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return run(study, DominionChampionConfig(**TINY), tmp_path_factory.mktemp("steward") / "run", Threads(1)).folder


def test_the_weights_are_files_to_play_with(folder):
    game = load_game("dominion")
    assert read_weights(folder / "steward.json").shape == (len(NAMES),)
    load_compiled_bot(game, f"steward:weights={folder / 'steward.json'}")
    assert len(read_genome(folder / "weights.json", game).weights) == len(game.features.names)
    load_compiled_bot(game, f"greedy:weights={folder / 'weights.json'}")


def test_all_rivals_are_played_on_both_editions(folder):
    rows = (folder / "tables" / "rivals.csv").read_text().splitlines()[1:]
    assert [row.split(",")[:3] for row in rows] == [
        [rival, edition, games]
        for edition in ("first", "second")
        for rival, games in (("drew", "4"), ("big-money:terminal=false", "4"), ("flat:iterations=1", "2"))
    ]


def test_a_resumed_run_ends_with_the_same_weights(folder, tmp_path):
    def interrupt(update):
        if update.facts.get("generation") == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(study, DominionChampionConfig(**TINY), tmp_path / "run", Threads(2), listener=interrupt)
    resume(tmp_path / "run", Threads(2))
    for name in FILES:
        assert (tmp_path / "run" / name).read_bytes() == (folder / name).read_bytes()


def test_a_file_of_weights_says_how_it_was_made(folder):
    words = json.loads((folder / "steward.json").read_text())["made by"]
    assert words.startswith("ludus run dominion-champion --set generations=5 ")
    assert """--set 'rivals=["drew", "big-money:terminal=false"]'""" in words
    assert rerun_command(DominionChampionConfig()) == "ludus run dominion-champion"


@each(
    "settings",
    [
        DominionChampionConfig(seed=-1, start="my weights.json", leaves=0.75),
        DominionChampionConfig(guests=("it's",), slow_rivals=()),
    ],
)
def test_the_command_in_a_file_gives_the_same_settings(settings):
    words = shlex.split(rerun_command(settings))
    assert words[:3] == ["ludus", "run", "dominion-champion"]
    assert read_config(study, sets=words[4::2]) == settings


@each(
    ("file", "field", "name"),
    [
        ("steward.json", "made by", "dominion-champion"),
        ("fynbo-nellemann.json", "made", "dominion-networks"),
        ("fynbo-nellemann-calibrated.json", "made", "dominion-networks"),
    ],
)
def test_the_commands_in_shipped_files_can_be_typed(file, field, name):
    words = shlex.split(json.loads((CONTENT / file).read_text())[field])
    assert words[:3] == ["ludus", "run", name]
    assert set(words[3::2]) <= {"--set"}
    read_config({"dominion-champion": study, "dominion-networks": networks}[name], sets=words[4::2])


def test_the_requested_share_of_kingdoms_is_of_the_second_edition():
    for second in (0, 3, 10):
        editions = [content.options.edition for content in training_kingdoms(DominionChampionConfig(second=second))]
        assert (len(editions), editions.count("second")) == (10, second)


def test_evolution_begins_inside_its_limits():
    assert (abs(start_weights(DominionChampionConfig())) <= weight_ranges()).all()
    assert (start_weights(DominionChampionConfig(start=str(BY_HAND))) == start_weights(DominionChampionConfig())).all()


def test_inconsistent_configurations_are_rejected():
    with pytest.raises(OptionError, match="is odd"):
        DominionChampionConfig(validation_games=3)
    with pytest.raises(OptionError, match="do not fit into a room for 1"):
        DominionChampionConfig(room=1)
    with pytest.raises(OptionError, match="there twice"):
        DominionChampionConfig(rivals=("earl", "mcts"))
    with pytest.raises(OptionError, match="evaluation_rivals"):
        check_config(DominionChampionConfig(evaluation_rivals=("nobody",)))
    with pytest.raises(ContentError, match="no such file"):
        check_config(DominionChampionConfig(start="nowhere.json"))


def test_the_presets_are_settings():
    for preset in PRESETS.values():
        check_config(DominionChampionConfig(**preset))
