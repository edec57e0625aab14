"""The steward: legal and fair everywhere, sensible in clear positions, and stronger than all other bots."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

import ludus
from ludus.arena.match_spec import Match
from ludus.arena.runner import run_match
from ludus.backends import Threads
from ludus.bots import load_bot
from ludus.core import plain
from ludus.games.dominion.base_set_card_numbers import KINDS
from ludus.games.dominion.bots import steward
from ludus.games.dominion.bots.steward.card_values import DeckFeatures, Memory
from ludus.games.dominion.bots.steward.weights import BY_HAND, WEIGHTED_CARDS
from ludus.games.dominion.notation import write_move
from ludus.testing import conform_player
from tests.cases import each

from .positions import Seat, legal_moves, position, random_game
from .random_cards import NAMES, card_file

GAME = ludus.load_game("dominion")
WAYS = {
    "first": {},
    "second": {"edition": "second"},
    "three": {"seats": 3},
    "four": {"seats": 4, "edition": "second"},
    "declining": {"declining": True, "ties": "points"},
}
begin, choose = plain(steward.begin), plain(steward.choose)


class PlainSteward:
    """A steward that is asked about positions, with hand-made weights, so that new weights change no test."""

    def __init__(self, here):
        self.here = here
        self.records = [kind.over(kind.zeros(1)) for kind in (steward.Params, Memory, DeckFeatures)]
        steward.fill(steward.Options(weights=str(BY_HAND)), self.records[0])
        begin(here.data, here.state, 7, *self.records)

    @property
    def move(self):
        return choose(self.here.data, self.here.state, self.here.player, *self.records)

    def says(self):
        return write_move(self.here.content, self.here.state, self.move)

    def answers(self):
        """Its answers while it decides within a card's text."""
        seat, texts = self.here.player, []
        while self.here.state.depth and self.here.player == seat:
            texts.append(self.says())
            self.here.play(texts[-1])
        return texts

    def takes(self, name):
        """The card whose weights it uses for another card."""
        return WEIGHTED_CARDS[self.records[1].likes[self.here.slot(name)]]


def win_rate(other, games, **options):
    """The win rate of the steward."""
    match = Match(GAME, GAME.content(**options), [load_bot(GAME, "steward"), load_bot(GAME, other)], seed=5)
    return match.by_player(run_match(match, games, Threads(1)))[:, 0].mean()


# Legal and fair


@each("way", WAYS)
def test_it_is_legal_and_fair(way):
    conform_player(GAME, "steward", games=2, options=WAYS[way])


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 1 << 32), st.integers(2, 4), st.sampled_from(["first", "second"]))
def test_it_has_a_legal_answer_to_every_question(seed, seats, edition):
    kingdom = random.Random(seed).sample(KINDS, 10)
    deck = ", ".join(["2 Copper, 2 Silver, Gold, Estate, Curse", *kingdom])
    here = position(*[Seat(bag=deck)] * seats, edition=edition, turn_cap=4)
    steward_bot = PlainSteward(here)
    for position_now in random_game(here, seed):
        if moves := legal_moves(position_now.content, position_now.state):
            assert steward_bot.move in moves


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 1 << 32), st.integers(2, 4))
def test_it_plays_any_kingdom_of_custom_cards_to_the_end(tmp_path_factory, seed, seats):
    file = tmp_path_factory.mktemp("cards") / "own.toml"
    file.write_text(card_file(random.Random(seed)))
    content = GAME.content(cards=str(file), kingdom=",".join(NAMES[:10]), seats=seats, turn_cap=30)
    match = Match(GAME, content, [load_bot(GAME, "steward")] * seats, seed)
    outcomes = run_match(match, 2 * seats, Threads(1))  # an illegal move would raise
    assert (outcomes.end_reasons != 0).all()


# Strong


@each(("other", "least"), [("random", 0.98), ("big-money", 0.6), ("earl", 0.8), ("drew", 0.8)])
def test_it_wins_far_more_than_half(other, least):
    assert win_rate(other, 2000) > least


def test_it_is_strong_on_the_second_edition_too():
    assert win_rate("big-money", 2000, edition="second") > 0.6


# The end of a game


@each(
    ("mine", "theirs", "says"),
    [("Province", "Duchy", "BUY Province"), ("Duchy", "3 Province", "BUY Duchy"), ("", "Province", "BUY Province")],
)
def test_it_buys_the_last_province_only_if_that_does_not_lose(mine, theirs, says):
    here = position(
        Seat(bag=mine, turns=9), Seat(bag=theirs, turns=10), supply="Province", coins=8, actions=0, active=0
    )
    assert PlainSteward(here).says() == says


