"""Observations, redeals and simulated moves do not change if only hidden cards change; bots cannot tamper with the
game.

Positions are changed here in their text, zone by zone, so that the tests do not depend on the redeal under test.
"""

import json
import random
from pathlib import Path

import pytest

from ludus.arena.episode import play_episode
from ludus.bots import bot_names, load_bot
from ludus.bots.external import Limits
from ludus.core.position import Position
from ludus.games.tribute import game
from tests.cases import each

from .positions import Board, random_game

WHO = ("p1", "p2")
OPTIONS = {"patrons": "random"}
BOTS = Path(__file__).with_name("tampering_bots.py")
SEARCHES = ("random", "greedy", "turn:iterations=10", "mcts:iterations=10")


def with_other_hidden_cards(position, seat, dice):
    """The same position with other cards in all places that a seat cannot see."""
    data = json.loads(position.text())
    tavern, unknown = data.get("tavern", []), data.get("unknown", len(data.get("tavern", [])))
    data["tavern"] = [*_mixed(tavern[:unknown], dice), *tavern[unknown:]]
    me, rival = data[WHO[seat]], data[WHO[1 - seat]]
    pile, known = me.get("draw", []), me.get("known", 0)
    me["draw"] = [*pile[:known], *_mixed(pile[known:], dice)]
    hand, pile, older = rival.get("hand", []), rival.get("draw", []), rival.get("older", 0)
    above, below = (pile[:older], pile[older:]) if older else (pile, [])
    cards = [*hand, *above]
    open_cards = set(data.get("shown", []))
    hidden = iter(_mixed([card for card in cards if card not in open_cards], dice))
    cards = [card if card in open_cards else next(hidden) for card in cards]
    rival["hand"], rival["draw"] = cards[: len(hand)], [*cards[len(hand) :], *_mixed(below, dice)]
    data["stream"] = f"{dice.getrandbits(48):x}"
    return Position.read(game, position.content, json.dumps(data))


def _mixed(cards, dice):
    return dice.sample(cards, len(cards))


def seen(position, seat):
    view = position.observation(seat)
    view.pop("history")
    return view


def pairs(seed, every):
    """Positions of a game, each with one that differs in what a seat cannot see."""
    dice = random.Random(seed)
    for k, position in enumerate(random_game(OPTIONS, seed)):
        if k % every == 0 and not position.end_reason:
            for seat in range(2):
                yield seat, position, with_other_hidden_cards(position, seat, dice)


def test_something_is_hidden_most_of_the_time():
    assert all(position.bytes() != other.bytes() for _, position, other in pairs(1, 20))
    differs = [hand(position, 1 - seat) != hand(other, 1 - seat) for seat, position, other in pairs(1, 20)]
    assert sum(differs) > len(differs) / 2


def hand(position, seat):
    return position.observation(seat)["players"][seat]["hand"]


@each("seed", range(3), quick=1)
def test_observations_texts_and_images_show_nothing_hidden(seed):
    for seat, position, other in pairs(seed, 15):
        assert seen(position, seat) == seen(other, seat)
        assert position.describe(seat) == other.describe(seat)
        assert position.svg(seat) == other.svg(seat)


@each("seed", range(3))
def test_redeals_and_moves_simulated_on_them_know_nothing_hidden(seed):
    for seat, position, other in pairs(seed, 15):
        one, two = position.resample(seat, 7), other.resample(seat, 7)
        assert one.bytes() == two.bytes()
        move = random.Random(seed).choice(one.moves())
        one.play(move)
        two.play(move)
        assert one.bytes() == two.bytes()


def test_moves_and_their_texts_do_not_depend_on_hidden_cards():
    for seat, position, other in pairs(4, 9):
        if position.current_player == seat:
            assert position.legal_move_texts() == other.texts()
            for move in position.legal_moves:
                descriptions = [
                    game.rendering.describe_move(one_of_two.content, one_of_two.state, move)
                    for one_of_two in (position, other)
                ]
                assert descriptions[0] == descriptions[1]


def _honest():
    cheats = {bot.name for bot in game.bots.compiled() if bot.cheats}
    return [
        *SEARCHES,
        *(name for name in bot_names(game) if name in {bot.name for bot in game.bots.compiled()} - cheats),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", _honest())
def test_no_honest_bot_decides_by_hidden_cards(name):
    player = load_bot(game, name)
    for seat, position, other in pairs(5, 60):
        if position.current_player == seat:
            answers = [player.join(one_of_two, seat, 3).choose(one_of_two) for one_of_two in (position, other)]
            assert answers[0] == answers[1]


def test_redeals_keep_known_top_cards_for_the_players_who_know_them():
    board = Board(
        patrons={"ansei": "none"},
        p1={"hand": ["scrying_globe"], "draw": ["peck", "swipe", *(f"gold#{k}" for k in range(8))]},
    ).play("play scrying_globe")
    position = board.position
    known = position.state.players[0].known
    assert known
    tops = position.observation(0)["players"][0]["pile"][:known]
    assert None not in tops
    for seed in range(20):
        assert position.resample(0, seed).observation(0)["players"][0]["pile"][:known] == tops
    assert position.observation(1)["players"][0]["pile"][:known] == [None] * known
    others = {tuple(position.resample(1, seed).observation(0)["players"][0]["pile"][:known]) for seed in range(20)}
    assert len(others) > 10


def test_the_history_of_all_moves_is_part_of_every_observation():
    *_, position = random_game({}, 8)
    history = [f"{event.seat}: {event.text}" for event in position.history]
    assert position.observation(0)["history"] == position.observation(1)["history"] == history
    assert history[0].startswith("0: DRAFT ")
    assert position.resample(0, 1).observation(0)["history"] == []


def played_game(name, seat):
    """A game against a random bot, with all moves."""
    content = game.content(patrons="random")
    bot = load_bot(game, f"{BOTS}:{name}", limits=Limits(start=60, reply=60))
    players = [bot, load_bot(game, "random")]
    position = Position.start(game, content, 21)
    try:
        episode = play_episode(position, players[::-1] if seat else players, [5, 6])
    finally:
        for player in players:
            player.close()
    assert not episode.fault
    return [event.text for event in episode.position.history], episode.payoffs


@pytest.mark.slow
@pytest.mark.parametrize("seat", range(2))
def test_a_bot_that_modifies_what_it_receives_changes_nothing(seat):
    assert played_game("Honest", seat) == played_game("Tampering", seat)
