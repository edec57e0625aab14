"""MAP-Elites for levels: genomes, archives, and the report."""

from contextlib import contextmanager
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.backends import Threads
from ludus.design.base import checkpoint
from ludus.design.base.checkpoint import WorkCheckpoint
from ludus.design.platformer import make_map_elites
from ludus.design.platformer.difficulty.failure_model import FailureModel
from ludus.design.platformer.level_metrics import METRIC_TITLES, measure_level
from ludus.design.platformer.make_map_elites import make_map
from ludus.design.platformer.map_elites import (
    BATCH_SIZE,
    GENE_CHOICES,
    MAPS,
    LevelArchive,
    LevelGenomeSpace,
    find_map,
    generate_from_genome,
    spec_of_genes,
)
from ludus.evolve.spaces import GenomeError
from ludus.games.platformer.level_files import read_level
from ludus.util.errors import OptionError, UnknownName
from tests.cases import each

from .requests import make_request, silence

ROOMS = ["2x1", "1x2"]
SMALL = LevelGenomeSpace(ROOMS)
PLAIN = {
    **{name: options[0] for name, options in GENE_CHOICES.items()},
    "rooms": "2x1",
    "fill": "airy",
    "alpha": "0.35",
    "kinds": "simple",
}


@given(st.integers(0, 2**32), st.sampled_from([LevelGenomeSpace(), SMALL, LevelGenomeSpace(["5x1"])]), st.floats(0, 1))
def test_genomes_stay_in_their_space_and_read_back(seed, space, rate):
    rng = np.random.default_rng(seed)
    one, other = space.draw(rng), space.draw(rng)
    for item in (one, space.mutate(one, rng, rate), space.cross(one, other, rng)):
        assert space.from_data(space.to_data(item)) == item
        spec_of_genes(dict(zip(GENE_CHOICES, item[1], strict=True)))
    assert space.mutate(one, rng, 0.0) == one


@each(
    "data", [None, {}, {"seed": 1}, {"seed": -1, **PLAIN}, {"seed": True, **PLAIN}, {"seed": 1, **PLAIN, "fill": "wet"}]
)
def test_invalid_genome_data_is_refused(data):
    with pytest.raises(GenomeError):
        SMALL.from_data(data)


def test_a_space_of_one_kind_of_rooms_has_no_other():
    space = LevelGenomeSpace(["5x1"])
    assert space.draw(np.random.default_rng(1))[1][0] == "5x1"
    with pytest.raises(GenomeError, match="rooms"):
        space.from_data({"seed": 1, **PLAIN})
    with pytest.raises(OptionError, match="5x1"):
        LevelGenomeSpace(["big"])


def test_a_genome_that_requires_too_much_is_relaxed():
    recipe = SMALL.from_data({"seed": 5, **PLAIN, "challenges": "6", "fill": "open"})
    generated = generate_from_genome(recipe)
    assert generated.spec.traps.challenges == 0
    assert generate_from_genome(recipe).level == generated.level


def test_maps_use_the_measures_that_they_name():
    level = generate_from_genome(SMALL.from_data({"seed": 5, **PLAIN})).level
    score, linearity, difficulty = find_map("linearity-difficulty").rate(level)
    assert linearity == measure_level(level).linearity
    assert difficulty == FailureModel.load().failure(level)
    assert find_map("vertical-traps").rate(level) == (score, measure_level(level).vertical, measure_level(level).traps)
    with pytest.raises(UnknownName, match="vertical-traps"):
        find_map("size")


@pytest.mark.slow
def test_a_map_is_the_same_on_two_threads_and_when_it_is_resumed():
    whole = LevelArchive(find_map("vertical-traps"), SMALL, 3, batch=4)
    for _ in range(2):
        whole.step()
    first = LevelArchive(find_map("vertical-traps"), SMALL, 3, batch=4)
    first.step(Threads(2))
    second = LevelArchive(find_map("vertical-traps"), SMALL, 3, batch=4, state=first.optimiser.dump())
    second.step(Threads(2))
    assert second.elites == whole.elites


def test_every_elite_is_in_the_cell_of_its_measures():
    kind = find_map("vertical-traps")
    archive = LevelArchive(kind, SMALL, 5, batch=10)
    archive.step()
    assert archive.elites
    for elite in archive.elites:
        assert kind.rate(generate_from_genome(elite.genome).level) == (elite.score, *elite.measures)
        for axis, value, cell in zip(kind.axes, elite.measures, elite.cell, strict=True):
            assert cell == min(axis.steps - 1, int((value - axis.low) / (axis.high - axis.low) * axis.steps))


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(make_map_elites, "PLAYERS_PER_LEVEL", 6)


def test_a_map_report_has_a_picture_the_levels_and_the_progress(few):
    report = make_map("vertical-traps", make_request("out"), ROOMS, batches=2)
    rows, filling, spread = (grid.rows for grid in report.tables())
    assert f"{len(rows)} of 120 kinds were found, {filling[0][1]} of them among the first" in report.answer[0]
    assert "the same as another one" in report.answer[2]
    assert [row[0] for row in filling] == [1, 2]
    assert filling[1][1] == len(rows) >= filling[0][1]
    assert len(report.text_files()) == len(rows)
    assert [row[0] for row in spread] == list(METRIC_TITLES.values())
    for text in report.text_files().values():
        read_level(text)
    for figure in report.figures().values():
        ElementTree.fromstring(figure.svg)
    assert "inspect platformer out/" in next(iter(report.commands().values()))


def test_levels_of_a_map_are_measured_on_held_out_players(few):
    report = make_map("linearity-difficulty", make_request("out"), ROOMS, batches=1)
    proof = [row[4] for row in report.tables()[0].rows]
    assert all(item.count == 6 and item.low <= item.value <= item.high for item in proof)
    recipes = [row[-1] for row in report.tables()[0].rows]
    assert all("kinds simple" in recipe and "doubles no" in recipe for recipe in recipes)


@pytest.mark.slow
@pytest.mark.parametrize("stopped", ["mapping", "playing"])
def test_a_stopped_map_resumes_to_the_same_result(few, tmp_path, monkeypatch, stopped):
    monkeypatch.setattr(checkpoint, "SAVE_INTERVAL", 0.0)
    left = {"mapping": BATCH_SIZE + 1, "playing": 3}[stopped]

    @contextmanager
    def until(what, count, thing="game"):
        done = 0

        def told(more):
            nonlocal done
            done += more
            if what == stopped and done >= left:
                raise KeyboardInterrupt

        yield told

    def order(progress):
        return replace(make_request("out"), progress=progress, checkpoint=WorkCheckpoint.open(tmp_path, {"map": "1"}))

    with pytest.raises(KeyboardInterrupt):
        make_map("vertical-traps", order(until), ROOMS, batches=2)
    again = order(silence)
    assert again.checkpoint.exists
    assert make_map("vertical-traps", again, ROOMS, batches=2) == make_map(
        "vertical-traps", make_request("out"), ROOMS, batches=2
    )


def test_axes_name_their_steps():
    assert MAPS["linearity-difficulty"].axes[0].label(3) == "0.3"
