"""Evaluation of a finished game, its words, and hints."""

import pytest

from ludus.core.narration import TurnLabel
from ludus.stats import Estimate
from ludus.studio.protocol.sessions import Swing
from ludus.studio.sessions import evaluation_curve
from ludus.studio.sessions.evaluation_curve import sampled_plies
from tests.games.test_narration import random_session


@pytest.fixture
def few_playouts(monkeypatch):
    monkeypatch.setattr(evaluation_curve, "MAX_PLAYOUTS", 16)
    monkeypatch.setattr(evaluation_curve, "MAX_POSITIONS", 8)


def test_the_curve_of_a_game_is_the_same_every_time_and_ends_with_its_payoff(few_playouts):
    session = random_session("delve", 1)
    curve = evaluation_curve.evaluation_curve(session, 0)
    assert curve == evaluation_curve.evaluation_curve(session, 0)
    assert curve.playouts == 16
    assert all(0 <= point.low <= point.value <= point.high <= 1 for point in curve.points)
    last = curve.points[-1]
    assert (last.ply, last.value) == (len(session.moves), session.ending.shares[0])
    assert all(point.low < point.high for point in curve.points[:-1]), "playouts are a sample"


def test_the_curves_of_two_players_sum_to_one_at_the_end(few_playouts):
    session = random_session("dominion", 5)
    first, second = (evaluation_curve.evaluation_curve(session, seat) for seat in (0, 1))
    assert first.points[-1].value + second.points[-1].value == 1
    assert [point.ply for point in first.points] == [point.ply for point in second.points]


def test_positions_are_sampled_at_the_beginnings_of_turns():
    session = random_session("locm", 2)
    plies = sampled_plies(session)
    assert plies == sorted({*plies})
    assert (plies[0], plies[-1]) == (0, len(session.moves))
    assert len(plies) <= evaluation_curve.MAX_POSITIONS
    for ply in plies[1:-1]:
        assert session.turns[ply] != session.turns[ply - 1]


def test_swings_are_the_largest_changes_between_points(few_playouts):
    session = random_session("delve", 1)
    curve = evaluation_curve.evaluation_curve(session, 0)
    values = {point.ply: point.value for point in curve.points}
    sizes = [abs(swing.change) for swing in curve.swings]
    assert sizes == sorted(sizes, reverse=True)
    for swing in curve.swings:
        assert swing.change == pytest.approx(values[swing.end] - values[swing.start])


def test_a_swing_names_the_moves_of_its_largest_part():
    values = [0.9, 0.9, 0.85, 0.3, 0.35, 0.4]

    def estimate(ply):
        return Estimate(values[ply], values[ply], values[ply], 10)

    turns = [TurnLabel("turn 1", 0), TurnLabel("turn 1", 0), *(TurnLabel("turn 2", 1) for _ in range(60))]
    swing = evaluation_curve._with_moves(Swing(0, 5, "turn 1", 0, -0.5, 0, 4), turns, estimate)
    assert (swing.first_move, swing.last_move) == (2, 2), "the move that led from 85 % to 30 %"
    assert (swing.turn, swing.turn_of) == ("turn 2", 1), "the turn of that move"
    rising = evaluation_curve._with_moves(Swing(3, 5, "turn 1", 0, 0.1, 3, 4), turns, estimate)
    assert values[rising.last_move + 1] > values[rising.first_move]
    long = evaluation_curve._with_moves(
        Swing(0, 60, "turn 1", 0, 1.0, 0, 59), turns, lambda ply: Estimate(ply >= 33, 0, 1, 10)
    )
    assert (long.first_move, long.last_move) == (30, 39)


def test_a_finished_game_is_evaluated_by_request_and_a_running_one_is_not(owner):
    made = owner.new_session(seed=8)
    path = f"/api/tables/{made['id']}/evaluation"
    status, problem = owner.get(path)
    assert (status, "being played" in problem["message"]) == (400, True)
    with owner.join(made) as connection:
        connection.play_to_end()
    status, curve = owner.get(f"{path}?seat=1")
    assert (status, curve["seat"]) == (200, 1)
    assert curve["points"]
    assert owner.get(f"{path}?seat=7")[0] == 400


def test_the_end_of_a_game_is_told_to_each_player_as_you(owner):
    order = {"game": "delve", "seats": [{"bot": None, "invited": True}], "seed": "2"}  # the seat of somebody else
    made = owner.post("/api/tables", order)[1]
    with owner.join(made) as connection:
        end = connection.play_to_end()
    assert end["outcome"].startswith("You ")
    with owner.socket(f"/socket/tables/{made['id']}") as spectator:
        whole = spectator.receive()
    assert whole["outcome"].startswith("The player ")
    assert whole["moves"][0]["words"].startswith("The player ")


def test_a_hint_names_its_move_and_its_parts(owner):
    made = owner.new_session("delve", bots=(), seed=2)
    with owner.join(made) as connection:
        connection.receive()
        opinion = connection.ask("ask", ply=0, bot="greedy")
    assert opinion["bot"] == "greedy"
    assert opinion["parts"]["verb"] in opinion["words"]
    assert opinion["parts"]["piece"]["id"] in opinion["words"]
