"""Players outside our process: programs in cells, under limits that hold whatever they do."""

from ludus.players.outside.limits import Limits
from ludus.players.outside.program import Program
from ludus.players.outside.protections import Protection, protections

__all__ = ["Limits", "Program", "Protection", "protections"]
