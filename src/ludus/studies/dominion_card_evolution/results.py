"""Results of evolutions and games by experiment and form, and the comparison of every printed number with ours.

A printed number holds if ours equals it to within a margin: the whole interval of the difference, with the error of
both studies, is inside. It fails if the whole interval is outside, and is undecided otherwise. All numbers are one
family. Numbers of runs smaller than the paper's are not testable, nor are those of a Fynbo-Nellemann player that
learned from Earl and Drew or has another strength than the paper's; those by which such a player was chosen are
calibration.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ludus.bots.lookup import find_bot_spec, parse_bot_options
from ludus.core.game_registry import load_game
from ludus.design.dominion.kingdom_numbering import Kingdom, KingdomPool
from ludus.design.dominion.measures import estimate
from ludus.lab import RunContext
from ludus.report.report_model import VerdictState
from ludus.search.network_bots import NetworkBot
from ludus.search.network_files import TrainingFacts, read_training_facts
from ludus.stats import Estimate, difference, mean_of_runs, proportion
from ludus.stats.distributions import chi_square_quantile, student_t_cdf, student_t_quantile
from ludus.studies.claims import Claim, ClaimedRange, above_mark, clipped, judge, judge_family, negated, within
from ludus.studies.dominion_card_evolution.config import (
    ALL_EXPERIMENTS,
    GAME,
    CardSetExperiment,
    DominionCardsConfig,
    EvolutionRun,
    chosen_experiments,
    evolution_runs,
    find_experiment,
)
from ludus.studies.dominion_card_evolution.experiment import BEST_PRINTED_GAMES, fresh_games, matchup_result_name
from ludus.studies.dominion_card_evolution.published import PAPER_GAMES, PrintedExperiment, published

CONFIDENCE = 0.95
CONVERGED_SHARE = 0.95  # share of its growth at which a run counts as converged
PAPER_RUNS = {"max": 30, "min": 30, "lead": 5}  # runs in the paper, by objective
SIGNIFICANT = 0.05
# Margins within which numbers are equal. Of fitness: about a quarter of the smallest growth that the paper calls
# significant, by objective; of win rates: two points; of standard deviations: a factor of two.
FITNESS_MARGINS = {"max": 0.05, "min": 0.00125, "lead": 0.05}
FITNESS_BOUNDS = {"max": (0.0, math.inf), "min": (-math.inf, 1.0), "lead": (0.0, 1.0)}  # f_s may be above 1
WIN_RATE_MARGIN, SPREAD_FACTOR = 0.02, 2.0
DID_NOT_RUN = "this experiment did not run"
SMALLER_RUNS = "these runs are smaller than the paper's"
NO_QUANTITY = "a p-value depends on the number of runs and is no quantity; growth is judged among the claims"
KEPT_MAXIMUM = (
    "a maximum of scores that are measured with luck and kept ends at the bound, 1, whatever the sets are; growth is "
    "judged on fresh seeds among the claims"
)
SCORES_NOT_KEPT = "the paper keeps a score that was measured once, and this form of the algorithm measures again"
FN_NAME = "fynbo-nellemann"
Z_95 = 1.959963984540054  # standard errors on either side in a 95 % interval
NUMBERS_FAMILY = "printed numbers"
READING_BATCHES = 20


def _relative_leads(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """(h - l) / h of every game; 0 if nobody has points."""
    high, low = np.maximum(one, other), np.minimum(one, other)
    leads: np.ndarray = np.where(high > 0, (high - low) / np.maximum(high, 1), 0.0)
    return leads


# Ways to read f_s, from the points of Earl and of Drew.
READINGS: dict[str, Callable[[np.ndarray, np.ndarray], float]] = {
    "as printed: mean of (h - l) / h": lambda one, other: _relative_leads(one, other).mean(),
    "as computed: difference of mean points over the higher mean": lambda one, other: (
        abs(one.mean() - other.mean()) / max(one.mean(), other.mean())
    ),
    "means of winners and losers: 1 - mean(l) / mean(h)": lambda one, other: (
        1 - np.minimum(one, other).mean() / np.maximum(one, other).mean()
    ),
    "as printed, only games that Earl wins": lambda one, other: (
        (_relative_leads(one, other) * (one > other)).sum() / max(1, (one > other).sum())
    ),
}


def student_t_test(one: Sequence[float], other: Sequence[float]) -> float | None:
    """p-value of a two-tailed t-test with equal variances, as in Table I; None if there are too few runs."""
    a, b = np.asarray(one, float), np.asarray(other, float)
    if min(len(a), len(b)) < 2:
        return None
    freedom = len(a) + len(b) - 2
    pooled = ((len(a) - 1) * a.var(ddof=1) + (len(b) - 1) * b.var(ddof=1)) / freedom
    error = math.sqrt(pooled * (1 / len(a) + 1 / len(b)))
    difference = float(abs(b.mean() - a.mean()))
    if error == 0:
        return 0.0 if difference else 1.0
    return 2 * student_t_cdf(freedom, -difference / error)


def standard_deviation(values: Sequence[float]) -> Estimate:
    """Standard deviation over runs, with its interval for normal values."""
    if len(values) < 2:
        return Estimate(math.nan, 0.0, math.inf, len(values))
    return standard_deviation_interval(float(np.std(values, ddof=1)), len(values))


def standard_deviation_interval(value: float, count: int) -> Estimate:
    """Interval of a standard deviation that was measured in `count` runs."""
    tail, freedom = (1 - CONFIDENCE) / 2, count - 1
    low, high = (value * math.sqrt(freedom / chi_square_quantile(freedom, quantile)) for quantile in (1 - tail, tail))
    return Estimate(value, low, high, count)


def mean_fitness(kind: str, values: Sequence[float]) -> Estimate:
    """Mean fitness over runs of an objective; its interval stays inside the bounds of the fitness."""
    return clipped(mean_of_runs(values), *FITNESS_BOUNDS[kind])


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

    @property
    def first_kingdoms(self) -> list[Kingdom]:
        """Best set of the first generation of each run; empty if it had none without duplicate cards."""
        return [tuple(notes[0]["cards"]) for notes in self.notes]

    def curve(self, key: str) -> list[Estimate]:
        """`best` or `mean` by generation, over runs."""
        kind = self.experiment.objective_kind
        return [mean_fitness(kind, [notes[g][key] for notes in self.notes]) for g in range(len(self.notes[0]))]

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
        return self._stored_estimate(f"fresh/{name}", list(kingdom), measure)

    def fresh_fitness(self, runs: ExperimentRuns) -> list[tuple[float, float]]:
        """Fitness on fresh seeds of the best sets of the first and the last generation, by run.

        Evolution chose a set by its score, so the score holds luck; these games decided nothing. Runs whose first or
        last generation has no set without duplicate cards are left out.
        """
        name, measure = runs.experiment.name, runs.experiment.measure(self.settings)
        pairs = [pair for pair in zip(runs.first_kingdoms, runs.kingdoms, strict=True) if all(pair)]
        return [
            (
                runs.experiment.fitness(self.remeasured(name, first, measure).value),
                runs.experiment.fitness(self.remeasured(name, last, measure).value),
            )
            for first, last in pairs
        ]

    def fresh_growth(self, runs: ExperimentRuns) -> Estimate | None:
        """Growth of the best set on fresh seeds, over runs; None if there are fewer than two."""
        pairs = self.fresh_fitness(runs)
        return mean_of_runs([last - first for first, last in pairs]) if len(pairs) > 1 else None

    def why_not_testable(self, name: str) -> str:
        """Why an experiment says nothing about the paper's numbers; empty if it does."""
        if self.main_runs(name) is None:
            return DID_NOT_RUN
        if not self.settings.paper_size:
            return SMALLER_RUNS
        return learned_from_rivals(self.settings.fn) if "fn" in name.split("-") else ""

    def why_other_strength(self, name: str) -> str:
        """Why numbers with F-N are not the paper's: it wins more or less against Earl or Drew; else empty.

        A player of another strength against one of them is another player, also in games against the other one and
        against itself.
        """
        fn = self.settings.fn
        if "fn" not in name.split("-"):
            return ""
        differences = []
        for meeting in published().table_2:
            rival, other = meeting.players
            if other != FN_NAME:
                continue
            ours, theirs = self.matchup(rival, fn).payoff(1), 1 - printed_share(meeting.won)
            if judge(above_mark(ours, theirs), within(0.0, WIN_RATE_MARGIN)) != "holds":
                differences.append(
                    f"against {rival.title()} it wins {ours.in_percent()}, the paper's {100 * theirs:.1f} %"
                )
        return f"this F-N player is not the paper's: {'; '.join(differences)}" if differences else ""

    def why_not_comparable(self, name: str) -> str:
        """Why numbers of an experiment say nothing about those of the paper; empty if they do."""
        return self.why_not_testable(name) or self.why_other_strength(name)

    def printed_measured(self, name: str, measure: str) -> Estimate:
        """Measure of the paper's set for an experiment, played by its players."""
        return self._stored_estimate(f"printed/{name}", list(self.printed_set(name)), measure)

    def printed_by_reference_bots(self, name: str, measure: str) -> Estimate:
        """Measure of the paper's set played by Earl and Drew, for which numbers of the original engine exist."""
        return self._stored_estimate("printed/by earl and drew", list(self.printed_set(name)), measure)

    def readings_of_best_printed(self) -> list[tuple[str, str, Estimate]]:
        """f_s of the set that is printed with the highest one, by who begins and by ways to read the formula.

        Intervals are over batches of deals, since two of the readings are ratios of means.
        """
        points = self.context.result(BEST_PRINTED_GAMES)["points"].astype(float)  # by deal, game and seat
        by_seat = {"Earl": (points[:, 0, 0], points[:, 0, 1]), "Drew": (points[:, 1, 1], points[:, 1, 0])}
        earl_points, drew_points = (np.stack(pair, axis=1).ravel() for pair in zip(*by_seat.values(), strict=True))
        by_seat["either"] = earl_points, drew_points
        batches = min(READING_BATCHES, len(points) // 2)
        return [
            (
                begins,
                name,
                mean_of_runs(
                    [
                        float(reading(one, other))
                        for one, other in zip(np.array_split(earl, batches), np.array_split(drew, batches), strict=True)
                    ]
                ),
            )
            for begins, (earl, drew) in by_seat.items()
            for name, reading in READINGS.items()
        ]

    def printed_set(self, name: str) -> Kingdom:
        return self.pool.read(published().experiments[name].cards)

    def fitness(self, experiment: CardSetExperiment, measured: Estimate) -> Estimate:
        """Fitness from a measure: 1 - f_s if the experiment minimises."""
        if experiment.objective_kind != "min":
            return measured
        return above_mark(negated(measured), -1.0)

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


@dataclass(frozen=True)
class ComparedNumber:
    """A printed number and ours, with the claim that they are equal."""

    table: str
    row: str
    quantity: str
    published: float
    measured: Estimate | None
    claim: Claim

    @property
    def state(self) -> VerdictState:
        return self.claim.verdict

    @property
    def involves_fn(self) -> bool:
        """Whether the Fynbo-Nellemann player takes part."""
        return "fn" in self.row.split("-") or FN_NAME in self.row


def published_mean(value: float, spread: float, runs: int) -> Estimate:
    """Mean over runs that the paper prints with its standard deviation, with an interval."""
    half = student_t_quantile(runs - 1, 0.5 + CONFIDENCE / 2) * spread / math.sqrt(runs)
    return Estimate(value, value - half, value + half, runs, runs - 1)


def compare_numbers(results: CardSetResults) -> list[ComparedNumber]:
    """All numbers, in the order of the paper's tables, judged together."""
    numbers = [*_table_1_numbers(results), *_table_2_numbers(results), *_table_3_numbers(results)]
    claims = judge_family(
        NUMBERS_FAMILY, [number.claim for number in numbers], {"kingdom": results.settings.random_sets}
    )
    return [replace(number, claim=claim) for number, claim in zip(numbers, claims, strict=True)]


def _table_1_numbers(results: CardSetResults) -> Iterator[ComparedNumber]:
    for name in ALL_EXPERIMENTS:
        printed, runs = published().experiments[name], results.main_runs(name)
        for quantity, theirs, ours, gap, claimed in _table_1_row(name, printed, runs):
            reason = (
                NO_QUANTITY
                if quantity == "p"
                else results.why_not_comparable(name) or _kept_score(results, name, quantity)
            )
            planned = find_experiment(results.settings, name).repetitions(results.settings)
            what = f"{name}, {quantity} by the scores of evolution"
            claim = _equality(what, theirs, gap, claimed, "run", reason, planned=planned)
            yield ComparedNumber("I", name, quantity, theirs, ours, claim)


def _kept_score(results: CardSetResults, name: str, quantity: str) -> str:
    """Why a score of evolution cannot be compared with the printed one; empty if it can.

    Table I has scores of evolution, and so has ours: maxima of scores that were measured once and kept.
    """
    if not quantity.startswith("last"):
        return ""
    if results.settings.main_form != "paper":
        return SCORES_NOT_KEPT
    return KEPT_MAXIMUM if name.startswith("min") else ""


def _table_1_row(
    name: str, printed: PrintedExperiment, runs: ExperimentRuns | None
) -> Iterator[tuple[str, float, Estimate | None, Estimate | None, ClaimedRange]]:
    """Name, printed number, our number, difference and claimed range of the difference of each quantity."""
    kind = name.partition("-")[0]
    count, margin = PAPER_RUNS[kind], within(0.0, FITNESS_MARGINS[kind])
    firsts, lasts = (runs.first_maxima_by_run, runs.last_maxima_by_run) if runs else ([], [])
    for quantity, value, spread, ours in (
        ("first", printed.first, printed.first_sd, firsts),
        ("last", printed.last, printed.last_sd, lasts),
    ):
        mean = mean_fitness(kind, ours) if ours else None
        yield quantity, value, mean, mean and difference(published_mean(value, spread, count), mean), margin
    for quantity, value, ours in (("first sd", printed.first_sd, firsts), ("last sd", printed.last_sd, lasts)):
        spread_here = standard_deviation(ours)
        logs = [_logarithm(estimate) for estimate in (standard_deviation_interval(value, count), spread_here)]
        ratio = difference(*logs) if len(ours) > 1 and value > 0 and spread_here.value > 0 else None
        yield quantity, value, spread_here if ours else None, ratio, within(0.0, math.log(SPREAD_FACTOR))
    p = student_t_test(firsts, lasts)
    ours_p = None if p is None else Estimate(p, math.nan, math.nan, len(lasts))
    yield "p", printed.p, ours_p, None, margin


def _table_2_numbers(results: CardSetResults) -> Iterator[ComparedNumber]:
    for meeting in published().table_2:
        one, other = (results.settings.fn if name == "fynbo-nellemann" else name for name in meeting.players)
        played = results.matchup(one, other)
        fn = results.settings.fn
        reason = (learned_from_rivals(fn) or results.why_other_strength(f"{one}-fn")) if other == fn else ""
        fitted = fitted_to_rival(fn, one) if other == fn else ""
        for player, won in enumerate(meeting.won):
            theirs, ours = won / PAPER_GAMES, played.wins_with_draws(player)
            half = Z_95 * math.sqrt(theirs * (1 - theirs) / PAPER_GAMES)
            gap = difference(Estimate(theirs, theirs - half, theirs + half, PAPER_GAMES), ours)
            row, quantity = f"{meeting.players[0]} - {meeting.players[1]}", f"{meeting.players[player]} wins"
            claim = _equality(
                f"{row}, {quantity}", theirs, gap, within(0.0, WIN_RATE_MARGIN), "kingdom", reason, fitted
            )
            yield ComparedNumber("II", row, quantity, theirs, ours, claim)


def _table_3_numbers(results: CardSetResults) -> Iterator[ComparedNumber]:
    """Table III: the printed sets, played again."""
    for name in ALL_EXPERIMENTS:
        printed, ours, gap, reason = published().experiments[name], None, None, DID_NOT_RUN
        if results.main_runs(name) is not None:
            reason = learned_from_rivals(results.settings.fn) if "fn" in name.split("-") else ""
            reason = reason or results.why_other_strength(name)
            chosen = find_experiment(results.settings, name)
            ours = results.fitness(chosen, results.printed_measured(name, chosen.measure(results.settings)))
            gap = above_mark(ours, printed.best)
        quantity, margin = "fitness of the printed set", within(0.0, FITNESS_MARGINS[name.partition("-")[0]])
        planned = fresh_games(results.settings, find_experiment(results.settings, name))
        claim = _equality(f"{name}, {quantity}", printed.best, gap, margin, "deal", reason, planned=planned)
        yield ComparedNumber("III", name, quantity, printed.best, ours, claim)


def printed_share(won: tuple[int, int]) -> float:
    """Payoff of the first player from printed wins, which count draws for both."""
    return 0.5 + (won[0] - won[1]) / 2 / PAPER_GAMES


def learned_from_rivals(fn: str) -> str:
    """Why numbers of a player cannot be compared with the paper's if it learned from Earl or Drew; else empty."""
    if not fn.startswith(FN_NAME):
        return ""
    facts = _training_facts(fn)
    if facts is None:
        return "nobody knows against whom this F-N player was trained"
    met = [name.title() for name in ("earl", "drew") if name in facts.opponents]
    return f"this F-N player was trained against {' and '.join(met)}" if met else ""


def fitted_to_rival(fn: str, rival: str) -> str:
    """What was fitted if the strength of a player was chosen by its games against this rival; else empty."""
    facts = _training_facts(fn) if fn.startswith(FN_NAME) else None
    yardstick = facts.yardstick if facts else ""
    return f"this F-N player was chosen by its win rate against {rival.title()}" if yardstick == rival else ""


def _training_facts(fn: str) -> TrainingFacts | None:
    options = parse_bot_options(fn.partition(":")[2], fn) if ":" in fn else {}
    bot = find_bot_spec(load_game(GAME), FN_NAME)
    assert isinstance(bot, NetworkBot)
    return read_training_facts(bot.networks_file(options.get("networks")))


def _equality(
    what: str,
    theirs: float,
    gap: Estimate | None,
    claimed: ClaimedRange,
    sample_unit: str,
    not_testable: str = "",
    calibration: str = "",
    planned: int | None = None,
) -> Claim:
    """Claim that a number equals the printed one, about their difference."""
    return Claim(
        f"{what} is as printed",
        "tables I to III",
        f"{theirs:g}",
        gap,
        "more" if gap else "nothing was played",
        claimed,
        sample_unit=sample_unit,
        planned=planned,
        not_testable=not_testable,
        calibration=calibration,
    )


def _logarithm(estimate: Estimate) -> Estimate:
    value, low, high = (
        math.log(number) if 0 < number < math.inf else number if number else -math.inf
        for number in (estimate.value, estimate.low, estimate.high)
    )
    return Estimate(value, low, high, estimate.count)
