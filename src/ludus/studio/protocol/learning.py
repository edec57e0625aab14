"""Messages for new players: how to play, guided games, opponents of known strength."""

from __future__ import annotations

from typing import Literal

from ludus.bots.measured_levels import LevelName
from ludus.studio.protocol.base import Message
from ludus.studio.protocol.jobs import ValueWithInterval

SectionRole = Literal["goal", "turn", "symbols", "tips", "more"]


class TextRun(Message, frozen=True):
    """Some words in one style."""

    text: str
    style: Literal["plain", "strong", "emphasis", "code"]


class PrimerBlock(Message, frozen=True):
    """A part of a section: rows of cells. A paragraph is one cell; the first row of a table is its head."""

    kind: Literal["paragraph", "bullets", "numbers", "table", "code"]
    rows: list[list[list[TextRun]]]


class PrimerSection(Message, frozen=True):
    heading: str  # empty: the beginning, which says what the goal is
    role: SectionRole
    blocks: list[PrimerBlock]


class Primer(Message, frozen=True):
    """The rules of a game for people who never played it. No sections: the game has no such text."""

    title: str
    sections: list[PrimerSection]


class GuidedRunStep(Message, frozen=True):
    """What to do next in a level. It is done when the body has been in the place for so many ticks."""

    text: str  # {left} {right} {jump} {down} are buttons
    place: tuple[int, int, int, int]  # cells: left, bottom, right, top, all included
    stance: Literal["ground", "hang"]
    ticks: int


class GuidedRun(Message, frozen=True):
    """A level with prompts that say what to press."""

    title: str
    level: str
    steps: list[GuidedRunStep]
    died: str  # said after a death
    closing: str


class PlayLevel(Message, frozen=True):
    """A game that starts with one click. Its strength comes from measured games."""

    level: LevelName
    bot: str  # the opponent; in a game for one player the bot whose win rate is given; empty: synthetic players
    options: dict[str, str]
    share: ValueWithInterval  # win rate of the bot, draws counting half; of synthetic players, those who never die
    games: int  # that the bot played; the number of synthetic players


class PlayLevels(Message, frozen=True):
    """Games to start with one click; none: the bots of the game have not been measured."""

    levels: list[PlayLevel]
    source: str  # tournament of this Studio that they come from; empty: measured for Ludus
    command: str  # what to run to measure the bots; empty: nothing can be measured
    work: str  # job that is measuring them now
    guide: str  # title of the guided first game; empty: there is none
    drafts: list[str]  # phases that a bot can play for people, such as the draft
