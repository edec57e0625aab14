"""Differences from the reference engine, and surprising facts that are no differences.

The page docs/games/tribute.md lists them with their tests; test_the_page_names_tests_that_exist checks the list.
"""

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ludus.core.position import Position
from ludus.core.rule import plain
from ludus.core.structured_records import snapshot
from ludus.games.tribute import game
from ludus.games.tribute.effects import add_to_queue, enqueue
from ludus.games.tribute.game_data_records import RIVAL_DISCARD, GameData
from ludus.games.tribute.shuffling import initial_stream, next_key, reference_shuffle, uniform_shuffle
from ludus.games.tribute.sot_adapter.game_states import SotBoard as Seen
from ludus.games.tribute.sot_adapter.game_states import SotBoardStore
from ludus.games.tribute.sot_adapter.vocabulary import SotVocabulary
from ludus.games.tribute.sot_states_and_moves import reference_state, zones
from ludus.games.tribute.state import CAPACITY, NOBODY, OWNED, PIECES, RUNNING, State
from ludus.games.tribute.zones import create_card, draw_cards, put_agent, put_in_played, put_under_tavern
from ludus.util.errors import IllegalMove
from tests.cases import each

from .positions import Board, random_game

ROOT = Path(__file__).parents[3]
BOTH = pytest.mark.parametrize("compat", ["fair", "reference"])


def start(seed, **options):
    return snapshot(Position.start(game, game.content(patrons="ansei,pelin,hlaalu,rajhin", **options), seed).state)


def test_the_reference_generator_starts_at_the_seed_as_it_is():
    state = State.over(State.zeros())
    state.stream = 123
    assert [plain(next_key)(state) for _ in range(5)] == [23662056, 1954258727, 403018812, 1378704137, 468193109]


def test_small_seeds_leave_the_first_card_of_the_first_shuffle_in_its_place_but_not_by_default():
    def stays(compat, shuffle):
        table, count = GameData.over(game.content(compat=compat).data), 0
        for seed in range(1, 200):
            state, cards = State.over(State.zeros()), [*range(10)]
            state.stream = int(plain(initial_stream)(table, seed))
            plain(shuffle)(state, cards, 10)
            count += cards[0] == 0
        return count

    assert stays("reference", reference_shuffle) > 180
    assert stays("fair", uniform_shuffle) < 40


def test_neighbouring_seeds_deal_unlike_games_by_default():
    assert len({tuple(start(seed).row) for seed in range(200)}) > 195


def test_what_pelin_returned_is_known_in_redeals_and_not_counted_by_the_reference_engine():
    setup = {"patrons": {"pelin": "none", "ansei": "none"}}
    board = Board(**setup, p1={"power": 2, "cooldown": ["oathman"], "draw": [f"gold#{k}" for k in range(6)]})
    board.play("patron pelin", "choose oathman")
    assert board.seen["p1"]["known_draws"] == 0
    for seed in range(20):
        for seat in range(2):
            redeal = board.position.resample(seat, seed)
            assert reference_state(redeal, board.given.name)["p1"]["draw"][0] == "oathman"


def test_redeals_keep_known_top_cards_and_shuffle_the_others():
    board = Board(
        patrons={"ansei": "none"},
        p1={"hand": ["hel_shira_herald"], "draw": [f"gold#{k}" for k in range(8)], "cooldown": ["peck", "swipe"]},
    ).play("play hel_shira_herald", "choose peck swipe")
    piles = [reference_state(board.position.resample(0, seed), board.given.name)["p1"]["draw"] for seed in range(30)]
    assert all(pile[:2] == ["swipe", "peck"] for pile in piles)
    assert len({tuple(pile) for pile in piles}) > 25


