"""Make skill trees by the whole of `ludus make delve`, and judge them: flaws, targets, and a total.

    python tools/judge_delve_trees.py OUT --trees nsga2=100,nsga3=100,weighted=20 --threads 2

For every tree there is a file in the folder OUT, so that a stopped run goes on. Flaws, wins and turns are those of
`ludus inspect`: greedy-card, random picks, all builds, the 12 held-out decks, 10 orders of cards that no tree was made
with. The total is that of the set-up `choices`, over 200 decks: these and 188 drawn for the judgement, of which some
were drawn to make a tree, too. It is compared with the best of 100 random trees of the same size, chosen on the same
decks. The tables go to OUT/trees.csv and OUT/summary.csv.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from ludus.backends import Threads
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest, no_progress
from ludus.design.delve.builds.random_pick_probabilities import build_probabilities
from ludus.design.delve.generation.judgement import (
    FLAW_KINDS,
    TARGET_TOLERANCE,
    TreeJudgement,
    find_counted_cells,
    judge_tree,
)
from ludus.design.delve.generation.make import make, make_scale
from ludus.design.delve.generation.make_inputs import kind_groups
from ludus.design.delve.options import DelveMakeOptions, read_turns
from ludus.design.delve.playtest.bot_fights import random_playable_tree
from ludus.design.delve.playtest.fights import play_encounters
from ludus.design.delve.rating.held_out_total import HeldOutTotal
from ludus.games.delve.content_files import read_tree
from ludus.games.delve.game_data import default_encounters, heldout_decks
from ludus.games.delve.options import find_tree
from ludus.games.delve.random_decks import draw_decks
from ludus.games.delve.skill_tree import SkillTree
from ludus.stats import mean_of_runs, proportion

ORDERS = 10  # card orders per deck, encounter and build
NEW_DECKS, TOTAL_ORDERS = 188, 10
RANDOM_TREES = 100
RANDOM, HAND_MADE = "random", "hand-made"


def main() -> int:
    """Make and judge trees; return the exit status."""
    parser = argparse.ArgumentParser(description="Make and judge skill trees.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--trees", default="nsga2=8,nsga3=4", help="number of trees by method; also random=N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--target-win", type=float, default=0.7)
    parser.add_argument("--nodes", type=int, default=15)
    parser.add_argument("--setup", default="choices")
    chosen = parser.parse_args()
    options = DelveMakeOptions(nodes=chosen.nodes, target_win=chosen.target_win, setup=chosen.setup)
    counts = dict(part.split("=") for part in chosen.trees.split(","))
    chosen.out.mkdir(parents=True, exist_ok=True)
    judge, rows = Judge(options, chosen.seed, Threads(chosen.threads)), []
    for kind, count in counts.items():
        for number in range(int(count)):
            file = chosen.out / f"{kind}_{number:03}.json"
            if not file.is_file():
                file.write_text(json.dumps(judge.row(kind, number, chosen.out), indent=1))
            rows.append(json.loads(file.read_text()))
            print(json.dumps(rows[-1]), flush=True)
    _write(chosen.out / "trees.csv", rows)
    _write(chosen.out / "summary.csv", [line for kind in counts for line in _summary(kind, rows, options)])
    print((chosen.out / "summary.csv").read_text())
    return 0


class Judge:
    """Makes trees and judges them."""

    def __init__(self, options: DelveMakeOptions, seed: int, backend: Threads) -> None:
        self.options, self.seed, self.backend = options, seed, backend
        held_out = heldout_decks()
        drawn = draw_decks(derive(seed, "decks of the judgement"), held_out, NEW_DECKS, 0)
        decks = *drawn, *held_out
        scale = make_scale(replace_setup(options))
        self.total = HeldOutTotal(
            *(decks, kind_groups(len(decks) - 4, 4), default_encounters(), scale, options.player, TOTAL_ORDERS),
            *(derive(seed, "total"), backend),
        )
        self._best: dict[int, SkillTree] = {}

    def best_random(self, size: int) -> SkillTree:
        """Return the best of the random trees of a size."""
        if size not in self._best:
            trees = [random_playable_tree(size, k, derive(self.seed, "random")) for k in range(RANDOM_TREES)]
            self._best[size] = self.total.best_of(trees)
        return self._best[size]

    def row(self, kind: str, number: int, folder: Path) -> dict[str, Any]:
        """Make a tree, and return its measurements."""
        began = time.process_time()
        tree = self._make(kind, number, folder)
        seconds = time.process_time() - began
        judged = self._judge(tree, derive(self.seed, "fights", number))
        ahead = self.total.difference(tree, self.best_random(len(tree)))
        flaws = {kind: count / max(1, len(tree)) for kind, count in judged.flaw_counts().items()}
        return {
            "kind": kind,
            "number": number,
            "cpu_seconds": round(seconds, 2),
            "nodes": len(tree),
            "wins": judged.wins.value,
            "all_wins": judged.result.wins.value,
            "turns": judged.turns.value,
            "forced": judged.analysis.forced,
            "alike": judged.analysis.indifferent,
            **flaws,
            "total": self.total.total(tree),
            "best_random": self.total.total(self.best_random(len(tree))),
            "ahead": ahead.value,
            "ahead_low": ahead.low,
        }

    def _make(self, kind: str, number: int, folder: Path) -> SkillTree:
        if kind == RANDOM:
            return random_playable_tree(self.options.nodes, number, derive(self.seed, "other random"))
        if kind == HAND_MADE:
            return find_tree(HAND_MADE)
        request = DesignRequest(
            *(load_game("delve"), {}, None, derive(self.seed, kind, number) >> 32, self.backend, None),
            no_progress,
        )
        report = make(replace_method(self.options, kind), request)
        file = folder / f"{kind}_{number:03}.toml"
        file.write_text(report.text_files()["tree.toml"])
        return read_tree(file)

    def _judge(self, tree: SkillTree, seed: int) -> TreeJudgement:
        builds = build_probabilities(tree, len(default_encounters()), seed=seed)
        player, decks = self.options.player, heldout_decks()
        played = play_encounters(builds, [player], decks, ORDERS, derive(seed, "choices"), self.backend)
        return judge_tree(played, find_counted_cells(played, player, self.backend))


def replace_method(options: DelveMakeOptions, method: str) -> DelveMakeOptions:
    """Return the options with another method."""
    return DelveMakeOptions(
        nodes=options.nodes, target_win=options.target_win, setup=options.setup, method=method, turns=options.turns
    )


def replace_setup(options: DelveMakeOptions) -> DelveMakeOptions:
    """Return the options with the set-up whose ratings are judged."""
    return DelveMakeOptions(nodes=options.nodes, target_win=options.target_win, turns=options.turns)


def _summary(kind: str, rows: list[dict[str, Any]], options: DelveMakeOptions) -> list[dict[str, Any]]:
    """Return the mean of each measure and the share of trees that meet each target; the tree is the unit."""
    rows = [row for row in rows if row["kind"] == kind]
    low, high = read_turns(options.turns)
    shares = {
        **{name: [row[name] for row in rows] for name in ("wins", "all_wins", "forced", "alike", *FLAW_KINDS)},
        "wins_met": [abs(row["wins"] - options.target_win) <= TARGET_TOLERANCE for row in rows],
        "all_wins_met": [abs(row["all_wins"] - options.target_win) <= TARGET_TOLERANCE for row in rows],
        "turns_met": [low <= row["turns"] <= high for row in rows],
        "both_met": [
            abs(row["wins"] - options.target_win) <= TARGET_TOLERANCE and low <= row["turns"] <= high for row in rows
        ],
        "clearly_ahead": [row["ahead_low"] > 0 for row in rows],
    }
    estimates = {
        **{name: mean_of_runs([row[name] for row in rows]) for name in ("cpu_seconds", "nodes", "turns")},
        **{name: proportion(np.array(values, float)) for name, values in shares.items()},
        **{name: mean_of_runs([row[name] for row in rows]) for name in ("total", "ahead")},
    }
    return [
        {
            "kind": kind,
            "trees": len(rows),
            "measure": name,
            "value": round(estimate.value, 4),
            "low": round(estimate.low, 4) if len(rows) > 1 else "",
            "high": round(estimate.high, 4) if len(rows) > 1 else "",
        }
        for name, estimate in estimates.items()
    ]


def _write(file: Path, rows: list[dict[str, Any]]) -> None:
    with file.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    sys.exit(main())
