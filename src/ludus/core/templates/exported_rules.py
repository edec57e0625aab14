"""Template: rules of one game exported to Python; all records are passed by address.

Free names: data_at, state_at, MOST_MOVES, and the rules of the game.
"""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.core.compile.intrinsics import ints_at

OVER, ILLEGAL = -1, -2


def prepare_by_address(data_address, seed):
    prepare(data_at(data_address), seed)


def start_by_address(data_address, state_address, seed):
    start(data_at(data_address), state_at(state_address), seed)


def legal_moves_by_address(data_address, state_address, moves):
    state = state_at(state_address)
    if end_reason(state) != 0:
        return 0
    return legal_moves(data_at(data_address), state, ints_at(moves, MOST_MOVES))


def play_by_address(data_address, state_address, move, moves):
    """Apply a move if it is legal.

    Returns:
        The end reason after the move; or OVER or ILLEGAL, and the state is unchanged.
    """
    data, state = data_at(data_address), state_at(state_address)
    if end_reason(state) != 0:
        return OVER
    buffer = ints_at(moves, MOST_MOVES)
    for k in range(legal_moves(data, state, buffer)):
        if buffer[k] == move:
            apply(data, state, move)
            return end_reason(state)
    return ILLEGAL


def current_player_by_address(state_address):
    return current_player(state_at(state_address))


def end_reason_by_address(state_address):
    return end_reason(state_at(state_address))


def payoff_by_address(state_address, seat):
    return payoff(state_at(state_address), seat)


def score_by_address(state_address, seat):
    return score(state_at(state_address), seat)


def resample_hidden_by_address(data_address, state_address, seat, seed):
    resample_hidden(data_at(data_address), state_at(state_address), seat, seed)