def test_the_rival_knows_what_was_returned_openly_even_in_hand():
    board = Board(
        patrons={"ansei": "none", "pelin": "none"},
        p1={"hand": ["hel_shira_herald"], "draw": [f"gold#{k}" for k in range(8)], "cooldown": ["peck", "swipe"]},
        p2={"draw": [f"war_song#{k}" for k in range(8)]},
    ).play("play hel_shira_herald", "choose peck swipe", "end_turn")
    hands = [reference_state(board.position.resample(1, seed), board.given.name)["p1"]["hand"] for seed in range(30)]
    assert all(hand[:2] == ["swipe", "peck"] for hand in hands)
    assert len({tuple(hand) for hand in hands}) > 15


def test_a_card_counter_knows_the_hand_when_the_pile_has_run_out():
    board = Board(
        patrons={"ansei": "none", "pelin": "none"},
        p1={"draw": ["peck", "swipe"], "cooldown": [f"gold#{k}" for k in range(9)]},
    ).play("end_turn")
    hands = [reference_state(board.position.resample(1, seed), board.given.name)["p1"]["hand"] for seed in range(30)]
    assert all(hand[:2] == ["peck", "swipe"] for hand in hands)
    assert len({tuple(hand) for hand in hands}) > 20


def test_a_card_counter_knows_the_hand_when_the_last_cards_from_before_a_shuffle_are_tossed():
    board = Board(
        patrons={"psijic": "none", "ansei": "none"},
        p1={
            "hand": ["scrying_globe", "peck", "swipe"],
            "draw": ["oathman"],
            "cooldown": [f"gold#{k}" for k in range(9)],
        },
    ).play("play scrying_globe", "choose oathman")
    hands = [reference_state(board.position.resample(1, seed), board.given.name)["p1"]["hand"] for seed in range(10)]
    assert hands == [["peck", "swipe"]] * 10


def test_cards_put_under_the_tavern_stay_there_in_redeals():
    position = Position.start(game, game.content(patrons="ansei,pelin,hlaalu,rajhin"), 5)
    assert position.state.veiled == position.state.tavern_size
    orders = {tuple(snapshot(position.resample(0, seed).state).tavern) for seed in range(10)}
    assert len(orders) == 10
    board = Board(
        patrons={"psijic": "none"},
        p1={"hand": ["prescience"]},
        tavern=["gold#0", "peck"],
        tavern_deck=["swipe", "fortify", "war_song"],
    )
    board.position.state.veiled = 3
    board.play("play prescience", "choose peck")
    decks = [reference_state(board.position.resample(0, seed), board.given.name)["tavern_deck"] for seed in range(30)]
    assert all(deck[-1] == "peck" for deck in decks)
    assert len({tuple(deck) for deck in decks}) == 2


def test_a_simulated_move_after_a_redeal_does_not_know_the_true_next_card():
    board = Board(
        patrons={"ansei": "none"}, p1={"hand": ["harvest_season"], "draw": ["peck", *(f"gold#{k}" for k in range(9))]}
    )
    drawn = Counter()
    for seed in range(200):
        redeal = board.position.resample(0, seed)
        redeal.play(redeal.legal_moves[0])
        drawn[reference_state(redeal, board.given.name)["p1"]["hand"][0]] += 1
    assert 5 <= drawn["peck"] <= 45


@BOTH
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


@BOTH
def test_with_an_empty_tavern_deck_a_bought_contract_comes_back_to_its_own_place(compat):
    board = Board(compat, patrons={"ansei": "none"}, p1={"coins": 8}, tavern=["peck", "imprisonment", "swipe"])
    board.play("buy imprisonment")
    assert board.seen["tavern"] == ["peck", "imprisonment", "swipe"]
    assert board.seen["tavern_deck"] == []
    assert "buy imprisonment" not in board.moves  # the coins are spent: 3 are left
    assert board.seen["p1"]["coins"] == 3


