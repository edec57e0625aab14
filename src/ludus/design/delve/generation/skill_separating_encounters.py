"""`ludus make delve --tune-encounters`: encounters that separate the bots of a ladder, with validation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from ludus.core.random import derive
from ludus.design.base.designer import DesignReport, DesignRequest, ReportColumn, ReportTable
from ludus.design.base.option_value_parsers import read_ladder
from ludus.design.base.report_parts import game_fact
from ludus.design.delve.options import DelveMakeOptions, read_turns
from ludus.design.delve.playtest.trials import BotTrial
from ludus.design.delve.search.bot_separating_encounters import EncounterSearch, separation
from ludus.design.delve.tree_writer import encounters_text
from ludus.games.delve.decks_and_encounters import Deck, Encounter
from ludus.games.delve.game_data import default_tree, heldout_decks
from ludus.games.delve.random_decks import draw_decks
from ludus.games.delve.skill_tree import SkillTree
from ludus.stats import Estimate, pooled_mean, pooled_proportion
from ludus.util.text import plural

GENERATIONS, POPULATION = 12, 24  # of the search, per encounter
SEARCH_DECKS = (8, 4)  # decks of the search: of any cards, of three types
SEARCH_ORDERS = 4  # card orders while searching
VALIDATION_ORDERS = 50  # card orders per held-out deck and encounter
ENCOUNTERS_FILE = "encounters.toml"


def tune_encounters(
    options: DelveMakeOptions, request: DesignRequest, foes: tuple[Encounter, ...], tree: SkillTree | None
) -> DesignReport:
    """Search every encounter independently; then validate old and new ones with held-out decks and card orders."""
    names, turns = read_ladder(options.ladder), read_turns(options.turns)
    tree = tree or default_tree()
    decks = draw_decks(derive(request.seed, "decks"), heldout_decks(), *SEARCH_DECKS)
    ladder = [BotTrial(name, decks, foes, SEARCH_ORDERS, derive(request.seed, "search")) for name in names]
    generations = options.generations or GENERATIONS
    new = request.checkpoint.load("encounters", list[Encounter]) or []
    with request.progress("looking for encounters", generations * len(foes), "generation") as advance:
        advance(generations * len(new))
        for k in range(len(new), len(foes)):
            seed = derive(request.seed, "encounter", k)
            search = EncounterSearch(ladder, tree, k, options.target_win, turns, seed, POPULATION)
            for _ in range(generations):
                search.step(request.backend)
                advance(1)
            new.append(search.best)
            request.checkpoint.save("encounters", new, now=True)
    proof = _EncounterValidation(names, tree, request, [foes, tuple(new)])
    return proof.report(options, generations)


class _EncounterValidation:
    """Validation: old and new encounters, played by all bots."""

    def __init__(
        self, names: list[str], tree: SkillTree, request: DesignRequest, sets: list[tuple[Encounter, ...]]
    ) -> None:
        self.names, self.tree, self.order, self.sets = names, tree, request, sets
        self.decks: Sequence[Deck] = heldout_decks()
        fights = len(names) * len(sets) * len(self.decks) * len(sets[0]) * VALIDATION_ORDERS
        self.won: list[np.ndarray] = []  # by old and new: player, deck, encounter, order
        self.turns: list[Estimate] = []
        with request.progress("proof with new decks", fights, "fight") as advance:
            for encounters in sets:
                trials = [
                    BotTrial(name, self.decks, encounters, VALIDATION_ORDERS, derive(request.seed, "proof"))
                    for name in names
                ]
                fought = np.array([trial.play(tree, request.backend, advance) for trial in trials])
                self.won.append(fought["won"])
                self.turns.append(pooled_mean([fought["turns"][fought["won"]].astype(np.float64)]))

    def report(self, options: DelveMakeOptions, generations: int) -> DesignReport:
        old, new = (separation(won.mean((1, 2, 3))) for won in self.won)
        gaps = [self._gaps(which) for which in range(2)]
        sure = [sum(gap.low > 0 for gap in row) for row in gaps]
        means = [float(won.mean()) for won in self.won]
        steps = len(self.names) - 1
        return DesignReport(
            title=f"{self.order.game.title}: encounters for a ladder of {steps + 1} players",
            answer=[
                f"The ladder {' < '.join(self.names)} is told apart by {new:.2f} (1: from never to always in even "
                f"steps), before by {old:.2f}.",
                f"Steps of the ladder that are surely upwards: {sure[1]} of {steps}, before {sure[0]}.",
                f"Its players win {100 * means[1]:.0f} % of encounters on average (asked: "
                f"{100 * options.target_win:.0f} %), before {100 * means[0]:.0f} %; a win takes "
                f"{_describe_turns(self.turns[1])}, before {_describe_turns(self.turns[0])}.",
            ],
            tables=[self._ladder(gaps), self._encounters()],
            facts={
                "game": game_fact(self.order),
                "tree": f"{self.tree.name}, {plural(len(self.tree), 'node')}, picked at random",
                "search": f"{generations} generations of {POPULATION} for each encounter; decks drawn for it, "
                f"{SEARCH_ORDERS} orders of cards each",
                "proof": f"{len(self.decks)} held-out decks, {VALIDATION_ORDERS} orders of cards for each encounter",
                "seed": str(self.order.seed),
            },
            commands=self._commands(),
            files={ENCOUNTERS_FILE: encounters_text(self.sets[1])},
            notes=_NOTES,
        )

    def _gaps(self, which: int) -> list[Estimate]:
        """Differences between each bot and the next stronger one, on the same decks and card orders."""
        won = self.won[which].astype(np.float64)
        return [pooled_mean([deck.mean(0) for deck in better - worse]) for worse, better in pairwise(won)]

    def _ladder(self, gaps: list[list[Estimate]]) -> ReportTable:
        columns = [ReportColumn("player"), ReportColumn("before", "share"), ReportColumn("after", "share")]
        columns += [
            ReportColumn("step_before", "difference", "above the one below, before"),
            ReportColumn("step_after", "difference", "after"),
        ]
        rows = []
        for k, name in enumerate(self.names):
            wins = [pooled_proportion([deck.mean(0) for deck in won[k].astype(np.float64)]) for won in self.won]
            rows.append([name, *wins, *((row[k - 1] for row in gaps) if k else (None, None))])
        return ReportTable("ladder", "Win rates with held-out decks", columns, rows)

    def _encounters(self) -> ReportTable:
        columns = [ReportColumn("encounter", "count"), ReportColumn("before"), ReportColumn("after")]
        columns += [ReportColumn(f"wins_{k}", "number", name) for k, name in enumerate(self.names)]
        shares = self.won[1].mean((1, 3))
        rows = [
            [
                k + 1,
                _describe_encounter(old),
                _describe_encounter(new),
                *(round(float(share), 3) for share in shares[:, k]),
            ]
            for k, (old, new) in enumerate(zip(*self.sets, strict=True))
        ]
        return ReportTable(
            "encounters", "The encounters, as attack/health, and the win rates in the new ones", columns, rows
        )

    def _commands(self) -> dict[str, str]:
        if not self.order.folder:
            return {}
        return {"play the new encounters": f"ludus play delve -o encounters={self.order.folder}/{ENCOUNTERS_FILE}"}


def _describe_turns(taken: Estimate) -> str:
    return "no turns, as there is none" if math.isnan(taken.value) else f"{taken.value:.1f} turns"


def _describe_encounter(encounter: Encounter) -> str:
    kinds = dict.fromkeys(encounter.enemies)
    counts = [(encounter.enemies.count(kind), kind) for kind in kinds]
    return ", ".join(f"{n} x {foe[0]}/{foe[1]}" if n > 1 else f"{foe[0]}/{foe[1]}" for n, foe in counts)


_NOTES = [
    "Each encounter is fought with random picks from the tree, a point for every encounter before it. A player is "
    "above another if it wins more often with the same decks and orders of cards.",
]
