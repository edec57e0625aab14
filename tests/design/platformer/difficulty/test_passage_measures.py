"""Passages are measured as one challenge: start times that work, danger finer than cells, and free space."""

import numpy as np
import pytest

from ludus.core.rule import plain
from ludus.design.platformer.difficulty.challenges import find_challenges
from ludus.design.platformer.difficulty.danger_areas import danger_areas, danger_share, risk_of_track
from ludus.design.platformer.difficulty.passage_measures import (
    FEATURE_NAMES,
    PassageTrials,
    challenge_features,
    free_share,
    headroom,
    measure_level,
    measures_of_challenge,
)
from ludus.design.platformer.difficulty.rating import start_and_exits
from ludus.design.platformer.players.population import simulate
from ludus.design.platformer.recordings.events import level_data
from ludus.games.platformer import game_data_records as t
from ludus.games.platformer.constants import CELL
from ludus.games.platformer.game_data_records import GameData
from ludus.games.platformer.level import LevelTrap
from ludus.games.platformer.level_files import read_level
from ludus.games.platformer.options import find_level
from ludus.games.platformer.state import State
from ludus.games.platformer.traps import kills


def corridor(*traps, ceiling=False, width=16):
    """A corridor with these traps on its floor; squeezes need a ceiling above them."""
    cells = {int(line.split()[1]) + k for line in traps for k in range(3 if "saw" in line else 1)}
    floor = "".join("t" if x in cells else "o" for x in range(1, width - 1))
    above = "".join("#" if ceiling or x in cells else "o" for x in range(1, width - 1))
    rows = ["#" * width, *[f"#{above}#"] * 3, f"#{floor}#", "#" * width]
    return read_level("\n".join(["level Corridor", "cells", *rows, "", "start 1 1", f"exit {width - 2} 1", *traps]))


def only_passage(level):
    ((_, measures),) = [pair for pair in measure_level(level) if pair[1] is not None and pair[1].traps]
    return measures


ALL_TRAPS = [
    *(LevelTrap(kind, 4, 1, t.POINT_UP, 60, 7) for kind in (t.SAW, t.TWIN_SAWS, t.SAW_SQUEEZE, t.SQUEEZE, t.JAWS)),
    *(LevelTrap(t.WALL_SPIKES, 4, 1, facing, 60, 7) for facing in (t.POINT_LEFT, t.POINT_RIGHT)),
    *(LevelTrap(t.SPIKES, 4, 1, facing) for facing in (t.POINT_LEFT, t.POINT_RIGHT, t.POINT_UP, t.POINT_DOWN)),
]


