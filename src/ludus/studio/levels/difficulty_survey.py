"""Measure the difficulty of a level in a worker process: synthetic players, their runs, the level graph and routes.

The numbers are those of `ludus inspect platformer` with the same seed.
"""

from __future__ import annotations

import shlex
from pathlib import Path

import msgspec

from ludus.core.random import derive
from ludus.design.base.designer import ProgressFactory
from ludus.design.platformer.difficulty.rating import rate_level
from ludus.design.platformer.inspect import answer_sentences
from ludus.design.platformer.level_graph.graph import FALL, find_routes
from ludus.design.platformer.level_io import load_level
from ludus.design.platformer.level_report import LevelReport, challenges_table
from ludus.design.platformer.players.population import SKILL_GROUPS, PlayerRun, Population, simulate
from ludus.design.platformer.recordings.replay_conversion import write_presses
from ludus.design.platformer.render.level_svg import join_routes
from ludus.design.platformer.verify.agent import AgentRun
from ludus.design.platformer.verify.validate_level import check_playable
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.studio.protocol.jobs import ValueWithInterval
from ludus.studio.protocol.levels import ChallengeInfo, Ghost, GraphInfo, LevelSurvey, SurveyRequest
from ludus.studio.report_conversion import table_message, value_message
from ludus.studio.worker.job_messages import SurveyJob
from ludus.util.errors import ContentError, LudusError
from ludus.util.files import atomic_write

GHOSTS = 12  # stored runs, of players of all skills


def survey(order: SurveyJob, progress: ProgressFactory) -> None:
    """Measure a level and write the result to the target file of the order."""
    survey_order, file = order.asked, Path(order.level)
    try:
        level = load_level(file)
        agent_run = check_playable(level, file)
    except ContentError as error:  # the user must not see the path of the file
        raise LudusError(str(error).replace(str(file), order.words)) from None
    with progress(level.name, survey_order.players, "player") as on_progress:
        population = simulate(
            level, survey_order.players, derive(survey_order.seed, "inspect"), survey_order.respawn, on_progress
        )
    result = survey_result(
        LevelReport(level.name, level, rate_level(level), population), agent_run, survey_order, order.words
    )
    atomic_write(Path(order.target), msgspec.json.encode(result))


def survey_result(report: LevelReport, agent_run: AgentRun, order: SurveyRequest, level_name: str) -> LevelSurvey:
    """All results that the page shows for a level.

    Args:
        report: Measurements of the level.
        agent_run: Run of an agent that proves the level playable.
        order: Number of players, seed and respawn rule.
        level_name: Name of the level on the command line.
    """
    population = report.population
    command = ["ludus", "inspect", "platformer", level_name, "--games", str(order.players), "--seed", str(order.seed)]
    if order.respawn != "checkpoint":
        command += ["--respawn", order.respawn]
    return LevelSurvey(
        order=order,
        failure=_value(population.failure_rate),
        deaths=_value(population.deaths),
        seconds=_value(population.seconds),
        koens=_value(report.estimates.difficulty),
        told=round(report.prediction.failure, 4),
        sentences=answer_sentences(report),
        sheets=[table_message(challenges_table([report])), table_message(deaths_by_trap_table(population))],
        graph=_graph(report),
        challenges=_challenges(report),
        died={group: [[x, y] for x, y in places] for group, places in population.death_places_by_group().items()},
        ghosts=[_ghost(run) for run in sample_runs(population)],
        walk=Ghost(0.0, "agent", "", len(agent_run.moves), 0, True, write_presses(agent_run.moves)),
        command=shlex.join(command),
    )


def deaths_by_trap_table(population: Population) -> Table:
    """Mean deaths per player at each trap, with confidence intervals, by skill group."""
    groups = [group for group in SKILL_GROUPS if population.group(group).runs]
    traps = [trap for trap, deaths in sorted(population.deaths_by_trap.items(), key=lambda pair: -pair[1]) if deaths]
    columns = [Column.text("trap"), *(Column.number(group, f"{group} players") for group in groups)]
    rows = [
        [
            population.level.traps[trap].name,
            *(population.group(group).deaths_per_player_at(trap) for group in groups),
        ]
        for trap in traps
    ]
    rows.append(["all", *(population.group(group).deaths for group in groups)])
    return Table("who_dies_where", columns, rows, "Who dies where: deaths of a player, by skill")


def sample_runs(population: Population) -> list[PlayerRun]:
    """A selection of players of all skills, weakest first."""
    ranked = sorted(population.runs, key=lambda run: run.skill)
    return [ranked[(2 * k + 1) * len(ranked) // (2 * GHOSTS)] for k in range(min(GHOSTS, len(ranked)))]


def _ghost(run: PlayerRun) -> Ghost:
    result = run.result
    presses = write_presses(result.moves)
    seed = str(run.seed)
    return Ghost(round(run.skill, 3), run.group, seed, len(result.moves), result.deaths, result.reached_exit, presses)


def _graph(report: LevelReport) -> GraphInfo:
    graph, level = report.graph, report.level
    two_way = [[edge.start, edge.end] for edge in graph.edges if edge.move != FALL and edge.start < edge.end]
    falls = [[edge.start, edge.end] for edge in graph.edges if edge.move == FALL]
    routes = join_routes(graph, find_routes(graph, level.start, level.exits[0]))
    return GraphInfo([[*node] for node in graph.nodes], two_way, falls, routes, [*report.rating.nodes])


def _challenges(report: LevelReport) -> list[ChallengeInfo]:
    path = {challenge.trap for challenge in report.rating.path}
    avoidable = {challenge.trap for challenge in report.rating.avoidable}
    return [
        ChallengeInfo(
            trap=report.trap_name(challenge),
            cells=[[*cell] for cell in report.level.traps[trap].cells],
            success=round(report.success_chance(challenge), 4),
            tried=value_message(report.population.attempt_failures.get(trap)),
            on_path=trap in path,
            avoidable=trap in avoidable,
        )
        for trap, challenge in sorted(report.easiest_challenges.items())
    ]


def _value(estimate: Estimate) -> ValueWithInterval:
    value = value_message(estimate)
    assert value is not None, "every player counts"
    return value
