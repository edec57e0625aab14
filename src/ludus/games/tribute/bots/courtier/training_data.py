"""Turn-end statistics: the numbers of every position that the courtier would evaluate, as training data for its
weights.

They are recorded at the first decision of the next turn, for the player whose turn has just ended.
"""

# mypy: ignore-errors

from ludus.core import Record, int8, int16, int64, local_ints, rule
from ludus.core.game import GameStats
from ludus.games.tribute.bots.courtier.evaluation import stage_of, write_deck_numbers, write_public_numbers
from ludus.games.tribute.bots.courtier.weights import NUMBERS
from ludus.games.tribute.game_data_records import CARDS
from ludus.games.tribute.state import BATTLE, DECKS

TURNS = 64  # recorded turns of a game


class TurnEnd(Record):
    seat: int8
    stage: int8
    cards: int8[CARDS]  # own copies minus the rival's
    in_play: int8[CARDS]
    favour: int8[DECKS]
    general: int16[NUMBERS]


class TributeTurnEndStats(Record):
    count: int64
    turn: int64  # last recorded turn
    ends: TurnEnd[TURNS]


@rule
def record_move(data, state, move, stats):
    if state.phase != BATTLE or state.turn <= max(1, stats.turn) or stats.count == TURNS:
        return
    stats.turn = state.turn
    end, seat = stats.ends[stats.count], 1 - state.active
    stats.count += 1
    end.seat, end.stage = seat, stage_of(state)
    numbers = local_ints(NUMBERS)
    write_public_numbers(state, seat, numbers)
    write_deck_numbers(data, state, seat, numbers)
    for k in range(NUMBERS):
        end.general[k] = numbers[k]
    for k in range(state.patron_count):
        if state.favour[k] != 0:
            end.favour[state.patrons[k]] = 1 if state.favour[k] == seat + 1 else -1
    count_cards(state, end, seat, 1)
    count_cards(state, end, 1 - seat, -1)


@rule
def count_cards(state, end, seat, sign):
    player = state.players[seat]
    for k in range(player.hand_size):
        end.cards[state.card_of[player.hand[k]]] += sign
    for k in range(player.pile_size):
        end.cards[state.card_of[player.pile[k]]] += sign
    for k in range(player.cooldown_size):
        end.cards[state.card_of[player.cooldown[k]]] += sign
    for k in range(player.agent_count):
        card = int(state.card_of[player.agents[k]])
        end.cards[card] += sign
        end.in_play[card] += sign


@rule
def record_end(data, state, stats):
    """Nothing to record; the match stores the outcome."""


STATS = GameStats(TributeTurnEndStats, on_move=record_move, on_end=record_end)
