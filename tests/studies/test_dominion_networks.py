"""The training of the Fynbo-Nellemann player's networks, at test size."""

import csv
import json
import shlex

import numpy as np
import pytest

from ludus.backends import Threads
from ludus.bots import load_compiled_bot
from ludus.core.game_registry import load_game
from ludus.lab import resume, run
from ludus.lab.config import read_config
from ludus.search.network_files import read_training_facts
from ludus.studies.dominion_networks import study
from ludus.studies.dominion_networks.config import NetworksConfig, check_config
from ludus.studies.dominion_networks.experiment import stage_generations, stage_title, training_stages
from ludus.studies.dominion_networks.genome_to_network import network_bot, network_plan, network_space
from ludus.studies.dominion_networks.progress_network_training import mean_square
from ludus.studies.dominion_networks.report import rerun_command
from ludus.util.errors import OptionError
from tests.messages import mentions

TINY = {
    "population": 6,
    "generations": 5,
    "state_generations": 2,
    "progress_generations": 3,
    "lessons": 6,
    "deals": 2,
    "orders": 2,
    "samples": 1,
    "enters": 1,
    "finalists": 2,
    "final_deals": 2,
    "validation_games": 4,
    "rivals": ("drew", "big-money:terminal=false"),
}
FILE = "fynbo-nellemann.json"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return run(study, NetworksConfig(**TINY), tmp_path_factory.mktemp("networks") / "run", Threads(1)).folder


def test_the_networks_are_a_file_to_play_with(folder):
    player = load_compiled_bot(load_game("dominion"), f"fynbo-nellemann:networks={folder / FILE}")
    assert player.params["buy"]["count"][0] >= 1
    assert list(json.loads((folder / FILE).read_text())["networks"]) == ["progress", "buy", "state"]


def test_every_rival_and_edition_has_a_row_and_games_to_watch(folder):
    rows = (folder / "tables" / "rivals.csv").read_text().splitlines()[1:]
    assert [row.split(",")[:3] for row in rows] == [
        [edition, rival, "4"] for edition in ("first", "second") for rival in TINY["rivals"]
    ]
    assert any("against-drew" in file.name for file in (folder / "replays").iterdir())


@pytest.mark.parametrize("moment", [("buy 1", 2), ("state 1", 1), ("buy 2", 1)])
def test_a_resumed_run_ends_with_the_same_networks(moment, folder, tmp_path):
    def interrupt(update):
        if (update.facts.get("network"), update.facts.get("generation")) == moment:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(study, NetworksConfig(**TINY), tmp_path / "run", Threads(2), listener=interrupt)
    resume(tmp_path / "run", Threads(2))
    tables = [f"tables/{name}.csv" for name in ("rivals", "generations", "stages", "progress")]
    for name in (FILE, *tables):
        assert (tmp_path / "run" / name).read_bytes() == (folder / name).read_bytes()


def test_buying_and_judging_take_turns_and_share_their_generations():
    settings = NetworksConfig(**TINY)
    assert [stage_title(stage) for stage in training_stages(settings)] == ["buy 1", "state 1", "buy 2", "state 2"]
    assert [stage_generations(settings, stage) for stage in training_stages(settings)] == [3, 1, 2, 1]


def test_a_genome_as_a_network_of_the_player_computes_the_same():
    rng = np.random.default_rng(1)
    for name, shape in network_bot().shapes.items():
        space = network_space(name)
        for _ in range(5):
            net = space.mutate(space.mutate(space.draw(rng), rng, 1.0), rng, 1.0)
            record = shape.record.over(shape.pack(network_plan(space, net)))
            assert record.count == len(space.to_arrays(net).bias)
            if not shape.signals:
                inputs, targets = rng.uniform(0, 1, (3, len(shape.inputs))), np.zeros(3)
                squares = [min(1.0, max(0.0, space.to_arrays(net).run(row)[0])) ** 2 for row in inputs]
                found = mean_square(shape.pack(network_plan(space, net)), inputs, targets)
                assert found == pytest.approx(np.mean(squares), rel=1e-9, abs=1e-12)


def test_the_file_names_the_command_that_repeats_it(folder):
    settings = NetworksConfig(**TINY)
    made = json.loads((folder / FILE).read_text())["made"]
    assert made == rerun_command(settings)
    words = shlex.split(made)
    assert words[:3] == ["ludus", "run", "dominion-networks"]
    assert read_config(study, sets=words[4::2]) == settings


def test_inconsistent_configurations_are_rejected():
    with pytest.raises(OptionError, match="is odd"):
        NetworksConfig(validation_games=3)
    with pytest.raises(OptionError, match="do not fit into a room for 2"):
        NetworksConfig(anchors=("earl", "drew", "chuck"), room=2)
    with pytest.raises(OptionError, match=mentions("state_generations=1", "rounds=2")):
        NetworksConfig(state_generations=1)
    with pytest.raises(OptionError, match=r"rivals\[1\]: .* did you mean 'drew'"):
        check_config(NetworksConfig(rivals=("earl", "drw")))


def test_with_a_yardstick_the_networks_of_the_wanted_strength_are_chosen(folder, tmp_path):
    settings = NetworksConfig(**(TINY | {"yardstick": "random", "strength": 0.5, "strength_deals": 3}))
    done = run(study, settings, tmp_path / "run", Threads(1)).folder
    with open(done / "tables" / "strength.csv", newline="") as file:
        found = list(csv.DictReader(file))
    assert len(found) == 5 + 2  # every generation of both networks
    (chosen,) = (row for row in found if row["chosen"])
    assert abs(float(chosen["share"]) - 0.5) == min(abs(float(row["share"]) - 0.5) for row in found)
    assert (done / "tables" / "generations.csv").read_bytes() == (folder / "tables" / "generations.csv").read_bytes()
    facts = read_training_facts(done / FILE)
    assert (facts.opponents, facts.yardstick) == (("earl", "drew"), "random")


def test_a_claim_about_the_yardstick_is_calibration_and_others_are_not_about_the_papers_player(tmp_path):
    settings = NetworksConfig(
        **(TINY | {"yardstick": "drew", "strength_deals": 2, "anchors": ("random",), "rivals": ("drew", "earl")})
    )
    done = run(study, settings, tmp_path / "run", Threads(1)).folder
    with open(done / "tables" / "claims.csv", newline="") as file:
        claims = {row["claim"].rpartition(" ")[2]: row for row in csv.DictReader(file)}
    assert claims["Drew"]["verdict"] == "calibration"
    assert claims["Earl"]["verdict"] == "not testable"
    assert "never published" in claims["Earl"]["because"]
