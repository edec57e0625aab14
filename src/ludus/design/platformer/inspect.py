"""`ludus inspect platformer`: difficulty of a level, its challenges, what can be avoided, and where players die."""

from __future__ import annotations

import shlex
from typing import Any

from ludus.core.compile.progress import report_compilation
from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest
from ludus.design.base.option_value_parsers import check_game_options, refuse_repeats
from ludus.design.base.pairwise_judgement import Pair, first_sentence, judge_pairs, pairs_table, verdicts
from ludus.design.base.report_parts import game_fact
from ludus.design.base.significance import independent_difference
from ludus.design.platformer.difficulty.challenge_models import MODEL_KINDS
from ludus.design.platformer.difficulty.model_uncertainty import FittedModel
from ludus.design.platformer.difficulty.rating import rate_level
from ludus.design.platformer.level_report import (
    CHALLENGES_CAPTION,
    LevelReport,
    calibration_note,
    challenges_table,
    movement_fact,
    players_note,
    structure_sentence,
    structure_table,
)
from ludus.design.platformer.measures_report import MEASURES_NOTES, LevelMeasures
from ludus.design.platformer.options import InspectOptions
from ludus.design.platformer.player_ratings import check_ratings_options, is_sessions_file, report_ratings
from ludus.design.platformer.players.learning_curve import LEARNING_NOTE, LearningCurve, learning_curve
from ludus.design.platformer.players.player_kinds import FORECASTER
from ludus.design.platformer.players.population import SKILL_GROUPS, simulate
from ludus.design.platformer.render import png_parts
from ludus.design.platformer.structure_measures import measure_structure
from ludus.design.platformer.verify.validate_level import dead_ends, read_playable
from ludus.games.platformer.constants import TICKS_PER_SECOND
from ludus.report.report_model import Command, Figure, File, Report, ReportPart
from ludus.report.table_model import Column, Table
from ludus.stats.judgement import JudgedNumbers, judgement_note
from ludus.util.errors import OptionError
from ludus.util.text import plural

DEFAULT_PLAYERS = 300
HARDER_VERDICTS = verdicts("harder", "easier")
INSPECT_NOTES = [
    "By Koens' model difficulty is 1 minus the product of success over the easiest path, and players respawn before "
    "the challenge; its intervals show how well the challenge model is known. A product grows with the length of a "
    "level; deaths and the hardest challenge compare levels of different length better. Predictions come from the "
    "model behind `ludus make platformer --difficulty`, which knows players of different skill and the path that they "
    "take. Other intervals are over players; all are 95 %.",
    "A challenge can be avoided if a path to an exit leads around its trap. Players take the shortest path that is not "
    "too hard, which need not be the easiest.",
    "A third of the players each is called poor, average and good, by their skill.",
]


def inspect(names: list[str], options: InspectOptions, request: DesignRequest) -> Report:
    """Inspect one level in full, compare several, or analyse the ratings in a file of sessions.

    Raises:
        OptionError: options do not apply, or a level is named twice.
        ContentError: a level cannot be finished.
    """
    check_game_options(request, "inspect platformer")
    refuse_repeats(names, "level")
    if any(map(is_sessions_file, names)):
        check_ratings_options(names, options, request)
        return report_ratings(names[0], options, request)
    _check_learning(names, options)
    if options.measures == "all" and len(names) > 1:
        raise OptionError("--measures all is for one level; several are compared without it")
    fitted = FittedModel.load(options.model)
    with report_compilation(request.game):
        playable = {name: read_playable(name, options.physics, options.pieces) for name in names}
        for level, _ in playable.values():
            simulate(level, 1, request.seed, kind=options.players)
    players = DEFAULT_PLAYERS if request.games is None else request.games
    reports = []
    for name, (level, _) in playable.items():
        with request.progress(level.name, players, "player") as on_progress:
            population = simulate(
                level, players, derive(request.seed, "inspect"), options.respawn, on_progress, kind=options.players
            )
        structure = measure_structure(level, derive(request.seed, "inspect"), kind=options.players)
        rating = rate_level(level, fitted.model)
        reports.append(LevelReport(name, level, rating, population, fitted, structure, options.physics))
    if len(reports) > 1:
        return _compare_levels(reports, request, options.model)
    curve = None
    if options.learning is not None:
        level = reports[0].level
        with request.progress("learning", players, "player") as on_progress:
            curve = learning_curve(
                level, players, derive(request.seed, "learning"), options.learning, options.respawn, on_progress
            )
    measures = LevelMeasures(reports[0]) if options.measures == "all" else None
    return _inspect_one(reports[0], len(playable[names[0]][1].moves), request, options.model, curve, measures)