@BOTH
def test_every_card_counts_for_combos_of_its_deck_curses_and_the_treasurys_as_well(compat):
    board = Board(
        compat,
        patrons={"rajhin": "none", "treasury": "none"},
        p1={"hand": ["bewilderment", "jeering_shadow", "gold", "writ_of_coin"]},
        p2={"prestige": 5},
    )
    board.play("play bewilderment", "play gold", "play writ_of_coin")
    combos = board.position.observation(0)["combos"]
    assert {deck: combo["count"] for deck, combo in combos.items()} == {"rajhin": 1, "treasury": 2}
    board.play("play jeering_shadow")
    assert board.seen["p2"]["prestige"] == 4  # by its combo


@BOTH
def test_a_knockout_pays_each_toll_once_even_if_no_agent_is_knocked_out(compat):
    board = Board(
        compat,
        patrons={"ansei": "none"},
        p1={"hand": ["morihaus_the_archer"], "agents": ["morihaus_sacred_bull"]},
    )
    board.play("play morihaus_the_archer", "choose")
    assert board.seen["p1"]["coins"] == 2  # one for each of the two
    assert board.seen["p2"]["coins"] == 0


@BOTH
@pytest.mark.parametrize("turn", [1, 30, 400])
def test_40_that_are_not_matched_win_however_late_and_a_tie_goes_on(compat, turn):
    def after(mine, other):
        board = Board(compat, patrons={"ansei": "none"}, p1={"prestige": mine}, p2={"prestige": other})
        board.position.state.turn = turn
        return board.play("end_turn").position.end_reason

    assert after(39, 40) == "prestige over 40 not matched"
    assert after(39, 39) is None
    assert after(40, 39) is None  # the rival has a turn to match it
    assert [after(both, both) for both in (40, 60, 79)] == [None, None, None]


@BOTH
@pytest.mark.parametrize("patrons", [{}, {"treasury": "none"}])
def test_without_a_patron_that_can_favour_a_player_ending_a_turn_wins_by_favour(compat, patrons):
    board = Board(compat, patrons=patrons, p1={"prestige": 1}, p2={"prestige": 39}).play("end_turn")
    assert board.position.end_reason == "patron favour"
    assert board.position.result.winner == 0
    other = Board(compat, patrons={**patrons, "ansei": "none"}).play("end_turn")
    assert other.position.end_reason is None


def test_redeals_by_small_seeds_do_not_keep_the_true_top_card():
    position = Position.start(game, game.content(patrons="random"), 3)
    state = snapshot(position.state)
    assert state.players[0].cooldown_size == 0
    top, size = zones(state, 0)["draw"][0], state.players[0].pile_size
    same_top = sum(zones(snapshot(position.resample(0, seed).state), 0)["draw"][0] == top for seed in range(1000))
    assert 0.7 / size < same_top / 1000 < 1.4 / size


def test_changing_an_observation_or_a_state_of_the_package_does_not_change_the_game():
    for number, position in enumerate(random_game({"patrons": "random"}, 4)):
        if number % 25 or position.end_reason:
            continue
        before = position.bytes()
        spoil(position.observation(position.current_player))
        boards = SotBoardStore(SotVocabulary(position.content))
        state = boards.visible_state(Seen(position, ["0: END"]))
        before_text = repr(boards.visible_state(Seen(position, ["0: END"])).current_player)
        for cards in (state.current_player.hand, state.current_player.draw_pile, state.enemy_player.hand_and_draw):
            cards.clear()
        state.tavern_available_cards.clear()
        state.current_player.coins = 99
        assert position.bytes() == before
        assert repr(boards.visible_state(Seen(position, ["0: END"])).current_player) == before_text


def spoil(data):
    """Clear all lists and dictionaries in plain data, inner ones first."""
    for item in data.values() if isinstance(data, dict) else data:
        if isinstance(item, (dict, list)):
            spoil(item)
    data.clear()


