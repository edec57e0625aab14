"""`ludus make delve`: skill trees that meet targets: search, tuning by play, validation with held-out decks."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from ludus.core.progress import first_use
from ludus.core.random import derive
from ludus.design.contract import Findings, Order
from ludus.design.trees.changing.pruning import post_process
from ludus.design.trees.making.asks import MakeAsks, check_mode, read_turns, read_weights
from ludus.design.trees.making.growing import make_online
from ludus.design.trees.making.made import ORDERS, Finished, Telling
from ludus.design.trees.making.mapping import make_map
from ludus.design.trees.making.separating import make_encounters
from ludus.design.trees.making.setting import Setting, read_setting, space_for
from ludus.design.trees.making.showing import FRONT, finished, living
from ludus.design.trees.picking.ways import ways
from ludus.design.trees.playing.fights import fights, play_encounters
from ludus.design.trees.playing.trials import Trial
from ludus.design.trees.playing.validation import Validated, validate
from ludus.design.trees.rating.rater import Rated, Rater, rate_all
from ludus.design.trees.rating.ratings import Goals
from ludus.design.trees.searching.methods import find_method
from ludus.design.trees.searching.search import Generation, Made, Search
from ludus.design.trees.searching.tuning import GENERATIONS, tune
from ludus.evolve.state import generator
from ludus.games.delve.tree import Node, Tree
from ludus.players import find_compiled

SEARCHED = 100  # generations
PROOF = 20  # card orders per deck, encounter and build
RANDOM = 20  # random trees for comparison


def make(asks: MakeAsks, order: Order) -> Findings:
    """Make trees, an archive of trees, or encounters, as close to the targets as possible.

    Raises:
        OptionError: options that exclude each other, cannot be parsed, or have no effect.
    """
    check_mode(asks)
    setting = read_setting(asks, order)
    if asks.tune_encounters:
        return make_encounters(asks, order, setting.foes, setting.tree)
    if asks.online:
        return make_online(asks, order, setting)
    rater = rater_for(asks, order, setting)
    if asks.map:
        return make_map(asks, order, setting, rater)
    find_method(asks.method)
    with first_use(order.game):
        find_compiled(order.game, asks.player)
    workshop = Workshop(asks, order, setting, rater)
    done = [workshop.make(k) for k in range(asks.count)]
    order.show(FRONT, lambda: finished(done), now=True)
    return Telling(asks, order, setting, done, workshop.random(len(done[0].tree)), workshop.orders).findings()


def rater_for(asks: MakeAsks, order: Order, setting: Setting) -> Rater:
    """Return the rater for the options."""
    return Rater(
        setting.decks,
        setting.foes,
        Goals(asks.target_win, read_turns(asks.turns), asks.nodes),
        formulas=asks.formulas,
        weights=read_weights(asks.weights),
        seed=derive(order.seed, "sampling"),
    )


class Searched(Struct):
    """Checkpoint of a running search."""

    growth: list[Generation]
    state: bytes


def _file(number: int, what: str) -> str:
    return f"tree_{number + 1}_{what}"


class Workshop:
    """Searches, one after the other, each with its validation."""

    def __init__(self, asks: MakeAsks, order: Order, setting: Setting, rater: Rater) -> None:
        self.asks, self.order, self.setting, self.rater = asks, order, setting, rater
        self.orders = PROOF if order.games is None else max(1, order.games // len(setting.proof) // len(setting.foes))

    def make(self, number: int) -> Finished:
        """Search, tune and validate one tree."""
        asks, order, seed = self.asks, self.order, derive(self.order.seed, "tree", number)
        name = f"tree {number + 1}" if asks.count > 1 else "the tree"
        checkpoint = order.kept.load(_file(number, "search"), Searched)
        search = Search(
            self.rater,
            space_for(asks, self.setting),
            asks.method,
            seed,
            checkpoint.state if checkpoint else None,
            survivors=asks.survivors,
            objectives=asks.objectives,
            weights=self.rater.weights,
            crossed=asks.crossover != "none",
            formulas=asks.formulas,
        )
        with order.progress(f"looking for {name}", asks.generations or SEARCHED, "generation") as advance:
            growth = self._go_through(search, number, checkpoint.growth if checkpoint else [], advance)
        result = search.finish(order.place)
        tree, rated, played = result.tree, result.rated, 0
        if not asks.untuned:
            with order.progress(f"tuning {name} by play", GENERATIONS + 1, "generation") as advance:
                tree, played = self._tune(search, result, number, advance)
            rated = self.rater.rate(tree)
        tree = Tree(name, tree.nodes)
        return Finished(name, tree, rated, result, played, growth, search.run, self._proof(tree))

    def _go_through(
        self, search: Search, number: int, growth: list[Generation], told: Callable[[int], None]
    ) -> list[Generation]:
        """Run all generations of a search, continuing after those of the checkpoint."""
        told(len(growth))
        generations = self.asks.generations or SEARCHED
        while len(growth) < generations:
            growth.append(search.step(self.order.place, told))
            self.order.show(FRONT, lambda: living(search, generations, number))
            last = len(growth) == generations
            self.order.kept.save(_file(number, "search"), Searched(growth, search.dump()), now=last)
        return growth

    def _tune(self, search: Search, made: Made, number: int, told: Callable[[int], None]) -> tuple[Tree, int]:
        """Return the tuned tree, and how many trees were played to find it."""
        asks, setting, seed = self.asks, self.setting, derive(self.order.seed, "tree", number)
        stored = self.order.kept.load(_file(number, "tuned"), tuple[list[Node], int])
        if stored is None:
            trial = Trial(asks.player, setting.practice, setting.foes, ORDERS, derive(seed, "practice"))
            tuned = tune(
                [made.tree, *(other for other, _ in made.front)],
                *(self.rater, trial, asks.target_win, search.run.total),
                *(search.space, derive(seed, "tuning"), self.order.place, told),
            )
            stored = list(post_process(tuned.tree, len(setting.foes) - 1).nodes), tuned.played
            self.order.kept.save(_file(number, "tuned"), stored, now=True)
        return Tree("tuned", tuple(stored[0])), stored[1]

    def random(self, size: int) -> list[Rated]:
        """Return the ratings of random trees of a size, for comparison."""
        rng, space = generator(self.order.seed, "random trees"), space_for(self.asks, self.setting)
        return rate_all(self.rater, [space.random(rng, size) for _ in range(RANDOM)], self.order.place)

    def _proof(self, tree: Tree) -> Validated:
        """Validate with decks and card orders that no choice depended on."""
        builds = ways(tree, len(self.setting.foes), seed=derive(self.order.seed, "ways"))
        total = fights(builds, 1, self.setting.proof, self.orders)
        with self.order.progress(f"proving {tree.name}", total, "fight") as advance:
            played = play_encounters(
                *(builds, [self.asks.player], self.setting.proof, self.orders),
                *(derive(self.order.seed, "proof"), self.order.place, advance, self.setting.foes),
            )
        return validate(played)[0]
