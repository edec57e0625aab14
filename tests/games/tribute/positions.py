"""Positions for tests, in the format of the recorded cases."""

import random

from ludus.core.position import Position
from ludus.core.structured_records import snapshot
from ludus.games.tribute import game
from ludus.games.tribute.reference_check import CasePosition
from ludus.games.tribute.sot_states_and_moves import (
    all_pieces,
    legal_move_texts,
    play_choice,
    play_free,
    reference_state,
)
from ludus.games.tribute.state import NOBODY


class Board:
    """A position built by hand; moves are written as in the reference engine."""

    def __init__(self, compat="fair", **given):
        self.given = CasePosition(given, game.content(compat=compat, patrons="random"))
        self.position = self.given.position

    def play(self, *moves):
        for text in moves:
            word, *names = text.split()
            if word == "choose":
                play_choice(self.position, [self.given.find(name) for name in names])
            else:
                play_free(self.position, text, self.given.find)
        return self

    @property
    def seen(self):
        return reference_state(self.position, self.given.name)

    @property
    def moves(self):
        return legal_move_texts(self.position, self.given.name)


def random_game(options, seed, compiled=True):
    """Every position of a random game."""
    position = Position.start(game, game.content(**options), seed, compiled=compiled)
    dice = random.Random(seed)
    yield position
    while not position.end_reason:
        position.play(dice.choice(position.legal_moves))
        yield position


def pieces_in_play(position):
    """Physical cards of all zones, and all physical cards that exist."""
    state = snapshot(position.state)
    return [*all_pieces(state)], [piece for piece, card in enumerate(state.card_of) if card != NOBODY]
