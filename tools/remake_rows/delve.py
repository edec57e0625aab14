"""Rows of the replication of the thesis on skill trees: single trees, and the study with only what a row needs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ludus.design.delve.rating.tree_ratings import RATINGS
from ludus.lab.config import read_config
from ludus.studies import delve_trees
from ludus.studies.delve_trees.config import HAND_MADE, RANDOM
from ludus.studies.delve_trees.experiment import make_dial_tree
from ludus.studies.delve_trees.tree_maker import TreeMaker, comparison_total
from tools.remake_rows.rows import Cells, Row
from tools.remake_rows.runs_again import BACKEND, no_progress


def tree_row(folder: Path, row: Row) -> Cells:
    """A tree of a search, a random tree, or the hand-made one, with its ratings."""
    settings = read_config(delve_trees.study, folder / "config.toml")
    maker, kind, number = TreeMaker(settings, BACKEND), row["kind"], int(row["run"])
    if kind == HAND_MADE:
        record, text = maker.hand_made_tree(), ""
    else:
        record = (
            maker.random_tree_record(number) if kind == RANDOM else maker.search(kind, "recursive", number, no_progress)
        )
        text = maker.space.describe(maker.space.from_data(record["tree"]))
    ratings = dict(zip(RATINGS, map(float, record["ratings"]), strict=True))
    return {"nodes": record["nodes"], "total": float(comparison_total(record["ratings"])), **ratings, "tree": text}


def dial_tree_row(folder: Path, row: Row) -> Cells:
    """A tree that was made for a target."""
    settings = read_config(delve_trees.study, folder / "config.toml")
    made = make_dial_tree(settings, float(row["target"]), int(row["run"]), BACKEND, no_progress)
    wins = dict(zip(("wins", "wins_low", "wins_high"), map(float, made["wins"]), strict=True))
    return {**wins, "turns": float(made["turns"]), "nodes": made["nodes"], "total": float(made["total"])}


def one_target(row: Row) -> Sequence[str]:
    """Settings for the trees of one target."""
    return ('parts=["dial"]', f"targets=[{float(row['target']):g}]")


def one_map(row: Row) -> Sequence[str]:
    """Settings for one kind of map."""
    return ('parts=["maps"]', f'maps=["{row["map"]}"]')


def one_judged_bot(row: Row) -> Sequence[str]:
    """Settings for the comparison of play and simulation with one bot."""
    return ('parts=["agreement"]', f'judged=["{row["bot"]}"]')


def is_of_random_trees(row: Row) -> bool:
    """Whether a comparison is of random trees, which no search made."""
    return row["trees"] == "random trees"
