"""Colours and player names of this game's images; the background colours are shared by all games."""

PLAYER_NAMES = ("First player", "Second player", "Third player", "Fourth player")
SEAT_COLOURS = ("#0b6a6c", "#7a3a78", "#94480f", "#2d5391")  # white text is readable on all of them
CHOICE_COLOUR, COIN, RIM, POINTS = "#1f8a43", "#f0c14b", "#7a5600", "#2b6626"

# By type: edge and pictogram colours, and fill colours behind names. A card shows the colours of all its types;
# that of an Action only if there is no other.
TYPE_EDGES = {
    "Treasure": "#7f5a00",
    "Victory": "#2b6626",
    "Curse": "#5b2a74",
    "Attack": "#962b20",
    "Reaction": "#23569a",
    "Action": "#565049",
}
TYPE_FILLS = {
    "Treasure": "#f4dd96",
    "Victory": "#c9e3ba",
    "Curse": "#dcc7ea",
    "Attack": "#f3cdc4",
    "Reaction": "#c6dbf4",
    "Action": "#e0dbd0",
}


def colour_types(types: list[str]) -> list[str]:
    """Types of a card that determine its colours."""
    return [name for name in TYPE_EDGES if name in types and name != "Action"] or ["Action"]
