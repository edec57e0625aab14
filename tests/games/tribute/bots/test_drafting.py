"""Drafts: at random, or by a list of preference."""

from collections import Counter

import pytest

from ludus.core.errors import OptionError
from ludus.core.position import Position
from ludus.games.tribute import game
from ludus.players import find_player

NAMES = [name for name in game.content().labels.patrons if name != "treasury"]


def drafted(texts, seed, compiled=False, **options):
    """The patrons in the order in which they were drafted."""
    position = Position.start(game, game.content(**options), seed, compiled=compiled)
    players = [find_player(game, text, compiled) for text in texts]
    sittings = [player.sit(position, seat, seed * 2 + seat) for seat, player in enumerate(players)]
    while position.view(0)["phase"] == "draft":
        position.play(sittings[position.decider].choose(position))
    patrons = list(position.view(0)["patrons"])
    return [patrons[0], patrons[1], patrons[3], patrons[4]]


def test_by_chance_every_patron_comes_up_and_none_much_more_than_others():
    counts = Counter(name for seed in range(100) for name in drafted(["random-no-end", "max-agents"], seed))
    assert set(counts) == set(NAMES)
    assert max(counts.values()) < 2 * min(counts.values())


def test_a_list_of_preference_is_followed_and_others_are_left_to_chance():
    first, second = "random-no-end:patrons=pelin/ansei", "random-no-end:patrons=pelin/Duke of Crows/orgnum"
    for seed in range(10):
        assert drafted([first, second], seed) == ["pelin", "duke_of_crows", "orgnum", "ansei"]
    lasts = {drafted(["random-no-end:patrons=pelin", second], seed)[3] for seed in range(30)}
    assert len(lasts) > 3


def test_what_is_not_on_offer_is_passed_over():
    offer = "ansei,hlaalu,rajhin,psijic,orgnum"
    got = drafted(["max-prestige:patrons=pelin/orgnum", "random-no-end:patrons=orgnum/psijic"], 1, offer=offer)
    assert got[:2] == ["orgnum", "psijic"]


def test_a_published_bot_drafts_the_same_in_every_game_unless_its_generator_was_used_before():
    assert len({tuple(drafted(["random-2023", "random-2023"], seed)) for seed in range(20)}) == 1
    assert len({tuple(drafted(["random-2023:fresh=false"] * 2, seed)) for seed in range(20)}) > 15


@pytest.mark.parametrize(
    ("patrons", "said"),
    [
        ("pelinn", "did you mean pelin"),
        ("treasury", "no patron 'treasury' to draft"),
        ("pelin/ansei/pelin", "pelin is named twice"),
        ("", "no patron ''"),
    ],
)
def test_lists_that_make_no_sense_are_refused(patrons, said):
    with pytest.raises(OptionError, match=said):
        find_player(game, f"random-no-end:patrons={patrons}", compiled=False)
