"""Positions and moves as text: everything a player needs, nothing that a seat may not know."""

from ludus.core.position import Position
from ludus.games.dominion import game
from ludus.games.dominion import state as s
from ludus.games.dominion.describe import WIDTH, describe, describe_move
from ludus.games.dominion.notation import write_move
from tests.cases import each, sized, thorough

from .positions import Seat, legal_moves, position
from .question_positions import QUESTIONS, WAYS, question_position, redealt, some_positions


def phrases(here):
    """Description of each legal move, by its notation."""
    content, state = here.content, here.state
    return {
        write_move(content, state, move): describe_move(content, state, move) for move in legal_moves(content, state)
    }


def lines(here, seat=None):
    return describe(here.content, here.state, seat).splitlines()


def test_every_position_can_be_described_for_each_seat():
    for here in some_positions():
        for seat in (None, *range(here.data.seats)):
            text_lines = lines(here, seat)
            assert text_lines[0].startswith(f"Dominion, {here.content.options.edition} edition")
            assert all(line == line.rstrip() and len(line) <= WIDTH for line in text_lines)
            assert sum(line.startswith("player ") and ":" in line for line in text_lines) == here.data.seats


def test_a_description_tells_all_that_a_seat_needs():
    here = position(
        Seat("Militia, Moat, 3 Copper", deck="Gold, Estate", bag="2 Silver", discard="Estate", turns=4),
        Seat("5 Copper", bag="3 Estate, 2 Copper", turns=4),
        kingdom="Cellar, Market, Mine, Remodel, Smithy, Village, Woodcutter, Workshop",
        supply="0 Market, 1 Curse",
    )
    assert lines(here, 0) == [
        "Dominion, first edition: turn 5 of player 1",
        "supply     0: Copper 50, Curse 1",
        "           2: Estate 9, Cellar 10, Moat 9",
        "           3: Silver 38, Village 10, Woodcutter 10, Workshop 10",
        "           4: Militia 9, Remodel 10, Smithy 10",
        "           5: Duchy 8, Market none, Mine 10",
        "           6: Gold 29",
        "           8: Province 8",
        "trash     10 Market, 9 Curse",
        "player 2: 3 points, 4 turns taken, hand 5, deck 5, discard pile 0",
        "  owns    7 Copper, 3 Estate",
        "player 1 (you): 2 points, 4 turns taken, hand 5, deck 4, discard pile 1",
        "  owns    Militia, Moat, Gold, 2 Silver, 3 Copper, 2 Estate",
        "  hand    Militia, Moat, 3 Copper",
        "  on deck Gold, Estate",
        "  deck    2 Silver in any order",
        "  discard Estate on top",
        "  turn    1 action, 1 buy, 0 coins",
        "you are to play an Action or go on to buy",
    ]


def test_texts_do_not_show_hands_and_decks_of_others():
    here = position(Seat("Militia", deck="Gold"), Seat("Moat, 2 Estate, 2 Duchy", deck="Province"))
    here.play("PLAY Militia", "STOP")
    assert lines(here, 0)[8:10] == [
        "player 2: 14 points, 0 turns taken, hand 5, deck 1, discard pile 0",
        "  owns    Moat, Province, 2 Duchy, 2 Estate",
    ]
    assert lines(here, 0)[10].startswith("player 1 (you)")
    here.play("DISCARD Estate")
    assert lines(here, 0)[-1] == "player 2 is to discard a card from hand (Militia)"
    assert lines(here, 1)[-4:] == [
        "  hand    Moat, 2 Duchy, Estate",
        "  on deck Province",
        "  discard Estate on top",
        "you are to discard a card from hand (Militia)",
    ]


def test_known_and_hidden_cards_of_a_hand_are_distinguished():
    here = position(Seat("Witch"), Seat("Moat, 4 Copper")).play("PLAY Witch", "REVEAL Moat")
    assert "  hand    Moat, 4 hidden" in lines(here, 0)
    here = position(Seat("Witch"), Seat("Moat, 4 Copper"), Seat("Moat")).play("PLAY Witch", "REVEAL Moat")
    assert "  safe    player 2 from Witch" in lines(here, 2)


def test_a_card_that_only_its_owner_looks_at_is_hidden_from_others():
    here = question_position(s.SORT_CARD)
    assert lines(here, 0)[-1] == "you are to trash, discard or keep the Estate (Sentry)"
    assert "  aside   Estate, Gold" in lines(here, 0)
    assert lines(here, 1)[-1] == "player 1 is to trash, discard or keep a hidden card (Sentry)"
    assert "  aside   a hidden card, a hidden card" in lines(here, 1)


