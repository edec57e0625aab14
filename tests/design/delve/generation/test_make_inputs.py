"""Decks that trees are made with."""

from __future__ import annotations

from collections import Counter

from ludus.design.delve.generation.make_inputs import (
    CALIBRATION_DECK_COUNTS,
    HELD_OUT_GROUPS,
    kind_groups,
    repeat_in_proportion,
)
from ludus.games.delve.game_data import heldout_decks
from ludus.games.delve.random_decks import draw_decks


def test_repeated_decks_have_the_proportion_of_the_held_out_ones():
    mixed, typed = CALIBRATION_DECK_COUNTS
    decks = draw_decks(5, heldout_decks(), mixed, typed)
    repeated = repeat_in_proportion(decks, kind_groups(mixed, typed))
    counts = Counter(repeated)
    assert {counts[deck] for deck in decks[:mixed]} == {1}
    assert len({counts[deck] for deck in decks[mixed:]}) == 1
    share = sum(counts[deck] for deck in decks[mixed:]) / len(repeated)
    assert abs(share - HELD_OUT_GROUPS[1] / sum(HELD_OUT_GROUPS)) < 0.02


def test_decks_without_groups_are_not_repeated():
    decks = draw_decks(5, (), 4, 2)
    assert repeat_in_proportion(decks, ()) == decks


def test_calibration_decks_are_never_held_out_ones():
    held_out = heldout_decks()
    drawn = draw_decks(9, held_out, *CALIBRATION_DECK_COUNTS)
    assert not {deck.cards for deck in drawn} & {deck.cards for deck in held_out}
