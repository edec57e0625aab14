"""What the example games show."""

import random

import pytest

from ludus.core.position import Position
from ludus.testing.example_games import auction, magpies, realtime_runner, stalls
from ludus.testing.example_games.magpies.state_and_options import HAND, KINDS
from ludus.util.errors import NotationError, OptionError
from tests.cases import each


def start(toy, seed=1, **options):
    return Position.start(toy.game, toy.game.content(**options), seed)


def hand(position, seat):
    cards = position.state.hands[seat]
    return [KINDS[cards.cards[k]] for k in range(cards.count)]


def deal(position, *hands):
    """The position with these hands, each card known to its owner alone."""
    position = position.copy()
    state = position.state
    for seat, cards in enumerate(hands):
        for place in range(HAND):
            held = place < len(cards)
            state.hands[seat].cards[place] = KINDS.index(cards[place]) if held else 0
            state.hands[seat].known[place] = 1 << seat if held else 0
        state.hands[seat].count = len(cards)
    return position


def test_a_magpie_asks_whom_then_which_and_the_thief_decides_both():
    position = deal(start(magpies, thefts=1), ["magpie", "gold"], ["copper", "silver"], ["gold"])
    position.play("play 0")
    assert (position.current_player, position.legal_move_texts()) == (0, ["rob 1", "rob 2"])
    position.play("rob 1")
    assert (position.current_player, position.legal_move_texts()) == (0, ["take 0", "take 1"])
    position.play("take 1")
    assert hand(position, 0) == ["gold", "silver"]
    assert hand(position, 1) == ["copper"]
    assert position.current_player == 1


def test_a_stolen_cat_lets_its_owner_decide_before_the_magpie_goes_on():
    position = deal(start(magpies, thefts=2), ["magpie", "gold"], ["cat", "silver"], ["copper"])
    for move in ("play 0", "rob 1", "take 0"):
        position.play(move)
    assert (position.current_player, position.legal_move_texts()) == (1, ["take 0"])
    assert position.observation(0)["pending"] == [
        {"decision": "rob", "thief": 0},
        {"decision": "take", "thief": 1, "victim": 0},
    ]
    position.play("take 0")
    assert hand(position, 1) == ["silver", "gold"]
    assert position.observation(1)["piles"][1] == {"cat": 1}
    assert (position.current_player, position.legal_move_texts()) == (0, ["rob 1", "rob 2"])


def test_only_thief_and_victim_know_a_stolen_card():
    position = deal(start(magpies, thefts=1), ["magpie"], ["gold", "silver"], ["copper"])
    for move in ("play 0", "rob 1", "take 0"):
        position.play(move)
    assert [position.observation(seat)["hands"][0][0]["card"] for seat in range(3)] == ["gold", "gold", "?"]
    assert {position.resample(1, seed).observation(0)["hands"][0][0]["card"] for seed in range(20)} == {"gold"}
    assert len({position.resample(2, seed).observation(0)["hands"][0][0]["card"] for seed in range(20)}) > 1


def test_a_full_hand_ends_the_game():
    position = deal(start(magpies, thefts=2), ["magpie"] + ["copper"] * (HAND - 1), ["gold", "gold"], ["copper"])
    for move in ("play 0", "rob 1", "take 0", "rob 1"):
        position.play(move)
    assert len(hand(position, 0)) == HAND
    position.play("take 0")
    assert position.end_reason == "capacity"


def test_a_runner_that_avoids_the_trapdoors_arrives():
    reasons = set()
    for seed in range(20):
        position = start(realtime_runner, seed)
        while not position.end_reason:
            position.play(careful(position))
        reasons.add(position.end_reason)
        assert position.result.payoffs == (1.0 if position.end_reason == "arrived" else 0.0,)
    assert "arrived" in reasons


def careful(position):
    """Jump just before a trapdoor."""
    view = realtime_runner.observation(position.content, position.state, 0)
    ahead = [door["left"] - view["x"] for door in view["doors"] if door["left"] > view["x"]]
    return "jump" if ahead and min(ahead) < 64 else "run"


def test_the_course_comes_from_the_seed_and_leaves_the_content_alone():
    content = realtime_runner.game.content()
    courses = [Position.start(realtime_runner.game, content, seed).observation(0)["doors"] for seed in (1, 1, 2)]
    assert courses[0] == courses[1] != courses[2]
    assert content.data.tobytes() == realtime_runner.game.content().data.tobytes()


def test_the_first_bid_is_secret_until_the_second():
    position = start(auction)
    position.play("bid 3")
    assert position.observation(0)["bids"] == [3, None]
    assert position.observation(1)["bids"] == ["?", None]
    assert position.observation(0)["history"] == ["0: bid 3"]
    assert position.observation(1)["history"] == []
    assert "bid 3" in position.svg(0)
    assert "bid 3" not in position.svg(1)
    position.play("bid 5")
    assert position.observation(0)["last"] == position.observation(1)["last"] == [3, 5]
    assert position.observation(0)["history"] == ["0: bid 3", "1: bid 5"]


def test_the_higher_bid_takes_the_prize_and_equal_bids_take_nothing():
    position = start(auction)
    prize = position.observation(0)["prize"]
    for bid in ("bid 2", "bid 1", "bid 4", "bid 4"):
        position.play(bid)
    assert position.observation(0)["points"] == [prize, 0]


@each(
    ("toy", "options"),
    [(magpies, {"seats": 5}), (realtime_runner, {"doors": 0}), (auction, {"cards": 99}), (auction, {"card": 3})],
)
def test_options_out_of_range_are_refused(toy, options):
    with pytest.raises(OptionError):
        toy.game.content(**options)


@each(
    ("toy", "text"),
    [
        (magpies, "play"),
        (magpies, "rob 1"),
        (magpies, "play ²"),
        (realtime_runner, "hop"),
        (auction, "bid"),
        (auction, "bid 1 2"),
    ],
)
def test_a_move_that_cannot_be_read_says_what_can(toy, text):
    with pytest.raises(NotationError, match="move"):
        start(toy).play(text)


def test_random_magpies_open_decisions_inside_decisions():
    deepest = 0
    for seed in range(30):
        position, chance = start(magpies, seed), random.Random(seed)
        while not position.end_reason:
            deepest = max(deepest, position.state.depth)
            position.play(chance.choice(position.legal_moves))
    assert deepest == 2


def test_a_full_stall_sells_before_it_takes_again():
    position = start(stalls, rounds=5)
    assert position.legal_move_texts() == ["take 0", "take 1", "take 2"]
    for _ in range(6):
        position.play("take 0")
    assert position.legal_move_texts() == ["sell 0", "sell 1", "sell 2"]
    before = position.state.stalls[0, 1]
    position.play("sell 1")
    assert position.state.coins[0] == (before - 1) // 3 + 1


def test_a_stall_is_worth_its_coins_its_sizes_and_two_for_every_colour():
    position = start(stalls)
    state = position.state
    state.coins[0] = 5
    state.stalls[0, 0], state.stalls[0, 2] = 1, 9  # red of size 1, blue of size 3
    assert position.scores[0] == 5 + 1 + 3 + 2 * 2
    with pytest.raises(NotationError, match="'take' or 'sell' and a place"):
        position.play("take 3")
