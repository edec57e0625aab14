"""What the page needs to show any game: whether it has a picture, and which values belong to a seat."""

from dataclasses import replace

from ludus.core.game_registry import registered_game
from ludus.studio.sessions.game_session import GameSession
from ludus.studio.sessions.seat_observation import keys_by_seat
from ludus.testing.example_games import letter, magpies, realtime_runner, stalls


def session_of(game, seats):
    options = {"seats": seats} if "seats" in game.options.__struct_fields__ else {}
    return GameSession.begin("id", game, game.content(**options), 1, ["random"] * seats, "", False)


def first_message(owner, made):
    with owner.join(made) as connection:
        return connection.receive()


def test_a_session_says_whether_its_game_draws_positions(owner):
    assert first_message(owner, owner.new_session("auction"))["picture"]
    assert not first_message(owner, owner.new_session("magpies", bots=["random"] * 2))["picture"]


def test_a_game_without_a_picture_refuses_one_with_a_reason(owner):
    made = owner.new_session("magpies", bots=["random"] * 2)
    status, answer = owner.get(f"/api/tables/{made['id']}/picture?ply=0&seat=0&key={made['keys'][0]}")
    assert status == 400
    assert "no picture" in answer["message"]


def test_lists_as_long_as_there_are_seats_belong_to_the_seats():
    assert keys_by_seat(session_of(magpies.game, 3)) == ["hands", "piles", "points"]
    assert keys_by_seat(session_of(stalls.game, 2)) == ["stalls", "coins"]
    assert keys_by_seat(session_of(letter.game, 4)) == ["players"]
    assert keys_by_seat(session_of(realtime_runner.game, 1)) == []


def test_a_hand_of_as_many_cards_as_players_is_not_taken_for_values_by_seat():
    def observation(content, state, seat):
        return {"your_cards": ["clerk", "spy"], "points": [0, 0]}

    assert keys_by_seat(session_of(replace(letter.game, observation=observation), 2)) == ["points"]


def test_a_game_can_name_the_values_by_seat_itself(owner):
    named = replace(letter.game, rendering=replace(letter.game.rendering, by_seat=("players", "your_cards")))
    with registered_game(named):
        assert first_message(owner, owner.new_session("letter"))["by_seat"] == ["players", "your_cards"]
