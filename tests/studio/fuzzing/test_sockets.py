"""Sockets get valid and wrong messages: wrong ones are refused or the connection is closed, and nothing changes."""

import json
import random
import re
import struct
from contextlib import suppress
from urllib.parse import quote

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ludus.studio.levels import editor_routes as level_socket
from ludus.studio.rate_limits import EXCESS_MESSAGES, LARGEST_MESSAGE, MESSAGES
from ludus.studio.sessions import session_socket
from ludus.studio.skill_trees import tree_routes as tree_socket
from tests.cases import each, mostly_slow
from tests.studio.fuzzing.conftest import state
from tests.studio.fuzzing.full_folder import (
    ACTS,
    KEYS,
    OVER,
    PLAYED,
    TREE,
    WORK,
    level_questions,
    questions,
    setting,
)
from tests.studio.fuzzing.random_messages import STRANGE, changed, text, value

pytestmark = pytest.mark.usefixtures("no_server_errors")
BATCH, QUICK, MANY = 100, 3, 100  # messages on one connection; connections
NOT_TO_MOVE, FINISHED = (
    f"/socket/tables/{PLAYED}?key={KEYS[1]}",
    f"/socket/tables/{OVER}",
)  # not this seat's turn; the game is over
TREES, LEVELS = "/socket/trees", "/socket/levels"
SOCKETS = [NOT_TO_MOVE, FINISHED, f"/socket/work/{WORK}", TREES, LEVELS]


