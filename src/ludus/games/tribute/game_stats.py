"""Statistics recorded from every game. The two rules only read the state."""

# mypy: ignore-errors

from ludus.core import Record, int16, rule, uint8
from ludus.core.game import GameStats
from ludus.games.tribute.game_data_records import CARDS
from ludus.games.tribute.move_bits import BUY, CALL, DRAFT, PICK, thing_of, verb_of
from ludus.games.tribute.state import ACQUIRE, DECKS, SEATS

MANY = 255  # largest count in a byte


class TributeGameStats(Record):
    """Statistics of one game, by seat; cards and patrons by number."""

    turns: int16  # turns of both players
    present: uint8[DECKS]  # 1: the patron was in the game
    drafted: uint8[SEATS, DECKS]  # 1: this seat picked it
    called: uint8[SEATS, DECKS]  # number of calls
    favoured: uint8[SEATS, DECKS]  # 1: it favoured this seat when the game ended
    taken: uint8[SEATS, CARDS]  # cards bought or acquired
    owned: uint8[SEATS, CARDS]  # cards owned at the end


@rule
def record_move(data, state, move, stats):
    """Record a move before it is made."""
    verb, thing, seat = verb_of(move), thing_of(move), int(state.active)
    if verb == BUY or (verb == PICK and state.asked == ACQUIRE):
        count_one(stats.taken, seat, int(state.card_of[thing]))
    elif verb == CALL:
        count_one(stats.called, seat, thing)
    elif verb == DRAFT:
        stats.drafted[seat, thing] = 1


@rule
def record_end(data, state, stats):
    """Record the end of the game."""
    stats.turns = state.turn
    for k in range(state.patron_count):
        number = int(state.patrons[k])
        stats.present[number] = 1
        if state.favour[k] != 0:
            stats.favoured[int(state.favour[k]) - 1, number] = 1
    for seat in range(SEATS):
        me = state.players[seat]
        count_zone(state, stats, seat, me.hand, me.hand_size)
        count_zone(state, stats, seat, me.pile, me.pile_size)
        count_zone(state, stats, seat, me.cooldown, me.cooldown_size)
        count_zone(state, stats, seat, me.agents, me.agent_count)
    count_zone(state, stats, int(state.active), state.played, state.played_size)


@rule
def count_zone(state, stats, seat, zone, size):
    for k in range(size):
        count_one(stats.owned, seat, int(state.card_of[zone[k]]))


@rule(inline=True)
def count_one(counts, seat, number):
    if counts[seat, number] != MANY:
        counts[seat, number] += 1


STATS = GameStats(TributeGameStats, on_move=record_move, on_end=record_end)
