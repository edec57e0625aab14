"""`ludus make delve`: skill trees that meet targets: search, tuning by play, validation with held-out decks.

While a search runs, its population can be shown live: trees, ratings, and the layout of the nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct

from ludus.bots import load_compiled_bot
from ludus.core.compile.progress import report_compilation
from ludus.core.random import derive
from ludus.design.base.designer import DesignReport, DesignRequest
from ludus.design.delve.builds.probabilities import build_probabilities
from ludus.design.delve.charts.tree_chart import layout_tree
from ludus.design.delve.editing.drafts import draft_nodes
from ludus.design.delve.generation.adaptive_trees import make_adaptive_trees
from ludus.design.delve.generation.encounter_tuning import tune_encounters
from ludus.design.delve.generation.inputs import TreeInputs, make_tree_space, read_inputs
from ludus.design.delve.generation.report import TUNING_ORDERS, FinishedTree, TreeMakeReport
from ludus.design.delve.generation.tree_map import make_tree_map
from ludus.design.delve.options import DelveMakeOptions, check_mode, read_turns, read_weights
from ludus.design.delve.playtest.fights import count_fights, play_encounters
from ludus.design.delve.playtest.trials import BotTrial
from ludus.design.delve.playtest.win_rates import BotResult, summarise_bots
from ludus.design.delve.rating.rater import Rater, TreeRating, rate_all
from ludus.design.delve.rating.ratings import RATINGS, TreeGoals
from ludus.design.delve.search.methods import find_method
from ludus.design.delve.search.run import SearchOutcome, TreeGeneration, TreeSearch
from ludus.design.delve.search.tuning import GENERATIONS, tune_by_play
from ludus.design.delve.variation.mutable_tree import post_process
from ludus.evolve.checkpoint import numpy_generator
from ludus.games.delve.skill_tree import SkillNode, SkillTree

if TYPE_CHECKING:
    from ludus.design.delve.generation.report import FinishedTree

FRONT_VIEW = "front"  # name of the live view
MAX_VIEW_TREES = 60  # trees
SEARCH_GENERATIONS = 100  # generations
VALIDATION_ORDERS = 20  # card orders per deck, encounter and build
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
    return _view(rows, search.run.generation, generations)


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
    return _view(rows, len(done[0].generations), len(done[0].generations))


def make(options: DelveMakeOptions, request: DesignRequest) -> DesignReport:
    """Make trees, an archive of trees, or encounters, as close to the targets as possible.

    Raises:
        OptionError: options that exclude each other, cannot be parsed, or have no effect.
    """
    check_mode(options)
    setting = read_inputs(options, request)
    if options.tune_encounters:
        return tune_encounters(options, request, setting.encounters, setting.tree)
    if options.online:
        return make_adaptive_trees(options, request, setting)
    rater = make_rater(options, request, setting)
    if options.map:
        return make_tree_map(options, request, setting, rater)
    find_method(options.method)
    with report_compilation(request.game):
        load_compiled_bot(request.game, options.player)
    workshop = SkillTreeMaker(options, request, setting, rater)
    done = [workshop.make(k) for k in range(options.count)]
    request.on_preview(FRONT_VIEW, lambda: final_view(done), now=True)
    return TreeMakeReport(
        options, request, setting, done, workshop.random_ratings(len(done[0].tree)), workshop.validation_orders
    ).report()


def make_rater(options: DelveMakeOptions, request: DesignRequest, inputs: TreeInputs) -> Rater:
    """Return the rater for the options."""
    return Rater(
        inputs.decks,
        inputs.encounters,
        TreeGoals(options.target_win, read_turns(options.turns), options.nodes),
        formulas=options.formulas,
        weights=read_weights(options.weights),
        seed=derive(request.seed, "sampling"),
    )


class SearchCheckpoint(Struct):
    """Checkpoint of a running search."""

    growth: list[TreeGeneration]
    state: bytes


class SkillTreeMaker:
    """Searches, one after the other, each with its validation."""

    def __init__(self, options: DelveMakeOptions, request: DesignRequest, inputs: TreeInputs, rater: Rater) -> None:
        self.options, self.request, self.inputs, self.rater = options, request, inputs, rater
        self.validation_orders = (
            VALIDATION_ORDERS
            if request.games is None
            else max(1, request.games // len(inputs.held_out_decks) // len(inputs.encounters))
        )

    def make(self, number: int) -> FinishedTree:
        """Search, tune and validate one tree."""
        asks, order, seed = self.options, self.request, derive(self.request.seed, "tree", number)
        name = f"tree {number + 1}" if asks.count > 1 else "the tree"
        checkpoint = order.checkpoint.load(_checkpoint_name(number, "search"), SearchCheckpoint)
        search = TreeSearch(
            self.rater,
            make_tree_space(asks, self.inputs),
            asks.method,
            seed,
            checkpoint.state if checkpoint else None,
            survivors=asks.survivors,
            objectives=asks.objectives,
            weights=self.rater.weights,
            crossed=asks.crossover != "none",
            formulas=asks.formulas,
        )
        with order.progress(f"looking for {name}", asks.generations or SEARCH_GENERATIONS, "generation") as advance:
            growth = self._run_search(search, number, checkpoint.growth if checkpoint else [], advance)
        result = search.finish(order.backend)
        tree, rated, played = result.tree, result.rated, 0
        if not asks.untuned:
            with order.progress(f"tuning {name} by play", GENERATIONS + 1, "generation") as advance:
                tree, played = self._tune(search, result, number, advance)
            rated = self.rater.rate(tree)
        tree = SkillTree(name, tree.nodes)
        return FinishedTree(name, tree, rated, result, played, growth, search.run, self._validate(tree))

    def _run_search(
        self, search: TreeSearch, number: int, growth: list[TreeGeneration], on_progress: Callable[[int], None]
    ) -> list[TreeGeneration]:
        """Run all generations of a search, continuing after those of the checkpoint."""
        on_progress(len(growth))
        generations = self.options.generations or SEARCH_GENERATIONS
        while len(growth) < generations:
            growth.append(search.step(self.request.backend, on_progress))
            self.request.on_preview(FRONT_VIEW, lambda: population_view(search, generations, number))
            last = len(growth) == generations
            self.request.checkpoint.save(
                _checkpoint_name(number, "search"), SearchCheckpoint(growth, search.dump()), now=last
            )
        return growth

    def _tune(
        self, search: TreeSearch, outcome: SearchOutcome, number: int, on_progress: Callable[[int], None]
    ) -> tuple[SkillTree, int]:
        """Return the tuned tree, and how many trees were played to find it."""
        asks, setting, seed = self.options, self.inputs, derive(self.request.seed, "tree", number)
        stored = self.request.checkpoint.load(_checkpoint_name(number, "tuned"), tuple[list[SkillNode], int])
        if stored is None:
            trial = BotTrial(
                asks.player, setting.tuning_decks, setting.encounters, TUNING_ORDERS, derive(seed, "practice")
            )
            tuned = tune_by_play(
                [outcome.tree, *(other for other, _ in outcome.front)],
                *(self.rater, trial, asks.target_win, search.run.total),
                *(search.space, derive(seed, "tuning"), self.request.backend, on_progress),
            )
            stored = list(post_process(tuned.tree, len(setting.encounters) - 1).nodes), tuned.played
            self.request.checkpoint.save(_checkpoint_name(number, "tuned"), stored, now=True)
        return SkillTree("tuned", tuple(stored[0])), stored[1]

    def random_ratings(self, size: int) -> list[TreeRating]:
        """Return the ratings of random trees of a size, for comparison."""
        rng, space = numpy_generator(self.request.seed, "random trees"), make_tree_space(self.options, self.inputs)
        return rate_all(self.rater, [space.random(rng, size) for _ in range(RANDOM_TREES)], self.request.backend)

    def _validate(self, tree: SkillTree) -> BotResult:
        """Validate with decks and card orders that no choice depended on."""
        builds = build_probabilities(tree, len(self.inputs.encounters), seed=derive(self.request.seed, "ways"))
        total = count_fights(builds, 1, self.inputs.held_out_decks, self.validation_orders)
        with self.request.progress(f"proving {tree.name}", total, "fight") as advance:
            played = play_encounters(
                *(builds, [self.options.player], self.inputs.held_out_decks, self.validation_orders),
                *(derive(self.request.seed, "proof"), self.request.backend, advance, self.inputs.encounters),
            )
        return summarise_bots(played)[0]


def _view(rows: list[dict[str, Any]], generation: int, generations: int) -> dict[str, Any]:
    rows.sort(key=lambda row: (not row["made"], not row["front"], -row["total"]))
    return {
        "generation": generation,
        "generations": generations,
        "ratings": list(RATINGS),
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
        "places": [[place.column, place.row] for place in layout_tree(tree)],
    }


def _checkpoint_name(number: int, what: str) -> str:
    return f"tree_{number + 1}_{what}"
