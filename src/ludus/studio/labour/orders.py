"""What a working process is told, and what it says."""

from __future__ import annotations

from typing import Any

import msgspec

from ludus.studio.protocol.levels import SurveyOrder
from ludus.studio.protocol.work import Found, Step, Told


class Order(msgspec.Struct, frozen=True):
    """Anything to be done."""


class Inspect(Order, frozen=True, tag="inspect"):
    game: str
    content: list[str]
    asks: dict[str, str]
    options: dict[str, str]
    games: int | None
    seed: int


class Make(Order, frozen=True, tag="make"):
    game: str
    asks: dict[str, str]
    options: dict[str, str]
    games: int | None
    seed: int


class Run(Order, frozen=True, tag="run"):
    """A study in a folder, from its beginning or from where it was stopped."""

    study: str
    preset: str | None
    sets: list[str]
    folder: str


class Resume(Order, frozen=True, tag="resume"):
    folder: str


class Contest(Order, frozen=True, tag="contest"):
    """A tournament in a folder."""

    game: str
    players: list[str]
    games: int
    seed: int
    options: dict[str, str]
    folder: str


class ResumeContest(Order, frozen=True, tag="resume-contest"):
    folder: str


class Survey(Order, frozen=True, tag="survey"):
    """Synthetic players let loose on a level; what they did goes into a file."""

    level: str  # its file
    words: str  # that name it for a user
    asked: SurveyOrder
    target: str


AnyOrder = Inspect | Make | Survey | Run | Resume | Contest | ResumeContest


class Stepped(msgspec.Struct, frozen=True, tag="step"):
    """How far a part of the work has come; `number` tells the parts apart."""

    number: int
    step: Step


class Said(msgspec.Struct, frozen=True, tag="said"):
    line: str


class Heard(msgspec.Struct, frozen=True, tag="heard"):
    """A number that is known already."""

    told: Told


class Shown(msgspec.Struct, frozen=True, tag="shown"):
    """A result on the way, under its name."""

    name: str
    data: Any


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """The work is done; a designer has found something."""

    found: Found | None = None


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    message: str


AnyReport = Stepped | Said | Heard | Shown | Ended | Failed
