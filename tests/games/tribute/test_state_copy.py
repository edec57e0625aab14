"""Copies of states leave out unused room, and are equal byte for byte."""

import numpy as np

from ludus.core import export_rule, plain
from ludus.core.position import Position
from ludus.games.tribute import game
from ludus.games.tribute.state import State
from ludus.games.tribute.state_copy import copy_state

from .positions import random_game
from .test_room import crowded


def states():
    """States of all kinds: zeros, a draft, small and large games."""
    yield State.zeros().tobytes()
    yield Position.start(game, game.content(), 1).bytes()
    for seed in (1, 2):
        yield from (position.bytes() for k, position in enumerate(random_game({}, seed)) if k % 50 == 7)
    yield crowded(700).bytes()
    yield crowded(20).bytes()


def test_a_copy_over_any_other_state_is_equal():
    samples = [*states()]
    for source in samples:
        for target in samples:
            copy, original = (np.frombuffer(bytearray(data), State.dtype) for data in (target, source))
            plain(copy_state)(State.over(copy), State.over(original))
            assert copy.tobytes() == source


def test_the_compiled_copy_is_equal():
    copy_compiled = export_rule(copy_state)
    samples = [*states()]
    for source, target in zip(samples, samples[::-1], strict=True):
        copy, original = (np.frombuffer(bytearray(data), State.dtype) for data in (target, source))
        copy_compiled(copy[0], original[0])
        assert copy.tobytes() == source
