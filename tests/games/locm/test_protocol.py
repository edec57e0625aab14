"""The official text protocol: what players are sent, line by line, and what their replies mean."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.core.position import Position
from ludus.games.locm import game
from ludus.games.locm.action_effects import ATTACK, FACE, PASS, SUMMON, USE
from ludus.games.locm.deck_building import CHOOSE, FILL, PICK
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.protocol import (
    ReplyCommand,
    construct_input,
    draft_input,
    find_move,
    parse_reply,
    read_choices,
    read_pick,
)
from ludus.games.locm.protocol_server import Referee
from ludus.util.errors import NotationError
from tests.cases import each

SCUTTLER, SAPLING, SPINEKID, HELM, KNIFE, POISON, FILLER = 2, 7, 93, 118, 141, 154, 3


def referee(first=(), second=(), version="1.2"):
    """A battle whose decks begin with the given cards."""
    decks = " / ".join(" ".join(map(str, [*top, *[FILLER] * (30 - len(top))])) for top in (first, second))
    return Referee(Position.start(game, game.content(version=version, decks=decks), seed=0))


def after(replies, **decks):
    here = referee(**decks)
    for reply in replies:
        here.reply(reply)
    return here


def draft(version="1.2", replies=()):
    offers = ", ".join(f"{k + 1} {k + 2} {k + 140}" for k in range(20)) + ", 1 2 3" * 10
    here = Referee(Position.start(game, game.content(version=version, offers=offers), seed=0))
    for reply in replies:
        here.reply(reply)
    return here


def views(here):
    return GameData.over(here.position.content.data), here.position.state


# What players are sent


def test_a_draft_input_has_two_equal_lines_and_three_cards_without_ids():
    assert draft().input() == (
        "30 0 0 25 0\n30 0 0 25 0\n0 0\n3\n"
        "1 -1 0 0 1 2 1 ------ 1 0 0 -1 \n"
        "2 -1 0 0 1 1 2 ------ 0 -1 0 -1 \n"
        "140 -1 0 1 2 0 0 -C---- 0 0 0 -1 \n"
    )


def test_the_second_player_sees_its_opponent_a_pick_ahead():
    here = draft(replies=["PICK 0", "PICK 1", "PASS"])
    assert here.input().splitlines()[:3] == ["30 0 1 25 0", "30 0 2 25 0", "0 0"]
    assert draft_input(*views(here), seat=0).splitlines()[:2] == ["30 0 1 25 0", "30 0 1 25 0"]


def test_cards_of_version_1_0_have_no_lane():
    assert draft("1.0").input().splitlines()[4] == "1 -1 0 0 1 2 1 ------ 1 0 0 "


def test_the_construct_input_is_the_same_for_both_and_lists_120_cards_with_areas():
    here = Referee(Position.start(game, game.content(version="1.5"), seed=3))
    lines = here.input().split("\n")
    assert lines[:4] == ["30 0 0 0", "30 0 0 0", "0 0", "120"]
    assert [line.split()[:3] for line in lines[4:-1]] == [[str(k), "-1", "0"] for k in range(120)]
    assert {len(line.split()) for line in lines[4:-1]} == {13}
    here.reply("PASS")
    assert here.seat == 1
    assert here.input() == construct_input(GameData.over(here.position.content.data)) == "\n".join(lines)


def test_the_first_battle_input():
    assert referee([SCUTTLER, SPINEKID, HELM]).input() == (
        "30 1 25 25 1\n30 1 25 25 1\n5 0\n5\n"
        "2 1 0 0 1 1 2 ------ 0 -1 0 -1 \n"
        "93 3 0 0 1 2 1 ---G-- 0 0 0 -1 \n"
        "118 5 0 1 0 0 3 ------ 0 0 0 -1 \n"
        "3 7 0 0 1 2 2 ------ 0 0 0 -1 \n"
        "3 9 0 0 1 2 2 ------ 0 0 0 -1 \n"
    )


def test_boards_come_after_the_hand_and_the_opponents_actions_before_the_cards():
    here = after(["SUMMON 1 1", "SUMMON 4 0; SUMMON 2 1 ; PASS"], first=[SCUTTLER], second=[POISON, SAPLING])
    assert here.input() == (
        "30 2 24 25 1\n29 2 24 25 1\n5 1\n7 SUMMON 4 0\n7\n"
        "3 3 0 0 1 2 2 ------ 0 0 0 -1 \n"
        "3 5 0 0 1 2 2 ------ 0 0 0 -1 \n"
        "3 7 0 0 1 2 2 ------ 0 0 0 -1 \n"
        "3 9 0 0 1 2 2 ------ 0 0 0 -1 \n"
        "3 11 0 0 1 2 2 ------ 0 0 0 -1 \n"
        "2 1 1 0 1 1 2 ------ 0 -1 0 1 \n"
        "7 4 -1 0 2 2 2 -----W 0 0 0 0 \n"
    )


def test_in_1_0_neither_summons_nor_creatures_have_a_lane():
    here = after(["SUMMON 1 hello"], first=[SCUTTLER], version="1.0")
    lines = here.input().split("\n")
    assert lines[3] == "2 SUMMON 1"
    assert lines[-2] == "2 1 -1 0 1 1 2 ------ 0 -1 0 "


@each("touch", ["ATTACK 1 -1", "USE 3 1"])
def test_a_creature_that_attacked_or_got_an_item_loses_its_effect_columns_in_1_2(touch):
    here = after(["SUMMON 1 0", "PASS", touch], first=[SCUTTLER, HELM])
    (row,) = [line for line in here.input().splitlines() if line.startswith("2 1 ")]
    assert row.split()[8:] == ["0", "0", "0", "0"]


def test_an_attacked_creature_that_survives_loses_its_effect_columns_in_1_2():
    here = after(["SUMMON 1 0", "SUMMON 2 0", "PASS", "ATTACK 2 1"], first=[SCUTTLER], second=[1])
    assert "2 1 " not in here.input()  # 2 damage kill it
    here = after(["SUMMON 1 0", "SUMMON 2 0", "PASS", "ATTACK 2 1"], first=[SCUTTLER], second=[SCUTTLER])
    assert here.input().splitlines()[-2:] == ["2 1 1 0 1 1 1 ------ 0 0 0 0 ", "2 2 -1 0 1 1 1 ------ 0 0 0 0 "]


def test_in_1_5_a_creature_keeps_its_effect_columns():
    here = Referee(Position.start(game, game.content(version="1.5", card_seed=1, decks=_deck_of_one_creature()), 0))
    before = None
    for reply in ["SUMMON 0 0", "PASS", "ATTACK 0 -1", "PASS"]:
        before = before or [line for line in here.input().splitlines() if line.split()[1:3] == ["0", "0"]]
        here.reply(reply)
    (row,) = [line.split() for line in here.input().splitlines() if line.split()[1:3] == ["0", "1"]]
    assert row[8:12] == before[0].split()[8:12]
    assert row[8:11] != ["0", "0", "0"]


def _deck_of_one_creature():
    """Thirty times the first creature of the cards of seed 1 that costs at most 1 and does something when summoned."""
    position = Position.start(game, game.content(version="1.5", card_seed=1), 0)
    data = GameData.over(position.content.data)
    number = next(
        k
        for k in range(120)
        if data.cards[k].kind == 0 and data.cards[k].cost <= 1 and (data.cards[k].my_health or data.cards[k].draw)
    )
    return " / ".join([" ".join([str(number)] * 30)] * 2)


def test_draws_are_those_of_this_turn_for_me_and_those_due_at_the_end_of_its_turn_for_the_opponent():
    here = after(["PASS", "USE 2 -1"], second=[POISON])  # Poison: 2 damage and a card more
    assert here.input().splitlines()[:2] == ["28 2 24 25 1", "30 2 24 25 2"]
    here.reply("PASS")
    assert here.input().splitlines()[:2] == ["30 2 22 25 2", "28 2 24 25 1"]


def test_actions_are_sent_with_the_card_number_and_without_messages_or_skipped_commands():
    here = after(["SUMMON 1 0 to arms; SUMMON 3 0;USE 5 1 for you ;ATTACK 1 -1;;PASS"], first=[SPINEKID, FILLER, HELM])
    assert here.input().splitlines()[2:5] == ["3 2", "93 SUMMON 1 0", "118 USE 5 1"]


def test_an_attack_is_sent_even_if_the_attacker_dies():
    here = after(["SUMMON 1 0", "SUMMON 2 0", "ATTACK 1 2"], first=[SCUTTLER], second=[FILLER])
    assert here.input().splitlines()[3] == "2 ATTACK 1 2"


# What replies mean


@each(
    ("line", "commands"),
    [
        ("", []),
        (" ; ;", []),
        ("PASS", [ReplyCommand("PASS")]),
        ("PASS now; PASS", [ReplyCommand("PASS"), ReplyCommand("PASS")]),
        ("SUMMON 3 1", [ReplyCommand("SUMMON", 3, 1)]),
        (
            "ATTACK 3 -1;USE +4 12 in your face ",
            [ReplyCommand("ATTACK", 3, -1), ReplyCommand("USE", 4, 12, "in your face")],
        ),
        ("\tATTACK 3 4\r\n", [ReplyCommand("ATTACK", 3, 4)]),
        ("SUMMON 3 99", [ReplyCommand("SUMMON", 3, 99)]),
    ],
)
def test_commands_are_separated_by_semicolons_and_may_be_followed_by_a_text(line, commands):
    assert parse_reply(line, "1.2") == commands


def test_a_summon_of_version_1_0_takes_one_number():
    assert parse_reply("SUMMON 3", "1.0") == [ReplyCommand("SUMMON", 3)]
    assert parse_reply("SUMMON 3 go", "1.0") == [ReplyCommand("SUMMON", 3, 0, "go")]


@each(
    "line",
    [
        "JUMP 1 2",
        "summon 1 2",
        "PASSED",
        "SUMMON",
        "SUMMON 1",
        "SUMMON x 1",
        "ATTACK 1",
        "ATTACK  1 2",
        "USE 1 2.5",
        "USE 1 ٢",
        "USE 1_0 2",
        "ATTACK 3000000000 1",
        "PASS; SUMMON 1",
    ],
)
def test_a_command_that_the_referee_cannot_read_loses_the_match_even_after_good_ones(line):
    with pytest.raises(NotationError):
        parse_reply(line, "1.2")


@given(st.text(), st.sampled_from(["1.0", "1.2", "1.5"]))
def test_any_text_is_read_or_refused(line, version):
    with suppress(NotationError):
        assert all(isinstance(command, ReplyCommand) for command in parse_reply(line, version))


@given(st.lists(st.sampled_from(["PICK", "PASS", "CHOOSE", "7", "-1", "x", ";", " "])).map("".join))
def test_any_reply_to_a_draft_or_construction_is_read_or_refused(line):
    data, state = views(draft())
    for read in (lambda: read_pick(data, state, line), lambda: read_choices(data, line)):
        with suppress(NotationError):
            read()


@each(
    ("line", "place"),
    [("PICK 0", 0), ("PICK 2 this one", 2), ("PASS", 0), ("PASS PASS", 0), ("CHOOSE 140", 2), ("PICK 1\n", 1)],
)
def test_a_pick_is_a_place_or_a_card_number_or_the_first_card(line, place):
    assert read_pick(*views(draft()), line) == PICK | place


@each("line", ["", "PICK", "PICK 3", "PICK -1", "PICK two", "CHOOSE 5", " PICK 1", "TAKE 1"])
def test_any_other_pick_loses_the_match(line):
    with pytest.raises(NotationError):
        read_pick(*views(draft()), line)


def test_a_construction_chooses_30_cards_or_leaves_the_rest_to_the_referee():
    data = views(Referee(Position.start(game, game.content(version="1.5"), seed=3)))[0]
    deck = [k // 2 for k in range(30)]
    assert read_choices(data, ";".join(f"CHOOSE {k}" for k in deck)) == [CHOOSE | k for k in deck]
    assert read_choices(data, "CHOOSE 7 please ; CHOOSE 7;PASS") == [CHOOSE | 7, CHOOSE | 7, FILL]
    assert read_choices(data, "CHOOSE 0;CHOOSE 0;PASS on;PASS;PASS") == [CHOOSE, CHOOSE, CHOOSE | 1, FILL]


@each(
    ("line", "why"),
    [
        ("", "not 0"),
        ("CHOOSE 1", "not 1"),
        ("CHOOSE 1;CHOOSE 1;CHOOSE 1;PASS", "copies"),
        ("CHOOSE 120;PASS", "no card number 120"),
        ("PICK 1;PASS", "expected CHOOSE"),
        ("PASS;CHOOSE 5", "not 31"),
        ("CHOOSE x;PASS", "not a number"),
    ],
)
def test_a_construction_of_another_size_or_with_too_many_copies_loses_the_match(line, why):
    here = Referee(Position.start(game, game.content(version="1.5"), seed=3))
    with pytest.raises(NotationError, match=why):
        here.reply(line)
    assert here.position.state.picks == 0


def test_commands_name_things_by_their_ids():
    here = after(["SUMMON 1 1", "SUMMON 2 0"], first=[SCUTTLER, HELM, KNIFE, POISON], second=[SCUTTLER])
    commands = {
        "PASS": PASS,
        "SUMMON 9 1": SUMMON | 3 << 4 | 1,
        "SUMMON 9 2": None,
        "SUMMON 1 0": None,  # not in the hand
        "ATTACK 1 -1": ATTACK | FACE,
        "ATTACK 1 2": ATTACK | 1,
        "ATTACK 1 1": None,
        "ATTACK 2 1": None,  # not mine
        "USE 3 1": USE | 1,  # green: mine
        "USE 3 2": None,
        "USE 5 2": USE | 1 << 4 | 1,  # red: theirs
        "USE 5 1": None,
        "USE 7 -1": USE | 2 << 4 | FACE,
        "USE 99 -1": None,
    }
    found = {text: find_move(*views(here), *parse_reply(text, "1.2")) for text in commands}
    assert found == commands


def test_pass_does_not_end_the_turn():
    here = after(["PASS;SUMMON 1 0;PASS"], first=[SPINEKID])
    assert here.input().splitlines()[3] == "93 SUMMON 1 0"


def test_a_reply_that_loses_the_match_changes_nothing():
    here = referee([SPINEKID])
    before = here.position.bytes()
    with pytest.raises(NotationError):
        here.reply("SUMMON 1 0;SUMMON one")
    assert here.position.bytes() == before


def test_commands_after_the_deciding_one_are_not_carried_out():
    here = referee([POISON], [POISON])
    here.position.state.players[1].health = 2
    here.position.state.players[0].mana = 4
    here.reply("USE 1 -1; SUMMON 3 0")
    assert here.over
    assert here.winner == 0
    assert here.position.state.players[0].board_count == 0


def test_a_player_killed_by_its_own_draw_must_still_reply_once():
    here = referee()
    asked = []
    while not here.over:
        asked.append((here.seat, here.input().split()[0]))
        here.reply("PASS" if not here.position.end_reason else "whatever it says")
    assert asked[-1] == (0, "0")
    assert here.winner == 1
