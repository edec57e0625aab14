"""A player from its name."""

from ludus.players.compiled import Player, find_player, player_names

__all__ = ["Player", "find_player", "player_names"]
