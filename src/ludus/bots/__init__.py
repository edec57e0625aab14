"""Bots: load one from its text, and the interfaces that all kinds of bots implement."""

from ludus.bots.bot import FAULTS, BotFactory, Fault, SeatedBot
from ludus.bots.compiled import CompiledBot
from ludus.bots.lookup import bot_names, load_bot, load_compiled_bot

__all__ = ["FAULTS", "BotFactory", "CompiledBot", "Fault", "SeatedBot", "bot_names", "load_bot", "load_compiled_bot"]
