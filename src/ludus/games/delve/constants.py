"""Constants: card categories, resources and classes, targets of nodes, and size limits.

A card belongs to one of four classes: area or targeted, paid in mana or energy. A node of a skill tree raises the
damage of one class, or of the two classes that share a category or a resource.
"""

AREA, TARGETED = 0, 1
CATEGORIES = ("area", "targeted")
MANA, ENERGY = 0, 1
RESOURCES = ("mana", "energy")

CLASSES = 4  # category * 2 + resource
AREA_MANA, AREA_ENERGY, TARGETED_MANA, TARGETED_ENERGY = range(CLASSES)

# What a node can target, and the classes that it raises, one bit each.
TARGETS = (
    "area",
    "targeted",
    "mana",
    "energy",
    "area mana",
    "area energy",
    "targeted mana",
    "targeted energy",
)
TARGET_CLASSES = (0b0011, 0b1100, 0b0101, 0b1010, 0b0001, 0b0010, 0b0100, 0b1000)

MAX_ENEMIES = 7  # per encounter, at most
MAX_ENCOUNTERS = 16
DECK = 15  # cards
HAND = 5
MAX_KINDS = DECK  # different cards in a deck
MAX_NODES = 256  # of a tree, at most
HIT_POINTS, FULL_ENERGY, FULL_MANA = 50, 20, 10
TURN_CAP = 50  # turns of an encounter; if it is not won by then, it is lost


def card_class(category: int, resource: int) -> int:
    """Return the class of a card."""
    return category * 2 + resource
