"""Where the default differs from the reference engine, and where it does not although one may wonder."""

from collections import Counter

import pytest

from ludus.core.errors import IllegalMove
from ludus.core.position import Position
from ludus.core.rule import plain
from ludus.core.snapshot import snapshot
from ludus.games.tribute import game
from ludus.games.tribute.chance import first_stream, next_key, shuffle_evenly, sort_by_keys
from ludus.games.tribute.mirror import mirror
from ludus.games.tribute.state import State
from ludus.games.tribute.table import Table

from .positions import Board


def start(seed, **options):
    return snapshot(Position.start(game, game.content(patrons="ansei,pelin,hlaalu,rajhin", **options), seed).state)


def test_the_reference_generator_starts_at_the_seed_as_it_is():
    state = State.over(State.zeros())
    state.stream = 123
    assert [plain(next_key)(state) for _ in range(5)] == [23662056, 1954258727, 403018812, 1378704137, 468193109]


def test_small_seeds_leave_the_first_card_of_the_first_shuffle_in_its_place_but_not_by_default():
    def stays(compat, shuffle):
        table, count = Table.over(game.content(compat=compat).table), 0
        for seed in range(1, 200):
            state, cards = State.over(State.zeros()), [*range(10)]
            state.stream = int(plain(first_stream)(table, seed))
            plain(shuffle)(state, cards, 10)
            count += cards[0] == 0
        return count

    assert stays("reference", sort_by_keys) > 180
    assert stays("fair", shuffle_evenly) < 40


def test_neighbouring_seeds_deal_unlike_games_by_default():
    assert len({tuple(start(seed).row) for seed in range(200)}) > 195


def test_what_pelin_returned_is_known_in_redeals_and_not_counted_by_the_reference_engine():
    given = {"patrons": {"pelin": "none", "ansei": "none"}}
    board = Board(**given, p1={"power": 2, "cooldown": ["oathman"], "draw": [f"gold#{k}" for k in range(6)]})
    board.play("patron pelin", "choose oathman")
    assert board.seen["p1"]["known_draws"] == 0
    for seed in range(20):
        for seat in range(2):
            redeal = board.position.redeal(seat, seed)
            assert mirror(redeal, board.given.name)["p1"]["draw"][0] == "oathman"


def test_redeals_keep_known_top_cards_and_shuffle_the_others():
    board = Board(
        patrons={"ansei": "none"},
        p1={"hand": ["hel_shira_herald"], "draw": [f"gold#{k}" for k in range(8)], "cooldown": ["peck", "swipe"]},
    ).play("play hel_shira_herald", "choose peck swipe")
    piles = [mirror(board.position.redeal(0, seed), board.given.name)["p1"]["draw"] for seed in range(30)]
    assert all(pile[:2] == ["swipe", "peck"] for pile in piles)
    assert len({tuple(pile) for pile in piles}) > 25


def test_the_rival_knows_what_was_returned_openly_even_in_hand():
    board = Board(
        patrons={"ansei": "none", "pelin": "none"},
        p1={"hand": ["hel_shira_herald"], "draw": [f"gold#{k}" for k in range(8)], "cooldown": ["peck", "swipe"]},
        p2={"draw": [f"war_song#{k}" for k in range(8)]},
    ).play("play hel_shira_herald", "choose peck swipe", "end_turn")
    hands = [mirror(board.position.redeal(1, seed), board.given.name)["p1"]["hand"] for seed in range(30)]
    assert all(hand[:2] == ["swipe", "peck"] for hand in hands)
    assert len({tuple(hand) for hand in hands}) > 15


def test_who_counts_cards_knows_the_hand_when_the_pile_has_run_out():
    board = Board(
        patrons={"ansei": "none", "pelin": "none"},
        p1={"draw": ["peck", "swipe"], "cooldown": [f"gold#{k}" for k in range(9)]},
    ).play("end_turn")
    hands = [mirror(board.position.redeal(1, seed), board.given.name)["p1"]["hand"] for seed in range(30)]
    assert all(hand[:2] == ["peck", "swipe"] for hand in hands)
    assert len({tuple(hand) for hand in hands}) > 20


