"""The colours of this game, and what its players are called in pictures. Paper and ink are those of all games."""

PLAYERS = ("First player", "Second player")
SEATS = ("#0b6a6c", "#7a3a78")  # white text stands on both
READY, BETTER, WORSE, TIRED = "#1f8a43", "#1d6b35", "#b3261e", "#d9d4ca"
MANA, HEART, GOLD = "#1f5fae", "#b3243c", "#b98208"
