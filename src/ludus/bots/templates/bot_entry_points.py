"""Template: entry points of one compiled bot. All arguments are addresses, so every bot has the same signature.

Free names: begin, choose, and a reader for each record.
"""

# ruff: noqa: F821
# mypy: ignore-errors


def begin_by_address(data, state, seed, params, memory, scratch):
    begin(data_at(data), state_at(state), seed, params_at(params), memory_at(memory), scratch_at(scratch))
    return 0


def choose_by_address(data, state, seat, params, memory, scratch):
    return choose(data_at(data), state_at(state), seat, params_at(params), memory_at(memory), scratch_at(scratch))
