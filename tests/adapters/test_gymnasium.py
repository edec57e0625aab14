"""One agent in one seat, for Gymnasium."""

import random
import warnings
from dataclasses import replace

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import ludus
from ludus.adapters.gymnasium import LudusEnv, register_envs
from ludus.core import rule
from ludus.core.game_registry import registered_game
from ludus.testing.example_games import auction, magpies, realtime_runner
from ludus.util.errors import GameOver, IllegalMove, OptionError, UnknownName
from tests.adapters.games import WITHOUT_CHANCE, every_game
from tests.cases import each
from tests.messages import mentions


def play(env, seed=None, dice=None, most=400, **options):
    """A game of random legal actions: the rewards, the observations and the last info."""
    dice = dice or random.Random(1)
    observation, info = env.reset(seed=seed, options=options)
    rewards, seen, over = [], [observation], not info["action_mask"].any()
    while not over and len(rewards) < most:
        action = dice.choice(np.flatnonzero(info["action_mask"]).tolist())
        observation, reward, over, truncated, info = env.step(action)
        assert not truncated
        rewards.append(reward)
        seen.append(observation)
    return rewards, np.array(seen), info


@every_game
def test_gymnasiums_own_checks_pass_without_a_warning(game, options):
    with registered_game(game), warnings.catch_warnings():
        register_envs()
        env = gymnasium.make(f"ludus/{game.name}-v1", options=options, illegal=-1).unwrapped
        warnings.simplefilter("error")
        check_env(env)


@every_game
def test_a_seed_fixes_this_game_and_those_after_it(game, options):
    def games(seed):
        env = LudusEnv(game, options=options)
        return [play(env, seed, most=60)[1], play(env, most=60)[1]]

    one, same, other = games(7), games(7), games(8)
    assert all(np.array_equal(a, b) for a, b in zip(one, same, strict=True))
    if game.name not in WITHOUT_CHANCE:
        assert not all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
        assert not np.array_equal(*one)


@every_game
def test_masked_actions_lead_to_the_end_and_the_payoff(game, options):
    env = LudusEnv(game, options=options)
    for seed in range(3):
        rewards, _, info = play(env, seed, most=10_000)
        result = env.position.result
        assert sum(rewards) == rewards[-1] == result.payoffs[env.seat]
        assert (info["reason"], info["shares"], info["points"]) == (result.reason, result.payoffs, result.scores)
        assert not info["action_mask"].any()
        assert env.texts() == {}


def test_an_installed_game_is_an_environment_by_its_name():
    env = gymnasium.make("ludus.adapters.gymnasium:ludus/locm-v1", options={"setup": "dealt"}, seat=1)
    _, info = env.reset(seed=1)
    assert info["seat"] == env.unwrapped.position.current_player == 1
    assert env.unwrapped.content.options.setup == "dealt"


def test_environments_can_be_run_side_by_side():
    with registered_game(auction.game):
        register_envs()
        envs = gymnasium.make_vec("ludus/auction-v1", 3, vectorization_mode="sync")
        observations, infos = envs.reset(seed=1)
        assert observations.shape[0] == len(infos["action_mask"]) == 3
        envs.step(np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]]))


def test_the_option_deal_gives_the_game_that_start_gives():
    env = LudusEnv("locm", seat=0, options={"setup": "dealt"})
    env.reset(options={"deal": 77})
    assert env.position.bytes() == ludus.new_game("locm", seed=77, setup="dealt").bytes()


def test_the_agent_gets_every_seat_unless_it_asks_for_one():
    env = LudusEnv(magpies.game)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(30)} == {0, 1, 2}
    assert {env.reset(options={"seat": 2})[1]["seat"] for _ in range(5)} == {2}
    assert {LudusEnv(magpies.game, seat=1).reset(seed=seed)[1]["seat"] for seed in range(5)} == {1}


def test_a_step_goes_on_to_the_agents_next_decision():
    env = LudusEnv(magpies.game)
    for seed in range(5):
        _, info = env.reset(seed=seed)
        while info["action_mask"].any():
            assert env.position.current_player == env.seat
            assert np.flatnonzero(info["action_mask"]).tolist() == sorted(env.position.legal_moves)
            assert info["action_mask"].tolist() == env.action_masks().tolist()
            *_, info = env.step(np.flatnonzero(info["action_mask"])[0])


def test_an_illegal_action_raises_and_changes_nothing():
    env = LudusEnv(auction.game, seat=0)
    env.reset(seed=1)
    before = env.position.bytes()
    with pytest.raises(IllegalMove, match=mentions("action 7", "seat 0", "1", "bid 1", "2")):
        env.step(7)
    with pytest.raises(OptionError, match="an action is a whole number, not None"):
        env.step(None)
    assert env.position.bytes() == before
    env.step(6)


def test_an_illegal_action_can_cost_the_game_instead():
    env = LudusEnv(auction.game, illegal=-2.5)
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated, info["reason"]) == (-2.5, True, "illegal action")
    assert not info["action_mask"].any()
    with pytest.raises(GameOver, match=r"call reset\(\)"):
        env.step(1)


def test_steps_need_a_game_that_goes_on():
    env = LudusEnv(auction.game)
    with pytest.raises(GameOver, match="no game has begun"):
        env.step(1)
    play(env, 1)
    with pytest.raises(GameOver, match="the game is over"):
        env.step(1)


