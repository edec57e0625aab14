"""Bots written in Python: `bots.py:Rusher`, and the base class `Bot`."""

from ludus.bots.python.bot import Bot, Turn
from ludus.bots.python.bot_factories import InProcessBot, SubprocessBot
from ludus.bots.python.bot_file import BotFile, read_bot_file
from ludus.bots.python.object_bot import ObjectBot

__all__ = ["Bot", "BotFile", "InProcessBot", "ObjectBot", "SubprocessBot", "Turn", "read_bot_file"]
