"""Properties of any legal play: random kingdoms of both editions, random custom cards, two to four players."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludus
from ludus.core.structured_records import snapshot
from ludus.games.dominion.options import Options, all_cards
from ludus.games.dominion.state import NOTHING, ORDER_CARDS, SEATS, SLOTS, TAKE_LOOT
from ludus.testing import CHECKS, Case

from .positions import Seat, begin, check, legal_moves, position, random_game
from .random_cards import NAMES, card_file

EVERY_CARD = [card.name for card in all_cards(Options())]
seeds = st.integers(0, (1 << 32) - 1)
tables = st.integers(2, 4)
editions = st.sampled_from(["first", "second"])


def any_kingdom(seed):
    """Ten random cards of the two editions."""
    return random.Random(seed).sample(EVERY_CARD, 10)


def own_kingdom(seed, folder):
    """Seven random custom cards and three of the game, and the file of the former."""
    dice, file = random.Random(seed), folder / "own.toml"
    file.write_text(card_file(dice))
    return [*NAMES[:7], *dice.sample(EVERY_CARD, 3)], str(file)


def rich(kingdom, players, **options):
    """A game whose players own some money and every kingdom card from the start, so that much happens soon."""
    deck = ", ".join(["2 Copper, 2 Silver, Gold, Estate, Curse", *kingdom])
    return position(*[Seat(bag=deck)] * players, **options)


def play_lawfully(here, seed):
    """Play at random to the end and check every position."""
    before = None
    for position_now in random_game(here, seed):
        check(position_now)  # zones and counts agree, and no card of the box is missing or too many
        now = snapshot(position_now.state)
        if before is not None:
            owned = [sum(player.owned[slot] for player in now.players) for slot in range(SLOTS)]
            had = [sum(player.owned[slot] for player in before.players) for slot in range(SLOTS)]
            for slot in range(SLOTS):
                gained, trashed = before.supply[slot] - now.supply[slot], now.trash[slot] - before.trash[slot]
                assert gained >= 0, "a card came back into the supply"
                assert trashed >= 0 or before.asked == TAKE_LOOT, "a card left the trash"
                assert owned[slot] - had[slot] == gained - trashed
        before = now
    assert position_now.reason in ("provinces", "three piles", "turn cap")
    assert position_now.winners


# Quick tests check a few games, slow ones many.


@settings(max_examples=10)
@given(seeds, tables, editions)
def test_cards_are_never_created_or_lost_except_by_gain_and_trash(seed, players, edition):
    play_lawfully(rich(any_kingdom(seed), players, edition=edition, turn_cap=6), seed)


@settings(max_examples=10)
@given(seed=seeds, players=tables, edition=editions)
def test_nor_are_they_by_any_card_of_the_vocabulary(tmp_path_factory, seed, players, edition):
    kingdom, file = own_kingdom(seed, tmp_path_factory.mktemp("own"))
    play_lawfully(rich(kingdom, players, edition=edition, cards=file, turn_cap=6), seed)


@pytest.mark.slow
@settings(max_examples=50)
@given(seeds, tables, editions)
def test_cards_are_never_created_or_lost_in_long_games(seed, players, edition):
    play_lawfully(rich(any_kingdom(seed), players, edition=edition, turn_cap=20), seed)


@pytest.mark.slow
@settings(max_examples=50)
@given(seed=seeds, players=tables, edition=editions)
def test_nor_are_they_by_any_card_of_the_vocabulary_in_long_games(tmp_path_factory, seed, players, edition):
    kingdom, file = own_kingdom(seed, tmp_path_factory.mktemp("own"))
    play_lawfully(rich(kingdom, players, edition=edition, cards=file, turn_cap=20), seed)


@settings(max_examples=15)
@given(seeds, tables, editions)
def test_any_legal_play_of_any_kingdom_ends_or_is_capped(seed, players, edition):
    here = begin(seed, kingdom=", ".join(any_kingdom(seed)), seats=players, edition=edition, turn_cap=10)
    decisions = sum(1 for _ in random_game(here, seed))
    assert here.reason != "running"
    assert legal_moves(here.content, here.state) == []
    assert decisions < 10_000
    assert max(here.state.players[seat].turns for seat in range(SEATS)) <= 10


@pytest.mark.slow
@pytest.mark.parametrize("law", CHECKS)
def test_games_with_custom_cards_pass_every_check(law, tmp_path):
    kingdom, file = own_kingdom(7, tmp_path)
    options = {"kingdom": ", ".join(kingdom), "cards": file, "seats": 3, "turn_cap": 15}
    CHECKS[law](Case(ludus.load_game("dominion"), games=2, options=options))


def test_random_play_asks_every_question_of_the_game():
    questions = Counter()
    for seed in range(40):
        for here in random_game(rich(any_kingdom(seed), 2, turn_cap=10), seed):
            questions[here.state.asked] += 1
        if len(questions) > ORDER_CARDS:
            break
    assert set(questions) == {NOTHING, *range(1, ORDER_CARDS + 1)}
