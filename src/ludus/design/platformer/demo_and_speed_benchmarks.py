"""Demo of the level designer, and speed benchmarks of the physics and the generator for `ludus bench`.

The demo has two levels of given difficulty, a player's run, and a plot of the predictions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from ludus.arena.match_spec import Match
from ludus.arena.runner import play_range
from ludus.arena.speed_benchmark import LatencyTask, ThroughputTask
from ludus.bots import load_bot
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest
from ludus.design.base.report_parts import game_fact
from ludus.design.platformer.difficulty.failure_model import predict
from ludus.design.platformer.difficulty.rating import NoPath, rate_level
from ludus.design.platformer.difficulty_search import (
    MAX_CANDIDATES,
    FoundLevel,
    compile_simulation,
    find_level_by_difficulty,
)
from ludus.design.platformer.generator.generate import GeneratedLevel, GenerationFailed, generate_level
from ludus.design.platformer.level_report import CHALLENGES_CAPTION, LevelReport, median_run
from ludus.design.platformer.make import MAKE_NOTES, level_sentence, level_spec, name_and_decorate
from ludus.design.platformer.options import MakeOptions
from ludus.design.platformer.players.population import Population, simulate
from ludus.design.platformer.render import png_parts, prediction_plot
from ludus.design.platformer.spec import LevelSpec
from ludus.games.platformer.level import write_level
from ludus.report.report_model import Figure, File, Report
from ludus.report.table_model import Column, Table

DEMO_OPTIONS = (
    MakeOptions(rooms="5x1", difficulty=0.6),
    MakeOptions(rooms="4x3", loops=0.3, difficulty=0.8),
)
FIGURE_LEVELS, FIGURE_PLAYERS = 24, 60  # levels of the figure, players per level
REPLAY_FILE = "replay.json"


def demo(request: DesignRequest) -> dict[str, Report]:
    """Chapters of the demo."""
    compile_simulation(request.game)
    return {"levels": _levels(request), "difficulty": _difficulty(request)}


def _levels(request: DesignRequest) -> Report:
    """Two levels with their challenges and the places of deaths."""
    with request.progress("levels looked at, at most", len(DEMO_OPTIONS) * MAX_CANDIDATES, "level") as on_candidate:
        levels = [
            find_level_by_difficulty(
                derive(request.seed, "tour", k),
                level_spec(options),
                on_candidate,
            )
            for k, options in enumerate(DEMO_OPTIONS)
        ]
    reports = [_level_report(found_level, k) for k, found_level in enumerate(levels)]
    specs = [level_spec(options) for options in DEMO_OPTIONS]
    comparisons = sum(len(spec.judged_targets(item.population)) for item, spec in zip(reports, specs, strict=True))
    figures, files = [], []
    for k, item in enumerate(reports, 1):
        figures.append(Figure(f"challenges_{k}", item.challenges_svg(), CHALLENGES_CAPTION))
        figures.append(Figure(f"deaths_{k}", item.deaths_svg(), "A dot for every death, where the body was."))
        files.append(File(f"level_{k}.level", write_level(item.level)))
    first, run = reports[0], median_run(reports[0].population)
    figures.append(Figure("run", first.run_svg(request.game, run), "One of these players, life by life."))
    files.append(File(REPLAY_FILE, first.replay_json(request.game, f"{request.folder}/levels/level_1.level")))
    return Report(
        title="Two levels, made so that 60 % and 80 % of players die at least once",
        answer=[
            *(level_sentence(item, spec, comparisons) for item, spec in zip(reports, specs, strict=True)),
            f"Watch one of the players: ludus replay {request.folder}/levels/{REPLAY_FILE} --step",
        ],
        parts=[*figures, *files, *png_parts(figures), *MAKE_NOTES],
        facts={"game": game_fact(request), "seed": str(request.seed)},
    )


def _level_report(found_level: FoundLevel, number: int) -> LevelReport:
    level = name_and_decorate(found_level, number, DEMO_OPTIONS[number]).level
    return LevelReport(f"level {number + 1}", level, found_level.rating, found_level.population)


def _difficulty(request: DesignRequest) -> Report:
    """Levels from easy to hard: the model's prediction and the measured failure rate."""
    rows = []
    with request.progress("levels from easy to hard", FIGURE_LEVELS, "level") as on_progress:
        for k in range(FIGURE_LEVELS):
            rows.append(_figure_level(derive(request.seed, "figure", k), k / (FIGURE_LEVELS - 1)))
            on_progress(1)
    points = [(predicted, population.failure_rate) for predicted, population in rows]
    error = math.sqrt(math.fsum((predicted - measured.value) ** 2 for predicted, measured in points) / len(points))
    columns = [Column.number("hard", "hardness"), Column.number("told", "predicted")]
    columns += [
        Column.share("failure", "players that die"),
        Column.number("deaths", "deaths a player"),
    ]
    table_rows = [
        [round(k / (FIGURE_LEVELS - 1), 3), round(predicted, 4), population.failure_rate, population.deaths]
        for k, (predicted, population) in enumerate(rows)
    ]
    svg = prediction_plot(
        points, f"{FIGURE_LEVELS} levels from easy to hard", "predicted share of players that die", "measured"
    )
    figure = Figure(
        "difficulty", svg, "One dot per level; lines are 95 % intervals. On the line the prediction is exact."
    )
    return Report(
        title="How hard a level is, predicted before it is played",
        answer=[
            f"The model behind `--difficulty` has a root mean square error of {100 * error:.1f} points "
            f"over {FIGURE_LEVELS} levels with {FIGURE_PLAYERS} synthetic players each; the sampling error of so few "
            f"players is {100 * _sampling_error([measured.value for _, measured in points]):.1f} points."
        ],
        parts=[
            Table("dialled", columns, table_rows, "Levels by hardness", screen_rows=range(0, FIGURE_LEVELS, 4)),
            figure,
            *png_parts([figure]),
        ],
        facts={"players": f"{FIGURE_PLAYERS} a level, synthetic", "seed": str(request.seed)},
    )


