"""Report of one level: difficulty by model and by play, challenges, pictures, replays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import msgspec

from ludus.core.game import Game
from ludus.core.position import Position
from ludus.core.replay import Replay
from ludus.design.platformer.difficulty.challenges import NO_TRAP, Challenge
from ludus.design.platformer.difficulty.failure_model import Prediction, predict
from ludus.design.platformer.difficulty.model_uncertainty import (
    FittedModel,
    RatingEstimates,
    rate_with_intervals,
    thesis_model_with_draws,
)
from ludus.design.platformer.difficulty.rating import Rating
from ludus.design.platformer.level_graph.graph import LevelGraph, build_level_graph, find_routes
from ludus.design.platformer.players.player_kinds import other_kind, player_kind
from ludus.design.platformer.players.population import SKILL_GROUPS, PlayerRun, Population
from ludus.design.platformer.render import (
    Overlay,
    ShadedChallenge,
    challenges_overlay,
    deaths_overlay,
    draw_level,
    graph_overlay,
    path_overlay,
    routes_overlay,
    run_overlay,
)
from ludus.design.platformer.structure_measures import STRUCTURE_PLAYERS, LevelStructure
from ludus.games.platformer.constants import TICKS_PER_SECOND
from ludus.games.platformer.level import Level
from ludus.games.platformer.move_notation import write_buttons
from ludus.games.platformer.movement import Movement
from ludus.games.platformer.options import Options, load_with_level
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.util.text import plural

MAX_REPLAY_SECONDS = 3600  # seconds of a replay, at most
CHALLENGES_CAPTION = "Traps by how many of a hundred get through, by Koens' model; the line is the easiest path."
TRACK_INTERVAL = 3  # ticks between two points of a drawn run


def calibration_note(movement: Movement) -> list[str]:
    """Sentence that the numbers are not calibrated for this physics or these pieces; none for the thesis's.

    Args:
        movement: physics and pieces of the levels.
    """
    if movement.is_thesis:
        return []
    parts = [] if movement.physics.is_thesis else [f"the physics {movement.physics.name!r}"]
    parts += [] if movement.pieces is None else ["these building pieces"]
    return [
        f"NOT CALIBRATED for {' and '.join(parts)}: the synthetic players and the difficulty models were calibrated "
        "with the physics and the pieces of the thesis. Shares, deaths and difficulties compare such levels with each "
        "other; how hard they are for people is not known."
    ]


def players_note(kind: str) -> str:
    """What the players are of whom a report speaks."""
    players, other = player_kind(kind), other_kind(kind)
    return (
        f"Players are synthetic {kind}s. A {kind} is {players.title}; its constants were calibrated on published "
        f"numbers. How hard a level is, is said of these players. For {other.name}s, the other kind, the level may "
        f"be harder or easier (`ludus inspect platformer LEVEL --players {other.name}`), and for real people, too."
    )


def movement_fact(movement: Movement) -> dict[str, str]:
    """Fact of a report: physics and pieces, if they are not the thesis's."""
    return {} if movement.is_thesis else {"physics": f"{movement.name}; not calibrated"}


