"""Colours and player names of this game's images; the background colours are shared by all games."""

PLAYER_NAMES = ("First player", "Second player")
SEAT_COLOURS = ("#0b6a6c", "#7a3a78")  # white text is readable on both
CHOICE_COLOUR, COIN, RIM = "#1f8a43", "#f0c14b", "#7a5600"
POWER, PRESTIGE, HEALTH = "#a32d20", "#2d5391", "#b0304f"

# By deck, in the order of the card file: edge colours, and fill colours behind names
DECK_EDGES = (
    "#8a4b08",
    "#3d3d4d",
    "#5b2a74",
    "#23569a",
    "#0b6a6c",
    "#7f5a00",
    "#2b6626",
    "#962b20",
    "#6b5f45",
    "#8c3a63",
)
DECK_FILLS = (
    "#f3d9b5",
    "#d3d3de",
    "#dcc7ea",
    "#c6dbf4",
    "#bfe3e0",
    "#f4dd96",
    "#c9e3ba",
    "#f3cdc4",
    "#e3dcc8",
    "#f1cfe0",
)


def deck_edge(number: int) -> str:
    return DECK_EDGES[number % len(DECK_EDGES)]


def deck_fill(number: int) -> str:
    return DECK_FILLS[number % len(DECK_FILLS)]
