"""Bots outside our process: sandboxed programs with limits on time, memory, processes and output."""

from ludus.bots.external.active_protections import Protection, protections
from ludus.bots.external.limits import Limits
from ludus.bots.external.program_bots import PersistentProgramBot, ProgramBot

__all__ = ["Limits", "PersistentProgramBot", "ProgramBot", "Protection", "protections"]
