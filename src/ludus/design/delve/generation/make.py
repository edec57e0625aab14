"""`ludus make delve`: skill trees that meet targets: search, tuning by play, validation with held-out decks.

While a search runs, its population can be shown live: trees, ratings, and the layout of the nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct

from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest
from ludus.design.base.option_value_parsers import check_bots
from ludus.design.base.pipeline import DesignRun
from ludus.design.delve.builds.enumeration import points_before
from ludus.design.delve.builds.random_pick_probabilities import build_probabilities
from ludus.design.delve.charts.tree_chart import layout_tree
from ludus.design.delve.editing.draft_conversion import draft_nodes
from ludus.design.delve.generation.judgement import TreeJudgement, find_counted_cells, judge_tree
from ludus.design.delve.generation.make_inputs import (
    SEARCH_DECK_COUNTS,
    TreeInputs,
    draw_search_decks,
    kind_groups,
    make_tree_space,
    read_inputs,
    repeat_in_proportion,
)
from ludus.design.delve.generation.player_adaptive_trees import make_adaptive_trees
from ludus.design.delve.generation.report import CALIBRATION_ORDERS, TUNING_ORDERS, FinishedTree, TreeMakeReport
from ludus.design.delve.generation.skill_separating_encounters import tune_encounters
from ludus.design.delve.generation.tree_map import make_tree_map
from ludus.design.delve.options import DelveMakeOptions, check_mode, read_turns, read_weights, uses_thesis_setup
from ludus.design.delve.playtest.fights import count_fights, play_encounters
from ludus.design.delve.playtest.trials import BotTrial
from ludus.design.delve.rating.choice_ratings import CHOICE_WEIGHTS, ChoiceRater, ChoiceScale
from ludus.design.delve.rating.rater import Rater, TreeRater, TreeRating, rate_all
from ludus.design.delve.rating.tree_ratings import TreeGoals
from ludus.design.delve.search.choice_tuning import EVALUATIONS, tune_choices
from ludus.design.delve.search.mending import MAX_CHANGES, describe_flaws, mend_tree
from ludus.design.delve.search.skill_tree_evolution_run import SearchOutcome, TreeGeneration, TreeSearch
from ludus.design.delve.search.tree_evolution import find_method
from ludus.design.delve.search.tree_win_rate_tuning import GENERATIONS, tune_by_play
from ludus.design.delve.variation.mutable_tree import post_process
from ludus.design.delve.variation.post_processing import post_process_in_steps, remove_unpicked
from ludus.evolve.checkpoint import numpy_generator
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.report.report_model import Report

if TYPE_CHECKING:
    from ludus.design.delve.generation.report import FinishedTree

FRONT_VIEW = "front"  # name of the live view
MAX_VIEW_TREES = 60  # trees
SEARCH_GENERATIONS, CHOICE_GENERATIONS = 100, 20  # generations, by set-up
SEARCH_ORDERS = JUDGE_ORDERS = 10  # card orders per deck, encounter and build while choices are tuned and rated
VALIDATION_ORDERS = 20  # card orders per deck, encounter and build
ANNEALINGS = 2  # of which the best tree is taken
MIXED_DECKS = SEARCH_DECK_COUNTS[0]
RANDOM_TREES = 20  # random trees for comparison


def population_view(search: TreeSearch, generations: int, number: int) -> dict[str, Any]:
    """Return the population of a running search, the front first."""
    members = search.run.members
    ratings = np.array([member.ratings for member in members])
    front = set(search.run.front.genomes)
    rows = [
        _view_entry(member.tree, member.ratings, float(total), member.tree in front, number)
        for member, total in zip(members, search.run.totals(ratings), strict=True)
    ]
    return _view(rows, search.run.generation, generations, search.run.ratings)


def final_view(done: Sequence[FinishedTree]) -> dict[str, Any]:
    """Return the final fronts after post-processing, and the tuned trees."""
    rows = []
    for number, result in enumerate(done):
        entry = _view_entry(result.tree, result.rated.ratings, result.total, False, number)
        rows.append(entry | {"made": True, "errors": result.rated.errors.tolist()})
        rows += [
            _view_entry(tree, rated.ratings, result.search.total(rated.ratings), True, number)
            | {"errors": rated.errors.tolist()}
            for tree, rated in result.outcome.front
        ]
    return _view(rows, len(done[0].generations), len(done[0].generations), done[0].search.ratings)


def make(options: DelveMakeOptions, request: DesignRequest) -> Report:
    """Make trees, an archive of trees, or encounters, as close to the targets as possible.

    Raises:
        OptionError: options that exclude each other, cannot be parsed, or have no effect.
    """
    check_mode(options)
    inputs = read_inputs(options, request)
    if options.tune_encounters:
        return tune_encounters(options, request, inputs.encounters, inputs.tree)
    if options.online:
        return make_adaptive_trees(options, request, inputs)
    if options.map:
        return make_tree_map(options, request, inputs, make_thesis_rater(options, request, inputs))
    find_method(options.method)
    check_bots(request.game, [options.player])
    maker = SkillTreeMaker(options, request, inputs, make_rater(options, request, inputs))
    done = [maker.make(k) for k in range(options.count)]
    request.on_preview(FRONT_VIEW, lambda: final_view(done), now=True)
    return TreeMakeReport(
        options, request, inputs, done, maker.random_ratings(len(done[0].tree)), maker.validation_orders
    ).report()


def make_rater(options: DelveMakeOptions, request: DesignRequest, inputs: TreeInputs) -> TreeRater:
    """Return the rater of the search for the set-up of the options."""
    if uses_thesis_setup(options):
        return make_thesis_rater(options, request, inputs)
    crossed_by_builds = options.crossover == "builds"
    scale = make_scale(options)
    return ChoiceRater(
        *(inputs.decks, inputs.encounters, inputs.groups, scale),
        find_winning=crossed_by_builds,
        rules=inputs.rules,
    )


def make_scale(options: DelveMakeOptions) -> ChoiceScale:
    """Return the scale of the ratings of the set-up `choices`."""
    goals = TreeGoals(options.target_win, read_turns(options.turns), options.nodes)
    return ChoiceScale(goals, read_weights(options.weights, CHOICE_WEIGHTS), options.aggregate)


def make_thesis_rater(options: DelveMakeOptions, request: DesignRequest, inputs: TreeInputs) -> Rater:
    """Return the rater of the set-up `thesis`."""
    return Rater(
        inputs.decks,
        inputs.encounters,
        TreeGoals(options.target_win, read_turns(options.turns), options.nodes),
        formulas=options.formulas,
        weights=read_weights(options.weights),
        seed=derive(request.seed, "sampling"),
        rules=inputs.rules,
    )


class SearchCheckpoint(Struct):
    """Checkpoint of a running search."""

    growth: list[TreeGeneration]
    state: bytes


class SkillTreeMaker:
    """Makes trees, one after the other, each by a search of its own."""

    def __init__(self, options: DelveMakeOptions, request: DesignRequest, inputs: TreeInputs, rater: TreeRater) -> None:
        self.options, self.request, self.inputs, self.rater = options, request, inputs, rater
        self.thesis = uses_thesis_setup(options)
        self.validation_orders = (
            VALIDATION_ORDERS
            if request.games is None
            else max(1, request.games // len(inputs.held_out_decks) // len(inputs.encounters))
        )

    def make(self, number: int) -> FinishedTree:
        """Search, tune and validate one tree."""
        return (_TreeRun if self.thesis else _ChoiceTreeRun)(self, number).run()

    def random_ratings(self, size: int) -> list[TreeRating]:
        """Return the ratings of random trees of a size, for comparison."""
        rng, space = numpy_generator(self.request.seed, "random trees"), make_tree_space(self.options, self.inputs)
        trees = [space.random(rng, size) for _ in range(RANDOM_TREES)]
        if self.thesis:
            return rate_all(self.rater, trees, self.request.backend)
        with self.request.progress("random trees for comparison", RANDOM_TREES, "tree") as advance:
            ratings = []
            for tree in trees:
                ratings.append(self.judge.rate(tree))
                advance(1)
        return ratings

    @cached_property
    def judge(self) -> ChoiceRater:
        """The ratings by play with the decks that trees are judged with."""
        options, inputs = self.options, self.inputs
        return ChoiceRater(
            *(inputs.held_out_decks, inputs.encounters, inputs.held_out_groups, make_scale(options)),
            *(options.player, JUDGE_ORDERS, derive(self.request.seed, "proof"), self.request.backend),
            rules=inputs.rules,
        )


@dataclass(frozen=True)
class _SelectedTree:
    """The tree that tuning by play selected."""

    tree: SkillTree
    rated: TreeRating
    outcome: SearchOutcome  # of the search
    played: int  # trees, while tuning
    steps: tuple[str, ...] = ()  # what was done to the tree after the search, in words


class _TreeRun(DesignRun[SearchOutcome, _SelectedTree, TreeJudgement, FinishedTree]):
    """One search, the tuning of its front by play, and the validation with held-out decks."""

    def __init__(self, maker: SkillTreeMaker, number: int) -> None:
        self.options, self.request, self.inputs, self.rater = maker.options, maker.request, maker.inputs, maker.rater
        self.number, self.validation_orders, self.maker = number, maker.validation_orders, maker
        self.seed = derive(self.request.seed, "tree", number)
        self.name = f"tree {number + 1}" if self.options.count > 1 else "the tree"
        checkpoint = self.request.checkpoint.load(_checkpoint_name(number, "search"), SearchCheckpoint)
        self.generations: list[TreeGeneration] = checkpoint.growth if checkpoint else []
        self.tree_search = TreeSearch(
            self.rater,
            make_tree_space(self.options, self.inputs),
            self.options.method,
            self.seed,
            checkpoint.state if checkpoint else None,
            survivors=self.options.survivors,
            objectives=self.options.objectives or ("all" if maker.thesis else "four"),
            weights=self.rater.weights,
            crossed=self.options.crossover != "none",
            formulas=self.options.formulas,
            aggregation=self.options.aggregate,
        )

    def search(self) -> SearchOutcome:
        """Run all generations, continuing after those of the checkpoint."""
        total = self.options.generations or (SEARCH_GENERATIONS if self.maker.thesis else CHOICE_GENERATIONS)
        with self.request.progress(f"looking for {self.name}", total, "generation") as advance:
            advance(len(self.generations))
            while len(self.generations) < total:
                self.generations.append(self.tree_search.step(self.request.backend, advance))
                self.request.on_preview(FRONT_VIEW, lambda: population_view(self.tree_search, total, self.number))
                self.request.checkpoint.save(
                    _checkpoint_name(self.number, "search"),
                    SearchCheckpoint(self.generations, self.tree_search.dump()),
                    now=len(self.generations) == total,
                )
        return self.tree_search.finish(self.request.backend)

    def select(self, candidates: SearchOutcome) -> _SelectedTree:
        """Tune the front by play, with decks drawn for this; untuned, take the best tree of the search."""
        tree, rated, played = candidates.tree, candidates.rated, 0
        if not self.options.untuned:
            with self.request.progress(f"tuning {self.name} by play", GENERATIONS + 1, "generation") as advance:
                tree, played = self._tune(candidates, advance)
            rated = self.rater.rate(tree)
        return _SelectedTree(SkillTree(self.name, tree.nodes), rated, candidates, played)

    def validate(self, selection: _SelectedTree) -> TreeJudgement:
        """Play with decks and card orders that no choice depended on."""
        tree, decks = selection.tree, self.inputs.held_out_decks
        builds = build_probabilities(tree, self.inputs.encounters, seed=derive(self.request.seed, "ways"))
        total = count_fights(builds, 1, decks, self.validation_orders)
        with self.request.progress(f"proving {tree.name}", total, "encounter") as advance:
            played = play_encounters(
                *(builds, [self.options.player], decks, self.validation_orders),
                *(derive(self.request.seed, "proof"), self.request.backend, advance),
                *(self.inputs.encounters, self.inputs.rules),
            )
        counted = find_counted_cells(played, self.options.player, self.request.backend, self.inputs.rules)
        return judge_tree(played, counted)

    def report(self, selection: _SelectedTree, validated: TreeJudgement) -> FinishedTree:
        return FinishedTree(
            self.name,
            selection.tree,
            selection.rated,
            selection.outcome,
            selection.played,
            self.generations,
            self.tree_search.run,
            validated,
            selection.steps,
        )

    def _tune(self, outcome: SearchOutcome, on_progress: Callable[[int], None]) -> tuple[SkillTree, int]:
        """Return the tuned tree, and how many trees were played to find it."""
        options, inputs = self.options, self.inputs
        stored = self.request.checkpoint.load(_checkpoint_name(self.number, "tuned"), tuple[list[SkillNode], int])
        if stored is None:
            decks = repeat_in_proportion(inputs.tuning_decks, inputs.tuning_groups)
            trial = BotTrial(
                *(options.player, decks, inputs.encounters, TUNING_ORDERS),
                *(derive(self.seed, "practice"), inputs.rules),
            )
            tuned = tune_by_play(
                [outcome.tree, *(other for other, _ in outcome.front)],
                *(self.rater, trial, options.target_win, self.tree_search.run.total),
                *(self.tree_search.space, derive(self.seed, "tuning"), self.request.backend, on_progress),
            )
            stored = list(post_process(tuned.tree, points_before(inputs.encounters)[-1]).nodes), tuned.played
            self.request.checkpoint.save(_checkpoint_name(self.number, "tuned"), stored, now=True)
        return SkillTree("tuned", tuple(stored[0])), stored[1]


class TunedCheckpoint(Struct):
    """A tuned tree, and how it came about."""

    nodes: list[SkillNode]
    played: int
    steps: list[str]


class _ChoiceTreeRun(_TreeRun):
    """The same with the set-up `choices`: annealing by play, post-processing, and mending if it is wanted."""

    def select(self, candidates: SearchOutcome) -> _SelectedTree:
        """Tune the best tree of the front with drawn decks; untuned, take it as it is."""
        tree, played, steps = candidates.tree, 0, ["not tuned"]
        if not self.options.untuned:
            stored = self.request.checkpoint.load(_checkpoint_name(self.number, "choices"), TunedCheckpoint)
            if stored is None:
                stored = self._tune_choices(candidates)
                self.request.checkpoint.save(_checkpoint_name(self.number, "choices"), stored, now=True)
            tree, played, steps = SkillTree("tuned", tuple(stored.nodes)), stored.played, stored.steps
        tree = SkillTree(self.name, tree.nodes)
        return _SelectedTree(tree, self.maker.judge.rate(tree), candidates, played, tuple(steps))

    def _tune_choices(self, candidates: SearchOutcome) -> TunedCheckpoint:
        limits, steps = self.tree_search.space.limits, list[str]()
        rater, many = self._played_rater(), self._calibration()
        # One annealing may end in a poor tree, so there are several, from the best trees of the front.
        starts = [candidates.tree, *(tree for tree, _ in candidates.front if tree != candidates.tree), candidates.tree]
        with self.request.progress(f"tuning {self.name} by play", ANNEALINGS * EVALUATIONS, "tree") as advance:
            results = [
                tune_choices(start, rater, many, limits, derive(self.seed, "tuning", number), advance)
                for number, start in enumerate(starts[:ANNEALINGS])
            ]
        annealed = [result for result in results if result is not None]
        if not annealed:
            steps.append("its builds are too many to tune choices by play; only the win ratio was tuned")
            with self.request.progress(f"tuning {self.name} by play", GENERATIONS + 1, "generation") as advance:
                tree, played = self._tune(candidates, advance)
            return TunedCheckpoint(list(tree.nodes), played, steps)
        tree = max(annealed, key=lambda result: result.score).tree
        played = sum(result.evaluations for result in annealed)
        steps.append(f"tuning of choices by play: {played:,} trees, {rater.memo.fights:,} encounters")
        tree, step = post_process_in_steps(tree, points_before(self.inputs.encounters)[-1])
        steps.append(f"{step.name}: {step.effect}")
        if self.options.mend:
            tree, mended = self._mend(tree)
            steps += mended
        tree, step = remove_unpicked(tree, rater.measure)
        steps.append(f"{step.name}: {step.effect}")
        return TunedCheckpoint(list(self.tree_search.space.to_genome(tree).nodes), played, steps)

    def _mend(self, tree: SkillTree) -> tuple[SkillTree, list[str]]:
        """Mend the tree with the search decks and as many other drawn ones; return what was done."""
        inputs = self.inputs
        decks, groups = inputs.decks, inputs.groups
        if not inputs.split_note:
            more = draw_search_decks(self.seed, "mending decks")
            decks = *decks[:MIXED_DECKS], *more[:MIXED_DECKS], *decks[MIXED_DECKS:], *more[MIXED_DECKS:]
            groups = kind_groups(2 * MIXED_DECKS, len(decks) - 2 * MIXED_DECKS)
        rater = ChoiceRater(
            *(decks, inputs.encounters, groups, make_scale(self.options), self.options.player),
            *(JUDGE_ORDERS, derive(self.seed, "mending"), self.request.backend),
            rules=inputs.rules,
        )
        with self.request.progress(f"mending {self.name}", MAX_CHANGES, "change") as advance:
            changes = mend_tree(tree, rater, self.tree_search.space.limits, progress=advance)
        description = f"{len(decks)} {'drawn decks' if not inputs.split_note else 'search decks'}"
        if not changes:
            return tree, [f"mending with {description}: no flaw, or no change that helps"]
        return changes[-1].tree, [
            f"mended: {change.text}; left with {description}: {describe_flaws(change.flaws)}" for change in changes
        ]

    def _played_rater(self) -> ChoiceRater:
        options, inputs = self.options, self.inputs
        return ChoiceRater(
            *(inputs.decks, inputs.encounters, inputs.groups, make_scale(options), options.player),
            *(SEARCH_ORDERS, derive(self.seed, "orders"), self.request.backend),
            rules=inputs.rules,
        )

    def _calibration(self) -> ChoiceRater:
        options, inputs = self.options, self.inputs
        return ChoiceRater(
            *(inputs.tuning_decks, inputs.encounters, inputs.tuning_groups, make_scale(options), options.player),
            *(CALIBRATION_ORDERS, derive(self.seed, "practice"), self.request.backend),
            rules=inputs.rules,
        )


def _view(rows: list[dict[str, Any]], generation: int, generations: int, names: Sequence[str]) -> dict[str, Any]:
    rows.sort(key=lambda row: (not row["made"], not row["front"], -row["total"]))
    return {
        "generation": generation,
        "generations": generations,
        "ratings": list(names),
        "members": rows[:MAX_VIEW_TREES],
    }


def _view_entry(tree: SkillTree, ratings: np.ndarray, total: float, front: bool, number: int) -> dict[str, Any]:
    return {
        "search": number,
        "made": False,
        "front": front,
        "total": total,
        "ratings": [float(value) for value in ratings],
        "errors": [],
        "nodes": [
            {
                "name": node.name,
                "target": node.target,
                "value": node.value,
                "parents": node.parents,
                "price": node.price,
            }
            for node in draft_nodes(tree)
        ],
        "places": [[position.column, position.row] for position in layout_tree(tree)],
    }


def _checkpoint_name(number: int, what: str) -> str:
    return f"tree_{number + 1}_{what}"