def test_cards_put_under_the_tavern_stay_there_in_redeals():
    position = Position.start(game, game.content(patrons="ansei,pelin,hlaalu,rajhin"), 5)
    assert position.state.veiled == position.state.tavern_size
    orders = {tuple(snapshot(position.redeal(0, seed).state).tavern) for seed in range(10)}
    assert len(orders) == 10
    board = Board(
        patrons={"psijic": "none"},
        p1={"hand": ["prescience"]},
        tavern=["gold#0", "peck"],
        tavern_deck=["swipe", "fortify", "war_song"],
    )
    board.position.state.veiled = 3
    board.play("play prescience", "choose peck")
    decks = [mirror(board.position.redeal(0, seed), board.given.name)["tavern_deck"] for seed in range(30)]
    assert all(deck[-1] == "peck" for deck in decks)
    assert len({tuple(deck) for deck in decks}) == 2


def test_a_simulated_move_after_a_redeal_does_not_know_the_true_next_card():
    board = Board(
        patrons={"ansei": "none"}, p1={"hand": ["harvest_season"], "draw": ["peck", *(f"gold#{k}" for k in range(9))]}
    )
    drawn = Counter()
    for seed in range(200):
        redeal = board.position.redeal(0, seed)
        redeal.play(redeal.moves()[0])
        drawn[mirror(redeal, board.given.name)["p1"]["hand"][0]] += 1
    assert 5 <= drawn["peck"] <= 45


@pytest.mark.parametrize("compat", ["fair", "reference"])
def test_a_bought_contract_that_replaces_is_not_offered_the_card_in_its_own_place(compat):
    board = Board(
        compat,
        patrons={"treasury": "none", "ansei": "none"},
        p1={"coins": 1},
        tavern=["peck", "barterer", "swipe"],
        tavern_deck=["fortify", "gold"],
    ).play("buy barterer")
    assert board.seen["tavern"] == ["peck", "fortify", "swipe"]
    assert board.moves == ["choose", "choose peck", "choose swipe"]
    board.play("choose swipe")
    assert board.seen["tavern"] == ["peck", "fortify", "gold"]
    assert board.seen["tavern_deck"] == ["barterer", "swipe"]


def test_cards_to_replace_can_be_chosen_in_any_order_and_are_all_chosen_before_the_row_changes():
    board = Board(
        patrons={"red_eagle": "none"},
        p1={"hand": ["imperial_plunder"]},
        tavern=["gold", "peck", "swipe"],
        tavern_deck=["fortify", "war_song"],
    )
    board.play("play imperial_plunder", "choose swipe gold")
    assert board.seen["tavern"] == ["war_song", "peck", "fortify"]
    assert board.seen["tavern_deck"] == ["swipe", "gold"]


def test_where_order_does_not_matter_cards_are_chosen_in_the_order_of_the_list():
    board = Board(patrons={"red_eagle": "none"}, p1={"hand": ["gold#0", "gold#1", "briarheart_ritual"]})
    board.play("play briarheart_ritual")
    assert len(board.moves) == 7
    first, second = (board.given.find(name) for name in ("gold#0", "gold#1"))
    board.position.play(f"PICK gold#{second}")
    with pytest.raises(IllegalMove):
        board.position.play(f"PICK gold#{first}")
    board.position.play("STOP")
    assert board.seen["p1"]["hand"] == ["gold#0"]


def test_a_player_who_owns_too_many_cards_ends_the_game_by_capacity():
    board = Board(
        patrons={"rajhin": "none"},
        p1={"coins": 3},
        p2={"cooldown": [f"gold#{k}" for k in range(88)]},
    ).play("patron rajhin")
    assert board.position.ended == "capacity"
    assert board.position.result.shares == (0.5, 0.5)


def test_a_game_is_drawn_when_a_turn_ends_after_the_limit():
    position = Position.start(game, game.content(patrons="random", turn_limit=3), 1)
    turns = 0
    while not position.ended:
        if position.state.asked:
            position.play(position.moves()[0])
            continue
        position.play("END")
        turns += 1
    assert (position.ended, turns) == ("turn limit", 4)
    assert position.result.shares == (0.5, 0.5)


def test_the_draft_goes_1_2_2_1_and_the_treasury_comes_into_the_middle():
    position = Position.start(game, game.content(offer="ansei,pelin,hlaalu,rajhin"), 1)
    deciders = []
    for name in ("pelin", "ansei", "rajhin", "hlaalu"):
        deciders.append(position.decider)
        position.play(f"DRAFT {name}")
    assert deciders == [0, 1, 1, 0]
    assert list(position.view(0)["patrons"]) == ["pelin", "ansei", "treasury", "rajhin", "hlaalu"]
    given = Position.start(game, game.content(patrons="pelin,ansei,rajhin,hlaalu"), 1)
    assert position.bytes() == given.bytes()
