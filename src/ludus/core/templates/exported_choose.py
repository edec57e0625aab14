"""Template: the exported `choose` rule of one bot, called by addresses. Free names: choose, a reader per record."""

# ruff: noqa: F821
# mypy: ignore-errors


def choose_by_address(data, state, seat, params, memory, scratch):
    return choose(data_at(data), state_at(state), seat, params_at(params), memory_at(memory), scratch_at(scratch))
