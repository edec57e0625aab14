"""Measurements of a level for reports: difficulty by model and by play, challenges, pictures, replays."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import msgspec

from ludus.core.contract import Game
from ludus.core.position import Position
from ludus.core.replay import Replay
from ludus.design.contract import Column, Sheet, count
from ludus.design.levels.difficulty.challenges import Challenge
from ludus.design.levels.difficulty.fitted import FittedModel, SureRating, printed, rate_surely
from ludus.design.levels.difficulty.ground import NO_TRAP
from ludus.design.levels.difficulty.predicting import Prediction, predict
from ludus.design.levels.difficulty.rating import Rating
from ludus.design.levels.people.crowds import GROUPS, Crowd, Visit
from ludus.design.levels.pictures import (
    Overlay,
    Shaded,
    challenges_overlay,
    deaths_overlay,
    graph_overlay,
    path_overlay,
    picture,
    routes_overlay,
    run_overlay,
)
from ludus.design.levels.ways.graph import LevelGraph, build_graph
from ludus.design.levels.ways.routes import find_routes
from ludus.design.levels.ways.sheets import sheet_of
from ludus.games.platformer.level import Level
from ludus.games.platformer.options import Options, lay_out
from ludus.games.platformer.text import write_buttons
from ludus.games.platformer.units import TALL, TICKS
from ludus.stats import Estimate

LONGEST = 3600  # seconds of a replay, at most
EVERY = 3  # ticks between two points of a drawn run


@dataclass(frozen=True)
class Look:
    """Level with its rating and a population that played it."""

    name: str
    level: Level
    rating: Rating
    crowd: Crowd
    fitted: FittedModel = field(default_factory=printed)  # challenge model of the rating

    @cached_property
    def graph(self) -> LevelGraph:
        return build_graph(sheet_of(self.level))

    @cached_property
    def traps(self) -> dict[int, Challenge]:
        """Easiest challenge into every trap; for traps on the easiest path, the challenge there."""
        easiest: dict[int, Challenge] = {}
        for challenge in self.rating.mapped.challenges:
            other = easiest.get(challenge.trap)
            if other is None or self.chance(challenge) > self.chance(other):
                easiest[challenge.trap] = challenge
        return easiest | {challenge.trap: challenge for challenge in reversed(self.rating.path)}

    def chance(self, challenge: Challenge) -> float:
        """Success chance of a challenge by the model."""
        return self.rating.all_chances[challenge.number]

    def place(self, challenge: Challenge) -> str:
        """Name of the trap of a challenge."""
        return self.level.traps[challenge.trap].name

    @cached_property
    def told(self) -> Prediction:
        """Prediction of the failure model."""
        return predict(self.rating.mapped, self.crowd.respawn)

    @cached_property
    def sure(self) -> SureRating:
        """Rating with intervals."""
        return rate_surely(self.rating.mapped, self.fitted)

    @property
    def fails_at_hardest(self) -> float:
        """Share of attempts that fail at the hardest challenge of the easiest path, by the thesis's model."""
        return 1 - min(self.rating.chances, default=1.0)

    def words(self) -> str:
        """Difficulty numbers in a few words, for a picture."""
        return f"{self.crowd.failure.in_percent()} of players die; {self.crowd.deaths:.2f} deaths a player"


def level_picture(look: Look) -> str:
    return picture(look.level, (), look.level.name, look.words())


def routes_picture(look: Look) -> str:
    """Graph of the level and routes through it."""
    routes = find_routes(look.graph, look.level.start, look.level.exits[0])
    overlays = [graph_overlay(look.graph), routes_overlay(look.graph, routes)]
    return picture(look.level, overlays, f"{look.level.name}: graph and routes")


def challenges_picture(look: Look) -> str:
    """Every trap by its success chance, and the easiest path."""
    rating, inside = look.rating, look.rating.mapped.ground.trap_of
    shaded = []
    for trap, challenge in sorted(look.traps.items()):
        nodes = [node for node, other in enumerate(inside) if other == trap != NO_TRAP] or [challenge.end]
        chance = look.chance(challenge)
        shaded.append(Shaded(nodes, chance, f"{look.place(challenge)}: {100 * chance:.0f} % get through"))
    overlays: list[Overlay] = [challenges_overlay(look.graph, shaded), path_overlay(look.graph, rating.nodes)]
    subtitle = f"difficulty {rating.difficulty:.2f} by Koens' model"
    return picture(look.level, overlays, f"{look.level.name}: challenges and the easiest path", subtitle)


def deaths_picture(look: Look) -> str:
    """Places of deaths, by skill."""
    return picture(
        look.level, [deaths_overlay(look.crowd.places())], f"{look.level.name}: where players died", look.words()
    )