@dataclass(frozen=True)
class LevelReport:
    """Level with its rating and a population that played it; gives tables, pictures and replays for reports."""

    name: str
    level: Level
    rating: Rating
    population: Population
    model: FittedModel = field(default_factory=thesis_model_with_draws)  # challenge model of the rating
    structure: LevelStructure | None = None  # None: not measured
    physics: str | None = None  # option that gave the level its physics, if not its file

    @cached_property
    def graph(self) -> LevelGraph:
        return build_level_graph(self.level)

    @cached_property
    def easiest_challenges(self) -> dict[int, Challenge]:
        """Easiest challenge into every trap; for traps on the easiest path, the challenge there."""
        easiest: dict[int, Challenge] = {}
        for challenge in self.rating.challenge_graph.challenges:
            other = easiest.get(challenge.trap)
            if other is None or self.success_chance(challenge) > self.success_chance(other):
                easiest[challenge.trap] = challenge
        return easiest | {challenge.trap: challenge for challenge in reversed(self.rating.path)}

    def success_chance(self, challenge: Challenge) -> float:
        """Success chance of a challenge by the model."""
        return self.rating.all_chances[challenge.number]

    def trap_name(self, challenge: Challenge) -> str:
        """Name of the trap of a challenge."""
        return self.level.traps[challenge.trap].name

    @cached_property
    def prediction(self) -> Prediction:
        """Prediction of the failure model."""
        return predict(self.rating.challenge_graph, self.population.respawn)

    @cached_property
    def estimates(self) -> RatingEstimates:
        """Rating with intervals."""
        return rate_with_intervals(self.rating.challenge_graph, self.model)

    @property
    def failure_at_hardest(self) -> float:
        """Share of attempts that fail at the hardest challenge of the easiest path, by the thesis's model."""
        return 1 - min(self.rating.chances, default=1.0)

    def summary(self) -> str:
        """Difficulty numbers in a few words, for a picture."""
        return (
            f"{self.population.failure_rate.in_percent()} of players die; {self.population.deaths:.2f} deaths a player"
            f"{self._calibration}"
        )

    @property
    def _calibration(self) -> str:
        return "" if self.level.movement.is_thesis else " (not calibrated for this physics)"

    def level_svg(self) -> str:
        """The level alone."""
        return draw_level(self.level, (), self.level.name, self.summary())

    def routes_svg(self) -> str:
        """Graph of the level and routes through it."""
        routes = find_routes(self.graph, self.level.start, self.level.exits[0])
        overlays = [graph_overlay(self.graph), routes_overlay(self.graph, routes)]
        return draw_level(self.level, overlays, f"{self.level.name}: graph and routes")

    def challenges_svg(self) -> str:
        """Every trap by its success chance, and the easiest path."""
        rating, inside = self.rating, self.rating.challenge_graph.trap_graph.trap_at_node
        shaded = []
        for trap, challenge in sorted(self.easiest_challenges.items()):
            nodes = [node for node, other in enumerate(inside) if other == trap != NO_TRAP] or [challenge.end]
            chance = self.success_chance(challenge)
            shaded.append(
                ShadedChallenge(nodes, chance, f"{self.trap_name(challenge)}: {100 * chance:.0f} % get through")
            )
        overlays: list[Overlay] = [challenges_overlay(self.graph, shaded), path_overlay(self.graph, rating.nodes)]
        subtitle = f"difficulty {rating.difficulty:.2f} by Koens' model{self._calibration}"
        return draw_level(self.level, overlays, f"{self.level.name}: challenges and the easiest path", subtitle)

    def deaths_svg(self) -> str:
        """Places of deaths, by skill."""
        return draw_level(
            self.level,
            [deaths_overlay(self.population.death_places_by_group())],
            f"{self.level.name}: where players died",
            self.summary(),
        )

    def deaths_by_group_table(self) -> Table:
        """Deaths per player by trap and skill group."""
        columns = [Column.text("trap"), *(Column.number(group, f"{group} players") for group in SKILL_GROUPS)]
        groups = [self.population.group(group) for group in SKILL_GROUPS]
        deadly = sorted(
            (trap for trap, count in self.population.deaths_by_trap.items() if count),
            key=lambda k: -self.population.deaths_by_trap[k],
        )
        rows: list[list[str | Estimate | None]] = [
            [
                self.level.traps[trap].name,
                *(group.deaths_per_player_at(trap) if group.runs else None for group in groups),
            ]
            for trap in deadly
        ]
        rows.append(["all", *(group.deaths if group.runs else None for group in groups)])
        return Table("who_dies_where", columns, rows, "Who dies where: deaths of a player, by skill")

    def run_svg(self, game: Game, run: PlayerRun) -> str:
        """Path of one player, life by life."""
        position = self._start_position(game, run, "")
        track: list[list[tuple[int, int]]] = [[]]
        deaths = 0
        for number, move in enumerate(run.result.moves):
            position.play(write_buttons(move))
            state = position.state
            if int(state.deaths) > deaths:
                deaths += 1
                track.append([])
            elif number % TRACK_INTERVAL == 0:
                track[-1].append((int(state.body.x), int(state.body.y) + self.level.movement.physics.height // 2))
        ends = [(x, y) for _, x, y in run.death_places]
        lives = [[*life, *ends[k : k + 1]] for k, life in enumerate(track)]
        subtitle = (
            f"skill {run.skill:+.2f}, {len(run.result.moves) / TICKS_PER_SECOND:.1f} s, {plural(deaths, 'death')}"
        )
        return draw_level(
            self.level, [run_overlay(lives, "the middle of the body")], f"{self.level.name}: one player", subtitle
        )

    def replay_json(self, game: Game, level: str) -> str:
        """Replay file of the median run; `level` is the level file named in it."""
        run = median_run(self.population)
        position = self._start_position(game, run, level)
        for move in run.result.moves:
            position.play(write_buttons(move))
        replay = Replay.from_position(position, [f"synthetic player, skill {run.skill:+.2f}"])
        return (msgspec.json.format(msgspec.json.encode(replay), indent=1) + b"\n").decode()

    def _start_position(self, game: Game, run: PlayerRun, level: str) -> Position:
        seconds = min(MAX_REPLAY_SECONDS, len(run.result.moves) // TICKS_PER_SECOND + 1)
        options = Options(level=level, respawn=self.population.respawn, seconds=max(120, seconds), physics=self.physics)
        return Position.start(game, load_with_level(self.level, options), 1)


def challenges_table(levels: list[LevelReport]) -> Table:
    """Table of all traps with a challenge: by model and in play."""
    columns = [
        *([Column.text("level")] if len(levels) > 1 else []),
        *(
            Column.text("trap"),
            Column.text("path", "on the easiest path"),
            Column.text("avoidable", "can be avoided"),
        ),
        Column.number("cycle", "period, s"),
        *(
            Column.number("timing", "time into it, s"),
            Column.integer("jumps"),
            Column.integer("mines", on_screen=False),
        ),
        Column.number("fails_model", "fails, Koens' model"),
        Column.share("fails", "tries that failed"),
        *(Column.integer("players", on_screen=False), Column.integer("deaths", "deaths")),
    ]
    rows = []
    for report in levels:
        path, avoidable = (
            [challenge.trap for challenge in report.rating.path],
            {challenge.trap for challenge in report.rating.avoidable},
        )
        for trap, challenge in sorted(
            report.easiest_challenges.items(), key=lambda pair: (pair[0] not in path, _path_index(path, pair[0]))
        ):
            tried = report.population.attempt_failures.get(trap)
            rows.append(
                [
                    *([report.name] if len(levels) > 1 else []),
                    *(
                        report.trap_name(challenge),
                        "yes" if trap in path else "no",
                        "yes" if trap in avoidable else "no",
                    ),
                    *(round(challenge.t_cycle, 2), round(challenge.t_timing, 3), challenge.j, challenge.mines),
                    *(
                        round(1 - report.success_chance(challenge), 3),
                        tried,
                        tried.count if tried else 0,
                        report.population.deaths_by_trap[trap],
                    ),
                ]
            )
    return Table("challenges", columns, rows, "Challenges: first those on the easiest path, in order")


def structure_sentence(structure: LevelStructure, kinds: Sequence[str] | None = None) -> str:
    """Structure of a level in words: what the usual player meets, and the flaws.

    Args:
        structure: the measures.
        kinds: kinds of traps that were asked for; by default those of the level.
    """
    way, flaws = structure.usual, structure.flaws(kinds)
    met = f"{plural(len(way.challenges), 'challenge')} on {plural(way.length, 'cell')} of the usual way"
    if not flaws:
        return f"Structure: {met}; no flaws."
    return f"Structure: {met}; {plural(len(flaws), 'flaw')}: {'; '.join(flaws)}."


def structure_table(levels: Sequence[LevelReport], kinds: Sequence[str] | None = None) -> Table:
    """Table of the structure of levels."""
    columns = [
        Column.text("level"),
        Column.integer("challenges", "challenges on the usual way"),
        Column.integer("cells", "cells of the usual way"),
        Column.integer("stretch", "longest stretch without one", on_screen=False),
        Column.number("met", "share of traps met"),
        Column.number("rests", "share of rests"),
        Column.text("kinds", "kinds met"),
        Column.text("choice", "quick way: cells saved, more risk"),
        Column.number("easiest", "share that takes the easiest path"),
        Column.text("pacing", "risk of each challenge", on_screen=False),
        Column.text("flaws", "flaws", on_screen=False),
    ]
    rows = []
    for report in levels:
        structure = report.structure
        if structure is None:
            continue
        way, choice = structure.usual, structure.choice
        rows.append(
            [
                *(report.name, len(way.challenges), way.length, way.longest_stretch),
                *(round(structure.met_share, 3), round(structure.rest_share, 3)),
                ", ".join(f"{kind} {share:.0%}" for kind, share in structure.kind_shares.items()),
                ""
                if choice is None
                else f"{choice[1].length - choice[0].length}, {choice[0].risk - choice[1].risk:.2f}",
                round(structure.easiest_taken, 3),
                " ".join(f"{risk:.2f}" for risk in structure.pacing),
                "; ".join(structure.flaws(kinds)),
            ]
        )
    kind = levels[0].population.kind
    caption = f"Structure of the levels, by {STRUCTURE_PLAYERS} {kind}s of different caution"
    return Table("structure", columns, rows, caption)


def _path_index(path: list[int], trap: int) -> int:
    return path.index(trap) if trap in path else trap


def median_run(population: Population) -> PlayerRun:
    """Run with the median number of deaths among those that reached the exit; of several, the first."""
    arrived = [run for run in population.runs if run.result.reached_exit] or list(population.runs)
    middle = sorted(run.result.deaths for run in arrived)[len(arrived) // 2]
    return next(run for run in arrived if run.result.deaths == middle)
