"""Judges the kept tables of dominion-cards again, by the present judge and without new evolutions.

    python -m tools.judge_kept_card_sets                     # writes into benchmarks/dominion-cards

The stored generations of these runs are lost; their tables are kept. `all-sets.csv` has the last set of every run, with
its games on fresh seeds, and `growth.csv` means and standard deviations over runs. Means over runs are judged by
Student's t, which needs nothing else, so first generations are stood for by values with the kept mean and standard
deviation. The first generations' best sets were not kept, so growth on fresh seeds is not testable with these tables.
The players of Table II play again, with the bots of today. Written are the tables of claims, printed numbers, players
and cards, and the report; its curves of growth are those of the earlier report.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ludus.backends import Threads
from ludus.core.random import derive
from ludus.design.dominion.batch_play import play_kingdoms
from ludus.design.dominion.kingdom_numbering import VDOM_RULES, Kingdom, KingdomPool
from ludus.lab import Column, Figure, Report, Section, Table
from ludus.lab.config import read_config
from ludus.report.html import html_page
from ludus.report.report_html import REPORT_STYLE, report_body
from ludus.stats import Estimate
from ludus.studies import dominion_card_evolution
from ludus.studies.claims import Claim, claims_sentence, verdict_part
from ludus.studies.dominion_card_evolution.claims import growth_statement, growth_text, make_claims
from ludus.studies.dominion_card_evolution.config import ALL_EXPERIMENTS, DominionCardsConfig, find_experiment
from ludus.studies.dominion_card_evolution.experiment import MATCHUPS_LABEL, random_card_sets
from ludus.studies.dominion_card_evolution.report import (
    all_sets_table,
    best_sets_table,
    cards_table,
    claims_table,
    claims_text,
    engine_claim,
    losses_section,
    numbers_sentence,
    numbers_table,
    players_table,
    printed_sets_table,
)
from ludus.studies.dominion_card_evolution.results import (
    CardSetMatchup,
    CardSetResults,
    ExperimentRuns,
    compare_numbers,
)
from tools.kept_estimates import Row, kept_estimate, kept_rows, stand_in_values, values_of_interval, without_skewness
from tools.provenance import BENCHMARKS

KEPT = BENCHMARKS / "dominion-cards"
EARLIER_COMMIT = "06105d99"
NO_FIRST_SETS = "these tables have no games of the first generations' best sets on fresh seeds"
NOT_PLAYED = "nothing was played"
WRITTEN = ("claims", "statements", "numbers", "players", "losses", "cards")
FORMULA = re.compile(r"([\d.]+) \[([\d.]+), ([\d.]+)\] by the formula, ([\d.]+) \[([\d.]+), ([\d.]+)\]")
FIGURE = re.compile(
    r"<figure><div class=\"scroll\">(<svg.*?</svg>)</div><figcaption>(.*?)</figcaption></figure>", re.DOTALL
)


class KeptRuns(ExperimentRuns):
    """Runs of which only the last generation is kept run by run; of the others, means over runs.

    Args:
        experiment: The experiment.
        sets: Its rows of all-sets.csv.
        growth: Its row of growth.csv.
        first_maxima: Best fitness of the first generation by formula, as far as kept.
        generations: Generations of a run.
    """

    def __init__(
        self, experiment: Any, sets: list[Row], growth: Row, first_maxima: dict[str, Estimate], generations: int
    ) -> None:
        pool, count = KingdomPool("first"), len(sets)
        firsts = stand_in_values(float(growth["first"]), float(growth["first_sd"]), count)
        notes = []
        for first, row in zip(firsts, sets, strict=True):
            last = {"best": float(row["seen"]), "cards": list(pool.read(row["kingdom"]))}
            notes.append([{"best": first, "cards": []}, *[last] * (generations - 1)])
        super().__init__(experiment, growth["form"], notes)
        self._growth, self._first_maxima = growth, first_maxima

    def convergence_generations(self) -> list[int]:
        mean, low, high = (float(self._growth[name]) for name in ("settled", "settled_low", "settled_high"))
        values = values_of_interval(Estimate(mean, low, high, len(self.notes)))
        return values  # type: ignore[return-value]  # their mean counts, so they need not be whole

    def first_generation_maxima(self, measure: str) -> list[float]:
        return values_of_interval(self._first_maxima[measure])


class KeptResults(CardSetResults):
    """Results of the study as far as its kept tables have them, and new games for Table II."""

    def __init__(self, settings: DominionCardsConfig, folder: Path) -> None:
        self.settings, self.pool, self.folder = settings, KingdomPool("first"), folder
        self._matchups: dict[tuple[str, str], CardSetMatchup] = {}
        self.evolutions = {}
        for row in self._rows("growth"):
            name, form = row["experiment"], row["form"]
            sets = [line for line in self._rows("all-sets") if (line["experiment"], line["form"]) == (name, form)]
            assert len(sets) == int(row["runs"])
            maxima = self._formula_maxima.get(name, {}) if form == settings.main_form else {}
            experiment = find_experiment(settings, name)
            self.evolutions[name, form] = KeptRuns(experiment, sets, row, maxima, settings.generations)

    def matchup(self, one: str, other: str) -> CardSetMatchup:
        if (one, other) not in self._matchups:
            seed = derive(self.settings.seed, MATCHUPS_LABEL, one, other)
            kingdoms = random_card_sets(self.settings, self.pool)
            rows = play_kingdoms(self.pool, kingdoms, [one, other], 2, seed, Threads(), _no_progress, VDOM_RULES)
            points = rows["points"].sum(axis=0)
            self._matchups[one, other] = CardSetMatchup(
                {"wins": rows["wins"].astype(np.uint8), "draws": rows["draws"].astype(np.uint8), "points": points}
            )
        return self._matchups[one, other]

    def fresh_growth(self, runs: ExperimentRuns) -> Estimate | None:
        """None: the best sets of first generations are not kept."""
        return None

    def remeasured(self, name: str, kingdom: Kingdom, measure: str) -> Estimate:
        place = find_experiment(self.settings, name).measures.index(measure)
        column = ("first_measure", "second_measure", "third_measure")[place]
        games = self.settings.games if name.startswith("lead") else self.settings.again_games
        return kept_estimate(self._sets[name, kingdom], column, games)

    def printed_measured(self, name: str, measure: str) -> Estimate:
        row = next(row for row in self._rows("numbers") if row["table"] == "III" and row["row"] == name)
        games = self.settings.games if name.startswith("lead") else self.settings.again_games
        return self.fitness(find_experiment(self.settings, name), kept_estimate(row, "here", games))

    def printed_by_reference_bots(self, name: str, measure: str) -> Estimate:
        rows = self._rows("printed-sets")
        row = next(row for row in rows if (row["experiment"], row["measure"]) == (name, measure))
        return kept_estimate(row, "here", self.settings.again_games)

    @cached_property
    def _sets(self) -> dict[tuple[str, Kingdom], Row]:
        return {(row["experiment"], self.pool.read(row["kingdom"])): row for row in self._rows("all-sets")}

    @cached_property
    def _formula_maxima(self) -> dict[str, dict[str, Estimate]]:
        """First generations by both formulas, from the texts of the claims, by experiment."""
        maxima = {}
        for row in self._rows("statements"):
            if found := FORMULA.search(row["here"]):
                numbers = [float(text) for text in found.groups()]
                name, count = row["statement"].partition(":")[0], self.settings.repetitions
                maxima[name] = {
                    "skill": Estimate(numbers[0], numbers[1], numbers[2], count),
                    "skill-computed": Estimate(numbers[3], numbers[4], numbers[5], count),
                }
        return maxima

    def _rows(self, table: str) -> list[Row]:
        return kept_rows(self.folder / "tables" / f"{table}.csv")


def growth_claims() -> Iterator[Claim]:
    """The claims of growth, which these tables cannot test."""
    for name in ALL_EXPERIMENTS:
        statement, theirs = growth_statement(name), growth_text(name)
        yield Claim(statement, "table I", theirs, NOT_PLAYED, sample_unit="run", not_testable=NO_FIRST_SETS)
    yield Claim(
        "there is significant fitness growth in all experiments",
        "table I, caption (section V C says otherwise of f)",
        "all nine",
        NOT_PLAYED,
        sample_unit="run",
        not_testable=NO_FIRST_SETS,
    )


def judged_report(settings: DominionCardsConfig, folder: Path) -> Report:
    """The report by the present judge, from the kept tables."""
    results = KeptResults(settings, folder)
    claims = without_skewness(make_claims(results, [*growth_claims(), engine_claim(results)]))
    numbers = compare_numbers(results)
    note = (
        f"Evolutions and their games are of commit {EARLIER_COMMIT}, before a mend of the bots; they are judged again "
        "here from their kept tables. Only the games of the players on random card sets are of today."
    )
    return Report(
        "Evolving card sets for Dominion: kept tables, judged again",
        [f"{claims_sentence(claims)}. {numbers_sentence(numbers)}"],
        [
            Section(
                "The claims", [note, claims_text(settings, claims), *map(verdict_part, claims), claims_table(claims)]
            ),
            Section("Every number", [numbers_table(numbers)]),
            Section("The players", [players_table(results)]),
            losses_section(results),
            Section("Growth", [_kept_growth(folder), *earlier_figures(folder)]),
            Section(
                "The sets that were found", [best_sets_table(results), cards_table(results), all_sets_table(results)]
            ),
            Section("The sets that were printed", [printed_sets_table(results)]),
        ],
    )


def earlier_figures(folder: Path) -> list[Figure]:
    """The curves of growth of the kept report."""
    found = FIGURE.findall((folder / "report.html").read_text(encoding="utf-8"))
    if len(found) != len(ALL_EXPERIMENTS):
        raise ValueError(f"{folder / 'report.html'} has {len(found)} figures, not {len(ALL_EXPERIMENTS)}")
    return [Figure(f"growth-{name}", svg, caption) for name, (svg, caption) in zip(ALL_EXPERIMENTS, found, strict=True)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.judge_kept_card_sets", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--folder", type=Path, default=KEPT, help="folder with config.toml, report.html and tables/")
    folder: Path = parser.parse_args(arguments).folder
    settings = read_config(dominion_card_evolution.study, folder / "config.toml")
    report = judged_report(settings, folder)
    for table in report.tables():
        if table.name in WRITTEN:
            (folder / "tables" / f"{table.name}.csv").write_bytes(table.csv())
    page = html_page(report.title, report_body(report, str(folder)), REPORT_STYLE)
    (folder / "report.html").write_text(page, encoding="utf-8")
    print(report.answer_text)
    return 0


def _kept_growth(folder: Path) -> Table:
    """The kept table of growth, as it is."""
    rows = []
    for row in kept_rows(folder / "tables" / "growth.csv"):
        count = int(row["runs"])
        estimates = [kept_estimate(row, name, count) for name in ("first", "last", "settled")]
        numbers = [float(row[name]) for name in ("first_sd", "last_sd", "p", "valid")]
        rows.append([row["experiment"], row["form"], count, *estimates, *numbers])
    columns = [
        Column.text("experiment"),
        Column.text("form"),
        Column.integer("runs"),
        Column.estimate("first", "⟨first⟩", shown_digits=4),
        Column.estimate("last", "⟨last⟩", shown_digits=4),
        Column.estimate("settled", "generation with 95 % of the growth", shown_digits=1),
        Column.number("first_sd", "σ first", shown_digits=4),
        Column.number("last_sd", "σ last", shown_digits=4),
        Column.number("p", shown_digits=4),
        Column.number("valid", "first generation without doubles", percent=True, shown_digits=0),
    ]
    caption = (
        "Table I by the scores of evolution, which can only grow in the paper's form: they say nothing about growth."
    )
    return Table("growth", columns, rows, caption)


def _no_progress(*_: Any, **__: Any) -> None:
    """Progress is not shown."""


if __name__ == "__main__":
    sys.exit(main())
