"""Results of evolutions and games, by experiment and form; input of claims and tables."""

from __future__ import annotations

import csv
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ludus.design.kingdoms.measures import estimate
from ludus.design.kingdoms.pool import Kingdom, Pool
from ludus.lab import Desk
from ludus.stats import Estimate, mean_of_runs, share
from ludus.studies.dominion_cards.config import Settings
from ludus.studies.dominion_cards.plan import Experiment, Run, experiments, runs
from ludus.studies.dominion_cards.published import published
from ludus.studies.dominion_cards.work import meeting_name

SETTLED = 0.95  # share of its growth at which a run counts as converged


class Meeting:
    """Two players on random card sets, each set played from both seats."""

    def __init__(self, kept: dict[str, Any]) -> None:
        self.wins, self.draws = kept["wins"].astype(float), kept["draws"].astype(float)
        self.points, self.games = kept["points"], 2 * len(kept["draws"])

    def won(self, player: int) -> Estimate:
        """Games won, draws counting for both: the numbers of Table II, as a share."""
        return share((self.wins[:, player] + self.draws) / 2)

    def share(self, player: int) -> Estimate:
        """Payoff, a draw counting half."""
        return share(self.shares(player))

    def shares(self, player: int) -> np.ndarray:
        """Payoff by card set."""
        payoffs: np.ndarray = (self.wins[:, player] + self.draws / 2) / 2
        return payoffs


class Evolutions:
    """All runs of one experiment in one form."""

    def __init__(self, each: Experiment, form: str, notes: list[list[dict[str, Any]]]) -> None:
        self.experiment, self.form, self.notes = each, form, notes

    @property
    def first(self) -> list[float]:
        """Maximum fitness of the first generation, by run."""
        return [notes[0]["best"] for notes in self.notes]

    @property
    def last(self) -> list[float]:
        return [notes[-1]["best"] for notes in self.notes]

    @property
    def kingdoms(self) -> list[Kingdom]:
        """Final set of each run; empty if a run never had a set without duplicate cards."""
        return [tuple(notes[-1]["cards"]) for notes in self.notes]

    def curve(self, key: str) -> list[Estimate]:
        """`best` or `mean` by generation, over runs."""
        return [mean_of_runs([notes[g][key] for notes in self.notes]) for g in range(len(self.notes[0]))]

    def settled(self) -> list[int]:
        """Generation at which the maximum reached nearly all of its growth, for each run that grew."""
        generations = []
        for notes in self.notes:
            best = np.maximum.accumulate([note["best"] for note in notes])
            if best[-1] > best[0]:
                generations.append(1 + int(np.argmax(best >= best[0] + SETTLED * (best[-1] - best[0]))))
        return generations

    def first_maxima(self, measure: str) -> list[float]:
        """Best fitness of the first generation by one of the formulas, by run."""
        return [notes[0]["maxima"][measure] for notes in self.notes]


class Findings:
    """All results of one run of the study."""

    def __init__(self, settings: Settings, desk: Desk) -> None:
        self.settings, self.desk, self.pool = settings, desk, Pool("first")
        self.experiments = experiments(settings)
        self._read: dict[str, Any] = {}
        groups: dict[tuple[str, str], list[Run]] = {}
        for run in runs(settings):
            groups.setdefault((run.experiment.name, run.form), []).append(run)
        self.evolutions = {
            key: Evolutions(members[0].experiment, key[1], [desk.kept(run.name) for run in members])
            for key, members in groups.items()
        }

    def main(self, name: str) -> Evolutions | None:
        """Runs of an experiment that are compared with the paper."""
        return self.evolutions.get((name, self.settings.main_form))

    def of_kind(self, kind: str, form: str | None = None) -> list[Evolutions]:
        """Experiments of an objective that were run."""
        form = form or self.settings.main_form
        return [
            runs for (_, run_form), runs in self.evolutions.items() if runs.experiment.kind == kind and run_form == form
        ]

    def meeting(self, one: str, other: str) -> Meeting:
        return Meeting(self.desk.kept(meeting_name(one, other)))

    def again(self, name: str, kingdom: Kingdom, measure: str) -> Estimate:
        """Measure of an evolved set on fresh seeds."""
        return self._kept(f"again/{name}", list(kingdom), measure)

    def printed(self, name: str, measure: str) -> Estimate:
        """Measure of the paper's set for an experiment, played by its players."""
        return self._kept(f"printed/{name}", list(self.printed_set(name)), measure)

    def printed_by_vdom(self, name: str, measure: str) -> Estimate:
        """Measure of the paper's set played by Earl and Drew, for which numbers of the original engine exist."""
        return self._kept("printed/by earl and drew", list(self.printed_set(name)), measure)

    def printed_set(self, name: str) -> Kingdom:
        return self.pool.read(published().experiments[name].cards)

    def fitness(self, each: Experiment, found: Estimate) -> Estimate:
        """Fitness from a measure: 1 - f_s if the experiment minimises."""
        if each.kind != "min":
            return found
        return Estimate(1 - found.value, 1 - found.high, 1 - found.low, found.count)

    def best(self, each: Evolutions) -> tuple[Kingdom, Estimate] | None:
        """Best set of all runs on fresh seeds; a maximum over many sets is still slightly optimistic."""
        name, measure = each.experiment.name, each.experiment.measure(self.settings)
        measured_sets = [
            (kingdom, self.fitness(each.experiment, self.again(name, kingdom, measure)))
            for kingdom in dict.fromkeys(each.kingdoms)
            if kingdom
        ]
        return max(measured_sets, key=lambda pair: pair[1].value) if measured_sets else None

    def names(self, kingdom: Kingdom) -> str:
        return ", ".join(self.pool.write(kingdom))

    @cached_property
    def attacks(self) -> set[int]:
        """Numbers of the Attack cards."""
        cards = {card.name: card for card in self.pool.layout().drawn.labels.cards}
        return {k for k, name in enumerate(self.pool.names) if "Attack" in cards[name].facts.types}

    def _kept(self, name: str, kingdom: list[int], measure: str) -> Estimate:
        stored = self._read[name] if name in self._read else self._read.setdefault(name, self.desk.kept(name))
        at, measured = stored["sets"].index(kingdom), stored["measures"][measure]
        return estimate(measure, float(measured["values"][at]), float(measured["errors"][at]), stored["games"])


def vdom_sets() -> list[dict[str, Any]]:
    """Results of the printed sets on the original engine; numbers as floats, the kingdom as text."""
    text = Path(__file__).with_name("vdom_sets.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    return [{key: value if key == "kingdom" else float(value) for key, value in row.items()} for row in rows]
