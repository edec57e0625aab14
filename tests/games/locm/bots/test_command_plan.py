"""Orders are carried out exactly where the referee would, one move at a time."""

from itertools import islice

from ludus.core import plain
from ludus.games.locm.action_effects import PASS
from ludus.games.locm.bots import command_plan
from ludus.games.locm.bots.command_plan import ATTACK_ORDER, SUMMON_ORDER, USE_ORDER
from ludus.games.locm.bots.reply_writer import write_orders
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.instance_id_lookup import hand_ids
from ludus.games.locm.protocol import ReplyCommand, find_move
from ludus.games.locm.state import BATTLE, State
from tests.cases import each, sized, thorough

from ..positions import WAYS, apply, battle, legal_moves, wander
from .text_replies import PlanningBot

WORDS = {"SUMMON": SUMMON_ORDER, "ATTACK": ATTACK_ORDER, "USE": USE_ORDER}
as_move, open_plan, order, next_move = (
    plain(rule)
    for rule in (command_plan.as_move, command_plan.start_plan, command_plan.add_order, command_plan.next_move)
)


def battles(options):
    """Positions of random games in which something is to be decided."""
    for seed in range(3):
        for content, array in wander(options, seed):
            state = State.over(array)
            if state.phase == BATTLE and not state.reason:
                yield content, array


def every_order(data, state):
    """All that could be ordered here: every card and creature with every other, lanes, the opponent, and strangers."""
    boards = [player.board[k].id for player in (state.players[0], state.players[1]) for k in range(player.board_count)]
    known = [*hand_ids(data, state, state.mover), *boards, 250]
    for word in WORDS:
        for subject in known:
            for target in (-1, 0, 1, 2) if word == "SUMMON" else (-1, *known):
                yield word, subject, target


@sized
@each("options", WAYS)
def test_an_order_is_a_move_where_and_only_where_the_referee_accepts_it(options):
    seen = 0
    for content, array in islice(battles(options), 8, None, thorough(9, 5)):
        data, state = GameData.over(content.data), State.over(array)
        legal = set(legal_moves(content, state)) - {PASS}
        accepted = set()
        for word, subject, target in every_order(data, state):
            move = find_move(data, state, ReplyCommand(word, subject, target))
            expected = move if move in legal else PASS
            assert as_move(data, state, WORDS[word] | subject << 8 | target + 1) == expected
            accepted.add(expected)
        assert accepted - {PASS} == legal
        seen += len(legal)
    assert seen > 40


def test_a_plan_is_carried_out_in_order_and_what_is_not_possible_is_skipped():
    here = battle(mine="2/2", theirs="2/2 G", hand="3 3", mana=1)
    plan = PlanningBot("baseline2", here).memory.plan
    open_plan(plan, here.state)
    for kind, subject, target in [
        (ATTACK_ORDER, 201, -1),  # guarded
        (SUMMON_ORDER, 3, 1),
        (SUMMON_ORDER, 1, 0),  # no mana left
        (ATTACK_ORDER, 201, 202),
        (ATTACK_ORDER, 201, 202),  # gone
        (USE_ORDER, 1, -1),  # a creature
    ]:
        order(plan, kind, subject, target)
    assert write_orders(here.data, plan) == [
        "ATTACK 201 -1",
        "SUMMON 3 1",
        "SUMMON 1 0",
        "ATTACK 201 202",
        "ATTACK 201 202",
        "USE 1 -1",
    ]
    carried_out = []
    while (move := next_move(here.data, here.state, plan)) != PASS:
        carried_out.append(move)
        apply(here.data, here.state, move)
    assert len(carried_out) == 2
    assert (here.mine, here.theirs) == (["2/2 lane1"], [])
    assert next_move(here.data, here.state, plan) == PASS


def test_version_1_0_names_no_lane():
    here = battle(version="1.0", hand="3", mana=1)
    seated = PlanningBot("baseline2", here)
    assert seated.line(here) == "SUMMON 1"


def test_a_new_turn_gets_a_new_plan_and_a_new_game_too():
    here = battle(mine="2/2", hand="3", mana=1)
    seated = PlanningBot("baseline2", here)
    first = seated.move(here)
    apply(here.data, here.state, first)
    second = seated.move(here)
    apply(here.data, here.state, second)
    assert seated.move(here) == PASS
    here.state.turn += 2
    assert seated.memory.plan.turn != here.state.turn
    assert seated.move(here) == PASS  # the attack of the old plan is not tried again, and there is nothing else
    assert seated.memory.plan.turn == here.state.turn
    plain(seated.bot.rules.begin)(here.data, here.state, 1, *seated.views)
    assert seated.memory.plan.turn == command_plan.NO_TURN
