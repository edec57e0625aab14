"""Observations and redeals contain exactly what an independent card counter knows."""

import random

import pytest

from ludus.core.position import Position
from ludus.core.structured_records import snapshot
from ludus.games.tribute import game
from ludus.games.tribute.sot_states_and_moves import tavern_deck, zones
from ludus.games.tribute.state import TAVERN

from .card_counter import CardCounter, UnknownCards
from .positions import Board

GAMES = [0, 1, 22, 44, 58]  # including games in which the last cards from before a shuffle are tossed
MORE = [*range(2, 6), *range(100, 200)]
LATER = 9  # redeals and other deals are checked after every ninth move
HURRY = 0.15  # how often a turn ends although another move is legal


def counted_game(seed):
    """Every position of a random game with a card counter in each seat."""
    position, dice = Position.start(game, game.content(patrons="random"), seed), random.Random(seed)
    counters = [CardCounter(position, seat) for seat in range(2)]
    yield position, counters
    before = snapshot(position.state)
    while not position.end_reason:
        moves = position.legal_moves
        move = dice.choice(moves)
        if len(moves) > 1 and move == moves[-1] and dice.random() > HURRY:
            move = dice.choice(moves[:-1])
        position.play(move)
        after = snapshot(position.state)
        if position.end_reason == "capacity":
            return
        for observer in counters:
            observer.watch(before, move, after)
        before = after
        yield position, counters


def observed_places(view, seat):
    """Where each hidden card may be according to the observation of a seat: for both players, and in the tavern."""
    places = []
    for number, player in enumerate(view["players"]):
        hand, pile = [numbered(card) for card in player["hand"]], [numbered(card) for card in player["pile"]]
        border = player["older"] if "below" in player else len(pile)
        spots = {piece: (True, frozenset()) for piece in hand if piece is not None}
        spots |= {piece: (False, frozenset([k])) for k, piece in enumerate(pile) if piece is not None}
        held = number != seat and None in hand
        open_places = frozenset(k for k, piece in enumerate(pile[:border]) if piece is None)
        unseen = [numbered(card) for card in player["unseen"]]
        spots |= {piece: (held, open_places) for piece in unseen if piece not in spots}
        rest = frozenset(range(border, len(pile)))
        spots |= {numbered(card): (False, rest) for card in player.get("below", [])}
        places.append(spots)
    top, bottom = view["tavern"]["unknown"], view["tavern"]["bottom"]
    deck = {numbered(card): (False, frozenset(range(len(top)))) for card in top}
    deck |= {numbered(card): (False, frozenset([len(top) + k])) for k, card in enumerate(bottom)}
    return [*places, deck]


def numbered(name):
    return None if name is None else int(name.partition("#")[2])


def deduced_places(observer):
    return [*(player.whereabouts() for player in observer.players), observer.deck.whereabouts()]


def with_other_hidden_cards(position, observer, dice):
    """The position with other cards in all places that the card counter does not know."""
    other = position.copy()
    state = other.state
    for seat, hidden in enumerate(observer.players):
        cards, player = zones(snapshot(position.state), seat), state.players[seat]
        hand, pile = exchanged(hidden, cards["hand"], cards["draw"], dice)
        for k, piece in enumerate(hand):
            player.hand[k] = piece
        for k, piece in enumerate(pile):
            player.pile[len(pile) - 1 - k] = piece
    _, deck = exchanged(observer.deck, [], tavern_deck(snapshot(position.state)), dice)
    for k, piece in enumerate(deck):
        state.tavern[(state.tavern_first + k) % TAVERN] = piece
    state.stream = dice.getrandbits(48)
    return other


def exchanged(hidden, hand, pile, dice):
    """Exchange hidden cards. The order in a hand means nothing, so cards that are known to be there stay."""
    places, cards = [*hidden.hand, *hidden.pile], [*hand, *pile]
    for group in {id(place): place for place in places if isinstance(place, UnknownCards)}.values():
        spots = [k for k, place in enumerate(places) if place is group]
        assert {cards[k] for k in spots} == group
        if spots[-1] < len(hand):
            continue
        for k, piece in zip(spots, dice.sample(sorted(group), len(spots)), strict=True):
            cards[k] = piece
    return cards[: len(hand)], cards[len(hand) :]


@pytest.mark.parametrize("seed", [*GAMES, *(pytest.param(seed, marks=pytest.mark.slow) for seed in MORE)])
def test_observations_and_redeals_know_exactly_what_a_card_counter_knows(seed):
    dice = random.Random(seed)
    for number, (position, counters) in enumerate(counted_game(seed)):
        for seat, observer in enumerate(counters):
            places = deduced_places(observer)
            view = game.observation(position.content, position.state, seat)
            assert observed_places(view, seat) == places, (number, seat)
            if number % LATER:
                continue
            other = with_other_hidden_cards(position, observer, dice)
            assert game.observation(other.content, other.state, seat) == view, (number, seat)
            for deal in range(3):
                redeal = position.resample(seat, deal)
                assert redeal.bytes() == other.resample(seat, deal).bytes(), (number, seat)
                possible(snapshot(redeal.state), places)


def possible(state, places):
    """Whether every card is where it may be."""
    for seat in range(2):
        cards = zones(state, seat)
        assert all(places[seat][piece][0] for piece in cards["hand"])
        assert all(k in places[seat][piece][1] for k, piece in enumerate(cards["draw"]))
    assert all(k in places[2][piece][1] for k, piece in enumerate(tavern_deck(state)))


def test_of_three_layers_of_a_pile_the_upper_two_count_as_one():
    """Two tosses in one turn, each of more cards than there are: a little is forgotten here, and nothing revealed."""
    board = Board(
        patrons={"psijic": "none", "ansei": "none"},
        p1={
            "hand": ["time_mastery#0", "time_mastery#1", "peck"],
            "draw": ["oathman"],
            "cooldown": ["gold#0", "gold#1"],
        },
    )
    position = board.position
    observer = CardCounter(position, 1)
    for text in ("PLAY time_mastery", "PICK gold", "STOP", "PLAY time_mastery"):
        before = snapshot(position.state)
        position.play(text)
        observer.watch(before, position.history[-1].move, snapshot(position.state))
    view = game.observation(position.content, position.state, 1)
    observed, counted = observed_places(view, 1)[0], deduced_places(observer)[0]
    assert observed != counted
    for piece, (held, places) in counted.items():
        assert observed[piece][0] >= held
        assert observed[piece][1] >= places
    other = with_other_hidden_cards(position, observer, random.Random(1))
    assert game.observation(other.content, other.state, 1) == view
