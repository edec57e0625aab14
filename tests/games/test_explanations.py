"""Why a move is not possible, for somebody who clicks: in words, without notation."""

import random
import re
from contextlib import suppress

from ludus.core.game_registry import load_game
from ludus.core.position import Position
from ludus.util.errors import NotationError
from tests.cases import each

CARD_GAMES = ("locm", "dominion", "tribute", "delve")
NOTATION = re.compile(r"\b[A-Z]{2,}\b|#|(?<!\w)-1\b|^\d|\(\d+\) first")


def explanations(name, moves=400):
    """Explanations of moves that were legal before and are not legal any more, in a random game."""
    game, dice = load_game(name), random.Random(3)
    position = Position.start(game, game.content(), 5)
    seen = []
    for _ in range(moves):
        if position.end_reason:
            break
        texts = position.legal_move_texts()
        for text in dice.sample(seen, min(len(seen), 4)):
            if text not in texts:
                with suppress(NotationError):  # the card has left the game, so nobody can click it
                    yield text, game.notation.explain_in_words(position.content, position.state, text)
        seen.extend(text for text in texts if text not in seen)
        position.play(dice.choice(position.legal_moves))


@each("name", CARD_GAMES)
def test_explanations_in_words_have_no_notation(name):
    told = [words for text, words in explanations(name) if words]
    assert len(set(told)) > 5
    assert [words for words in told if NOTATION.search(words)] == []


def test_a_hand_card_in_the_buy_phase_of_dominion_says_what_can_be_done_instead():
    game = load_game("dominion")
    position = Position.start(game, game.content(kingdom="first-game"), 3)
    words = game.notation.explain_in_words(position.content, position.state, "PLAY Estate")
    assert words == "Estate cannot be played now: you may buy a card, or end the turn"
    assert "STOP, BUY" in game.notation.explain_illegal(position.content, position.state, "PLAY Estate")


def test_a_guard_is_named_without_its_number_in_words():
    game = load_game("locm")
    for seed in range(40):
        position, dice = Position.start(game, game.content(), seed), random.Random(seed)
        while not position.end_reason:
            for text in [f"ATTACK {creature.id} -1" for creature in own_board(position)]:
                typed = game.notation.explain_illegal(position.content, position.state, text)
                if "guarded" in typed:
                    words = game.notation.explain_in_words(position.content, position.state, text)
                    assert words == re.sub(r" \(\d+\)", "", typed) != typed
                    return
            position.play(dice.choice(position.legal_moves))
    raise AssertionError("no lane was guarded")


def own_board(position):
    player = position.state.players[position.state.mover]
    return [player.board[k] for k in range(player.board_count)] if position.phase == 1 else []
