"""Bots of people's own: code that plays here under the limits of all external code, and that no answer ever tells."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ludus.studio.protocol.words import Name, Word

LARGEST_BOT = 256 * 1024  # bytes of a bot's source

BotKind = Literal["python", "command", "lines"]


class NewBot(Word, frozen=True):
    """A Python file, or a command of this machine. A name that is taken already is replaced."""

    name: Annotated[str, Meta(max_length=40)]
    game: Name
    kind: BotKind
    code: Annotated[str, Meta(max_length=LARGEST_BOT)]  # the source, or the command line
    cls: Name = ""  # the class in the source; empty: the only bot that there is
    options: Name = ""  # key=value,key=value; for Python bots
    offered: bool = False  # whoever joined by a shared link may play against it


class BotOffer(Word, frozen=True):
    offered: bool


class BotRow(Word, frozen=True):
    """A bot of somebody's own: @NAME sits down wherever a bot is named."""

    name: str
    game: str
    kind: BotKind
    detail: str  # its class and options, for its owner alone
    offered: bool
    size: int  # bytes of its source; 0 for guests
    added: str
