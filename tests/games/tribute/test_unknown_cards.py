"""Simulated turns with unknown cards: what they show does not depend on hidden cards."""

import json
import random

import pytest

from ludus.bots.python.bot import Turn
from ludus.core.game_registry import load_game
from ludus.core.position import Position
from ludus.games.tribute import game, unknown_cards
from ludus.games.tribute.sot_adapter.game_states import SotBoard, SotBoardStore
from ludus.games.tribute.sot_adapter.move_conversion import possible_moves
from ludus.games.tribute.sot_adapter.vocabulary import UNKNOWN_ID, SotVocabulary
from ludus.games.tribute.unknown_cards import UnknownCards
from ludus.util.errors import IllegalMove, OptionError

from .positions import Board, random_game


def positions(seeds, options):
    for seed in seeds:
        for k, position in enumerate(random_game(options, seed)):
            if k % 11 == 5 and not position.is_over and position.state.phase:
                yield position.copy()


@pytest.mark.parametrize("options", [{"patrons": "random"}, {"patrons": "hlaalu,psijic,rajhin,red_eagle"}])
def test_a_simulated_turn_does_not_depend_on_hidden_cards(options, monkeypatch):
    dice, drawn = random.Random(4), 0
    for position in positions(range(6), options):
        seat = position.current_player
        monkeypatch.setattr(unknown_cards, "SAMPLE_SEED", 0)
        turns = [UnknownCards(position)]
        for seed in (1, 2):
            monkeypatch.setattr(unknown_cards, "SAMPLE_SEED", seed)
            turns.append(UnknownCards(position.resample(seat, seed + 7), seat))
        while not turns[0].is_over and turns[0].legal_moves:
            assert len({tuple(turn.legal_moves) for turn in turns}) == 1
            move = dice.choice(turns[0].legal_moves)
            for turn in turns:
                turn.play(move)
            assert len({json.dumps(turn.observation(), sort_keys=True) for turn in turns}) == 1
            drawn += len(turns[0].unknown)
        assert turns[0].is_over == turns[2].is_over
    assert drawn > 100


def test_a_drawn_card_is_unknown_and_cannot_be_played():
    board = Board(patrons={"duke_of_crows": "none"}, p1={"hand": ["pilfer"], "draw": ["gold#1", "gold#2", "peck"]})
    turn = UnknownCards(board.position)
    turn.play("PLAY pilfer")
    mine = turn.observation()["players"][0]
    assert mine["hand"] == [None]
    assert len(mine["unseen"]) == 3
    assert turn.legal_move_texts() == ["END"]
    with pytest.raises(IllegalMove):
        turn.play(next(move for move in turn.position.legal_moves if move not in turn.legal_moves))
    turn.play("END")
    assert (turn.is_over, turn.legal_moves) == (True, [])


def test_a_new_card_of_the_row_is_unknown_and_cannot_be_bought():
    board = Board(
        patrons={"treasury": "none"},
        p1={"coins": 20},
        tavern=["tithe", "conquest", "luxury_exports", "oathman", "plunder"],
        tavern_deck=["blackmail", "ambush"],
    )
    state = board.position.state
    state.veiled = 2
    turn = UnknownCards(board.position)
    turn.play("BUY luxury_exports")
    seen = turn.observation()
    assert seen["row"].count(None) == 1
    assert len(seen["tavern"]["unknown"]) == 2
    assert sum(text.startswith("BUY") for text in turn.legal_move_texts()) == 4


def test_a_known_card_on_top_of_the_pile_stays_known_when_it_is_drawn():
    board = Board(patrons={"duke_of_crows": "none"}, p1={"hand": ["pilfer"], "draw": ["gold#1", "peck"]})
    board.position.state.players[0].known = 1
    turn = UnknownCards(board.position)
    turn.play("PLAY pilfer")
    assert any(text.startswith("PLAY gold") for text in turn.legal_move_texts())


def test_copies_are_independent_and_other_seats_are_refused():
    position = Position.start(game, game.content(patrons="random"), 3)
    turn = UnknownCards(position)
    other = turn.copy()
    turn.play("END")
    assert not other.is_over
    with pytest.raises(IllegalMove):
        UnknownCards(position, 1 - position.current_player)
    with pytest.raises(IllegalMove):
        UnknownCards(Position.start(game, game.content(), 3))


def test_python_bots_choose_between_samples_and_unknown_cards():
    position = Position.start(game, game.content(patrons="random"), 3)
    turn = Turn(position, 0, [], random.Random(1))
    assert isinstance(turn.simulate(unknown=True), UnknownCards)
    assert isinstance(turn.simulate(), Position)
    with pytest.raises(OptionError):
        turn.simulate(5, unknown=True)
    locm = load_game("locm")
    with pytest.raises(OptionError, match="locm"):
        Turn(Position.start(locm, locm.content(), 1), 0, [], random.Random(1)).simulate(unknown=True)


def facts(state, moves):
    """What a bot of the package sees of a simulated state."""
    mine, rival = state.current_player, state.enemy_player
    zones = (mine.hand, mine.draw_pile, mine.cooldown_pile, rival.hand_and_draw, state.tavern_available_cards)
    cards = [[card.unique_id for card in zone] for zone in (*zones, state.tavern_cards)]
    return cards, mine.coins, mine.power, state.completed_actions, [repr(move) for move in moves]


def test_bots_of_the_package_simulate_with_unknown_cards():
    dice, unknown = random.Random(2), 0
    for position in positions(range(4), {"patrons": "random"}):
        boards = SotBoardStore(SotVocabulary(position.content))
        samples = [position.resample(position.current_player, seed) for seed in (1, 2)]
        states = [boards.visible_state(SotBoard(sample, [])) for sample in samples]
        if position.state.picked:
            continue
        moves = [possible_moves(sample, SotBoard(sample, []).state, boards.words) for sample in samples]
        while moves[0]:
            at = dice.randrange(len(moves[0]))
            pairs = [state.apply_move(moves[k][at], unknown=True) for k, state in enumerate(states)]
            states, moves = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
            assert facts(states[0], moves[0]) == facts(states[1], moves[1])
            unknown += sum(card.unique_id == UNKNOWN_ID for card in states[0].current_player.hand)
        with pytest.raises(ValueError, match="seed"):
            states[0].apply_move(None, 4)
    assert unknown > 20
