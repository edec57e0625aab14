"""Options and the tables they lead to."""

import contextlib
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.games.locm import game
from ludus.games.locm.card_list import unpack_card, write_cards
from ludus.games.locm.game_data_records import GENERATED_CARDS, GameData
from ludus.games.locm.options import Options, load
from ludus.games.locm.state import BATTLE, CONSTRUCT, DECK, DRAFT, OFFERED, PICKS, State
from ludus.util.errors import ContentError, OptionError
from tests.cases import each

from .positions import begin, card, hide, legal_texts

DECKS = " ".join(str(n) for n in range(1, 31)) + " / " + " ".join(str(n) for n in range(131, 161))
OFFERS = ", ".join(f"{n} {n + 1} {n + 2}" for n in range(1, 31))


def data(**options):
    return GameData.over(game.content(**options).data)


@pytest.fixture
def own_list(tmp_path):
    """Return a function that writes a list of plain creatures, expensive ones first."""

    def write(count, **facts):
        path = tmp_path / f"{count}.csv"
        cards = [card(cost=9 - n % 10, strength="2/2", number=500 + n, **facts) for n in range(count)]
        path.write_text(write_cards(cards))
        return str(path)

    return write


def test_versions_differ_in_lanes_runes_and_the_way_to_a_deck():
    facts = {v: data(version=v) for v in ("1.0", "1.2", "1.5")}
    assert {v: (t.lanes, t.lane_room, t.runes, t.construct, t.generated) for v, t in facts.items()} == {
        "1.0": (1, 6, 1, 0, 0),
        "1.2": (2, 3, 1, 0, 0),
        "1.5": (2, 3, 0, 1, 1),
    }
    assert [facts[v].card_count for v in facts] == [160, 160, GENERATED_CARDS]


def test_the_default_is_version_1_2_with_a_draft():
    content, array = begin(Options(), 1)
    assert content.options.version == "1.2"
    assert State.over(array).phase == DRAFT
    assert content.labels.name(0) == "Slimer"
    assert content.digest == load(Options()).digest


def test_the_first_phase_follows_from_version_and_setup():
    phases = {
        (o.version, o.setup): State.over(begin(o, 1)[1]).phase
        for o in (
            Options(version="1.0"),
            Options(version="1.5"),
            Options(version="1.5", setup="dealt"),
            Options(setup="dealt"),
        )
    }
    assert list(phases.values()) == [DRAFT, CONSTRUCT, BATTLE, BATTLE]


def test_texts_from_a_command_line_become_options():
    options = game.parse_options({"version": "1.5", "card_seed": "-12", "shuffle_seed_0": "5"})
    assert (options.card_seed, options.shuffle_seed_0) == (-12, 5)
    assert all(text["description"] for text in msgspec.json.schema(Options)["$defs"]["Options"]["properties"].values())


def test_seeds_can_be_fixed_one_by_one():
    here = data(draft_seed=-5)
    assert (here.fixed_seeds, here.content_seed) == (1, -5)
    here = data(shuffle_seed_1=6)
    assert (here.fixed_seeds, here.shuffle_seeds[1]) == (4, 6)
    here = data(version="1.5", card_seed=7, shuffle_seed_0=8, shuffle_seed_1=9)
    assert (here.fixed_seeds, here.content_seed, here.shuffle_seeds[0], here.shuffle_seeds[1]) == (7, 7, 8, 9)


def test_a_fixed_draft_seed_gives_every_game_the_same_offers_and_a_card_seed_the_same_cards():
    one, two = (State.over(begin(Options(draft_seed=3), seed)[1]) for seed in (1, 2))
    offers = [[[s.offers[k, j] for j in range(OFFERED)] for k in range(PICKS)] for s in (one, two)]
    assert offers[0] == offers[1]
    assert one.shuffle_seeds[0] != two.shuffle_seeds[0]
    one, two = (begin(Options(version="1.5", card_seed=3), seed)[0].data["cards"] for seed in (1, 2))
    assert (one == two).all()


def test_given_decks_are_drawn_in_their_order():
    for version in ("1.0", "1.2"):
        content, array = begin(Options(version=version, decks=DECKS), 1)
        state, here = State.over(array), GameData.over(content.data)
        assert [here.cards[state.players[1].deck[k]].number for k in range(DECK)] == list(range(131, 161))
        assert state.players[0].hand_count == 5
        hide(here, state, 0, 1)
    content, array = begin(Options(version="1.5", decks="0 " * 30 + "/" + "119," * 30), 1)
    assert State.over(array).phase == BATTLE
    assert content.labels.name(State.over(array).players[1].deck[0]) == "card 119"


def test_given_offers_are_made_in_their_order_with_blanks_or_underscores():
    plain, scored = data(offers=OFFERS), data(offers=OFFERS.replace(", ", ",").replace(" ", "_"))
    assert [plain.offers[4, j] for j in range(3)] == [scored.offers[4, j] for j in range(3)] == [4, 5, 6]
    content, array = begin(Options(offers=OFFERS), 1)
    assert legal_texts(content, State.over(array)) == ["PICK 0", "PICK 1", "PICK 2"]
    assert [State.over(array).offers[29, j] for j in range(3)] == [29, 30, 31]


def test_an_own_list_is_sorted_as_the_referee_sorts_it(own_list):
    path = own_list(60)
    assert [data(cards=path).cards[k].number for k in (0, 1, 59)] == [500, 501, 559]
    here = data(cards=path, version="1.5")
    assert here.generated == 0
    assert [(here.cards[k].cost, here.cards[k].number) for k in (0, 1, 59)] == [(0, 509), (0, 519), (9, 550)]
    content, array = begin(Options(cards=path, version="1.5"), 4)
    assert legal_texts(content, State.over(array))[:2] == ["CHOOSE 509", "CHOOSE 519"]


