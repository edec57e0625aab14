"""Template: rules of one game exported to Python; all records are passed by address.

Free names: table_at, state_at, MOST_MOVES, and the rules of the game.
"""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.core.compile.intrinsics import ints_at

OVER, ILLEGAL = -1, -2


def prepare_by_address(table, seed):
    prepare(table_at(table), seed)


def start_by_address(table, state, seed):
    start(table_at(table), state_at(state), seed)


def legal_moves_by_address(table, state, moves):
    here = state_at(state)
    if end_reason(here) != 0:
        return 0
    return legal_moves(table_at(table), here, ints_at(moves, MOST_MOVES))


def play_by_address(table, state, move, moves):
    """Apply a move if it is legal.

    Returns:
        The end reason after the move; or OVER or ILLEGAL, and the state is unchanged.
    """
    content, here = table_at(table), state_at(state)
    if end_reason(here) != 0:
        return OVER
    buffer = ints_at(moves, MOST_MOVES)
    for k in range(legal_moves(content, here, buffer)):
        if buffer[k] == move:
            apply(content, here, move)
            return end_reason(here)
    return ILLEGAL


def current_player_by_address(state):
    return current_player(state_at(state))


def end_reason_by_address(state):
    return end_reason(state_at(state))


def payoff_by_address(state, seat):
    return payoff(state_at(state), seat)


def score_by_address(state, seat):
    return score(state_at(state), seat)


def resample_hidden_by_address(table, state, seat, seed):
    resample_hidden(table_at(table), state_at(state), seat, seed)