def test_points_are_paid_as_they_come():
    env = LudusEnv(realtime_runner.game, reward="points")
    rewards, _, info = play(env, 3, most=10_000)
    assert sum(rewards) == info["points"][0]
    assert sum(reward != 0 for reward in rewards) > 10


def test_a_function_may_pay():
    env = LudusEnv(
        auction.game, seat=1, reward=lambda position, seat: position.scores[seat] - position.scores[1 - seat]
    )
    rewards, _, info = play(env, 3)
    assert rewards[-1] == info["points"][1] - info["points"][0]


@rule
def mostly_over(data, state, seed):
    auction.start(data, state, seed)
    if seed & 3 != 0:
        state.reason = auction.ALL_SOLD


@rule
def always_over(data, state, seed):
    state.reason = auction.ALL_SOLD


def with_start(start):
    return replace(auction.game, name=start.__name__, rules=replace(auction.game.rules, start=start))


def test_games_that_end_before_the_agent_decides_are_no_episodes():
    env = LudusEnv(with_start(mostly_over))
    for seed in range(10):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].any()
        assert env.position.seed & 3 == 0
    with pytest.raises(GameOver, match=mentions("100 games", "seat 0")):
        env.reset(options={"deal": 1, "seat": 0})
    with pytest.raises(GameOver, match="100 games ended"):
        LudusEnv(with_start(always_over)).reset(seed=1)


class Parrot:
    """A player that takes the first legal move and remembers all that it heard."""

    name, reproducible = "parrot", True

    def __init__(self):
        self.sat, self.ends, self.heard, self.left = [], [], [], 0

    def join(self, position, seat, seed):
        self.sat.append((seat, seed))
        parrot, log = self, ""

        class Perch:
            def choose(self, position):
                return position.legal_moves[0]

            def watch(self, position, move):
                parrot.heard.append((seat, move))

            def end(self, result):
                parrot.ends.append((seat, result))

        Perch.log = log
        return Perch()

    def close(self):
        self.left += 1


def test_opponents_hear_of_every_move_and_once_of_the_end():
    parrot = Parrot()
    env = LudusEnv(magpies.game, opponents=parrot, seat=1)
    play(env, 1)
    moves = [event.move for event in env.position.history]
    assert sorted(seat for seat, _ in parrot.sat) == [0, 2]
    assert len({seed for _, seed in parrot.sat}) == 2
    assert [move for seat, move in parrot.heard if seat == 0] == moves
    assert [move for seat, move in parrot.heard if seat == 2] == moves
    assert parrot.ends == [(2, env.position.result), (0, env.position.result)]
    env.close()
    assert parrot.left == 2  # one for each seat it was asked to
    assert len(parrot.ends) == 2


def test_opponents_hear_of_a_game_that_is_broken_off():
    parrot = Parrot()
    env = LudusEnv(auction.game, opponents=[parrot], seat=0)
    env.reset(seed=1)
    env.step(6)
    env.reset()
    assert parrot.ends == [(1, None)]
    env.close()
    assert parrot.ends == [(1, None), (1, None)]


def test_opponents_sit_in_the_order_after_the_agent():
    one, other = Parrot(), Parrot()
    LudusEnv(magpies.game, opponents=[one, other], seat=2).reset(seed=1)
    assert ([seat for seat, _ in one.sat], [seat for seat, _ in other.sat]) == ([0], [1])


@each("mode", ["ansi", "svg"])
def test_the_agent_is_shown_what_its_seat_sees(mode):
    env = LudusEnv(auction.game, seat=1, render_mode=mode)
    env.reset(seed=1)
    shown = env.render()
    assert shown == (env.position.describe(1) if mode == "ansi" else env.position.svg(1))
    assert "bid ?" in shown


def test_a_game_without_a_description_shows_its_view():
    env = LudusEnv(magpies.game, render_mode="ansi")
    env.reset(seed=1)
    assert '"undealt": 10' in env.render()


@each(
    ("wish", "error", "complaint"),
    [
        ({"seat": 3}, OptionError, "seat: … 'random' … 0 … 2 … 3"),
        ({"seat": "first"}, OptionError, "seat: 'random' or a seat"),
        ({"opponents": ["random"]}, OptionError, "magpies has 2 other seats here, not 1"),
        ({"opponents": "randm"}, UnknownName, "did you mean 'random'"),
        ({"reward": "money"}, OptionError, "reward: 'share', 'points' or a function"),
        ({"illegal": "lose"}, OptionError, "illegal: … 'raise'"),
        ({"render_mode": "human"}, OptionError, "render_mode: … magpies … ansi … None … 'human'"),
        ({"options": {"seats": 9}}, OptionError, "option seats: … 4"),
    ],
)
def test_invalid_arguments_of_the_environment_are_refused(wish, error, complaint):
    with pytest.raises(error, match=mentions(complaint)):
        LudusEnv(magpies.game, **wish)


@each(
    ("options", "complaint"),
    [
        ({"deel": 1}, "reset: … deel … deal and seat"),
        ({"deal": "x"}, "deal: … 'x'"),
        ({"seat": 7}, "seat: … 'random' … 0 … 1 … 7"),
    ],
)
def test_invalid_options_of_a_reset_are_refused(options, complaint):
    with pytest.raises(OptionError, match=mentions(complaint)):
        LudusEnv(auction.game).reset(options=options)
