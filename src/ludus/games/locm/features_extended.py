"""Extended features: Miernik's twenty plus lanes, hands and card effects.

Players, after the standard twelve: cards in hand, creatures in each lane, and possible damage: `my_strike` is the
attack of own creatures that may attack now, in lanes without an enemy guard; `opp_strike` that of all enemy creatures
in lanes without an own guard. The last feature is the number of the own turn.

Cards, after the standard eight: cost, effects when played (only while the card is not on the board), kind of item,
whether the creature may attack now, and whether it is alone in its lane.
"""

# mypy: ignore-errors

import sys

from ludus.core import local_ints, rule
from ludus.core.features import feature_set
from ludus.games.locm import features as standard
from ludus.games.locm.deck_building import FILL
from ludus.games.locm.features import CARD, MAX_PIECES, STATE
from ludus.games.locm.state import CONSTRUCT, DRAFT, GUARD, LANE, READY

EXTRA_STATE_NAMES = ("hand", "left", "right", "strike")
STATE_NAMES = (
    *(f"{side}_{name}" for side in ("my", "opp") for name in STATE),
    *(f"{side}_{name}" for side in ("my", "opp") for name in EXTRA_STATE_NAMES),
    "turn",
)
CARD_NAMES = (*CARD, "cost", "heals", "hurts", "draws", "green", "red", "blue", "ready", "alone")
SITUATION, PIECE = len(STATE_NAMES), len(CARD_NAMES)
MY_MORE, OPP_MORE, TURN = 12, 16, 20

# A card packed into one number. Attack and defense are clipped at 8191, far above the values in games.
MIDDLE, MAX_STRENGTH, HEALTH_MIDDLE = 8192, 8191, 128
DEFENSE_AT, KEYWORDS_AT, COST_AT, MINE_AT, THEIRS_AT, DRAW_AT, KIND_AT = 14, 28, 34, 38, 46, 54, 58
READY_BIT, ALONE_BIT, ALWAYS = 1 << 60, 1 << 61, 1 << 62
NO_EFFECTS = HEALTH_MIDDLE << MINE_AT | HEALTH_MIDDLE << THEIRS_AT


@rule
def features(data, state, seat, values):
    situation(data, state, seat, values)
    keys, piece = local_ints(MAX_PIECES), local_ints(PIECE)
    for j in range(PIECE):
        values[SITUATION + j] = 0
    for k in range(pieces(data, state, seat, keys)):
        piece_features(abs(keys[k]), piece)
        for j in range(PIECE):
            values[SITUATION + j] += piece[j] if keys[k] > 0 else -piece[j]


@rule
def situation(data, state, seat, values):
    standard.situation(data, state, seat, values)
    me, foe = state.players[seat], state.players[1 - seat]
    mine, theirs = pack_lanes(me), pack_lanes(foe)
    hand_and_lanes(me, mine, values, MY_MORE)
    hand_and_lanes(foe, theirs, values, OPP_MORE)
    values[MY_MORE + 3] = unguarded_attack(me, theirs, READY)
    values[OPP_MORE + 3] = unguarded_attack(foe, mine, 0)
    values[TURN] = max(int(state.turn), 0) // 2


@rule
def pack_lanes(player):
    """Pack the lanes of a player: one bit per lane for a guard, then 8 bits per lane for the number of creatures."""
    packed = 0
    for k in range(player.board_count):
        creature = player.board[k]
        lane = int(creature.status) & LANE
        packed += 1 << 8 + 8 * lane
        if creature.keywords & GUARD:
            packed |= 1 << lane
    return packed


@rule
def hand_and_lanes(player, own, values, first):
    values[first] = int(player.hand_count)
    values[first + 1] = own >> 8 & 255
    values[first + 2] = own >> 16 & 255


@rule
def unguarded_attack(player, other, needed):
    """Return the attack of creatures with the needed status in lanes that the other player does not guard."""
    total = 0
    for k in range(player.board_count):
        creature = player.board[k]
        free = 1 - (other >> (int(creature.status) & LANE) & 1)
        if creature.status & needed == needed:
            total += free * int(creature.attack)
    return total


@rule
def pieces(data, state, seat, keys):
    """List the creatures: first the own board, then the opponent's."""
    n = 0
    for side in range(2):
        player = state.players[seat if side == 0 else 1 - seat]
        own = pack_lanes(player)
        for k in range(player.board_count):
            key = creature_key(data, player.board[k], own)
            keys[n] = key if side == 0 else -key
            n += 1
    return n


@rule
def creature_key(data, creature, own):
    """Pack a creature on the board; its summon effects are spent."""
    key = pack_strength(creature) | int(data.cards[creature.card].cost) << COST_AT | NO_EFFECTS
    if creature.status & READY:
        key |= READY_BIT
    if own >> 8 + 8 * (int(creature.status) & LANE) & 255 == 1:
        key |= ALONE_BIT
    return key


@rule
def pack_strength(card):
    attack, defense = clip_strength(int(card.attack)), clip_strength(int(card.defense))
    return attack | defense << DEFENSE_AT | int(card.keywords) << KEYWORDS_AT | ALWAYS


@rule
def clip_strength(strength):
    return min(max(strength, -MAX_STRENGTH), MAX_STRENGTH) + MIDDLE


@rule
def piece_features(key, values):
    values[0] = (key & 0x3FFF) - MIDDLE
    values[1] = (key >> DEFENSE_AT & 0x3FFF) - MIDDLE
    for k in range(6):
        values[2 + k] = key >> KEYWORDS_AT + k & 1
    values[8] = key >> COST_AT & 15
    values[9] = (key >> MINE_AT & 255) - HEALTH_MIDDLE
    values[10] = HEALTH_MIDDLE - (key >> THEIRS_AT & 255)  # health that the opponent loses
    values[11] = key >> DRAW_AT & 15
    kind = key >> KIND_AT & 3
    for k in range(3):
        values[12 + k] = int(kind == k + 1)
    values[15] = int(key & READY_BIT != 0)
    values[16] = int(key & ALONE_BIT != 0)


@rule
def prospect(data, state, move):
    """Return the card that a move takes while decks are built, else 0."""
    if state.phase == DRAFT:
        return card_key(data.cards[state.offers[state.picks, move & 255]])
    if state.phase == CONSTRUCT and move != FILL:
        return card_key(data.cards[move & 255])
    return 0


@rule
def card_key(card):
    """Pack a printed card."""
    effects = (int(card.my_health) + HEALTH_MIDDLE) << MINE_AT | (int(card.opp_health) + HEALTH_MIDDLE) << THEIRS_AT
    return (
        pack_strength(card)
        | int(card.cost) << COST_AT
        | effects
        | int(card.draw) << DRAW_AT
        | int(card.kind) << KIND_AT
    )


EXTENDED = feature_set(
    "extended", (*STATE_NAMES, *CARD_NAMES), sys.modules[__name__], CARD_NAMES, MAX_PIECES, rich=True
)
