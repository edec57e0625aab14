"""A position by two programs: one for its situation, one for each of its pieces.

    evaluation = run(state program) + (sum of run(card program) over own pieces - the same over the opponent's)

A program is a formula in the order in which a calculator with a stack takes it. A step puts a sum of leaves on top, or
joins what is on top with leaves or with what is below. A leaf is a feature times a constant; where it is a plain
constant, the feature is the one behind the last, which is always 1.

Positions are evaluated together, LANES at a time, each number of the calculator being a row of so many: to find out
what a step does takes longer than to do it. A piece is judged once and looked up from then on by its key; the memo
belongs to one pair of programs, which its stamp names.

Products are kept within -LARGE .. LARGE and results within -LIMIT .. LIMIT. Leaves are smaller than that, and a program
adds up at most 64 of them, so nothing comes near the infinite, nothing is ever undefined, and a won game stays above
all evaluations.

Free names: situation, pieces, piece_features, STATE, CARD, PIECES (how many of each), STATE_COLUMNS, CARD_COLUMNS (the
places of a row for each and for the 1) and RICH (whether programs may divide and compare).
"""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.core import Record, float64, int64, uint8
from ludus.core.exact import plus, times
from ludus.core.memory import local_numbers, local_reals

INLINE = tuple("evaluate note finish judge look_up place_of run leaf_at greater lesser bounded".split())

LANES = 8
MOST_NODES = 64  # of a tree: so many steps and leaves are enough
DEPTH, RICH_DEPTH = 20, 52  # deeper than any tree of so many nodes needs; one that compares leaves keeps more of them
STACK = DEPTH * LANES
MASK = 511  # above all places of the stack
LIMIT, LARGE, TINY = 2.0**50, 2.0**100, 2.0**-16
MEMO_BITS = 9
MEMO = 1 << MEMO_BITS
FEW_BITS = 4  # the same for a thread with little memory

# What a step does with leaves: the first two add up any number of them, the others take one ...
LOAD, ADD, MULTIPLY, GREATER, LESSER, NEGATE = 0, 1, 2, 3, 4, 5
ADD_BELOW, MULTIPLY_BELOW, GREATER_BELOW, LESSER_BELOW = 6, 7, 8, 9  # ... and with what is below
DIVIDE_BELOW, LESS = 10, 11  # of rich programs alone: the latter takes four numbers


class Leaf(Record):
    constant: float64
    feature: uint8


class Step(Record):
    operation: uint8
    first: uint8  # of its leaves
    leaves: uint8


class Program(Record):
    count: int64
    steps: Step[MOST_NODES]
    leaves: Leaf[MOST_NODES]


class Programs(Record):
    """The parameters: what a genome comes to."""

    stamp: int64  # tells programs apart; never 0
    state: Program
    card: Program


class Judged(Record):
    key: int64
    value: float64


class Memo(Record):
    """What pieces were found to be worth, by the programs of this stamp."""

    stamp: int64
    entries: Judged[MEMO]


class SmallMemo(Record):
    stamp: int64
    entries: Judged[1 << FEW_BITS]


def evaluate(table, state, seat, params, scratch):
    columns, worths = local_reals(STATE_COLUMNS), local_reals(LANES)
    for k in range(LANES):
        worths[k] = 0.0
        for feature in range(STATE):
            columns[feature * LANES + k] = 0.0
    note(table, state, seat, 0, columns, worths, params, scratch)
    finish(columns, worths, params)
    return worths[0]


def note(table, state, seat, lane, columns, worths, params, scratch):
    """Look at a position, as one of several that will be evaluated together."""
    values = local_numbers(STATE)
    situation(table, state, seat, values)
    for k in range(STATE):
        columns[k * LANES + lane] = float(values[k])
    if scratch.memo.stamp != params.stamp:
        forget(scratch.memo, params.stamp)
    keys = local_numbers(PIECES)
    total = 0.0
    for k in range(pieces(table, state, seat, keys)):
        key = keys[k]
        sign = 2 * int(key > 0) - 1  # no branch: which pieces there are changes too often to be predicted
        total = plus(total, times(float(sign), look_up(key * sign, params, scratch.memo)))
    worths[lane] = total


