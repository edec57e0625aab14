from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.core.game_registry import load_game
from ludus.design.dominion.kingdom_numbering import VDOM_RULES, KingdomPool
from ludus.util.errors import OptionError
from tests.cases import each

FIRST, SECOND = KingdomPool("first"), KingdomPool("second")


def test_the_first_edition_has_3268760_kingdoms():
    assert (FIRST.size, FIRST.count) == (25, 3_268_760)
    assert (SECOND.size, SECOND.count) == (26, 5_311_735)


def test_ranks_are_colexicographic():
    kingdoms = sorted(combinations(range(13), 10), key=lambda cards: cards[::-1])
    assert [FIRST.rank(cards) for cards in kingdoms] == list(range(len(kingdoms)))
    assert FIRST.unrank(0) == tuple(range(10))
    assert FIRST.unrank(FIRST.count - 1) == tuple(range(15, 25))


@given(st.integers(0, FIRST.count - 1))
def test_every_rank_is_that_of_its_kingdom(rank):
    assert FIRST.rank(FIRST.unrank(rank)) == rank


@settings(deadline=None, max_examples=50)
@given(st.integers(0, SECOND.count - 1), st.sampled_from([{}, VDOM_RULES, {"turn_cap": 50}]))
def test_a_kingdom_is_laid_out_byte_for_byte_as_the_game_would(rank, options):
    for pool in (FIRST, SECOND):
        cards = pool.unrank(rank % pool.count)
        content = pool.content(cards, **options)
        wanted = load_game("dominion").content(edition=pool.edition, kingdom=",".join(pool.write(cards)), **options)
        assert content.data.tobytes() == wanted.data.tobytes()
        assert content.options == wanted.options


def test_kingdoms_are_read_by_the_names_of_their_cards():
    cards = FIRST.read("first-game")
    assert "Council Room" not in FIRST.write(cards)
    assert FIRST.read(",".join(reversed(FIRST.write(cards)))) == cards


def test_cards_of_a_file_join_the_pool(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text('[Bazaar]\ncost = 5\ntypes = ["Action"]\ncards = 1\nactions = 2\ncoins = 1\n')
    pool = KingdomPool("first", str(file))
    assert pool.size == 26
    assert "Bazaar" in pool.names


@each("cards", [(0, 1), (*range(9), 8), (*range(9), 25), tuple(range(9, -1, -1))])
def test_what_is_no_kingdom_is_refused(cards):
    with pytest.raises(OptionError, match="10 different"):
        FIRST.content(cards)


def test_a_rank_beyond_the_last_is_refused():
    with pytest.raises(OptionError, match=r"0 to 3,268,759"):
        FIRST.unrank(FIRST.count)


def test_a_card_of_the_other_edition_is_named():
    with pytest.raises(OptionError, match="Adventurer"):
        SECOND.read("Adventurer,Cellar,Chapel,Festival,Laboratory,Mine,Remodel,Village,Workshop,Market")


def test_a_kingdom_that_is_drawn_for_every_deal_is_none(pool):
    for text in ("random", " Random "):
        with pytest.raises(OptionError, match="name ten cards"):
            pool.read(text)
