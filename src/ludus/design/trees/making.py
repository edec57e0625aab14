"""`ludus make delve`: skill trees that meet targets, found by a method, tuned by play and proved with other decks."""

from __future__ import annotations

from ludus.core.errors import OptionError
from ludus.core.progress import first_use
from ludus.core.random import derive
from ludus.design.contract import Findings, Order
from ludus.design.trees.asks import MakeAsks, read_turns, read_weights
from ludus.design.trees.fitness import Rated, Rater, rate_all
from ludus.design.trees.generating import Search
from ludus.design.trees.growing import make_online
from ludus.design.trees.made import ORDERS, Finished, Telling
from ludus.design.trees.mapping import make_map
from ludus.design.trees.methods import find_method
from ludus.design.trees.playing import play_encounters
from ludus.design.trees.pruning import post_process
from ludus.design.trees.ratings import Goals
from ludus.design.trees.separating import make_encounters
from ludus.design.trees.setting import Setting, read_setting, space_for
from ludus.design.trees.trials import Trial
from ludus.design.trees.tuning import GENERATIONS, tune
from ludus.design.trees.validation import Validated, validate
from ludus.design.trees.ways import ways
from ludus.evolve.state import generator
from ludus.games.delve.tree import Tree
from ludus.players import find_compiled

SEARCHED = 100  # generations
PROOF = 20  # orders of cards for each deck, encounter and build
RANDOM = 20  # trees that the made ones are compared with


def make(asks: MakeAsks, order: Order) -> Findings:
    """Trees, a map of them, or encounters, as near to the targets as could be found."""
    chosen = [word for word in ("tune_encounters", "online", "map") if getattr(asks, word)]
    if len(chosen) > 1:
        raise OptionError(f"--{' and --'.join(chosen)}: say one of them".replace("_", "-"))
    if asks.tree and not (asks.tune_encounters or asks.online):
        raise OptionError("--tree: trees are what is made here; it goes with --tune-encounters and --online alone")
    setting = read_setting(asks, order)
    if asks.tune_encounters:
        return make_encounters(asks, order, setting.foes, setting.tree)
    if asks.online:
        return make_online(asks, order, setting)
    rater = Rater(
        setting.decks,
        setting.foes,
        Goals(asks.target_win, read_turns(asks.turns), asks.nodes),
        formulas=asks.formulas,
        weights=read_weights(asks.weights),
        seed=derive(order.seed, "sampling"),
    )
    if asks.map:
        return make_map(asks, order, setting, rater)
    find_method(asks.method)
    with first_use(order.game):
        find_compiled(order.game, asks.player)
    workshop = _Workshop(asks, order, setting, rater)
    done = [workshop.make(k) for k in range(asks.count)]
    return Telling(asks, order, setting, done, workshop.random(len(done[0].tree)), workshop.orders).findings()


class _Workshop:
    """Searches, one after the other, each with the proof of what it found."""

    def __init__(self, asks: MakeAsks, order: Order, setting: Setting, rater: Rater) -> None:
        self.asks, self.order, self.setting, self.rater = asks, order, setting, rater
        self.orders = PROOF if order.games is None else max(1, order.games // len(setting.proof) // len(setting.foes))

    def make(self, number: int) -> Finished:
        """Search, tune, prove."""
        asks, order, seed = self.asks, self.order, derive(self.order.seed, "tree", number)
        name = f"tree {number + 1}" if asks.count > 1 else "the tree"
        search = Search(
            self.rater,
            space_for(asks, self.setting),
            asks.method,
            seed,
            survivors=asks.survivors,
            objectives=asks.objectives,
            weights=self.rater.weights,
            crossed=asks.crossover != "none",
            formulas=asks.formulas,
        )
        generations = asks.generations or SEARCHED
        with order.progress(f"looking for {name}", generations, "generation") as told:
            growth = [search.step(order.place, told) for _ in range(generations)]
        made = search.finish(order.place)
        tree, rated, played = made.tree, made.rated, 0
        if not asks.untuned:
            trial = Trial(asks.player, self.setting.practice, self.setting.foes, ORDERS, derive(seed, "practice"))
            with order.progress(f"tuning {name} by play", GENERATIONS + 1, "generation") as told:
                tuned = tune(
                    [tree, *(other for other, _ in made.front)],
                    *(self.rater, trial, asks.target_win, search.run.total),
                    *(search.space, derive(seed, "tuning"), order.place, told),
                )
            tree, played = post_process(tuned.tree, len(self.setting.foes) - 1), tuned.played
            rated = self.rater.rate(tree)
        tree = Tree(name, tree.nodes)
        return Finished(name, tree, rated, made, played, growth, search.run, self._proof(tree))

    def random(self, size: int) -> list[Rated]:
        """Random trees of a size, for comparison."""
        rng, space = generator(self.order.seed, "random trees"), space_for(self.asks, self.setting)
        return rate_all(self.rater, [space.random(rng, size) for _ in range(RANDOM)], self.order.place)

    def _proof(self, tree: Tree) -> Validated:
        """The player with decks, and orders of cards, that nothing depended on."""
        through = ways(tree, len(self.setting.foes), seed=derive(self.order.seed, "ways"))
        played = play_encounters(
            *(through, [self.asks.player], self.setting.proof, self.orders),
            *(derive(self.order.seed, "proof"), self.order.place),
            foes=self.setting.foes,
        )
        return validate(played)[0]
