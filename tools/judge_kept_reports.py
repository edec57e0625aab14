"""Judges kept reports again, by the present judge, because their stored results are lost.

    python -m tools.judge_kept_reports                       # writes into all these folders of benchmarks/
    python -m tools.judge_kept_reports dominion-networks     # only this one

The kept tables of these studies have every number that their claims are about. Claims, answers and texts are made by
the studies themselves. Differences of means over evolutions need the evolutions one by one. Those of `locm-beyond` are
not kept: values with the kept mean and interval stand for them. Student's t needs nothing else, and their skewness is
not known. Those of `locm-representation` are in its tables, or follow from games of its kept agents, which are played
again; all estimates and 95 % intervals must be the kept ones, else nothing is written.

Written are `claims.csv`, and in `report.html` the answer and the claims; everything else in it stays as it was. Of
`platformer-dial` the table of levels and the whole report are written: that table has all that the report needs, and
tells the variances from which intervals of deaths per player are made.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any

from ludus.design.platformer.difficulty_search import HELD_OUT_PLAYERS
from ludus.lab import Report, Section, Table
from ludus.lab.config import read_config
from ludus.report.report_html import report_body
from ludus.stats import Estimate
from ludus.stats.intervals import mean_count_of_variance
from ludus.studies import (
    dominion_champion_training,
    dominion_networks,
    locm_champion_training,
    locm_evolution_variants,
    platformer_dial,
    tribute_champion_training,
    tribute_weights,
)
from ludus.studies.claims import verdict_part
from ludus.studies.dominion_all_kingdoms.card_effects import Z_95
from ludus.studies.dominion_champion_training.report import RIVALS_TITLE as CHAMPION_RIVALS
from ludus.studies.dominion_champion_training.report import TITLE as CHAMPION_TITLE
from ludus.studies.dominion_champion_training.report import answer as champion_answer
from ludus.studies.dominion_champion_training.report import goal_verdict
from ludus.studies.dominion_networks.report import RIVALS_TITLE as NETWORKS_RIVALS
from ludus.studies.dominion_networks.report import TITLE as NETWORKS_TITLE
from ludus.studies.dominion_networks.report import RivalPayoffs
from ludus.studies.dominion_networks.report import answer as networks_answer
from ludus.studies.dominion_networks.report import make_claims as networks_claims
from ludus.studies.locm_champion_training.report import GOAL_RIVAL, goal_claim
from ludus.studies.locm_champion_training.report import RIVALS_TITLE as LOCM_RIVALS
from ludus.studies.locm_champion_training.report import TITLE as LOCM_TITLE
from ludus.studies.locm_champion_training.report import answer as locm_answer
from ludus.studies.locm_evolution_variants.report import TITLE as VARIANTS_TITLE
from ludus.studies.locm_evolution_variants.report import answer as variants_answer
from ludus.studies.locm_evolution_variants.report import claims_section as variants_claims_section
from ludus.studies.locm_evolution_variants.report import make_claims as variants_claims
from ludus.studies.locm_representation.claims import make_claims as representation_claims
from ludus.studies.locm_representation.report import TITLE as REPRESENTATION_TITLE
from ludus.studies.locm_representation.report import answer as representation_answer
from ludus.studies.locm_representation.report import claims_section as representation_claims_section
from ludus.studies.platformer_dial.experiment import result_name
from ludus.studies.tribute_champion_training.report import RIVALS_TITLE as COURTIER_RIVALS
from ludus.studies.tribute_champion_training.report import TITLE as COURTIER_TITLE
from ludus.studies.tribute_champion_training.report import answer as courtier_answer
from ludus.studies.tribute_champion_training.report import goal_verdict as courtier_verdict
from ludus.studies.tribute_weights.report import FRESH_TITLE
from ludus.studies.tribute_weights.report import TITLE as WEIGHTS_TITLE
from ludus.studies.tribute_weights.report import answer as weights_answer
from ludus.studies.tribute_weights.report import make_claims as weights_claims
from tools.kept_estimates import (
    Row,
    check_kept_numbers,
    kept_estimate,
    kept_rows,
    values_of_interval,
    without_skewness,
)
from tools.kept_locm_representation import kept_evidence
from tools.provenance import BENCHMARKS, read_records

NOTE_CLASS = "warning"
ANSWER = re.compile(
    rf'<p class="answer">.*?</p>(\n<p class="lead">.*?</p>)?(\n<p class="{NOTE_CLASS}">.*?</p>)?', re.DOTALL
)
SECTION = "<section><h2>{}</h2>"
FIRST_TABLE = '<div class="data">'
ROUNDING = 2e-6  # of numbers in kept tables, twice


@dataclass(frozen=True)
class KeptStudy:
    """A study whose report is judged again: how, and what a reader has to know besides."""

    judge: Callable[[Path], Report]
    remark: str = ""
    tables: tuple[str, ...] = ("claims",)  # that are written; others would differ only by rounding
    source: str = "the kept tables, without playing"


def judge_variants(folder: Path) -> Report:
    """The claims of locm-beyond: evolutions of other methods against those of the thesis's own."""
    settings = read_config(locm_evolution_variants.study, folder / "config.toml")
    means = {
        row["method"]: values_of_interval(kept_estimate(row, "share", int(row["evolutions"])))
        for row in kept_rows(tables_folder(folder) / "methods.csv")
    }
    claims = without_skewness(variants_claims(settings, means))
    return Report(VARIANTS_TITLE, [variants_answer(means, claims)], [variants_claims_section(claims)])


