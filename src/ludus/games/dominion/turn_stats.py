"""Statistics of every turn of a two-player game, to find out later who was leading when.

A turn here is a round: turn t is over when both players have had their t-th turn, or when the game is over. Only the
first TURNS turns are recorded. The rules do not change the game.
"""

# mypy: ignore-errors

from ludus.core import Record, int16, rule, uint8
from ludus.core.game import GameStats
from ludus.games.dominion.game_data_records import ACTION_CARD, TREASURE, VICTORY
from ludus.games.dominion.moves import STOP
from ludus.games.dominion.state import BUY_CARD, CURSE, KINGDOM, PLAY_ACTION, SLOTS, TAKE_LOOT

TURNS = 60

# Columns per player and turn. Of the turn itself:
# cards gained (from the supply or as loot) by type, Actions played, buys used, actions and buys available,
GAINED_ACTIONS, GAINED_TREASURES, GAINED_VICTORIES, PLAYED, BOUGHT, ACTIONS, BUYS = range(7)
# and of the deck at the end of the turn: Curses of the other player, coins on Treasures, all cards, by type,
# points.
CURSES, COINS, CARDS, OWN_ACTIONS, OWN_TREASURES, OWN_VICTORIES, POINTS = range(7, 14)
COLUMNS = 14


class DominionTurnStats(Record):
    """Statistics of one game."""

    seen: int16[TURNS, 2, COLUMNS]
    turns: int16  # turns begun by the first player, also beyond TURNS
    # Current turn of a player
    watching: uint8
    active: uint8
    paying: uint8
    loot: uint8
    spent: int16
    bought: int16
    played: int16
    actions: int16
    buys: int16
    supply: uint8[SLOTS]  # supply at the beginning of the turn


@rule(inline=True)
def record_move(data, state, move, stats):
    """Record a move before it is made."""
    if stats.watching == 0 or stats.active != state.active:
        if stats.watching != 0:
            end_turn(data, state, stats)
        begin_watching(state, stats)
    if state.asked == PLAY_ACTION:
        stats.actions = max(stats.actions, stats.spent + state.actions)
        stats.spent += move != STOP
    elif state.asked == BUY_CARD:
        if stats.paying == 0:
            see_played(data, state, stats)
        stats.buys = max(stats.buys, stats.bought + state.buys)
        stats.bought += move != STOP
    elif state.asked == TAKE_LOOT:
        stats.loot += move != STOP


@rule
def record_end(data, state, stats):
    """Record the end of the game."""
    end_turn(data, state, stats)
    stats.turns = state.players[0].turns


@rule
def begin_watching(state, stats):
    """Begin to record a turn."""
    stats.watching = 1
    stats.active = state.active
    stats.paying = 0
    stats.loot = 0
    stats.spent = 0
    stats.bought = 0
    stats.played = 0
    stats.actions = 1
    stats.buys = 1
    for slot in range(SLOTS):
        stats.supply[slot] = state.supply[slot]


@rule
def see_played(data, state, stats):
    """Count Action cards in play, since not every play is a decision; one that trashed itself was at least paid for."""
    stats.paying = 1
    played, actions = 0, 1
    for slot in range(KINGDOM, SLOTS):
        if data.cards[slot].types & ACTION_CARD:
            played += state.in_play[slot]
            actions += state.in_play[slot] * data.cards[slot].actions
    stats.played = max(played, stats.spent)
    stats.actions = max(actions, stats.actions)


@rule
def end_turn(data, state, stats):
    """Record the end of a player's turn."""
    turn = state.players[stats.active].turns - 1
    if turn >= TURNS:
        return
    row = stats.seen[turn, stats.active]
    row[GAINED_TREASURES] = stats.loot
    for slot in range(SLOTS):
        gained, types = stats.supply[slot] - state.supply[slot], data.cards[slot].types
        if types & ACTION_CARD:
            row[GAINED_ACTIONS] += gained
        if types & TREASURE:
            row[GAINED_TREASURES] += gained
        if types & VICTORY:
            row[GAINED_VICTORIES] += gained
    row[PLAYED] = stats.played
    row[BOUGHT] = stats.bought
    row[ACTIONS] = stats.actions
    row[BUYS] = stats.buys
    for seat in range(2):
        see_deck(data, state, seat, stats.seen[turn, seat])


@rule
def see_deck(data, state, seat, row):
    player = state.players[seat]
    coins, actions, treasures, victories = 0, 0, 0, 0
    for slot in range(SLOTS):
        owned, types = player.owned[slot], data.cards[slot].types
        if owned != 0:
            if types & ACTION_CARD:
                actions += owned
            if types & TREASURE:
                treasures += owned
                coins += owned * data.cards[slot].coins
            if types & VICTORY:
                victories += owned
    row[CURSES] = state.players[1 - seat].owned[CURSE]
    row[COINS] = coins
    row[CARDS] = player.cards
    row[OWN_ACTIONS] = actions
    row[OWN_TREASURES] = treasures
    row[OWN_VICTORIES] = victories
    row[POINTS] = player.score


STATS = GameStats(DominionTurnStats, on_move=record_move, on_end=record_end)
