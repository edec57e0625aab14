"""Template: dispatch to the bots of a kernel by number, since a GPU cannot call by address; bound one by one in
`kernel_binding`.

Asking a bot gives a move to make, or -1 - a move to look ahead: then it is given the position after that move and asked
again. A bot without lookahead steps makes its move at once.

Free names: begin, ask, tell, params_at, memory_in, scratch_in, SCRATCH (offset of its scratch space); for
`..._bot_of_kind` also KIND, and begin_other, ask_other and tell_other for all other kinds.
"""

# ruff: noqa: F821
# mypy: ignore-errors


def begin_bot(kind, data, state, seed, params, space, memory):
    begin(data, state, seed, params_at(params), memory_in(space, memory), scratch_in(space, SCRATCH))


def ask_bot(kind, data, state, seat, params, space, memory):
    return ask(data, state, seat, params_at(params), memory_in(space, memory), scratch_in(space, SCRATCH))


def tell_bot(kind, data, state, seat, params, space, memory):
    tell(data, state, seat, params_at(params), memory_in(space, memory), scratch_in(space, SCRATCH))


def begin_bot_of_kind(kind, data, state, seed, params, space, memory):
    if kind == KIND:
        begin_bot(kind, data, state, seed, params, space, memory)
    else:
        begin_other(kind, data, state, seed, params, space, memory)


def ask_bot_of_kind(kind, data, state, seat, params, space, memory):
    if kind == KIND:
        return ask_bot(kind, data, state, seat, params, space, memory)
    return ask_other(kind, data, state, seat, params, space, memory)


def tell_bot_of_kind(kind, data, state, seat, params, space, memory):
    if kind == KIND:
        tell_bot(kind, data, state, seat, params, space, memory)
    else:
        tell_other(kind, data, state, seat, params, space, memory)
