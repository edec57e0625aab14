"""Template: stack machine that evaluates expressions: one program for the state, one for each piece.

    evaluation = run(state program) + (sum of run(card program) over own pieces - the same over the opponent's)

A program is an expression in postfix order for a stack machine. An instruction pushes a sum of leaves, or combines the
top of the stack with leaves or with the element below. A leaf is a feature times a constant; for a plain constant, the
feature is the one after the last, which is always 1.

Positions are evaluated LANES at a time, and each stack element is a row of LANES numbers, because decoding an
instruction takes longer than executing it. A piece is evaluated once and then looked up by its key; the memo belongs to
one pair of programs, identified by its stamp.

Products are clipped to -LARGE .. LARGE and results to -LIMIT .. LIMIT. Leaves are smaller, and a program sums at most
64 of them, so no value overflows or is undefined, and a won game is always above all evaluations.

Free names: situation, pieces, piece_features, STATE, CARD, PIECES (their numbers), STATE_COLUMNS, CARD_COLUMNS (the
number of elements of all rows, including the row of 1) and RICH (whether programs may divide and compare).
"""

# ruff: noqa: F821
# mypy: ignore-errors

from ludus.core import Record, float64, int64, uint8
from ludus.core.compile.intrinsics import local_floats, local_ints, plus, times

INLINE = tuple("evaluate add_lane finish judge look_up place_of run leaf_at greater lesser bounded".split())

LANES = 8
MOST_NODES = 64  # nodes of a tree; also enough instructions and leaves for it
DEPTH, RICH_DEPTH = 20, 52  # sufficient stack depths for trees of this size; comparisons need more
STACK = DEPTH * LANES
MASK = 511  # larger than every stack index
LIMIT, LARGE, TINY = 2.0**50, 2.0**100, 2.0**-16
MEMO_BITS = 9
MEMO = 1 << MEMO_BITS
FEW_BITS = 4  # MEMO_BITS for a thread with little memory

# Operations on leaves: the first two sum any number of leaves, the others take one ...
LOAD, ADD, MULTIPLY, GREATER, LESSER, NEGATE = 0, 1, 2, 3, 4, 5
ADD_BELOW, MULTIPLY_BELOW, GREATER_BELOW, LESSER_BELOW = 6, 7, 8, 9  # ... and operations on the two top elements
DIVIDE_BELOW, LESS = 10, 11  # only in rich programs; LESS takes four elements


class Leaf(Record):
    constant: float64
    feature: uint8


class Instruction(Record):
    operation: uint8
    first: uint8  # index of its first leaf
    leaves: uint8


class ExpressionProgram(Record):
    count: int64
    steps: Instruction[MOST_NODES]
    leaves: Leaf[MOST_NODES]


class ProgramPair(Record):
    """Params of the evaluation: the compiled genome."""

    stamp: int64  # digest of the programs; never 0
    state: ExpressionProgram
    card: ExpressionProgram


class MemoEntry(Record):
    key: int64
    value: float64


class Memo(Record):
    """Cache of piece values by key, for the programs with this stamp."""

    stamp: int64
    entries: MemoEntry[MEMO]


class SmallMemo(Record):
    stamp: int64
    entries: MemoEntry[1 << FEW_BITS]


def evaluate(data, state, seat, params, scratch):
    columns, worths = local_floats(STATE_COLUMNS), local_floats(LANES)
    for k in range(LANES):
        worths[k] = 0.0
        for feature in range(STATE):
            columns[feature * LANES + k] = 0.0
    add_lane(data, state, seat, 0, columns, worths, params, scratch)
    finish(columns, worths, params)
    return worths[0]


def add_lane(data, state, seat, lane, columns, worths, params, scratch):
    """Add a position as one lane of a batch."""
    values = local_ints(STATE)
    situation(data, state, seat, values)
    for k in range(STATE):
        columns[k * LANES + lane] = float(values[k])
    if scratch.memo.stamp != params.stamp:
        forget(scratch.memo, params.stamp)
    keys = local_ints(PIECES)
    total = 0.0
    for k in range(pieces(data, state, seat, keys)):
        key = keys[k]
        sign = 2 * int(key > 0) - 1  # branchless, because the branch would be unpredictable
        total = plus(total, times(float(sign), look_up(key * sign, params, scratch.memo)))
    worths[lane] = total


def finish(columns, worths, params):
    """Evaluate all positions of the batch into `worths`."""
    stack = local_floats(STACK)
    for k in range(LANES):
        columns[STATE * LANES + k] = 1.0
    run(params.state, columns, stack)
    for k in range(LANES):
        worths[k] = bounded(plus(bounded(stack[k], LIMIT), worths[k]), LIMIT)


def judge(key, params, scratch):
    """Return the value of a piece."""
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
    values, columns, stack = local_ints(CARD_COLUMNS), local_floats(CARD_COLUMNS), local_floats(STACK)
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
    """Return the memo index of a key, a hash of its bits without a product that would overflow."""
    return ((key ^ key >> 22 ^ key >> 44) & 0x7FFFFFFF) * 0x2545F491 >> 31 - MEMO_BITS & MEMO - 1


def run(program, columns, stack):
    """Run a program on all lanes; the results are at the bottom of the stack."""
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
        # Masked, so that the compiler knows that the index is not negative and can vectorise.
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
            apply_rich_operation(operation, stack, top)


def apply_rich_operation(operation, stack, top):
    for j in range(LANES):
        one, other = stack[top + j], stack[top + LANES + j]
        if operation == LESS:
            stack[top + j] = stack[top + 2 * LANES + j] if one < other else stack[top + 3 * LANES + j]
        else:
            divisor = other if abs(other) >= TINY else 1.0
            stack[top + j] = bounded(one / divisor, LARGE)


def leaf_at(program, place):
    """Return the constant of a leaf and the first index of its feature's row."""
    leaf = program.leaves[place]
    return leaf.constant, int(leaf.feature) * LANES


def greater(one, other):
    return other if other > one else one


def lesser(one, other):
    return other if other < one else one


def bounded(value, limit):
    return lesser(greater(value, -limit), limit)
