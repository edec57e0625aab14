"""What agents see: all that their seat knows, and nothing else."""

from dataclasses import replace

import numpy as np
import pytest

from ludus.adapters import observation
from ludus.adapters.observation import make_observer
from ludus.core import rule
from ludus.core.position import Position
from ludus.core.rule import plain
from ludus.testing.example_games import auction, magpies, realtime_runner
from ludus.util.errors import OptionError
from tests.adapters.games import every_game, positions
from tests.cases import each


def named(observer, position, seat):
    return dict(zip(observer.names, observer(position, seat).tolist(), strict=True))


def start(toy, seed=1, **options):
    return Position.start(toy.game, toy.game.content(**options), seed)


@every_game
def test_a_position_and_its_samples_have_the_same_observation(game, options):
    observer = make_observer(game, game.content(**options))
    for position in positions(game, options):
        for seat in range(position.seats if not position.end_reason else 0):
            seen = observer(position, seat)
            for seed in (5, 6, 7):
                assert np.array_equal(seen, observer(position.resample(seat, seed), seat))


@every_game
def test_observations_keep_to_their_bounds_and_their_length(game, options):
    observer = make_observer(game, game.content(**options))
    for position in positions(game, options):
        for seat in range(position.seats):
            seen = observer(position, seat)
            assert seen.shape == (len(observer.names),) == observer.low.shape
            assert seen.dtype == observer.low.dtype == observer.high.dtype == np.float32
            assert (observer.low <= seen).all()
            assert (seen <= observer.high).all()


def test_a_secret_bid_is_known_to_its_bidder_alone():
    position = start(auction)
    observer = make_observer(auction.game, position.content)
    position.play("bid 3")
    mine, theirs = named(observer, position, 0), named(observer, position, 1)
    assert (mine["seat"], mine["decider"], mine["bids[0]"], mine["bids[1]"]) == (0, 1, 3, 0)
    assert (theirs["seat"], theirs["decider"], theirs["bids[0]"], theirs["bids[1]"]) == (1, 1, -1, 0)


def test_every_magpies_player_sees_its_own_cards_and_that_others_have_some():
    position = start(magpies)
    observer = make_observer(magpies.game, position.content, redeals=16)
    for seat in range(3):
        seen = named(observer, position, seat)
        for other in range(3):
            cards = [seen[f"hands[{other}].cards[{k}]"] for k in range(5)]
            assert cards == (list(position.state.hands[seat].cards[:5]) if other == seat else [-1] * 5)
            assert seen[f"hands[{other}].count"] == 5


def test_what_is_known_is_exact():
    position = start(realtime_runner)
    for _ in range(50):
        position.play("run")
    seen = named(make_observer(realtime_runner.game, position.content), position, 0)
    assert (seen["tick"], seen["x"], seen["speed"]) == (50, position.state.x, position.state.speed)


def test_content_made_from_the_seed_is_seen():
    content = realtime_runner.game.content()
    observer = make_observer(realtime_runner.game, content)
    for seed in (1, 2, 1):
        position = Position.start(realtime_runner.game, content, seed)
        seen, doors = named(observer, position, 0), position.observation(0)["doors"]
        assert [seen[f"table.doors[{k}].left"] for k in range(3)] == [door["left"] for door in doors]


def test_content_that_never_changes_is_left_out():
    assert not [name for name in make_observer(auction.game, auction.game.content()).names if "table" in name]


def test_content_that_no_player_may_know_is_not_seen():
    def conceal(content):
        data = content.data.copy()
        data["doors"]["left"] = 0
        return replace(content, data=data)

    game = replace(realtime_runner.game, public_content=conceal)
    position = Position.start(game, game.content(), 1)
    seen = named(make_observer(game, position.content), position, 0)
    assert seen["table.doors[0].left"] == 0
    assert seen["table.doors[0].right"] == position.observation(0)["doors"][0]["right"]


