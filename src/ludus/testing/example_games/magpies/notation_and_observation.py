"""Notation of moves, validation of positions read from text, and the observation of one seat."""

from ludus.core import plain
from ludus.testing.example_games.magpies.rules import answerable
from ludus.testing.example_games.magpies.state_and_options import (
    CAPACITY,
    DEPTH,
    HAND,
    KIND_COUNT,
    KINDS,
    MAX_SEATS,
    PLAY,
    ROB,
    RUNNING,
    TAKE,
    GameData,
)
from ludus.util.errors import NotationError

WORDS = {PLAY: "play", ROB: "rob", TAKE: "take"}


def pending_kind(state):
    return state.stack[state.depth - 1].kind if state.depth else PLAY


def write_move(content, state, move):
    kind = pending_kind(state)
    return f"{WORDS[kind]} {move - kind}"


def read_move(content, state, text):
    kind = pending_kind(state)
    word, _, number = text.strip().partition(" ")
    if word != WORDS[kind] or not (number.isascii() and number.isdigit() and len(number) == 1):
        raise NotationError(f"the move now is '{WORDS[kind]}' and a number, such as '{WORDS[kind]} 0', not {text!r}")
    return kind + int(number)


def validate(content, state):
    """Check a position from outside: complete hands, a valid stack, and no card lost or added."""
    data = GameData.over(content.data)
    checks = {
        "seats": state.seats == data.seats,
        "turn": state.turn < data.seats,
        "reason": state.reason <= CAPACITY,
        "hands": all(_is_hand(state.hands[p], p, data.seats) for p in range(MAX_SEATS)),
    }
    if all(checks.values()):
        checks["stack"] = _is_stack(state)
        checks["cards"] = _count_cards(state) == [*data.copies] or state.reason == CAPACITY
        checks["points"] = all(state.points[p] == _worth(data, state, p) for p in range(MAX_SEATS))
        checks["reason"] = state.reason == CAPACITY or (state.reason == RUNNING) == any(h.count for h in state.hands)
    for name, holds in checks.items():
        if not holds:
            raise NotationError(f"{name}: no game of magpies can reach this position")


def _is_hand(hand, owner, seats):
    count = hand.count if owner < seats else 0
    held = all(hand.cards[k] < KIND_COUNT and hand.known[k] >> owner & 1 for k in range(min(count, HAND)))
    return hand.count == count <= HAND and held and not any(hand.known[count:]) and not any(hand.cards[count:])


def _is_stack(state):
    """Decisions are between different players, and the one on top has a choice."""
    if state.depth == 0:
        return state.reason != RUNNING or state.hands[state.turn].count > 0
    if state.depth > DEPTH:
        return False
    for k in range(DEPTH):
        pending = state.stack[k]
        if k >= state.depth:
            fits = not (pending.kind or pending.thief or pending.victim)
        else:
            seated = max(pending.thief, pending.victim) < state.seats
            fits = seated and (pending.kind == ROB or (pending.kind == TAKE and pending.thief != pending.victim))
        if not fits:
            return False
    return plain(answerable)(state, state.stack[state.depth - 1])


def _count_cards(state):
    counts = [*state.rest]
    for p in range(MAX_SEATS):
        for kind in range(KIND_COUNT):
            counts[kind] += state.piles[p, kind]
        for k in range(state.hands[p].count):
            counts[state.hands[p].cards[k]] += 1
    return counts


def _worth(data, state, seat):
    return sum(data.worth[kind] * state.piles[seat, kind] for kind in range(KIND_COUNT))


def observation(content, state, seat):
    """What one seat sees: its own cards, those it has stolen or lost, and everything on the table."""
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
