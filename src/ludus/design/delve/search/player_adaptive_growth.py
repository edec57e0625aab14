"""Adaptive growth: between two encounters a tree gets new nodes that fit the skill that the player has shown.

    grower = AdaptiveGrower(deck, encounters, ["thesis-random", "greedy-card", "best-turn"], target=0.7, seed=7)
    observed = [ObservedWin(encounter=0, picks=0, turns=4, health=21)]      the encounters that were won
    belief = grower.skill_posterior(tree, (), observed)                     probability of each bot of the ladder
    tree = grower.grow(tree, (), encounter=1, belief=belief)                three nodes to choose from

The skill is estimated by fights: every bot of the ladder fights the same encounters with the same deck and the same
nodes; the closer its turns and hit points are to the observed ones, the higher its probability. The new nodes are below
the player's last one; each alone is as strong as needed for such players to win the next encounter with the target
frequency. So a weak player is offered more than a strong one, and the choice between the nodes is a real one.

Playthroughs let bots go through all encounters, with a tree that adapts to each of them, or with a fixed one:

    result = play_through("greedy-card", grower, seed=3)                 result.won: one entry per encounter reached
    result = play_through("greedy-card", grower, seed=3, tree=tree)      the same with a fixed tree

A playthrough ends with the first lost encounter. After each win one available node is picked at random. Card orders and
picks depend on the seed alone, so two bots, or two trees, with the same seed can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ludus.bots import CompiledBot, load_compiled_bot
from ludus.core.game_registry import load_game
from ludus.core.random import derive, derive_range
from ludus.design.delve.playtest.trials import play_fights
from ludus.design.delve.variation.mutable_tree import MAX_NODE_VALUE
from ludus.evolve.checkpoint import numpy_generator
from ludus.games.delve.constants import TARGET_CLASSES, TARGETS
from ludus.games.delve.decks_and_encounters import Deck, Encounter
from ludus.games.delve.game_data import pack_scenario
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.util.errors import OptionError

NEW_NODES = 3  # new nodes before an encounter
FIGHTS_PER_BOT = 64  # per bot of the ladder, to estimate its win rate
TURNS_DEVIATION, HEALTH_DEVIATION = 0.7, 6.0  # standard deviations of the likelihood
LIKELIHOOD_FLOOR = 0.01  # likelihood floor: no bot is ruled out by a single fight
GROWN_TREE = "grown"


@dataclass(frozen=True)
class ObservedWin:
    """A won encounter: number of picks, turns, and the player's hit points at its end."""

    encounter: int
    picks: int
    turns: int
    health: int


class AdaptiveGrower:
    """Grows trees for one deck."""

    def __init__(
        self,
        deck: Deck,
        encounters: Sequence[Encounter],
        ladder: Sequence[str],
        target: float = 0.7,
        seed: int = 1,
        offers: int = NEW_NODES,
    ) -> None:
        if not ladder:
            raise OptionError("no bot: name one player or more")
        game = load_game("delve")
        self.deck, self.foes, self.target, self.seed, self.offers = deck, tuple(encounters), target, seed, offers
        self.players: list[CompiledBot] = [load_compiled_bot(game, name) for name in ladder]
        self._targets = _useful_targets(deck)

    def skill_posterior(self, tree: SkillTree, had: Sequence[int], observations: Sequence[ObservedWin]) -> np.ndarray:
        """Return the posterior probability of each bot of the ladder; uniform without observations.

        `had` are the nodes in the order of their picking.
        """
        likely = np.zeros(len(self.players))
        for observation in observations:
            fought = self._ladder_fights(tree, had[: observation.picks], observation.encounter)
            for k, fights in enumerate(fought):
                apart = ((fights["turns"] - observation.turns) / TURNS_DEVIATION) ** 2 + (
                    (fights["health"] - observation.health) / HEALTH_DEVIATION
                ) ** 2
                likely[k] += np.log(LIKELIHOOD_FLOOR + float((np.exp(-apart / 2) * fights["won"]).mean()))
        shares = np.exp(likely - likely.max())
        posterior: np.ndarray = shares / shares.sum()
        return posterior

    def win_rate(self, tree: SkillTree, had: Sequence[int], encounter: int, belief: np.ndarray) -> float:
        """Return how often such a player wins an encounter with these nodes."""
        shares = [fights["won"].mean() for fights in self._ladder_fights(tree, had, encounter)]
        return float(np.dot(belief, shares))

    def grow(self, tree: SkillTree, had: Sequence[int], encounter: int, belief: np.ndarray) -> SkillTree:
        """Return the picked nodes as a path, and below the last one new nodes to choose from.

        Nodes that were offered and not picked are removed: they were made for another encounter. The new nodes have
        different targets; of all targets that raise cards of the deck, those are offered with which the target win rate
        can be met best, and of equals those that were picked least.
        """
        tree, had = _picked_path(tree, had), range(len(had))
        parents = (len(had) - 1,) if had else ()
        candidates = []
        for target in self._targets:
            value, off = self._best_value(tree, parents, had, encounter, belief, target)
            candidates.append((round(off, 2), sum(node.target == target for node in tree.nodes), target, value))
        new = [
            SkillNode(f"{TARGETS[target]} {encounter}", target, value, parents)
            for _, _, target, value in sorted(candidates)[: self.offers]
        ]
        return SkillTree(tree.name, (*tree.nodes, *new))

    def _best_value(
        self,
        tree: SkillTree,
        parents: tuple[int, ...],
        had: Sequence[int],
        encounter: int,
        belief: np.ndarray,
        target: int,
    ) -> tuple[int, float]:
        """The value with which a node gets closest to the target, and its distance; wins increase with the value."""
        known: dict[int, float] = {}

        def wins(value: int) -> float:
            if value not in known:
                grown = SkillTree(tree.name, (*tree.nodes, SkillNode("new", target, value, parents)))
                known[value] = self.win_rate(grown, [*had, len(tree)], encounter, belief)
            return known[value]

        low, high = 1, MAX_NODE_VALUE
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if wins(middle) >= self.target else (middle + 1, high)
        best = min({max(1, low - 1), low}, key=lambda value: (abs(wins(value) - self.target), value))
        return best, abs(wins(best) - self.target)

    def _ladder_fights(self, tree: SkillTree, had: Sequence[int], encounter: int) -> list[np.ndarray]:
        """The fights of every bot of the ladder, all with the same card orders."""
        table = pack_scenario(self.deck, self.foes, tree, encounter, encounter, had, points=0)
        root = derive(self.seed, "encounter", encounter)
        seeds = np.stack([derive_range(root, 0, FIGHTS_PER_BOT, what) for what in ("deal", "dice")], axis=1).view(
            np.int64
        )
        return [play_fights(player, table, seeds) for player in self.players]


