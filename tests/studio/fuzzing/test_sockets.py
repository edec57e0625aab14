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

from ludus.studio.rate_limits import LARGEST_MESSAGE, MAX_EXCESS_MESSAGES, MESSAGES
from ludus.studio.sessions import session_socket
from ludus.studio.skill_trees import measuring_client as tree_socket
from tests.studio.fuzzing.conftest import state
from tests.studio.fuzzing.full_folder import ACTS, KEYS, OVER, PLAYED, TREE, WORK, questions, setting
from tests.studio.fuzzing.random_messages import STRANGE, changed, text, value

pytestmark = pytest.mark.usefixtures("calm")
BATCH, QUICK, MANY = 100, 3, 100  # messages on one connection; connections
ASIDE, SHOWN = f"/socket/tables/{PLAYED}?key={KEYS[1]}", f"/socket/tables/{OVER}"  # not one's turn; it is over
TREES = "/socket/trees"
SOCKETS = [ASIDE, SHOWN, f"/socket/work/{WORK}", TREES]


@pytest.mark.parametrize("path", SOCKETS)
def test_wrong_messages_are_refused_and_change_nothing(studio, unbounded, path):
    talk_nonsense(studio, path, random.Random(path), QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("path", SOCKETS)
def test_thousands_of_wrong_messages_are_refused_and_change_nothing(studio, unbounded, path):
    talk_nonsense(studio, path, random.Random(f"many {path}"), MANY)


def talk_nonsense(studio, path, dice, batches):
    real = {"trees": questions(), "work": [*ACTS, *questions()]}.get(path.split("/")[2], ACTS)
    decoder = {"trees": tree_socket.DECODER, "work": None}.get(path.split("/")[2], session_socket.DECODER)
    before = state(studio)
    for number in range(batches):
        said = [each for _ in range(BATCH) if len(each := text(dice, real)) < LARGEST_MESSAGE]
        client = studio.guest if number % 3 == 2 and path != TREES else studio.owner
        with client.socket(path) as connection:
            for each in said:
                connection.socket.send(each)
            answered(connection, path)
        refused = sum(each["type"] == "refused" and each["request"] is None for each in connection.received)
        assert refused == (0 if decoder is None else sum(not _decodes(decoder, each) for each in said))
        told = json.dumps(connection.received)
        assert not re.search(r"Traceback|\b[A-Z]\w*(Error|Exception)\b", told), told
        assert path != ASIDE or all(each.get("seed") is None for each in connection.received)
    assert state(studio) == before


def answered(connection, path):
    """What makes sense is answered as ever."""
    connection.number = 10**9  # none of theirs
    if path == TREES:
        wrong = connection.ask("measure", after=TREE, before=None, setting=setting() | {"decks": "nothing"})
        assert "nothing" in wrong["message"]
    elif path.startswith("/socket/work"):
        assert connection.receive()["work"]["id"] == WORK
    else:
        assert connection.ask("look", ply=0)["type"] == "looked"


@pytest.mark.slow  # measures a tree again and again
def test_no_question_about_a_tree_causes_a_server_error(studio, unbounded):
    dice, asked = random.Random(3), 0
    with studio.owner.socket(TREES) as connection:
        while asked < MANY:
            question = changed(dice, questions()[asked % 2])
            with suppress(TypeError, msgspec.DecodeError, ValueError):
                question = {**question, "type": "measure", "request": asked}
                tree_socket.DECODER.decode(json.dumps(question))
                connection.socket.send(json.dumps(question))
                answer = connection.until(
                    lambda word, number=asked: word["request"] == number and word["type"] != "fighting"
                )
                assert not re.match(r"\w+(Error|Exception): ", answer.get("message", "")), (question, answer)
                asked += 1


@pytest.mark.parametrize("path", SOCKETS)
def test_invalid_frames_close_only_their_connection(studio, path):
    before, dice = state(studio), random.Random(path)
    for make in (_frame_of_no_kind, _text_of_no_letters, _endless_frame, _long_ping, _half_a_message, _noise, _huge):
        with studio.owner.socket(path) as connection, suppress(OSError):
            connection.socket.socket.sendall(make(dice))
            with pytest.raises(ConnectionClosed):
                connection.until(lambda word: False)
    with studio.owner.socket(path) as connection:
        answered(connection, path)
    assert state(studio) == before


@pytest.mark.parametrize("path", SOCKETS[1:])
def test_a_flood_closes_its_connection_and_the_next_one_is_served(studio, path):
    with studio.owner.socket(path) as connection:
        with suppress(ConnectionClosed):
            for _ in range(10 * (MAX_EXCESS_MESSAGES + int(MESSAGES[1]))):
                connection.socket.send("x")
        with pytest.raises(ConnectionClosed, match="4429"):
            connection.until(lambda word: False)
    with studio.owner.socket(path) as connection:
        answered(connection, path)


def test_a_socket_at_an_unknown_address_is_closed_with_a_reason(studio):
    dice, strange = random.Random(4), [each for each in STRANGE if isinstance(each, str)]
    for number in range(60):
        name = quote((strange[number] if number < len(strange) else str(value(dice)))[:200], errors="surrogatepass")
        path = dice.choice(("/socket/{}", "/socket/work/{}", "/socket/tables/{}", f"/socket/tables/{PLAYED}?key={{}}"))
        with pytest.raises((ConnectionClosed, InvalidStatus), match=r"4404|4403|403"):
            look(studio, path.format(name or "x"))


def look(studio, path):
    with studio.owner.socket(path) as connection:
        connection.receive(10)


def _decodes(decoder, said):
    try:
        decoder.decode(said if isinstance(said, str) else "")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return True


def _frame(head, data, length=None):
    """A frame as clients send it, with a mask of zeros."""
    size = len(data) if length is None else length
    sized = struct.pack("!BQ", 255, size) if size > 65535 else struct.pack("!BH", 254, size)
    return bytes([head]) + (bytes([128 | size]) if size < 126 else sized) + bytes(4) + data


def _frame_of_no_kind(dice):
    return _frame(0x80 | dice.randrange(3, 8), b"{}")


def _text_of_no_letters(dice):
    return _frame(0x81, b"\xff\xfe" + dice.randbytes(10))


def _endless_frame(dice):
    return _frame(0x81, b"{", 2**62)


def _long_ping(dice):
    return _frame(0x89, bytes(200))


def _half_a_message(dice):
    return _frame(0x01, b'{"type":') + _frame(0x81, b'"look"}')


def _noise(dice):
    return b"\xff" + dice.randbytes(200)


def _huge(dice):
    return _frame(0x81, bytes(LARGEST_MESSAGE + 1))
