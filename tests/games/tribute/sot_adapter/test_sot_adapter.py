"""Bots written for scripts-of-tribute run unchanged on our engine, see what they would see, and simulate fairly."""

import json
import re
import sys
from enum import Enum
from pathlib import Path

import pytest

from ludus.arena.episode import play_episode
from ludus.bots import FAULTS as ALL_FAULTS
from ludus.bots import load_bot
from ludus.bots.external import Limits
from ludus.bots.python import InProcessBot, SubprocessBot, read_bot_file
from ludus.bots.python.bot_factories import ForkServerClient
from ludus.core.game_registry import load_game
from ludus.core.position import Position
from ludus.games.tribute.card_text import display_name
from ludus.games.tribute.sot_adapter import third_party_api
from ludus.games.tribute.sot_adapter.game_states import SotBoard, SotBoardStore
from ludus.games.tribute.sot_adapter.move_conversion import possible_moves, to_own_moves
from ludus.games.tribute.sot_adapter.vocabulary import FAULTS, SotVocabulary, end_state
from ludus.games.tribute.sot_api.enums import MoveEnum, PatronId
from ludus.games.tribute.sot_api.move import BasicMove, MakeChoiceMoveUniqueCard, SimpleCardMove
from ludus.games.tribute.sot_states_and_moves import count_legal
from tests.messages import missing

GAME = load_game("tribute")
FILE = str(Path(__file__).with_name("bots.py"))


@pytest.fixture(scope="module")
def host():
    client = ForkServerClient(GAME, read_bot_file(FILE, "Chance"))
    yield client
    client.stop()


@pytest.fixture
def seat(host):
    """A function that starts a bot of the file in its own process."""

    def make(name, options=None, **limits):
        player = SubprocessBot(GAME, read_bot_file(FILE, name, options), Limits(**limits))
        player._host = host
        return player

    return make


def play(one, other="random", seed=1, **options):
    players = [load_bot(GAME, bot) if isinstance(bot, str) else bot for bot in (one, other)]
    return play_episode(Position.start(GAME, GAME.content(**options), seed), players, [3, 4])


def walk(seed, moves=2000, **options):
    """Positions of a random game."""
    from random import Random

    position, dice = Position.start(GAME, GAME.content(patrons="random", **options), seed), Random(seed)
    for _ in range(moves):
        if position.end_reason:
            return
        yield position
        position.play(dice.choice(position.legal_moves))


# Playing


@pytest.mark.parametrize("name", ["Chance", "Greedy", "Converts", "Rebuilds", "OldEnd"])
def test_a_bot_plays_whole_games_by_the_rules(seat, name):
    for seed in (1, 2):
        course = play(seat(name), seed=seed)
        assert course.reason in GAME.end_reasons, course.fault


def test_a_bot_that_simulates_beats_chance(seat):
    assert sum(play(seat("Greedy"), seed=seed).payoffs[0] for seed in range(4)) >= 3


def test_what_a_bot_receives_is_consistent_and_it_is_notified_of_the_end(seat):
    course = play("random", seat("Looks"), seed=3, turn_limit=60)
    assert course.culprit is None, course.logs[1][-800:]
    winner, reason = re.search(r"out: over: (\w+) (\w+)", course.logs[1]).groups()
    assert reason == course.reason.upper().replace(" ", "_").replace("FAVOUR", "FAVOR").replace(
        "LIMIT", "LIMIT_EXCEEDED"
    )
    by_payoffs = {(1.0, 0.0): "PLAYER1", (0.0, 1.0): "PLAYER2", (0.5, 0.5): "NO_PLAYER_SELECTED"}
    assert winner == by_payoffs[course.payoffs]
    assert "out: actions: True END_TURN" in course.logs[1]
    assert "out:   current_player: Player" in course.logs[1]  # debug_print


def test_the_end_by_a_rivals_fault_is_reported_to_the_bot(seat):
    course = play(seat("Looks"), seat("Raises"))
    assert "out: over: PLAYER1 BOT_EXCEPTION" in course.logs[0]


def test_options_and_a_name_are_given_to_the_constructor(seat):
    assert "out: made: Options 3 bold\n" in play(seat("Options", {"depth": "3"})).logs[0]


def test_in_our_own_process_a_bot_plays_as_well():
    course = play(InProcessBot(GAME, read_bot_file(FILE, "Rebuilds")))
    assert course.reason in GAME.end_reasons, course.fault


def test_the_package_is_known_in_the_process_of_the_bot_alone(monkeypatch):
    names = [name for name in third_party_api.modules if name in sys.modules]
    for name in names:  # another test may have loaded a bot in this process
        monkeypatch.delitem(sys.modules, name)
    player = SubprocessBot(GAME, read_bot_file(FILE, "Chance"))
    assert play(player).culprit is None
    player.close()
    assert not any(name in sys.modules for name in third_party_api.modules)


# Faults

