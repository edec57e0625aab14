"""`ludus make delve --tune-encounters`: encounters that separate the bots of a ladder, with validation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest
from ludus.design.base.option_value_parsers import read_ladder
from ludus.design.base.pipeline import DesignRun
from ludus.design.base.report_parts import game_fact
from ludus.design.base.significance import inside_bounds
from ludus.design.delve.generation.suggested_commands import game_command
from ludus.design.delve.options import DelveMakeOptions, read_turns
from ludus.design.delve.playtest.trials import BotTrial
from ludus.design.delve.search.bot_separating_encounters import EncounterSearch, separation
from ludus.design.delve.tree_writer import encounters_text
from ludus.games.delve.decks_and_encounters import Deck, Encounter
from ludus.games.delve.game_data import default_tree, heldout_decks
from ludus.games.delve.random_decks import draw_decks
from ludus.games.delve.skill_tree import SkillTree
from ludus.report.report_model import File, Report, command_parts
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate, pooled_mean, pooled_proportion, simultaneous_interval
from ludus.stats.intervals import COUNT_BOUNDS, DIFFERENCE_BOUNDS
from ludus.stats.judgement import exactly, side_of
from ludus.util.text import plural

GENERATIONS, POPULATION = 12, 24  # of the search, per encounter
SEARCH_DECKS = (8, 4)  # decks of the search: of any cards, of three types
SEARCH_ORDERS = 4  # card orders while searching
VALIDATION_ORDERS = 50  # card orders per held-out deck and encounter
ENCOUNTERS_FILE = "encounters.toml"


def tune_encounters(
    options: DelveMakeOptions, request: DesignRequest, foes: tuple[Encounter, ...], tree: SkillTree | None
) -> Report:
    """Search every encounter independently; then validate old and new ones with held-out decks and card orders."""
    return _EncounterRun(options, request, foes, tree or default_tree()).run()


@dataclass(frozen=True)
class _PlayedSets:
    """Fights of all bots in the old and the new encounters, with held-out decks."""

    sets: list[tuple[Encounter, ...]]  # old, new
    won: list[np.ndarray]  # by set: bot, deck, encounter, card order
    turns: list[Estimate]  # of won fights, by set


class _EncounterRun(DesignRun[list[Encounter], tuple[Encounter, ...], _PlayedSets, Report]):
    """One search for each encounter, and the validation with held-out decks."""

    def __init__(
        self, options: DelveMakeOptions, request: DesignRequest, foes: tuple[Encounter, ...], tree: SkillTree
    ) -> None:
        self.options, self.request, self.foes, self.tree = options, request, foes, tree
        self.names, self.turn_range = read_ladder(options.ladder), read_turns(options.turns)
        self.generations = options.generations or GENERATIONS
        self.held_out_decks: Sequence[Deck] = heldout_decks()

    def search(self) -> list[Encounter]:
        """Search every encounter independently, continuing after those of the checkpoint."""
        request, foes = self.request, self.foes
        decks = draw_decks(derive(request.seed, "decks"), self.held_out_decks, *SEARCH_DECKS)
        ladder = [BotTrial(name, decks, foes, SEARCH_ORDERS, derive(request.seed, "search")) for name in self.names]
        encounters = request.checkpoint.load("encounters", list[Encounter]) or []
        with request.progress("looking for encounters", self.generations * len(foes), "generation") as advance:
            advance(self.generations * len(encounters))
            for k in range(len(encounters), len(foes)):
                seed = derive(request.seed, "encounter", k)
                search = EncounterSearch(
                    ladder, self.tree, k, self.options.target_win, self.turn_range, seed, POPULATION
                )
                for _ in range(self.generations):
                    search.step(request.backend)
                    advance(1)
                encounters.append(search.best)
                request.checkpoint.save("encounters", encounters, now=True)
        return encounters

    def select(self, candidates: list[Encounter]) -> tuple[Encounter, ...]:
        """Keep the best encounter of each search."""
        return tuple(candidates)

    def validate(self, selection: tuple[Encounter, ...]) -> _PlayedSets:
        """Play the old and the new encounters with held-out decks and card orders."""
        request, decks, sets = self.request, self.held_out_decks, [self.foes, selection]
        played = _PlayedSets(sets, [], [])
        fights = len(self.names) * len(sets) * len(decks) * len(sets[0]) * VALIDATION_ORDERS
        with request.progress("proof with new decks", fights, "encounter") as advance:
            for encounters in sets:
                trials = [
                    BotTrial(name, decks, encounters, VALIDATION_ORDERS, derive(request.seed, "proof"))
                    for name in self.names
                ]
                fought = np.array([trial.play(self.tree, request.backend, advance) for trial in trials])
                played.won.append(fought["won"])
                played.turns.append(
                    pooled_mean([fought["turns"][fought["won"]].astype(np.float64)], bounds=COUNT_BOUNDS)
                )
        return played

    def report(self, selection: tuple[Encounter, ...], validated: _PlayedSets) -> Report:
        played = validated
        old, new = (separation(won.mean((1, 2, 3))) for won in played.won)
        gaps = [_ladder_gaps(won) for won in played.won]
        comparisons = sum(len(row) for row in gaps)
        sure = [sum(side_of(gap, exactly(0.0), comparisons) == "above" for gap in row) for row in gaps]
        means = [float(won.mean()) for won in played.won]
        steps = len(self.names) - 1
        return Report(
            title=f"{self.request.game.title}: encounters for a ladder of {steps + 1} players",
            answer=[
                f"The ladder {' < '.join(self.names)} is told apart by {new:.2f} (1: from never to always in even "
                f"steps), before by {old:.2f}.",
                f"Steps of the ladder that are surely upwards: {sure[1]} of {steps}, before {sure[0]} (intervals are "
                f"corrected for {plural(comparisons, 'comparison')}).",
                f"Its players win {100 * means[1]:.0f} % of encounters on average (asked: "
                f"{100 * self.options.target_win:.0f} %), before {100 * means[0]:.0f} %; a win takes "
                f"{_describe_turns(played.turns[1])}, before {_describe_turns(played.turns[0])}.",
            ],
            parts=[
                self._ladder(played, gaps),
                self._encounters(played),
                *command_parts(self._commands()),
                File(ENCOUNTERS_FILE, encounters_text(selection)),
                *_NOTES,
            ],
            facts={
                "game": game_fact(self.request),
                "tree": f"{self.tree.name}, {plural(len(self.tree), 'node')}, picked at random",
                "search": f"{plural(self.generations, 'generation')} of {POPULATION} for each encounter; decks drawn "
                "for it, "
                f"{SEARCH_ORDERS} orders of cards each",
                "proof": f"{plural(len(self.held_out_decks), 'held-out deck')}, {VALIDATION_ORDERS} orders of cards "
                "for each "
                "encounter",
                "seed": str(self.request.seed),
            },
        )

    def _ladder(self, played: _PlayedSets, gaps: list[list[Estimate]]) -> Table:
        comparisons = sum(len(row) for row in gaps)
        columns = [Column.text("player"), Column.share("before"), Column.share("after")]
        columns += [
            Column.difference("step_before", "above the one below, before"),
            Column.difference("step_after", "after"),
            Column.difference("corrected_after", f"corrected for {plural(comparisons, 'comparison')}"),
            Column.text("verdict"),
        ]
        rows = []
        for k, name in enumerate(self.names):
            wins = [pooled_proportion([deck.mean(0) for deck in won[k].astype(np.float64)]) for won in played.won]
            steps = [row[k - 1] for row in gaps] if k else [None, None]
            rows.append([name, *wins, *steps, *(_judge_step(gaps[1][k - 1], comparisons) if k else (None, None))])
        return Table("ladder", columns, rows, "Win rates with held-out decks")

    def _encounters(self, played: _PlayedSets) -> Table:
        columns = [Column.integer("encounter"), Column.text("before"), Column.text("after")]
        columns += [Column.number(f"wins_{k}", name) for k, name in enumerate(self.names)]
        shares = played.won[1].mean((1, 3))
        rows = [
            [
                k + 1,
                _describe_encounter(old),
                _describe_encounter(new),
                *(round(float(share), 3) for share in shares[:, k]),
            ]
            for k, (old, new) in enumerate(zip(*played.sets, strict=True))
        ]
        return Table("encounters", columns, rows, "The encounters, as attack/health, and the win rates in the new ones")

    def _commands(self) -> dict[str, str]:
        if not self.request.folder:
            return {}
        tree = {} if self.options.tree is None else {"tree": self.options.tree}
        file = f"{self.request.folder}/{ENCOUNTERS_FILE}"
        command = game_command(["play", "delve"], self.options, self.request, **tree, encounters=file)
        return {"play the new encounters": command}


def _ladder_gaps(won: np.ndarray) -> list[Estimate]:
    """Differences between each bot and the next stronger one, on the same decks and card orders."""
    shares = won.astype(np.float64)
    gaps = [pooled_mean([deck.mean(0) for deck in better - worse]) for worse, better in pairwise(shares)]
    return [inside_bounds(gap, *DIFFERENCE_BOUNDS) for gap in gaps]


def _judge_step(gap: Estimate, comparisons: int) -> tuple[Estimate, str]:
    """A step of the ladder with its corrected interval, and the verdict."""
    side = side_of(gap, exactly(0.0), comparisons)
    return simultaneous_interval(gap, comparisons), {"above": "surely upwards", "below": "surely downwards"}.get(
        side, "undecided"
    )


def _describe_turns(taken: Estimate) -> str:
    return "no turns, as there is none" if math.isnan(taken.value) else f"{taken.value:.1f} turns"


def _describe_encounter(encounter: Encounter) -> str:
    kinds = dict.fromkeys(encounter.enemies)
    counts = [(encounter.enemies.count(kind), kind) for kind in kinds]
    return ", ".join(f"{n} x {foe[0]}/{foe[1]}" if n > 1 else f"{foe[0]}/{foe[1]}" for n, foe in counts)


_NOTES = [
    "Each encounter is played with random picks from the tree, a point for every encounter before it. A player is "
    "above another if it wins more often with the same decks and orders of cards.",
]
