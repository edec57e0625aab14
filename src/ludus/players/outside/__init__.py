"""Bots outside our process: sandboxed programs with limits on time, memory, processes and output."""

from ludus.players.outside.limits import Limits
from ludus.players.outside.program import ProgramBot
from ludus.players.outside.protections import Protection, protections
from ludus.players.outside.resident import PersistentProgramBot

__all__ = ["Limits", "ProgramBot", "Protection", "PersistentProgramBot", "protections"]
