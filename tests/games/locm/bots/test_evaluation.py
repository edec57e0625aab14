"""What positions and moves are worth: what a move gains is what it changes."""

from ludus.core import plain
from ludus.games.locm.action_effects import PASS, USE
from ludus.games.locm.bots import evaluation
from ludus.games.locm.bots.evaluation import WIN_VALUE, EvaluationWeights, fill_evaluation_weights
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.state import READY, State
from tests.cases import each

from ..positions import WAYS, apply, battle, copy, legal_moves, wander

standing, gain, reach, finish_turn = (
    plain(rule)
    for rule in (evaluation.evaluate, evaluation.gain, evaluation.unguarded_damage, evaluation.play_greedily)
)


def worths(**changed):
    w = EvaluationWeights.over(EvaluationWeights.zeros(1))
    fill_evaluation_weights(w)
    for name, value in changed.items():
        setattr(w, name, value)
    return w


def gains(way, seed, w):
    """Every move of some positions: what it is said to gain, what it does to the standing, and how the game goes on."""
    for number, (content, array) in enumerate(wander(way, seed)):
        state, data = State.over(array), GameData.over(content.data)
        if number % 2 or state.reason or state.phase != 2:
            continue
        seat = state.mover
        before = standing(data, state, seat, w)
        for move in legal_moves(content, state):
            after = State.over(copy(array))
            if move != PASS:
                apply(data, after, move)
            yield gain(data, state, move, w), standing(data, after, seat, w) - before, after


@each("way", WAYS)
def test_a_move_gains_what_it_changes_but_for_the_cards_drawn_for_wounds(way):
    w = worths(card=0)
    seen = 0
    for said, done, after in (gained for seed in range(4) for gained in gains(way, seed, w)):
        if after.reason == 0:
            assert said == done
            seen += 1
        elif after.winner == after.mover:
            assert said > WIN_VALUE // 2
    assert seen > 200


def test_a_card_in_hand_counts_and_an_item_more():
    w = worths()
    here = battle(mine="2/2", hand="140", mana=5)
    item = next(move for move in legal_moves(here.content, here.state) if move & ~255 == USE)
    without = gain(here.data, here.state, item, worths(card=0, item=0))
    assert gain(here.data, here.state, item, w) == without - w.card - w.item


def test_guards_keep_a_lane_out_of_reach():
    here = battle(mine="3/1, 4/1 lane1, 5/1 lane1 tired", theirs="1/1 G lane1")
    assert reach(here.me, here.foe, READY) == 3
    assert reach(here.me, here.foe, 0) == 3
    here = battle(mine="3/1, 4/1 lane1, 5/1 lane1 tired", theirs="1/1")
    assert reach(here.me, here.foe, READY) == 7
    assert reach(here.me, here.foe, 0) == 12


def test_a_turn_is_finished_by_a_kill_if_there_is_one():
    here = battle(mine="3/1, 4/1 lane1", theirs="9/3, 9/4 lane1", health=(30, 7))
    finish_turn(here.data, here.state, worths(), [0] * 256)
    assert here.state.winner == here.state.mover


def test_a_turn_is_finished_by_good_trades_otherwise():
    here = battle(mine="3/1, 4/1 lane1", theirs="9/3, 9/4 lane1", health=(30, 30))
    finish_turn(here.data, here.state, worths(), [0] * 256)
    assert here.theirs == []
