"""Equivalent moves: with one of two equal cards, or with or against one of two equal creatures.

Cards or creatures are equal if they differ only in their id. The resulting positions then differ only in ids and in the
order of the remaining cards and creatures. The first equivalent move is the canonical one.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.locm.actions import ATTACK, FACE, PASS, SUMMON
from ludus.games.locm.decks import PICK
from ludus.games.locm.state import BATTLE, DRAFT, GREEN


@rule
def canonical_move(table, state, move):
    """Return the first move equivalent to `move`; it is legal if `move` is."""
    if state.phase == DRAFT:
        return PICK | first_equal_offer(state, move & 255)
    if state.phase != BATTLE or move == PASS:
        return move
    kind, subject, target = move & ~255, move >> 4 & 15, move & 15
    me, foe = state.players[state.mover], state.players[1 - state.mover]
    if kind == ATTACK:
        subject = first_equal_creature(me, subject)
        owner = foe
    else:
        card = table.cards[me.deck[me.hand[subject]]]
        subject = first_equal_card(me, subject)
        owner = me if card.kind == GREEN else foe
    if kind != SUMMON and target != FACE:
        target = first_equal_creature(owner, target - 1) + 1
    return kind | subject << 4 | target


@rule
def first_equal_offer(state, place):
    for k in range(place):
        if state.offers[state.picks, k] == state.offers[state.picks, place]:
            return k
    return place


@rule
def first_equal_card(player, slot):
    for k in range(slot):
        if player.deck[player.hand[k]] == player.deck[player.hand[slot]]:
            return k
    return slot


@rule
def first_equal_creature(player, slot):
    for k in range(slot):
        if equal_creatures(player.board[k], player.board[slot]):
            return k
    return slot


@rule
def equal_creatures(first, second):
    return (
        first.card == second.card
        and first.attack == second.attack
        and first.defense == second.defense
        and first.keywords == second.keywords
        and first.status == second.status
    )
