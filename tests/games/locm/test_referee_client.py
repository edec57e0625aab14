"""Positions rebuilt from the text protocol, and bots of ours that live on texts alone."""

import pytest

import ludus
from ludus.arena.episode import play_episode
from ludus.bots import load_bot
from ludus.core.position import Position
from ludus.games.locm.protocol_server import Referee
from ludus.games.locm.referee_client import LocmProtocolClient
from ludus.games.locm.state import TOUCHED
from ludus.util.errors import NotationError
from tests.cases import each

GAME = ludus.load_game("locm")
VERSIONS = ["1.0", "1.2", "1.5"]


class Texter:
    """A player that sees nothing but texts."""

    def __init__(self, bot, content, seed):
        self.interpreter, self.player, self.seed, self.sitting = LocmProtocolClient(GAME, content), bot, seed, None

    def answer(self, text):
        position = self.interpreter.read(iter(text.splitlines()))
        if self.sitting is None:
            self.sitting = self.player.join(position, self.interpreter.seat, self.seed)
        moves, walk = [], position.copy()
        while not walk.end_reason and walk.current_player == self.interpreter.seat:
            moves.append(self.sitting.choose(walk))
            walk.play(moves[-1])
        return position, self.interpreter.write(position, moves)


def by_texts(version, bots, seed, look=lambda referee, position: None):
    """A game in which both players get texts and answer with texts."""
    content = GAME.content(version=version)
    referee = Referee(Position.start(GAME, content, seed))
    texters = [Texter(load_bot(GAME, bot), GAME.content(version=version), 11 + k) for k, bot in enumerate(bots)]
    while not referee.over:
        position, line = texters[referee.seat].answer(referee.input())
        look(referee, position)
        referee.reply(line)
    return referee.position


@each("version", VERSIONS)
def test_a_bot_plays_by_texts_as_it_plays_by_states(version):
    for seed in range(5):
        direct = Position.start(GAME, GAME.content(version=version), seed)
        play_episode(direct, [load_bot(GAME, "random") for _ in range(2)], [11, 12])
        replayed = by_texts(version, ["random", "random"], seed)
        assert [event.text for event in replayed.history] == [event.text for event in direct.history]


@each("version", VERSIONS)
def test_a_redeal_of_what_the_texts_tell_is_a_redeal_of_the_truth(version):
    compared = 0

    def look(referee, position):
        nonlocal compared
        truth, seat = referee.position, referee.seat
        if version == "1.5" and truth.state.phase != 2:
            return  # the texts of the construct phase do not tell the seat
        one, other = (dealt.resample(seat, 77) for dealt in (truth, position))
        for dealt in (one, other):
            for k in range(2):
                dealt.state.players[k].lost = 0
                for creature in (dealt.state.players[k].board[j] for j in range(6)):
                    creature.status &= ~TOUCHED
        assert repr(one.state) == repr(other.state)
        compared += 1

    for seed in range(4):
        by_texts(version, ["random", "random"], seed, look)
    assert compared > 60


def test_a_text_that_breaks_off_is_an_error_in_words():
    text = Referee(Position.start(GAME, GAME.content(), 1)).input()
    with pytest.raises(NotationError, match="ends in the middle"):
        LocmProtocolClient(GAME, GAME.content()).read(iter(text.splitlines()[:-1]))
    with pytest.raises(NotationError, match="expected numbers"):
        LocmProtocolClient(GAME, GAME.content()).read(iter(["hello"]))
    assert LocmProtocolClient(GAME, GAME.content()).read(iter([])) is None
