"""`ludus make delve --tune-encounters`: encounters that separate the bots of a ladder, with validation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from ludus.core.random import derive
from ludus.design.contract import Column, Findings, Order, Sheet, count
from ludus.design.trees.making.asks import MakeAsks, read_ladder, read_turns
from ludus.design.trees.playing.trials import Trial
from ludus.design.trees.searching.encounters import EncounterSearch, separation
from ludus.design.trees.writing import encounters_text
from ludus.games.delve.drawing_decks import draw_decks
from ludus.games.delve.pieces import Deck, Encounter
from ludus.games.delve.scenario import default_tree, heldout_decks
from ludus.games.delve.tree import Tree
from ludus.stats import Estimate, mean_over, share_over

GENERATIONS, POPULATION = 12, 24  # of the search, per encounter
DECKS = (8, 4)  # decks of the search: of any cards, of three types
ORDERS = 4  # card orders while searching
PROOF = 50  # card orders per held-out deck and encounter
FILE = "encounters.toml"


def make_encounters(asks: MakeAsks, order: Order, foes: tuple[Encounter, ...], tree: Tree | None) -> Findings:
    """Search every encounter independently; then validate old and new ones with held-out decks and card orders."""
    names, turns = read_ladder(asks.ladder), read_turns(asks.turns)
    tree = tree or default_tree()
    decks = draw_decks(derive(order.seed, "decks"), heldout_decks(), *DECKS)
    ladder = [Trial(name, decks, foes, ORDERS, derive(order.seed, "search")) for name in names]
    generations = asks.generations or GENERATIONS
    new = order.kept.load("encounters", list[Encounter]) or []
    with order.progress("looking for encounters", generations * len(foes), "generation") as advance:
        advance(generations * len(new))
        for k in range(len(new), len(foes)):
            seed = derive(order.seed, "encounter", k)
            search = EncounterSearch(ladder, tree, k, asks.target_win, turns, seed, POPULATION)
            for _ in range(generations):
                search.step(order.place)
                advance(1)
            new.append(search.best)
            order.kept.save("encounters", new, now=True)
    proof = _Proof(names, tree, order, [foes, tuple(new)])
    return proof.findings(asks, generations)


class _Proof:
    """Validation: old and new encounters, played by all bots."""

    def __init__(self, names: list[str], tree: Tree, order: Order, sets: list[tuple[Encounter, ...]]) -> None:
        self.names, self.tree, self.order, self.sets = names, tree, order, sets
        self.decks: Sequence[Deck] = heldout_decks()
        fights = len(names) * len(sets) * len(self.decks) * len(sets[0]) * PROOF
        self.won: list[np.ndarray] = []  # by old and new: player, deck, encounter, order
        self.turns: list[Estimate] = []
        with order.progress("proof with new decks", fights, "fight") as advance:
            for foes in sets:
                trials = [Trial(name, self.decks, foes, PROOF, derive(order.seed, "proof")) for name in names]
                fought = np.array([trial.play(tree, order.place, advance) for trial in trials])
                self.won.append(fought["won"])
                self.turns.append(mean_over([fought["turns"][fought["won"]].astype(np.float64)]))

    def findings(self, asks: MakeAsks, generations: int) -> Findings:
        old, new = (separation(won.mean((1, 2, 3))) for won in self.won)
        gaps = [self._gaps(which) for which in range(2)]
        sure = [sum(gap.low > 0 for gap in row) for row in gaps]
        means = [float(won.mean()) for won in self.won]
        steps = len(self.names) - 1
        return Findings(
            title=f"{self.order.game.title}: encounters for a ladder of {steps + 1} players",
            answer=[
                f"The ladder {' < '.join(self.names)} is told apart by {new:.2f} (1: from never to always in even "
                f"steps), before by {old:.2f}.",
                f"Steps of the ladder that are surely upwards: {sure[1]} of {steps}, before {sure[0]}.",
                f"Its players win {100 * means[1]:.0f} % of encounters on average (asked: "
                f"{100 * asks.target_win:.0f} %), before {100 * means[0]:.0f} %; a win takes {_turns(self.turns[1])}, "
                f"before {_turns(self.turns[0])}.",
            ],
            sheets=[self._ladder(gaps), self._encounters()],
            facts={
                "game": f"{self.order.game.name}, rules version {self.order.game.version}",
                "tree": f"{self.tree.name}, {count(len(self.tree), 'node')}, picked at random",
                "search": f"{generations} generations of {POPULATION} for each encounter; decks drawn for it, {ORDERS} "
                "orders of cards each",
                "proof": f"{len(self.decks)} held-out decks, {PROOF} orders of cards for each encounter",
                "seed": str(self.order.seed),
            },
            commands=self._commands(),
            files={FILE: encounters_text(self.sets[1])},
            notes=_NOTES,
        )

    def _gaps(self, which: int) -> list[Estimate]:
        """Differences between each bot and the next stronger one, on the same decks and card orders."""
        won = self.won[which].astype(np.float64)
        return [mean_over([deck.mean(0) for deck in better - worse]) for worse, better in pairwise(won)]

    def _ladder(self, gaps: list[list[Estimate]]) -> Sheet:
        columns = [Column("player"), Column("before", "share"), Column("after", "share")]
        columns += [
            Column("step_before", "difference", "above the one below, before"),
            Column("step_after", "difference", "after"),
        ]
        rows = []
        for k, name in enumerate(self.names):
            wins = [share_over([deck.mean(0) for deck in won[k].astype(np.float64)]) for won in self.won]
            rows.append([name, *wins, *((row[k - 1] for row in gaps) if k else (None, None))])
        return Sheet("ladder", "Win rates with held-out decks", columns, rows)

    def _encounters(self) -> Sheet:
        columns = [Column("encounter", "count"), Column("before"), Column("after")]
        columns += [Column(f"wins_{k}", "number", name) for k, name in enumerate(self.names)]
        shares = self.won[1].mean((1, 3))
        rows = [
            [k + 1, _told(old), _told(new), *(round(float(share), 3) for share in shares[:, k])]
            for k, (old, new) in enumerate(zip(*self.sets, strict=True))
        ]
        return Sheet("encounters", "The encounters, as attack/health, and the win rates in the new ones", columns, rows)

    def _commands(self) -> dict[str, str]:
        if not self.order.folder:
            return {}
        return {"play the new encounters": f"ludus play delve -o encounters={self.order.folder}/{FILE}"}


def _turns(taken: Estimate) -> str:
    return "no turns, as there is none" if math.isnan(taken.value) else f"{taken.value:.1f} turns"


def _told(encounter: Encounter) -> str:
    kinds = dict.fromkeys(encounter.enemies)
    counts = [(encounter.enemies.count(kind), kind) for kind in kinds]
    return ", ".join(f"{n} x {foe[0]}/{foe[1]}" if n > 1 else f"{foe[0]}/{foe[1]}" for n, foe in counts)


_NOTES = [
    "Each encounter is fought with random picks from the tree, a point for every encounter before it. A player is "
    "above another if it wins more often with the same decks and orders of cards.",
]
