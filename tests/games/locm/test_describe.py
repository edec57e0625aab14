"""Positions and moves in words: everything a player needs, nothing that a seat may not know."""

from ludus.core.position import Position
from ludus.games.locm import game
from ludus.games.locm.deck_building import FILL
from ludus.games.locm.describe import describe, describe_move
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.narration import name_move
from ludus.games.locm.notation import read_move, write_move
from ludus.games.locm.options import Options
from ludus.games.locm.schema import SCHEMA
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


def names(here):
    """Each legal move in a few words, by its notation."""
    content, state, facts = here.content, here.state, SCHEMA.read_facts(here.content)
    question = SCHEMA.current_question(content, state)
    return {
        write_move(content, state, move): name_move(content, facts, SCHEMA.move_parts(content, state, move), question)
        for move in legal_moves(content, state)
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
        "  left    -",
        "  right  202 Beavrat 3/1",
        "player 1 (you): health 30, mana 5/5, rune at 25, deck 20, hand 2, next draw 1",
        "  left   201 Beavrat 2/2 Guard Ward ready",
        "         203 Beavrat 3/3",
        "  right   -",
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


def test_moves_are_named_with_cards_and_targets():
    here = battle(hand="1 151 153", mine="2/2", theirs="2/3", mana=9)
    assert names(here) == {
        "PASS": "end the turn",
        "SUMMON 1 0": "summon Slimer in the left lane",
        "SUMMON 1 1": "summon Slimer in the right lane",
        "USE 3 202": "use Decimate on Beavrat",
        "USE 5 -1": "use Healing Potion on the opponent",
        "USE 5 202": "use Healing Potion on Beavrat",
        "ATTACK 201 -1": "attack the opponent with Beavrat",
        "ATTACK 201 202": "attack Beavrat with Beavrat",
    }
    assert names(battle("1.0", hand="1"))["SUMMON 1"] == "summon Slimer"
    assert not any(phrases(here).values())


def test_cards_of_a_constructed_deck_are_described():
    content, array = begin(Options(version="1.5"), 2)
    state = State.over(array)
    words = {move: describe_move(content, state, move) for move in legal_moves(content, state)}
    assert [move for move, text in words.items() if not text] == [FILL]
    assert all(text.startswith("(") for text in words.values() if text)


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