@dataclass(frozen=True)
class Playthrough:
    """Result of a playthrough."""

    tree: SkillTree  # final tree
    had: tuple[int, ...]  # picked nodes
    won: tuple[bool, ...]  # by encounter reached; only the last can be lost


def play_through(player: str, grower: AdaptiveGrower, seed: int, tree: SkillTree | None = None) -> Playthrough:
    """Play from the first encounter on, until one is lost or none is left."""
    bot, rng = load_compiled_bot(load_game("delve"), player), numpy_generator(seed, "picks")
    grows, tree = tree is None, tree if tree is not None else SkillTree(GROWN_TREE, ())
    had: tuple[int, ...] = ()
    evidence: list[ObservedWin] = []
    won: list[bool] = []
    for encounter in range(len(grower.foes)):
        if encounter:
            if grows:
                tree = grower.grow(tree, had, encounter, grower.skill_posterior(tree, had, evidence))
                had = tuple(range(len(had)))
            offers = _available_nodes(tree, had)
            if offers:
                had = (*had, offers[int(rng.integers(len(offers)))])
        table = pack_scenario(grower.deck, grower.foes, tree, encounter, encounter, had, points=0)
        seeds = np.array([[derive(seed, "deal", encounter), derive(seed, "dice", encounter)]], np.uint64).view(np.int64)
        fought = play_fights(bot, table, seeds)[0]
        won.append(bool(fought["won"]))
        if not won[-1]:
            break
        evidence.append(ObservedWin(encounter, len(had), int(fought["turns"]), int(fought["health"])))
    return Playthrough(tree, had, tuple(won))


def _useful_targets(deck: Deck) -> list[int]:
    """The targets that raise cards of the deck; of those that raise the same cards only the narrowest, or the last."""
    groups = {card.group for card, _ in deck.cards if card.deals_damage}
    by_cards: dict[int, int] = {}
    for target, raised in enumerate(TARGET_CLASSES):
        cards = sum(1 << group for group in groups if raised >> group & 1)
        if cards:
            by_cards[cards] = target
    return sorted(by_cards.values())


def _picked_path(tree: SkillTree, had: Sequence[int]) -> SkillTree:
    """The picked nodes only; each is the child of the one before it."""
    nodes = [tree.nodes[node] for node in had]
    return SkillTree(tree.name, tuple(replace(node, parents=(k - 1,) if k else ()) for k, node in enumerate(nodes)))


def _available_nodes(tree: SkillTree, had: tuple[int, ...]) -> list[int]:
    """Available nodes."""
    return [
        k
        for k, node in enumerate(tree.nodes)
        if k not in had and (not node.parents or any(parent in had for parent in node.parents))
    ]
