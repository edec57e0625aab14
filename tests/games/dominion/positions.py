"""Positions for tests: built by hand from short texts, and random ones from play.

    here = position(Seat("Cellar, 2 Estate", deck="Gold, Silver"), Seat("5 Copper"))
    here.play("PLAY Cellar", "DISCARD Estate", "STOP")
    assert here.hand() == "Gold, Estate"

The first seat is about to act. A deck is written from its top; `bag` is its lower part, whose order is unknown to all.
The kingdom contains every named card, filled up with harmless ones. `supply` names piles that are smaller than normal;
the missing cards are in the trash.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from ludus.core import plain
from ludus.core.game import Content
from ludus.core.structured_records import snapshot
from ludus.games.dominion import rules
from ludus.games.dominion.effect_grammar import BASIC_CARDS
from ludus.games.dominion.game_data_records import GameData
from ludus.games.dominion.moves import MAX_MOVES
from ludus.games.dominion.notation import read_move, write_move
from ludus.games.dominion.options import Options, all_cards, load
from ludus.games.dominion.position_validation import validate
from ludus.games.dominion.state import BUY_CARD, CARD, COPPER, ESTATE, KINGDOM, REASONS, SLOTS, UNSEEN, State
from ludus.games.dominion.turns import begin_turn, continue_turn, lay_out_supply
from ludus.games.dominion.zones import receive

prepare, start, legal, apply = (plain(rule) for rule in (rules.prepare, rules.start, rules.legal_moves, rules.apply))
FILLERS = "Festival, Laboratory, Market, Smithy, Village, Woodcutter, Workshop, Gardens, Chapel, Cellar".split(", ")
SEED = 5


@dataclass(frozen=True)
class Seat:
    """Cards of a player, separated by commas; three Coppers are `3 Copper`."""

    hand: str = ""
    deck: str = ""
    bag: str = ""
    discard: str = ""
    turns: int = 0


@dataclass
class PlainPosition:
    """A position under test, with plain rules, so that nothing has to be compiled."""

    content: Content
    record: object
    trash_before: Counter = field(default_factory=Counter)

    @property
    def data(self):
        return GameData.over(self.content.data)

    @property
    def state(self):
        return State.over(self.record)

    @property
    def player(self):
        """The player who decides."""
        return self.state.chooser

    @property
    def reason(self):
        return REASONS[self.state.reason]

    @property
    def winners(self):
        return [seat for seat in range(self.data.seats) if self.state.winners >> seat & 1]

    @property
    def scores(self):
        return [self.state.players[seat].score for seat in range(self.data.seats)]

    @property
    def played(self):
        return self.in_order(self.state.played, self.state.played_size)

    @property
    def aside(self):
        return self.in_order(self.state.aside, self.state.aside_size)

    @property
    def trashed(self):
        """Cards trashed since the position was built."""
        return self.counted(Counter(self.counts(self.state.trash)) - self.trash_before)

    def hand(self, seat=0):
        return self.counted(self.counts(self.state.players[seat].held))

    def deck(self, seat=0):
        """The deck from its top, as far as its order is known to a player."""
        player = self.state.players[seat]
        top = range(player.bag_size, player.bag_size + player.top_size)
        return ", ".join(self.name(player.deck[k]) for k in reversed(top))

    def bag(self, seat=0):
        player = self.state.players[seat]
        return self.counted(Counter(player.deck[k] for k in range(player.bag_size)))

    def discard(self, seat=0):
        player = self.state.players[seat]
        return self.in_order(player.discard, player.discard_size)

    def owned(self, seat=0):
        return self.counted(self.counts(self.state.players[seat].owned))

    def supply(self, name):
        return self.state.supply[self.slot(name)]

    def moves(self):
        return [write_move(self.content, self.state, move) for move in legal_moves(self.content, self.state)]

    def play(self, *texts):
        for text in texts:
            assert text in self.moves(), f"{text} is not among {self.moves()}"
            apply(self.data, self.state, read_move(self.content, self.state, text))
            check(self)
        return self

    # Cards and their names

    def name(self, card):
        return self.content.labels.name(self.data, card & CARD)

    def slot(self, name):
        return next(slot for slot in range(SLOTS) if self.name(slot) == name)

    def in_order(self, zone, size):
        return ", ".join(self.name(zone[k]) for k in range(size))

    def counts(self, zone):
        return {slot: zone[slot] for slot in range(SLOTS) if zone[slot]}

    def counted(self, counts):
        return ", ".join(self.name(slot) if n == 1 else f"{n} {self.name(slot)}" for slot, n in sorted(counts.items()))


def position(
    *seats,
    kingdom="",
    supply="",
    played="",
    actions=1,
    buys=1,
    coins=0,
    active=0,
    **options,
):
    """A position in which the active seat is about to act; with `actions=0` in its buy phase, Treasures played."""
    seats = [*seats, *[Seat()] * (2 - len(seats))]
    words = [
        kingdom,
        supply,
        played,
        *(zone for seat in seats for zone in (seat.hand, seat.deck, seat.bag, seat.discard)),
    ]
    chosen = dict.fromkeys(name for text in words for name, _ in named(text) if name not in BASIC_CARDS)
    chosen = [*chosen, *(name for name in FILLERS if name not in chosen)][: max(10, len(chosen))]
    content = load(Options(kingdom=", ".join(chosen), seats=len(seats), **options))
    here = PlainPosition(content, State.zeros())
    table, state = here.data, here.state
    state.stream = SEED
    for number, seat in enumerate(seats):
        deal(here, state.players[number], seat, played if number == active else "")
    stock(here, dict(named(supply)))
    state.active = (active - 1) % len(seats)
    plain(begin_turn)(table, state)
    state.actions, state.buys, state.coins = actions, buys, coins
    for slot in slots(here, played):
        state.played[state.played_size] = slot
        state.played_size += 1
        state.in_play[slot] += 1
    plain(continue_turn)(table, state)
    check(here)
    return here


def check(here):
    """Check that every count agrees with the cards in the zones."""
    validate(here.content, snapshot(here.state))


def named(text):
    """Cards with their counts, from a list separated by commas."""
    for part in filter(None, text.split(",")):
        count, _, name = part.strip().partition(" ")
        yield (name, int(count)) if count.isdigit() else (part.strip(), 1)


def slots(here, text):
    return [here.slot(name) for name, count in named(text) for _ in range(count)]


def deal(here, player, seat, played):
    player.turns = seat.turns
    for slot in slots(here, ", ".join(filter(None, (seat.hand, seat.deck, seat.bag, seat.discard, played)))):
        plain(receive)(here.data, player, slot, 0)
    for k in range(player.discard_size):
        player.discard[k] = 0
    player.discard_size = 0
    for slot in slots(here, seat.hand):
        player.hand[player.hand_size] = slot
        player.hand_size += 1
        player.held[slot] += 1
    for slot in slots(here, seat.bag):
        player.deck[player.bag_size] = slot
        player.bag_size += 1
    for slot in reversed(slots(here, seat.deck)):
        player.deck[player.bag_size + player.top_size] = slot | UNSEEN
        player.top_size += 1
    for slot in slots(here, seat.discard):
        player.discard[player.discard_size] = slot
        player.discard_size += 1


def stock(here, wanted):
    """Put all cards without an owner into the supply, or into the trash where the supply shall be smaller."""
    state, seats = here.state, here.data.seats
    plain(lay_out_supply)(here.data, state)
    state.supply[COPPER] += 7 * seats
    state.supply[ESTATE] += 3 * seats
    for slot in range(SLOTS):
        state.supply[slot] -= sum(state.players[seat].owned[slot] for seat in range(seats))
        pile = wanted.get(here.name(slot), state.supply[slot])
        state.trash[slot] = state.supply[slot] - pile
        state.supply[slot] = pile
        state.empty += pile == 0
    here.trash_before = Counter(here.counts(state.trash))


def legal_moves(content, state):
    moves = [0] * MAX_MOVES
    return moves[: legal(GameData.over(content.data), state, moves)] if not state.reason else []


def begin(seed, **options):
    """A new game, dealt."""
    here = PlainPosition(load(Options(**options)), State.zeros())
    prepare(here.data, seed)
    start(here.data, here.state, seed)
    return here


def random_game(here, seed):
    """Random play that prefers playing cards: the position after the deal and after every move, to the end."""
    choice = random.Random(seed)
    yield here
    while moves := legal_moves(here.content, here.state):
        if choice.random() < (0.3 if here.state.asked == BUY_CARD else 0.7):
            moves = [move for move in moves if move & CARD >= KINGDOM] or moves
        elif choice.random() < 0.7:
            moves = [move for move in moves if move] or moves
        apply(here.data, here.state, choice.choice(moves))
        yield here


def pool(edition):
    """Names of all kingdom cards of an edition."""
    return [card.name for card in all_cards(Options(edition=edition)) if edition in card.facts.editions]