def judge_representation(folder: Path) -> Report:
    """The claims of locm-representation: kinds of agents and opponents in training.

    Raises:
        ValueError: The kept results do not give the kept estimates and intervals.
    """
    evidence = kept_evidence(folder)
    claims = representation_claims(evidence)
    check_kept_numbers(claims, kept_rows(tables_folder(folder) / "claims.csv"))
    answer = representation_answer(claims, evidence.tournament)
    return Report(REPRESENTATION_TITLE, [answer], [representation_claims_section(claims)])


def judge_networks(folder: Path) -> Report:
    """The claims of dominion-networks: the player against Drew and Earl."""
    settings = read_config(dominion_networks.study, folder / "config.toml")
    payoffs = {}
    for row in kept_rows(tables_folder(folder) / "rivals.csv"):
        games = int(row["games"])
        share, wins, rival_wins = (_kept_proportion(row, name, games // 2) for name in ("share", "wins", "rival_wins"))
        payoffs[row["edition"], row["rival"]] = RivalPayoffs(games, share, wins, rival_wins)
    section = Section(NETWORKS_RIVALS, list(map(verdict_part, networks_claims(settings, payoffs))))
    return Report(NETWORKS_TITLE, [networks_answer(settings, payoffs)], [section])


def judge_champion(folder: Path) -> Report:
    """The claim of dominion-champion: it reaches its goal against every rival."""
    settings = read_config(dominion_champion_training.study, folder / "config.toml")
    payoffs = _kept_payoffs(tables_folder(folder) / "rivals.csv", edition="first")
    section = Section(CHAMPION_RIVALS, [goal_verdict(settings, payoffs)])
    return Report(CHAMPION_TITLE, [champion_answer(payoffs)], [section])


def judge_locm_champion(folder: Path) -> Report:
    """The claim of locm-champion: it beats Coac."""
    settings = read_config(locm_champion_training.study, folder / "config.toml")
    payoffs = _kept_payoffs(tables_folder(folder) / "rivals.csv")
    section = Section(LOCM_RIVALS, [verdict_part(goal_claim(settings, payoffs[GOAL_RIVAL]))])
    return Report(LOCM_TITLE, [locm_answer(payoffs)], [section])


def judge_courtier(folder: Path) -> Report:
    """The claim of tribute-champion: it reaches its goal against every rival."""
    settings = read_config(tribute_champion_training.study, folder / "config.toml")
    payoffs = _kept_payoffs(tables_folder(folder) / "rivals.csv")
    section = Section(COURTIER_RIVALS, [courtier_verdict(settings, payoffs)])
    return Report(COURTIER_TITLE, [courtier_answer(payoffs)], [section])


def judge_weights(folder: Path) -> Report:
    """The claims of tribute-weights: tuned weights are better than the published ones."""
    settings = read_config(tribute_weights.study, folder / "config.toml")
    payoffs = {
        (row["weights"], row["against"]): _kept_proportion(row, "share", int(row["games"]) // 2)
        for row in kept_rows(tables_folder(folder) / "meetings.csv")
    }
    section = Section(FRESH_TITLE, list(map(verdict_part, weights_claims(settings, payoffs))))
    return Report(WEIGHTS_TITLE, [weights_answer(settings, payoffs)], [section])


def judge_dial(folder: Path) -> Report:
    """The whole report of platformer-dial, from its table of levels."""
    settings = read_config(platformer_dial.study, folder / "config.toml")
    return platformer_dial.study.report(settings, KeptLevels(folder))  # type: ignore[arg-type]  # only reads results


BEFORE_MEND = "Games are from before a mend of Dominion's bots: some discards to Militia were wrong."
BEFORE_REDEALS = "Games are from before two corrections of the game: redeals of a known hand, and room for more cards."
DEATHS = "Intervals of deaths per player are those of the present estimate, from the kept means and variances."
DIAL_TABLES = ("claims", "levels")
AGENTS_PLAY = "the kept tables and from games of the kept agents, which were played again where tables lack a number"
STUDIES = {
    "locm-beyond": KeptStudy(judge_variants),
    "locm-champion": KeptStudy(judge_locm_champion),
    "locm-representation": KeptStudy(judge_representation, source=AGENTS_PLAY),
    "dominion-networks": KeptStudy(judge_networks, BEFORE_MEND),
    "dominion-networks-calibrated": KeptStudy(judge_networks),
    "dominion-champion": KeptStudy(judge_champion, BEFORE_MEND),
    "tribute-weights": KeptStudy(judge_weights, BEFORE_REDEALS),
    "tribute-champion": KeptStudy(judge_courtier, BEFORE_REDEALS),
    "platformer-dial": KeptStudy(judge_dial, DEATHS, DIAL_TABLES),
    "platformer-dial-designed/planner": KeptStudy(judge_dial, DEATHS, DIAL_TABLES),
    "platformer-dial-designed/forecaster": KeptStudy(judge_dial, DEATHS, DIAL_TABLES),
}


class KeptLevels:
    """Stored results of platformer-dial, from its kept tables: in place of the context of a run."""

    def __init__(self, folder: Path) -> None:
        self._levels = kept_rows(folder / "tables" / "levels.csv")
        self._rejections = kept_rows(folder / "tables" / "rejections.csv")

    def result(self, name: str) -> list[dict[str, Any]]:
        """The levels of a target; those that were rejected for any of them are with the first."""
        levels = [_kept_level(row) for row in self._levels if result_name(float(row["asked"])) == name]
        levels[0]["rejected"] = {
            row["reason"]: int(row["levels"]) for row in self._rejections if result_name(float(row["asked"])) == name
        }
        return levels


def _kept_level(row: Row) -> dict[str, Any]:
    """A level with its measurements; the interval of deaths per player by the present estimate."""
    level: dict[str, Any] = {
        "failure": _numbers(_per_player(row, "failure")),
        "deaths": _numbers(count_interval(_per_player(row, "deaths"))),
        "hardest": _numbers(kept_estimate(row, "hardest", HELD_OUT_PLAYERS)) if row["hardest"] else None,
        **{name: int(row[name]) for name in ("challenges", "traps", "looked")},
        "stopped": row.get("stopped", ""),
        "seed": row["seed"],
        "rejected": {},
    }
    if row.get("other"):
        level |= {"other_failure": _numbers(_per_player(row, "other")), "other_deaths": None}
    return level


def _per_player(row: Row, column: str) -> Estimate:
    """A mean over the players of a level, without the rounding of the table: players and deaths are whole."""
    kept = kept_estimate(row, column, HELD_OUT_PLAYERS)
    return replace(kept, value=round(kept.value * kept.count) / kept.count)


def count_interval(kept: Estimate) -> Estimate:
    """Return a mean count with the interval of `mean_count`; a normal interval, of earlier runs, tells its variance."""
    up, down = kept.high - kept.value, kept.value - kept.low
    if abs(up - down) > ROUNDING:
        return kept  # has this interval already, which is never symmetric
    return mean_count_of_variance(kept.value, (up / Z_95) ** 2, kept.count)


def _numbers(estimate: Estimate) -> list[float]:
    return [estimate.value, estimate.low, estimate.high]


def judged_page(page: str, report: Report, note: str, run: str = "RUN") -> str:
    """Return a kept page with the answer and the sections of a report in place of its own, and a note below the answer.

    A section of the report replaces that of the page; if it has no table, the page's section from its first table on
    stays. `run` is the folder of the run in commands.

    Raises:
        ValueError: the page has no answer or no such section.
    """
    answer, *sections = _html_by_section(report, run)
    if not ANSWER.search(page):
        raise ValueError("the page has no answer")
    note_html = f'<p class="{NOTE_CLASS}">{escape(note, quote=False)}</p>'
    page = ANSWER.sub(lambda _: f"{answer}\n{note_html}", page, count=1)
    for section, html in zip(report.parts, sections, strict=True):
        assert isinstance(section, Section)
        start = page.find(SECTION.format(escape(section.title)))
        if start < 0:
            raise ValueError(f"the page has no section {section.title!r}")
        end = page.index("</section>", start) + len("</section>")
        has_table = any(isinstance(part, Table) for part in section.parts)
        table = -1 if has_table else page.find(FIRST_TABLE, start, end)
        if table >= 0:
            html, end = html.removesuffix("</section>"), table
        page = page[:start] + html + page[end:]
    return page


def write_judgement(name: str, benchmarks: Path = BENCHMARKS) -> Report:
    """Judge a kept folder again and write its tables and, if it has one, its page."""
    study, folder = STUDIES[name], benchmarks / name
    report = study.judge(folder)
    for table in (table for table in report.tables() if table.name in study.tables):
        (tables_folder(folder) / f"{table.name}.csv").write_bytes(table.csv())
    file = folder / "report.html"
    if not file.is_file():
        return report
    top = benchmarks / Path(name).parts[0]  # has the records of all its folders
    config = (folder / "config.toml").relative_to(top).as_posix()
    commit = next(run for run in read_records(top) if config in run.files).facts()["commit"]
    note = f"The claims were judged again from {study.source}; the games are of commit {commit[:8]}. {study.remark}"
    file.write_text(judged_page(file.read_text(encoding="utf-8"), report, note.rstrip()), encoding="utf-8")
    return report


def tables_folder(folder: Path) -> Path:
    """The folder of kept tables: `tables`, or the folder itself if there is none."""
    tables = folder / "tables"
    return tables if tables.is_dir() else folder


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.judge_kept_reports", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("studies", nargs="*", help=f"{', '.join(STUDIES)}; all without a name")
    names = parser.parse_args(arguments).studies or list(STUDIES)
    if unknown := set(names) - set(STUDIES):
        parser.error(f"no kept report of {', '.join(sorted(unknown))}; there are {', '.join(STUDIES)}")
    for name in names:
        print(f"{name}: {write_judgement(name).answer_text}")
    return 0


def _html_by_section(report: Report, run: str) -> list[str]:
    """HTML of the answer with the count of claims, and of each section."""
    parts: list[list[str]] = [[]]
    for html in report_body(report, run):
        if html.startswith("<section>"):
            parts.append([])
        parts[-1].append(html)
    return ["\n".join(html for html in part if html) for part in parts]


def _kept_payoffs(path: Path, **wanted: str) -> dict[str, Estimate]:
    """Win rates against rivals; `wanted` are cells that rows must have."""
    return {
        row["rival"]: _kept_proportion(row, "share", int(row["games"]) // 2)
        for row in kept_rows(path)
        if all(row[name] == cell for name, cell in wanted.items())
    }


def _kept_proportion(row: Row, column: str, deals: int) -> Estimate:
    """A win rate with Wilson's interval."""
    return replace(kept_estimate(row, column, deals), bounds=(0.0, 1.0), is_wilson=True)


if __name__ == "__main__":
    sys.exit(main())