def finish(columns, worths, params):
    """Evaluate the positions that were noted: their worths."""
    stack = local_reals(STACK)
    for k in range(LANES):
        columns[STATE * LANES + k] = 1.0
    run(params.state, columns, stack)
    for k in range(LANES):
        worths[k] = bounded(plus(bounded(stack[k], LIMIT), worths[k]), LIMIT)


def judge(key, params, scratch):
    """What a piece is worth."""
    if scratch.memo.stamp != params.stamp:
        forget(scratch.memo, params.stamp)
    return look_up(key, params, scratch.memo)


def look_up(key, params, memo):
    entry = memo.entries[place_of(key)]
    if entry.key != key:
        entry.key = key
        entry.value = judge_anew(key, params)
    return entry.value


def judge_anew(key, params):
    values, columns, stack = local_numbers(CARD_COLUMNS), local_reals(CARD_COLUMNS), local_reals(STACK)
    piece_features(key, values)
    values[CARD] = 1
    for k in range(CARD + 1):
        for lane in range(LANES):
            columns[k * LANES + lane] = float(values[k])
    run(params.card, columns, stack)
    return bounded(stack[0], LIMIT)


def forget(memo, stamp):
    for k in range(MEMO):
        memo.entries[k].key = 0
    memo.stamp = stamp


def place_of(key):
    """Where the memo keeps a key: its bits well mixed, without a product too large for plain Python to wrap."""
    return ((key ^ key >> 22 ^ key >> 44) & 0x7FFFFFFF) * 0x2545F491 >> 31 - MEMO_BITS & MEMO - 1


def run(program, columns, stack):
    """Work out a formula for all lanes; the results are at the bottom of the stack."""
    height = 0
    for k in range(program.count):
        step = program.steps[k]
        operation = step.operation
        if operation == LOAD:
            height += LANES
        elif RICH and operation == LESS:
            height -= 3 * LANES
        elif operation > NEGATE:
            height -= LANES
        # Masked, so that the compiler knows it is no negative index: only then it works on whole rows.
        top = height - LANES & MASK
        if operation <= ADD:
            if operation == LOAD:
                for j in range(LANES):
                    stack[top + j] = 0.0
            for n in range(step.leaves):
                constant, row = leaf_at(program, step.first + n)
                for j in range(LANES):
                    stack[top + j] = plus(stack[top + j], times(constant, columns[row + j]))
        elif operation == MULTIPLY:
            constant, row = leaf_at(program, step.first)
            for j in range(LANES):
                stack[top + j] = bounded(times(stack[top + j], times(constant, columns[row + j])), LARGE)
        elif operation == GREATER:
            constant, row = leaf_at(program, step.first)
            for j in range(LANES):
                stack[top + j] = greater(stack[top + j], times(constant, columns[row + j]))
        elif operation == LESSER:
            constant, row = leaf_at(program, step.first)
            for j in range(LANES):
                stack[top + j] = lesser(stack[top + j], times(constant, columns[row + j]))
        elif operation == NEGATE:
            for j in range(LANES):
                stack[top + j] = -stack[top + j]
        elif operation == ADD_BELOW:
            for j in range(LANES):
                stack[top + j] = plus(stack[top + j], stack[top + LANES + j])
        elif operation == MULTIPLY_BELOW:
            for j in range(LANES):
                stack[top + j] = bounded(times(stack[top + j], stack[top + LANES + j]), LARGE)
        elif operation == GREATER_BELOW:
            for j in range(LANES):
                stack[top + j] = greater(stack[top + j], stack[top + LANES + j])
        elif operation == LESSER_BELOW:
            for j in range(LANES):
                stack[top + j] = lesser(stack[top + j], stack[top + LANES + j])
        elif RICH:
            work_out_rich(operation, stack, top)


def work_out_rich(operation, stack, top):
    for j in range(LANES):
        one, other = stack[top + j], stack[top + LANES + j]
        if operation == LESS:
            stack[top + j] = stack[top + 2 * LANES + j] if one < other else stack[top + 3 * LANES + j]
        else:
            divisor = other if abs(other) >= TINY else 1.0
            stack[top + j] = bounded(one / divisor, LARGE)


def leaf_at(program, place):
    """Its constant, and where the row of its feature begins."""
    leaf = program.leaves[place]
    return leaf.constant, int(leaf.feature) * LANES


def greater(one, other):
    return other if other > one else one


def lesser(one, other):
    return other if other < one else one


def bounded(value, limit):
    return lesser(greater(value, -limit), limit)