def _check_learning(names: list[str], options: InspectOptions) -> None:
    """Refuse --learning where it would change nothing."""
    if options.learning is None:
        return
    if options.players != FORECASTER:
        raise OptionError(f"--learning goes with --players {FORECASTER}: {options.players}s do not learn")
    if len(names) > 1:
        raise OptionError(f"--learning goes with one level, not {len(names)}")


def _inspect_one(
    report: LevelReport,
    agent_ticks: int,
    request: DesignRequest,
    model: str,
    curve: LearningCurve | None,
    measures: LevelMeasures | None,
) -> Report:
    figures = [
        Figure("level", report.level_svg()),
        Figure("challenges", report.challenges_svg(), CHALLENGES_CAPTION),
        Figure("deaths", report.deaths_svg(), "A dot for every death, where the body was."),
        Figure("routes", report.routes_svg(), "Where one can stand and hang, the moves between, and routes."),
        *([] if measures is None else [measures.figure()]),
    ]
    level, judged = report.level, _judge_traps(report)
    learning: list[ReportPart] = [] if curve is None else [curve.table(), curve.figure(), LEARNING_NOTE]
    return Report(
        title=f"{request.game.title}: {report.level.name}",
        answer=[
            *answer_sentences(report),
            *([] if curve is None else [curve.sentence()]),
            *([] if measures is None else measures.sentences()),
        ],
        parts=[
            _difficulty_table(report),
            challenges_table([report]),
            structure_table([report]),
            *([_traps_judgement_table(judged)] if judged.estimates else []),
            report.deaths_by_group_table(),
            _groups_table(report),
            *([] if measures is None else measures.tables()),
            *learning,
            *figures,
            *(_folder_parts(report, figures, request) if request.folder else []),
            *INSPECT_NOTES,
            *([judgement_note(judged.comparisons)] if judged.estimates else []),
            players_note(report.population.kind),
            *([] if measures is None else MEASURES_NOTES),
        ],
        facts={
            "game": game_fact(request),
            "level": f"{report.name}, {level.width} x {level.height} cells, {_trap_count(report)}",
            **movement_fact(level.movement),
            "shown to be possible": f"by an agent that never dies, in {agent_ticks / TICKS_PER_SECOND:.1f} s",
            "players": f"{len(report.population.runs)}, synthetic, {report.population.kind}s; back to life at the "
            f"{report.population.respawn}",
            "challenges": _describe_model(model),
            "seed": str(request.seed),
        },
    )