def test_it_ends_the_game_by_a_third_pile_when_it_is_ahead():
    here = position(Seat(bag="Province"), Seat(), supply="0 Village, 0 Smithy, Cellar", coins=3, actions=0)
    assert PlainSteward(here).says() == "BUY Cellar"


def test_it_ends_the_game_with_two_buys_at_once():
    here = position(Seat(bag="Province"), Seat(), supply="0 Village, Smithy, Cellar", coins=6, buys=2, actions=0)
    steward_bot = PlainSteward(here)
    assert {steward_bot.says(), (here.play(steward_bot.says()), steward_bot.says())[1]} == {"BUY Smithy", "BUY Cellar"}


# Cards


def test_chapel_trashes_curses_and_estates_and_spares_what_pays_for_something():
    here = position(Seat("Chapel, 2 Estate, Curse, 3 Copper", bag="6 Copper, 2 Silver"))
    here.play("PLAY Chapel")
    PlainSteward(here).answers()
    assert here.trashed == "2 Estate, Curse"


def test_militia_takes_what_is_of_least_use():
    here = position(Seat("Militia"), Seat("Estate, Gold, Copper, Duchy, Silver"))
    here.play("PLAY Militia")
    PlainSteward(here).answers()
    assert here.hand(1) == "Copper, Silver, Gold"


def test_of_two_terminals_one_is_kept():
    here = position(Seat("Militia"), Seat("2 Smithy, Gold, Silver, Silver"))
    here.play("PLAY Militia")
    PlainSteward(here).answers()
    assert here.hand(1) == "Silver, Gold, Smithy"


def test_what_leaves_an_action_is_played_first_and_then_the_best_terminal():
    here = position(Seat("Village, Smithy, Moat, Copper", bag="9 Silver"))
    steward_bot = PlainSteward(here)
    assert steward_bot.says() == "PLAY Village"
    assert (here.play("PLAY Village"), steward_bot.says())[1] == "PLAY Smithy"


def test_throne_room_doubles_the_better_card():
    here = position(Seat("Throne Room, Smithy, Moat", bag="9 Silver"))
    steward_bot = PlainSteward(here)
    assert steward_bot.says() == "PLAY Throne Room"
    assert (here.play("PLAY Throne Room"), steward_bot.says())[1] == "PLAY Smithy"


def test_remodel_makes_provinces_of_gold_in_the_end_but_not_at_first():
    late = position(Seat("Remodel, Gold, Copper", bag="5 Province"), Seat(bag="Province"), supply="2 Province")
    assert PlainSteward(late.play("PLAY Remodel")).answers() == ["TRASH Gold", "GAIN Province"]
    early = position(Seat("Remodel, Gold, Estate", bag="5 Copper"))
    assert PlainSteward(early.play("PLAY Remodel")).answers()[0] == "TRASH Estate"


def test_library_sets_aside_what_it_could_not_play():
    here = position(Seat("Library, Copper", deck="Smithy, Market, 9 Copper"))
    here.play("PLAY Library")
    assert PlainSteward(here).answers() == ["ASIDE Smithy", "ASIDE Market"]


def test_spy_discards_good_cards_of_others_and_bad_ones_of_its_own():
    here = position(Seat("Spy", deck="Copper, Estate", bag="4 Silver"), Seat(deck="Gold"))
    here.play("PLAY Spy")
    assert PlainSteward(here).answers() == ["DISCARD Estate", "DISCARD Gold"]


# Unknown cards


def test_an_own_card_is_taken_for_the_one_that_does_most_nearly_the_same(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(
        '[Forge]\ncost = 4\ntypes = ["Action"]\ncards = 3\n'
        '[Fair]\ncost = 5\ntypes = ["Action"]\nactions = 2\nbuys = 1\ncoins = 3\n'
        '[Hex]\ncost = 5\ntypes = ["Action", "Attack"]\ncards = 1\ndo = ["others gain a Curse"]\n'
        '[Jewel]\ncost = 5\ntypes = ["Treasure"]\ncoins = 3\n'
        '[Palace]\ncost = 7\ntypes = ["Victory"]\npoints = 5\n'
    )
    here = position(Seat("Forge, Fair, Hex, Jewel, Palace, Moat"), cards=str(file))
    steward_bot = PlainSteward(here)
    substitutes = {
        name: steward_bot.takes(name) for name in ("Forge", "Fair", "Hex", "Jewel", "Palace", "Moat", "Gold")
    }
    assert substitutes == {
        "Forge": "Smithy",
        "Fair": "Festival",
        "Hex": "Witch",
        "Jewel": "Gold",
        "Palace": "Province",
        "Moat": "Moat",
        "Gold": "Gold",
    }
