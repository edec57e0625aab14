"""MAP-Elites archives: filling, resuming, report and picture."""

from contextlib import contextmanager
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from ludus.backends import Threads
from ludus.core.game_registry import load_game
from ludus.design.base import checkpoint
from ludus.design.base.checkpoint import WorkCheckpoint
from ludus.design.base.designer import DesignRequest
from ludus.design.map_elites_archive import (
    Axis,
    EliteArchive,
    MapCell,
    archive_svg,
    best_elite,
    elite_file,
    fill_archive,
    map_svg,
    progress_table,
    rank_elites,
    summarize_archive,
)
from ludus.evolve import Reals

AXES = Axis("left", 0.0, 1.0, 4), Axis("right", 0.0, 1.0, 5)


class Plain(EliteArchive):
    """Points of a square; the best is the farthest from the middle."""

    def __init__(self, state=None):
        super().__init__(AXES, Reals(2, 0.0, 1.0), 3, 8, 0.5, state)

    def rate(self, genomes, backend, text):
        text(len(genomes))
        return [
            (float(np.abs(point - 0.5).sum()), float(point[0]), float(point[1])) for point in map(np.array, genomes)
        ]


@contextmanager
def silence(what, count, thing="game"):
    yield lambda done: None


def make_request(**changes):
    return replace(DesignRequest(load_game("locm"), {}, None, 7, Threads(1), None, silence), **changes)


def test_an_archive_fills_and_reports_every_batch():
    heard = []
    archive, steps = fill_archive(Plain, 6, make_request(on_result=lambda *words: heard.append(words)), "point")
    assert [step.cells for step in steps] == sorted(step.cells for step in steps)
    assert steps[-1].cells == len(archive.elites) == heard[-1][-1]
    assert [words[1] for words in heard] == ["1", "2", "3", "4", "5", "6"]
    assert steps[-1].best == best_elite(archive.elites).score == rank_elites(archive.elites)[0].score
    text = summarize_archive(steps, archive.elites, AXES, "point")
    assert f"{len(archive.elites)} of 20 kinds were found, {steps[0].cells} of them among the first" in text[0]
    assert progress_table(steps).rows[-1][:2] == [6, len(archive.elites)]


@pytest.mark.parametrize("stopped", [1, 3])
def test_a_stopped_map_resumes_to_the_same_result(tmp_path, monkeypatch, stopped):
    monkeypatch.setattr(checkpoint, "SAVE_INTERVAL", 0.0)
    stored = {"of": "it"}

    def stop(of, batch, *_):
        if batch == str(stopped + 1):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fill_archive(Plain, 5, make_request(checkpoint=WorkCheckpoint.open(tmp_path, stored), on_result=stop), "point")
    again, steps = fill_archive(Plain, 5, make_request(checkpoint=WorkCheckpoint.open(tmp_path, stored)), "point")
    whole, all_steps = fill_archive(Plain, 5, make_request(), "point")
    assert steps == all_steps
    assert again.optimiser.dump() == whole.optimiser.dump()


def test_axis_marks_are_between_steps_or_at_whole_numbers():
    assert list(Axis("share", 0.0, 1.0, 2).marks()) == [(0, "0"), (1, "0.5"), (2, "1")]
    assert list(Axis("nodes", 0.5, 3.5, 3).marks()) == [(0.5, "1"), (1.5, "2"), (2.5, "3")]


def test_a_picture_has_a_rectangle_for_every_filled_cell_and_names_its_file():
    archive, _ = fill_archive(Plain, 2, make_request(), "point")
    svg = archive_svg(archive.elites, AXES, "point", lambda elite: elite_file(elite, "point", "toml"))
    ElementTree.fromstring(svg)
    assert svg.count("<rect") == len(archive.elites)
    assert elite_file(archive.elites[0], "point", "toml") in svg
    ElementTree.fromstring(map_svg([MapCell(0, 0, 1.0, "<1>", "a & b")], AXES, "one < two"))