def answer_sentences(report: LevelReport) -> list[str]:
    """Sentences of the answer, the most important first."""
    rating, population = report.rating, report.population
    lines = [
        f"{population.failure_rate.in_percent()} of synthetic players ({population.kind}s) die at least once on their "
        "way; "
        f"{population.deaths:.2f} deaths a player. By Koens' model the difficulty is {report.estimates.difficulty:.2f}."
    ]
    if rating.hardest is not None:
        lines.append(
            f"The hardest challenge on the easiest path is {report.trap_name(rating.hardest)}, where "
            f"{100 * report.failure_at_hardest:.0f} % of tries fail by Koens' model"
            f"{_failures_in_play(report, rating.hardest.trap)}."
        )
    else:
        lines.append("The easiest path meets no trap.")
    if population.hardest is not None:
        trap, fails = population.hardest
        lines.append(
            f"In play the hardest is {report.level.traps[trap].name}: {fails.in_percent()} of the tries at it failed."
            f"{_hardest_trap_sentence(report, trap)}"
        )
    avoidable = [report.trap_name(challenge) for challenge in rating.avoidable]
    examples = ", ".join([*avoidable[:6], *(["..."] if len(avoidable) > 6 else [])])
    lines.append(
        f"{plural(len(avoidable), 'trap')} can be avoided: {examples}." if examples else "No trap can be avoided."
    )
    if lost := dead_ends(report.level):
        examples = ", ".join([*(f"{x} {y}" for x, y in lost[:6]), *(["..."] if len(lost) > 6 else [])])
        lines.append(f"From {examples} no exit can be reached any more.")
    by_group = [
        f"{population.group(group).deaths:.2f} for {group}" for group in SKILL_GROUPS if population.group(group).runs
    ]
    if report.structure is not None and report.level.traps:
        lines.append(structure_sentence(report.structure))
    lines.append(f"Deaths of a player by skill: {', '.join(by_group)} ones.")
    return [*lines, *calibration_note(report.level.movement)]


def _hardest_trap_sentence(report: LevelReport, hardest: int) -> str:
    """Say whether a trap is surely harder than all others that half of the players met; empty if it is the only one."""
    judged = _judge_traps(report)
    if not judged.estimates:
        return ""
    gap = "{lead} more tries fail at it than at {other}"
    return f" {first_sentence(report.level.traps[hardest].name, judged, 'the hardest', gap, 'It')}"


def _judge_traps(report: LevelReport) -> JudgedNumbers[Pair]:
    """Judge each two traps that half of the players met, the hardest first."""
    met, names = report.population.often_met, [trap.name for trap in report.level.traps]
    shares = {names[trap]: met[trap] for trap in sorted(met, key=lambda trap: (-met[trap].value, trap))}
    return judge_pairs(list(shares), lambda harder, easier: independent_difference(shares[easier], shares[harder]))


def _judge_levels(ranked: list[LevelReport]) -> JudgedNumbers[Pair]:
    """Judge each two levels by the share of players that die, the hardest first."""
    rates = {report.name: report.population.failure_rate for report in ranked}
    return judge_pairs(list(rates), lambda harder, easier: independent_difference(rates[easier], rates[harder]))


def _traps_judgement_table(judged: JudgedNumbers[Pair]) -> Table:
    labels = [Column.text("trap"), Column.text("other", "compared with")]
    title, caption = "more tries fail at it", "Every pair of traps that half of the players meet: which one is harder"
    return pairs_table(judged, labels, HARDER_VERDICTS, title, caption)


def _levels_judgement_table(judged: JudgedNumbers[Pair]) -> Table:
    labels = [Column.text("level"), Column.text("other", "compared with")]
    title, caption = "more players die on it", "Every pair of levels: which is harder"
    return pairs_table(judged, labels, HARDER_VERDICTS, title, caption)


def _trap_count(report: LevelReport) -> str:
    return plural(len(report.level.traps), "trap")


def _failures_in_play(report: LevelReport, trap: int) -> str:
    tried = report.population.attempt_failures.get(trap)
    return f" and {tried.in_percent()} in play" if tried else " (no player went there)"


