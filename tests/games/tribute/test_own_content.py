"""Games with custom cards and patrons: every valid card file is played as written, saved and read."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ludus.core.position import Position
from ludus.games.tribute import game
from ludus.games.tribute.card_file import CARD_REQUIRING_EFFECTS, parse_cards
from ludus.games.tribute.effect_grammar import AMOUNT_EFFECTS, CARD_EFFECTS, CARD_ONLY, PICKING_EFFECTS, PLAIN_EFFECTS
from ludus.games.tribute.position_validation import validate
from ludus.games.tribute.state import FREE, MAX_RESOURCE
from ludus.util.errors import ContentError
from tests.cases import each, thorough

HEAD = 'version = 1\nextends = "tribute"\n'
WORDS = [word for word in (*AMOUNT_EFFECTS, *CARD_EFFECTS, *PLAIN_EFFECTS) if word not in CARD_ONLY]
LATER = [
    word for word in WORDS if {**AMOUNT_EFFECTS, **CARD_EFFECTS, **PLAIN_EFFECTS}[word] not in CARD_REQUIRING_EFFECTS
]
BOARD = """
tribute = 1
row = ["bounty"]
[patrons]
treasury = "none"
ansei = "none"
patron = "none"
[p1]
coins = 5
hand = ["2 gold", "oathman"]
draw = ["10 gold"]
[p2]
hand = ["3 gold"]
draw = ["10 gold"]
"""


def content(tmp_path, text, **options):
    file = tmp_path / "own.toml"
    file.write_text(HEAD + text)
    return game.content(cards=str(file), **options)


def patron(call, key="patron"):
    price = ' { coins = "all" }' if "power-paid" in call else " {}"
    return f'[patrons.{key}]\nstarters = ["gold"]\nprice ={price}\ncall = "{call}"\n'


def saved_and_read(position):
    """The position, saved and read."""
    return Position.read(game, position.content, position.text())


def test_the_rival_of_who_calls_a_patron_discards_in_its_own_turn(tmp_path):
    position = Position.read(game, content(tmp_path, patron("discard 2") + bounty("coin 1")), BOARD)
    position.play("CALL patron")
    assert (position.state.asked, position.observation(0)["coming"]) == (FREE, ["discard 2"])
    assert saved_and_read(position).bytes() == position.bytes()
    position.play("END")
    assert (position.current_player, position.legal_move_texts()[0].split("#")[0]) == (1, "PICK gold")
    assert position.state.most == 2


def test_what_comes_after_a_question_of_a_patron_waits_and_can_be_saved(tmp_path):
    position = Position.read(game, content(tmp_path, patron("sell, curse bewilderment") + bounty("coin 1")), BOARD)
    position.play("CALL patron")
    for walk in (position, saved_and_read(position)):
        assert "bewilderment" in walk.text()
        walk.play("PICK oathman")
        assert [card.split("#")[0] for card in walk.observation(0)["players"][1]["cooldown"]] == ["bewilderment"]


@each(
    ("call", "said"),
    [("heal 2", "heal heals the card itself"), ("draw 1, heal 1", "the card itself"), ("call 1", "might not end")],
)
def test_what_cards_alone_can_do_is_refused_for_patrons(call, said):
    with pytest.raises(ContentError, match=rf"own\.toml, line 6, field 'patrons.patron.call'.*{said}"):
        parse_cards(HEAD + patron(call), "own.toml")


def test_a_wrong_word_of_a_patron_is_answered_with_what_patrons_can_do():
    with pytest.raises(ContentError, match="nothing that a patron can do") as error:
        parse_cards(HEAD + patron("xyz 1"), "own.toml")
    offer = str(error.value).partition("there are ")[2].split(", ")
    assert sorted(offer) == sorted(WORDS)


def phrase(word, dice):
    """A word of card files with a number or a card."""
    if word in PLAIN_EFFECTS:
        return word
    if word in CARD_EFFECTS:
        return f"{word} {dice.choice(['gold', 'bewilderment', 'oathman'])}"
    return f"{word} {dice.randrange(1, 6 if word in PICKING_EFFECTS else 9)}"


@settings(max_examples=thorough(3, 60), deadline=None)
@given(seed=st.integers(0, 1 << 40))
@example(seed=404)  # five cards of the row are replaced at once
def test_with_any_patron_effects_every_position_is_valid_saved_and_the_same_in_plain_python(seed, tmp_path_factory):
    dice = random.Random(seed)
    calls = []
    for _ in range(4):
        parts = [phrase(dice.choice(WORDS), dice), phrase(dice.choice(LATER), dice)]
        calls.append(", ".join(parts[: dice.randrange(1, 3)]))
    text = "".join(patron(call, f"p{k}") for k, call in enumerate(calls))
    own = content(tmp_path_factory.mktemp("own"), text, patrons="p0,p1,p2,p3")
    position, slow = (Position.start(game, own, seed, compiled=compiled) for compiled in (True, False))
    for step in range(250):
        if position.end_reason:
            break
        moves = position.legal_moves
        called = [move for move in moves if position.write_move(move).startswith("CALL")]
        move = dice.choice(called or moves)
        position.play(move)
        slow.play(move)
        assert position.bytes() == slow.bytes(), calls
        validate(own, position.state)
        if step % 5 == 0 or position.state.asked:
            assert saved_and_read(position).bytes() == position.bytes(), calls
            position.describe(step % 2)
            position.svg(step % 2)


# Unbounded gains


def bounty(play):
    return f'[cards.bounty]\ndeck = "treasury"\ntype = "contract action"\ncost = 1\nplay = "{play}"\ncopies = 1\n'


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(
    ("play", "field"), [("coin 60", "coins"), ("power 60", "power"), ("prestige 60", "prestige"), ("call 60", "calls")]
)
def test_gains_without_end_stop_at_a_bound_that_can_be_saved(play, field, compiled, tmp_path):
    own = content(tmp_path, bounty(play) + patron("power-per-cards 1"))
    few = "[p1]\n" if field == "coins" else f"[p1]\n{field} = {MAX_RESOURCE - 100}\n"
    text = BOARD.replace("[p1]\n", few).replace("coins = 5", f"coins = {MAX_RESOURCE - 100 if field == 'coins' else 5}")
    position = Position.from_bytes(game, own, Position.read(game, own, text).bytes(), compiled)
    got = []
    for _ in range(4):
        position.play("BUY bounty")
        got.append(getattr(position.state.players[0], field))
    assert got[-2:] == [MAX_RESOURCE] * 2
    assert got[0] < MAX_RESOURCE
    assert saved_and_read(position).bytes() == position.bytes()
    position.play("CALL patron")  # patrons give power, too
    position.play("END")  # and becomes prestige
    assert position.state.players[0].prestige <= MAX_RESOURCE
    assert saved_and_read(position).bytes() == position.bytes()
