"""What bots pick from: three cards of a draft, or a part of the list of version 1.5."""

import pytest

from ludus.core.position import Position
from ludus.games.locm import game
from ludus.games.locm.bots import bots
from ludus.games.locm.bots.reply_writer import TextReplyBot
from ludus.games.locm.card_list import OFFICIAL_CARDS
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.state import CREATURE, GUARD
from tests.cases import each

BOTS = {bot.name: bot for bot in bots() if bot.name in ("baseline1", "baseline2", "coac")}


def deck(bot, position):
    """The numbers of the cards that a bot constructs its deck of."""
    line = TextReplyBot(bot, position, position.current_player).reply(position)
    return [int(command.removeprefix("CHOOSE ")) for command in line.split(";")]


@each("name", BOTS)
def test_a_constructed_deck_has_a_card_out_of_each_four_of_the_list(name):
    for seed in range(3):
        position = Position.start(game, game.content(version="1.5"), seed)
        assert [card // 4 for card in deck(BOTS[name], position)] == list(range(30))


def card_list(tmp_path, count):
    path = tmp_path / "cards.csv"
    path.write_text("".join(OFFICIAL_CARDS.read_text().splitlines(keepends=True)[: count + 1]))
    return str(path)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("count", [15, 29, 31, 160])
def test_a_list_of_any_length_makes_a_legal_deck(name, count, tmp_path):
    position = Position.start(game, game.content(version="1.5", cards=card_list(tmp_path, count)), 1)
    chosen = deck(BOTS[name], position)
    assert len(chosen) == 30
    assert max(chosen.count(card) for card in chosen) <= 2


def test_a_card_that_is_there_twice_already_is_replaced_by_the_next_in_the_list():
    position = Position.start(game, game.content(version="1.5"), 1)
    third = deck(BOTS["baseline2"], position)[2]
    position.play(f"CHOOSE {third}")
    position.play(f"CHOOSE {third}")
    assert deck(BOTS["baseline2"], position)[0] == third + 1


def test_baseline2_constructs_by_attack_and_baseline1_by_guards():
    position = Position.start(game, game.content(version="1.5"), 5)
    cards = GameData.over(position.content.data).cards
    for place, card in enumerate(deck(BOTS["baseline2"], position)):
        attacks = [cards[k].attack if cards[k].kind == CREATURE else -1 for k in range(4 * place, 4 * place + 4)]
        assert card == 4 * place + attacks.index(max(attacks))
    for place, card in enumerate(deck(BOTS["baseline1"], position)):
        offer = [cards[k] for k in range(4 * place + 1, 4 * place + 4)]
        guards = [k for k, seen in enumerate(offer, 1) if seen.kind == CREATURE and seen.keywords & GUARD]
        assert card == 4 * place + (guards[0] if guards else 0)
