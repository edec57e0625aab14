"""Guided first games: every guide is played through against the rules, so that none can be out of date."""

import re
from dataclasses import replace

import pytest

from ludus.bots import load_compiled_bot
from ludus.core.game_registry import load_game
from ludus.core.guide import LEARNER, STRAYED, advise_learner, guide_title, load_guide, load_run_guide
from ludus.core.position import Position
from ludus.core.random import as_int64, derive
from ludus.games.platformer.options import find_level
from ludus.util.errors import ContentError
from tests.cases import each
from tests.messages import mentions

GUIDED = ("delve", "locm", "dominion", "tribute")


class GuidedGame:
    """A guided game, played as the Studio plays it: `moves` has the number of every move."""

    def __init__(self, name):
        self.game = load_game(name)
        self.guide = load_guide(self.game)
        self.positions = [Position.start(self.game, self.game.content(**self.guide.options), self.guide.seed)]
        self.moves = []
        self.bots = [self._join(seat, player) for seat, player in enumerate(self.guide.players)]

    @property
    def position(self):
        return self.positions[-1]

    def advice(self):
        """Let the bots play until the learner is asked; return what the guide says."""
        while not self.position.end_reason and self._decider() is not None:
            self.play(self._decider().choose(self.position))
        return advise_learner(self.guide, self.positions, self.moves)

    def play(self, move):
        before, after = self.position, self.position.copy()
        after.play(move)
        self.moves.append(move)
        self.positions.append(after)
        for bot in self.bots:
            bot.watch(before, move)

    def _join(self, seat, player):
        text = self.game.bots.phase_partners.get("draft", "random") if player == LEARNER else player
        seed = as_int64(derive(self.guide.seed, "player", seat))
        return load_compiled_bot(self.game, text).join(self.position, seat, seed)

    def _decider(self):
        seat = self.position.current_player
        drafting = self.guide.drafted and self.position.phase < len(self.game.phases) - 1
        return self.bots[seat] if drafting or seat != self.guide.seat else None


@each("name", GUIDED)
def test_every_step_of_a_guide_can_be_followed_in_order(name):
    played = GuidedGame(name)
    for number, step in enumerate(played.guide.steps):
        advice = played.advice()
        assert (advice.step, advice.text, advice.strayed) == (number, step.text, False)
        played.play(advice.move)
    last = played.advice()
    assert (last.step, last.text, last.move) == (len(played.guide.steps), played.guide.closing, None)
    assert not played.position.end_reason


@each("name", GUIDED)
def test_after_straying_the_guide_says_nothing_that_did_not_happen(name):
    played = GuidedGame(name)
    first = played.advice()
    played.play(next(move for move in played.position.legal_moves if move != first.move))
    for _ in range(30):
        advice = played.advice()
        if played.position.end_reason:
            break
        assert (advice.text, advice.move, advice.strayed) == (STRAYED, None, True)
        played.play(played.position.legal_moves[-1])


def test_the_guide_goes_on_after_a_move_that_is_taken_back():
    played = GuidedGame("delve")
    advice = played.advice()
    played.play(next(move for move in played.position.legal_moves if move != advice.move))
    assert played.advice().strayed
    played.positions.pop()
    played.moves.pop()
    assert played.advice() == advice


@each("text", ["title = 3", "seed = ", 'title = "a"\nseed = 1\nplayers = ["random"]\nsteps = []\nclosing = ""'])
def test_a_file_that_is_no_guide_is_refused_by_name(text, tmp_path):
    file = tmp_path / "guide.toml"
    file.write_text(text)
    with pytest.raises(ContentError, match=r"guide\.toml"):
        load_guide(replace(load_game("delve"), guide=file))


def test_a_game_in_real_time_has_a_guide_of_places():
    game, other = load_game("platformer"), load_game("delve")
    guide = load_run_guide(game)
    assert guide.title == guide_title(game)
    assert (load_guide(game), load_run_guide(other)) == (None, None)
    assert guide_title(other) == load_guide(other).title
    assert guide_title(replace(game, guide=None)) == ""


def test_every_place_of_the_guided_run_is_one_where_a_body_can_be():
    game = load_game("platformer")
    guide = load_run_guide(game)
    level = find_level(guide.options["level"])
    solid = [[cell in "#=" for cell in row] for row in reversed(level.rows)]
    for step in guide.steps:
        left, bottom, right, top = step.place
        for x in range(left, right + 1):
            if step.stance == "ground":
                assert bottom == top
                assert (solid[bottom][x], solid[bottom - 1][x]) == (False, True), step.text
            else:
                assert solid[top][x + 1], step.text
                assert not solid[top + 1][x + 1], step.text
    assert guide.steps[-1].place[:2] == level.exits[0]
    buttons = {name for step in guide.steps for name in re.findall(r"{(\w+)}", step.text)}
    assert buttons == {"left", "right", "jump", "down"}


@each(("text", "words"), [("steps = []", "steps"), ('[[steps]]\ntext = "Go"\nplace = [1, 2]', "place")])
def test_an_invalid_guide_of_a_run_is_refused_by_name(text, words, tmp_path):
    file = tmp_path / "guide.toml"
    file.write_text(f'title = "T"\ndied = "D"\nclosing = "C"\noptions = {{}}\n{text}\n')
    with pytest.raises(ContentError, match=mentions("guide.toml", words)):
        load_run_guide(replace(load_game("platformer"), guide=file))
