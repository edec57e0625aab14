"""What the evolutions and the games say, by experiment and form; claims and tables are made from it."""

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

SETTLED = 0.95  # of its growth: a run that has this much of it has converged


class Meeting:
    """Two players on random card sets, one from each seat on every set."""

    def __init__(self, kept: dict[str, Any]) -> None:
        self.wins, self.draws = kept["wins"].astype(float), kept["draws"].astype(float)
        self.points, self.games = kept["points"], 2 * len(kept["draws"])

    def won(self, player: int) -> Estimate:
        """Games won, draws counting for both: the numbers of Table II, as a share."""
        return share((self.wins[:, player] + self.draws) / 2)

    def share(self, player: int) -> Estimate:
        """Games won, a draw counting half."""
        return share(self.shares(player))

    def shares(self, player: int) -> np.ndarray:
        """The same for each card set."""
        found: np.ndarray = (self.wins[:, player] + self.draws / 2) / 2
        return found


class Evolutions:
    """All runs of one experiment in one form."""

    def __init__(self, each: Experiment, form: str, notes: list[list[dict[str, Any]]]) -> None:
        self.experiment, self.form, self.notes = each, form, notes

    @property
    def first(self) -> list[float]:
        """The maximum of the first generation, by run."""
        return [notes[0]["best"] for notes in self.notes]

    @property
    def last(self) -> list[float]:
        return [notes[-1]["best"] for notes in self.notes]

    @property
    def kingdoms(self) -> list[Kingdom]:
        """What each run ended with; none for a run that never had a card set without doubles."""
        return [tuple(notes[-1]["cards"]) for notes in self.notes]

    def curve(self, key: str) -> list[Estimate]:
        """`best` or `mean` by generation, over runs."""
        return [mean_of_runs([notes[g][key] for notes in self.notes]) for g in range(len(self.notes[0]))]

    def settled(self) -> list[int]:
        """By run that grew: the generation by which the maximum had nearly all of its growth."""
        found = []
        for notes in self.notes:
            best = np.maximum.accumulate([note["best"] for note in notes])
            if best[-1] > best[0]:
                found.append(1 + int(np.argmax(best >= best[0] + SETTLED * (best[-1] - best[0]))))
        return found

    def first_maxima(self, measure: str) -> list[float]:
        """The best fitness of the first generation by either formula, by run."""
        return [notes[0]["maxima"][measure] for notes in self.notes]


class Findings:
    """All that was found in one run of the study."""

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
        """The runs of an experiment that stand beside the paper's."""
        return self.evolutions.get((name, self.settings.main_form))

    def of_kind(self, kind: str, form: str | None = None) -> list[Evolutions]:
        """The experiments of an objective that were run."""
        form = form or self.settings.main_form
        return [each for (_, other), each in self.evolutions.items() if each.experiment.kind == kind and other == form]

    def meeting(self, one: str, other: str) -> Meeting:
        return Meeting(self.desk.kept(meeting_name(one, other)))

    def again(self, name: str, kingdom: Kingdom, measure: str) -> Estimate:
        """A set that was found, on fresh seeds."""
        return self._kept(f"again/{name}", list(kingdom), measure)

    def printed(self, name: str, measure: str) -> Estimate:
        """The set that the paper printed for an experiment, played by its players."""
        return self._kept(f"printed/{name}", list(self.printed_set(name)), measure)

    def printed_by_vdom(self, name: str, measure: str) -> Estimate:
        """The same played by Earl and Drew, which is known from the original engine."""
        return self._kept("printed/by earl and drew", list(self.printed_set(name)), measure)

    def printed_set(self, name: str) -> Kingdom:
        return self.pool.read(published().experiments[name].cards)

    def fitness(self, each: Experiment, found: Estimate) -> Estimate:
        """What evolution makes of a measure: 1 - f_s where it minimises."""
        if each.kind != "min":
            return found
        return Estimate(1 - found.value, 1 - found.high, 1 - found.low, found.count)

    def best(self, each: Evolutions) -> tuple[Kingdom, Estimate] | None:
        """The best set of all runs, as measured on fresh seeds; among many this still favours luck a little."""
        name, measure = each.experiment.name, each.experiment.measure(self.settings)
        found = [
            (kingdom, self.fitness(each.experiment, self.again(name, kingdom, measure)))
            for kingdom in dict.fromkeys(each.kingdoms)
            if kingdom
        ]
        return max(found, key=lambda pair: pair[1].value) if found else None

    def names(self, kingdom: Kingdom) -> str:
        return ", ".join(self.pool.write(kingdom))

    @cached_property
    def attacks(self) -> set[int]:
        """The cards that are Attacks."""
        cards = {card.name: card for card in self.pool.layout().drawn.labels.cards}
        return {k for k, name in enumerate(self.pool.names) if "Attack" in cards[name].facts.types}

    def _kept(self, name: str, kingdom: list[int], measure: str) -> Estimate:
        kept = self._read[name] if name in self._read else self._read.setdefault(name, self.desk.kept(name))
        at, found = kept["sets"].index(kingdom), kept["measures"][measure]
        return estimate(measure, float(found["values"][at]), float(found["errors"][at]), kept["games"])


def vdom_sets() -> list[dict[str, Any]]:
    """The printed sets on the original engine; numbers as numbers, the kingdom as it is written."""
    text = Path(__file__).with_name("vdom_sets.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    return [{key: value if key == "kingdom" else float(value) for key, value in row.items()} for row in rows]
