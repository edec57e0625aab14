"""A hostile client with a valid token gets errors, changes nothing, reads no file and disturbs no other client."""

import json
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from ludus.core.game_registry import load_game
from ludus.studio.rate_limits import EXCESS_MESSAGES, LARGEST_MESSAGE, MESSAGES, TokenBucket
from tests.cases import each, thorough

SECRET = "do-not-read"
TYPES = ("play", "look", "describe", "ask", "explain", "go", "halt", "again", "logs", "whole", "", "stop!")
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner))
MESSAGES_LIKE_OURS = st.fixed_dictionaries(
    {"type": st.sampled_from(TYPES)},
    optional={
        "request": st.integers(-3, 2**70) | VALUES,
        "ply": st.integers(-2, 10) | VALUES,
        "text": st.sampled_from(["BID 1", "BID 2", "PICK 0", "PASS"]) | VALUES,
        "bot": st.sampled_from(["random", "greedy", "cmd:true", "x.py:Y", "mcts:iterations=9999999"]) | VALUES,
        "moves": st.integers(-1, 5) | VALUES,
    },
)
ANYTHING = MESSAGES_LIKE_OURS.map(json.dumps) | VALUES.map(json.dumps) | st.text(max_size=100) | st.binary(max_size=100)


@settings(max_examples=thorough(8, 15), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(messages=st.lists(ANYTHING, min_size=1, max_size=12))
def test_messages_of_a_seat_that_is_not_to_move_change_nothing(studio, owner, messages):
    made = owner.new_session(people=2, bots=(), seed=1)
    session = studio.session_manager._live[made["id"]].session
    before = session.position.bytes()
    with owner.join(made, 1) as connection:
        for message in messages:
            connection.socket.send(message)
        assert connection.ask("look", ply=0)["type"] == "looked"
    assert session.position.bytes() == before
    assert session.state == "playing"


@each("text", ["", "{", "[]", "null", "[" * 20_000, '{"type": "play"}', '{"type": "play", "x": 1}'])
def test_a_malformed_message_is_refused_and_the_next_one_is_answered(owner, text):
    with owner.join(owner.new_session()) as connection:
        connection.receive()
        connection.socket.send(text)
        assert connection.until("refused")["request"] is None
        assert connection.ask("look", ply=0)["type"] == "looked"


def test_a_message_that_is_too_large_closes_only_its_connection(owner):
    made = owner.new_session()
    with owner.join(made) as connection:
        connection.receive()
        connection.socket.send("x" * (LARGEST_MESSAGE + 1))
        with pytest.raises(ConnectionClosed):
            connection.until("never")
    with owner.join(made) as connection:
        assert connection.receive()["state"] == "playing"


def test_a_flood_closes_its_connection_while_others_play_on(owner, low_rate_limits):
    flood_while_others_play(owner, low_rate_limits)


@pytest.mark.slow  # the server closes the connection only after its time limits
def test_a_long_flood_closes_its_connection_while_others_play_on(owner):
    flood_while_others_play(owner, 10 * int(EXCESS_MESSAGES[1] + MESSAGES[1]))


def flood_while_others_play(owner, messages):
    made, other = owner.new_session(), owner.new_session()
    with owner.join(made) as flooding, owner.join(other) as playing:
        flooding.receive()
        with suppress(ConnectionClosed):
            for _ in range(messages):
                flooding.socket.send("x")
        with pytest.raises(ConnectionClosed, match="4429"):
            flooding.until("never")
        assert playing.play_to_end()["state"] == "over"


def test_a_client_cannot_move_for_a_bot_or_another_seat(owner):
    made = owner.new_session(people=0, bots=("random", "random"), halted=True)
    with owner.join(made) as connection:
        text = connection.receive()["now"]["legal"][0]["text"]
        assert "you watch this game" in connection.ask("play", ply=0, text=text)["message"]
    with owner.join(owner.new_session()) as connection:
        connection.receive()
        assert "nothing to step" in connection.ask("go", moves=1)["message"]
        assert "cannot be paused" in connection.ask("halt")["message"]
        assert "after the game" in connection.ask("logs")["message"]


@each("id", ["ffffffffffff", "x" * 300, "%00", "A" * 12, "%E2%98%83" * 60])
def test_invalid_session_ids_are_not_found(owner, id):
    assert owner.get(f"/api/tables/{id}/replay")[0] == 404
    with owner.socket(f"/socket/tables/{id}?key=x") as connection, pytest.raises(ConnectionClosed, match="4404"):
        connection.receive()


@each(
    "path",
    [
        "/../token",
        "/assets/../../studio/token",
        "/%2e%2e/token",
        "/..%2ftoken",
        "/token",
        "/api/tables/..%2f..%2ftoken/replay",
        f"/{'y' * 300}.js",
        f"/assets/{'y' * 300}.js",
    ],
)
def test_no_path_leads_out_of_the_page_folder(owner, path):
    status, text = owner.get(path)
    assert status in (200, 404, 503)
    assert owner.token not in str(text)


def test_there_is_no_picture_before_the_first_position(owner):
    made = owner.new_session(open=True)
    assert owner.get(f"/api/tables/{made['id']}/picture?ply=0")[0] == 200
    assert owner.get(f"/api/tables/{made['id']}/picture?ply=-1")[0] == 400


@pytest.fixture(scope="module", autouse=True)
def no_rate_limit(studio):
    """Tests send requests faster than a client may."""
    studio.auth._buckets["owner"] = TokenBucket(1e9, 1e9)


@pytest.fixture
def secrets(tmp_path_factory, monkeypatch):
    """Files under the names that options could lead to, in the working directory of the server."""
    folder = tmp_path_factory.mktemp("elsewhere")
    for end in ("", ".txt", ".toml", ".csv", ".json", ".level", ".py"):
        (folder / f"secret{end}").write_text(SECRET)
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize("game", ["locm", "dominion", "tribute", "delve"])
def test_options_of_games_read_only_files_of_the_user(owner, game, secrets):
    paths = ("secret.txt", "./secret.toml", f"{secrets}/secret.csv", "@../secret.json", "@secret.level", "~/secret.csv")
    seats = [{"bot": None}] * load_game(game).seats[0]
    for option in owner.get(f"/api/games/{game}")[1]["options"]:
        for value in ("secret", *paths):
            order = {"game": game, "seats": seats, "options": {option["key"]: value}}
            status, answer = owner.post("/api/tables", order)
            assert status in (400, 404), (option["key"], value)
            assert SECRET not in answer["message"]
            assert str(secrets) not in answer["message"] or str(secrets) in value  # only if the request contained it


@pytest.mark.parametrize(
    "bot",
    [
        "greedy:weights=secret.json",
        "greedy:weights=secret",
        "agent:genome=./secret.json",
        "cmd:cat secret",
        "lines:cat secret",
        "secret.py:Bot",
        "greedy:weights=/etc/passwd",
        "greedy:weights=@secret.json",
        "mcts:iterations=9999999",
        "mcts:iterations=1e9",
        "mcts:iterations=²",
    ],
)
def test_without_uploads_no_bot_reads_files_or_runs_code(owner, bot, secrets):
    status, answer = owner.post("/api/tables", {"game": "locm", "seats": [{}, {"bot": bot}]})
    assert status in (400, 404)
    assert SECRET not in answer["message"]
    with owner.join(owner.new_session("locm")) as connection:
        connection.receive()
        assert connection.ask("ask", ply=0, bot=bot)["type"] == "refused"


@each(
    "order",
    [
        {},
        {"game": "auction"},
        {"game": "auction", "seats": []},
        {"game": "auction", "seats": [{}]},
        {"game": "auction", "seats": [{}] * 5000},
        {"game": "chess", "seats": [{}, {}]},
        {"game": "auction", "seats": [{}, {}], "seed": -1},
        {"game": "auction", "seats": [{}, {}], "seed": 2**60},
        {"game": "auction", "seats": [{}, {}], "options": {"cards": "many"}},
        {"game": "auction", "seats": [{}, {}], "options": {"hands": "3"}},
        {"game": "auction", "seats": [{}, {"bot": "nobody"}]},
        {"game": "auction", "seats": [{}, {"bot": "x" * 1000}]},
        {"game": "auction", "seats": [{}, {}], "origin": {"table": "ffffffffffff", "ply": 0}},
        {"game": "auction", "seats": [{}, {}], "more": 1},
    ],
)
def test_an_invalid_order_is_refused_with_a_message(owner, order):
    status, problem = owner.post("/api/tables", order)
    assert status in (400, 404)
    assert problem["message"]