@pytest.mark.parametrize("trap", ALL_TRAPS, ids=lambda trap: f"{t.TRAP_KINDS[trap.kind]} {t.FACINGS[trap.facing]}")
def test_a_trap_kills_in_its_danger_area_and_nowhere_else(trap):
    level = find_level("trap-school")
    data, state = level_data(level), State.zeros()
    record = data["traps"][0, 0]
    for name in ("kind", "x", "y", "facing", "period", "phase"):
        record[name] = getattr(trap, name)
    game, view = GameData.over(data), State.over(state)
    half, height = int(data["physics"]["half_width"][0]), int(data["physics"]["height"][0])
    killed, areas = np.zeros(len(danger_areas(trap)), bool), danger_areas(trap)
    for x in range(3 * CELL, 8 * CELL, CELL // 5):
        for y in range(CELL // 2, 2 * CELL + 1, CELL // 5):
            view.body.x, view.body.y = x, y
            inside = [
                x + half > left and right > x - half and low < y + height and y < high
                for left, low, right, high in areas
            ]
            for tick in range(0, 60, 5):
                view.tick = tick
                if plain(kills)(game.physics, view, game.traps[0]):
                    assert any(inside), (x, y, tick)
                    killed |= inside
    assert killed.all()
    assert 0 < danger_share(trap) <= 1


def test_a_saw_and_wall_spikes_are_dangerous_in_half_of_their_cells():
    assert danger_share(LevelTrap(t.SAW, 4, 1, period=60)) == 0.5
    assert danger_share(LevelTrap(t.WALL_SPIKES, 4, 1, t.POINT_LEFT, 60)) == 0.5
    assert danger_share(LevelTrap(t.SQUEEZE, 4, 1, period=60)) == 1


def test_above_a_saw_a_body_is_in_its_cells_but_not_in_danger():
    level = corridor("saw 5 1 period 96 phase 0")
    xs = np.full(30, 6 * CELL)
    high, low = risk_of_track(level, xs, xs * 0 + CELL + 4000), risk_of_track(level, xs, xs * 0 + CELL)
    assert (high.in_cells, high.in_danger) == (0.5, 0.0)
    assert (low.in_cells, low.in_danger) == (0.5, 0.5)
    assert high.traps == low.traps == (0,)
    assert high.enters_danger == 0.5  # never: the whole track
    assert low.enters_danger == 0


def test_faster_traps_leave_a_shorter_window_and_less_success():
    slow, fast = (only_passage(corridor(f"squeeze 7 1 period {period} phase 0")) for period in (90, 45))
    assert slow.window > fast.window > 0
    assert slow.success() > fast.success()
    assert slow.open_share > fast.open_share


def test_better_players_succeed_more_often():
    measures = only_passage(corridor("squeeze 7 1 period 72 phase 0"))
    chances = [measures.success(skill=skill) for skill in (-2, 0, 2)]
    assert 0 < chances[0] < chances[1] < chances[2] < 1


def test_a_composite_is_rated_by_whether_its_parts_open_together():
    """Two squeezes side by side: the parts are the same, the passage is not."""
    together, apart = (
        only_passage(corridor("squeeze 7 1 period 60 phase 0", f"squeeze 8 1 period 60 phase {phase}"))
        for phase in (0, 30)
    )
    single = only_passage(corridor("squeeze 7 1 period 60 phase 0"))
    assert together.traps == apart.traps == (0, 1)
    assert single.success() > together.success() > apart.success()
    assert together.open_share > apart.open_share


def test_space_is_counted_around_the_traps():
    high, low = corridor("saw 6 1 period 96 phase 0"), corridor("squeeze 6 1 period 96 phase 0", ceiling=True)
    cells = {(6, 1)}
    assert free_share(high, cells) > free_share(low, cells) > 0
    assert headroom(low, cells) == 0 < headroom(find_level("trap-school"), {(5, 2)})
    measures = only_passage(low)
    assert (measures.space.waiting_room, measures.space.landing_room) == (4, 4)


@pytest.mark.slow
def test_compiled_and_plain_trials_agree():
    level = corridor("squeeze 7 1 period 90 phase 11")
    graph = find_challenges(level)
    _, exits = start_and_exits(graph)
    node = next(challenge.source for challenge in graph.challenges if graph.trap_graph.nodes[challenge.source][1] == 6)
    one, other = (PassageTrials(level, compiled).measure(node, min(exits)) for compiled in (True, False))
    assert (one.works == other.works).all()
    assert (one.robust == other.robust).all()
    assert (one.risk, one.space, one.end) == (other.risk, other.space, other.end)


def test_every_challenge_has_all_features_and_the_same_ones_again():
    for name in ("trap-school", "tower"):
        graph = find_challenges(find_level(name))
        rows = [challenge_features(graph, challenge) for challenge in graph.challenges]
        assert {len(row) for row in rows} == {len(FEATURE_NAMES)}
        assert rows == [challenge_features(graph, challenge) for challenge in graph.challenges]
        assert np.isfinite(rows).all()
        measured = [measures_of_challenge(graph, challenge) is not None for challenge in graph.challenges]
        assert [row[-1] == 0 for row in rows] == measured
        assert any(measured)


@pytest.mark.slow
def test_success_as_one_challenge_follows_play():
    """Over many single traps, predicted and played shares of failures are close, and in the same order."""
    predicted, played = [], []
    for kind, periods in (("squeeze", (45, 60, 90, 120)), ("saw", (72, 96, 120)), ("twin-saws", (110, 150))):
        for period in periods:
            level = corridor(f"{kind} 7 1 period {period} phase 5") if kind == "squeeze" else open_hall(kind, period)
            predicted.append(1 - only_passage(level).success())
            played.append(simulate(level, 300, 5).attempt_failures[0].value)
    assert np.corrcoef(predicted, played)[0, 1] > 0.8
    assert np.abs(np.array(predicted) - played).mean() < 0.1


def open_hall(kind, period):
    rows = ["#" * 16, *["#" + "o" * 14 + "#"] * 3, "#" + "o" * 6 + "ttt" + "o" * 5 + "#", "#" * 16]
    lines = ["level Hall", "cells", *rows, "", "start 1 1", "exit 14 1", f"{kind} 7 1 period {period} phase 5"]
    return read_level("\n".join(lines))
