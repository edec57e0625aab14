"""Forecasting players: how they play a level, and how they learn."""

import ast
import inspect
from dataclasses import replace

import pytest

from ludus.design.platformer.players import forecast_rules, forecasting_player
from ludus.design.platformer.players.forecasting_player import (
    ForecastedLevel,
    ForecasterCalibration,
    ForecastingPlayer,
    load_forecaster_calibration,
)
from ludus.design.platformer.players.learning_curve import PLAYS, learning_curve
from ludus.design.platformer.players.player_kinds import PLAYER_KINDS, kind_of, other_kind, player_kind
from ludus.design.platformer.players.population import simulate
from ludus.design.platformer.players.synthetic_player import load_calibration
from ludus.design.platformer.recordings import Recording
from ludus.design.platformer.recordings.events import events_of
from ludus.games.platformer.game_data_records import SQUEEZE
from ludus.games.platformer.level_files import read_level
from ludus.games.platformer.options import find_level
from ludus.util.errors import LudusError, UnknownName

PERFECT = ForecastingPlayer(0.0, ForecasterCalibration(0.0, 0.0, 0.0, 1e9, 0.001, 0.0))
HUMAN = ForecasterCalibration(0.2, 0.1, 0.12, 2.0, 0.1, 0.4)
SQUEEZES = read_level("""level Squeezes

cells
####################
#ooo#ooo#o#oo#oo#oo#
#oootooototootootoo#
####################

start 1 1
exit 18 1
squeeze 4 1 period 100 phase 0
squeeze 8 1 period 90 phase 20
squeeze 10 1 period 80 phase 20
squeeze 13 1 period 72 phase 60
squeeze 16 1 period 110 phase 50
""")
CHALLENGES = 2  # the last four squeezes are passed without a rest between them


def total_deaths(player, plays=40):
    stage = ForecastedLevel(SQUEEZES)
    return sum(stage.play(player, seed).deaths for seed in range(plays))


def test_a_forecaster_without_errors_never_dies():
    for level in (*map(find_level, ("first-steps", "trap-school", "tower")), SQUEEZES):
        played = ForecastedLevel(level).play(PERFECT, 1)
        assert (played.reached_exit, played.deaths) == (True, 0)


def test_a_play_is_a_function_of_level_player_and_seed():
    player, stage = ForecastingPlayer(-1.0, HUMAN), ForecastedLevel(SQUEEZES)
    first, other = stage.play(player, 1), stage.play(player, 2)
    assert stage.play(player, 1) == first == ForecastedLevel(SQUEEZES).play(player, 1)
    assert other.moves != first.moves


def test_events_in_play_equal_events_of_the_replay():
    played = ForecastedLevel(SQUEEZES).play(ForecastingPlayer(-1.0, HUMAN), 5)
    assert played.events == events_of(Recording(SQUEEZES, played.moves, "forecaster", "synthetic", 0, 0))


def test_compiled_rules_play_as_plain_ones():
    player = ForecastingPlayer(0.0, HUMAN)
    compiled, plain = (ForecastedLevel(SQUEEZES, compiled=fast).play(player, 1, 250) for fast in (True, False))
    assert compiled == plain


def test_every_error_and_a_lack_of_care_kills():
    steady = replace(PERFECT, calibration=ForecasterCalibration(0.02, 0.0, 0.0, 1e9, 0.01, 0.0))
    deaths = total_deaths(steady)
    for name, value in (("blur", 0.4), ("tempo", 1.0), ("motor", 0.5), ("care", 0.5), ("impatience", 10.0)):
        worse = replace(steady, calibration=ForecasterCalibration(**{**_numbers(steady), name: value}))
        assert total_deaths(worse) > deaths, name


def _numbers(player):
    return {name: getattr(player.calibration, name) for name in player.calibration.__struct_fields__}


def test_players_of_more_skill_die_less():
    poor, good = (total_deaths(ForecastingPlayer(skill, HUMAN)) for skill in (-2.0, 2.0))
    assert good < poor / 2


def test_nothing_of_the_error_model_of_planners_is_used():
    forbidden = {"motor_rules", "controller", "trap_crossing_plan"}
    for module in (forecast_rules, forecasting_player):
        imported = [
            node.module for node in ast.walk(ast.parse(inspect.getsource(module))) if isinstance(node, ast.ImportFrom)
        ]
        assert not forbidden & {name.rsplit(".", 1)[-1] for name in imported if name}


def test_attempts_at_a_kind_make_errors_smaller_and_care_greater():
    learner = ForecastingPlayer(0.0, HUMAN, learning=0.5)
    inattentive = ForecastingPlayer(0.0, ForecasterCalibration(0.02, 0.0, 0.0, 0.5, 0.01, 0.0), learning=0.5)
    practice = learner.record(1)[0]["practice"]
    assert practice[0] == 1.0
    assert practice[3] == pytest.approx(0.5)
    assert {*ForecastingPlayer(0.0, HUMAN).record(1)[0]["practice"].tolist()} == {1.0}
    _, met = ForecastedLevel(SQUEEZES).play_and_learn(learner, 1)
    assert met[SQUEEZE] == sum(met) >= CHALLENGES
    practised = [0] * len(met)
    practised[SQUEEZE] = 60
    for player in (learner, inattentive):
        assert total_deaths(replace(player, attempts=tuple(practised))) < total_deaths(player) / 2


def test_learners_die_less_at_later_plays_and_others_do_not():
    curve, flat = (learning_curve(SQUEEZES, 120, 3, learning) for learning in (0.7, 0.0))
    assert curve.change.high < 0
    assert flat.change.low <= 0 <= flat.change.high
    assert len(curve.failure_rates) == len(curve.table().rows) == PLAYS
    assert (curve.attempts[:, 0] == 0).all()
    assert (curve.attempts[:, 1] >= CHALLENGES + curve.deaths[:, 0]).all()


def test_both_kinds_of_players_have_the_same_skills_and_their_own_plays():
    planners, forecasters = (simulate(SQUEEZES, 5, 3, kind=kind) for kind in PLAYER_KINDS)
    assert [run.skill for run in planners.runs] == [run.skill for run in forecasters.runs]
    assert [run.result.moves for run in planners.runs] != [run.result.moves for run in forecasters.runs]
    assert (planners.kind, forecasters.kind, forecasters.group("poor").kind) == ("planner", "forecaster", "forecaster")


def test_kinds_are_found_by_name_and_by_calibration():
    assert kind_of(load_calibration()).name == other_kind("forecaster").name == "planner"
    assert kind_of(load_forecaster_calibration()).name == other_kind("planner").name == "forecaster"
    with pytest.raises(UnknownName, match="robot"):
        player_kind("robot")


def test_a_level_without_a_place_to_stand_is_refused():
    with pytest.raises(LudusError, match="stand at"):
        ForecastedLevel(
            read_level("level Air\n\ncells\n######\n#oooo#\n#oooo#\n#oooo#\n######\n\nstart 1 1\nexit 3 3\n")
        )
