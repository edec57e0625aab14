"""`ludus make delve`: skill trees that meet targets, found by a method, tuned by play and proved with other decks."""

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
PROOF = 20  # orders of cards for each deck, encounter and build
RANDOM = 20  # trees that the made ones are compared with


def make(asks: MakeAsks, order: Order) -> Findings:
    """Trees, a map of them, or encounters, as near to the targets as could be found."""
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
    """What rates trees as a designer wants them."""
    return Rater(
        setting.decks,
        setting.foes,
        Goals(asks.target_win, read_turns(asks.turns), asks.nodes),
        formulas=asks.formulas,
        weights=read_weights(asks.weights),
        seed=derive(order.seed, "sampling"),
    )


class Searched(Struct):
    """A search on its way, as it is kept."""

    growth: list[Generation]
    state: bytes


def _file(number: int, what: str) -> str:
    return f"tree_{number + 1}_{what}"


class Workshop:
    """Searches, one after the other, each with the proof of what it found."""

    def __init__(self, asks: MakeAsks, order: Order, setting: Setting, rater: Rater) -> None:
        self.asks, self.order, self.setting, self.rater = asks, order, setting, rater
        self.orders = PROOF if order.games is None else max(1, order.games // len(setting.proof) // len(setting.foes))

    def make(self, number: int) -> Finished:
        """Search, tune, prove."""
        asks, order, seed = self.asks, self.order, derive(self.order.seed, "tree", number)
        name = f"tree {number + 1}" if asks.count > 1 else "the tree"
        kept = order.kept.load(_file(number, "search"), Searched)
        search = Search(
            self.rater,
            space_for(asks, self.setting),
            asks.method,
            seed,
            kept.state if kept else None,
            survivors=asks.survivors,
            objectives=asks.objectives,
            weights=self.rater.weights,
            crossed=asks.crossover != "none",
            formulas=asks.formulas,
        )
        with order.progress(f"looking for {name}", asks.generations or SEARCHED, "generation") as told:
            growth = self._go_through(search, number, kept.growth if kept else [], told)
        made = search.finish(order.place)
        tree, rated, played = made.tree, made.rated, 0
        if not asks.untuned:
            with order.progress(f"tuning {name} by play", GENERATIONS + 1, "generation") as told:
                tree, played = self._tune(search, made, number, told)
            rated = self.rater.rate(tree)
        tree = Tree(name, tree.nodes)
        return Finished(name, tree, rated, made, played, growth, search.run, self._proof(tree))

    def _go_through(
        self, search: Search, number: int, growth: list[Generation], told: Callable[[int], None]
    ) -> list[Generation]:
        """All generations of a search, after those that it had before it was stopped."""
        told(len(growth))
        generations = self.asks.generations or SEARCHED
        while len(growth) < generations:
            growth.append(search.step(self.order.place, told))
            self.order.show(FRONT, lambda: living(search, generations, number))
            last = len(growth) == generations
            self.order.kept.save(_file(number, "search"), Searched(growth, search.dump()), now=last)
        return growth

    def _tune(self, search: Search, made: Made, number: int, told: Callable[[int], None]) -> tuple[Tree, int]:
        """The tree whose win ratio in play is nearest, and how many were played to find it."""
        asks, setting, seed = self.asks, self.setting, derive(self.order.seed, "tree", number)
        kept = self.order.kept.load(_file(number, "tuned"), tuple[list[Node], int])
        if kept is None:
            trial = Trial(asks.player, setting.practice, setting.foes, ORDERS, derive(seed, "practice"))
            tuned = tune(
                [made.tree, *(other for other, _ in made.front)],
                *(self.rater, trial, asks.target_win, search.run.total),
                *(search.space, derive(seed, "tuning"), self.order.place, told),
            )
            kept = list(post_process(tuned.tree, len(setting.foes) - 1).nodes), tuned.played
            self.order.kept.save(_file(number, "tuned"), kept, now=True)
        return Tree("tuned", tuple(kept[0])), kept[1]

    def random(self, size: int) -> list[Rated]:
        """Random trees of a size, for comparison."""
        rng, space = generator(self.order.seed, "random trees"), space_for(self.asks, self.setting)
        return rate_all(self.rater, [space.random(rng, size) for _ in range(RANDOM)], self.order.place)

    def _proof(self, tree: Tree) -> Validated:
        """The player with decks, and orders of cards, that nothing depended on."""
        through = ways(tree, len(self.setting.foes), seed=derive(self.order.seed, "ways"))
        total = fights(through, 1, self.setting.proof, self.orders)
        with self.order.progress(f"proving {tree.name}", total, "fight") as told:
            played = play_encounters(
                *(through, [self.asks.player], self.setting.proof, self.orders),
                *(derive(self.order.seed, "proof"), self.order.place, told, self.setting.foes),
            )
        return validate(played)[0]
