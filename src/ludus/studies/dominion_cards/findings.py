"""Results of evolutions and games, by experiment and form; input of claims and tables."""

from __future__ import annotations

import csv
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ludus.design.kingdoms.measures import estimate
from ludus.design.kingdoms.pool import Kingdom, KingdomPool
from ludus.lab import RunContext
from ludus.stats import Estimate, mean_of_runs, proportion
from ludus.studies.dominion_cards.config import DominionCardsConfig
from ludus.studies.dominion_cards.plan import CardSetExperiment, EvolutionRun, chosen_experiments, evolution_runs
from ludus.studies.dominion_cards.published import published
from ludus.studies.dominion_cards.work import matchup_result_name

CONVERGED_SHARE = 0.95  # share of its growth at which a run counts as converged


class CardSetMatchup:
    """Two players on random card sets, each set played from both seats."""

    def __init__(self, stored: dict[str, Any]) -> None:
        self.wins, self.draws = stored["wins"].astype(float), stored["draws"].astype(float)
        self.points, self.games = stored["points"], 2 * len(stored["draws"])

    def wins_with_draws(self, player: int) -> Estimate:
        """Games won, draws counting for both: the numbers of Table II, as a share."""
        return proportion((self.wins[:, player] + self.draws) / 2)

    def payoff(self, player: int) -> Estimate:
        """Payoff, a draw counting half."""
        return proportion(self.payoffs_by_set(player))

    def payoffs_by_set(self, player: int) -> np.ndarray:
        """Payoff by card set."""
        payoffs: np.ndarray = (self.wins[:, player] + self.draws / 2) / 2
        return payoffs


class ExperimentRuns:
    """All runs of one experiment in one form."""

    def __init__(self, experiment: CardSetExperiment, form: str, notes: list[list[dict[str, Any]]]) -> None:
        self.experiment, self.form, self.notes = experiment, form, notes

    @property
    def first_maxima_by_run(self) -> list[float]:
        """Maximum fitness of the first generation, by run."""
        return [notes[0]["best"] for notes in self.notes]

    @property
    def last_maxima_by_run(self) -> list[float]:
        return [notes[-1]["best"] for notes in self.notes]

    @property
    def kingdoms(self) -> list[Kingdom]:
        """Final set of each run; empty if a run never had a set without duplicate cards."""
        return [tuple(notes[-1]["cards"]) for notes in self.notes]

    def curve(self, key: str) -> list[Estimate]:
        """`best` or `mean` by generation, over runs."""
        return [mean_of_runs([notes[g][key] for notes in self.notes]) for g in range(len(self.notes[0]))]

    def convergence_generations(self) -> list[int]:
        """Generation at which the maximum reached nearly all of its growth, for each run that grew."""
        generations = []
        for notes in self.notes:
            best = np.maximum.accumulate([note["best"] for note in notes])
            if best[-1] > best[0]:
                generations.append(1 + int(np.argmax(best >= best[0] + CONVERGED_SHARE * (best[-1] - best[0]))))
        return generations

    def first_generation_maxima(self, measure: str) -> list[float]:
        """Best fitness of the first generation by one of the formulas, by run."""
        return [notes[0]["maxima"][measure] for notes in self.notes]


class CardSetResults:
    """All results of one run of the study."""

    def __init__(self, settings: DominionCardsConfig, context: RunContext) -> None:
        self.settings, self.context, self.pool = settings, context, KingdomPool("first")
        self.experiments = chosen_experiments(settings)
        self._loaded: dict[str, Any] = {}
        groups: dict[tuple[str, str], list[EvolutionRun]] = {}
        for run in evolution_runs(settings):
            groups.setdefault((run.experiment.name, run.form), []).append(run)
        self.evolutions = {
            key: ExperimentRuns(members[0].experiment, key[1], [context.result(run.name) for run in members])
            for key, members in groups.items()
        }

    def main_runs(self, name: str) -> ExperimentRuns | None:
        """Runs of an experiment that are compared with the paper."""
        return self.evolutions.get((name, self.settings.main_form))

    def runs_of_objective(self, kind: str, form: str | None = None) -> list[ExperimentRuns]:
        """Experiments of an objective that were run."""
        form = form or self.settings.main_form
        return [
            runs
            for (_, run_form), runs in self.evolutions.items()
            if runs.experiment.objective_kind == kind and run_form == form
        ]

    def matchup(self, one: str, other: str) -> CardSetMatchup:
        return CardSetMatchup(self.context.result(matchup_result_name(one, other)))

    def remeasured(self, name: str, kingdom: Kingdom, measure: str) -> Estimate:
        """Measure of an evolved set on fresh seeds."""
        return self._stored_estimate(f"again/{name}", list(kingdom), measure)

    def printed_measured(self, name: str, measure: str) -> Estimate:
        """Measure of the paper's set for an experiment, played by its players."""
        return self._stored_estimate(f"printed/{name}", list(self.printed_set(name)), measure)

    def printed_by_reference_bots(self, name: str, measure: str) -> Estimate:
        """Measure of the paper's set played by Earl and Drew, for which numbers of the original engine exist."""
        return self._stored_estimate("printed/by earl and drew", list(self.printed_set(name)), measure)

    def printed_set(self, name: str) -> Kingdom:
        return self.pool.read(published().experiments[name].cards)

    def fitness(self, experiment: CardSetExperiment, measured: Estimate) -> Estimate:
        """Fitness from a measure: 1 - f_s if the experiment minimises."""
        if experiment.objective_kind != "min":
            return measured
        return Estimate(1 - measured.value, 1 - measured.high, 1 - measured.low, measured.count)

    def best_set(self, runs: ExperimentRuns) -> tuple[Kingdom, Estimate] | None:
        """Best set of all runs on fresh seeds; a maximum over many sets is still slightly optimistic."""
        name, measure = runs.experiment.name, runs.experiment.measure(self.settings)
        measured_sets = [
            (kingdom, self.fitness(runs.experiment, self.remeasured(name, kingdom, measure)))
            for kingdom in dict.fromkeys(runs.kingdoms)
            if kingdom
        ]
        return max(measured_sets, key=lambda pair: pair[1].value) if measured_sets else None

    def card_names(self, kingdom: Kingdom) -> str:
        return ", ".join(self.pool.write(kingdom))

    @cached_property
    def attacks(self) -> set[int]:
        """Numbers of the Attack cards."""
        cards = {card.name: card for card in self.pool.kingdom_builder().drawn.labels.cards}
        return {k for k, name in enumerate(self.pool.names) if "Attack" in cards[name].facts.types}

    def _stored_estimate(self, name: str, kingdom: list[int], measure: str) -> Estimate:
        stored = (
            self._loaded[name] if name in self._loaded else self._loaded.setdefault(name, self.context.result(name))
        )
        at, measured = stored["sets"].index(kingdom), stored["measures"][measure]
        return estimate(measure, float(measured["values"][at]), float(measured["errors"][at]), stored["games"])


def original_engine_sets() -> list[dict[str, Any]]:
    """Results of the printed sets on the original engine; numbers as floats, the kingdom as text."""
    text = Path(__file__).with_name("vdom_sets.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    return [{key: value if key == "kingdom" else float(value) for key, value in row.items()} for row in rows]
