"""Sealed Letters, the second game of the guide: secret moves, private knowledge, resampling, bot and picture."""

import random
import re
from pathlib import Path

import pytest

from ludus.arena.match_spec import Match
from ludus.arena.runner import run_match
from ludus.bots import load_bot
from ludus.core.position import Position
from ludus.testing import conform, conform_player
from ludus.testing.example_games import letter
from ludus.testing.example_games.letter import CARDS, CLERK, COPIES, GUARD, JUDGE, QUEEN, SPY, THIEF
from ludus.util.errors import IllegalMove, NotationError
from tests.cases import each, mostly_slow, sized, thorough

GUIDE = Path(__file__).parents[2] / "docs" / "add-your-own-game.md"


def dealt(*hands, drawn, letters=None):
    """The first turn of a game with these cards."""
    position = Position.start(letter.game, letter.game.content(seats=len(hands)), 1)
    for seat in range(len(hands)):
        position.play(f"seal {CARDS[letters[seat] if letters else QUEEN]}")
    state = position.state
    for seat, card in enumerate(hands):
        state.hands[seat] = card
    state.drawn = drawn
    for card in range(1, len(CARDS)):
        state.face_down[card] = COPIES[card] - [*hands, drawn].count(card)
    return position


def test_the_guide_shows_the_game_as_it_is():
    blocks = re.findall(r'^```(?:python|json) title="(letter\.\w+)"\n(.*?)^```', GUIDE.read_text("utf-8"), re.M | re.S)
    for name in ("letter.py", "letter.json"):
        shown = "\n".join(text for title, text in blocks if title == name)
        source = Path(letter.__file__).with_name(name).read_text("utf-8")
        assert [*filter(None, shown.splitlines())] == [*filter(None, source.splitlines())]


@sized
@pytest.mark.parametrize("seats", mostly_slow([4, 2], 1))
def test_every_check_holds_for_two_and_for_four_players(seats):
    conform(letter.game, games=thorough(3, 6), seed=2, options={"seats": seats})


def test_a_sealed_letter_is_a_secret_move():
    position = Position.start(letter.game, letter.game.content(), 1)
    position.play("seal thief")
    assert position.observation(0)["history"] == ["0: seal thief"]
    assert position.observation(1)["history"] == []
    assert [position.observation(seat)["players"][0]["letter"] for seat in (0, 1)] == ["thief", "?"]
    assert len({position.resample(1, seed).state.letters[0] for seed in range(60)}) == QUEEN


def test_a_spy_knows_a_card_until_its_owner_plays_it():
    position = dealt(SPY, THIEF, JUDGE, drawn=CLERK)
    position.play("play held spy")
    position.play("choose player 2")
    assert [position.observation(seat)["players"][1]["card"] for seat in range(3)] == ["thief", "thief", "?"]
    assert {position.resample(0, seed).state.hands[1] for seed in range(30)} == {THIEF}
    assert len({position.resample(2, seed).state.hands[1] for seed in range(30)}) > 2
    kept, gone = position.copy(), position.copy()
    kept.play(f"play drawn {CARDS[kept.state.drawn]}")
    gone.play("play held thief")
    assert kept.observation(0)["players"][1]["card"] == "thief"
    assert gone.observation(0)["players"][1]["card"] == "?"


def test_what_is_known_about_a_card_moves_with_it_when_it_is_swapped():
    position = dealt(THIEF, SPY, JUDGE, drawn=QUEEN)
    position.state.knows[2, 1] = 1  # player 3 knows the spy of player 2
    position.play("play held thief")
    position.play("choose player 2")
    state = position.state
    assert [*state.hands][:3] == [SPY, QUEEN, JUDGE]
    assert [[state.knows[seat, other] for other in range(3)] for seat in range(3)] == [[1, 1, 0], [1, 1, 0], [1, 0, 1]]


def test_a_wrong_guess_and_a_lost_comparison_rule_cards_out():
    guess = dealt(CLERK, JUDGE, THIEF, drawn=QUEEN)
    for move in ("play held clerk", "choose player 3", "name guard"):
        guess.play(move)
    assert guess.observation(1)["players"][2]["cannot_hold"] == ["guard"]
    assert GUARD not in {guess.resample(1, seed).state.hands[2] for seed in range(60)}
    compare = dealt(JUDGE, SPY, THIEF, drawn=JUDGE)
    for move in ("play held judge", "choose player 3"):
        compare.play(move)
    assert not compare.observation(1)["players"][0]["in"]
    assert {compare.resample(1, seed).state.hands[2] for seed in range(60)} <= {JUDGE, GUARD, THIEF, QUEEN}


@each("seats", [2, 3, 4])
def test_every_resampling_agrees_with_what_the_seat_knows(seats):
    dice, truths = random.Random(seats), 0
    for seed in range(12):
        position = Position.start(letter.game, letter.game.content(seats=seats), seed)
        while not position.is_over:
            for seat in range(seats):
                sample = position.resample(seat, dice.getrandbits(32))
                letter.validate(sample.content, sample.state)
                assert sample.game.observation(sample.content, sample.state, seat) == position.game.observation(
                    position.content, position.state, seat
                )
                truths += [*sample.state.hands] == [*position.state.hands]
            position.play(dice.choice(position.legal_moves))
    assert truths > 20, "the true deal is one of the samples"


def test_a_guarded_player_cannot_be_chosen_and_the_error_says_why():
    position = dealt(GUARD, SPY, JUDGE, drawn=QUEEN)
    position.play("play held guard")
    position.state.drawn = SPY
    position.play("play drawn spy")
    with pytest.raises(IllegalMove, match="this player is guarded"):
        position.play("choose player 1")
    assert position.legal_move_texts() == ["choose player 3"]


def test_at_the_end_a_letter_that_names_the_held_card_counts_ten_more():
    position = dealt(SPY, THIEF, drawn=GUARD, letters=[SPY, QUEEN])
    state = position.state
    for card in range(1, len(CARDS)):  # one card is left on the pile
        state.shown[1, card] += state.face_down[card] - (card == QUEEN)
        state.face_down[card] = int(card == QUEEN)
    position.play("play drawn guard")
    assert position.result.reason == "no cards left"
    assert position.result.scores == (12, 5)
    assert position.result.payoffs == (1.0, 0.0)
    assert position.observation(0)["players"][1]["card"] == "thief"


def test_a_position_with_a_number_out_of_range_or_a_card_too_many_is_refused():
    text = dealt(SPY, THIEF, drawn=GUARD).text()
    assert Position.read(letter.game, letter.game.content(seats=2), text).text() == text
    for change in (('"turn":0', '"turn":7'), ('"drawn":4', '"drawn":6'), ('"seats":2', '"seats":3')):
        assert change[0] in text
        with pytest.raises(NotationError):
            Position.read(letter.game, letter.game.content(seats=2), text.replace(*change))


def test_the_compiled_bot_uses_no_hidden_card_and_beats_random_players():
    conform_player(letter.game, "counter", games=6)
    bots = [load_bot(letter.game, name) for name in ("counter", "random", "random")]
    match = Match(letter.game, letter.game.content(), bots, 3)
    assert match.by_player(run_match(match, 600))[:, 0].mean() > 0.5


def test_the_picture_shows_the_drawn_card_to_its_owner_alone():
    position = dealt(SPY, THIEF, JUDGE, drawn=GUARD)
    assert [">guard<" in position.svg(seat) for seat in (None, 0, 1)] == [True, True, False]
