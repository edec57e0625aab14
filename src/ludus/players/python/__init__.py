"""Bots written in Python: `bots.py:Rusher`, and the base class `Bot`."""

from ludus.players.python.bot import Bot, Turn
from ludus.players.python.file import BotFile, read_bot_file
from ludus.players.python.hosted import SubprocessBot
from ludus.players.python.inside import InProcessBot

__all__ = ["Bot", "BotFile", "SubprocessBot", "InProcessBot", "Turn", "read_bot_file"]
