"""Every seat an agent, one decision at a time."""

import random
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import ludus
from ludus.adapters.pettingzoo import LudusAEC
from ludus.testing.example_games import auction, magpies, realtime_runner
from ludus.util.errors import GameOver, IllegalMove
from tests.adapters.games import every_game


def play(env, seed, most=400):
    """A game of random legal actions; what every agent was paid."""
    dice, paid = random.Random(seed), dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    for agent in env.agent_iter(most):
        observation, reward, terminated, _, _ = env.last()
        paid[agent] += reward
        env.step(None if terminated else dice.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return paid


@every_game
def test_pettingzoos_own_tests_pass(game, options, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # PettingZoo says this of every observation with a mask in it but those of its own games.
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        api_test(LudusAEC(game, options=options), num_cycles=150)
        seed_test(lambda: LudusAEC(game, options=options), num_cycles=60)


@every_game
def test_every_agent_gets_its_payoff_at_the_end(game, options):
    env = LudusAEC(game, options=options)
    paid = play(env, 3, most=10_000)
    assert tuple(paid.values()) == env.position.result.payoffs
    assert env.agents == []


def test_points_are_paid_as_they_come():
    env = LudusAEC(magpies.game, reward="points")
    paid = play(env, 3)
    assert tuple(paid.values()) == env.position.result.scores
    assert sum(paid.values()) > 3


def test_agents_that_are_not_to_decide_have_an_empty_mask():
    env = LudusAEC(magpies.game)
    env.reset(seed=1)
    masks = {agent: env.observe(agent)["action_mask"].sum() for agent in env.agents}
    assert (env.agent_selection, masks) == ("seat_0", {"seat_0": 5, "seat_1": 0, "seat_2": 0})


def test_a_secret_pick_is_not_observed_by_the_other():
    env = LudusAEC(auction.game)
    bid = env.names.index("bids[0]")
    for move, seen in ((3, -1), (5, -1)):
        env.reset(seed=1)
        env.step(move)
        assert env.agent_selection == "seat_1"
        assert env.observe("seat_0")["observation"][bid] == move
        assert env.observe("seat_1")["observation"][bid] == seen


def test_the_option_deal_gives_the_game_that_start_gives():
    env = LudusAEC("locm", options={"setup": "dealt"})
    env.reset(options={"deal": 77})
    assert env.position.bytes() == ludus.new_game("locm", seed=77, setup="dealt").bytes()


def test_an_illegal_action_raises_and_changes_nothing():
    env = LudusAEC(auction.game)
    env.reset(seed=1)
    before = env.position.bytes()
    with pytest.raises(IllegalMove, match="the action 7 is not legal for seat 0"):
        env.step(7)
    assert env.position.bytes() == before
    env.step(6)


def test_an_illegal_action_can_end_the_game_instead():
    env = LudusAEC(magpies.game, illegal=-1)
    env.reset(seed=1)
    env.step(39)
    assert env.rewards == {"seat_0": -1, "seat_1": 0, "seat_2": 0}
    assert all(env.terminations.values())
    assert env.infos["seat_2"] == {"reason": "illegal action"}
    for _ in range(3):
        env.step(None)
    assert env.agents == []


def test_steps_need_a_game_that_goes_on():
    env = LudusAEC(auction.game)
    with pytest.raises(GameOver, match="no game has begun"):
        env.step(1)
    play(env, 1)
    with pytest.raises(GameOver, match="the game is over"):
        env.step(None)


def test_the_decider_is_shown_what_its_seat_sees():
    env = LudusAEC(auction.game, render_mode="ansi")
    env.reset(seed=1)
    env.step(3)
    assert env.render() == env.position.describe(1)
    assert env.texts()[5] == "bid 5"
    env = LudusAEC(realtime_runner.game, render_mode="svg")
    env.reset(seed=1)
    assert env.render() == env.position.svg(0)
