"""Baseline1 and Baseline2: what they draft and say, oddities included."""

from ludus.core.position import Position
from ludus.games.locm import game
from ludus.games.locm.bots import baseline1, baseline2
from ludus.games.locm.bots.reply_writer import TextReplyBot
from tests.cases import each

from ..positions import battle
from .text_replies import PlanningBot, first_reply

GUARD, OTHER_GUARD, PLAIN, ITEM = 64, 91, 3, 140  # numbers of cards; the plain one is a creature 1/1
NO_ATTACK = 110  # a creature 0/9


def pick(bot, offer):
    offers = ", ".join(" ".join(map(str, cards)) for cards in [offer, *[(1, 2, 3)] * 29])
    position = Position.start(game, game.content(offers=offers), 1)
    return TextReplyBot(bot, position, 0).reply(position)


@each(
    ("offer", "place"),
    [
        ((PLAIN, ITEM, 5), 0),
        ((PLAIN, GUARD, 5), 1),
        ((PLAIN, 5, GUARD), 2),
        ((GUARD, OTHER_GUARD, 5), 1),  # the first card is not looked at
        ((GUARD, 5, PLAIN), 0),
        ((PLAIN, GUARD, OTHER_GUARD), 1),
    ],
)
def test_baseline1_takes_the_second_or_third_card_if_it_is_a_guard(offer, place):
    assert pick(baseline1.bot, offer) == f"PICK {place}"


@each(
    ("offer", "place"),
    [
        ((1, 2, 23), 2),  # attack 2, 1, 8
        ((1, 7, 2), 0),  # 2, 2, 1: the earlier of equals
        ((ITEM, 141, 142), 0),
        ((ITEM, 142, NO_ATTACK), 2),  # any creature is better than an item
    ],
)
def test_baseline2_takes_the_creature_with_the_highest_attack(offer, place):
    assert pick(baseline2.bot, offer) == f"PICK {place}"


# Baseline2


def test_baseline2_attacks_by_attack_then_guards_by_defense_then_summons_by_attack_everywhere():
    here = battle(mine="1/1, 3/1, 3/2 lane1", theirs="1/1 G, 1/4 G lane1, 9/9", hand="3 140 5", mana=1)
    guards = ("-1", "204", "202")
    attacks = [f"ATTACK {number} {target}" for number in (203, 205, 201) for target in guards]
    assert first_reply("baseline2", here) == ";".join(
        [*attacks, *"SUMMON 5 0,SUMMON 5 1,SUMMON 1 0,SUMMON 1 1".split(",")]
    )


def test_baseline2_passes_with_nothing_to_order():
    assert first_reply("baseline2", battle(hand="140")) == "PASS"


# Baseline1


def test_baseline1_summons_left_and_right_in_turn():
    here = battle(hand="3 3", mana=2, theirs="1/1")
    seated = PlanningBot("baseline1", here)
    assert seated.line(here) == "SUMMON 1 0;SUMMON 3 0"
    here.state.turn += 2
    assert seated.line(here) == "SUMMON 1 1;SUMMON 3 1"


@each(("offer", "counter"), [((PLAIN, GUARD, 5), 1), ((PLAIN, 5, GUARD), 2), ((PLAIN, 5, 8), 2)])
def test_baseline1_counts_lanes_on_from_the_last_card_it_looked_at_in_the_draft(offer, counter):
    offers = ", ".join(" ".join(map(str, cards)) for cards in [*[(1, 2, 3)] * 29, offer])
    position = Position.start(game, game.content(offers=offers), 1)
    speaker = TextReplyBot(baseline1.bot, position, 0)
    while position.state.phase == 0:
        position.play(speaker.reply(position) if position.current_player == 0 else "PICK 0")
    summons = []
    while not summons:
        line = speaker.reply(position)
        counter += 1
        summons = [command for command in line.split(";") if command.startswith("SUMMON")]
        position.play("PASS")
        position.play("PASS")
    assert summons[0].endswith(f" {counter % 2}")


def test_baseline1_attacks_the_first_guard_of_the_lane_or_the_opponent():
    here = battle(mine="1/1, 1/1 lane1, 1/1", theirs="9/9, 1/1 G, 1/9 G", mana=0)
    assert first_reply("baseline1", here) == "ATTACK 201 204;ATTACK 203 -1;ATTACK 205 204"


def test_baseline1_uses_one_item_per_turn_on_the_first_creature():
    """And misses the card after it, because the item leaves the list that it goes through."""
    here = battle(mine="1/1, 1/1", theirs="2/2, 3/3", hand="140 141 3", mana=9)
    assert first_reply("baseline1", here) == "USE 1 201;SUMMON 5 0;ATTACK 201 -1;ATTACK 203 -1"
    here = battle(mine="1/1, 1/1", theirs="2/2, 3/3", hand="142 3", mana=9)
    assert first_reply("baseline1", here) == "USE 1 202;ATTACK 201 -1;ATTACK 203 -1"
    assert first_reply("baseline1", battle(hand="153", mana=9)) == "USE 1 -1"
    assert first_reply("baseline1", battle(hand="140 142", mana=9)) == "PASS", "no creature to use them on"


def test_baseline1_summons_into_a_full_lane_and_believes_the_mana_is_spent():
    here = battle(mine="1/1, 1/1, 1/1", hand="3 3", mana=1)
    assert first_reply("baseline1", here).startswith("SUMMON 1 0;ATTACK")


def test_baseline1_goes_round_again_if_all_cards_found_a_use():
    """Only then do creatures with Charge attack, always the opponent, and the lanes have changed."""
    here = battle(hand="83", mana=9, theirs="")
    seated = PlanningBot("baseline1", here)
    assert seated.line(here) == "SUMMON 1 0;ATTACK 1 -1"
    assert seated.memory.counter == 2


def test_baseline1_ends_a_turn_in_which_the_original_would_never_end():
    assert first_reply("baseline1", battle()) == "PASS"


def test_a_draft_by_someone_else_leaves_the_counter_of_baseline1_where_it_began():
    here = battle(hand="3", mana=1)
    assert PlanningBot("baseline1", here).memory.counter == -1
