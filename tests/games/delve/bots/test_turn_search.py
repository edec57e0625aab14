"""The search of a turn finds the best there is: held against a search of all sequences of moves."""

import random

from ludus.games.delve.game_data import GameData
from tests.cases import each

from ..positions import deck, start, wander
from .helpers import bot_turn, set_hand

DECKS = ["3", "9", "14", "17", "20", "26", "33"]


def outcome(position, whole):
    """Enemies left, their attack, their hit points: what BestTurnBot has as few of as it can, in this order."""
    foes = GameData.over(position.content.data).foes[position.state.encounter]
    left = [position.state.enemies[place] for place in range(foes.size)] if whole else []
    threat = sum(foes.attack[place] for place, health in enumerate(left) if health > 0)
    return sum(health > 0 for health in left), threat, sum(left)


def best_of_all(position):
    """The least outcome over all sequences of moves within the turn."""
    encounter, turn_number = position.state.encounter, position.state.turn
    seen, best = set(), (99, 0, 0)
    waiting = [position.copy()]
    while waiting:
        here = waiting.pop()
        if here.end_reason or here.state.encounter != encounter or here.state.turn != turn_number or here.state.asked:
            return 0, 0, 0
        state = here.state
        best = min(best, outcome(here, True))
        for move in here.legal_moves:
            if move:
                after = here.copy()
                after.play(move)
                state = after.state
                key = (*(state.hand[k] for k in range(15)), *(state.enemies[k] for k in range(7)), state.energy)
                if (key, state.mana) not in seen:
                    seen.add((key, state.mana))
                    waiting.append(after)
    return best


def positions():
    dice = random.Random(7)
    for seed in range(24):
        options = {"deck": dice.choice(DECKS), "first": 1 + seed % 6, "last": 1 + seed % 6, "points": 0}
        found = [here.copy() for here in wander(seed, **options) if not here.end_reason]
        yield dice.choice(found)


@each("aim", ["urgent", "first"])
def test_no_sequence_of_moves_ends_the_turn_better_than_the_best_turn(aim):
    for position in positions():
        before = position.state.encounter
        _, after = bot_turn(position, f"best-turn:aim={aim}")
        won = after.end_reason or after.state.encounter != before
        assert outcome(after, not won) == best_of_all(position)


def test_lucky_plays_a_turn_as_good_as_the_best_turn():
    for position in positions():
        _, best = bot_turn(position, "best-turn")
        _, lucky = bot_turn(position, "lucky")
        assert outcome(lucky, not lucky.end_reason) == outcome(best, not best.end_reason)


def test_five_equal_cards_are_shared_out_over_seven_equal_enemies():
    here = set_hand(start(deck(Bolt=15), [(1, 5)] * 7), Bolt=5)
    said, after = bot_turn(here, "best-turn")
    assert said == [f"PLAY Bolt {k}" for k in range(1, 6)] + ["END"]
    assert sum(after.state.enemies[k] > 0 for k in range(7)) == 2


def test_cards_that_cannot_all_be_paid_are_chosen_for_what_they_do():
    here = set_hand(start(deck(Bolt=8, Lightning=7), [(1, 20), (1, 5)]), Bolt=2, Lightning=1)
    said, after = bot_turn(here, "best-turn")
    assert after.end_reason
    assert sorted(said) == ["PLAY Bolt 2", "PLAY Lightning 1"]
