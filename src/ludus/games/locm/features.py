"""Standard features of a position: the twenty features of Miernik, "Artificial Intelligence for Strategy Card Games:
Search and Content Generation".

In order: six of the own player, the same six of the opponent, and eight of creatures: the sum over the own board minus
the sum over the opponent's. A keyword counts 1 for each creature that has it.

While decks are built, these features are constant; a card is then evaluated by its own eight features, like a creature
on the board.
"""

# mypy: ignore-errors

import numpy as np

from ludus.core import rule
from ludus.games.locm.deck_building import FILL
from ludus.games.locm.state import BOARD, CONSTRUCT, DECK, DRAFT

STATE = ("mana", "deck", "health", "max_mana", "next_draw", "next_rune")
CARD = ("attack", "defense", "breakthrough", "charge", "drain", "guard", "lethal", "ward")
FEATURES = (*(f"my_{name}" for name in STATE), *(f"opp_{name}" for name in STATE), *CARD)

MINE, THEIRS, CARDS = 0, 6, 12  # where each group begins
HEALTH_PER_RUNE = 5  # health between two runes

# The six keyword bits, each in its own byte, so that one addition counts them all. Differences may be negative, so
# every byte starts at its middle value.
KEYWORD_BYTES = np.array([sum((keywords >> k & 1) << 8 * k for k in range(6)) for keywords in range(64)], np.int64)
BYTE_MIDDLE = 128
ALL_MIDDLE = sum(BYTE_MIDDLE << 8 * k for k in range(6))


MAX_PIECES = 2 * BOARD

# A creature or card packed into one number: attack and defense (signed), keywords, and a bit that is always set.
DEFENSE_AT, KEYWORDS_AT, ALWAYS = 16, 32, 1 << 40


@rule(inline=True)
def features(data, state, seat, values):
    situation(data, state, seat, values)
    me, foe = state.players[seat], state.players[1 - seat]
    attack, defense, keywords = 0, 0, ALL_MIDDLE
    for k in range(BOARD):  # an empty slot is all zeros and adds nothing: no branch to mispredict
        mine, theirs = me.board[k], foe.board[k]
        attack += mine.attack - theirs.attack
        defense += mine.defense - theirs.defense
        keywords += KEYWORD_BYTES[mine.keywords] - KEYWORD_BYTES[theirs.keywords]
    values[CARDS] = attack
    values[CARDS + 1] = defense
    for k in range(6):
        values[CARDS + 2 + k] = (keywords >> 8 * k & 255) - BYTE_MIDDLE


@rule(inline=True)
def situation(data, state, seat, values):
    """Write the twelve features of the players."""
    player_features(state.players[seat], values, MINE)
    player_features(state.players[1 - seat], values, THEIRS)


@rule(inline=True)
def pieces(data, state, seat, keys):
    """List the creatures: first the own board, then the opponent's."""
    me, foe = state.players[seat], state.players[1 - seat]
    mine = int(me.board_count)
    for k in range(BOARD):  # all slots are written, only the creatures are counted: no branch
        keys[k] = key_of(me.board[k])
    for k in range(BOARD):
        keys[mine + k] = -key_of(foe.board[k])
    return mine + int(foe.board_count)


@rule(inline=True)
def key_of(card):
    """Pack a creature or a printed card (also an item) into one number.

    The parts are added, not combined by bit operations: otherwise the compiler reads attack and defense in one access,
    and a processor has to wait for that if only one of them was just written.
    """
    return int(card.attack) + (int(card.defense) << DEFENSE_AT) + (int(card.keywords) << KEYWORDS_AT) + ALWAYS


@rule(inline=True)
def piece_features(key, values):
    attack = to_signed16(key)
    defense = to_signed16(key - attack >> DEFENSE_AT)
    keywords = key - attack - (defense << DEFENSE_AT) >> KEYWORDS_AT
    values[0] = attack
    values[1] = defense
    for k in range(6):
        values[2 + k] = keywords >> k & 1


@rule(inline=True)
def to_signed16(bits):
    """Return the last 16 bits as a signed number."""
    return (bits & 0xFFFF ^ 0x8000) - 0x8000


@rule(inline=True)
def prospect(data, state, move):
    """Return the card that a move takes while decks are built, else 0."""
    if state.phase == DRAFT:
        return key_of(data.cards[state.offers[state.picks, move & 255]])
    if state.phase == CONSTRUCT and move != FILL:
        return key_of(data.cards[move & 255])
    return 0


@rule(inline=True)
def player_features(player, values, first):
    values[first] = player.mana
    values[first + 1] = DECK - player.drawn
    values[first + 2] = player.health
    values[first + 3] = player.max_mana
    values[first + 4] = player.next_draw
    values[first + 5] = HEALTH_PER_RUNE * player.runes  # at this health the next rune breaks
