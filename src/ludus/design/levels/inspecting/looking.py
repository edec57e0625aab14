"""What a designer wants to see of a level: numbers by model and by play, challenges, pictures, replays."""

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

LONGEST = 3600  # seconds that a replay may have
EVERY = 3  # ticks of a run are drawn


@dataclass(frozen=True)
class Look:
    """A level, what the model says of it, and a crowd that played it."""

    name: str
    level: Level
    rating: Rating
    crowd: Crowd
    fitted: FittedModel = field(default_factory=printed)  # the model of challenges that it was rated by

    @cached_property
    def graph(self) -> LevelGraph:
        return build_graph(sheet_of(self.level))

    @cached_property
    def traps(self) -> dict[int, Challenge]:
        """For every trap with a challenge the easiest one into it, those on the easiest path as they are there."""
        found: dict[int, Challenge] = {}
        for each in self.rating.mapped.challenges:
            other = found.get(each.trap)
            if other is None or self.chance(each) > self.chance(other):
                found[each.trap] = each
        return found | {each.trap: each for each in reversed(self.rating.path)}

    def chance(self, challenge: Challenge) -> float:
        """To get through it, by the model."""
        return self.rating.all_chances[challenge.number]

    def place(self, challenge: Challenge) -> str:
        """The trap of a challenge, in words."""
        return self.level.traps[challenge.trap].name

    @cached_property
    def told(self) -> Prediction:
        """What the model behind the dial says."""
        return predict(self.rating.mapped, self.crowd.respawn)

    @cached_property
    def sure(self) -> SureRating:
        """The numbers of the rating, and how well they are known."""
        return rate_surely(self.rating.mapped, self.fitted)

    @property
    def fails_at_hardest(self) -> float:
        """The share of tries that the thesis's model lets fail at the hardest challenge of the easiest path."""
        return 1 - min(self.rating.chances, default=1.0)

    def words(self) -> str:
        """The numbers in a few words, for a picture."""
        return f"{self.crowd.failure.in_percent()} of players die; {self.crowd.deaths:.2f} deaths a player"


def level_picture(look: Look) -> str:
    return picture(look.level, (), look.level.name, look.words())


def routes_picture(look: Look) -> str:
    """The graph, and the routes through it."""
    routes = find_routes(look.graph, look.level.start, look.level.exits[0])
    overlays = [graph_overlay(look.graph), routes_overlay(look.graph, routes)]
    return picture(look.level, overlays, f"{look.level.name}: graph and routes")


def challenges_picture(look: Look) -> str:
    """Every trap by how often one gets through, and the easiest path."""
    rating, inside = look.rating, look.rating.mapped.ground.trap_of
    shaded = []
    for trap, each in sorted(look.traps.items()):
        nodes = [node for node, other in enumerate(inside) if other == trap != NO_TRAP] or [each.end]
        chance = look.chance(each)
        shaded.append(Shaded(nodes, chance, f"{look.place(each)}: {100 * chance:.0f} % get through"))
    overlays: list[Overlay] = [challenges_overlay(look.graph, shaded), path_overlay(look.graph, rating.nodes)]
    beside = f"difficulty {rating.difficulty:.2f} by Koens' model"
    return picture(look.level, overlays, f"{look.level.name}: challenges and the easiest path", beside)


def deaths_picture(look: Look) -> str:
    """Where players died, by their skill."""
    return picture(
        look.level, [deaths_overlay(look.crowd.places())], f"{look.level.name}: where players died", look.words()
    )


def challenges_sheet(looks: list[Look]) -> Sheet:
    """Every trap with a challenge: what the model says, and what players did."""
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
        path, avoidable = [each.trap for each in look.rating.path], {each.trap for each in look.rating.avoidable}
        for trap, each in sorted(look.traps.items(), key=lambda pair: (pair[0] not in path, _index(path, pair[0]))):
            tried = look.crowd.tries.get(trap)
            rows.append(
                [
                    *([look.name] if len(looks) > 1 else []),
                    *(look.place(each), "yes" if trap in path else "no", "yes" if trap in avoidable else "no"),
                    *(round(each.t_cycle, 2), round(each.t_timing, 3), each.j, each.mines),
                    *(round(1 - look.chance(each), 3), tried, tried.count if tried else 0, look.crowd.deaths_at[trap]),
                ]
            )
    return Sheet("challenges", "Challenges: first those on the easiest path, in order", columns, rows)


def groups_sheet(look: Look) -> Sheet:
    """Who dies where: deaths of a player of each group, trap by trap."""
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
    """The way of one player, death by death."""
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
    told = f"skill {visit.skill:+.2f}, {len(visit.played.moves) / TICKS:.1f} s, {count(deaths, 'death')}"
    return picture(look.level, [run_overlay(lives, "the middle of the body")], f"{look.level.name}: one player", told)


def replay_text(game: Game, look: Look, visit: Visit, level: str) -> str:
    """A player's run as a replay file; `level` is where the level will be found."""
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
    """A player with as many deaths as most, of those who arrived; of equals the first."""
    arrived = [visit for visit in crowd.visits if visit.played.arrived] or list(crowd.visits)
    middle = sorted(visit.played.deaths for visit in arrived)[len(arrived) // 2]
    return next(visit for visit in arrived if visit.played.deaths == middle)