MISDEEDS = {
    "Raises": ({}, "crashed", r"ZeroDivisionError: boom \(bots.py, line \d+\)"),
    "RaisesEarly": ({}, "crashed", "ValueError: not today"),
    "NeedsMore": ({}, "could not start", "missing 1 required positional argument: 'network'"),
    "NotABot": ({}, "could not start", "not a class derived from ludus.Bot or scripts_of_tribute.base_ai.BaseAI"),
    "Vanishes": ({}, "crashed", "ended with code 3"),
    "Hangs": ({"turn": 0.5}, "timeout", r"no reply within the 0\.5 s of its turn$"),
    "HangsInTheDraft": ({"reply": 0.5}, "timeout", r"no reply within 0\.5 s$"),
    "Dawdles": ({"turn": 0.7}, "timeout", r"no reply within the 0\.7 s of its turn$"),
    "Floods": ({}, "too much output", "beside the replies"),
    "Nothing": ({}, "unreadable reply", r": play\(\) returned None, which is no move; return one of possible_moves$"),
    "Text": ({}, "unreadable reply", r": play\(\) returned 'END', which is no move; return one of"),
    "HalfAMove": ({}, "illegal move", "returned PLAY_CARD"),
    "Illegal": ({}, "illegal move", r"BUY \w+#\d+ is not legal here; legal are PLAY .*, END$"),
    "NoSuchCard": ({}, "illegal move", r"is not legal here; legal are PLAY .*, END$"),
    "TooMany": ({}, "illegal move", r"MAKE_CHOICE \[.*\], which is \d+ cards; legal are (0 to )?\d of \w+#\d+"),
    "TooFew": ({}, "illegal move", r"MAKE_CHOICE \[.*\], which is (no|\d) cards?; legal are \d of \w+#\d+"),
    "Twice": ({}, "illegal move", r"MAKE_CHOICE \[(\d+), \1\], which is the same card twice; legal are 0 to \d of"),
    "NotOffered": ({}, "illegal move", r"MAKE_CHOICE \[\d+\], which is a card that is not on offer; legal are"),
    "WrongPatron": ({}, "illegal move", "DRAFT treasury is not legal here; legal are DRAFT [a-z_]+, DRAFT"),
    "NoPatron": ({}, "unreadable reply", r": select_patron\(\) returned 'PELIN', which is no PatronId; return one of"),
}


TWO_QUESTIONS = """
tribute = 1
waiting = [{ effect = "destroy 1" }]
[patrons]
red_eagle = "none"
treasury = "none"
[p1]
hand = ["3 gold"]
draw = ["10 gold"]
[p2]
draw = ["10 gold"]
[choice]
kind = "destroy"
least = 0
most = 1
"""


@pytest.mark.parametrize("name", MISDEEDS)
def test_a_misbehaving_bot_loses_its_game_with_the_reason_and_the_rival_wins(seat, name):
    limits, reason, what = MISDEEDS[name]
    course = play("random", seat(name, **limits))
    assert (course.reason, course.culprit, course.payoffs) == (reason, 1, (1.0, 0.0))
    assert re.search(what, course.fault), course.fault


def test_a_card_too_many_does_not_answer_the_next_question(seat):
    position = Position.read(GAME, GAME.content(), TWO_QUESTIONS)
    course = play_episode(position, [seat("TooMany"), load_bot(GAME, "random")], [3, 4])
    assert (course.reason, course.culprit, position.history) == ("illegal move", 0, [])
    assert not missing(course.fault, "2 cards", "0 to 1", "gold#0, gold#1, gold#2")


def test_wrong_cards_of_a_choice_cannot_be_tried_either():
    position = Position.read(GAME, GAME.content(), TWO_QUESTIONS)
    state = SotBoardStore(SotVocabulary(position.content)).visible_state(SotBoard(position, []))
    for cards in ([0, 1], [0, 0], [3], [300], [-1]):
        with pytest.raises(ValueError, match="not possible in this state"):
            state.apply_move(MakeChoiceMoveUniqueCard(0, MoveEnum.MAKE_CHOICE, cards), 1)
    for cards in ([], [2]):
        state.apply_move(MakeChoiceMoveUniqueCard(0, MoveEnum.MAKE_CHOICE, cards), 1)


def test_every_reason_has_a_name_there():
    names = {end_state(reason, (1.0, 0.0), False).reason for reason in (*GAME.end_reasons[1:], *ALL_FAULTS)}
    assert {"PRESTIGE_OVER_40_NOT_MATCHED", "PRESTIGE_OVER_80", "PATRON_FAVOR", "TURN_LIMIT_EXCEEDED"} < names
    assert {"INCORRECT_MOVE", "TURN_TIMEOUT", "BOT_EXCEPTION", "PREPARE_TIME_EXCEEDED"} < names
    assert end_state("timeout", (0.0, 1.0), True).reason == "PATRON_SELECTION_TIMEOUT"
    assert set(FAULTS) <= {*GAME.end_reasons, *ALL_FAULTS}


# Vocabulary


