"""Every seat an agent, and all act in every step."""

import random
import warnings
from dataclasses import replace

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

from ludus.adapters.pettingzoo_parallel import LudusParallel, pending_decisions
from ludus.core.position import Position
from ludus.testing import CHECKS, Case
from ludus.testing.example_games import auction, magpies, realtime_runner
from ludus.util.errors import ContractError, GameOver, IllegalMove, OptionError
from tests.adapters import votes
from tests.adapters.games import WITHOUT_CHANCE, every_game
from tests.cases import each
from tests.messages import mentions


def play(env, seed, dice=None):
    """A game of random legal actions: what every agent was paid, and how many were asked in each step."""
    dice, paid, asked = dice or random.Random(seed), dict.fromkeys(env.possible_agents, 0.0), []
    observations, _ = env.reset(seed=seed)
    while env.agents:
        masks = {agent: np.flatnonzero(observations[agent]["action_mask"]).tolist() for agent in env.agents}
        asked.append(sum(mask != [env.wait] for mask in masks.values()))
        observations, rewards, *_ = env.step({agent: dice.choice(mask) for agent, mask in masks.items()})
        for agent, reward in rewards.items():
            paid[agent] += reward
    return paid, asked


@every_game
def test_pettingzoos_own_tests_pass_without_a_warning(game, options, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(LudusParallel(game, options=options), num_cycles=150)
        parallel_seed_test(lambda: LudusParallel(game, options=options, illegal=-1))  # it does not look at masks


@every_game
def test_every_agent_gets_its_payoff_at_the_end(game, options):
    env = LudusParallel(game, options=options)
    paid, asked = play(env, 3)
    assert tuple(paid.values()) == env.position.result.payoffs
    assert sum(asked) == env.position.length


@every_game
def test_a_seed_fixes_this_game_and_those_after_it(game, options):
    def games(seed):
        env = LudusParallel(game, options=options)
        return [(play(env, each, random.Random(5)), env.position.text()) for each in (seed, None)]

    assert games(7) == games(7)
    assert (games(7) != games(8)) == (game.name not in WITHOUT_CHANCE)


def test_secret_bids_are_one_step_a_round():
    env = LudusParallel(auction.game)
    assert play(env, 1)[1] == [2] * 6
    observations, _ = env.reset(seed=1)
    assert observations["seat_0"]["action_mask"].tolist() == observations["seat_1"]["action_mask"].tolist()
    env.step({"seat_0": 3, "seat_1": 5})
    assert list(env.position.state.last) == [3, 5]


def test_a_draft_is_one_step_a_pick():
    env = LudusParallel("locm")
    assert play(env, 1)[1][:30] == [2] * 30


def test_one_player_never_waits():
    env = LudusParallel(realtime_runner.game)
    assert set(play(env, 1)[1]) == {1}
    assert env.action_space("seat_0").n == 4


def test_an_agent_that_can_see_the_earlier_move_waits_for_it():
    env = LudusParallel(magpies.game)
    observations, _ = env.reset(seed=1)
    assert {agent: np.flatnonzero(seen["action_mask"]).tolist() for agent, seen in observations.items()} == {
        "seat_0": [0, 1, 2, 3, 4],
        "seat_1": [env.wait],
        "seat_2": [env.wait],
    }


def test_no_agent_observes_a_pick_of_the_same_step():
    env = LudusParallel(auction.game)
    for deal in range(5):
        observations, _ = env.reset(options={"deal": deal})
        seen = [observations[agent]["observation"].tolist() for agent in env.agents]
        again = Position.start(auction.game, env.content, deal)
        for move in again.legal_moves:
            after = again.copy()
            after.play(move)
            assert env._seats.config.observe(after, 1).tolist() == seen[1]


@each("law", ["redeals_obey_their_seed", "redeals_hide_everything", "views_conceal"])
@each("alarm", [False, True])
def test_the_voting_game_of_these_tests_keeps_its_secrets(law, alarm):
    CHECKS[law](Case(votes.game, options={"alarm": alarm}))


def test_three_can_decide_at_the_same_time():
    env = LudusParallel(votes.game)
    assert play(env, 1)[1] == [3]
    assert [seat for seat, _ in pending_decisions(Position.start(votes.game, env.content, 1))] == [0, 1, 2]


def test_what_a_seat_could_know_of_several_picks_together_is_not_passed_over():
    env = LudusParallel(votes.game, actions=[1, 2], options={"alarm": True})
    env.reset(seed=1)
    env.step({"seat_0": 0, "seat_1": 1, "seat_2": 0})
    assert list(env.position.state.votes) == [1, 2, 1]
    env.reset(seed=1)
    with pytest.raises(ContractError, match=mentions("seat 2", "several picks")):
        env.step({"seat_0": 1, "seat_1": 1, "seat_2": 0})


def test_agents_wait_for_visible_moves():
    open_bids = replace(auction.game, name="open", is_move_visible=lambda *_: True)
    assert [seat for seat, _ in pending_decisions(Position.start(open_bids, open_bids.content(), 1))] == [0]


@each(
    ("actions", "error", "complaint"),
    [
        ({"seat_0": 7, "seat_1": 1}, IllegalMove, "the action 7 is not legal for seat 0"),
        ({"seat_0": 1, "seat_1": 14}, IllegalMove, "the action 14 is not legal for seat 1"),
        ({"seat_0": 1}, OptionError, "seat_1 has to decide, but has no action"),
        ({"seat_0": 1, "seat_1": 1, "seat_2": 1}, OptionError, "there is no agent seat_2"),
    ],
)
def test_wrong_actions_are_refused_and_change_nothing(actions, error, complaint):
    env = LudusParallel(auction.game)
    env.reset(seed=1)
    before = env.position.bytes()
    with pytest.raises(error, match=complaint):
        env.step(actions)
    assert env.position.bytes() == before


def test_an_agent_that_must_wait_has_no_other_action():
    env = LudusParallel(magpies.game)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match=mentions("seat_1", "wait (40)", "0")):
        env.step({"seat_0": 0, "seat_1": 0, "seat_2": env.wait})


def test_an_illegal_action_can_end_the_game_instead():
    env = LudusParallel(magpies.game, illegal=-1)
    env.reset(seed=1)
    _, rewards, terminations, _, infos = env.step({"seat_0": 0, "seat_1": 0, "seat_2": env.wait})
    assert rewards == {"seat_0": 0, "seat_1": -1, "seat_2": 0}
    assert all(terminations.values())
    assert infos["seat_0"] == {"reason": "illegal action"}
    with pytest.raises(GameOver, match="the game is over"):
        env.step({})


def test_texts_say_what_everybody_can_do():
    env = LudusParallel(auction.game, render_mode="ansi")
    env.reset(seed=1)
    assert {agent: texts[6] for agent, texts in env.texts().items()} == {"seat_0": "bid 6", "seat_1": "bid 6"}
    assert env.render() == env.position.describe(0)
