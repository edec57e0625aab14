"""Bots outside our process: sandboxed programs with limits on time, memory, processes and output."""

from ludus.bots.external.limits import Limits
from ludus.bots.external.program import PersistentProgramBot, ProgramBot
from ludus.bots.external.protections import Protection, protections

__all__ = ["Limits", "PersistentProgramBot", "ProgramBot", "Protection", "protections"]
