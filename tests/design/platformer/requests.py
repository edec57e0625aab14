"""Design requests for tests."""

from contextlib import contextmanager

from ludus.backends import Threads
from ludus.core.game_registry import load_game
from ludus.design.base.designer import DesignRequest


@contextmanager
def silence(what, count, thing="game"):
    yield lambda done: None


def make_request(folder=None):
    return DesignRequest(load_game("platformer"), {}, None, 7, Threads(1), folder, silence)
