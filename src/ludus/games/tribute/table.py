"""What is fixed while a game is played: cards, what they do, patrons, and how the game is set up."""

# mypy: ignore-errors

from ludus.core import Record, uint8, uint16
from ludus.games.tribute.state import DECKS, PATRONS, SEATS

CARDS = 192  # definitions
EFFECTS = 255  # different ones; number 0 is none
LEVELS = 4  # of combos
PARTS = 2  # of "a, b"
STARTERS = 8  # of a patron
STARTING = 40  # cards of a starting deck that is given
STANDINGS = 3  # favoured, neutral, unfavoured
TIER_LISTS = 2  # of bots/tiers.py

# Types of cards
ACTION, AGENT, CONTRACT_ACTION, CONTRACT_AGENT, STARTER, CURSE = range(6)
TYPES = ("action", "agent", "contract action", "contract agent", "starter", "curse")

# What an effect does; effects.py has a rule for each
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


class Effect(Record):
    op: uint8
    n: uint8
    what: uint8  # CREATE, CURSE_RIVAL, MINT_CARD: a card
    other_op: uint8  # of "a or b"; 0: there is no choice
    other_n: uint8
    other_what: uint8


class Card(Record):
    cost: uint8
    type: uint8
    deck: uint8
    health: uint8
    taunt: uint8
    toll: uint8  # coins for its owner when a knockout spares it
    copies: uint8  # in the tavern
    effects: uint8[LEVELS, PARTS]


class Patron(Record):
    coins: uint8  # what a call costs
    power: uint8
    favour: uint8  # how it moves
    closed: uint8  # 1: not to be called by whom it favours
    turn_coins: uint8  # for whom it favours, at the start of a turn
    starter_count: uint8
    starters: uint8[STARTERS]
    deeds: uint8[STANDINGS, PARTS]


class Table(Record):
    turn_limit: uint16
    compat: uint8
    setup: uint8
    card_count: uint8
    patron_count: uint8  # that there are
    given_count: uint8
    given: uint8[PATRONS]  # the patrons of a game with given ones, in its order
    treasury: uint8  # the patron that is always there
    selectable: uint8[DECKS]  # 1: may be drafted
    starting_count: uint8[SEATS]  # cards of a given starting deck; 0: the patrons' starters
    starting: uint8[SEATS, STARTING]
    cards: Card[CARDS]
    effects: Effect[EFFECTS + 1]
    patrons: Patron[DECKS]
    tiers: uint8[TIER_LISTS, CARDS]  # what bots think of a card; no rule asks
