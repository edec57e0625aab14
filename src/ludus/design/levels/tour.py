"""Demo for `ludus demo platformer`: two levels of given difficulty, a player's run, and a plot of the predictions."""

from __future__ import annotations

import math

from ludus.core.progress import first_use
from ludus.core.random import derive
from ludus.design.contract import Column, Findings, Order, Sheet
from ludus.design.levels.asks import MakeAsks
from ludus.design.levels.difficulty.predicting import predict
from ludus.design.levels.difficulty.rating import NoWay, rate_level
from ludus.design.levels.inspecting.looking import (
    Look,
    challenges_picture,
    deaths_picture,
    replay_text,
    run_picture,
    typical,
)
from ludus.design.levels.levels import LevelOrder, NoLevel, make_level
from ludus.design.levels.making.dialling import ATTEMPTS, Dialled, dial_level, turned
from ludus.design.levels.making.made import NOTES, told_of
from ludus.design.levels.making.making import finished, read_order
from ludus.design.levels.making.targets import Demand, Targets
from ludus.design.levels.people.crowds import Crowd, send_crowd
from ludus.design.levels.pictures import foretold_picture, to_png
from ludus.games.platformer.level import write_level

LEVELS = (
    MakeAsks(rooms="5x1", difficulty=0.6),
    MakeAsks(rooms="4x3", loops=0.3, difficulty=0.8),
)
DIALLED, PLAYERS = 24, 60  # levels of the figure, players per level
REPLAY = "replay.json"


def tour(order: Order) -> dict[str, Findings]:
    """Chapters of the demo."""
    with first_use(order.game):
        send_crowd(make_level(1).level, 1, 1)
    return {"levels": _levels(order), "difficulty": _difficulty(order)}


def _levels(order: Order) -> Findings:
    """Two levels with their challenges and the places of deaths."""
    with order.progress("levels looked at, at most", len(LEVELS) * ATTEMPTS, "level") as on_candidate:
        levels = [
            dial_level(derive(order.seed, "tour", k), Demand(read_order(asks), Targets(asks.difficulty)), on_candidate)
            for k, asks in enumerate(LEVELS)
        ]
    measured = [_look(found_level, k) for k, found_level in enumerate(levels)]
    report = Findings(
        title="Two levels, made so that 60 % and 80 % of players die at least once",
        answer=[
            told_of(item, found_level, Targets(asks.difficulty))
            for item, found_level, asks in zip(measured, levels, LEVELS, strict=True)
        ],
        facts={"game": f"{order.game.name}, rules version {order.game.version}", "seed": str(order.seed)},
        notes=NOTES,
    )
    for k, item in enumerate(measured, 1):
        report.pictures[f"challenges_{k}.svg"] = (
            challenges_picture(item),
            "Traps by how many of a hundred get through, by Koens' model; the line is the easiest path.",
        )
        report.pictures[f"deaths_{k}.svg"] = (deaths_picture(item), "A dot for every death, where the body was.")
        report.files[f"level_{k}.level"] = write_level(item.level)
    run, first_level = typical(measured[0].crowd), measured[0]
    report.pictures["run.svg"] = (run_picture(order.game, first_level, run), "One of these players, life by life.")
    report.files[REPLAY] = replay_text(order.game, first_level, run, f"{order.folder}/levels/level_1.level")
    report.answer.append(f"Watch one of the players: ludus replay {order.folder}/levels/{REPLAY} --step")
    report.images.update({name.replace(".svg", ".png"): to_png(svg) for name, (svg, _) in report.pictures.items()})
    return report


def _look(each: Dialled, number: int) -> Look:
    level = finished(each, number, LEVELS[number]).made.level
    return Look(f"level {number + 1}", level, each.rating, each.crowd)


def _difficulty(order: Order) -> Findings:
    """Levels from easy to hard: the model's prediction and the measured failure rate."""
    rows = []
    with order.progress("levels from easy to hard", DIALLED, "level") as on_progress:
        for k in range(DIALLED):
            rows.append(_dialled(derive(order.seed, "figure", k), k / (DIALLED - 1)))
            on_progress(1)
    points = [(predicted, crowd.failure) for predicted, crowd in rows]
    error = math.sqrt(math.fsum((predicted - measured.value) ** 2 for predicted, measured in points) / len(points))
    columns = [Column("hard", "number", "hardness"), Column("told", "number", "predicted")]
    columns += [Column("failure", "share", "players that die"), Column("deaths", "number", "deaths a player")]
    table = [
        [round(k / (DIALLED - 1), 3), round(predicted, 4), crowd.failure, crowd.deaths]
        for k, (predicted, crowd) in enumerate(rows)
    ]
    svg = foretold_picture(
        points, f"{DIALLED} levels from easy to hard", "predicted share of players that die", "measured"
    )
    return Findings(
        title="How hard a level is, predicted before it is played",
        answer=[
            f"The model behind `--difficulty` has a root mean square error of {100 * error:.1f} points "
            f"over {DIALLED} levels with {PLAYERS} synthetic players each; the sampling error of so few players is "
            f"{100 * _by_chance([measured.value for _, measured in points]):.1f} points."
        ],
        sheets=[Sheet("dialled", "Levels by hardness", columns, table, range(0, DIALLED, 4))],
        pictures={
            "difficulty.svg": (svg, "One dot per level; lines are 95 % intervals. On the line the prediction is exact.")
        },
        facts={"players": f"{PLAYERS} a level, synthetic", "seed": str(order.seed)},
        images={"difficulty.png": to_png(svg)},
    )


def _dialled(seed: int, hard: float) -> tuple[float, Crowd]:
    """Predicted failure rate of a generated level and its population; a little easier where no level is found."""
    while True:
        try:
            rating = rate_level(make_level(seed, turned(LevelOrder(), hard)).level)
            return predict(rating.mapped).failure, send_crowd(rating.mapped.level, PLAYERS, seed)
        except (NoLevel, NoWay):
            seed, hard = derive(seed, "again"), hard * 0.95


def _by_chance(shares: list[float]) -> float:
    return math.sqrt(math.fsum(share * (1 - share) for share in shares) / PLAYERS / len(shares))
