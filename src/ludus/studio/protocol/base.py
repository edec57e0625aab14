"""Base types of protocol messages, and messages about games, bots and options."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

LARGEST_CONTENT = 1_000_000  # bytes of a file of the user

Text = Annotated[str, Meta(max_length=4000)]
Name = Annotated[str, Meta(max_length=200)]
Count = Annotated[int, Meta(ge=0, le=10_000_000)]
Seat = Annotated[int, Meta(ge=0, le=15)]
Ply = Annotated[int, Meta(ge=0, le=1_000_000)]
Seed = Annotated[int, Meta(ge=0, le=(1 << 53) - 1)]  # largest integer that JavaScript represents exactly
Digits = Annotated[str, Meta(pattern="^[0-9]{1,20}$")]  # a larger seed, which the page handles as text


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base class of protocol messages."""


class Problem(Message, frozen=True):
    """Why a request was refused, for people to read."""

    message: str


class OptionInfo(Message, frozen=True):
    """An option that can be set: of a game, a bot, a designer or a study."""

    key: str
    takes: str  # description of its type: "a whole number, 1 to 16", "first | second", "true | false", "text"
    default: Any
    meaning: str
    choices: list[str]  # empty: not an enumeration
    file: bool  # takes a file: @NAME of the user's own content


class BotInfo(Message, frozen=True):
    """A bot that comes with Ludus. Its text is `name`, or `name:key=value,key=value`."""

    name: str
    summary: str
    cheats: bool
    options: list[OptionInfo]


class GameCard(Message, frozen=True):
    name: str
    title: str
    summary: str
    fewest: int  # number of seats
    most: int


class GameInfo(Message, frozen=True):
    """Details of a game for the form that creates a session."""

    name: str
    title: str
    summary: str
    fewest: int
    most: int
    phases: list[str]  # if there are several, bots can be combined: drafter+fighter
    options: list[OptionInfo]
    bots: list[BotInfo]
    opponent: str  # the bot that is chosen beforehand
    adviser: str  # the bot that gives hints
    offers: dict[str, list[str]]  # names to choose from, for options that take them as text


class Hello(Message, frozen=True):
    release: str
    games: list[GameCard]
    designers: list[str]  # games whose content can be inspected and made
    guest: bool  # joined by a shared link: may play and watch, but not start jobs
    uploads: bool  # whether uploaded and external bots (bots.py:Name, cmd:...) may play
    shared: str  # prefix of links for guests; empty: not shared