@pytest.mark.parametrize("path", mostly_slow(SOCKETS, 2))
def test_wrong_messages_are_refused_and_change_nothing(studio, unbounded, path):
    send_wrong_messages(studio, path, random.Random(path), QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("path", SOCKETS)
def test_thousands_of_wrong_messages_are_refused_and_change_nothing(studio, unbounded, path):
    send_wrong_messages(studio, path, random.Random(f"many {path}"), MANY)


def send_wrong_messages(studio, path, rng, batches):
    kind = path.split("/")[2]
    real = {"trees": questions(), "levels": level_questions(), "work": [*ACTS, *questions()]}.get(kind, ACTS)
    decoders = {"trees": tree_socket.DECODER, "levels": level_socket.DECODER, "work": None}
    decoder = decoders.get(kind, session_socket.DECODER)
    before = state(studio)
    for number in range(batches):
        sent = [message for _ in range(BATCH) if len(message := text(rng, real)) < LARGEST_MESSAGE]
        client = studio.guest if number % 3 == 2 and path not in (TREES, LEVELS) else studio.owner
        with client.socket(path) as connection:
            for message in sent:
                connection.socket.send(message)
            check_valid_message(connection, path)
        refused = sum(answer["type"] == "refused" and answer["request"] is None for answer in connection.received)
        assert refused == (0 if decoder is None else sum(not _decodes(decoder, message) for message in sent))
        received = json.dumps(connection.received)
        assert not re.search(r"Traceback|\b[A-Z]\w*(Error|Exception)\b", received), received
        assert path != NOT_TO_MOVE or all(answer.get("seed") is None for answer in connection.received)
    assert state(studio) == before


def check_valid_message(connection, path):
    """A valid message is still answered."""
    connection.last_request = 10**9  # differs from the numbers of random messages
    if path == TREES:
        wrong = connection.ask("measure", after=TREE, before=None, setting=setting() | {"decks": "nothing"})
        assert "nothing" in wrong["message"]
    elif path == LEVELS:
        checked = connection.ask("check", text="level Nothing", setting={})
        assert "cells" in checked["faults"][0]["message"]
    elif path.startswith("/socket/work"):
        assert connection.receive()["work"]["id"] == WORK
    else:
        assert connection.ask("look", ply=0)["type"] == "looked"


@pytest.mark.slow  # measures a tree many times
def test_no_question_about_a_tree_causes_a_server_error(studio, unbounded):
    rng, asked = random.Random(3), 0
    with studio.owner.socket(TREES) as connection:
        while asked < MANY:
            question = changed(rng, questions()[asked % 2])
            with suppress(TypeError, msgspec.DecodeError, ValueError):
                question = {**question, "type": "measure", "request": asked}
                tree_socket.DECODER.decode(json.dumps(question))
                connection.socket.send(json.dumps(question))
                answer = connection.until(
                    lambda word, number=asked: word["request"] == number and word["type"] != "fighting"
                )
                assert not re.match(r"\w+(Error|Exception): ", answer.get("message", "")), (question, answer)
                asked += 1


@each("path", SOCKETS)
def test_invalid_frames_close_only_their_connection(studio, path):
    before, rng = state(studio), random.Random(path)
    for make in (_frame_of_no_kind, _text_of_no_letters, _endless_frame, _long_ping, _half_a_message, _noise, _huge):
        with studio.owner.socket(path) as connection, suppress(OSError):
            connection.socket.socket.sendall(make(rng))
            with pytest.raises(ConnectionClosed):
                connection.until(lambda word: False)
    with studio.owner.socket(path) as connection:
        check_valid_message(connection, path)
    assert state(studio) == before


def test_a_flood_closes_its_connection_and_the_next_one_is_served(studio, low_rate_limits):
    for path in SOCKETS[1:]:
        flood(studio, path, low_rate_limits)


@pytest.mark.slow  # the server closes the connection only after its time limits
@pytest.mark.parametrize("path", SOCKETS[1:])
def test_a_long_flood_closes_its_connection_and_the_next_one_is_served(studio, path):
    flood(studio, path, 10 * int(EXCESS_MESSAGES[1] + MESSAGES[1]))


def flood(studio, path, messages):
    with studio.owner.socket(path) as connection:
        with suppress(ConnectionClosed):
            for _ in range(messages):
                connection.socket.send("x")
        with pytest.raises(ConnectionClosed, match="4429"):
            connection.until(lambda word: False)
    with studio.owner.socket(path) as connection:
        check_valid_message(connection, path)


def test_a_socket_at_an_unknown_address_is_closed_with_a_reason(studio):
    rng, strange = random.Random(4), [text for text in STRANGE if isinstance(text, str)]
    for number in range(60):
        name = quote((strange[number] if number < len(strange) else str(value(rng)))[:200], errors="surrogatepass")
        path = rng.choice(("/socket/{}", "/socket/work/{}", "/socket/tables/{}", f"/socket/tables/{PLAYED}?key={{}}"))
        with pytest.raises((ConnectionClosed, InvalidStatus), match=r"4404|4403|403"):
            read_first_message(studio, path.format(name or "x"))


def read_first_message(studio, path):
    with studio.owner.socket(path) as connection:
        connection.receive(10)


def _decodes(decoder, sent):
    try:
        decoder.decode(sent if isinstance(sent, str) else "")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return True


def _frame(head, data, length=None):
    """A client frame with a mask of zeros."""
    size = len(data) if length is None else length
    sized = struct.pack("!BQ", 255, size) if size > 65535 else struct.pack("!BH", 254, size)
    return bytes([head]) + (bytes([128 | size]) if size < 126 else sized) + bytes(4) + data


def _frame_of_no_kind(rng):
    return _frame(0x80 | rng.randrange(3, 8), b"{}")


def _text_of_no_letters(rng):
    return _frame(0x81, b"\xff\xfe" + rng.randbytes(10))


def _endless_frame(rng):
    return _frame(0x81, b"{", 2**62)


def _long_ping(rng):
    return _frame(0x89, bytes(200))


def _half_a_message(rng):
    return _frame(0x01, b'{"type":') + _frame(0x81, b'"look"}')


def _noise(rng):
    return b"\xff" + rng.randbytes(200)


def _huge(rng):
    return _frame(0x81, bytes(LARGEST_MESSAGE + 1))
