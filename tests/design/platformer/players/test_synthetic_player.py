"""Synthetic players: how they play a level."""

import numpy as np
import pytest

from ludus.backends import Threads
from ludus.design.platformer.generator.generate import generate_level
from ludus.design.platformer.generator.traps import TrapParams
from ludus.design.platformer.players.motor_rules import MIN_JUMP_INTERVAL, TRAP_DETOUR
from ludus.design.platformer.players.synthetic_player import (
    Calibration,
    PlayableLevel,
    SyntheticPlayer,
    deaths_per_player,
    draw_players,
    failure_rate,
    record_play,
)
from ludus.design.platformer.recordings.challenge_traces import traces_of
from ludus.design.platformer.recordings.events import events_of
from ludus.design.platformer.recordings.files import read_recordings, write_recordings
from ludus.design.platformer.recordings.thesis_study_levels import schedule
from ludus.design.platformer.spec import LevelSpec
from ludus.design.platformer.verify.agent_search import JUMP_VARIANTS
from ludus.games.platformer.constants import JUMP
from ludus.games.platformer.level_files import read_level
from ludus.games.platformer.options import find_level
from ludus.util.errors import LudusError

PERFECT = SyntheticPlayer(0.0, Calibration(0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
HUMAN = Calibration(0.05, 0.14, 0.02, 0.25, 0.1, 0.4)
SQUEEZES = read_level("""level Squeezes

cells
####################
#ooo#ooo#ooo#ooo#oo#
#oootooototootootoo#
####################

start 1 1
exit 18 1
squeeze 4 1 period 100 phase 0
squeeze 8 1 period 90 phase 20
squeeze 10 1 period 80 phase 20
squeeze 13 1 period 72 phase 60
squeeze 16 1 period 110 phase 50
""".replace("#ooo#ooo#ooo#ooo#oo#", "#ooo#ooo#o#oo#oo#oo#"))  # fmt: skip


def test_a_player_without_errors_never_dies():
    for name in ("first-steps", "trap-school", "tower"):
        played = PlayableLevel(find_level(name)).play(PERFECT, 1)
        assert (played.reached_exit, played.deaths) == (True, 0)
    assert PlayableLevel(SQUEEZES).play(PERFECT, 1).deaths == 0


def test_a_play_is_a_function_of_level_player_and_seed():
    player = SyntheticPlayer(-1.0, HUMAN)
    stage = PlayableLevel(SQUEEZES)
    first, other = stage.play(player, 1), stage.play(player, 2)
    assert stage.play(player, 1) == first == PlayableLevel(SQUEEZES).play(player, 1)
    assert other.moves != first.moves


def test_events_in_play_equal_events_of_the_replay():
    play = record_play(SQUEEZES, SyntheticPlayer(-2.0, HUMAN), seed=5, session=3, order=1)
    played = PlayableLevel(SQUEEZES).play(SyntheticPlayer(-2.0, HUMAN), 5)
    assert played.moves == play.moves
    assert played.events == events_of(play)
    assert sum(not trace.success for trace in traces_of(play)) == played.deaths > 0
    assert read_recordings(write_recordings([play])) == [play]


def test_deaths_do_not_depend_on_threads():
    players = draw_players(120, 7, HUMAN)
    one, two = (deaths_per_player(SQUEEZES, players, 3, Threads(count)) for count in (1, 2))
    assert np.array_equal(one, two)
    deaths = failure_rate(SQUEEZES, players, 3)
    assert deaths.value == (one != 0).mean()
    assert deaths.low < deaths.value < deaths.high


def test_more_skill_means_fewer_deaths():
    deaths = [deaths_per_player(SQUEEZES, [SyntheticPlayer(skill, HUMAN)] * 60, 3).mean() for skill in (-2, 0, 2)]
    assert deaths[0] > deaths[1] > deaths[2]


def test_lapses_kill_where_errors_in_time_do_not():
    steady = Calibration(0.04, 0.1, 0.02, 0.0, 0.0, 0.0)
    lapsing = Calibration(0.04, 0.1, 0.02, 0.25, 0.0, 0.0)
    deaths = [
        deaths_per_player(SQUEEZES, [SyntheticPlayer(0.0, numbers)] * 60, 3).mean() for numbers in (steady, lapsing)
    ]
    assert deaths[0] + 0.3 < deaths[1]


def test_no_player_jumps_more_than_8_times_a_second():
    played = PlayableLevel(find_level("tower")).play(SyntheticPlayer(-1.0, HUMAN), 2)
    jump = np.frombuffer(played.moves, np.uint8) & JUMP > 0
    began = np.flatnonzero(jump[1:] & ~jump[:-1])
    assert len(began) > 3
    assert np.diff(began).min() >= MIN_JUMP_INTERVAL


def test_a_player_without_a_path_gives_up():
    island = read_level("\n".join(
        ["level Island", "", "cells", "#########", "#ooooooo#", "#ooooooo#", "#ooooooo#", "#ooooo#o#", "#ooooo#o#",
         "#ooooo#o#", "#########", "", "start 1 1", "exit 6 4", ""]
    ))  # fmt: skip
    play = record_play(island, SyntheticPlayer(0.0, HUMAN), seed=1, max_ticks=900)
    assert play.skipped
    assert len(play.moves) == 900


def test_an_exit_in_the_air_is_refused():
    with pytest.raises(LudusError, match="a player cannot stand at 3 3"):
        PlayableLevel(read_level("level Air\n\ncells\n######\n#oooo#\n#oooo#\n#oooo#\n######\n\nstart 1 1\nexit 3 3\n"))


def test_respawn_at_the_start_takes_longer():
    player = SyntheticPlayer(0.0, HUMAN)
    at_once, from_start = (
        sum(len(PlayableLevel(SQUEEZES, respawn).play(player, seed).moves) for seed in range(20))
        for respawn in ("checkpoint", "start")
    )
    assert at_once < from_start


@pytest.mark.slow
def test_players_finish_the_levels_of_the_schedule():
    for task in schedule(11, sessions=4):
        stage = PlayableLevel(task.make().level)
        perfect, poor = stage.play(PERFECT, 1), stage.play(SyntheticPlayer(-2.5, HUMAN), 1)
        assert (perfect.reached_exit, perfect.deaths) == (True, 0)
        assert poor.reached_exit


@pytest.mark.slow
def test_plain_python_plays_the_same():
    level = generate_level(4).level
    for player in (PERFECT, SyntheticPlayer(0.0, HUMAN)):
        assert PlayableLevel(level).play(player, 1, 400) == PlayableLevel(level, compiled=False).play(player, 1, 400)


def test_players_use_far_jumps_like_the_agent():
    """Over a saw that turns in the near part of it: the widest of the agent's jumps."""
    kinds = ("saw", "wall-spikes", "squeeze", "twin-saws", "saw-squeeze", "jaws")
    level = generate_level(
        3, LevelSpec(setup="thesis", rooms=(3, 2), traps=TrapParams(kinds=kinds, mines=2, doubles=True))
    ).level
    stage = PlayableLevel(level)
    played = [stage.play(player, number) for number, player in enumerate(draw_players(4, 3))]
    assert any(item.reached_exit for item in played)
    assert stage.strategies_by_detour[TRAP_DETOUR]["variant"].max() > JUMP_VARIANTS
