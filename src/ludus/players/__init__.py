"""Bots: load one from its text, and the interfaces that all kinds of bots implement."""

from ludus.players.compiled import Player
from ludus.players.find import find_compiled, find_player, player_names
from ludus.players.seat import FAULTS, Fault, Sitter, Sitting

__all__ = ["FAULTS", "Fault", "Player", "Sitter", "Sitting", "find_compiled", "find_player", "player_names"]
