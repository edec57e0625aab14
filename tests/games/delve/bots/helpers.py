"""Bots in plain Python, and their moves."""

import numpy as np

from ludus.bots import load_compiled_bot
from ludus.games.delve import game
from ludus.games.delve.game_data import GameData
from ludus.games.delve.moves import END


def seat_bot(position, text, seed=1):
    """Seat a bot at a position, in plain Python."""
    return load_compiled_bot(game, text, compiled=False).join(position, 0, seed)


def move_text(position, move):
    """Write a move in notation."""
    return position.game.notation.write_move(position.content, position.state, move)


def bot_move(position, text, seed=1):
    """Return the move of a bot in notation."""
    return move_text(position, seat_bot(position, text, seed).choose(position))


def bot_turn(position, text, seed=1):
    """The moves of a bot's turn in notation, and the position before it ends; or where the encounter is won."""
    here, bot, said = position.copy(), seat_bot(position, text, seed), []
    encounter = here.state.encounter
    while True:
        move = bot.choose(here)
        said.append(move_text(here, move))
        if move == END:
            return said, here
        here.play(move)
        if here.end_reason or here.state.encounter != encounter:
            return said, here


def set_hand(position, **copies):
    """Give the player another hand: copies by the names of the cards, taken from pile and discarded cards."""
    state, labels = position.state, position.content.labels
    names = [card.name for card in labels.cards]
    wanted = {names.index(name.replace("_", " ")): count for name, count in copies.items()}
    data = GameData.over(position.content.data)
    for kind in range(data.kinds):
        state.hand[kind] = wanted.get(kind, 0)
        state.discard[kind] = 0
    rest = np.repeat(range(data.kinds), [data.cards[k].copies - state.hand[k] for k in range(data.kinds)])
    state.pile_size = len(rest)
    for place, kind in enumerate(rest):
        state.pile[place] = int(kind)
    return position


def set_enemies(position, *left):
    """Enemies with other hit points left."""
    for place, health in enumerate(left):
        position.state.enemies[place] = health
    return position
