"""Report on trees made by `ludus make delve`."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest
from ludus.design.base.report_parts import game_fact
from ludus.design.base.verdict_texts import MET, target_note, targets_text
from ludus.design.delve.charts.front_parallel_coordinates import front_chart
from ludus.design.delve.charts.tree_chart import tree_chart
from ludus.design.delve.generation.judgement import (
    TARGET_TOLERANCE,
    TreeJudgement,
    flaw_counts_table,
    flaws_sentence,
    judged_decks_table,
    judged_encounters_table,
    judged_targets,
    judgement_sentences,
)
from ludus.design.delve.generation.make_inputs import TreeInputs
from ludus.design.delve.generation.suggested_commands import game_command, inspect_command
from ludus.design.delve.inspection.room_for_nodes import extreme_wins
from ludus.design.delve.options import DelveMakeOptions, uses_thesis_setup
from ludus.design.delve.playtest.bot_win_rates import BotResult
from ludus.design.delve.rating.choice_ratings import STRONGEST_NODE, counted_cells
from ludus.design.delve.rating.fight_memo import PlayedMemo
from ludus.design.delve.rating.rater import TreeRating
from ludus.design.delve.rating.rating_titles import RATING_TITLES
from ludus.design.delve.search.skill_tree_evolution_run import SearchOutcome, TreeGeneration
from ludus.design.delve.search.tree_evolution import TreeEvolution
from ludus.design.delve.tree_writer import terminal_outline, tree_text
from ludus.games.delve.skill_tree import SkillTree
from ludus.report.report_model import Figure, Report, TextDrawing, command_parts, file_parts
from ludus.report.table_model import Column, Table
from ludus.util.text import plural

TARGETS = 2  # targets of a tree: win ratio and turns
TUNING_ORDERS = 2  # card orders per deck and encounter while tuning
CALIBRATION_ORDERS = 1  # the same for the many decks that correct the win ratio of the set-up `choices`
MAX_SCREEN_TREES = 4  # trees on the screen, and with charts on the page
MAX_FRONT_ROWS = 8  # rows of the front on the screen
TUNED_ORDERS = 10  # card orders per deck, encounter and build while choices are tuned
SCREEN_RATINGS = ("WinRate", "Useful", "NoDominated", "Variety")  # ratings on the screen


@dataclass(frozen=True)
class FinishedTree:
    """A finished tree, and the search that made it."""

    name: str
    tree: SkillTree
    rated: TreeRating
    outcome: SearchOutcome
    trees_played: int  # trees played while tuning
    generations: list[TreeGeneration]
    search: TreeEvolution
    judged: TreeJudgement
    steps: tuple[str, ...] = ()  # what was done to the tree after the search, in words

    @property
    def validation(self) -> BotResult:
        """Results over all encounters."""
        return self.judged.result

    @property
    def total(self) -> float:
        return self.search.total(self.rated.ratings)


@dataclass(frozen=True)
class TreeMakeReport:
    """The finished trees, and random trees for comparison."""

    options: DelveMakeOptions
    request: DesignRequest
    inputs: TreeInputs
    trees: list[FinishedTree]
    random_ratings: list[TreeRating]
    validation_orders: int  # card orders of the validation

    def report(self) -> Report:
        options, numbers = self.options, range(min(len(self.trees), MAX_SCREEN_TREES))
        judged = {result.name: result.judged for result in self.trees}
        return Report(
            title=f"{self.request.game.title}: skill trees for a win ratio of {options.target_win:g}",
            answer=[
                *(
                    sentence
                    for result in self.trees
                    for sentence in result_sentences(result, options, self.inputs, TARGETS * len(self.trees))
                ),
                *self._out_of_reach(),
                self._compared(),
                *([self.inputs.split_note] if self.inputs.split_note else []),
                *(_sampling_error_sentence(result) for result in self.trees if result.rated.sampled),
            ],
            parts=[
                self._trees(),
                flaw_counts_table({result.name: (result.tree, result.judged) for result in self.trees}),
                judged_encounters_table(judged),
                judged_decks_table(judged),
                *([_steps_table(self.trees)] if any(result.steps for result in self.trees) else []),
                self._front(),
                self._origins(),
                self._growth(),
                *(TextDrawing(self.trees[k].name.capitalize(), terminal_outline(self.trees[k].tree)) for k in numbers),
                *(figure for k in numbers for figure in self._figures(k)),
                *(command_parts(self._commands()) if self.request.folder else []),
                *file_parts(self._files()),
                *notes(options, self.inputs),
                target_note(TARGETS * len(self.trees)),
            ],
            facts=self._facts(),
        )

    @property
    def _thesis(self) -> bool:
        return uses_thesis_setup(self.options)

    def _out_of_reach(self) -> list[str]:
        """Say it if no tree of damage nodes can have the target win ratio, whatever its values."""
        options, inputs, seed = self.options, self.inputs, derive(self.request.seed, "proof")
        memo = PlayedMemo(
            *(options.player, inputs.held_out_decks, inputs.encounters, self.validation_orders, seed),
            *(self.request.backend, inputs.rules),
        )
        encounters = counted_cells(memo).any(axis=0)
        if not encounters.any():
            return ["No tree of damage nodes can change that: every deck wins or loses each encounter without them."]
        low, high = (float(wins[:, encounters].mean()) for wins in extreme_wins(memo))
        if low - TARGET_TOLERANCE <= options.target_win <= high + TARGET_TOLERANCE:
            return []
        return [
            f"No tree of damage nodes can reach {100 * options.target_win:g} %: {100 * low:.0f} % of these encounters "
            f"are won without nodes, and {100 * high:.0f} % with {STRONGEST_NODE} damage more for every card and pick."
        ]

    def _compared(self) -> str:
        others = [self.trees[0].search.total(result.ratings) for result in self.random_ratings]
        decks = "" if self._thesis else f", by play with {self.inputs.held_out_description}"
        return (
            f"All ratings together{decks}: {np.mean([result.total for result in self.trees]):.2f}; random trees of the "
            f"same size have {np.mean(others):.2f} on average and {max(others):.2f} at best of {len(others)}."
        )

    def _trees(self) -> Table:
        columns = [
            Column.text("tree"),
            Column.share("wins"),
            Column.number("win_turns", "turns of a win"),
        ]
        columns += [Column.integer("nodes"), Column.integer("played", "trees played to tune it")]
        columns += _rating_columns(self.trees[0].search.ratings)
        rows = [
            [
                result.name,
                result.validation.wins if self._thesis else result.judged.wins,
                result.validation.turns if self._thesis else result.judged.turns,
                len(result.tree),
                result.trees_played,
                *_rating_cells(result.total, result.rated),
            ]
            for result in self.trees
        ]
        return Table("trees", columns, rows, f"What was made; wins are {self.options.player}'s with random picks")

    def _front(self) -> Table:
        rows = [
            [_front_file(self._tail(k), j), len(tree), *_rating_cells(result.search.total(rated.ratings), rated)]
            for k, result in enumerate(self.trees)
            for j, (tree, rated) in enumerate(result.outcome.front)
        ]
        about = "The front: no tree of it beats another in one goal without losing in another"
        ratings = self.trees[0].search.ratings
        columns = [Column.text("file"), Column.integer("nodes"), *_rating_columns(ratings, ratings)]
        return Table("front", columns, rows, about, screen_rows=range(min(MAX_FRONT_ROWS, len(rows))))

    def _origins(self) -> Table:
        """Table of the success of each operator."""
        names = dict.fromkeys(name for result in self.trees for name in result.search.origin_counts)
        rows = [[name, *(sum(counts.get(name, 0) for counts in both) for both in self._counts())] for name in names]
        columns = [
            Column.text("made_by", "made by"),
            Column.integer("trees"),
            Column.integer("lived", "lived on"),
        ]
        return Table("origins", columns, rows, "Which operators made trees that lived on")

    def _counts(self) -> tuple[list[dict[str, int]], list[dict[str, int]]]:
        return [result.search.origin_counts for result in self.trees], [
            result.search.survivor_counts for result in self.trees
        ]

    def _growth(self) -> Table:
        columns = [Column.integer("tree"), Column.integer("generation"), Column.integer("rated")]
        columns += [Column.number("best"), Column.number("mean"), Column.integer("nodes")]
        rows = [
            [
                k,
                generation.number,
                generation.asked,
                round(generation.best, 4),
                round(generation.mean, 4),
                generation.nodes,
            ]
            for k, result in enumerate(self.trees, 1)
            for generation in result.generations
        ]
        last = len(self.trees[0].generations) - 1
        return Table(
            "search", columns, rows, "The search: the totals of the survivors", screen_rows=sorted({0, last // 2, last})
        )

    def _figures(self, number: int) -> list[Figure]:
        result, tail = self.trees[number], self._tail(number)
        ratings = np.array([rated.ratings for _, rated in result.outcome.front])
        figures = [
            Figure(f"tree{tail}", tree_chart(result.tree, result.name.capitalize()), f"{result.name.capitalize()}.")
        ]
        if len(ratings) > 1:
            title = f"{result.search.search_method.title}: {len(ratings)} compromises"
            labels = [_front_file(tail, j) for j in range(len(ratings))]
            names = [RATING_TITLES[name] for name in result.search.ratings]
            figures.append(Figure(f"front{tail}", front_chart(ratings, names, labels, title), _CAPTION))
        return figures

    def _files(self) -> dict[str, str]:
        files = {f"tree{self._tail(k)}.toml": tree_text(result.tree) for k, result in enumerate(self.trees)}
        for k, result in enumerate(self.trees):
            tail = self._tail(k)
            files |= {_front_file(tail, j): tree_text(tree) for j, (tree, _) in enumerate(result.outcome.front)}
            if k >= MAX_SCREEN_TREES:
                files |= {figure.file_name: figure.svg for figure in self._figures(k)}
        return files

    def _commands(self) -> dict[str, str]:
        options, request, file = self.options, self.request, f"tree{self._tail(0)}.toml"
        tree = f"{request.folder}/{file}"
        return {
            "look into the tree": inspect_command(options, request, file),
            "play with it": game_command(["play", "delve"], options, request, tree=tree),
            "let a bot play with it": game_command(["match", "delve", options.player], options, request, tree=tree),
        }

    def _facts(self) -> dict[str, str]:
        options, order, run = self.options, self.request, self.trees[0].search
        rated = sum(generation.asked for result in self.trees for generation in result.generations)
        weights = ", ".join(f"{name} {weight:g}" for name, weight in run.weights.items())
        tuning = plural(len(set(self.inputs.tuning_decks)), "deck")
        decks = f"{options.player}, {tuning}, {TUNING_ORDERS} orders of cards"
        return {
            "game": game_fact(order),
            "set-up": options.setup,
            "method": f"{run.search_method.title}, {run.generation} generations, {run.survivors} survivors, crossover "
            f"{options.crossover if run.crossed else 'none'}, formulas {options.formulas}; {rated:,} trees rated",
            "weights": weights if run.search_method.weighted else "all ratings alike",
            "made for": f"{self.inputs.deck_description}, {plural(len(self.inputs.encounters), 'encounter')}",
            "tuning": "none" if options.untuned else decks if self._thesis else self._choice_tuning(),
            "proof": f"{self.inputs.held_out_description}, {plural(self.validation_orders, 'order')} of cards",
            "seed": str(order.seed),
        }

    def _choice_tuning(self) -> str:
        return (
            f"{self.options.player}, {plural(len(self.inputs.decks), 'deck')}, {TUNED_ORDERS} orders of cards; win "
            "ratio: "
            f"{plural(len(self.inputs.tuning_decks), 'deck')}, {plural(CALIBRATION_ORDERS, 'order')} each"
        )

    def _tail(self, number: int) -> str:
        return f"_{number + 1}" if len(self.trees) > 1 else ""


def notes(options: DelveMakeOptions, inputs: TreeInputs) -> list[str]:
    """Return how the numbers came about; decks are held out only if no step before the report used one of them."""
    used = {*inputs.decks, *(() if options.untuned else inputs.tuning_decks)}
    outcome = _SAME_DECKS_NOTE if any(deck in used for deck in inputs.held_out_decks) else _HELD_OUT_NOTE
    if uses_thesis_setup(options):
        return [_RATINGS_NOTE, (_SEARCH_NOTE if options.untuned else _TUNING_NOTE) + outcome]
    annealing = _ANNEALING_NOTE + (_CALIBRATION_NOTE if inputs.tuning_decks != inputs.decks else "")
    return [_CHOICE_RATINGS_NOTE, (_SEARCH_NOTE if options.untuned else annealing) + outcome + _DECK_UNIT_NOTE]


def result_sentences(
    result: FinishedTree, options: DelveMakeOptions, inputs: TreeInputs, comparisons: int = TARGETS
) -> list[str]:
    """Return what is said of a tree: whether it meets the targets, and its flaws.

    Args:
        result: the tree.
        options: the targets.
        inputs: decks and encounters.
        comparisons: number of targets of all trees in the report.
    """
    if not uses_thesis_setup(options):
        decks = inputs.held_out_description
        return judgement_sentences(result.name, result.tree, result.judged, options, decks, comparisons)
    return [
        target_verdict(result, options, inputs, comparisons),
        flaws_sentence(result.tree, result.judged, inputs.held_out_description),
    ]


def target_verdict(result: FinishedTree, options: DelveMakeOptions, inputs: TreeInputs, comparisons: int) -> str:
    """Return a sentence that says whether a tree meets the targets, over all encounters."""
    wins, turns, target = result.validation.wins, result.validation.turns.value, options.target_win
    targets = judged_targets(wins, result.validation.turns, options)
    verdict = targets_text(targets, comparisons)
    pace = "no encounter is won" if math.isnan(turns) else f"a win takes {turns:.1f} turns"
    if all(target.verdict(comparisons) == MET for target in targets) and result.judged.analysis.flaws:
        verdict += ", but has flaws"
    return (
        f"{result.name.capitalize()} {verdict}: "
        f"{options.player} wins {wins.in_percent()} of encounters with random picks (asked: {100 * target:g} %), and "
        f"{pace} (asked: {options.turns}), with {inputs.held_out_description}; {plural(len(result.tree), 'node')} "
        f"(asked: {options.nodes} at most)."
    )


def _sampling_error_sentence(result: FinishedTree) -> str:
    errors = dict(zip(result.search.ratings, result.rated.errors.tolist(), strict=True))
    worst = max(errors, key=lambda name: errors[name])
    return (
        f"The builds of {result.name} are too many to rate all: its ratings come from a sample. That has a standard "
        f"error of {errors['WinRate']:.4f} for the rating of the win rate, of {errors[worst]:.4f} at most "
        f"({RATING_TITLES[worst]}), and of "
        f"{result.rated.error:.4f} for the simulated win ratio, {result.rated.win:.2f}."
    )


def _front_file(tail: str, member: int) -> str:
    return f"front{tail}_{member + 1:02d}.toml"


def _steps_table(trees: list[FinishedTree]) -> Table:
    """Table of what was done after the search."""
    rows = [[result.name, step] for result in trees for step in result.steps]
    return Table("steps", [Column.text("tree"), Column.text("step")], rows, "What was done after the search")


def _rating_columns(names: tuple[str, ...], on_screen: tuple[str, ...] = SCREEN_RATINGS) -> list[Column]:
    return [
        Column.number("total"),
        *(Column.number(name, RATING_TITLES[name], on_screen=name in on_screen) for name in names),
        Column.number("sampling_error", "largest error of sampling", on_screen=False),
    ]


def _rating_cells(total: float, rated: TreeRating) -> list[Any]:
    return [round(float(value), 4) for value in (total, *rated.ratings, rated.errors.max())]


_CAPTION = "The front of the search, before tuning: a line a tree, over all ratings."
_RATINGS_NOTE = (
    "Ratings come from the approximating simulation, over all decks that trees are made for, all encounters and all "
    "builds that can be picked (a sample of them in large trees); 1 is best. Wins and turns come from real play."
)
_TUNING_NOTE = (
    "The search aims at the ratings. Then its front evolves further, until the player's win ratio in real play is near "
    "the target, too, with decks for tuning"
)
_SEARCH_NOTE = "The search aims at the ratings"
_HELD_OUT_NOTE = ". The reported ratios come from held-out decks and orders of cards."
_SAME_DECKS_NOTE = (
    ". All steps use the same decks; only the orders of cards behind the reported ratios are new. So the ratios say "
    "nothing about other decks."
)
_CHOICE_RATINGS_NOTE = (
    "Ratings are from 0 to 1; 1 is best. Those of the trees come from play with the decks that they are judged with, "
    "those of the front from the approximating simulation with the decks of the search. Encounters and decks that no "
    "node can affect do not count for the win rate: what is always won without a node, or always lost with the "
    "strongest."
)
_ANNEALING_NOTE = "The best trees of the front are annealed by play with the decks of the search"
_CALIBRATION_NOTE = "; the win ratio is compared with that of many decks"
_DECK_UNIT_NOTE = " A deck is the unit of the intervals: decks differ more than orders of cards."
