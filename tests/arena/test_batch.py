"""Many matches at once come out like each of them alone."""

import pytest

from ludus.arena import Match, play_batch
from ludus.compute import Threads
from ludus.core.errors import OptionError
from ludus.players import find_player
from ludus.testing.toys import auction, magpies


def match_of(game, seed, **options):
    content = game.content(**options)
    players = [find_player(game, "random") for _ in range(game.seat_count(content.table))]
    return Match(game, content, players, seed)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_batch_gives_what_each_match_gives_alone(threads):
    matches = [match_of(auction.game, 1), match_of(magpies.game, 2, seats=3), match_of(auction.game, 3)]
    games, heard = [40, 7, 1], []
    found = play_batch(matches, games, Threads(threads), heard.append)
    alone = [match.play(count) for match, count in zip(matches, games, strict=True)]
    assert [outcomes.digest() for outcomes in found] == [outcomes.digest() for outcomes in alone]
    assert sum(heard) == 48


def test_a_batch_that_makes_no_sense_is_refused():
    match = match_of(auction.game, 1)
    with pytest.raises(OptionError, match="do not go together"):
        play_batch([match], [1, 2])
    with pytest.raises(OptionError, match="at least one game"):
        play_batch([match], [0])
    assert play_batch([], []) == []
