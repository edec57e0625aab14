"""Bots: load one from its text, and the interfaces that all kinds of bots implement."""

from ludus.players.compiled import CompiledBot
from ludus.players.find import load_compiled_bot, load_bot, bot_names
from ludus.players.seat import FAULTS, Fault, BotFactory, SeatedBot

__all__ = ["FAULTS", "Fault", "CompiledBot", "BotFactory", "SeatedBot", "load_compiled_bot", "load_bot", "bot_names"]
