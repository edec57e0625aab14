"""Colours of this game, and the names of its players in pictures. General colours are in the shared SVG module."""

PLAYERS = ("First player", "Second player")
SEATS = ("#0b6a6c", "#7a3a78")  # both are readable behind white text
READY, BETTER, WORSE, TIRED = "#1f8a43", "#1d6b35", "#b3261e", "#d9d4ca"
MANA, HEART, GOLD = "#1f5fae", "#b3243c", "#b98208"
