"""`ludus inspect platformer`: difficulty of a level, its challenges, what can be avoided, and where players die."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from ludus.core.compile.progress import report_compilation
from ludus.core.random import derive
from ludus.design.base.designer import DesignReport, DesignRequest, ReportColumn, ReportTable, plural
from ludus.design.platformer.designer import InspectOptions
from ludus.design.platformer.difficulty.challenge_models import MODEL_KINDS
from ludus.design.platformer.difficulty.model_uncertainty import FittedModel
from ludus.design.platformer.difficulty.rating import rate_level
from ludus.design.platformer.measurement import (
    MeasuredLevel,
    challenges_svg,
    challenges_table,
    deaths_by_group_table,
    deaths_svg,
    level_svg,
    median_run,
    replay_json,
    routes_svg,
)
from ludus.design.platformer.players.population import SKILL_GROUPS, simulate
from ludus.design.platformer.render import svg_to_png
from ludus.design.platformer.verify.validate_level import dead_ends, read_playable
from ludus.games.platformer.constants import TICKS_PER_SECOND
from ludus.util.errors import OptionError

DEFAULT_PLAYERS = 300
INSPECT_NOTES = [
    "By Koens' model difficulty is 1 minus the product of success over the easiest path, and players respawn before "
    "the challenge; its intervals show how well the challenge model is known. A product grows with the length of a "
    "level; deaths and the hardest challenge compare levels of different length better. Predictions come from the "
    "model behind `ludus make platformer --difficulty`, which knows players of different skill and the path that they "
    "take. Other intervals are over players; all are 95 %.",
    "A challenge can be avoided if a path to an exit leads around its trap. Players take the shortest path that is not "
    "too hard, which need not be the easiest.",
    "Players are synthetic: a planner with human delay, errors in time and lapses, calibrated on published numbers. A "
    "third of them each is called poor, average and good.",
]


def inspect(names: list[str], options: InspectOptions, request: DesignRequest) -> DesignReport:
    """Inspect one level in full, or compare several.

    Raises:
        OptionError: options do not apply, or a level is named twice.
        ContentError: a level cannot be finished.
    """
    if request.options:
        raise OptionError(
            f"-o {next(iter(request.options))}: options of the game do not go with `ludus inspect platformer`"
        )
    if len(set(names)) < len(names):
        raise OptionError("a level is named twice")
    fitted = FittedModel.load(options.model)
    with report_compilation(request.game):
        proven = {word: read_playable(word) for word in names}
        for level, _ in proven.values():
            simulate(level, 1, request.seed)
    players = DEFAULT_PLAYERS if request.games is None else request.games
    looks = []
    for word, (level, _) in proven.items():
        with request.progress(level.name, players, "player") as on_progress:
            crowd = simulate(level, players, derive(request.seed, "inspect"), options.respawn, on_progress)
        looks.append(MeasuredLevel(word, level, rate_level(level, fitted.model), crowd, fitted))
    if len(looks) > 1:
        return _compare_levels(looks, request, options.model)
    return _inspect_one(looks[0], len(proven[names[0]][1].moves), request, options.model)


def _inspect_one(measured: MeasuredLevel, agent_ticks: int, request: DesignRequest, model: str) -> DesignReport:
    pictures = {
        "level.svg": (level_svg(measured), ""),
        "challenges.svg": (
            challenges_svg(measured),
            "Traps by how many of a hundred get through, by Koens' model; the line is the easiest path.",
        ),
        "deaths.svg": (deaths_svg(measured), "A dot for every death, where the body was."),
        "routes.svg": (routes_svg(measured), "Where one can stand and hang, the moves between, and routes."),
    }
    file = f"{request.folder}/replay.json"
    return DesignReport(
        title=f"{request.game.title}: {measured.level.name}",
        answer=answer_sentences(measured),
        tables=[
            _difficulty_table(measured),
            challenges_table([measured]),
            deaths_by_group_table(measured),
            _groups_table(measured),
        ],
        pictures=pictures,
        facts={
            "game": f"{request.game.name}, rules version {request.game.version}",
            "level": f"{measured.name}, {measured.level.width} x {measured.level.height} cells, {_trap_count(measured)}",
            "shown to be possible": f"by an agent that never dies, in {agent_ticks / TICKS_PER_SECOND:.1f} s",
            "players": f"{len(measured.population.runs)}, synthetic; back to life at the {measured.population.respawn}",
            "challenges": _describe_model(model),
            "seed": str(request.seed),
        },
        commands={"watch a synthetic player": shlex.join(["ludus", "replay", file, "--step"])}
        if request.folder
        else {},
        files={"replay.json": replay_json(request.game, measured, median_run(measured.population), measured.name)}
        if request.folder
        else {},
        images={Path(name).stem + ".png": svg_to_png(svg) for name, (svg, _) in pictures.items()}
        if request.folder
        else {},
        notes=INSPECT_NOTES,
    )


def answer_sentences(measured: MeasuredLevel) -> list[str]:
    """Sentences of the answer, the most important first."""
    rating, crowd = measured.rating, measured.population
    lines = [
        f"{crowd.failure_rate.in_percent()} of synthetic players die at least once on their way; {crowd.deaths:.2f} deaths "
        f"a player. By Koens' model the difficulty is {measured.estimates.difficulty:.2f}."
    ]
    if rating.hardest is not None:
        lines.append(
            f"The hardest challenge on the easiest path is {measured.trap_name(rating.hardest)}, where "
            f"{100 * measured.failure_at_hardest:.0f} % of tries fail by Koens' model{_failures_in_play(measured, rating.hardest.trap)}."
        )
    else:
        lines.append("The easiest path meets no trap.")
    if crowd.hardest is not None:
        trap, fails = crowd.hardest
        lines.append(
            f"In play the hardest is {measured.level.traps[trap].name}: {fails.in_percent()} of the tries at it failed."
        )
    avoidable = [measured.trap_name(challenge) for challenge in rating.avoidable]
    examples = ", ".join([*avoidable[:6], *(["..."] if len(avoidable) > 6 else [])])
    lines.append(
        f"{plural(len(avoidable), 'trap')} can be avoided: {examples}." if examples else "No trap can be avoided."
    )
    if lost := dead_ends(measured.level):
        examples = ", ".join([*(f"{x} {y}" for x, y in lost[:6]), *(["..."] if len(lost) > 6 else [])])
        lines.append(f"From {examples} no exit can be reached any more.")
    by_group = [f"{crowd.group(group).deaths:.2f} for {group}" for group in SKILL_GROUPS if crowd.group(group).runs]
    lines.append(f"Deaths of a player by skill: {', '.join(by_group)} ones.")
    return lines


def _trap_count(measured: MeasuredLevel) -> str:
    return plural(len(measured.level.traps), "trap")


def _failures_in_play(measured: MeasuredLevel, trap: int) -> str:
    tried = measured.population.attempt_failures.get(trap)
    return f" and {tried.in_percent()} in play" if tried else " (no player went there)"


def _difficulty_table(measured: MeasuredLevel) -> ReportTable:
    """Table of the difficulty numbers: by two models and in play."""
    crowd, prediction, estimates = measured.population, measured.prediction, measured.estimates
    hardest = None if crowd.hardest is None else crowd.hardest[1]
    columns = [
        ReportColumn("number"),
        ReportColumn("koens", "number", "Koens' model"),
        ReportColumn("told", "number", "predicted"),
    ]
    columns.append(ReportColumn("play", "number", "in play"))
    rows: list[list[Any]] = [
        ["share of players that die", estimates.difficulty, round(prediction.failure, 4), crowd.failure_rate],
        ["deaths of a player", estimates.expected_deaths, round(prediction.deaths, 4), crowd.deaths],
        ["share of tries that fail at the hardest", estimates.hardest, round(prediction.hardest, 4), hardest],
        ["seconds of a run", None, None, crowd.seconds],
    ]
    return ReportTable("difficulty", "How hard it is", columns, rows)


def _groups_table(measured: MeasuredLevel) -> ReportTable:
    columns = [ReportColumn("players"), ReportColumn("count", "count"), ReportColumn("failure", "share", "that die")]
    columns += [
        ReportColumn("deaths", "number", "deaths of one"),
        ReportColumn("seconds", "number", "seconds of a run"),
    ]
    groups = [(group, measured.population.group(group)) for group in SKILL_GROUPS]
    rows = [
        [group, len(crowd.runs), crowd.failure_rate, crowd.deaths, crowd.seconds]
        for group, crowd in groups
        if crowd.runs
    ]
    return ReportTable("groups", "Players by their skill", columns, rows)


def _describe_model(model: str) -> str:
    return f"{model}, of the thesis's printed histogram" if model in MODEL_KINDS else f"the model in {model}"


def _compare_levels(measured: list[MeasuredLevel], request: DesignRequest, model: str) -> DesignReport:
    """Compare several levels, the hardest first."""
    ranked = sorted(measured, key=lambda look: -look.population.failure_rate.value)
    columns = [
        *(
            ReportColumn("level"),
            ReportColumn("failure", "share", "players that die"),
            ReportColumn("deaths", "number", "deaths a player"),
        ),
        *(
            ReportColumn("difficulty", "number", "difficulty, Koens' model"),
            ReportColumn("hardest"),
            ReportColumn("challenges", "count"),
        ),
        *(ReportColumn("avoidable", "count", "traps to avoid"), ReportColumn("seconds", "number", "seconds of a run")),
    ]
    rows = [
        [
            *(look.name, look.population.failure_rate, look.population.deaths, look.estimates.difficulty),
            "" if look.rating.hardest is None else look.trap_name(look.rating.hardest),
            *(len(look.rating.path), len(look.rating.avoidable), look.population.seconds),
        ]
        for look in ranked
    ]
    hardest, easiest = ranked[0], ranked[-1]
    return DesignReport(
        title=f"{request.game.title}: {len(measured)} levels",
        answer=[
            f"From {easiest.population.failure_rate.in_percent()} ({easiest.name}) to {hardest.population.failure_rate.in_percent()} "
            f"({hardest.name}) of synthetic players die at least once."
        ],
        tables=[ReportTable("levels", "The hardest level first", columns, rows), challenges_table(ranked)],
        pictures={f"challenges_{k}.svg": (challenges_svg(look), look.name) for k, look in enumerate(measured, 1)},
        facts={
            "game": f"{request.game.name}, rules version {request.game.version}",
            "players": f"{len(measured[0].population.runs)}, synthetic, for each level",
            "challenges": _describe_model(model),
            "seed": str(request.seed),
        },
        notes=INSPECT_NOTES,
    )
