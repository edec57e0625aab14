"""Deals that compiled games are really played with, by part of the work: do two parts share one?

    with record_deals() as played:
        with played.within("search"):
            ...
    assert played.shared_by("search", "validation") == set()
    assert len(played.deals["search"]) == 40        # so that the test does not hold because nothing was seen

Only games of compiled bots in this process are seen, not those of other processes or of a GPU.
"""

from collections import defaultdict
from contextlib import contextmanager

import pytest

from ludus.arena.compiled_games import CompiledGames
from ludus.lab.run_context import RunContext

REST = "rest"  # all work outside the named parts


class PlayedDeals:
    """Seeds of the deals of all games, by part of the work."""

    def __init__(self):
        self.deals, self.part = defaultdict(set), REST

    @contextmanager
    def within(self, part):
        """Games until the end belong to a part; also a decorator of a function."""
        outer, self.part = self.part, part
        try:
            yield
        finally:
            self.part = outer

    def shared_by(self, one, *others):
        """Return the deals of one part that were also played in others."""
        return self.deals[one] & set().union(*(self.deals[other] for other in others))


@contextmanager
def record_deals():
    """Record the deals of all games until the end."""
    played, play = PlayedDeals(), CompiledGames.play

    def record(games, data, seeds, *rest):
        played.deals[played.part].update(seeds[:, 0].tolist())
        return play(games, data, seeds, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CompiledGames, "play", record)
        yield played


@contextmanager
def record_deals_by_stage():
    """Record the deals of a study until the end; the parts are its stages."""
    begin = RunContext.begin_stage
    with record_deals() as played, pytest.MonkeyPatch.context() as patch:

        def begin_part(context, title, *games):
            played.part = title
            begin(context, title, *games)

        patch.setattr(RunContext, "begin_stage", begin_part)
        yield played
