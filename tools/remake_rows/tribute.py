"""Rows of the replication of the thesis on Tales of Tribute: the match-ups that a row needs are played again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from ludus.bots import FAULTS
from ludus.lab import RunContext
from ludus.lab.config import read_config
from ludus.lab.run_context import ResultMissing
from ludus.studies import tribute_thesis
from ludus.studies.tribute_thesis import tables
from ludus.studies.tribute_thesis.claims import difference_from_thesis
from ludus.studies.tribute_thesis.config import FiveBots, TributeThesisConfig, all_bots, pair_games, tournament_bots
from ludus.studies.tribute_thesis.experiment import (
    MatchupRecord,
    block_count,
    bot_pairs,
    learned_matchups,
    learned_patrons,
    matchup_result_name,
    matchup_seed,
    patron_names,
    play_matchup,
    run_experiment,
    tournament_blocks,
)
from ludus.studies.tribute_thesis.published import THESIS_BOTS
from ludus.studies.tribute_thesis.results import AprioriTournaments, RepeatedTournaments, RoundRobin, ThesisResults
from tools.remake_rows.rows import Cells, Row
from tools.remake_rows.runs_again import estimate_cells, new_context, table_row


class SelectedSteps(RunContext):
    """A run that computes only selected results and leaves out the others."""

    def __init__(self, select: Callable[[str], bool]) -> None:
        empty = new_context()
        super().__init__(empty.folder, empty.backend, empty._log, warn=lambda text: None)
        self._select = select

    def cached(self, name: str, make: Callable[[], Any]) -> Any:
        """Compute and return a selected result; None for others."""
        return super().cached(name, make) if self._select(name) else None


def pair_row(folder: Path, row: Row) -> Cells:
    """A pair of the tournament of all bots."""
    settings, pair = _settings(folder), (row["player"], row["against"])
    results = _results(settings, {pair: play_pair(folder, *pair)})
    return table_row(tables.pairs_table(results), ("player", "against"), row)


def width_row(folder: Path, row: Row) -> Cells:
    """A beam of some width against the rival."""
    settings, width = _settings(folder), int(row["width"])
    beam = settings.beam.format(width=width)
    seed = matchup_seed(settings.seed, f"width/{width}")
    played = play_matchup(settings, beam, settings.rival, settings.width_games, seed, new_context())
    return table_row(tables.widths_table(_results(settings, {}, {width: MatchupRecord.read(played)})), ("width",), row)


def table_7_1_row(folder: Path, row: Row) -> Cells:
    """A pair of Table 7.1; its verdict is judged with all claims and is not made again."""
    settings = _settings(folder)
    published, intended = (_pair(five, row) for five in (settings.published, settings.intended))
    results = _results(
        settings, {pair: play_pair(folder, *pair) for pair in map(_ordered(settings), (published, intended))}
    )
    robin, (one, other) = results.round_robin, published
    cells = estimate_cells("published", robin.payoff(*published))
    cells |= estimate_cells("difference", difference_from_thesis(results, row["bot"], row["against"]))
    cells |= estimate_cells("intended", robin.payoff(*intended))
    faults = {"faults": (one, other), "other_faults": (other, one)}
    return cells | {name: sum(robin.fault_counts(bot, [rival]).values()) for name, (bot, rival) in faults.items()}


def averages_row(folder: Path, row: Row) -> Cells:
    """Means of a bot over the other four, as published and as intended."""
    settings, number = _settings(folder), THESIS_BOTS.index(row["bot"])
    fives = {"published": settings.published, "intended": settings.intended}
    pairs = [(five[number], other) for five in fives.values() for other in five if other != five[number]]
    pairs.append((settings.intended[number], settings.published[number]))
    robin = _results(settings, {pair: play_pair(folder, *pair) for pair in map(_ordered(settings), pairs)}).round_robin
    cells: Cells = {}
    for name, five in fives.items():
        cells |= estimate_cells(name, robin.average_payoff(five[number], five))
    return cells | estimate_cells("mended", robin.payoff(*pairs[-1]))


def field_row(folder: Path, row: Row) -> Cells:
    """Mean of a bot over all others."""
    robin = _all_pairs_of(folder, row["player"])
    share = robin.average_payoff(row["player"], robin.players)
    return estimate_cells("share", share) | estimate_cells("seats", robin.seat_advantage(row["player"]))


def faults_row(folder: Path, row: Row) -> Cells:
    """Games that a bot lost by its own fault."""
    robin, name = _all_pairs_of(folder, row["player"]), row["player"]
    counts = {fault.replace(" ", "_"): count for fault, count in robin.fault_counts(name).items()}
    shown: Cells = {fault: count for fault, count in counts.items() if fault in row}
    left_out = sum(counts[fault.replace(" ", "_")] for fault in FAULTS if fault.replace(" ", "_") not in row)
    if left_out:
        raise KeyError(f"{name}: {left_out} games were lost by faults that the kept table has no column for")
    return {"games": robin.game_count(name), **estimate_cells("share", robin.fault_share(name)), **shown}


def list_row(folder: Path, row: Row) -> Cells:
    """The patrons that a bot learned in a repetition of the tournaments."""
    settings, repetition = _settings(folder), int(row["repetition"]) - 1
    start = repetition * block_count(settings)
    names = {f"tournaments/{number:04}" for number in range(start, start + block_count(settings))}
    context = _run_selected(settings, names.__contains__)
    learned = learned_patrons(settings, context, repetition)[THESIS_BOTS.index(row["bot"])]
    patrons = ", ".join(name.replace("_", " ") for name in patron_names(settings, learned.order))
    return {"list": patrons, "by_rules": learned.rule_picks}


def tournaments_row(folder: Path, row: Row) -> Cells:
    """The tournaments before and after apriori, for a bot."""
    return table_row(tables.halves_table(_tournament_results(folder)), ("bot",), row)


def course_row(folder: Path, row: Row) -> Cells:
    """A point of figure 7.1."""
    return table_row(tables.course_table(_tournament_results(folder)), ("bot", "tournament"), row)


@cache
def _tournament_results(folder: Path) -> ThesisResults:
    settings = _settings(folder)
    context = _run_selected(settings, lambda name: name.startswith(("tournaments/", "learned/")))
    runs = [_repetition(settings, context, number) for number in range(settings.repetitions)]
    return _results(settings, {}, tournaments=RepeatedTournaments(runs))


def _repetition(settings: TributeThesisConfig, context: RunContext, number: int) -> AprioriTournaments:
    lists = learned_patrons(settings, context, number)
    return AprioriTournaments(
        tournament_bots(settings),
        tournament_blocks(settings, context, number),
        [patron_names(settings, item.order) for item in lists],
        [item.rule_picks for item in lists],
        learned_matchups(settings, context, number),
    )


def _run_selected(settings: TributeThesisConfig, select: Callable[[str], bool]) -> RunContext:
    """Run the experiment with only some of its steps, until one needs a step that was left out."""
    context = SelectedSteps(select)
    with suppress(ResultMissing):
        run_experiment(settings, context)
    return context


def _all_pairs_of(folder: Path, name: str) -> RoundRobin:
    settings = _settings(folder)
    return RoundRobin(
        all_bots(settings), {pair: play_pair(folder, *pair) for pair in bot_pairs(settings) if name in pair}
    )


@cache
def play_pair(folder: Path, one: str, other: str) -> MatchupRecord:
    """Play a pair of the tournament of all bots again, as the run in a folder did; `one` is the first of the pair."""
    settings = _settings(folder)
    seed = matchup_seed(settings.seed, matchup_result_name("all", one, other))
    return MatchupRecord.read(play_matchup(settings, one, other, pair_games(settings, one, other), seed, new_context()))


def _results(
    settings: TributeThesisConfig,
    meetings: dict[tuple[str, str], MatchupRecord],
    widths: dict[int, MatchupRecord] | None = None,
    tournaments: RepeatedTournaments | None = None,
) -> ThesisResults:
    """Results with only those match-ups that a row needs."""
    nothing: Any = None
    return ThesisResults(
        settings,
        RoundRobin(all_bots(settings), meetings),
        tournaments or RepeatedTournaments([]),
        widths or {},
        nothing,
    )


def _ordered(settings: TributeThesisConfig) -> Callable[[tuple[str, str]], tuple[str, str]]:
    """Return a function that puts two bots into the order in which they played."""
    pairs = set(combinations(all_bots(settings), 2))
    return lambda pair: pair if pair in pairs else (pair[1], pair[0])


def _pair(five: FiveBots, row: Row) -> tuple[str, str]:
    return five[THESIS_BOTS.index(row["bot"])], five[THESIS_BOTS.index(row["against"])]


@cache
def _settings(folder: Path) -> TributeThesisConfig:
    return read_config(tribute_thesis.study, folder / "config.toml")
