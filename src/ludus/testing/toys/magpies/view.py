"""Observation of one seat: its own cards, those it has stolen or lost, and everything on the table."""

from ludus.testing.toys.magpies.state import KIND_COUNT, KINDS, MAX_SEATS, TAKE
from ludus.testing.toys.magpies.text import WORDS


def view(content, state, seat):
    return {
        "seat": seat,
        "turn": state.turn,
        "hands": [_hand(state.hands[p], seat) for p in range(state.seats)],
        "piles": [_pile(state, p) for p in range(state.seats)],
        "points": [state.points[p] for p in range(state.seats)],
        "undealt": sum(state.rest),
        "pending": [_pending(state.stack[k]) for k in range(state.depth)],
    }


def _hand(hand, seat):
    """The cards of a hand as a seat knows them, and who else knows them."""
    cards = []
    for place in range(hand.count):
        known = hand.known[place]
        name = KINDS[hand.cards[place]] if known >> seat & 1 else "?"
        cards.append({"card": name, "known to": [p for p in range(MAX_SEATS) if known >> p & 1]})
    return cards


def _pile(state, seat):
    return {KINDS[kind]: state.piles[seat, kind] for kind in range(KIND_COUNT) if state.piles[seat, kind]}


def _pending(pending):
    decision = {"decision": WORDS[pending.kind], "thief": pending.thief}
    return decision | {"victim": pending.victim} if pending.kind == TAKE else decision
