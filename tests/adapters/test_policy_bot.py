"""A policy as a player."""

import numpy as np
import pytest

from ludus.adapters.gymnasium import LudusEnv
from ludus.adapters.policy_bot import PolicyBot
from ludus.arena import Match
from ludus.arena.runner import run_match
from ludus.backends import Threads
from ludus.bots import load_bot
from ludus.bots.bot import Fault
from ludus.core.position import Position
from ludus.testing import conform_bot
from ludus.testing.example_games import auction, magpies
from tests.messages import mentions


def highest(observation, mask, dice):
    return np.flatnonzero(mask)[-1]


def any_legal(observation, mask, dice):
    return dice.choice(np.flatnonzero(mask))


def play_match(policy, threads=1):
    players = [PolicyBot(auction.game, policy), load_bot(auction.game, "random")]
    return run_match(Match(auction.game, auction.game.content(), players, seed=5), 40, Threads(threads))


def test_a_policy_plays_matches_the_same_every_time_and_on_any_number_of_threads():
    digests = {play_match(any_legal, threads).digest() for threads in (1, 1, 2)}
    assert len(digests) == 1
    assert play_match(highest).digest() not in digests


def test_its_dice_come_from_the_seed_of_the_game():
    position = Position.start(auction.game, auction.game.content(cards=13), 1)
    player = PolicyBot(auction.game, any_legal, options={"cards": 13})
    answers = [player.join(position, 0, seed).choose(position) for seed in (-3, -3, 4, 5, 6, 7)]
    assert answers[0] == answers[1]
    assert len(set(answers)) > 1


def test_it_sees_and_does_what_an_agent_in_its_seat_would():
    asked = []

    def policy(observation, mask, dice):
        asked.append((observation.tolist(), mask.tolist()))
        return np.flatnonzero(mask)[0]

    env = LudusEnv(magpies.game, seat=2)
    observation, info = env.reset(seed=1)
    move = PolicyBot(magpies.game, policy).join(env.position, 2, 1).choose(env.position)
    assert asked == [(observation.tolist(), info["action_mask"].tolist())]
    assert move == np.flatnonzero(info["action_mask"])[0]


def test_a_policy_passes_the_bot_checks():
    player = PolicyBot(magpies.game, lambda seen, mask, dice: np.flatnonzero(mask)[int(seen.sum()) % mask.sum()])
    conform_bot(
        magpies.game, lambda position: player.join(position, position.current_player, 1).choose(position), games=5
    )


def test_it_can_be_the_opponent_of_an_agent():
    env = LudusEnv(auction.game, opponents=PolicyBot(auction.game, highest), seat=1)
    env.reset(seed=1)
    env.step(1)
    assert env.position.state.last[0] == 6


def test_an_illegal_action_is_its_fault():
    player = PolicyBot(auction.game, lambda observation, mask, dice: 13)
    position = Position.start(auction.game, auction.game.content(), 1)
    with pytest.raises(Fault, match=mentions("action 13", "seat 0")):
        player.join(position, 0, 1).choose(position)
