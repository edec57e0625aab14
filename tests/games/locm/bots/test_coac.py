"""Coac: its picks, its quirks, and its answers against a slow and literal twin."""

import random

import pytest

from ludus.bots import load_bot
from ludus.core import plain
from ludus.core.position import Position
from ludus.games.locm import game
from ludus.games.locm.bots import coac
from ludus.games.locm.bots.coac_draft import read_lists, unranked_card_value
from ludus.games.locm.bots.reply_writer import TextReplyBot
from ludus.games.locm.card_list import OFFICIAL_CARDS, read_cards
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.protocol import battle_input
from ludus.util.errors import OptionError
from tests.cases import each, sized, thorough

from ..positions import battle, legal_moves
from . import reference_coac
from .text_replies import PlanningBot, first_reply

CARDS = read_cards(OFFICIAL_CARDS)
KEYWORDS = ("", "", "", "G", "L", "W", "B", "D", "C", "GW", "BD", "LC")


def made_up(seed):
    """A small battle with a bit of everything, often one that is nearly lost or won."""
    dice = random.Random(seed)

    def creatures(most):
        lanes = [dice.randint(0, 1) for _ in range(dice.randint(0, most))]
        return ",".join(
            f"{dice.choice((0, 1, 2, 3, 5))}/{dice.randint(1, 6)} {'lane1 ' * lane}{dice.choice(KEYWORDS)}"
            for lane in lanes
            if lanes.count(lane) <= 3
        )

    affordable = [card.number for card in CARDS if card.cost <= 4]
    special = [142, 143, 149, 151, 25, 45, 153, 155]
    hand = [dice.choice(special if dice.random() < 0.3 else affordable) for _ in range(dice.randint(0, 3))]
    health = dice.choice((2, 4, 7, 12, 30)), dice.choice((7, 12, 20, 30, 30))
    return battle(
        mine=creatures(3),
        theirs=creatures(4),
        hand=" ".join(map(str, hand)),
        mana=dice.randint(0, 8),
        health=health,
        runes=tuple(min(5, (value - 1) // 5) for value in health),
        deck=dice.choice((0, 1, 2, 20)),
    )


def agree(seeds):
    for seed in seeds:
        here = made_up(seed)
        text = battle_input(here.data, here.state, [])
        assert (seed, first_reply("coac", here)) == (seed, reference_coac.reply(text))


@sized
def test_short_cuts_of_the_search_change_no_answer():
    agree(range(thorough(30, 60)))
    agree((157, 251, 480))  # an item that does not take Breakthrough away; items on creatures not worth them


@pytest.mark.slow
def test_short_cuts_of_the_search_change_no_answer_in_thousands_of_positions():
    agree(range(1000, 3000))


def test_compiled_and_plain_say_the_same():
    for seed in range(12):
        here = made_up(seed)
        assert first_reply("coac", here, compiled=False, nodes=60) == first_reply("coac", here, nodes=60)


# The battle


def test_creatures_that_can_kill_together_all_attack_the_opponent():
    here = battle(mine="3/1, 4/1 lane1", theirs="9/9", hand="3", health=(30, 7))
    assert first_reply("coac", here) == "ATTACK 201 -1;ATTACK 203 -1;"


def test_a_guard_in_either_lane_keeps_it_from_counting_on_a_kill():
    assert not has_looked_ahead(battle(mine="3/1, 9/1", theirs="0/9 lane1", health=(30, 7)))
    assert has_looked_ahead(battle(mine="3/1, 9/1", theirs="0/9 G lane1", health=(30, 7)))


def has_looked_ahead(here):
    seated = PlanningBot("coac", here)
    assert seated.line(here) == "ATTACK 201 -1;ATTACK 203 -1;"
    return seated.views[2].seen > 0


def test_a_kill_by_the_next_draw_counts():
    almost = {"mine": "5/5", "theirs": "1/1", "health": (30, 9), "runes": (5, 1)}
    assert first_reply("coac", battle(**almost, deck=20)) == "ATTACK 201 202;"
    assert first_reply("coac", battle(**almost, deck=0)) == "ATTACK 201 -1;"


def test_once_it_can_kill_all_who_began_the_turn_are_sent_even_the_dead():
    """The second creature dies in the exchange that removes the guard, and is sent at the opponent nevertheless."""
    here = battle(mine="6/1, 2/2", theirs="2/2 G", health=(30, 6), hand="1")
    assert first_reply("coac", here) == "SUMMON 1 0;ATTACK 203 202;ATTACK 201 -1;ATTACK 203 -1;ATTACK 1 -1;"


def test_every_order_ends_in_a_semicolon_and_nothing_to_do_is_a_pass():
    assert first_reply("coac", battle(mana=0)) == "PASS"
    assert first_reply("coac", battle(mine="0/3", mana=0)) == "ATTACK 201 -1;"


def test_what_it_has_just_summoned_is_sent_too_though_it_cannot_attack():
    assert first_reply("coac", battle(hand="3", mana=1)).endswith("ATTACK 1 -1;")


def test_after_its_scenes_are_used_up_it_looks_one_move_ahead():
    def answers(nodes):
        return [first_reply("coac", made_up(seed), nodes=nodes) for seed in range(60)]

    far, near = answers(1_000_000), answers(1)
    assert far != near
    seated = PlanningBot("coac", here := battle(mine="1/9, 1/9 lane1", theirs="1/9, 1/9 lane1", hand="3 3"), nodes=1)
    seated.line(here)
    few = seated.views[2].seen
    seated = PlanningBot("coac", here)
    seated.line(here)
    assert few < seated.views[2].seen / 5


def test_a_turn_begun_by_someone_else_is_planned_from_there():
    here = battle(mine="3/3, 3/3 tired", theirs="2/2 G, 2/2 G lane1", mana=0)
    assert first_reply("coac", here) == "ATTACK 201 202;"


# The draft


def drafted(offers, seat, year=2020):
    """The picks of Coac in a draft, as places."""
    filled = [*offers, *[(3, 5, 8)] * (30 - len(offers))]
    content = game.content(offers=", ".join(" ".join(map(str, offer)) for offer in filled))
    position = Position.start(game, content, 1)
    speaker = TextReplyBot(coac.bot, position, seat, coac.Options(year=year))
    said = []
    for _ in range(2 * len(offers)):
        if position.current_player == seat:
            said.append(speaker.reply(position))
            position.play(said[-1])
        else:
            position.play("PICK 0")
    return [int(line.removeprefix("PICK ")) for line in said]


def test_it_takes_the_card_with_the_best_rank_in_the_list_of_its_seat():
    first, second = read_lists(2020)[:2]
    assert first[116] < first[65]
    assert second[65] < second[116]
    offers = [(68, 7, 3), (140, 65, 116)]
    assert drafted(offers, seat=0) == [0, 2]
    assert drafted(offers, seat=1) == [0, 1]


def test_at_its_first_pick_it_takes_itself_for_the_second_player():
    assert drafted([(140, 116, 65)], seat=0) == drafted([(140, 116, 65)], seat=1) == [2]


def test_with_few_creatures_it_uses_another_list():
    first, _, few, _ = read_lists(2020)
    assert 121 in first
    assert 121 not in few
    assert drafted([(68, 140, 160), (121, 160, 140)], seat=0)[1] == 0
    assert drafted([(151, 140, 160), (121, 160, 140)], seat=0)[1] == 1


def test_of_three_cards_that_its_list_lacks_it_takes_the_first():
    """The original answers PICK -1 here and has lost."""
    lacking = (34, 42, 49)
    assert not any(number in read_lists(2020)[0] for number in lacking)
    assert drafted([(68, 140, 160), lacking, (140, 34, 42)], seat=0)[1:] == [0, 0]
    assert drafted([(68, 140, 160), (34, 42, 140)], seat=0)[1:] == [2]


def test_the_lists_of_2019_have_every_card_and_make_no_difference_by_creatures():
    first, second, few, few_second = read_lists(2019)
    assert sorted(first) == sorted(second) == list(range(1, 161))
    assert (few, few_second) == (first, second)
    assert drafted([(68, 140, 160), (160, 49, 42)], seat=0, year=2019)[1] == 1
    assert drafted([(68, 140, 160), (160, 49, 42)], seat=0, year=2020)[1] == 0


def test_generated_cards_are_compared_by_what_they_are_worth():
    position = Position.start(game, game.content(version="1.5"), 3)
    line = TextReplyBot(coac.bot, position, 0).reply(position)
    data = GameData.over(position.content.data)
    worth = plain(unranked_card_value)
    creatures, picks = 0, [int(command.removeprefix("CHOOSE ")) for command in line.split(";")]
    assert len(picks) == 30
    for pick, card in enumerate(picks):
        offer = range(4 * pick, 4 * pick + 4)
        few = 5 * creatures < 2 * pick
        best = max(offer, key=lambda k: ((data.cards[k].kind == 0) * few, worth(data.cards[k]), -k))
        assert card == best
        creatures += data.cards[card].kind == 0


# Options


@each(
    ("text", "what"),
    [
        ("coac:nodes=0", "nodes: this must be a whole number, at least 1"),
        ("coac:year=2021", "year"),
        ("coac:depth=4", "depth"),
    ],
)
def test_options_that_coac_does_not_have_are_refused(text, what):
    with pytest.raises(OptionError, match=what):
        load_bot(game, text)


def test_positions_made_up_for_these_tests_are_playable_and_varied():
    moves = [len(legal_moves(here.content, here.state)) for here in map(made_up, range(40))]
    assert min(moves) >= 1
    assert max(moves) > 10
