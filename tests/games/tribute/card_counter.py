"""An independent card counter: deduces hidden cards only from public information and from what one seat sees.

It does not use the marks of the rules about who knows what. Public are the row, cards played, agents, both cooldowns,
the numbers of cards, the sizes of hands and piles, every move, and cards that pass through a public zone. A seat also
sees its own hand, and the top cards of its pile while it decides which of them to toss.
"""

from ludus.core.structured_records import snapshot
from ludus.games.tribute import move_bits as m
from ludus.games.tribute import state as s
from ludus.games.tribute.game_data_records import CONTRACT_ACTION, CONTRACT_AGENT, GameData
from ludus.games.tribute.sot_states_and_moves import tavern_deck, zones

FROM_HAND = (s.DISCARD, s.DONATE, s.DESTROY, s.SELL, s.MINT)
TO_PILE = (s.RECALL, s.RECALL_AGENT, s.RALLY)


class UnknownCards(set):
    """Cards that can be in any of the places that share this set."""

    __hash__ = object.__hash__


class HiddenCards:
    """Hand and draw pile of a player: each place holds a card number, or the set of possible numbers."""

    def __init__(self, cards, hand, pile):
        unknown = UnknownCards(cards)
        self.hand, self.pile = [unknown] * hand, [unknown] * pile  # top card of the pile first

    def leave(self, places, at, piece):
        """A card is seen leaving a place."""
        self.see(places, at, piece)
        del places[at]

    def see(self, places, at, piece):
        if isinstance(places[at], UnknownCards):
            places[at].remove(piece)  # must have been possible
            places[at] = piece
        assert places[at] == piece

    def whereabouts(self):
        """For each card, whether it may be in hand, and where in the pile."""
        places = {}
        for place in {id(place): place for place in [*self.hand, *self.pile]}.values():
            spots = frozenset(k for k, other in enumerate(self.pile) if other is place)
            held = any(other is place for other in self.hand)
            for piece in place if isinstance(place, UnknownCards) else [place]:
                places[piece] = held, spots
        return places


class CardCounter:
    """What one seat can know. `watch` receives every move with the positions before and after it."""

    def __init__(self, position, seat):
        state, self.seat = snapshot(position.state), seat
        self.data = position.content.read(GameData)
        deck = tavern_deck(state)
        self.deck = HiddenCards(deck, 0, len(deck))
        self.players = []
        for k in range(s.SEATS):
            cards = zones(state, k)
            own = HiddenCards([*cards["hand"], *cards["draw"]], len(cards["hand"]), len(cards["draw"]))
            if k == seat:
                for at, piece in enumerate(cards["hand"]):
                    own.see(own.hand, at, piece)
            self.players.append(own)

    def watch(self, before, move, after):
        """Observe a move; both positions are snapshots."""
        mover = before.active
        cards, then, hidden = zones(before, mover), zones(after, mover), self.players[mover]
        verb, piece = m.split_move(move)
        laid, returned = [], None
        if verb == m.END_TURN:
            laid = cards["hand"]
            for card in laid:
                hidden.leave(hidden.hand, 0, card)
        elif verb == m.PLAY or (verb == m.PICK and before.asked in FROM_HAND and piece in cards["hand"]):
            laid = [piece]
            hidden.leave(hidden.hand, cards["hand"].index(piece), piece)
        elif verb == m.PICK and before.asked == s.TOSS:
            laid = [piece]
            hidden.leave(hidden.pile, cards["draw"].index(piece), piece)
        elif verb == m.PICK and before.asked in TO_PILE:
            returned = piece
            hidden.pile.insert(0, piece)
        self._refill(before, after)
        gone = _gone(before, after, mover, laid, returned)
        under = self._put_under(before, gone, [piece] if verb == m.PICK else [])
        shuffled = UnknownCards(piece for piece in gone if piece not in under)
        hidden.pile += [shuffled] * len(shuffled)
        for _ in range(len(then["hand"]) - len(hidden.hand)):
            hidden.hand.append(hidden.pile.pop(0))
        assert len(hidden.hand) == len(then["hand"])
        assert len(hidden.pile) == len(then["draw"])
        assert len(self.deck.pile) == after.tavern_size
        self._look(after)

    def _look(self, state):
        own, cards = self.players[self.seat], zones(state, self.seat)
        for at, piece in enumerate(cards["hand"]):
            own.see(own.hand, at, piece)
        if state.active == self.seat and state.asked == s.TOSS:
            for at in range(state.limit):
                own.see(own.pile, at, cards["draw"][at])

    def _refill(self, before, after):
        """New cards of the row come from the top of the deck."""
        new = {*after.row[: after.row_size]} - {*before.row[: before.row_size]}
        tops = self.deck.pile[: len(new)]
        for top in tops:
            if not isinstance(top, UnknownCards):
                new.remove(top)
        for top in tops:
            if isinstance(top, UnknownCards):
                top.remove(new.pop())
        del self.deck.pile[: len(tops)]

    def _put_under(self, before, gone, picked):
        """Contracts, then replaced cards of the row, are under the tavern now."""
        replaced = [*before.picks[: before.picked], *picked] if before.asked == s.REPLACE else []
        contracts = [piece for piece in gone if self._is_contract(before.card_of[piece]) and piece not in replaced]
        under = [*(piece for piece in replaced if piece in gone), *contracts]
        self.deck.pile += under
        return under

    def _is_contract(self, card):
        return card != s.NOBODY and self.data.cards[card].type in (CONTRACT_ACTION, CONTRACT_AGENT)


def _gone(before, after, mover, laid, returned):
    """Cards that were public before or during this move, or are new, and are hidden now."""
    new = [piece for piece in range(s.PIECES) if before.card_of[piece] == s.NOBODY]
    here = {*_open(after, mover), returned}
    candidates = [*_open(before, mover), *laid, *new]
    return [piece for piece in candidates if after.card_of[piece] != s.NOBODY and piece not in here]


def _open(state, mover):
    """Public cards, in the order in which cards go under the tavern."""
    mine, other = zones(state, mover), zones(state, 1 - mover)
    played = state.played[: state.played_size]
    return [
        *(*state.row[: state.row_size], *mine["agents"], *other["agents"]),
        *(*played, *mine["cooldown"], *other["cooldown"]),
    ]