def _difficulty_table(report: LevelReport) -> Table:
    """Table of the difficulty numbers: by two models and in play."""
    population, prediction, estimates = report.population, report.prediction, report.estimates
    hardest = None if population.hardest is None else population.hardest[1]
    columns = [
        Column.text("number"),
        Column.number("koens", "Koens' model"),
        Column.number("told", "predicted"),
    ]
    columns.append(Column.number("play", "in play"))
    rows: list[list[Any]] = [
        ["share of players that die", estimates.difficulty, round(prediction.failure, 4), population.failure_rate],
        ["deaths of a player", estimates.expected_deaths, round(prediction.deaths, 4), population.deaths],
        ["share of tries that fail at the hardest", estimates.hardest, round(prediction.hardest, 4), hardest],
        ["seconds of a run", None, None, population.seconds],
    ]
    return Table("difficulty", columns, rows, "How hard it is")


def _groups_table(report: LevelReport) -> Table:
    columns = [Column.text("players"), Column.integer("count"), Column.share("failure", "that die")]
    columns += [
        Column.number("deaths", "deaths of one"),
        Column.number("seconds", "seconds of a run"),
    ]
    groups = [(group, report.population.group(group)) for group in SKILL_GROUPS]
    rows = [
        [group, len(population.runs), population.failure_rate, population.deaths, population.seconds]
        for group, population in groups
        if population.runs
    ]
    return Table("groups", columns, rows, "Players by their skill")


def _describe_model(model: str) -> str:
    return f"{model}, of the thesis's printed histogram" if model in MODEL_KINDS else f"the model in {model}"


def _folder_parts(report: LevelReport, figures: list[Figure], request: DesignRequest) -> list[File | Command | str]:
    """Parts of a report that is written to a folder: a replay, its command, and pictures as PNG."""
    return [
        Command(shlex.join(["ludus", "replay", f"{request.folder}/replay.json", "--step"]), "watch a synthetic player"),
        File("replay.json", report.replay_json(request.game, report.name)),
        *png_parts(figures),
    ]


def _compare_levels(reports: list[LevelReport], request: DesignRequest, model: str) -> Report:
    """Compare several levels, the hardest first."""
    ranked = sorted(reports, key=lambda report: -report.population.failure_rate.value)
    columns = [
        *(
            Column.text("level"),
            Column.share("failure", "players that die"),
            Column.number("deaths", "deaths a player"),
        ),
        *(
            Column.number("difficulty", "difficulty, Koens' model"),
            Column.text("hardest"),
            Column.integer("challenges"),
        ),
        *(Column.integer("avoidable", "traps to avoid"), Column.number("seconds", "seconds of a run")),
    ]
    rows = [
        [
            *(report.name, report.population.failure_rate, report.population.deaths, report.estimates.difficulty),
            "" if report.rating.hardest is None else report.trap_name(report.rating.hardest),
            *(len(report.rating.path), len(report.rating.avoidable), report.population.seconds),
        ]
        for report in ranked
    ]
    hardest, easiest, judged = ranked[0], ranked[-1], _judge_levels(ranked)
    sentence = first_sentence(hardest.name, judged, "the hardest", "{lead} more players die on it than on {other}")
    return Report(
        title=f"{request.game.title}: {plural(len(reports), 'level')}",
        answer=[
            f"From {easiest.population.failure_rate.in_percent()} ({easiest.name}) to "
            f"{hardest.population.failure_rate.in_percent()} ({hardest.name}) of synthetic players "
            f"({hardest.population.kind}s) die at least once. {sentence}",
            *dict.fromkeys(note for report in reports for note in calibration_note(report.level.movement)),
        ],
        parts=[
            Table("levels", columns, rows, "The hardest level first"),
            _levels_judgement_table(judged),
            structure_table(ranked),
            challenges_table(ranked),
            *(Figure(f"challenges_{k}", report.challenges_svg(), report.name) for k, report in enumerate(reports, 1)),
            *INSPECT_NOTES,
            judgement_note(judged.comparisons),
            players_note(reports[0].population.kind),
        ],
        facts={
            "game": game_fact(request),
            "players": f"{len(reports[0].population.runs)}, synthetic, {reports[0].population.kind}s, for each level",
            "challenges": _describe_model(model),
            "seed": str(request.seed),
        },
    )
