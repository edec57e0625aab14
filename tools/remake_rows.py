"""Draws rows of kept tables by a seed, two for each paper, makes them again by the product's code, and compares.

    PYTHONPATH=. python tools/remake_rows.py --seed 24                   # all five papers
    PYTHONPATH=. python tools/remake_rows.py --seed 24 --paper delve     # one of them

Each paper has a table whose rows can be made one by one: a pair of a tournament, a tree, a bin of challenges. A row is
made from the configuration of the kept run: trees are searched, sessions are played, players meet again. Only the
evolved agents of LOCM are not evolved again: their games are played by the kept agents, because an evolution takes
hours without a graphics card. A row is equal if every number is the same to the last digit that the table has.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from ludus.arena.play_all_pairs import play_pairwise
from ludus.backends import Threads
from ludus.bots import load_compiled_bot
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.design.delve.rating.tree_ratings import RATINGS
from ludus.design.dominion.batch_play import play_kingdoms
from ludus.design.dominion.kingdom_numbering import VDOM_RULES, KingdomPool
from ludus.design.platformer.difficulty.trace_records import TraceRecords
from ludus.lab.config import read_config
from ludus.stats import Estimate, mean, proportion
from ludus.studies import (
    delve_trees,
    dominion_card_evolution,
    locm_representation,
    platformer_difficulty,
    tribute_thesis,
)
from ludus.studies.delve_trees.config import HAND_MADE, RANDOM
from ludus.studies.delve_trees.tree_maker import TreeMaker, comparison_total
from ludus.studies.dominion_card_evolution.experiment import MATCHUPS_LABEL, matchup_pairs, random_card_sets
from ludus.studies.dominion_card_evolution.results import CardSetMatchup
from ludus.studies.locm_representation.config import all_evolutions
from ludus.studies.platformer_difficulty.experiment import play_sessions
from ludus.studies.platformer_difficulty.results import DifficultyResults
from ludus.studies.platformer_difficulty.tables import cells_table
from ludus.studies.tribute_thesis.config import pair_games
from ludus.studies.tribute_thesis.experiment import MatchupRecord, matchup_result_name, matchup_seed, play_matchup
from tools.provenance import BENCHMARKS, read_records

Row = dict[str, str]
Cells = dict[str, str | float | int]
POINTS_PER_DEAL = 4  # two games of two half points
BACKEND = Threads(2)
BIN_KEYS = ("t_cycle", "j", "t_timing")


@dataclass(frozen=True)
class RemakeableTable:
    """A kept table, the columns that name a row, and the function that makes a row again."""

    paper: str
    folder: str
    table: str
    keys: tuple[str, ...]
    remake: Callable[[Path, Row], Cells]

    def rows(self, benchmarks: Path = BENCHMARKS) -> list[Row]:
        with (benchmarks / self.folder / self.table).open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def name(self, row: Row) -> str:
        return ", ".join(row[key] for key in self.keys)


@dataclass(frozen=True)
class RemadeCell:
    """A number of a kept row beside the same number made again."""

    table: RemakeableTable
    row: str
    column: str
    kept: str
    remade: str

    @property
    def is_equal(self) -> bool:
        return self.kept == self.remade


def remake(table: RemakeableTable, row: Row, benchmarks: Path = BENCHMARKS) -> list[RemadeCell]:
    """Make a kept row again and compare its numbers.

    Raises:
        KeyError: If the new row has a column that the kept table lacks.
    """
    cells = table.remake(benchmarks / table.folder, row)
    name = table.name(row)
    return [
        RemadeCell(table, name, column, row[column], as_kept(value, row[column])) for column, value in cells.items()
    ]


def draw_rows(seed: int, papers: list[str], count: int = 2) -> list[tuple[RemakeableTable, Row]]:
    """Draw rows of each paper's tables by a seed; the rows of a paper do not depend on the other papers."""
    drawn = []
    for paper in papers:
        all_rows = [(table, row) for table in TABLES if table.paper == paper for row in table.rows()]
        drawn += random.Random(f"{seed} {paper}").sample(all_rows, count)
    return drawn


