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
from ludus.design.base.svg_charts import GREY, TARGET_COLOURS, IntervalBar, bar_chart
from ludus.design.base.verdict_texts import MET, TARGET_VERDICTS, verdicts_text
from ludus.design.dominion.card_use import KingdomUse, card_use_games, kingdoms_use_table, measure_card_use
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
from ludus.stats import Estimate, needed_size
from ludus.stats.judgement import ClaimedRange, JudgedNumbers, judgement_note, within
from ludus.util.text import option_words, plural

VALIDATION_GAMES = 4000  # per kingdom that is validated
FINALISTS = 24  # candidates that are measured again
MIN_DIFFERENT_CARDS = 3  # cards by which the kingdoms of the result differ at least
KINGDOM_FILE = "kingdom.txt"
TARGET_MARGIN = 0.5  # of the scale of a measure: how far from its target a kingdom may be
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
    use: KingdomUse


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
        results, judged = validated, self._judge(validated)
        return Report(
            title=f"{self.request.game.title}: {plural(len(results), 'kingdom')} for {self._describe_targets()}",
            answer=self._answer(results, judged),
            parts=[
                kingdoms_use_table({k: result.use for k, result in enumerate(results, 1)}, Column.integer("kingdom")),
                self._judgement_table(judged),
                self._kingdoms_table(results, judged),
                _generations_table(self.generations),
                *(Figure(name, self._measure_chart(judged[name], name), _CAPTION) for name in self.objective.names),
                *self._commands(len(results)),
                *(File(_file_name(k), self._kingdom_text(result)) for k, result in enumerate(results, 1)),
                judgement_note(next(iter(judged.values())).comparisons),
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
        off, request, players = -self.objective.score(measured), self.request, self.evaluator.players
        with request.progress("use of cards", len(selection) * card_use_games(players, ())) as advance:
            uses = [
                measure_card_use(
                    self.pool, kingdom, players, (), request.seed, request.backend, advance, self.evaluator.options
                )
                for kingdom in selection
            ]
        return [
            _MadeKingdom(
                kingdom,
                {
                    name: estimate(name, float(values[k]), float(errors[k]), self.validator.games)
                    for name, (values, errors) in measured.items()
                },
                float(off[k]),
                uses[k],
            )
            for k, kingdom in enumerate(selection)
        ]

    # Report

    def _judge(self, results: list[_MadeKingdom]) -> dict[str, JudgedNumbers[int]]:
        """Judge all targets of all kingdoms together: by measure, the values by number of the kingdom."""
        numbers = {
            name: JudgedNumbers(
                {k: result.estimates[name] for k, result in enumerate(results, 1)},
                within(target, TARGET_MARGIN * TARGET_SCALES[name]),
            )
            for name, target in self.objective.targets.items()
        }
        comparisons = sum(len(values.judged) for values in numbers.values())
        return {name: values.among(comparisons) for name, values in numbers.items()}

    def _answer(self, results: list[_MadeKingdom], judged: dict[str, JudgedNumbers[int]]) -> list[str]:
        sentences = []
        for k, result in enumerate(results, 1):
            values = "; ".join(f"{MEASURES[name].title} {result.estimates[name]:.3f}" for name in judged)
            verdicts = [(TARGET_VERDICTS[judged[name].side(k)], MEASURES[name].title) for name in judged]
            if {state for state, _ in verdicts} == {MET}:
                verdict = "meets the targets" if len(judged) > 1 else "meets the target"
            else:
                verdict = verdicts_text(verdicts)
            sentences.append(f"Kingdom {k} {verdict}: {', '.join(self.pool.write(result.kingdom))}. {values}.")
        option = f'--players "{{bot}} {self.evaluator.players[1]}"'
        return sentences + [
            f"Kingdom {k}: {line}"
            for k, result in enumerate(results, 1)
            for line in result.use.by_players.sentences(option)
        ]

    def _judgement_table(self, judged: dict[str, JudgedNumbers[int]]) -> Table:
        columns = [Column.integer("kingdom"), Column.text("target"), Column.text("verdict")]
        columns += [Column.number("low", "from"), Column.number("high", "to")]
        columns += [Column.estimate("measured", "measured [95 %]", shown_digits=3)]
        comparisons = next(iter(judged.values())).comparisons
        columns += [Column.estimate("corrected", f"corrected for {plural(comparisons, 'comparison')}", shown_digits=3)]
        columns += [Column.integer("needed", "games needed if the truth is the target")]
        rows = [
            [
                *(k, MEASURES[name].title, TARGET_VERDICTS[values.side(k)], values.claimed.low, values.claimed.high),
                *((value, values.corrected(k)) if values.side(k) else (None, None)),
                _needed_games(value, values.claimed, comparisons),
            ]
            for name, values in judged.items()
            for k, value in values.estimates.items()
        ]
        return Table("judgement", columns, rows, "Targets and verdicts, on held-out seeds")

    def _kingdoms_table(self, results: list[_MadeKingdom], judged: dict[str, JudgedNumbers[int]]) -> Table:
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
                f"{sum(values.side(k) == 'inside' for values in judged.values())} of {len(judged)}",
                round(result.distance, 3),
                *(result.estimates[name] for name in names),
                ", ".join(self.pool.write(result.kingdom)),
            ]
            for k, result in enumerate(results, 1)
        ]
        return Table("kingdoms", columns, rows, "What was made, on fresh seeds")

    def _measure_chart(self, values: JudgedNumbers[int], name: str) -> str:
        rows = [
            IntervalBar(
                f"kingdom {k}", value, TARGET_COLOURS.get(values.side(k), GREY), note=TARGET_VERDICTS[values.side(k)]
            )
            for k, value in values.estimates.items()
        ]
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
            "search": f"{plural(len(generations), 'generation')} of {self.options.population}, "
            f"{plural(evaluator.games, 'game')} a "
            f"kingdom; {plural(sum(generation.asked for generation in generations), 'kingdom')} played",
            "choice and proof": f"{plural(len(self.finalists), 'kingdom')}, then those that were made; "
            f"{plural(self.validator.games, 'game')} each",
            "seed": str(self.request.seed),
        }


