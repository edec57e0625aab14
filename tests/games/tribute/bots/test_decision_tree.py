"""DecisionTreeBot, rule by rule: cases that recorded games do not contain, and differences of its two versions."""

from ludus.arena import Match
from ludus.arena.runner import run_match
from ludus.backends import Threads
from ludus.bots import load_bot
from ludus.games.tribute import game
from ludus.games.tribute.reference_check import ILLEGAL_MOVE_TEXT, PublishedBotProbe
from tests.cases import each

from ..positions import Board

BOTH = ("decision-tree-2023", "decision-tree")


def move_of(name, board):
    """Its move in a position that it has not seen before."""
    return PublishedBotProbe(name, board.position, board.position.current_player, compiled=False).move_text(
        board.position, board.given.name
    )


@each(("name", "next_move"), [*zip(BOTH, (ILLEGAL_MOVE_TEXT, "play way_of_the_sword"), strict=True)])
def test_as_published_it_loses_by_playing_an_agent_that_was_knocked_out_with_all_others(name, next_move):
    board = Board(
        patrons={"saint_alessia": "none", "hlaalu": "none", "treasury": "none", "ansei": "none"},
        p1={"hand": ["saints_wrath", "way_of_the_sword"], "agents": [{"card": "oathman", "hp": 2, "activated": False}]},
    )
    probe = PublishedBotProbe(name, board.position, 0, compiled=False)
    for expected in ("play saints_wrath", "choose_effect knockout_all:1", next_move):
        text = probe.move_text(board.position, board.given.name)
        assert text.split(":")[0] == expected.split(":")[0]
        if text != ILLEGAL_MOVE_TEXT:
            board.play(text)


@each("name", BOTH)
def test_a_deck_is_played_to_its_end_and_cards_whose_combos_all_come_are_played_first(name):
    board = Board(
        patrons={"hlaalu": "none", "treasury": "none", "ansei": "none"},
        p1={"hand": ["way_of_the_sword", "gold", "goods_shipment", "house_embassy", "luxury_exports"]},
    )
    probe, texts = PublishedBotProbe(name, board.position, 0, compiled=False), []
    for _ in range(4):
        texts.append(probe.move_text(board.position, board.given.name))
        board.play(texts[-1])
    assert texts[:2] == ["play goods_shipment", "play luxury_exports"]
    assert texts[2] == "play house_embassy"


@each("name", BOTH)
def test_against_a_rival_above_40_power_is_worth_most(name):
    setup = {"patrons": {"duke_of_crows": "none", "treasury": "none", "orgnum": "none"}, "p2": {"prestige": 41}}
    row = ["barterer", "imprisonment"]
    assert move_of(name, Board(**setup, p1={"coins": 5}, tavern=row)) == "patron duke_of_crows"
    setup["patrons"]["duke_of_crows"] = "p1"
    assert move_of(name, Board(**setup, p1={"coins": 5}, tavern=row)) == "patron orgnum"
    assert move_of(name, Board(**setup, p1={"coins": 5, "patron_calls": 0}, tavern=row)) == "buy imprisonment"


@each(("card", "published", "intended"), [("oathman", True, True), ("prophesy", False, True)])
def test_with_one_coin_too_few_for_a_good_card_ansei_is_called(card, published, intended):
    for name, calls in zip(BOTH, (published, intended), strict=True):
        cost = {"oathman": 6, "prophesy": 4}[card]
        board = Board(
            patrons={"ansei": "none", "treasury": "none"},
            p1={"coins": cost - 1, "power": 2},
            tavern=[card, "way_of_the_sword"],
        )
        assert (move_of(name, board) == "patron ansei") == calls


@each(("name", "said"), [*zip(BOTH, ("patron treasury", "patron duke_of_crows"), strict=True)])
def test_as_intended_the_last_favour_that_is_missing_is_taken(name, said):
    board = Board(
        patrons={"red_eagle": "p1", "orgnum": "p1", "treasury": "none", "rajhin": "p1", "duke_of_crows": "none"},
        p1={"coins": 2, "played": ["gold"]},
    )
    assert move_of(name, board) == said


@each("name", BOTH)
def test_an_agent_that_can_be_killed_is_attacked_rather_than_a_better_one(name):
    for power, target in ((1, "oathman"), (2, "blackfeather_knave"), (5, "blackfeather_knave")):
        agents = [
            {"card": "elder_witch", "hp": 1},
            {"card": "oathman", "hp": 1},
            {"card": "blackfeather_knave", "hp": 2},
        ]
        board = Board(
            patrons={"hlaalu": "none", "treasury": "none"},
            p1={"power": power, "patron_calls": 0},
            p2={"agents": agents},
        )
        assert move_of(name, board) == f"attack {target}"


@each(("name", "said"), [*zip(BOTH, ("acquire_tavern", "gain_power"), strict=True)])
def test_as_published_a_card_too_expensive_to_be_acquired_counts_among_the_sides_of_an_effect(name, said):
    board = Board(
        patrons={"ansei": "none", "treasury": "none"},
        p1={"hand": ["conquest"], "prestige": 3},
        tavern=["currency_exchange", "barterer"],
    ).play("play conquest")
    assert move_of(name, board).startswith(f"choose_effect {said}")


def test_games_that_it_loses_by_an_illegal_move_are_counted_as_such():
    content = game.content(patrons="saint_alessia,hlaalu,ansei,psijic")
    match = Match(game, content, [load_bot(game, "decision-tree-2023"), load_bot(game, "random-no-end")], seed=1)
    outcomes = run_match(match, 400, Threads(1))
    illegal = outcomes.end_reasons == match.reasons.index("illegal move")
    assert 5 < illegal.sum() < 80
    assert not match.by_player(outcomes)[illegal, 0].any()