def challenges_sheet(looks: list[Look]) -> Sheet:
    """Table of all traps with a challenge: by model and in play."""
    columns = [
        *([Column("level")] if len(looks) > 1 else []),
        *(Column("trap"), Column("path", title="on the easiest path"), Column("avoidable", title="can be avoided")),
        Column("cycle", "number", "period, s"),
        *(
            Column("timing", "number", "time into it, s"),
            Column("jumps", "count"),
            Column("mines", "count", shown=False),
        ),
        Column("fails_model", "number", "fails, Koens' model"),
        Column("fails", "share", "tries that failed"),
        *(Column("players", "count", shown=False), Column("deaths", "count", "deaths")),
    ]
    rows = []
    for look in looks:
        path, avoidable = (
            [challenge.trap for challenge in look.rating.path],
            {challenge.trap for challenge in look.rating.avoidable},
        )
        for trap, challenge in sorted(
            look.traps.items(), key=lambda pair: (pair[0] not in path, _index(path, pair[0]))
        ):
            tried = look.crowd.tries.get(trap)
            rows.append(
                [
                    *([look.name] if len(looks) > 1 else []),
                    *(look.place(challenge), "yes" if trap in path else "no", "yes" if trap in avoidable else "no"),
                    *(round(challenge.t_cycle, 2), round(challenge.t_timing, 3), challenge.j, challenge.mines),
                    *(
                        round(1 - look.chance(challenge), 3),
                        tried,
                        tried.count if tried else 0,
                        look.crowd.deaths_at[trap],
                    ),
                ]
            )
    return Sheet("challenges", "Challenges: first those on the easiest path, in order", columns, rows)


def groups_sheet(look: Look) -> Sheet:
    """Deaths per player by trap and skill group."""
    columns = [Column("trap"), *(Column(group, "number", f"{group} players") for group in GROUPS)]
    groups = [look.crowd.of(group) for group in GROUPS]
    deadly = sorted(
        (trap for trap, count in look.crowd.deaths_at.items() if count), key=lambda k: -look.crowd.deaths_at[k]
    )
    rows: list[list[str | Estimate | None]] = [
        [look.level.traps[trap].name, *(group.deaths_of_one(trap) if group.visits else None for group in groups)]
        for trap in deadly
    ]
    rows.append(["all", *(group.deaths if group.visits else None for group in groups)])
    return Sheet("who_dies_where", "Who dies where: deaths of a player, by skill", columns, rows)


def _index(path: list[int], trap: int) -> int:
    return path.index(trap) if trap in path else trap


def run_picture(game: Game, look: Look, visit: Visit) -> str:
    """Path of one player, life by life."""
    position = _begun(game, look, visit, "")
    track: list[list[tuple[int, int]]] = [[]]
    deaths = 0
    for number, move in enumerate(visit.played.moves):
        position.play(write_buttons(move))
        state = position.state
        if int(state.deaths) > deaths:
            deaths += 1
            track.append([])
        elif number % EVERY == 0:
            track[-1].append((int(state.body.x), int(state.body.y) + TALL // 2))
    ends = [(x, y) for _, x, y in visit.died]
    lives = [[*life, *ends[k : k + 1]] for k, life in enumerate(track)]
    subtitle = f"skill {visit.skill:+.2f}, {len(visit.played.moves) / TICKS:.1f} s, {count(deaths, 'death')}"
    return picture(
        look.level, [run_overlay(lives, "the middle of the body")], f"{look.level.name}: one player", subtitle
    )


def replay_text(game: Game, look: Look, visit: Visit, level: str) -> str:
    """Replay file of a player's run; `level` is the level file named in it."""
    position = _begun(game, look, visit, level)
    for move in visit.played.moves:
        position.play(write_buttons(move))
    replay = Replay.of(position, [f"synthetic player, skill {visit.skill:+.2f}"])
    return (msgspec.json.format(msgspec.json.encode(replay), indent=1) + b"\n").decode()


def _begun(game: Game, look: Look, visit: Visit, level: str) -> Position:
    seconds = min(LONGEST, len(visit.played.moves) // TICKS + 1)
    content = lay_out(look.level, Options(level=level, respawn=look.crowd.respawn, seconds=max(120, seconds)))
    return Position.start(game, content, 1)


def typical(crowd: Crowd) -> Visit:
    """Run with the median number of deaths among those that reached the exit; of several, the first."""
    arrived = [visit for visit in crowd.visits if visit.played.arrived] or list(crowd.visits)
    middle = sorted(visit.played.deaths for visit in arrived)[len(arrived) // 2]
    return next(visit for visit in arrived if visit.played.deaths == middle)
