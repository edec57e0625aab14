"""Plays the fights of a kept run of delve-trees again from its kept trees, and judges its claims again.

    python -m tools.replay_delve_trees WORK                 # six minutes on one core; a stopped replay goes on in WORK
    python -m tools.replay_delve_trees WORK --crossover     # half an hour: also the searches with other crossovers

The stored results of the run are lost. But the kept table `trees` has every tree as text, and the seed of the run
decides the rest: fights, ratings by deck, and random trees. WORK gets the stored results as a run would have them. Not
made again are the searches of the kept trees, whose histories no claim needs, the trees of the part dial, for which
values with the kept mean and interval stand, and the maps, about which nothing is claimed. Without --crossover, claims
about crossover keep their numbers, which are of the weighted total and so not testable. The replay is refused if its
numbers are not those of the kept tables.

Written are the tables of claims and of what they are about, and in `report.html` the answer and the sections with these
tables; everything else stays as it was.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ludus.backends import Threads
from ludus.design.delve.playtest.bot_fights import deck_set
from ludus.design.delve.variation.mutable_tree import MutableNode, to_tree
from ludus.games.delve.constants import TARGETS
from ludus.games.delve.skill_tree import SkillTree
from ludus.lab import Report, RunContext, Section, Table
from ludus.lab.config import read_config
from ludus.lab.event_log import EventLog
from ludus.report.report_html import report_body
from ludus.stats import Estimate
from ludus.studies import delve_trees
from ludus.studies.claims import Claim
from ludus.studies.delve_trees.claims import (
    CLAIMS_FAMILY,
    TOTAL_SET,
    compare_with_random,
    judge_claims,
    list_claims,
    run_tests,
)
from ludus.studies.delve_trees.config import HAND_MADE, DelveTreesConfig, Part
from ludus.studies.delve_trees.experiment import run_experiment
from ludus.studies.delve_trees.figures import GROWTH_TITLE
from ludus.studies.delve_trees.report import (
    CROSSOVER_TITLE,
    METHODS_TITLE,
    TITLE,
    claims_section,
    crossover_section,
    held_out_section,
    hypotheses_section,
    lead,
    methods_parts,
    validation_section,
)
from ludus.studies.delve_trees.results import HELD_OUT, TOTAL, DelveTreesResults
from ludus.studies.delve_trees.tables import agreement_table, shapes_table, trees_table
from ludus.studies.delve_trees.tree_maker import TreeMaker
from tools.judge_kept_reports import FIRST_TABLE, SECTION, judged_page
from tools.kept_estimates import Row, kept_estimate, kept_rows, values_of_interval
from tools.provenance import BENCHMARKS

FOLDER = BENCHMARKS / "delve-trees"
RUN = "runs/delve-trees"  # in commands of the page
REPLAYED: tuple[Part, ...] = ("held-out", "validation", "agreement")
CROSSOVER: Part = "crossover"
TREE_TEXT = re.compile(r"\+(\d+) ([a-z]+(?: [a-z]+)?)|([(),])")
KEYS = ("method", "kind", "run", "trees", "bot", "decks", "rating", "crossover", "what", "unit")  # that name a row
JUDGED = ("claims", "claim_groups", "claim_units", "hypotheses")  # tables of verdicts
# Of searches that are not made again.
SEARCH_COLUMNS = {"methods": ("rated",), "crossover": ("made", "selected", "others_selected", "alive", "best")}
NO_HISTORY: dict[str, Any] = {"made": {}, "kept": {}, "crossed": np.array([np.nan]), "best_crossed": False}
UNCHECKED = {"held_out": ("verdict", "needed"), "crossover": ("gain", "gain_low", "gain_high")}
NOTE = (
    "Fights and ratings by deck were made again from the kept trees and the seed, with the same numbers, and the "
    "claims were judged by the present judge. Values with the kept mean and interval stand for win ratios of the dial "
    "by deck, whose skewness is not known."
)
CROSSOVER_NOTE = "The claims about crossover have the numbers of the run, which are of the weighted total."


def read_tree_text(text: str) -> SkillTree:
    """Return the tree that `TreeSpace.describe` describes.

    Raises:
        ValueError: the text is no such description.
    """
    root = node = MutableNode()
    above: list[MutableNode] = [root]
    for value, target, sign in TREE_TEXT.findall(text):
        if value:
            node = above[-1].add(MutableNode(TARGETS.index(target), int(value)))
        elif sign == "(":
            above.append(node)
        elif sign == ")":
            above.pop()
    return to_tree(root)


def replay(folder: Path, work: Path, parts: tuple[Part, ...] = REPLAYED) -> RunContext:
    """Make parts of the run again from its kept trees; what WORK has already stays.

    Returns:
        The stored results.

    Raises:
        ValueError: a kept tree has other ratings here.
    """
    settings, backend = read_config(delve_trees.study, folder / "config.toml"), Threads(1)
    work.mkdir(parents=True, exist_ok=True)
    with closing(EventLog(work)) as log:
        context = RunContext(work, backend, log)
        store_trees(settings, folder, context)
        run_experiment(_only(settings, parts), context)
    return RunContext(work, backend)


def store_trees(settings: DelveTreesConfig, folder: Path, context: RunContext) -> None:
    """Store the kept trees with their measures, as a run does; without the histories of their searches."""
    maker = TreeMaker(settings, context.backend)
    for row in kept_rows(folder / "tables" / "trees.csv"):
        kind, number = row["kind"], int(row["run"])

        def record(kind: str = kind, text: str = row["tree"]) -> dict[str, Any]:
            if kind == HAND_MADE:
                return maker.hand_made_tree()
            tree = read_tree_text(text)
            if maker.space.describe(tree) != text:
                raise ValueError(f"no description of a tree: {text!r}")
            return maker.tree_record(tree)

        context.cached(f"trees/{kind}/{number:03}", record)


def judge(folder: Path, context: RunContext, parts: tuple[Part, ...] = REPLAYED) -> tuple[Report, Table]:
    """Judge replayed parts of a run; return the sections of the report that follow from them, and the table `shapes`.

    Raises:
        ValueError: they have other numbers than the kept tables.
    """
    settings = read_config(delve_trees.study, folder / "config.toml")
    read = DelveTreesResults.read(_only(settings, parts), context)
    known = {field.name: getattr(read, field.name) for field in fields(DelveTreesResults)}
    known["trees"] = {kind: [NO_HISTORY | run for run in runs] for kind, runs in read.trees.items()}
    kept = {float(row["target"]): row for row in _rows(folder, "dial")} if "dial" in settings.parts else {}
    targets: dict[float, Any] = {target: [] for target in kept}
    results = KeptResults(**known | {"settings": settings, "dial": targets}, kept_dial=kept)
    tests, compared = run_tests(results), compare_with_random(results)
    claims = [*list_claims(replace(results, dial={})), *map(without_units, list_claims(results.dial_alone))]
    if not results.crossed:
        claims += kept_crossover_claims(folder)
    claims = judge_claims(claims)
    sections = [
        Section(METHODS_TITLE, methods_parts(results)),
        *([crossover_section(results)] if results.crossed else []),
        validation_section(results),
        hypotheses_section(tests),
        claims_section(claims, [test.claim for test in tests], list(compared.values())),
        held_out_section(results, compared),
    ]
    report = Report(TITLE, [lead(results, claims, tests)], [_with_kept_searches(each, folder) for each in sections])
    shapes = shapes_table(results)
    more = [trees_table(results, TreeMaker(settings, context.backend)), agreement_table(results), shapes]
    if wrong := [text for table in (*report.tables(), *more) for text in differences(table, folder)]:
        raise ValueError("; ".join(wrong))
    rows = (folder / "rows" / "table_9.csv").read_text(encoding="utf-8")
    if results.rows != rows:
        raise ValueError("rows/table_9.csv: other fights")
    return report, shapes


@dataclass(frozen=True)
class KeptResults(DelveTreesResults):
    """Replayed results, and stand-ins for win rates of the part dial by deck: they have the kept mean and interval."""

    kept_dial: dict[float, Row] = field(default_factory=dict)

    def dial_wins(self, target: float) -> np.ndarray:
        return self._stand_in(target, "wins")

    def dial_distance(self, target: float) -> np.ndarray:
        return self._stand_in(target, "off")

    @property
    def dial_alone(self) -> KeptResults:
        """The same without anything else."""
        return replace(self, trees={}, crossed={}, held_out={}, fights={}, choices={}, agreement={})

    def _stand_in(self, target: float, column: str) -> np.ndarray:
        """Values by deck, of all trees together."""
        decks = len(deck_set(HELD_OUT))  # type: ignore[arg-type]
        kept = kept_estimate(self.kept_dial[target], column, decks)
        half = max(kept.high - kept.value, kept.value - kept.low)  # one side may end at a bound
        whole = replace(kept, low=kept.value - half, high=kept.value + half)
        return np.array([values_of_interval(whole)])


def without_units(claim: Claim) -> Claim:
    """Return a claim about stand-ins, whose units are not known."""
    assert isinstance(claim.measured, Estimate)
    return replace(claim, measured=replace(claim.measured, skewness=None, unit_values=()))


def kept_crossover_claims(folder: Path) -> list[Claim]:
    """The kept claims about crossover with their numbers, which are of the weighted total: not testable."""
    claims = []
    for row in _rows(folder, "claims"):
        if row["family"] == CLAIMS_FAMILY and "crossover" in row["claim"]:
            source, _, rest = row["because"].partition(": ")
            number = kept_estimate(row, "measured", int(row["size"]))
            published, unit = rest.partition(". Here: ")[0], f"of the {TOTAL} more"
            claims.append(
                Claim(row["claim"], source, published, number, unit, sample_unit="deck", not_testable=TOTAL_SET)
            )
    return claims


def differences(table: Table, folder: Path) -> list[str]:
    """Say where a table has other numbers than the kept one, in the columns that both have, to the printed digits.

    Verdicts and what they need may differ, and an interval of equal values, which an earlier report wrote as one
    without width.
    """
    file = folder / "tables" / f"{table.name}.csv"
    if table.name in JUDGED or not file.is_file():
        return []
    names = [name for column in table.columns for name in column.file_columns]
    keys = [name for name in KEYS if name in names]
    made = {tuple(row[key] for key in keys): row for row in _records(table, names)}
    wrong = []
    for row in kept_rows(file):
        place = tuple(row[key] for key in keys)
        if place not in made:
            wrong.append(f"{table.name}: no row {', '.join(place)}")
            continue
        for name in (name for name in names if name in row and name not in UNCHECKED.get(table.name, ())):
            if made[place][name] != row[name] and not _is_without_width(row, name, made[place][name]):
                wrong.append(f"{table.name}, {', '.join(place)}: {name} is {made[place][name]}, kept is {row[name]}")
    return wrong


def write(folder: Path, report: Report, shapes: Table) -> None:
    """Write the tables and the page of judged results."""
    for table in (*report.tables(), shapes):
        (folder / "tables" / f"{table.name}.csv").write_bytes(table.csv())
    file = folder / "report.html"
    page = file.read_text(encoding="utf-8")
    methods, *sections = (part for part in report.parts if isinstance(part, Section))
    crossed = any(section.title == CROSSOVER_TITLE for section in sections)
    note = NOTE if crossed else f"{NOTE} {CROSSOVER_NOTE}"
    page = judged_page(page, replace(report, parts=sections), note, RUN)
    file.write_text(_with_table(_with_first_parts(page, methods), shapes), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.replay_delve_trees", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("work", type=Path, help="folder for stored results")
    parser.add_argument("--crossover", action="store_true", help="also make the searches with other crossovers again")
    chosen = parser.parse_args(arguments)
    parts = (*REPLAYED, CROSSOVER) if chosen.crossover else REPLAYED
    report, shapes = judge(FOLDER, replay(FOLDER, chosen.work, parts), parts)
    write(FOLDER, report, shapes)
    print(report.answer_text)
    return 0


def _only(settings: DelveTreesConfig, parts: Sequence[Part]) -> DelveTreesConfig:
    """The configuration with these of its parts alone."""
    return msgspec.structs.replace(settings, parts=tuple(part for part in parts if part in settings.parts))


def _with_kept_searches(section: Section, folder: Path) -> Section:
    """The section, with numbers of the searches whose histories are not made again."""
    parts = [_with_kept_cells(part, folder) if isinstance(part, Table) else part for part in section.parts]
    return replace(section, parts=parts)


def _with_kept_cells(table: Table, folder: Path) -> Table:
    names = [column.name for column in table.columns]
    wanted = [name for name in SEARCH_COLUMNS.get(table.name, ()) if name in names]
    rows = [list(row) for row in table.rows]
    for row, kept in zip(rows, _rows(folder, table.name) if wanted else (), strict=False):
        for name in wanted:
            row[names.index(name)] = float(kept[name]) if kept[name] else None
    return replace(table, rows=rows)


def _with_first_parts(page: str, section: Section) -> str:
    """The page with the first parts of a section in place of its own; the parts from the figure of searches on stay."""
    body = "\n".join(report_body(Report(TITLE, [""], [section]), RUN))
    start, growth = body.index(SECTION.format(section.title)), page.index(f"<figcaption>{GROWTH_TITLE}")
    first = body[start : body.index("</section>", start)]
    return page[: page.index(SECTION.format(section.title))] + first + page[page.rindex("<figure>", 0, growth) :]


def _with_table(page: str, table: Table) -> str:
    """The page with a table in place of the one of the same name."""
    body = "\n".join(report_body(Report(TITLE, [""], [Section(table.name, [table])]), RUN))
    before, _, after = _around_table(page, table.name)
    return before + _around_table(body, table.name)[1] + after


def _around_table(page: str, name: str) -> tuple[str, str, str]:
    """What is before a table, the table, and what is after it."""
    link = page.index(f'<a href="tables/{name}.csv">')
    start, end = page.rindex(FIRST_TABLE, 0, link), page.index("</div>", link)
    return page[:start], page[start:end], page[end:]


def _records(table: Table, names: list[str]) -> list[dict[str, str]]:
    return [{name: cell or "" for name, cell in zip(names, row, strict=True)} for row in table.csv_rows()]


def _is_without_width(kept: Row, name: str, made: str) -> bool:
    """Whether a bound of a kept interval of equal values is now left out."""
    number = re.sub("_(low|high)$", "", name)
    return number != name and made == "" and kept[f"{number}_low"] == kept[f"{number}_high"]


def _rows(folder: Path, table: str) -> list[Row]:
    return kept_rows(folder / "tables" / f"{table}.csv")


if __name__ == "__main__":
    sys.exit(main())
