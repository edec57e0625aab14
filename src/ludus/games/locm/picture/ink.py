"""Colours of this game, and the names of its players in pictures. General colours are in the shared SVG module."""

PLAYER_NAMES = ("First player", "Second player")
SEAT_COLOURS = ("#0b6a6c", "#7a3a78")  # both are readable behind white text
READY_COLOUR, BETTER_COLOUR, WORSE_COLOUR, TIRED_COLOUR = "#1f8a43", "#1d6b35", "#b3261e", "#d9d4ca"
MANA_COLOUR, HEART_COLOUR, GOLD_COLOUR = "#1f5fae", "#b3243c", "#b98208"
