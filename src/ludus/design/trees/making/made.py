"""Report on trees made by `ludus make delve`."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.design.contract import Column, Findings, Order, Sheet, count
from ludus.design.trees.making.asks import MakeAsks
from ludus.design.trees.making.setting import Setting
from ludus.design.trees.pictures.fronts import front_picture
from ludus.design.trees.pictures.tree import picture
from ludus.design.trees.playing.validation import Validated
from ludus.design.trees.rating.rater import Rated
from ludus.design.trees.rating.ratings import RATINGS
from ludus.design.trees.searching.methods import TreeEvolution
from ludus.design.trees.searching.search import Generation, Made
from ludus.design.trees.writing import outline, tree_text
from ludus.games.delve.tree import Tree

ORDERS = 2  # card orders per deck and encounter while tuning
NEAR = 0.05  # tolerance of the target win rate
MOST_SHOWN = 4  # trees on the screen, and with charts on the page
FRONT_SHOWN = 8  # rows of the front on the screen
IN_SHORT = ("WinRate", "Useful")  # ratings on the screen


@dataclass(frozen=True)
class Finished:
    """A finished tree, and the search that made it."""

    name: str
    tree: Tree
    rated: Rated
    made: Made
    played: int  # trees played while tuning
    growth: list[Generation]
    run: TreeEvolution
    proof: Validated

    @property
    def total(self) -> float:
        return self.run.total(self.rated.ratings)


@dataclass(frozen=True)
class Telling:
    """The finished trees, and random trees for comparison."""

    asks: MakeAsks
    order: Order
    setting: Setting
    done: list[Finished]
    random: list[Rated]
    orders: int  # card orders of the validation

    def findings(self) -> Findings:
        asks, numbers = self.asks, range(min(len(self.done), MOST_SHOWN))
        return Findings(
            title=f"{self.order.game.title}: skill trees for a win ratio of {asks.target_win:g}",
            answer=[
                *(verdict(result, asks, self.setting) for result in self.done),
                self._compared(),
                *(_told_error(result) for result in self.done if result.rated.sampled),
            ],
            sheets=[self._trees(), self._front(), self._origins(), self._growth()],
            texts={self.done[k].name.capitalize(): outline(self.done[k].tree) for k in numbers},
            pictures={name: result for k in numbers for name, result in self._pictures(k).items()},
            facts=self._facts(),
            commands=self._commands() if self.order.folder else {},
            files=self._files(),
            notes=_NOTES,
        )

    def _compared(self) -> str:
        others = [self.done[0].run.total(result.ratings) for result in self.random]
        return (
            f"All ratings together: {np.mean([result.total for result in self.done]):.2f}; random trees of the same "
            f"size have {np.mean(others):.2f} on average and {max(others):.2f} at best of {len(others)}."
        )

    def _trees(self) -> Sheet:
        columns = [Column("tree"), Column("wins", "share"), Column("win_turns", "number", "turns of a win")]
        columns += [Column("nodes", "count"), Column("played", "count", "trees played to tune it")]
        columns += _rating_columns(IN_SHORT)
        rows = [
            [
                result.name,
                result.proof.wins,
                result.proof.turns,
                len(result.tree),
                result.played,
                *_rating_cells(result.total, result.rated),
            ]
            for result in self.done
        ]
        return Sheet("trees", f"What was made; wins are {self.asks.player}'s with random picks", columns, rows)

    def _front(self) -> Sheet:
        rows = [
            [_front_file(self._tail(k), j), len(tree), *_rating_cells(result.run.total(rated.ratings), rated)]
            for k, result in enumerate(self.done)
            for j, (tree, rated) in enumerate(result.made.front)
        ]
        about = "The front: no tree of it beats another in one goal without losing in another"
        columns = [Column("file"), Column("nodes", "count"), *_rating_columns(RATINGS)]
        return Sheet("front", about, columns, rows, range(min(FRONT_SHOWN, len(rows))))

    def _origins(self) -> Sheet:
        """Table of the success of each operator."""
        names = dict.fromkeys(name for result in self.done for name in result.run.made)
        rows = [[name, *(sum(counts.get(name, 0) for counts in both) for both in self._counts())] for name in names]
        columns = [Column("made_by", title="made by"), Column("trees", "count"), Column("lived", "count", "lived on")]
        return Sheet("origins", "Which operators made trees that lived on", columns, rows)

    def _counts(self) -> tuple[list[dict[str, int]], list[dict[str, int]]]:
        return [result.run.made for result in self.done], [result.run.kept for result in self.done]

    def _growth(self) -> Sheet:
        columns = [Column("tree", "count"), Column("generation", "count"), Column("rated", "count")]
        columns += [Column("best", "number"), Column("mean", "number"), Column("nodes", "count")]
        rows = [
            [
                k,
                generation.number,
                generation.asked,
                round(generation.best, 4),
                round(generation.mean, 4),
                generation.nodes,
            ]
            for k, result in enumerate(self.done, 1)
            for generation in result.growth
        ]
        last = len(self.done[0].growth) - 1
        return Sheet("search", "The search: the totals of the survivors", columns, rows, sorted({0, last // 2, last}))

    def _pictures(self, number: int) -> dict[str, tuple[str, str]]:
        result, tail = self.done[number], self._tail(number)
        ratings = np.array([rated.ratings for _, rated in result.made.front])
        charts = {f"tree{tail}.svg": (picture(result.tree, result.name.capitalize()), f"{result.name.capitalize()}.")}
        if len(ratings) > 1:
            title = f"{result.run.kind.title}: {len(ratings)} compromises"
            labels = [_front_file(tail, j) for j in range(len(ratings))]
            charts[f"front{tail}.svg"] = (front_picture(ratings, RATINGS, labels, title), _CAPTION)
        return charts

    def _files(self) -> dict[str, str]:
        files = {f"tree{self._tail(k)}.toml": tree_text(result.tree) for k, result in enumerate(self.done)}
        for k, result in enumerate(self.done):
            tail = self._tail(k)
            files |= {_front_file(tail, j): tree_text(tree) for j, (tree, _) in enumerate(result.made.front)}
            if k >= MOST_SHOWN:
                files |= {name: svg for name, (svg, _) in self._pictures(k).items()}
        return files

    def _commands(self) -> dict[str, str]:
        file = f"{self.order.folder}/tree{self._tail(0)}.toml"
        chosen = [word for name, value in self.order.options.items() for word in ("-o", f"{name}={value}")]
        with_tree = ["-o", f"tree={file}", *chosen]
        return {
            "look into the tree": shlex.join(["ludus", "inspect", "delve", file, *chosen]),
            "play with it": shlex.join(["ludus", "play", "delve", *with_tree]),
            "let a bot play with it": shlex.join(["ludus", "match", "delve", self.asks.player, *with_tree]),
        }

    def _facts(self) -> dict[str, str]:
        asks, order, run = self.asks, self.order, self.done[0].run
        rated = sum(generation.asked for result in self.done for generation in result.growth)
        weights = ", ".join(f"{name} {weight:g}" for name, weight in run.weights.items())
        decks = f"{asks.player}, {len(self.setting.practice)} decks, {ORDERS} orders of cards"
        return {
            "game": f"{order.game.name}, rules version {order.game.version}",
            "method": f"{run.kind.title}, {run.generation} generations, {run.survivors} survivors, crossover "
            f"{asks.crossover if run.crossed else 'none'}, formulas {asks.formulas}; {rated:,} trees rated",
            "weights": weights if run.kind.weighted else "all ratings alike",
            "made for": f"{self.setting.made_for}, {count(len(self.setting.foes), 'encounter')}",
            "tuning": "none" if asks.untuned else decks,
            "proof": f"{self.setting.proved}, {self.orders} orders of cards",
            "seed": str(order.seed),
        }

    def _tail(self, number: int) -> str:
        return f"_{number + 1}" if len(self.done) > 1 else ""


def verdict(each: Finished, asks: MakeAsks, setting: Setting) -> str:
    """Return a sentence that says whether a tree meets the target."""
    wins, pace, target = each.proof.wins, each.proof.pace, asks.target_win
    word = "meets" if abs(wins.value - target) <= NEAR else "MISSES"
    return (
        f"{each.name.capitalize()} {word} the target: {asks.player} wins {wins.in_percent()} of encounters "
        f"with random picks (asked: {100 * target:g} %){f'{pace} (asked: {asks.turns})' * bool(pace)}, "
        f"with {setting.proved}; {count(len(each.tree), 'node')} (asked: {asks.nodes} at most)."
    )


def _told_error(each: Finished) -> str:
    errors = dict(zip(RATINGS, each.rated.errors.tolist(), strict=True))
    worst = max(errors, key=lambda name: errors[name])
    return (
        f"The builds of {each.name} are too many to rate all: its ratings come from a sample. That has a standard "
        f"error of {errors['WinRate']:.4f} for WinRate, of {errors[worst]:.4f} at most ({worst}), and of "
        f"{each.rated.error:.4f} for the simulated win ratio, {each.rated.win:.2f}."
    )


def _front_file(tail: str, member: int) -> str:
    return f"front{tail}_{member + 1:02d}.toml"


def _rating_columns(shown: tuple[str, ...]) -> list[Column]:
    return [
        Column("total", "number"),
        *(Column(name, "number", shown=name in shown) for name in RATINGS),
        Column("sampling_error", "number", "largest error of sampling", shown=False),
    ]


def _rating_cells(total: float, rated: Rated) -> list[Any]:
    return [round(float(value), 4) for value in (total, *rated.ratings, rated.errors.max())]


_CAPTION = "The front of the search, before tuning: a line a tree, over all ratings."
_NOTES = [
    "Ratings come from the approximating simulation, over all decks that trees are made for, all encounters and all "
    "builds that can be picked (a sample of them in large trees); 1 is best. Wins and turns come from real play.",
    "The search aims at the ratings. Then its front evolves further, until the player's win ratio in real play is near "
    "the target, too, with decks drawn for tuning. The reported ratios come from held-out decks and orders of cards.",
]
