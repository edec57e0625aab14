"""What `ludus demo platformer` shows: two levels as hard as asked, a player in one, and how well that is foretold."""

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
DIALLED, PLAYERS = 24, 60  # levels of the figure, and players in each
REPLAY = "replay.json"


def tour(order: Order) -> dict[str, Findings]:
    """Two chapters."""
    with first_use(order.game):
        send_crowd(make_level(1).level, 1, 1)
    return {"levels": _levels(order), "difficulty": _difficulty(order)}


def _levels(order: Order) -> Findings:
    """Two levels with their challenges, and who died where."""
    with order.progress("levels looked at, at most", len(LEVELS) * ATTEMPTS, "level") as told:
        done = [
            dial_level(derive(order.seed, "tour", k), Demand(read_order(asks), Targets(asks.difficulty)), told)
            for k, asks in enumerate(LEVELS)
        ]
    looks = [_look(each, k) for k, each in enumerate(done)]
    found = Findings(
        title="Two levels, made so that 60 % and 80 % of players die at least once",
        answer=[
            told_of(look, each, Targets(asks.difficulty)) for look, each, asks in zip(looks, done, LEVELS, strict=True)
        ],
        facts={"game": f"{order.game.name}, rules version {order.game.version}", "seed": str(order.seed)},
        notes=NOTES,
    )
    for k, look in enumerate(looks, 1):
        found.pictures[f"challenges_{k}.svg"] = (
            challenges_picture(look),
            "Traps by how many of a hundred get through, by Koens' model; the line is the easiest path.",
        )
        found.pictures[f"deaths_{k}.svg"] = (deaths_picture(look), "A dot for every death, where the body was.")
        found.files[f"level_{k}.level"] = write_level(look.level)
    somebody, first = typical(looks[0].crowd), looks[0]
    found.pictures["run.svg"] = (run_picture(order.game, first, somebody), "One of these players, life by life.")
    found.files[REPLAY] = replay_text(order.game, first, somebody, f"{order.folder}/levels/level_1.level")
    found.answer.append(f"Watch one of the players: ludus replay {order.folder}/levels/{REPLAY} --step")
    found.images.update({name.replace(".svg", ".png"): to_png(svg) for name, (svg, _) in found.pictures.items()})
    return found


def _look(each: Dialled, number: int) -> Look:
    level = finished(each, number, LEVELS[number]).made.level
    return Look(f"level {number + 1}", level, each.rating, each.crowd)


def _difficulty(order: Order) -> Findings:
    """Levels from easy to hard: what the model behind the dial foretells, and what players do."""
    rows = []
    with order.progress("levels from easy to hard", DIALLED, "level") as told:
        for k in range(DIALLED):
            rows.append(_dialled(derive(order.seed, "figure", k), k / (DIALLED - 1)))
            told(1)
    points = [(foretold, crowd.failure) for foretold, crowd in rows]
    off = math.sqrt(math.fsum((foretold - came.value) ** 2 for foretold, came in points) / len(points))
    columns = [Column("hard", "number", "how far the dial is turned"), Column("told", "number", "foretold")]
    columns += [Column("failure", "share", "players that die"), Column("deaths", "number", "deaths a player")]
    table = [
        [round(k / (DIALLED - 1), 3), round(foretold, 4), crowd.failure, crowd.deaths]
        for k, (foretold, crowd) in enumerate(rows)
    ]
    drawn = foretold_picture(
        points, f"{DIALLED} levels from easy to hard", "share of players that die, foretold", "measured"
    )
    return Findings(
        title="How hard a level is, before anybody has played it",
        answer=[
            f"The model behind `--difficulty` is off by {100 * off:.1f} points on average (root of the mean square) "
            f"over {DIALLED} levels with {PLAYERS} synthetic players each; as few players are off by "
            f"{100 * _by_chance([came.value for _, came in points]):.1f} points by chance alone."
        ],
        sheets=[Sheet("dialled", "Levels by how far the dial was turned", columns, table, range(0, DIALLED, 4))],
        pictures={
            "difficulty.svg": (drawn, "A dot a level; strokes are 95 % intervals. On the line it is as foretold.")
        },
        facts={"players": f"{PLAYERS} a level, synthetic", "seed": str(order.seed)},
        images={"difficulty.png": to_png(drawn)},
    )


def _dialled(seed: int, hard: float) -> tuple[float, Crowd]:
    """What is foretold of a level of this seed, and who played it; a little easier where there is no such level."""
    while True:
        try:
            rating = rate_level(make_level(seed, turned(LevelOrder(), hard)).level)
            return predict(rating.mapped).failure, send_crowd(rating.mapped.level, PLAYERS, seed)
        except (NoLevel, NoWay):
            seed, hard = derive(seed, "again"), hard * 0.95


def _by_chance(shares: list[float]) -> float:
    return math.sqrt(math.fsum(share * (1 - share) for share in shares) / PLAYERS / len(shares))