def as_kept(value: str | float | int, kept: str) -> str:
    """Return a value as the table writes it: with as many decimals as the kept cell."""
    if isinstance(value, float):
        return f"{value:.{len(kept.partition('.')[2])}f}"
    return str(value)


def _locm_cell(folder: Path, row: Row) -> Cells:
    """A cell of Table 5.1: all agents of a kind against all of another one, on the deals of the tournament."""
    settings = read_config(locm_representation.study, folder / "config.toml")
    game = load_game("locm")

    def bots(name: str) -> list[Any]:
        if name in settings.field:
            return [load_compiled_bot(game, name)]
        names = [evolution.name for evolution in all_evolutions(settings) if evolution.row_name == name]
        return [load_compiled_bot(game, f"agent:genome={folder}/agents/{agent}.json") for agent in names]

    ours, theirs = bots(row["row"]), bots(row["column"])
    pairs = [[k, len(ours) + j] for k in range(len(ours)) for j in range(len(theirs))]
    seed, deals = derive(settings.seed, "tournament"), settings.tournament_rounds
    played = play_pairwise(
        game, [game.content()], [*ours, *theirs], np.array(pairs, np.int64), deals, seed, BACKEND, _no_progress
    )
    share = proportion((played.points / POINTS_PER_DEAL).mean(axis=0))
    return {"games": 2 * deals * len(pairs), **_estimate("share", share)}


def _dominion_matchup(folder: Path, row: Row) -> Cells:
    """A row of Table II: two players on all random card sets."""
    settings = read_config(dominion_card_evolution.study, folder / "config.toml")
    pool = KingdomPool("first")
    one, other = next(pair for pair in matchup_pairs(settings) if {*pair} == {row["player"], row["against"]})
    seed, kingdoms = derive(settings.seed, MATCHUPS_LABEL, one, other), random_card_sets(settings, pool)
    played = play_kingdoms(pool, kingdoms, [one, other], 2, seed, BACKEND, _no_progress, VDOM_RULES)
    matchup = CardSetMatchup(
        {
            "wins": played["wins"].astype(np.uint8),
            "draws": played["draws"].astype(np.uint8),
            "points": played["points"].sum(axis=0),
            "capped": int(played["capped"].sum()),
        }
    )
    player = (one, other).index(row["player"])
    won, share = matchup.wins_with_draws(player), matchup.payoff(player)
    return {"games": matchup.games, **_estimate("won", won), **_estimate("share", share)}


def _tribute_matchup(folder: Path, row: Row) -> Cells:
    """A pair of the tournament of all bots."""
    settings = read_config(tribute_thesis.study, folder / "config.toml")
    one, other = row["player"], row["against"]
    seed = matchup_seed(settings.seed, matchup_result_name("all", one, other))
    context: Any = SimpleNamespace(backend=BACKEND, advance=_no_progress)
    games = pair_games(settings, one, other)
    record = MatchupRecord.read(play_matchup(settings, one, other, games, seed, context))
    shares = _estimate("share", proportion(record.payoffs_by_deal)) | _estimate("seats", mean(record.seat_differences))
    return {"games": len(record.half_points), **shares, "turns": float(record.turns)}


def _delve_tree(folder: Path, row: Row) -> Cells:
    """A tree of a search, a random tree, or the hand-made one, with its ratings."""
    settings = read_config(delve_trees.study, folder / "config.toml")
    maker, kind, number = TreeMaker(settings, BACKEND), row["kind"], int(row["run"])
    if kind == HAND_MADE:
        record, text = maker.hand_made_tree(), ""
    else:
        record = (
            maker.random_tree_record(number)
            if kind == RANDOM
            else maker.search(kind, "recursive", number, _no_progress)
        )
        text = maker.space.describe(maker.space.from_data(record["tree"]))
    ratings = dict(zip(RATINGS, map(float, record["ratings"]), strict=True))
    return {"nodes": record["nodes"], "total": float(comparison_total(record["ratings"])), **ratings, "tree": text}