def test_the_moves_are_as_many_as_the_reference_engine_lists_and_each_can_be_made():
    choices = 0
    for position in walk(5):
        board = SotBoard(position, [])
        boards = SotBoardStore(SotVocabulary(position.content))
        if board.state.picked:
            continue  # a started choice is never presented
        moves = possible_moves(position, board.state, boards.words)
        assert len(moves) == count_legal(position)
        choices += board.state.asked != 0
        for move in moves[:40]:
            after, more = boards.apply(board, move, 3)
            assert (after.end_game_state is None) == bool(more)
    assert choices > 20


def test_cards_have_the_names_that_are_printed_on_them():
    known = {
        "clanwitch": "Clan-Witch",
        "saints_wrath": "Saint's Wrath",
        "toll_of_flesh": "Toll of Flesh",
        "the_armory": "The Armory",
        "gold": "Gold",
    }
    assert {key: display_name(key) for key in known} == known


def test_the_text_of_a_card_has_all_its_effects():
    content = GAME.content()
    words, keys = SotVocabulary(content), content.labels.cards
    card = words.card(9, keys.index("shehai_summoning"))
    assert (card.name, card.deck, card.cost, card.hp, card.unique_id) == ("Shehai Summoning", PatronId.ANSEI, 5, -1, 9)
    assert card.effects == ["RETURN_TOP 2 OR ACQUIRE_TAVERN 5", "RETURN_TOP 1", "", ""]


# Fair simulation


def test_a_tried_move_depends_on_the_seed_and_on_what_is_seen_alone():
    for k, position in enumerate(walk(9, 300)):
        if k % 10 or position.state.picked:
            continue
        boards, states = SotBoardStore(SotVocabulary(position.content)), []
        for other in range(3):  # three positions that differ only in hidden information
            board = SotBoard(position.resample(position.current_player, other), [])
            moves = possible_moves(board.position, board.state, boards.words)
            after, more = boards.apply(board, moves[-1], 77)
            states.append(json.dumps([plain(after.current_player), plain(after.enemy_player), list(map(repr, more))]))
        assert states[0] == states[1] == states[2]


def test_what_a_bot_sees_does_not_depend_on_hidden_cards():
    for k, position in enumerate(walk(11, 300)):
        if k % 10 or position.state.picked:
            continue
        boards = SotBoardStore(SotVocabulary(position.content))
        states = [
            boards.visible_state(SotBoard(position.resample(position.current_player, other), [])) for other in range(3)
        ]
        facts = [[plain(s.current_player), plain(s.enemy_player), plain(s.tavern_cards)] for s in states]
        assert facts[0] == facts[1] == facts[2]


def test_without_a_seed_a_true_state_is_dealt_by_chance_and_a_tried_one_goes_on_as_it_is():
    position = next(walk(2))
    boards = SotBoardStore(SotVocabulary(position.content))
    board = SotBoard(position, [])
    end = BasicMove(0, MoveEnum.END_TURN)
    hands = {tuple(c.unique_id for c in boards.apply(board, end, None)[0].current_player.hand) for _ in range(8)}
    assert len(hands) > 1
    tried, _ = boards.apply(board, end, 5)
    once, again = (tried.apply_move(end)[0].current_player.hand for _ in range(2))
    assert [card.unique_id for card in once] == [card.unique_id for card in again]


def test_what_is_no_move_there_cannot_be_tried():
    position = next(walk(2))
    boards = SotBoardStore(SotVocabulary(position.content))
    state = boards.visible_state(SotBoard(position, []))
    for move, words in (
        (None, "None is no move"),
        (SimpleCardMove(0, MoveEnum.ATTACK, 3), "not possible in this state"),
    ):
        with pytest.raises(ValueError, match=words):
            state.apply_move(move)


def test_states_are_forgotten_with_the_bots_that_keep_them():
    position = next(walk(2))
    boards = SotBoardStore(SotVocabulary(position.content))
    state = boards.visible_state(SotBoard(position, []))
    for _ in range(50):
        state.apply_move(BasicMove(0, MoveEnum.END_TURN))
    assert len(boards._boards) == 1


def test_cards_of_a_choice_may_come_in_any_order():
    for position in walk(6):
        state = SotBoard(position, []).state
        if state.asked == 0 or state.picked or state.most < 2:
            continue
        words = SotVocabulary(position.content)
        move = possible_moves(position, state, words)[-1]
        if len(getattr(move, "cardsUniqueIds", [])) < 2:
            continue
        move.cardsUniqueIds = move.cardsUniqueIds[::-1]
        copy = position.copy()
        for number in to_own_moves(position, state, words, move):
            copy.play(number)
        return
    raise AssertionError("no choice of two cards in this game")


def plain(thing):
    """Everything in an object of the package, as plain data."""
    if isinstance(thing, list):
        return [plain(item) for item in thing]
    if isinstance(thing, Enum):
        return thing.name
    if hasattr(thing, "__dict__"):
        return {name: plain(value) for name, value in vars(thing).items()}
    return thing
