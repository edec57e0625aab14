"""One game by compiled and by plain rules, side by side."""

import random

import ludus
from ludus.core.position import Position


def play_both(name, seed, options):
    """Compared after every move; how many moves it had."""
    game = ludus.load_game(name)
    content = game.content(**options)
    fast, slow = Position.start(game, content, seed), Position.start(game, content, seed, compiled=False)
    dice, moves = random.Random(seed), 0
    assert fast.content.digest == slow.content.digest
    while True:
        assert fast.bytes() == slow.bytes()
        if fast.end_reason:
            assert fast.result == slow.result
            return moves
        assert fast.legal_moves == slow.legal_moves
        move = dice.choice(fast.legal_moves)
        fast.play(move)
        slow.play(move)
        moves += 1
