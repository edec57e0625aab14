"""Kingdom cards of the base set by number, so that bots which know them find them in any kingdom."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.dominion.state import KINGDOM, SLOTS

KINDS = (
    "Adventurer",
    "Artisan",
    "Bandit",
    "Bureaucrat",
    "Cellar",
    "Chancellor",
    "Chapel",
    "Council Room",
    "Feast",
    "Festival",
    "Gardens",
    "Harbinger",
    "Laboratory",
    "Library",
    "Market",
    "Merchant",
    "Militia",
    "Mine",
    "Moat",
    "Moneylender",
    "Poacher",
    "Remodel",
    "Sentry",
    "Smithy",
    "Spy",
    "Thief",
    "Throne Room",
    "Vassal",
    "Village",
    "Witch",
    "Woodcutter",
    "Workshop",
)
(
    ADVENTURER,
    ARTISAN,
    BANDIT,
    BUREAUCRAT,
    CELLAR,
    CHANCELLOR,
    CHAPEL,
    COUNCIL_ROOM,
    FEAST,
    FESTIVAL,
    GARDENS,
    HARBINGER,
    LABORATORY,
    LIBRARY,
    MARKET,
    MERCHANT_CARD,
    MILITIA,
    MINE,
    MOAT,
    MONEYLENDER,
    POACHER,
    REMODEL,
    SENTRY,
    SMITHY,
    SPY,
    THIEF,
    THRONE_ROOM,
    VASSAL,
    VILLAGE,
    WITCH,
    WOODCUTTER,
    WORKSHOP,
) = range(len(KINDS))
OWN_KIND = 255  # custom cards and basic cards
ABSENT = 255


@rule
def find_kinds(data, places):
    """Write the slot of every kind into `places`; ABSENT if the kingdom lacks it."""
    for kind in range(len(KINDS)):
        places[kind] = ABSENT
    for slot in range(KINGDOM, SLOTS):
        if data.cards[slot].kind != OWN_KIND:
            places[data.cards[slot].kind] = slot
