"""Descriptions of moves."""

import json

from ludus.core.position import Position
from ludus.games.tribute import game
from ludus.games.tribute.card_file import BASE, read_cards
from ludus.games.tribute.card_text import card_text, display_name, patron_text
from ludus.games.tribute.game_data_records import EFFECTS, RIVAL_DISCARD, GameData
from ludus.games.tribute.observation import write_effect_number
from ludus.games.tribute.position_validation import NOT_QUEUED
from tests.cases import each

from .positions import Board, random_game

WHOLE = read_cards(BASE)


def phrases(position):
    return {
        position.write(move): game.rendering.describe_move(position.content, position.state, move)
        for move in position.legal_moves
    }


def test_effects_are_told_of_all_moves_whose_name_does_not_say_them():
    for seed, options in enumerate(({}, {"patrons": "random"})):
        for k, position in enumerate(random_game(options, seed)):
            if k % 3 == 0:
                silent = {move.split()[0] for move, words in phrases(position).items() if not words}
                assert silent <= {"END", "STOP", "PICK"}


def test_every_card_and_patron_has_words_and_a_name():
    for key in WHOLE.cards:
        assert card_text(WHOLE, key)
        assert display_name(key)[0].isupper()
    assert card_text(WHOLE, "currency_exchange") == "+5 coins, replace up to 1 of the row; combo 2: +1 patron call"
    assert card_text(WHOLE, "bewilderment") == "does nothing"
    assert patron_text(WHOLE, "ansei") == "for 2 power: +1 coin; +1 coin a turn if favoured"
    assert patron_text(WHOLE, "orgnum").startswith("for 3 coins: favoured: +1 power for every 4 own cards")
    assert display_name("law_of_sovereign_roost#3") == "Law of Sovereign Roost"


@each(
    ("given", "plays", "move", "words"),
    [
        (
            {"p1": {"hand": ["gold"], "coins": 2, "power": 3}},
            [],
            "END",
            "3 power becomes prestige, 2 coins lost, 1 card unplayed",
        ),
        ({"p1": {"power": 2}}, [], "CALL ansei", "for 2 power: +1 coin; favours the caller"),
        ({"p1": {"coins": 3}, "patrons": {"orgnum": "p2"}}, [], "CALL orgnum", "for 3 coins: +2 power; favours nobody"),
        ({"p1": {"coins": 3}, "patrons": {"orgnum": "p1"}}, [], "CALL orgnum", "for 3 coins: +1 power for every 4"),
        ({"p1": {"coins": 3}, "tavern": ["tithe"]}, [], "BUY tithe#0", "for 3, at once: +1 patron call"),
        ({"p1": {"power": 1}, "p2": {"agents": ["oathman"]}}, [], "ATTACK oathman#0", "for 1 power: health 1 left"),
        ({"p1": {"power": 5}, "p2": {"agents": ["oathman"]}}, [], "ATTACK oathman#0", "for 2 power: knocked out"),
        ({"p1": {"hand": ["conquest"]}}, ["play conquest"], "LEFT", "+3 power"),
        ({"p1": {"hand": ["conquest"]}}, ["play conquest"], "RIGHT", "acquire a card for up to 4"),
        (
            {"p1": {"hand": ["peck", "pool_of_shadow"]}},
            ["play peck"],
            "PLAY pool_of_shadow#1",
            "(card 2 of Duke of Crows",
        ),
        (
            {"p1": {"hand": ["oathman"]}, "patrons": {"hlaalu": "none"}},
            ["patron hlaalu"],
            "PICK oathman#0",
            "out of the game for 5 prestige",
        ),
        (
            {"p1": {"hand": ["gold"], "coins": 2}, "patrons": {"treasury": "none"}},
            ["patron treasury"],
            "PICK gold#0",
            "for a new Writ of Coin",
        ),
    ],
)
def test_descriptions_say_what_a_move_does(given, plays, move, words):
    board = Board(**{"patrons": {"ansei": "none"}, **given}).play(*plays)
    assert words in phrases(board.position)[move]


def test_all_pending_effects_are_described_and_drawn():
    content = game.content()
    effects = sorted({write_effect_number(content, content.read(GameData), number) for number in queued(content)})
    assert {"call 1", "heal 2"} < {*effects}
    for effect in effects:
        layout = {"tribute": 1, "patrons": {"ansei": "none"}, "waiting": [{"effect": effect}]}
        layout |= {"p1": {"hand": ["gold"]}, "choice": {"kind": "destroy", "least": 0, "most": 1}}
        position = Position.read(game, content, json.dumps(layout))
        assert "\nwaiting" in position.describe(0)
        assert "To do" in position.svg(0)


def queued(content):
    """Effects of a content that can be pending, by number."""
    table = content.read(GameData)
    return [k for k in range(1, EFFECTS + 1) if table.effects[k].op not in {*NOT_QUEUED, RIVAL_DISCARD}]


def test_what_is_asked_of_another_is_not_asked_of_you():
    def last(position, seat):
        return position.describe(seat).splitlines()[-1]

    free = Board(patrons={"ansei": "none"}).position
    assert last(free, 0) == "you may play, activate, attack, buy, call a patron, or END the turn"
    assert last(free, 1) == "the rival may play, activate, attack, buy, call a patron, or END the turn"
    assert last(free, None).startswith("player 1 may play, ")
    choice = {"kind": "discard", "least": 1, "most": 1, "opening": True}
    layout = {"tribute": 1, "patrons": {"ansei": "none"}, "p1": {"hand": ["2 gold"]}, "choice": choice}
    asked = Position.read(game, game.content(), json.dumps(layout))
    assert last(asked, 0) == "you are to discard cards from your hand (1)"
    assert last(asked, 1) == "the rival is to discard cards from its hand (1)"