def _figure_level(seed: int, hardness: float) -> tuple[float, Population]:
    """Predicted failure rate of a generated level and its population; a little easier where no level is found."""
    while True:
        try:
            rating = rate_level(generate_level(seed, LevelSpec().with_hardness(hardness)).level)
            return predict(rating.challenge_graph).failure, simulate(rating.challenge_graph.level, FIGURE_PLAYERS, seed)
        except (GenerationFailed, NoPath):
            seed, hardness = derive(seed, "again"), hardness * 0.95


def _sampling_error(shares: list[float]) -> float:
    return math.sqrt(math.fsum(share * (1 - share) for share in shares) / FIGURE_PLAYERS / len(shares))


MIN_TICKS_PER_SECOND = 5_000_000.0  # ticks per second to reach
MAX_LEVEL_MS, MAX_MAZE_MS = 4.0, 20.0  # milliseconds not to exceed
GAME_SECONDS, GAMES = 20, 200  # seconds per game, games
LEVEL_SAMPLES, MAZE_SAMPLES = 101, 51  # number of samples; the median counts


def benchmarks() -> Sequence[ThroughputTask | LatencyTask]:
    """Benchmarks: the physics with traps running, and levels with all checks, as `ludus make` makes them."""
    strip, maze = LevelSpec(rooms=(5, 1)), LevelSpec(rooms=(4, 3), loops=0.3)
    return (
        ThroughputTask("the physics, by random keys", "ticks/s", partial(_play, _random_match()), MIN_TICKS_PER_SECOND),
        LatencyTask(
            "a checked level of 5 rooms with traps, median", partial(_make, strip), LEVEL_SAMPLES, MAX_LEVEL_MS
        ),
        LatencyTask("a checked maze of 4x3 rooms with traps, median", partial(_make, maze), MAZE_SAMPLES, MAX_MAZE_MS),
    )


def _random_match() -> Match:
    game = load_game("platformer")
    content = game.content(level="trap-school", seconds=GAME_SECONDS)
    return Match(game, content, [load_bot(game, "random")], seed=1)


def _play(match: Match) -> int:
    """Play some games; returns the total of their ticks."""
    return int(play_range(match, range(GAMES)).lengths.sum())


def _make(spec: LevelSpec, number: int) -> GeneratedLevel:
    return generate_level(1 + number, spec)