def test_texts_show_merchants_and_cards_in_play():
    here = position(Seat("2 Merchant, Village", bag="5 Copper"), edition="second")
    text_lines = lines(here.play("PLAY Merchant", "PLAY Village"))
    assert "  turn    2 actions, 1 buy, 0 coins, 1 coin more with a Silver" in text_lines
    assert "  in play Merchant, Village" in text_lines
    text_lines = lines(here.play("STOP"))
    assert "  turn    1 buy, 2 coins" in text_lines  # the action phase is over


@each(
    ("seats", "told"),
    [
        ((Seat("Copper", turns=9), Seat("Estate", turns=9)), "over: player 2 won with 1 point (three piles)"),
        (
            (Seat("Copper", turns=8), Seat("Copper", turns=9)),
            "over: player 1 and player 2 share the victory with 0 points (three piles)",
        ),
    ],
)
def test_the_text_of_a_finished_game_has_winners_points_and_reason(seats, told):
    here = position(*seats, supply="0 Curse, 0 Duchy, 0 Gold").play("STOP")
    assert lines(here)[0] == f"Dominion, first edition, {told}"
    assert "turn " not in "\n".join(lines(here)[2:]).replace("turns", "")


TOLD = {
    s.PLAY_ACTION: "play an Action or go on to buy",
    s.BUY_CARD: "buy a card or end the turn",
    s.DISCARD_HAND: "discard 2 cards from hand (Militia)",
    s.TRASH_HAND: "trash a card from hand (Remodel)",
    s.GAIN_CARD: "gain a card for up to 4 (Workshop)",
    s.PUT_HAND: "put a Victory card from hand on the deck (Bureaucrat)",
    s.REVEAL_CARD: "show a Reaction or not (Witch)",
    s.DOUBLE_ACTION: "choose an Action that is played twice (Throne Room)",
    s.JUDGE_CARD: "discard the Estate from their own deck or put it back (Spy)",
    s.TRASH_ASIDE: "trash a Treasure from player 2's revealed cards (Thief)",
    s.TAKE_LOOT: "gain what was trashed or leave it (Thief)",
    s.SET_ASIDE: "take the Village into hand or set it aside (Library)",
    s.MAY_DISCARD_DECK: "put the deck into the discard pile or not (Chancellor)",
    s.MAY_PLAY_CARD: "play the Village just discarded or not (Vassal)",
    s.RECALL_CARD: "put a card from the discard pile on the deck or not (Harbinger)",
    s.SORT_CARD: "trash, discard or keep the Estate (Sentry)",
    s.ORDER_CARDS: "choose the card that goes back first, below the others (Sentry)",
}


@each("question", QUESTIONS)
def test_every_question_has_a_text(question):
    here = question_position(question)
    assert lines(here)[-1] == f"player {here.player + 1} is to {TOLD[question]}"


@each(
    ("hand", "moves", "told"),
    [
        ("Chapel, 6 Copper", ("PLAY Chapel",), "trash up to 4 cards from hand (Chapel)"),
        ("Moneylender, 2 Copper", ("PLAY Moneylender",), "trash a Copper or none from hand (Moneylender)"),
        ("Mine, Copper, Silver", ("PLAY Mine",), "trash a Treasure or none from hand (Mine)"),
        ("Mine, Copper, Silver", ("PLAY Mine", "TRASH Silver"), "gain a Treasure for up to 6 into hand (Mine)"),
        ("Artisan, Gold", ("PLAY Artisan", "GAIN Duchy"), "put a card from hand on the deck (Artisan)"),
        ("Throne Room, Village", ("PLAY Throne Room",), "choose an Action that is played twice or not (Throne Room)"),
    ],
)
def test_questions_tell_how_many_of_what_and_where_to(hand, moves, told):
    here = position(Seat(hand), edition="second").play(*moves)
    assert lines(here, 0)[-1] == f"you are to {told}"


def test_ones_own_deck_is_called_yours():
    here = question_position(s.JUDGE_CARD)
    assert lines(here, 0)[-1] == "you are to discard the Estate from your deck or put it back (Spy)"
    here.play("KEEP Estate")
    assert lines(here, 1)[-1] == "player 1 is to discard the Gold from your deck or put it back (Spy)"
    assert lines(here, 0)[-1] == "you are to discard the Gold from player 2's deck or put it back (Spy)"


