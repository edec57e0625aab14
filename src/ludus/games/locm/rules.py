"""The rules of LOCM under their contract names, and equivalence of moves.

Two moves are equivalent if they use equal cards, or act with or against equal creatures. Cards or creatures are equal
if they differ only in their id. The resulting positions then differ only in ids and in the order of the remaining
cards and creatures. The first equivalent move is the canonical one.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.locm.action_effects import ATTACK, FACE, PASS, SUMMON
from ludus.games.locm.battle_turns import apply_battle, legal_battle
from ludus.games.locm.deck_building import PICK, apply_pick, legal_picks, prepare, start
from ludus.games.locm.features import features, piece_features, pieces, prospect, situation
from ludus.games.locm.resampling import resample_hidden
from ludus.games.locm.state import BATTLE, DRAFT, GREEN

__all__ = [
    "apply",
    "canonical_move",
    "current_player",
    "end_reason",
    "features",
    "legal_moves",
    "payoff",
    "phase",
    "piece_features",
    "pieces",
    "prepare",
    "prospect",
    "resample_hidden",
    "score",
    "situation",
    "start",
]


@rule(inline=True)
def current_player(state):
    return state.mover


@rule(inline=True)
def legal_moves(data, state, moves):
    if state.phase == BATTLE:
        return legal_battle(data, state, moves)
    return legal_picks(data, state, moves)


@rule
def apply(data, state, move):
    if state.phase == BATTLE:
        apply_battle(data, state, move)
    else:
        apply_pick(data, state, move)


@rule(inline=True)
def end_reason(state):
    return state.reason


@rule(inline=True)
def phase(state):
    """Return 0 while decks are built, 1 in battle."""
    return int(state.phase == BATTLE)


@rule
def payoff(state, seat):
    if state.winner < 0:
        return 0.5
    return 1.0 if state.winner == seat else 0.0


@rule
def score(state, seat):
    return state.players[seat].health


@rule
def canonical_move(data, state, move):
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
        card = data.cards[me.deck[me.hand[subject]]]
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