def _needed_games(value: Estimate, claimed: ClaimedRange, comparisons: int) -> int | None:
    """Games that decide if the truth is the target; None if the measured value does not count as met."""
    assert claimed.low is not None
    assert claimed.high is not None
    if not claimed.low <= value.value <= claimed.high:
        return None
    return needed_size(value, claimed.margin or 0.0, comparisons, equivalence=True)


def _generations_table(generations: Sequence[KingdomGeneration]) -> Table:
    columns = [Column.integer("generation"), Column.number("best"), Column.number("mean")]
    rows = [[generation.number, round(generation.best, 4), round(generation.mean, 4)] for generation in generations]
    screen_rows = sorted({0, len(rows) // 2, len(rows) - 1})
    return Table(
        "search", columns, rows, "The search: distance from the targets, with a minus sign", screen_rows=screen_rows
    )


def _file_name(number: int) -> str:
    return KINGDOM_FILE if number == 1 else f"kingdom_{number}.txt"


_CAPTION = (
    "Each kingdom that was made, with its 95 % interval; the line is the target. Green: the target is surely met; red: "
    "surely missed; grey: undecided."
)
_NOTES = [
    "The search measures many kingdoms with few games each, so its best are partly lucky. The best of them are "
    "measured again to choose between them. The chosen ones are measured once more on held-out seeds: these are the "
    "reported numbers.",
    "A target is met if the whole corrected interval is within half the spread of random kingdoms: 1 turn, 0.05 of "
    "wins and of skill as computed, 0.01 of the first seat, 0.025 of all others. It is missed if the whole interval is "
    "outside. Games needed: those that decide with a probability of 80 % if the target is met exactly. Targets that do "
    "not go together are met halfway: `off by` is the root of the mean square distance, one being about the spread of "
    "random kingdoms.",
]
