"""Constants: card categories, resources, classes and effects, what nodes do, and size limits.

A card belongs to a category and is paid in mana or energy. Attacks are area or targeted; together with the resource
that makes four classes. A node of a skill tree raises the damage of one class, or of the two classes that share a
category or a resource. Skills deal no damage. Beyond the thesis, cards have further effects, and nodes may raise those
effects, change rules, add cards to the deck or unlock other nodes.
"""

AREA, TARGETED, SKILL = 0, 1, 2
CATEGORIES = ("area", "targeted", "skill")
MANA, ENERGY = 0, 1
RESOURCES = ("mana", "energy")

CLASSES = 4  # of attacks: category * 2 + resource
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

# Effects of cards beside damage, in the order of `decks_and_encounters.CardEffects`.
BLOCK, HEAL, DRAW, GAIN_ENERGY, GAIN_MANA, STRENGTH = range(6)
WEAK, VULNERABLE, POISON, SELF_WEAK, SELF_VULNERABLE, SELF_POISON = range(6, 12)
EFFECTS = (
    *("block", "heal", "draw", "gain_energy", "gain_mana", "strength"),
    *("weak", "vulnerable", "poison", "self_weak", "self_vulnerable", "self_poison"),
)
ENEMY_EFFECTS = (WEAK, VULNERABLE, POISON)  # on the enemies that the card hits
RAISED_EFFECTS = 9  # the first so many effects can be raised by nodes; the others are drawbacks
STATUSES = 3  # weak, vulnerable, poison

# Rules that nodes change, in the order of State.rule_bonus.
HIT_POINTS_RULE, ENERGY_RULE, MANA_RULE, HAND_RULE, BLOCK_RULE, REGENERATION_RULE = range(6)
RULES = ("max_hit_points", "max_energy", "max_mana", "hand_size", "turn_block", "regeneration")

# What a node does: raise damage or an effect, change a rule, add a card, or only unlock nodes.
NODE_EFFECTS = ("damage", *EFFECTS[:RAISED_EFFECTS], *RULES, "add_card", "unlock")
DAMAGE_NODE = 0
FIRST_EFFECT_NODE = 1
FIRST_RULE_NODE = FIRST_EFFECT_NODE + RAISED_EFFECTS
ADD_CARD_NODE = FIRST_RULE_NODE + len(RULES)
UNLOCK_NODE = ADD_CARD_NODE + 1

MAX_ENEMIES = 7  # per encounter, at most
MAX_ENCOUNTERS = 16
DECK = 15  # cards
HAND = 5
MAX_KINDS = 15  # different cards in a deck, with those that nodes add
MAX_NODES = 256  # of a tree, at most
HIT_POINTS, FULL_ENERGY, FULL_MANA = 50, 20, 10
TURN_CAP = 50  # turns of an encounter; if it is not won by then, it is lost

MAX_DECK = 40  # cards of a deck, at most
MAX_CARDS = 60  # cards of a deck with all cards that nodes can add
MAX_HAND = 10  # cards in hand; no more are drawn
MAX_TURN_CARDS = 50  # cards played in a turn; then the rest of the hand is discarded
MAX_RESOURCE = 99  # energy or mana
MAX_HIT_POINTS = 999
MAX_STATUS = 99  # weak, vulnerable, poison or strength
MAX_BLOCK = 999


def card_class(category: int, resource: int) -> int:
    """Return the class of a card; skills have the two numbers after those of attacks."""
    return category * 2 + resource
