"""What we and the process of a Python bot say to each other, each message with its length before it.

What comes from the bot's side is read as one of these forms and nothing else; only the content, which goes the other
way, is a pickle.
"""

from __future__ import annotations

import socket

import msgspec

from ludus.players.seat import Fault

SIZE = 4  # bytes of a length


class Begin(msgspec.Struct, tag=True):
    """To the bot: a game begins."""

    seat: int
    seed: int  # of its dice
    content: bytes
    trial: bool = False  # load it and make it ready, no more


class Ask(msgspec.Struct, tag=True):
    """To the bot: decide."""

    state: bytes
    told: list[str]
    seconds: float  # for the answer


class Over(msgspec.Struct, tag=True):
    """To the bot: the game is over. Reason, shares and points, unless it was broken off, and the last position."""

    result: tuple[str, tuple[float, ...], tuple[int, ...]] | None
    state: bytes
    told: list[str]


class Ready(msgspec.Struct, tag=True):
    """From the bot: it is loaded and has begun; later, that it is done."""


class Choice(msgspec.Struct, tag=True):
    """From the bot: its move, as a number or in notation."""

    move: int | str


class Failed(msgspec.Struct, tag=True):
    """From the bot's process: the bot did something wrong."""

    reason: str
    what: str


Question = Begin | Ask | Over
Answer = Ready | Choice | Failed

_encoder = msgspec.msgpack.Encoder()
_questions: msgspec.msgpack.Decoder[Question] = msgspec.msgpack.Decoder(Question)
_answers: msgspec.msgpack.Decoder[Answer] = msgspec.msgpack.Decoder(Answer)


def pack(message: Question | Answer) -> bytes:
    data = _encoder.encode(message)
    return len(data).to_bytes(SIZE, "little") + data


def cut_message(heard: bytearray, most: int) -> bytes | None:
    """The first whole message of what was heard; None while there is none."""
    if len(heard) < SIZE:
        return None
    end = SIZE + int.from_bytes(heard[:SIZE], "little")
    if end > most:
        raise Fault("too much output", f"a reply of more than {most:,} bytes")
    if len(heard) < end:
        return None
    data = bytes(heard[SIZE:end])
    del heard[:end]
    return data


def read_answer(data: bytes) -> Answer:
    try:
        return _answers.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, OverflowError) as error:
        raise Fault("unreadable reply", f"{error}") from None


def receive_question(line: socket.socket) -> Question:
    """The next question; ends the process when there will be none."""
    return _questions.decode(_exactly(line, int.from_bytes(_exactly(line, SIZE), "little")))


def _exactly(line: socket.socket, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        part = line.recv(size - len(data))
        if not part:
            raise SystemExit
        data += part
    return bytes(data)
