"""Sums over both boards at once: six creatures of eight bytes each are a vector and a half.

An evaluation reads both boards after every move that is tried, and this is most of its work: field by field,
one-ply play loses a sixteenth of its speed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from llvmlite import ir
from numba.core import types as nb
from numba.extending import intrinsic

from ludus.games.locm.state import BOARD, Creature

MIDDLE = sum(128 << 8 * k for k in range(6))  # a difference may be negative: counts are kept 128 too high

SIZE, STRENGTHS, FLAGS = Creature.nbytes, 2, 6  # bytes of a creature; where its attack and defense and its keywords are
I8, I16, I32, I64 = (ir.IntType(bits) for bits in (8, 16, 32, 64))


@intrinsic
def both_boards(typing_context, mine, theirs):
    """Attack, defense and keywords of one board less those of the other; the keywords counted in a byte each."""

    def build(context, builder, signature, arguments):
        boards = [
            builder.bitcast(context.make_array(kind)(context, builder, board).data, I8.as_pointer())
            for kind, board in zip(signature.args, arguments, strict=True)
        ]
        strengths, flags = [], []
        for first, count in ((0, 4), (4, 2)):  # as vectors are made: 32 bytes and 16
            own, other = (_load(builder, board, first, count) for board in boards)
            strengths.append(_strengths(builder, own, other, count))
            # A keyword is there as -1, so the other way round.
            flags.append(builder.sub(_flags(builder, other, count), _flags(builder, own, count)))
        strength, counts = (_folded(builder, *parts) for parts in (strengths, flags))
        return context.make_tuple(
            builder,
            signature.return_type,
            [
                *(builder.sext(builder.extract_element(strength, I32(k)), I64) for k in range(2)),
                builder.xor(builder.bitcast(counts, I64), I64(MIDDLE)),  # adds 128 to each byte
            ],
        )

    return nb.UniTuple(nb.int64, 3)(mine, theirs), build


def _load(builder, board, first, count):
    place = builder.gep(board, [I64(SIZE * first)])
    return builder.load(builder.bitcast(place, ir.VectorType(I8, SIZE * count).as_pointer()), align=2)


def _strengths(builder, own, other, count):
    """Attack and defense by turns, as 32 bits. They are never negative, so that 16 bits hold the difference."""
    shorts = ir.VectorType(I16, SIZE // 2 * count)
    pairs = builder.sub(builder.bitcast(own, shorts), builder.bitcast(other, shorts))
    pairs = builder.bitcast(pairs, ir.VectorType(I32, SIZE // 4 * count))
    # Of the first 32 bits attack is the upper half, of the second defense the lower.
    return builder.ashr(builder.shl(pairs, _constant(I32, [0, 16] * count)), _constant(I32, [16, 16] * count))


def _flags(builder, creatures, count):
    """For each creature eight bytes, one for each bit of its keywords: all ones where the bit is set."""
    spread = _part(builder, creatures, [SIZE * (k // 8) + FLAGS for k in range(8 * count)])
    bits = builder.and_(spread, _constant(I8, [1 << k for k in range(8)] * count))
    return builder.sext(builder.icmp_unsigned("!=", bits, _constant(I8, [0] * (8 * count))), spread.type)


def _folded(builder, four, two):
    """The sum over all six creatures."""
    half = two.type.count
    upper, lower = _part(builder, four, range(half)), _part(builder, four, range(half, 2 * half))
    pair = builder.add(builder.add(upper, lower), two)
    return builder.add(_part(builder, pair, range(half // 2)), _part(builder, pair, range(half // 2, half)))


def _part(builder, vector, places: Iterable[int]):
    return builder.shuffle_vector(vector, ir.Constant(vector.type, ir.Undefined), _constant(I32, places))


def _constant(kind: Any, values: Iterable[int]) -> Any:
    numbers = [kind(value) for value in values]
    return ir.Constant(ir.VectorType(kind, len(numbers)), numbers)


def _plain(mine: Any, theirs: Any) -> tuple[int, int, int]:
    attack, defense, counts = 0, 0, MIDDLE
    for slot in range(BOARD):  # an empty place is all zeros and counts nothing
        for board, sign in ((mine, 1), (theirs, -1)):
            creature = board[slot]
            attack += sign * creature.attack
            defense += sign * creature.defense
            for k in range(6):
                counts += sign * (creature.keywords >> k & 1) << 8 * k
    return attack, defense, counts


both_boards.__ludus_plain__ = _plain
