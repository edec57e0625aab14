"""`ludus make dominion`: kingdoms that meet targets, found by evolution and validated on fresh seeds."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest, round_up_to_even
from ludus.design.base.option_value_parsers import check_bots, no_target, read_ladder, read_two_bots
from ludus.design.base.pipeline import DesignRun
from ludus.design.base.report_parts import game_fact
from ludus.design.base.svg_charts import IntervalBar, bar_chart
from ludus.design.dominion.evolution import KingdomEvolution, KingdomGeneration
from ludus.design.dominion.inspect_report import measure_column
from ludus.design.dominion.kingdom_map import make_map
from ludus.design.dominion.kingdom_numbering import Kingdom
from ludus.design.dominion.measures import MEASURES, estimate
from ludus.design.dominion.objectives import TARGET_SCALES, KingdomEvaluator, MeetTargets
from ludus.design.dominion.options import DEFAULT_PAIR, DominionMakeOptions, read_cards, read_pool
from ludus.design.dominion.predicted_lead_changes import TRAININGS
from ludus.report.report_model import Command, Figure, File, Report
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.util.text import option_words, plural

VALIDATION_GAMES = 4000  # per kingdom that is validated
FINALISTS = 24  # candidates that are measured again
MIN_DIFFERENT_CARDS = 3  # cards by which the kingdoms of the result differ at least
KINGDOM_FILE = "kingdom.txt"
ALWAYS_REPORTED = ("skill-computed", "turns", "first-seat", "wins")  # reported in any case


def make(options: DominionMakeOptions, request: DesignRequest) -> Report:
    """Make kingdoms as close to the targets as possible.

    Raises:
        OptionError: no target, or unknown bots or cards.
    """
    if not options.targets and options.map is None:
        raise no_target(request, "--skill, --length, --decisiveness, --seat, --wins, --spread or --map")
    pool, game_options = read_pool(request)
    players, ladder = read_two_bots(options.players, "players", DEFAULT_PAIR), read_ladder(options.ladder)
    keep, ban = (read_cards(pool, text, option) for text, option in ((options.keep, "keep"), (options.ban, "ban")))
    check_bots(request.game, [*players, *(ladder if options.spread is not None else ())])
    evaluator = KingdomEvaluator(pool, players, round_up_to_even(options.search_games), game_options, ladder)
    if options.map is not None:
        return make_map(options, request, evaluator)
    return _KingdomRun(options, request, evaluator, keep, ban).run()


@dataclass(frozen=True)
class _MadeKingdom:
    """A kingdom of the result, measured on held-out seeds."""

    kingdom: Kingdom
    estimates: dict[str, Estimate]
    distance: float  # distance from all targets, in their scales


class _KingdomRun(DesignRun[list[Kingdom], list[Kingdom], list[_MadeKingdom], Report]):
    """One search, and the validation of its results."""

    def __init__(
        self,
        options: DominionMakeOptions,
        request: DesignRequest,
        evaluator: KingdomEvaluator,
        keep: list[int],
        ban: list[int],
    ) -> None:
        self.options, self.request, self.evaluator, self.keep, self.ban = options, request, evaluator, keep, ban
        self.pool, self.objective = evaluator.pool, MeetTargets(options.targets)
        self.validator = replace(evaluator, games=request.game_count(VALIDATION_GAMES))
        self.generations: list[KingdomGeneration] = []
        self.finalists: list[Kingdom] = []

    def report(self, selection: list[Kingdom], validated: list[_MadeKingdom]) -> Report:
        results = validated
        return Report(
            title=f"{self.request.game.title}: {plural(len(results), 'kingdom')} for {self._describe_targets()}",
            answer=self._answer(results),
            parts=[
                self._kingdoms_table(results),
                _generations_table(self.generations),
                *(Figure(name, self._measure_chart(results, name), _CAPTION) for name in self.objective.names),
                *self._commands(len(results)),
                *(File(_file_name(k), self._kingdom_text(result)) for k, result in enumerate(results, 1)),
                *_NOTES,
            ],
            facts=self._facts(),
        )

    # Search

    def search(self) -> list[Kingdom]:
        """Evolve sets of cards; return the best candidates of all generations."""
        options, seed = self.options, derive(self.request.seed, "search")
        run = KingdomEvolution(
            self.evaluator, self.objective, seed, "set", options.population, keep=self.keep, ban=self.ban
        )
        total = options.population * options.generations * self.evaluator.games_needed(self.objective.names)
        best: dict[Kingdom, float] = {}
        with self.request.progress("searching", total) as advance:
            for _ in range(options.generations):
                self.generations.append(step := run.step(self.request.backend, advance))
                self.request.on_result(
                    "search", str(step.number), "the best kingdom's distance from the targets", "number", -step.best
                )
                best.update(run.last_scores)
        ranked = sorted(best, key=lambda kingdom: (-best[kingdom], kingdom))
        self.finalists = ranked[: max(FINALISTS, 4 * options.kingdoms)]
        return self.finalists

    def select(self, candidates: list[Kingdom]) -> list[Kingdom]:
        """Choose the best candidates on fresh seeds, each different enough from the better ones."""
        seed, names = derive(self.request.seed, "choice"), self.objective.names
        with self.request.progress("the best again", len(candidates) * self.validator.games_needed(names)) as advance:
            scores = self.objective.score(
                self.validator.measure(candidates, names, seed, self.request.backend, advance)
            )
        chosen: list[Kingdom] = []
        for k in np.argsort(-scores, kind="stable"):
            if all(len(set(candidates[k]) - set(other)) >= MIN_DIFFERENT_CARDS for other in chosen):
                chosen.append(candidates[k])
        return chosen[: self.options.kingdoms]

    def validate(self, selection: list[Kingdom]) -> list[_MadeKingdom]:
        """Measure the selected kingdoms on held-out seeds; their order stays, so that it does not depend on noise."""
        names = list(dict.fromkeys([*self.objective.names, *ALWAYS_REPORTED]))
        validator = replace(self.validator, led_trainings=TRAININGS)
        with self.request.progress("proof on fresh seeds", len(selection) * validator.games_needed(names)) as advance:
            measured = validator.measure(
                selection, names, derive(self.request.seed, "proof"), self.request.backend, advance
            )
        off = -self.objective.score(measured)
        return [
            _MadeKingdom(
                kingdom,
                {
                    name: estimate(name, float(values[k]), float(errors[k]), self.validator.games)
                    for name, (values, errors) in measured.items()
                },
                float(off[k]),
            )
            for k, kingdom in enumerate(selection)
        ]

    # Report

    def _answer(self, results: list[_MadeKingdom]) -> list[str]:
        sentences = []
        for k, result in enumerate(results, 1):
            values = "; ".join(f"{MEASURES[name].title} {result.estimates[name]:.3f}" for name in self.objective.names)
            missed = [MEASURES[name].title for name in self.objective.names if not self._meets_target(result, name)]
            verdict = "meets the targets" if not missed else f"misses {' and '.join(missed)}"
            sentences.append(f"Kingdom {k} {verdict}: {', '.join(self.pool.write(result.kingdom))}. {values}.")
        return sentences

    def _meets_target(self, result: _MadeKingdom, name: str) -> bool:
        """Whether a target is met: nearer than a fifth of the scale, or inside the interval and within the scale."""
        value, target = result.estimates[name], self.objective.targets[name]
        off = abs(value.value - target)
        return off <= TARGET_SCALES[name] / 5 or (value.low <= target <= value.high and off <= TARGET_SCALES[name])

    def _kingdoms_table(self, results: list[_MadeKingdom]) -> Table:
        names = list(results[0].estimates)
        columns = [
            Column.integer("kingdom"),
            Column.text("met", "targets met"),
            Column.number("off", "off by"),
        ]
        columns += [measure_column(name) for name in names]
        columns.append(Column.text("cards"))
        rows = [
            [
                k,
                f"{sum(self._meets_target(result, name) for name in self.objective.names)} of "
                f"{len(self.objective.names)}",
                round(result.distance, 3),
                *(result.estimates[name] for name in names),
                ", ".join(self.pool.write(result.kingdom)),
            ]
            for k, result in enumerate(results, 1)
        ]
        return Table("kingdoms", columns, rows, "What was made, on fresh seeds")

    def _measure_chart(self, results: list[_MadeKingdom], name: str) -> str:
        rows = [IntervalBar(f"kingdom {k}", result.estimates[name]) for k, result in enumerate(results, 1)]
        target = self.objective.targets[name]
        return bar_chart(rows, MEASURES[name].title.capitalize(), target, f"target {target:g}")

    def _kingdom_text(self, result: _MadeKingdom) -> str:
        comments = [f"# {MEASURES[name].title}: {result.estimates[name]:.3f}" for name in result.estimates]
        players = " against ".join(map(str, self.evaluator.players))
        return "\n".join([f"# Measured by {players}.", *comments, *self.pool.write(result.kingdom)]) + "\n"

    def _commands(self, kingdoms: int) -> list[Command]:
        if self.request.folder is None:
            return []
        commands, players = [], list(map(str, self.evaluator.players))
        for number in range(1, kingdoms + 1):
            options = {**self.request.options, "kingdom": f"{self.request.folder}/{_file_name(number)}"}
            words = ["ludus", "match", self.request.game.name, *players, *option_words(options)]
            commands.append(Command(shlex.join(words), f"play kingdom {number}"))
        return commands

    def _describe_targets(self) -> str:
        return ", ".join(f"{MEASURES[name].title} {value:g}" for name, value in self.objective.targets.items())

    def _facts(self) -> dict[str, str]:
        evaluator, generations = self.evaluator, self.generations
        cards = {"kept": self.keep, "banned": self.ban}
        rules = ", ".join(f"{name}={value}" for name, value in sorted(evaluator.options.items())) or "official"
        return {
            "game": game_fact(self.request, f"{self.pool.edition} edition", rules),
            "players": " against ".join(map(str, evaluator.players)),
            **({"ladder": ", ".join(evaluator.ladder)} if "spread" in self.objective.names else {}),
            **{word: ", ".join(self.pool.write(chosen)) for word, chosen in cards.items() if chosen},
            "search": f"{len(generations)} generations of {self.options.population}, {evaluator.games:,} games a "
            f"kingdom; {sum(generation.asked for generation in generations):,} kingdoms played",
            "choice and proof": f"{len(self.finalists)} kingdoms, then those that were made; {self.validator.games:,} "
            "games each",
            "seed": str(self.request.seed),
        }


def _generations_table(generations: Sequence[KingdomGeneration]) -> Table:
    columns = [Column.integer("generation"), Column.number("best"), Column.number("mean")]
    rows = [[generation.number, round(generation.best, 4), round(generation.mean, 4)] for generation in generations]
    screen_rows = sorted({0, len(rows) // 2, len(rows) - 1})
    return Table(
        "search", columns, rows, "The search: distance from the targets, with a minus sign", screen_rows=screen_rows
    )


def _file_name(number: int) -> str:
    return KINGDOM_FILE if number == 1 else f"kingdom_{number}.txt"


_CAPTION = "Each kingdom that was made, with its 95 % interval; the line is the target."
_NOTES = [
    "The search measures thousands of kingdoms with few games each, so its best are partly lucky. The best of them are "
    "measured again to choose between them. The chosen ones are measured once more on held-out seeds: these are the "
    "reported numbers.",
    "A target counts as met if it is nearer than a hundredth (turns: 0.4; wins and skill as computed: 0.02; first "
    "seat: 0.004), or inside the 95 % interval and not five times as far off. Targets that do not go together are met "
    "halfway: `off by` is the root of the mean square distance, one being about the spread of random kingdoms.",
]
