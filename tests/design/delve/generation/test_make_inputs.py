"""Decks that trees are made with."""

from __future__ import annotations

from collections import Counter
from itertools import product
from types import SimpleNamespace

from ludus.backends import Threads
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest
from ludus.design.delve.generation.make_inputs import (
    CALIBRATION_DECK_COUNTS,
    HELD_OUT_GROUPS,
    _own_inputs,
    kind_groups,
    read_inputs,
    repeat_in_proportion,
)
from ludus.design.delve.generation.report import TreeMakeReport
from ludus.design.delve.options import DelveMakeOptions
from ludus.design.delve.search.tree_evolution import find_method
from ludus.games.delve.decks_and_encounters import THESIS_RULES, Deck
from ludus.games.delve.game_data import card_kinds, heldout_decks, reference_decks
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


def test_a_mixed_deck_never_takes_the_place_of_one_of_three_types():
    """With this seed a mixed deck is one of three types at first, of which all that exist are wanted."""
    seed = derive(derive(1, "nsga3", 33) >> 32, "practice decks")
    drawn = draw_decks(seed, heldout_decks(), *CALIBRATION_DECK_COUNTS)
    assert len({deck.cards for deck in drawn}) == sum(CALIBRATION_DECK_COUNTS)


def test_the_report_counts_tuning_decks_once_however_often_they_are_used():
    request = DesignRequest(load_game("delve"), {}, None, 1, Threads(1), None, lambda *given: None)
    options = DelveMakeOptions(setup="thesis")
    inputs = read_inputs(options, request)
    assert len(inputs.tuning_decks) == 180  # 12 of them five times
    search = SimpleNamespace(search_method=find_method("nsga2"), generation=1, survivors=1, crossed=True, weights={})
    tree = SimpleNamespace(search=search, generations=[])
    facts = TreeMakeReport(options, request, inputs, [tree], [], 20)._facts()
    assert "132 decks" in facts["tuning"]


def test_no_held_out_deck_is_read_for_search_or_tuning():
    for setup, seed in product(("choices", "thesis"), range(1, 6)):
        request = DesignRequest(load_game("delve"), {}, None, seed, Threads(1), None, lambda *given: None)
        inputs = read_inputs(DelveMakeOptions(setup=setup), request)
        used = {card_kinds(deck) for deck in (*inputs.decks, *inputs.tuning_decks)}
        assert used.isdisjoint(map(card_kinds, inputs.held_out_decks))


def test_decks_with_the_same_cards_are_all_held_out_or_none(tmp_path):
    decks = list({card_kinds(deck): deck for deck in reference_decks()}.values())[:10]
    twice = [*decks, *(Deck(f"{deck.name} again", deck.cards) for deck in decks)]
    for seed in range(1, 6):
        inputs = _own_inputs(tuple(twice), "decks.csv", seed, (), None, THESIS_RULES)
        held_out = Counter(map(card_kinds, inputs.held_out_decks))
        assert set(held_out.values()) == {2}
        assert len(held_out) == 3
        assert held_out.keys().isdisjoint(map(card_kinds, inputs.decks))
    inputs = _own_inputs(tuple(twice[:8] + twice[10:18]), "decks.csv", 1, (), None, THESIS_RULES)
    assert "were not split" in inputs.split_note
