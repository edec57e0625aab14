"""Redeals give the opponent only cards that the draft allows."""

import random

import ludus
from ludus.games.locm.state import BATTLE, DECK, State
from tests.cases import each

SEEDS = range(200)
# Three cards that stand nowhere else: the first offer has A, B, C and the second A, D, E.
A, B, C, D, E = 1, 2, 3, 4, 5
REST = [(k, k + 1, k + 2) for k in range(10, 94, 3)]
OFFERS = [(A, B, C), (A, D, E), *REST]


def hidden_cards(position, seat):
    """Numbers of the cards in hand and deck of a seat."""
    player = position.state.players[seat]
    hand = {player.hand[k] for k in range(player.hand_count)}
    return [player.deck[k] + 1 for k in range(DECK) if k >= player.drawn or k in hand]


def battle_after_draft(first_picks):
    """A battle in which the second player drafted the given cards of the first offers, then always the first."""
    text = ", ".join(" ".join(map(str, offer)) for offer in OFFERS)
    position = ludus.new_game("locm", seed=5, offers=text)
    for k, offer in enumerate(OFFERS):
        position.play("PICK 0")
        position.play(f"PICK {offer.index(first_picks[k]) if k < len(first_picks) else 0}")
    assert position.state.phase == BATTLE
    return position


def shown(position, *numbers):
    """The same position with the given cards of the second player shown: drawn and no longer in its hand."""
    array = State.zeros(1)
    array.view("u1")[:] = list(position.bytes())
    player = State.over(array).players[1]
    cards = [player.deck[k] for k in range(DECK)]
    wanted = [number - 1 for number in numbers]
    for card in wanted:
        cards.remove(card)
    for k, card in enumerate(wanted + cards):
        player.deck[k] = card
    player.drawn = len(wanted) + player.hand_count
    for k in range(player.hand_count):
        player.hand[k] = len(wanted) + k
    return type(position)(position.game, position.content, array, None, position._engine)


def test_without_visible_cards_every_card_of_an_offer_is_possible():
    position = battle_after_draft((A, D))
    found = {card for seed in SEEDS for card in hidden_cards(position.resample(0, seed), 1)}
    assert {A, B, C, D, E} <= found


def test_a_visible_card_rules_out_the_other_cards_of_its_only_offer():
    position = shown(battle_after_draft((B, A)), B)
    found = {card for seed in SEEDS for card in hidden_cards(position.resample(0, seed), 1)}
    assert C not in found
    assert {A, D, E} <= found


def test_a_visible_card_may_come_from_any_of_its_offers():
    position = shown(battle_after_draft((A, D)), A)
    found = {card for seed in SEEDS for card in hidden_cards(position.resample(0, seed), 1)}
    assert {B, C, D, E} <= found
    assert A in found  # the other offer may have given a second copy
    for seed in SEEDS:
        hidden = hidden_cards(position.resample(0, seed), 1)
        assert not ({B, C} & set(hidden) and {D, E} & set(hidden)), "one of the two offers gave the card shown"


def test_two_visible_cards_can_leave_only_one_assignment_of_offers():
    # B must come from the first offer, so A came from the second, and nothing else of either is left.
    position = shown(battle_after_draft((B, A)), A, B)
    for seed in SEEDS:
        assert not {A, B, C, D, E} & set(hidden_cards(position.resample(0, seed), 1))


@each("game", range(4))
def test_every_redeal_of_a_drafted_battle_is_one_card_of_every_offer(game):
    position = ludus.new_game("locm", seed=game)
    dice = random.Random(game)
    while not position.end_reason:
        if position.state.phase == BATTLE and dice.random() < 0.2:
            for seat in (0, 1):
                state = position.resample(seat, dice.randrange(1 << 40)).state
                offers = [[state.offers[k, j] for j in range(3)] for k in range(DECK)]
                deck = [state.players[1 - seat].deck[k] for k in range(DECK)]
                assert can_be_picked(deck, offers)
        position.play(dice.choice(position.legal_moves))


def can_be_picked(deck, offers):
    """Whether the deck is one card of every offer: a matching, searched here in the simplest way."""
    taken = [None] * len(offers)

    def place(card, seen):
        for k, offer in enumerate(offers):
            if deck[card] in offer and k not in seen:
                seen.add(k)
                if taken[k] is None or place(taken[k], seen):
                    taken[k] = card
                    return True
        return False

    return all(place(card, set()) for card in range(len(deck)))
