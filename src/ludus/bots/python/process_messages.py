"""Messages between us and the process of a Python bot, each with its length before it.

Messages from the bot's side are decoded into these types only; the content, which goes the other way, is pickled.
"""

from __future__ import annotations

import socket

import msgspec

from ludus.bots.bot import Fault

LENGTH_BYTES = 4  # bytes of a length


class Begin(msgspec.Struct, tag=True):
    """To the bot: a game begins."""

    seat: int
    seed: int  # of its random numbers
    content: bytes
    trial: bool = False  # only load and create the bot


class AskMove(msgspec.Struct, tag="Ask"):
    """To the bot: decide."""

    state: bytes
    told: list[str]
    seconds: float  # for the answer


class Over(msgspec.Struct, tag=True):
    """To the bot: the game is over. Reason, payoffs and scores, unless it was aborted, and the last position."""

    result: tuple[str, tuple[float, ...], tuple[int, ...]] | None
    state: bytes
    told: list[str]


class Ready(msgspec.Struct, tag=True):
    """From the bot: it is loaded and has begun; later: it has ended."""


class MoveReply(msgspec.Struct, tag="Choice"):
    """From the bot: its move, as a number or in notation."""

    move: int | str


class BotFailed(msgspec.Struct, tag="Failed"):
    """From the bot's process: the bot did something wrong."""

    reason: str
    what: str


Question = Begin | AskMove | Over
Answer = Ready | MoveReply | BotFailed

_encoder = msgspec.msgpack.Encoder()
_questions: msgspec.msgpack.Decoder[Question] = msgspec.msgpack.Decoder(Question)
_answers: msgspec.msgpack.Decoder[Answer] = msgspec.msgpack.Decoder(Answer)


def pack(message: Question | Answer) -> bytes:
    data = _encoder.encode(message)
    return len(data).to_bytes(LENGTH_BYTES, "little") + data


def take_message(buffer: bytearray, max_bytes: int) -> bytes | None:
    """Take the first complete message off the buffer; None if there is none yet."""
    if len(buffer) < LENGTH_BYTES:
        return None
    end = LENGTH_BYTES + int.from_bytes(buffer[:LENGTH_BYTES], "little")
    if end > max_bytes:
        raise Fault("too much output", f"a reply of more than {max_bytes:,} bytes")
    if len(buffer) < end:
        return None
    data = bytes(buffer[LENGTH_BYTES:end])
    del buffer[:end]
    return data


def read_answer(data: bytes) -> Answer:
    try:
        return _answers.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, OverflowError) as error:
        raise Fault("unreadable reply", f"{error}") from None


def receive_question(line: socket.socket) -> Question:
    """The next message; ends the process when the socket is closed."""
    return _questions.decode(_receive_exactly(line, int.from_bytes(_receive_exactly(line, LENGTH_BYTES), "little")))


def _receive_exactly(line: socket.socket, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        part = line.recv(size - len(data))
        if not part:
            raise SystemExit
        data += part
    return bytes(data)
