"""Positions and moves in words: everything a player needs, nothing that a seat may not know."""

from ludus.core.position import Position
from ludus.games.locm import game
from ludus.games.locm.describe import describe, describe_move
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.notation import read_move, write_move
from ludus.games.locm.options import Options
from ludus.games.locm.state import State
from tests.cases import each

from .positions import WAYS, apply, battle, begin, card, copy, legal_moves, wander

KNOWN = {way: [(c, copy(a)) for c, a in wander(way, 5)] for way in WAYS}  # some positions of every kind
POSITIONS = [here for positions in KNOWN.values() for here in positions[:: max(len(positions) // 12, 1)]]


def phrases(here):
    """What each legal move does, by its notation."""
    content, state = here.content, here.state
    return {
        write_move(content, state, move): describe_move(content, state, move) for move in legal_moves(content, state)
    }


def test_every_position_can_be_described_for_each_seat():
    for content, array in POSITIONS:
        state = State.over(array)
        for seat in (None, 0, 1):
            lines = describe(content, state, seat).splitlines()
            assert lines[0].startswith(f"LOCM {content.options.version}, ")
            assert all(line == line.rstrip() for line in lines)


def test_a_description_shows_only_the_hand_of_its_seat_and_its_side_below():
    here = battle(hand="7 151", mine="2/2 GW, 3/3 new", theirs="3/1 lane1", their_hand=2, mana=5)
    assert describe(here.content, here.state, 0).splitlines() == [
        "LOCM 1.2, turn 6: player 1 to move",
        "player 2: health 30, mana 5/5, rune at 25, deck 20, hand 2, next draw 1",
        "  lane 0  -",
        "  lane 1 202 Beavrat 3/1",
        "player 1 (you): health 30, mana 5/5, rune at 25, deck 20, hand 2, next draw 1",
        "  lane 0 201 Beavrat 2/2 Guard Ward ready",
        "         203 Beavrat 3/3",
        "  lane 1  -",
        "  hand    1 Rootkin Sapling (2) creature 2/2, Ward",
        "          3 Decimate        (5) red item +0/-99, removes all keywords",
    ]
    assert "Decimate" not in describe(here.content, here.state, 1)
    assert describe(here.content, here.state).count("  hand ") == 2


def test_a_draft_is_described_without_the_picks_of_the_other():
    content, array = begin(Options(), 2)
    state = State.over(array)
    for text in ("PICK 1", "PICK 0", "PICK 1"):
        apply(GameData.over(content.data), state, read_move(content, state, text))
    assert "player 1 (you): 2 of 30 cards (creatures " in describe(content, state, 0)
    assert "player 1" not in describe(content, state, 1)
    assert describe(content, state, 1).splitlines()[0] == "LOCM 1.2, draft, pick 2 of 30: player 2 to move"
    assert "player 2: 1 of 30 cards" in describe(content, state)


def test_picks_are_listed_by_cost_and_equal_ones_counted():
    content, array = begin(Options(version="1.5"), 2)
    state = State.over(array)
    for text in ("CHOOSE 119", "CHOOSE 2", "CHOOSE 0", "CHOOSE 2"):
        apply(GameData.over(content.data), state, read_move(content, state, text))
    first, *rest = describe(content, state, 0).splitlines()[2:]
    assert first.split(maxsplit=1)[1] == "card 0, 2 card 2"
    assert rest[-1].split(maxsplit=1)[1] == "card 119"


def test_a_card_is_described_with_all_it_does():
    here = battle("1.5", cards=[card("red", 3, "-1/-2", "GW", my=1, opp=-2, draw=1, area="both")], hand="0")
    text = "(3) red item -1/-2, removes Guard Ward, you +1 health, opponent -2 health, draw 1, every creature in both"
    assert f"0 card 0 {text} lanes" in describe(here.content, here.state)


def test_moves_of_a_battle_are_described_with_names_and_targets():
    here = battle(hand="1 151 153", mine="2/2", theirs="2/3", mana=9)
    assert phrases(here) == {
        "PASS": "end the turn",
        "SUMMON 1 0": "Slimer (1) comes into lane 0",
        "SUMMON 1 1": "Slimer (1) comes into lane 1",
        "USE 3 202": "Decimate (5) on Beavrat 2/3",
        "USE 5 -1": "Healing Potion (2) on player 2",
        "USE 5 202": "Healing Potion (2) on Beavrat 2/3",
        "ATTACK 201 -1": "Beavrat 2/2 attacks player 2",
        "ATTACK 201 202": "Beavrat 2/2 attacks Beavrat 2/3",
    }
    assert phrases(battle("1.0", hand="1"))["SUMMON 1"] == "Slimer (1) comes onto the board"
    assert phrases(battle(hand="136", mine="2/2"))["USE 1 201"].endswith(" on Beavrat 2/2")


def test_moves_before_the_battle_are_described_by_card():
    content, array = begin(Options(), 2)
    state = State.over(array)
    names = [content.labels.name(state.offers[0, k]) for k in range(3)]
    assert [describe_move(content, state, move) for move in legal_moves(content, state)] == names
    content, array = begin(Options(version="1.5"), 2)
    words = [describe_move(content, State.over(array), move) for move in legal_moves(content, State.over(array))]
    assert "fill up the deck with the first cards" in words
    assert sum(word.startswith("card ") for word in words) == 120


@each("way", [{}, {"version": "1.5"}, {"version": "1.0", "setup": "dealt"}])
def test_the_description_of_a_move_does_not_depend_on_hidden_cards(way):
    position = Position.start(game, game.content(**way), 3, compiled=False)
    for k in range(100):
        moves = position.legal_moves
        if not moves:
            break
        redeal = position.resample(position.current_player, 7)
        for move in moves:
            text = game.rendering.describe_move(position.content, position.state, move)
            assert text == game.rendering.describe_move(redeal.content, redeal.state, move)
        position.play(moves[k % len(moves)])