def test_the_same_list_in_another_file_has_the_same_digest(own_list, tmp_path):
    path = own_list(60)
    head, *lines = Path(path).read_text().splitlines()
    other = tmp_path / "other.csv"
    other.write_text("\n".join(["# backwards", head, *reversed(lines)]))
    assert load(Options(cards=path)).digest == load(Options(cards=str(other))).digest


def test_generated_cards_can_be_exported_edited_and_played(tmp_path):
    content, _ = begin(Options(version="1.5"), 11)
    here = GameData.over(content.data)
    path = tmp_path / "generated.csv"
    path.write_text(write_cards(unpack_card(here.cards[k], content.labels.name(k)) for k in range(here.card_count)))
    own = load(Options(version="1.5", cards=str(path)))
    assert (own.data["cards"] == content.data["cards"]).all()
    assert own.labels.name(17) == "card 17"


def test_how_many_cards_a_list_needs(own_list):
    for options, fewest in (
        ({}, 60),
        ({"version": "1.0"}, 60),
        ({"version": "1.5"}, 15),
        ({"version": "1.5", "setup": "dealt"}, 15),
        ({"setup": "dealt"}, 1),
    ):
        content, array = begin(game.parse_options({"cards": own_list(fewest), **options}), 1)
        hide(GameData.over(content.data), State.over(array), 0, 1)
        if fewest > 1:
            with pytest.raises(ContentError, match=f"needs at least {fewest}"):
                game.content(cards=own_list(fewest - 1), **options)
    offers = ",".join(["500 501 502"] * 30)
    assert data(cards=own_list(3), offers=offers).card_count == 3


def test_own_lists_have_areas_in_1_5_only(own_list):
    path = own_list(60, area="both")
    assert data(cards=path, version="1.5").cards[0].area == 2
    with pytest.raises(ContentError, match=r"only version 1\.5 has areas"):
        game.content(cards=path)


@each(
    ("options", "says"),
    [
        ({"version": "1.3"}, "version"),
        ({"lanes": 3}, "there is no option"),
        ({"setup": "constructed"}, "setup"),
        ({"draft_seed": "x"}, "draft_seed"),
        ({"draft_seed": 1 << 63}, "draft_seed"),
        ({"decks": DECKS, "setup": "dealt"}, "given or dealt"),
        ({"decks": DECKS, "offers": OFFERS}, "offers belong to a draft"),
        ({"setup": "dealt", "offers": OFFERS}, "offers belong to a draft"),
        ({"version": "1.5", "offers": OFFERS}, "version 1.5 has none"),
        ({"version": "1.5", "draft_seed": 1}, "no draft"),
        ({"setup": "dealt", "draft_seed": 1}, "needs a draft"),
        ({"offers": OFFERS, "draft_seed": 1}, "given or drawn"),
        ({"card_seed": 1}, "no generated cards"),
        ({"setup": "dealt", "shuffle_seed_0": 1}, "shuffle_seed_0"),
        ({"decks": DECKS, "shuffle_seed_1": 1}, "shuffle_seed_1"),
        ({"decks": "1 2 3"}, "two decks"),
        ({"decks": "1 / 2 / 3"}, "two decks"),
        ({"decks": DECKS + " 1"}, "player 2 has 31 cards instead of 30"),
        ({"decks": DECKS.replace("160", "161")}, "card 161, which is not in the card list"),
        ({"decks": DECKS.replace("160", "x")}, "'x', which is not a card number"),
        ({"decks": DECKS.replace("160", "9" * 5000)}, "not a card number"),
        ({"version": "1.5", "decks": DECKS}, "card 131, which is not in the card list"),
        ({"offers": "1 2 3"}, "30 offers"),
        ({"offers": OFFERS + ", 1 2 3"}, "not 31"),
        ({"offers": OFFERS.replace("1 2 3,", "1 2 2,", 1)}, "offer 1 is '1 2 2'"),
        ({"offers": OFFERS.replace("1 2 3,", "1 2,", 1)}, "3 different cards"),
        ({"offers": OFFERS.replace("1 2 3,", "0 2 3,", 1)}, "card 0, which is not in the card list"),
    ],
)
def test_impossible_options_are_refused_with_a_reason(options, says):
    with pytest.raises(OptionError) as error:
        game.content(**options)
    assert says in str(error.value)


def test_an_own_list_and_generated_cards_exclude_each_other(own_list):
    with pytest.raises(OptionError, match="listed or generated"):
        game.content(version="1.5", cards=own_list(60), card_seed=1)
    with pytest.raises(ContentError, match="cannot be read"):
        game.content(cards="nowhere.csv")


def test_options_made_by_hand_are_checked_too():
    for options in (Options(version="2"), Options(cards=5), Options(draft_seed=1 << 70), Options(setup=None)):
        with pytest.raises(OptionError):
            load(options)


@given(st.text(alphabet="0123456789 ,/_x", max_size=80), st.sampled_from(("decks", "offers")))
def test_any_text_of_decks_or_offers_is_right_or_an_option_error(text, option):
    with contextlib.suppress(OptionError):
        load(Options(**{option: text}))


def test_tables_are_all_zero_where_nothing_is_said():
    """Padding and unused places count in the digest."""
    first, second = load(Options()).data, load(Options()).data
    assert first.tobytes() == second.tobytes()
    assert not np.any(first["decks"])
