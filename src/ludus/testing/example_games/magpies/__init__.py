"""Magpies: a card game of theft for two to four players.

In turn, each player plays one card from the hand. Copper, silver and gold are worth 1, 2 and 3 points to the player. A
magpie is worth nothing and steals `thefts` cards, one after the other: the thief chooses whom to rob, then which of
that player's cards to take, unseen. A stolen cat jumps back to its owner's cards on the table, and its owner takes a
card from the thief in return, before the magpie continues. The game ends when all hands are empty; most points win,
equals share.

Decisions that open further decisions are on a small stack in the state; if it is empty, the player on turn plays a
card. All players see where cards come from and go to, so each card records who knows it.
"""

from ludus.core.game import Game, Notation
from ludus.testing.example_games.magpies import rules
from ludus.testing.example_games.magpies.notation_and_observation import observation, read_move, validate, write_move
from ludus.testing.example_games.magpies.state_and_options import (
    HAND,
    MAX_SEATS,
    REASONS,
    TAKE,
    GameData,
    MagpiesOptions,
    State,
    load,
)

game = Game(
    name="magpies",
    title="Magpies",
    summary="A card game of theft: whom to rob, which card to take, and whose cat scratches back",
    version="1",
    seats=(2, MAX_SEATS),
    end_reasons=REASONS,
    max_moves=HAND,
    largest_move=TAKE + HAND - 1,
    data=GameData,
    state=State,
    rules=rules,
    load=load,
    observation=observation,
    options=MagpiesOptions,
    validate=validate,
    notation=Notation(write_move=write_move, read_move=read_move),
)
