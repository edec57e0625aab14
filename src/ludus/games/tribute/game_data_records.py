"""Game data: cards, effects, patrons and set-up, which do not change during a game."""

# mypy: ignore-errors

from ludus.core import Record, uint8, uint16
from ludus.games.tribute.state import DECKS, PATRONS, SEATS, STARTING

CARDS = 192  # most card definitions
EFFECTS = 255  # most different effects; number 0 is no effect
LEVELS = 4  # combo levels
PARTS = 2  # effects of a field "a, b"
STARTERS = 8  # most starter cards of a patron
STANDINGS = 3  # favoured, neutral, unfavoured
TIER_LISTS = 2  # tier lists of bots/tiers.py

# Types of cards
ACTION, AGENT, CONTRACT_ACTION, CONTRACT_AGENT, STARTER, CURSE = range(6)
TYPES = ("action", "agent", "contract action", "contract agent", "starter", "curse")

# Effect codes; effects.py has a rule for each
(
    NOTHING,
    COIN,
    POWER,
    PRESTIGE,
    DEFAME,
    CALL,
    DRAW,
    HEAL,
    REPLACE_ROW,
    ACQUIRE_CARD,
    DESTROY_CARD,
    RECALL_CARD,
    RECALL_AGENTS,
    TOSS_CARDS,
    KNOCKOUT,
    KNOCKOUT_ALL,
    DONATE_CARDS,
    CREATE,
    RIVAL_DISCARD,
    CURSE_RIVAL,
    BANISH_AGENT,
    SELL_CARD,
    RALLY_AGENT,
    MINT_CARD,
    POWER_PER_CARDS,
    POWER_PAID,
) = range(26)

# How favour moves
STEP, JUMP, NEVER = range(3)
ALL_COINS = 255

# How a game is set up
FAIR, REFERENCE = 0, 1
GIVEN, DRAFTED, DRAWN = 0, 1, 2


class CardEffect(Record):
    op: uint8
    n: uint8
    what: uint8  # CREATE, CURSE_RIVAL, MINT_CARD: a card
    other_op: uint8  # second side of "a or b"; 0: no choice
    other_n: uint8
    other_what: uint8


class TributeCard(Record):
    cost: uint8
    type: uint8
    deck: uint8
    health: uint8
    taunt: uint8
    toll: uint8  # coins for its owner when a knockout spares it
    copies: uint8  # in the tavern
    effects: uint8[LEVELS, PARTS]


class TributePatron(Record):
    coins: uint8  # price of a call
    power: uint8
    favour: uint8  # how favour moves
    closed: uint8  # 1: the favoured player cannot call it
    turn_coins: uint8  # for the favoured player, at the start of a turn
    starter_count: uint8
    starters: uint8[STARTERS]
    deeds: uint8[STANDINGS, PARTS]


class GameData(Record):
    turn_limit: uint16
    compat: uint8
    setup: uint8
    card_count: uint8
    patron_count: uint8  # patrons of the card file
    given_count: uint8
    given: uint8[PATRONS]  # fixed patrons of a game, in order
    treasury: uint8  # number of the patron that is always in the game
    selectable: uint8[DECKS]  # 1: may be drafted
    starting_count: uint8[SEATS]  # size of a custom starting deck; 0: the patrons' starters
    starting: uint8[SEATS, STARTING]
    cards: TributeCard[CARDS]
    effects: CardEffect[EFFECTS + 1]
    patrons: TributePatron[DECKS]
    tiers: uint8[TIER_LISTS, CARDS]  # card values for bots; no rule uses them