def test_the_end_has_no_decider():
    position = positions(auction.game, {})[-1]
    assert position.end_reason
    assert named(make_observer(auction.game, position.content), position, 0)["decider"] == -1


def test_with_one_sample_an_observation_is_an_imagined_deal():
    position = start(auction)
    position.play("bid 3")
    seen = named(make_observer(auction.game, position.content, redeals=1), position, 1)
    imagined = position.resample(1, 1)
    assert seen["bids[0]"] == imagined.state.bids[0]
    assert [seen[f"prizes[{k}]"] for k in range(6)] == list(imagined.state.prizes[:6])


@every_game
def test_compiled_and_plain_python_see_the_same(game, options, monkeypatch):
    content = game.content(**options)
    compiled = make_observer(game, content)
    door = observation._entry_point
    monkeypatch.setattr(observation, "_entry_point", lambda *arguments: plain(door(*arguments)))
    slow = make_observer(game, content)
    for position in positions(game, options, most=60, every=29):
        assert np.array_equal(compiled(position, 0), slow(position, 0))


@rule
def greed(data, state, seat, values):
    """Features, of which the last two look at what no seat can know."""
    values[0] = state.points[seat] - state.points[1 - seat]
    values[1] = state.prizes[state.round]
    values[2] = state.prizes[state.cards - 1]
    values[3] = state.bids[0]


GREEDY = replace(
    auction.game,
    name="greedy",
    rules=replace(auction.game.rules, features=greed),
    features=replace(auction.game.features, names=("lead", "prize", "last prize", "bid")),
)


def test_features_are_those_that_the_game_names():
    position = Position.start(GREEDY, GREEDY.content(), 3)
    position.play("bid 6")
    position.play("bid 1")
    observer = make_observer(GREEDY, position.content, "features")
    prizes = position.state.prizes
    assert observer.names == ("seat", "lead", "prize", "last prize", "bid")
    assert observer(position, 0)[:3].tolist() == [0, prizes[0], prizes[1]]
    assert observer(position, 1)[:3].tolist() == [1, -prizes[0], prizes[1]]


def test_features_tell_nothing_that_the_seat_does_not_know():
    position = Position.start(GREEDY, GREEDY.content(), 3)
    position.play("bid 6")
    observer = make_observer(GREEDY, position.content, "features")
    assert len({position.resample(1, seed).state.prizes[5] for seed in range(9)}) > 1
    assert len({tuple(observer(position.resample(1, seed), 1)) for seed in range(9)}) == 1
    assert observer(position, 0)[4] == 6


def test_a_function_of_the_view_may_see_for_an_agent():
    position = start(auction)
    observer = make_observer(auction.game, position.content, lambda view: [view["prize"] or 0, *view["points"]])
    assert observer(position, 0).tolist() == [position.state.prizes[0], 0, 0]
    assert observer.names == ()
    assert observer.low.shape == (3,)


@each(
    ("wish", "complaint"),
    [
        ({"observe": "everything"}, "observe: 'state', 'features' or a function"),
        ({"observe": "features"}, "auction names no features"),
        ({"observe": lambda view: 5}, "one row of numbers, not shape"),
        ({"observe": lambda view: []}, "one row of numbers, not shape"),
        ({"observe": lambda view: view["hands"] + ["x"]}, "returns no row of numbers"),
        ({"redeals": 0}, "redeals: a whole number, at least 1, not 0"),
        ({"redeals": 2.5}, "redeals: a whole number, at least 1, not 2.5"),
    ],
)
def test_invalid_arguments_of_the_environment_are_refused(wish, complaint):
    with pytest.raises(OptionError, match=complaint):
        make_observer(auction.game, auction.game.content(), **wish)


def test_a_function_whose_answers_change_their_length_is_refused():
    position = start(auction)
    observer = make_observer(auction.game, position.content, lambda view: view["sold"] + [0])
    position.play("bid 1")
    position.play("bid 2")
    with pytest.raises(OptionError, match=r"shape \(1,\), now \(2,\)"):
        observer(position, 0)
