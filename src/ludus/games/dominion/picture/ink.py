"""The colours of this game, and what its players are called in pictures. Paper and ink are those of all games."""

PLAYERS = ("First player", "Second player", "Third player", "Fourth player")
SEATS = ("#0b6a6c", "#7a3a78", "#94480f", "#2d5391")  # white text stands on all of them
CHOICE, COIN, RIM, POINTS = "#1f8a43", "#f0c14b", "#7a5600", "#2b6626"

# By type: for edges and pictograms, and for the plates that names stand on. A card has the plates of all its types;
# that of an Action only if there is no other.
INKS = {
    "Treasure": "#7f5a00",
    "Victory": "#2b6626",
    "Curse": "#5b2a74",
    "Attack": "#962b20",
    "Reaction": "#23569a",
    "Action": "#565049",
}
PLATES = {
    "Treasure": "#f4dd96",
    "Victory": "#c9e3ba",
    "Curse": "#dcc7ea",
    "Attack": "#f3cdc4",
    "Reaction": "#c6dbf4",
    "Action": "#e0dbd0",
}


def colours(types: list[str]) -> list[str]:
    """The types of a card that give it its colours."""
    return [name for name in INKS if name in types and name != "Action"] or ["Action"]
