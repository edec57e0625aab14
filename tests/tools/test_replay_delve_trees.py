"""Tests of tools/replay_delve_trees.py: a run whose stored results are lost is made again from its kept trees."""

import shutil

import pytest

from ludus.backends import Threads
from ludus.design.delve.playtest.bot_fights import random_playable_tree
from ludus.design.delve.variation.tree_space import TreeSpace
from ludus.lab import run
from ludus.studies.delve_trees import study
from ludus.studies.delve_trees.config import DelveTreesConfig
from tools.replay_delve_trees import judge, read_tree_text, replay, write

TINY = {
    "parts": ("methods", "validation", "held-out"),
    "methods": ("nsga2", "hill-climbing"),
    "runs": 2,
    "nodes": 5,
    "generations": 2,
    "crossed": (),
    "orders": 1,
    "builds": 2,
    "same_size": 2,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return run(study, DelveTreesConfig(**TINY), tmp_path_factory.mktemp("trees") / "run", Threads(1)).folder


@pytest.fixture(scope="module")
def replayed(folder, tmp_path_factory):
    return replay(folder, tmp_path_factory.mktemp("work"))


@pytest.fixture
def kept(folder, tmp_path):
    """The run without its stored results."""
    return shutil.copytree(folder, tmp_path / "kept", ignore=shutil.ignore_patterns("kept", "checkpoints"))


def test_a_text_is_read_as_the_tree_that_it_describes():
    space = TreeSpace(15)
    for number in range(20):
        tree = space.to_genome(random_playable_tree(15, number, 1))
        assert read_tree_text(space.describe(tree)) == tree


def test_a_replay_has_the_tables_and_the_page_of_the_run(folder, kept, replayed):
    files = {file.name: file.read_bytes() for file in (kept / "tables").glob("*.csv")}
    write(kept, *judge(kept, replayed))
    assert {file.name: file.read_bytes() for file in (kept / "tables").glob("*.csv")} == files
    page, before = ((place / "report.html").read_text() for place in (kept, folder))
    note = page[page.index('<p class="warning">') : page.index("</p>", page.index('<p class="warning">')) + 5]
    assert page.replace(note, "").replace("runs/delve-trees", str(folder)) == before


@pytest.mark.parametrize("table", ["wins_held_out", "held_out", "trees", "choices"])
def test_a_replay_with_other_numbers_is_refused(table, kept, replayed):
    file = kept / "tables" / f"{table}.csv"
    head, row, *rest = file.read_text().splitlines()
    place = max(k for k, cell in enumerate(row.split(",")[:6]) if "." in cell)
    cells = row.split(",")
    cells[place] = f"{float(cells[place]) + 0.000001:.6f}"
    file.write_text("\n".join([head, ",".join(cells), *rest]) + "\n")
    with pytest.raises(ValueError, match=table):
        judge(kept, replayed)


def test_other_fights_are_refused(kept, replayed):
    file = kept / "rows" / "table_9.csv"
    file.write_text(file.read_text().replace("lucky", "unlucky"))
    with pytest.raises(ValueError, match="table_9"):
        judge(kept, replayed)
