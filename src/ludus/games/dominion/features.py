"""Features of a position for evaluation functions.

For each player: fifteen public numbers about all its cards; for several opponents their mean. Then the own hand and
turn, and the supply. Features named `late_...` are multiplied by the number of Provinces (of eight) that are gone, so a
weighted sum can prefer money early and points late. Between the own turn and the first card that another player plays
the hand does not count; it was just drawn and only adds noise.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.dominion.game_data_records import ACTION_CARD, TREASURE, VICTORY
from ludus.games.dominion.state import ACTION, CURSE, PROVINCE, SLOTS

PLAYER = (
    *("points", "late_points", "cards", "late_cards", "money", "late_money", "density"),
    *("treasures", "victories", "curses", "actions", "terminals", "villages", "draws", "clashes"),
)
TURN = ("coins", "actions_left", "buys", "hand")
GAME = ("opp_hand", "provinces", "empty_piles")
FEATURES = (*(f"my_{name}" for name in PLAYER), *(f"opp_{name}" for name in PLAYER), *TURN, *GAME)

COUNT, HANDS = len(PLAYER), len(TURN)
WHOLE = 100  # scale of density and clashes
EIGHT = 8  # Provinces in a game for two


@rule
def features(data, state, seat, values):
    gone = EIGHT - EIGHT * state.supply[PROVINCE] // (8 if data.seats == 2 else 12)
    for k in range(2 * COUNT):
        values[k] = 0
    of_player(data, state.players[seat], gone, values, 0)
    hands = 0
    for other in range(data.seats):
        if other != seat:
            of_player(data, state.players[other], gone, values, COUNT)
            hands += state.players[other].hand_size
    others = data.seats - 1
    if others > 1:
        for k in range(COUNT, 2 * COUNT):
            values[k] = values[k] // others
    of_turn(data, state, seat, values, 2 * COUNT)
    values[2 * COUNT + 4] = hands // others
    values[2 * COUNT + 5] = state.supply[PROVINCE]
    values[2 * COUNT + 6] = state.empty


@rule
def of_player(data, player, gone, values, at):
    """Add the features of a player."""
    money, treasures, victories, actions, terminals, villages, draws = 0, 0, 0, 0, 0, 0, 0
    for slot in range(SLOTS):
        n = int(player.owned[slot])
        if n == 0:
            continue
        card = data.cards[slot]
        if card.types & TREASURE:
            treasures += n
            money += n * card.coins
        if card.types & VICTORY:
            victories += n
        if card.types & ACTION_CARD:
            actions += n
            draws += n * card.cards
            if card.actions == 0:
                terminals += n
            else:
                villages += n * (card.actions - 1)
    points, cards = int(player.score), int(player.cards)
    values[at] += points
    values[at + 1] += points * gone
    values[at + 2] += cards
    values[at + 3] += cards * gone
    values[at + 4] += money
    values[at + 5] += money * gone
    values[at + 6] += WHOLE * money // max(1, cards)
    values[at + 7] += treasures
    values[at + 8] += victories
    values[at + 9] += player.owned[CURSE]
    values[at + 10] += actions
    values[at + 11] += terminals
    values[at + 12] += villages
    values[at + 13] += draws
    spare = max(0, terminals - villages)
    values[at + 14] += WHOLE * spare * spare // max(1, cards)


@rule
def of_turn(data, state, seat, values, at):
    """Coins to spend, including Treasures in hand, and the actions, buys and cards of the turn."""
    for k in range(HANDS):
        values[at + k] = 0
    me, mine = state.players[seat], state.active == seat
    if not mine and state.played_size == 0:
        return
    coins = int(state.coins) if mine else 0
    if not mine or state.phase == ACTION:
        for slot in range(SLOTS):
            if data.cards[slot].types & TREASURE:
                coins += me.held[slot] * data.cards[slot].coins
    values[at] = coins
    values[at + 3] = me.hand_size
    if mine:
        values[at + 1] = state.actions
        values[at + 2] = state.buys