PHRASES = {  # empty where the name of a move says what it does
    s.PLAY_ACTION: {"STOP": "", "PLAY Village": "+1 card, +2 actions"},
    s.REVEAL_CARD: {"STOP": "", "REVEAL Moat": "the attack passes by"},
    s.TRASH_HAND: {"TRASH Copper": "costs 0, then gain up to 2", "TRASH Estate": "costs 2, then gain up to 4"},
    s.DISCARD_HAND: dict.fromkeys(("DISCARD Copper", "DISCARD Silver", "DISCARD Estate"), ""),
    s.PUT_HAND: dict.fromkeys(("PUT Estate", "PUT Duchy"), ""),
    s.DOUBLE_ACTION: {"PLAY Smithy": "twice: +3 cards", "PLAY Village": "twice: +1 card, +2 actions"},
    s.JUDGE_CARD: {"KEEP Estate": "back on player 1's deck", "DISCARD Estate": "from player 1's deck"},
    s.TRASH_ASIDE: {"TRASH Silver": "from player 2's deck", "TRASH Gold": "from player 2's deck"},
    s.TAKE_LOOT: {"STOP": "", "GAIN Gold": "out of the trash"},
    s.SET_ASIDE: {"KEEP Village": "into hand", "ASIDE Village": "discarded in the end"},
    s.MAY_DISCARD_DECK: {"STOP": "", "YES": "3 cards"},
    s.MAY_PLAY_CARD: {"STOP": "", "PLAY Village": "+1 card, +2 actions"},
    s.RECALL_CARD: {"STOP": "", "PUT Gold": "from the discard pile", "PUT Estate": "from the discard pile"},
    s.SORT_CARD: {"TRASH Estate": "", "DISCARD Estate": "", "KEEP Estate": "back on the deck"},
    s.ORDER_CARDS: dict.fromkeys(("PUT Gold", "PUT Estate"), "below the others"),
}


@each("question", PHRASES)
def test_every_move_says_what_it_does(question):
    assert phrases(question_position(question)) == PHRASES[question]


def test_available_cards_are_described_with_cost_and_text():
    here = position(Seat(), kingdom="Militia, Moat, Gardens, Market, Thief", actions=0, coins=5)
    descriptions = phrases(here)
    assert descriptions["BUY Silver"] == "for 3: +2 coins"
    assert descriptions["BUY Curse"] == "for 0: -1 point"
    assert descriptions["BUY Estate"] == "for 2: 1 point"
    assert descriptions["BUY Militia"] == "for 4: +2 coins; others discard to 3"
    assert descriptions["BUY Moat"] == "for 2: +2 cards, keeps attacks off"
    assert descriptions["BUY Gardens"] == "for 4: 1 point for every 10 cards"
    assert descriptions["BUY Market"] == "for 5: +1 card, +1 action, +1 buy, +1 coin"
    assert descriptions["BUY Thief"] == "for 4: trash a Treasure of the others' top 2; may gain what was trashed"
    assert phrases(question_position(s.GAIN_CARD))["GAIN Silver"] == "costs 3: +2 coins"
    here = position(Seat("Mine, Copper")).play("PLAY Mine")
    assert phrases(here)["GAIN Silver"] == "costs 3, comes into hand: +2 coins"
    assert phrases(position(Seat("Chapel, Copper")).play("PLAY Chapel")) == {
        "STOP": "",
        "TRASH Copper": "costs 0",
    }


@sized
@each("way", WAYS)
def test_the_description_of_a_move_does_not_depend_on_hidden_cards(way):
    position = Position.start(game, game.content(**way), 3, compiled=False)
    for k in range(thorough(70, 150)):
        moves = position.legal_moves
        if not moves:
            break
        redeal = position.resample(position.current_player, 7)
        for move in moves:
            description = game.rendering.describe_move(position.content, position.state, move)
            assert description == game.rendering.describe_move(redeal.content, redeal.state, move)
        position.play(moves[k % len(moves)])


@each("question", QUESTIONS)
def test_the_text_of_a_question_does_not_depend_on_hidden_cards(question):
    here = question_position(question)
    for seat in (0, 1):
        for seed in range(5):
            assert lines(redealt(here, seat, seed), seat) == lines(here, seat)