def _platformer_bin(folder: Path, row: Row) -> Cells:
    """A bin of challenges of figure 5.2: all sessions are played again, and their traces are counted."""
    settings = read_config(platformer_difficulty.study, folder / "config.toml")
    parts = (range(number, number + 1) for number in range(settings.players))
    sessions = [arrays for batch in BACKEND.run(partial(play_sessions, settings), parts) for arrays in batch]
    players = f"synthetic players ({settings.kind}s)"
    results = DifficultyResults(settings, players, TraceRecords.join(sessions), {}, {}, [], None, None, None)
    table = cells_table(results)
    names = [column.name for column in table.columns]
    made = next(
        dict(zip(names, cells, strict=True))
        for cells in table.rows
        if [str(cell) for cell in cells[:3]] == [row[name] for name in names[:3]]
    )
    success = _estimate("ours", made["ours"]) if made["ours"] is not None else {"ours": ""}
    return {**success, "traces": made["traces"], "verdict": made["verdict"] or ""}


def _estimate(name: str, estimate: Estimate) -> Cells:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def _no_progress(*_: Any, **__: Any) -> None:
    """Progress is not shown."""


TABLES = (
    RemakeableTable("locm", "locm-representation", "tables/cells.csv", ("row", "column"), _locm_cell),
    RemakeableTable("dominion", "dominion-cards", "tables/players.csv", ("player", "against"), _dominion_matchup),
    RemakeableTable("tribute", "tribute-thesis", "tables/all.csv", ("player", "against"), _tribute_matchup),
    RemakeableTable("delve", "delve-trees", "tables/trees.csv", ("kind", "run"), _delve_tree),
    RemakeableTable("platformer", "platformer-difficulty", "tables/cells.csv", BIN_KEYS, _platformer_bin),
    RemakeableTable("platformer", "platformer-difficulty-forecaster", "tables/cells.csv", BIN_KEYS, _platformer_bin),
)
PAPERS = tuple(dict.fromkeys(table.paper for table in TABLES))


def main(arguments: list[str] | None = None) -> int:
    """Draw, make and compare rows; the status is 1 if one differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=24)
    parser.add_argument("--paper", choices=PAPERS, action="append", help="papers to draw from; all if none is given")
    parser.add_argument("--rows", type=int, default=2, help="rows of each paper")
    parser.add_argument("--to", type=Path, help="CSV file for the comparison, a line for each number")
    chosen = parser.parse_args(arguments)
    compared: list[RemadeCell] = []
    differ = 0
    for table, row in draw_rows(chosen.seed, chosen.paper or [*PAPERS], chosen.rows):
        cells = remake(table, row)
        different = [cell for cell in cells if not cell.is_equal]
        differ += bool(different)
        compared += cells
        outcome = f"{len(cells)} numbers equal" if not different else f"{len(different)} of {len(cells)} differ"
        print(f"{table.folder}/{table.table} ({_commit(table)}): {table.name(row)}: {outcome}", flush=True)
        for cell in different:
            print(f"    {cell.column}: kept {cell.kept}, made again {cell.remade}", flush=True)
    if chosen.to:
        with chosen.to.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(("paper", "table", "row", "column", "kept", "remade", "equal"))
            for cell in compared:
                where = f"{cell.table.folder}/{cell.table.table}"
                equal = "yes" if cell.is_equal else "no"
                writer.writerow((cell.table.paper, where, cell.row, cell.column, cell.kept, cell.remade, equal))
    return 1 if differ else 0


def _commit(table: RemakeableTable) -> str:
    folder, _, inside = table.folder.partition("/")
    name = f"{inside}/{table.table}".lstrip("/")
    return next((f"commit {run.commit}" for run in read_records(BENCHMARKS / folder) if name in run.files), "no record")


if __name__ == "__main__":
    sys.exit(main())
