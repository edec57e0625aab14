"""Configuration of the study."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ludus.core.game_registry import load_game
from ludus.lab import Config
from ludus.studies.config_checks import check_bots, check_unique
from ludus.util.errors import OptionError

GAME = "delve"

Part = Literal["methods", "crossover", "validation", "held-out", "dial", "agreement", "maps"]
TreeMethod = Literal[
    "nsga2", "weighted", "evolutionary", "randomised-hill-climbing", "hill-climbing", "nsga3", "nsga2-four"
]  # fmt: skip
TreeMap = Literal["size", "picks", "patterns"]
Crossover = Literal["recursive", "builds", "none"]

PARTS: tuple[Part, ...] = ("methods", "crossover", "validation", "held-out", "dial", "agreement", "maps")
TREE_METHODS: tuple[TreeMethod, ...] = (
    "nsga2",
    "weighted",
    "evolutionary",
    "randomised-hill-climbing",
    "hill-climbing",
    "nsga3",
    "nsga2-four",
)
MAPS: tuple[TreeMap, ...] = ("size", "picks", "patterns")
RANDOM, HAND_MADE = "random", "hand-made"  # baselines
CROSSOVER_METHODS = ("evolutionary", "weighted", "nsga2", "nsga3", "nsga2-four")  # methods with crossover

FiveBots = tuple[str, str, str, str, str]


class DelveTreesConfig(Config, frozen=True, kw_only=True):
    """Searches, their trees, and the bots that play with them."""

    seed: Annotated[int, Meta(description="seed of all random numbers")] = 2019
    parts: Annotated[
        tuple[Part, ...],
        Meta(min_length=1, description="parts of the study; trees that a chosen part needs are always made"),
    ] = PARTS
    methods: Annotated[
        tuple[TreeMethod, ...],
        Meta(min_length=1, description="search methods; nsga2-four has four objectives instead of all ratings"),
    ] = TREE_METHODS
    runs: Annotated[int, Meta(ge=2, le=1000, description="searches of each method, and random trees")] = 20
    nodes: Annotated[int, Meta(ge=2, le=100, description="nodes of a tree at most")] = 15
    generations: Annotated[int, Meta(ge=1, le=10_000, description="generations of a search")] = 100
    target: Annotated[float, Meta(gt=0, lt=1, description="target win rate of the search")] = 0.7
    crossed: Annotated[
        tuple[TreeMethod, ...], Meta(description="methods that also run without crossover and with crossover by builds")
    ] = ("evolutionary", "weighted", "nsga2")
    bots: Annotated[FiveBots, Meta(description="who plays, weak ones first: the thesis's five")] = (
        "thesis-random",
        "roulette",
        "greedy-card",
        "best-turn",
        "lucky",
    )
    orders: Annotated[int, Meta(ge=1, le=1000, description="orders of cards for each deck")] = 10
    builds: Annotated[
        int,
        Meta(ge=1, le=100_000, description="builds per encounter; if a tree has more, a random sample"),
    ] = 500
    same_size: Annotated[
        int, Meta(ge=1, le=1000, description="random trees of the same size that each made tree is compared with")
    ] = 20
    targets: Annotated[tuple[float, ...], Meta(min_length=1, description="target win rates of the part dial")] = (
        0.5,
        0.7,
        0.9,
    )
    dial_runs: Annotated[int, Meta(ge=2, le=1000, description="trees for each target")] = 20
    dial_method: Annotated[str, Meta(description="search method of the part dial, before the final tuning by play")] = (
        "nsga2"
    )
    judged: Annotated[
        tuple[str, ...], Meta(min_length=1, description="bots whose real fights are compared with the simulation")
    ] = ("greedy-card", "best-turn")
    judged_trees: Annotated[int, Meta(ge=4, le=10_000, description="random trees for this comparison")] = 300
    maps: Annotated[tuple[TreeMap, ...], Meta(min_length=1, description="maps to draw: size, picks, patterns")] = MAPS
    map_runs: Annotated[int, Meta(ge=2, le=1000, description="maps of each kind")] = 5
    batches: Annotated[int, Meta(ge=1, le=100_000, description="batches of 64 trees for a map")] = 100

    def __post_init__(self) -> None:
        for key in ("parts", "methods", "crossed", "bots", "judged", "maps"):
            check_unique(key, getattr(self, key))
        for kind in self.crossed:
            if kind not in CROSSOVER_METHODS or kind not in self.methods:
                raise OptionError(
                    f"crossed: {kind!r}; it takes methods of `methods` that cross: {', '.join(CROSSOVER_METHODS)}"
                )
        for target in self.targets:
            if not 0 < target < 1:
                raise OptionError(f"targets: {target}; a win ratio is above 0 and below 1")
        if list(self.targets) != sorted(set(self.targets)):
            raise OptionError("targets: each once, and rising")


def needs_trees(settings: DelveTreesConfig) -> bool:
    """Whether a chosen part uses the trees of the methods."""
    return any(part in settings.parts for part in ("methods", "crossover", "validation", "held-out"))


def search_method(kind: str) -> str:
    """Name of the method in ludus.design.delve.search.tree_evolution."""
    return "nsga2" if kind == "nsga2-four" else kind


def check_config(settings: DelveTreesConfig) -> None:
    """Raise an error for unknown bots and methods."""
    from ludus.design.delve.search.tree_evolution import find_method

    game = load_game(GAME)
    check_bots(game, "bots", settings.bots)
    check_bots(game, "judged", settings.judged)
    find_method(settings.dial_method)


PRESETS = {
    "quick": {
        "runs": 3,
        "nodes": 8,
        "generations": 10,
        "crossed": ("nsga2",),
        "orders": 3,
        "builds": 8,
        "same_size": 5,
        "targets": (0.7, 0.9),
        "dial_runs": 2,
        "judged": ("greedy-card",),
        "judged_trees": 12,
        "map_runs": 2,
        "batches": 6,
    },
    "full": {},
}