def test_games_side_by_side_number_their_cards_alone():
    """The reference engine counts all cards of a process together, without a lock."""

    def texts(seed):
        return [position.text() for k, position in enumerate(random_game({"patrons": "random"}, seed)) if k % 40 == 0]

    with ThreadPoolExecutor(4) as pool:
        together = [*pool.map(texts, [1, 2] * 4)]
    assert together == [texts(1), texts(2)] * 4


def test_a_player_who_owns_too_many_cards_ends_the_game_by_capacity():
    board = Board(
        patrons={"rajhin": "none"},
        p1={"coins": 3},
        p2={"cooldown": ["gold"]},
    )
    state = board.position.state
    state.players[1].cooldown_size = OWNED
    board.play("patron rajhin")
    assert board.position.end_reason == "capacity"
    assert board.position.result.shares == (0.5, 0.5)


def one_more_agent(table, state, there):
    state.players[0].agent_count = there
    plain(put_agent)(state, state.players[0], 1, 3)


def one_more_piece(table, state, there):
    for piece in range(there, PIECES):
        state.card_of[piece] = NOBODY
    plain(create_card)(state, 0, 1)


def one_more_in_the_tavern(table, state, there):
    state.tavern_size = there
    plain(put_under_tavern)(state, 1)


def one_more_in_hand(table, state, there):
    state.players[0].hand_size, state.players[0].pile_size = there, 1
    plain(draw_cards)(table, state, state.players[0], 1)


def one_more_played(table, state, there):
    state.played_size = there
    plain(put_in_played)(state, 1)


def one_more_effect(table, state, there):
    state.queue_size = there
    plain(add_to_queue)(state, 1, 1)


def one_more_discard(table, state, there):
    state.coming_size = there
    card = next(card for card in table.cards if table.effects[card.effects[0, 0]].op == RIVAL_DISCARD)
    plain(enqueue)(table, state, card, 0, 1)


@each(
    ("add", "most"),
    [
        (one_more_agent, 23),
        (one_more_piece, PIECES),
        (one_more_in_hand, 248),
        (one_more_played, 248),
        (one_more_in_the_tavern, 127),
        (one_more_effect, 32),
        (one_more_discard, 16),
    ],
)
def test_a_game_that_needs_more_room_than_there_is_ends_by_capacity(add, most):
    for there, reason in ((most - 1, RUNNING), (most, CAPACITY)):
        state = State.over(State.zeros())
        add(GameData.over(game.content().data), state, there)
        assert state.reason == reason


def test_a_game_is_drawn_when_a_turn_ends_after_the_limit():
    position = Position.start(game, game.content(patrons="random", turn_limit=3), 1)
    turns = 0
    while not position.end_reason:
        if position.state.asked:
            position.play(position.legal_moves[0])
            continue
        position.play("END")
        turns += 1
    assert (position.end_reason, turns) == ("turn limit", 4)
    assert position.result.payoffs == (0.5, 0.5)


def test_the_draft_goes_1_2_2_1_and_the_treasury_comes_into_the_middle():
    position = Position.start(game, game.content(offer="ansei,pelin,hlaalu,rajhin"), 1)
    deciders = []
    for name in ("pelin", "ansei", "rajhin", "hlaalu"):
        deciders.append(position.current_player)
        position.play(f"DRAFT {name}")
    assert deciders == [0, 1, 1, 0]
    assert list(position.observation(0)["patrons"]) == ["pelin", "ansei", "treasury", "rajhin", "hlaalu"]
    fixed = Position.start(game, game.content(patrons="pelin,ansei,rajhin,hlaalu"), 1)
    assert position.bytes() == fixed.bytes()


def test_the_page_names_tests_that_exist():
    page = (ROOT / "docs" / "games" / "tribute.md").read_text().partition("## Differences")[2]
    named = re.findall(r"`(\w+(?:/\w+)*)\.py::(test_\w+)`", page)
    assert len(named) > 20
    for file, test in named:
        assert f"\ndef {test}(" in (Path(__file__).parent / f"{file}.py").read_text(), (file, test)
