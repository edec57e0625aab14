"""`ludus inspect platformer`: difficulty of a level, its challenges, what can be avoided, and where players die."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from ludus.core.errors import OptionError
from ludus.core.progress import first_use
from ludus.core.random import derive
from ludus.design.contract import Column, Findings, Order, Sheet, count
from ludus.design.levels.asks import InspectAsks
from ludus.design.levels.difficulty.fitted import FittedModel
from ludus.design.levels.difficulty.models import KINDS
from ludus.design.levels.difficulty.rating import rate_level
from ludus.design.levels.inspecting.looking import (
    Look,
    challenges_picture,
    challenges_sheet,
    deaths_picture,
    groups_sheet,
    level_picture,
    replay_text,
    routes_picture,
    typical,
)
from ludus.design.levels.people.crowds import GROUPS, send_crowd
from ludus.design.levels.pictures import to_png
from ludus.design.levels.proving.hand_made import dead_ends, read_playable
from ludus.games.platformer.units import TICKS

PLAYERS = 300
NOTES = [
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


def inspect(words: list[str], asks: InspectAsks, order: Order) -> Findings:
    """Inspect one level in full, or compare several.

    Raises:
        OptionError: options do not apply, or a level is named twice.
        ContentError: a level cannot be finished.
    """
    if order.options:
        raise OptionError(
            f"-o {next(iter(order.options))}: options of the game do not go with `ludus inspect platformer`"
        )
    if len(set(words)) < len(words):
        raise OptionError("a level is named twice")
    fitted = FittedModel.load(asks.model)
    with first_use(order.game):
        proven = {word: read_playable(word) for word in words}
        for level, _ in proven.values():
            send_crowd(level, 1, order.seed)
    players = PLAYERS if order.games is None else order.games
    looks = []
    for word, (level, _) in proven.items():
        with order.progress(level.name, players, "player") as on_progress:
            crowd = send_crowd(level, players, derive(order.seed, "inspect"), asks.respawn, on_progress)
        looks.append(Look(word, level, rate_level(level, fitted.model), crowd, fitted))
    if len(looks) > 1:
        return _compare(looks, order, asks.model)
    return _explain(looks[0], len(proven[words[0]][1].moves), order, asks.model)


def _explain(look: Look, walked: int, order: Order, model: str) -> Findings:
    pictures = {
        "level.svg": (level_picture(look), ""),
        "challenges.svg": (
            challenges_picture(look),
            "Traps by how many of a hundred get through, by Koens' model; the line is the easiest path.",
        ),
        "deaths.svg": (deaths_picture(look), "A dot for every death, where the body was."),
        "routes.svg": (routes_picture(look), "Where one can stand and hang, the moves between, and routes."),
    }
    file = f"{order.folder}/replay.json"
    return Findings(
        title=f"{order.game.title}: {look.level.name}",
        answer=sentences(look),
        sheets=[_numbers(look), challenges_sheet([look]), groups_sheet(look), _groups(look)],
        pictures=pictures,
        facts={
            "game": f"{order.game.name}, rules version {order.game.version}",
            "level": f"{look.name}, {look.level.width} x {look.level.height} cells, {_traps(look)}",
            "shown to be possible": f"by an agent that never dies, in {walked / TICKS:.1f} s",
            "players": f"{len(look.crowd.visits)}, synthetic; back to life at the {look.crowd.respawn}",
            "challenges": _model_in_words(model),
            "seed": str(order.seed),
        },
        commands={"watch a synthetic player": shlex.join(["ludus", "replay", file, "--step"])} if order.folder else {},
        files={"replay.json": replay_text(order.game, look, typical(look.crowd), look.name)} if order.folder else {},
        images={Path(name).stem + ".png": to_png(svg) for name, (svg, _) in pictures.items()} if order.folder else {},
        notes=NOTES,
    )


def sentences(look: Look) -> list[str]:
    """Sentences of the answer, the most important first."""
    rating, crowd = look.rating, look.crowd
    lines = [
        f"{crowd.failure.in_percent()} of synthetic players die at least once on their way; {crowd.deaths:.2f} deaths "
        f"a player. By Koens' model the difficulty is {look.sure.difficulty:.2f}."
    ]
    if rating.hardest is not None:
        lines.append(
            f"The hardest challenge on the easiest path is {look.place(rating.hardest)}, where "
            f"{100 * look.fails_at_hardest:.0f} % of tries fail by Koens' model{_in_play(look, rating.hardest.trap)}."
        )
    else:
        lines.append("The easiest path meets no trap.")
    if crowd.hardest is not None:
        trap, fails = crowd.hardest
        lines.append(
            f"In play the hardest is {look.level.traps[trap].name}: {fails.in_percent()} of the tries at it failed."
        )
    avoidable = [look.place(challenge) for challenge in rating.avoidable]
    examples = ", ".join([*avoidable[:6], *(["..."] if len(avoidable) > 6 else [])])
    lines.append(
        f"{count(len(avoidable), 'trap')} can be avoided: {examples}." if examples else "No trap can be avoided."
    )
    if lost := dead_ends(look.level):
        examples = ", ".join([*(f"{x} {y}" for x, y in lost[:6]), *(["..."] if len(lost) > 6 else [])])
        lines.append(f"From {examples} no exit can be reached any more.")
    by_group = [f"{crowd.of(group).deaths:.2f} for {group}" for group in GROUPS if crowd.of(group).visits]
    lines.append(f"Deaths of a player by skill: {', '.join(by_group)} ones.")
    return lines


def _traps(look: Look) -> str:
    return count(len(look.level.traps), "trap")


def _in_play(look: Look, trap: int) -> str:
    tried = look.crowd.tries.get(trap)
    return f" and {tried.in_percent()} in play" if tried else " (no player went there)"


def _numbers(look: Look) -> Sheet:
    """Table of the difficulty numbers: by two models and in play."""
    crowd, prediction, estimates = look.crowd, look.told, look.sure
    hardest = None if crowd.hardest is None else crowd.hardest[1]
    columns = [Column("number"), Column("koens", "number", "Koens' model"), Column("told", "number", "predicted")]
    columns.append(Column("play", "number", "in play"))
    rows: list[list[Any]] = [
        ["share of players that die", estimates.difficulty, round(prediction.failure, 4), crowd.failure],
        ["deaths of a player", estimates.expected_deaths, round(prediction.deaths, 4), crowd.deaths],
        ["share of tries that fail at the hardest", estimates.hardest, round(prediction.hardest, 4), hardest],
        ["seconds of a run", None, None, crowd.seconds],
    ]
    return Sheet("difficulty", "How hard it is", columns, rows)


def _groups(look: Look) -> Sheet:
    columns = [Column("players"), Column("count", "count"), Column("failure", "share", "that die")]
    columns += [Column("deaths", "number", "deaths of one"), Column("seconds", "number", "seconds of a run")]
    groups = [(group, look.crowd.of(group)) for group in GROUPS]
    rows = [
        [group, len(crowd.visits), crowd.failure, crowd.deaths, crowd.seconds]
        for group, crowd in groups
        if crowd.visits
    ]
    return Sheet("groups", "Players by their skill", columns, rows)


def _model_in_words(model: str) -> str:
    return f"{model}, of the thesis's printed histogram" if model in KINDS else f"the model in {model}"


def _compare(looks: list[Look], order: Order, model: str) -> Findings:
    """Compare several levels, the hardest first."""
    ranked = sorted(looks, key=lambda look: -look.crowd.failure.value)
    columns = [
        *(
            Column("level"),
            Column("failure", "share", "players that die"),
            Column("deaths", "number", "deaths a player"),
        ),
        *(Column("difficulty", "number", "difficulty, Koens' model"), Column("hardest"), Column("challenges", "count")),
        *(Column("avoidable", "count", "traps to avoid"), Column("seconds", "number", "seconds of a run")),
    ]
    rows = [
        [
            *(look.name, look.crowd.failure, look.crowd.deaths, look.sure.difficulty),
            "" if look.rating.hardest is None else look.place(look.rating.hardest),
            *(len(look.rating.path), len(look.rating.avoidable), look.crowd.seconds),
        ]
        for look in ranked
    ]
    hardest, easiest = ranked[0], ranked[-1]
    return Findings(
        title=f"{order.game.title}: {len(looks)} levels",
        answer=[
            f"From {easiest.crowd.failure.in_percent()} ({easiest.name}) to {hardest.crowd.failure.in_percent()} "
            f"({hardest.name}) of synthetic players die at least once."
        ],
        sheets=[Sheet("levels", "The hardest level first", columns, rows), challenges_sheet(ranked)],
        pictures={f"challenges_{k}.svg": (challenges_picture(look), look.name) for k, look in enumerate(looks, 1)},
        facts={
            "game": f"{order.game.name}, rules version {order.game.version}",
            "players": f"{len(looks[0].crowd.visits)}, synthetic, for each level",
            "challenges": _model_in_words(model),
            "seed": str(order.seed),
        },
        notes=NOTES,
    )
