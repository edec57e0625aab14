"""Records: bytes for the compiler, plain objects for Python, one and the same memory."""

from typing import Annotated

import numpy as np
import pytest

from ludus.core import Range, Record, float64, int8, int16, int32, int64, rule, uint8, uint64
from ludus.core.compile.intrinsics import record_reader
from ludus.core.structured_records import RecordType
from ludus.util.errors import LudusError, RecordError
from tests.cases import each


class Creature(Record):
    attack: int16
    keywords: uint8


class Player(Record):
    health: int32
    ready: uint8
    board: Creature[3]
    grid: int8[2, 3]
    luck: float64


class Pair(Record):
    stream: uint64
    players: Player[2]
    best: Creature


def test_the_layout_is_what_a_c_compiler_would_choose():
    assert Creature.dtype.itemsize == Creature.nbytes == 4
    assert Player.dtype.fields["board"][1] == 6
    assert Player.dtype.isalignedstruct
    assert Pair.dtype.alignment == 8
    assert list(Pair.fields) == ["stream", "players", "best"]


def test_zeros_are_zero_to_the_last_byte():
    assert Pair.zeros(3).tobytes() == bytes(3 * Pair.nbytes)


def test_a_view_reads_and_writes_the_bytes_of_the_array():
    array = Pair.zeros(2)
    pair = Pair.over(array, 1)
    pair.stream = 2**64 - 1
    pair.players[1].board[2].attack = -5
    pair.players[0].grid[1, 2] = 7
    pair.players[0].luck = 0.25
    assert array[1]["stream"] == 2**64 - 1
    assert array[1]["players"][1]["board"][2]["attack"] == -5
    assert array[1]["players"][0]["grid"][1, 2] == 7
    assert array[1]["players"][0]["luck"] == 0.25
    assert array[0].tobytes() == bytes(Pair.nbytes)


def test_numbers_are_python_ints_so_that_arithmetic_widens():
    creature = Creature.over(Creature.zeros())
    creature.attack = 32767
    assert type(creature.attack) is int
    assert creature.attack * creature.attack == 32767**2


def test_a_local_name_is_a_view():
    pair = Pair.over(Pair.zeros())
    me = pair.players[1]
    me.board[0].attack = 3
    assert pair.players[1].board[0].attack == 3


def test_assigning_a_record_copies_it():
    player = Player.over(Player.zeros())
    player.board[0].attack = 3
    player.board[1] = player.board[0]
    player.board[0].attack = 4
    assert [creature.attack for creature in player.board] == [4, 3, 0]


def test_a_record_field_can_be_assigned_whole():
    pair = Pair.over(Pair.zeros())
    pair.players[0].board[1].attack = 9
    pair.best = pair.players[0].board[1]
    assert pair.best.attack == 9


def test_every_record_of_an_array_can_be_indexed():
    array = Creature.zeros(4)
    Creature.every(array)[3].attack = 8
    assert array["attack"].tolist() == [0, 0, 0, 8]


def test_indices_count_from_the_end_when_negative():
    player = Player.over(Player.zeros())
    player.board[-1].attack = 2
    player.grid[-1, -3] = 5
    assert (player.board[2].attack, player.grid[1, 0]) == (2, 5)


def test_slices_are_views():
    player = Player.over(Player.zeros())
    player.board[1:][0].attack = 6
    assert player.board[1].attack == 6
    assert len(player.board[1:]) == 2
    assert len(player.grid[0]) == 3
    assert list(player.board[3:]) == []


@each("index", [3, -4, 100])
def test_an_index_outside_is_an_error(index):
    player = Player.over(Player.zeros())
    with pytest.raises(IndexError, match="outside an array of 3"):
        player.board[index]


@each(("field", "value"), [("attack", 32768), ("attack", -32769), ("keywords", 256), ("keywords", -1)])
def test_a_value_that_does_not_fit_is_an_error_that_names_the_field(field, value):
    creature = Creature.over(Creature.zeros())
    with pytest.raises(OverflowError, match=f"Creature.{field}: {value} does not fit u?int"):
        setattr(creature, field, value)
    assert getattr(creature, field) == 0


def test_arrays_are_not_written_whole():
    player = Player.over(Player.zeros())
    with pytest.raises(TypeError):
        player.board = player.board
    with pytest.raises(TypeError):
        player.grid[0] = 3


def test_a_misspelt_field_is_an_error():
    creature = Creature.over(Creature.zeros())
    with pytest.raises(AttributeError):
        creature.atack = 3
    with pytest.raises(AttributeError):
        _ = creature.atack


@each("name", ["zeros", "over", "dtype", "nbytes", "fields", "read", "mro", "_hidden", "class"])
def test_a_name_that_means_something_else_cannot_be_a_field(name):
    with pytest.raises(RecordError, match=name):
        RecordType("Bad", (Record,), {"__annotations__": {name: int8}})


@each("kind", [int, "no_such_type", 3, None, np.int16, list])
def test_a_field_must_be_a_number_of_fixed_width_or_a_record(kind):
    with pytest.raises(RecordError, match="Bad"):
        RecordType("Bad", (Record,), {"__annotations__": {"field": kind}, "__module__": __name__})


def test_a_record_needs_fields():
    with pytest.raises(RecordError, match="no fields"):
        RecordType("Bad", (Record,), {})


@each("shape", [0, -1, (2, 0), 1.5])
def test_an_array_needs_positive_sizes(shape):
    with pytest.raises(RecordError, match="positive sizes"):
        int8[shape]


def test_a_record_error_is_a_ludus_error_and_a_type_error():
    assert issubclass(RecordError, LudusError)
    assert issubclass(RecordError, TypeError)


def test_a_record_prints_its_fields():
    creature = Creature.over(Creature.zeros())
    creature.attack = 3
    assert repr(creature) == "Creature({'attack': 3, 'keywords': 0})"


player_at = record_reader(Player)


@rule(export=True)
def heal(address, amount):
    player = player_at(address)
    player.health += amount
    player.board[1].attack = player.health
    player.grid[1, 0] = -3
    return player.health


def test_compiled_rules_and_plain_views_share_the_bytes():
    array = Player.zeros()
    player = Player.over(array)
    player.health = 20
    assert heal(array.ctypes.data, 5) == 25
    assert (player.health, player.board[1].attack, player.grid[1, 0]) == (25, 25, -3)
    assert Player.at(array.ctypes.data).health == 25


def test_int64_fields_keep_all_bits():
    class Wide(Record):
        number: int64

    wide = Wide.over(Wide.zeros())
    wide.number = -(2**63)
    assert wide.number == -(2**63)


def test_a_range_changes_neither_the_fields_nor_their_bytes():
    class Coin(Record):
        side: Annotated[uint8, Range(0, 1)]
        values: Annotated[int16[2], "a note", Range(-3, 3)]
        note: Annotated[int32, "no range"]

    assert (Coin.nbytes, Coin.fields["side"], Coin.fields["note"]) == (12, uint8, int32)
    assert Coin.field_ranges == {"side": Range(0, 1), "values": Range(-3, 3)}


@each(
    "kind",
    [
        Annotated[uint8, Range(0, 256)],
        Annotated[uint8[2], Range(-1, 1)],
        Annotated[int8, Range(2, 1)],
        Annotated[int8, Range(0, 1), Range(0, 2)],
        Annotated[Creature, Range(0, 1)],
        Annotated[int, Range(0, 1)],
    ],
)
def test_a_range_that_a_field_cannot_have_is_refused(kind):
    with pytest.raises(RecordError, match=r"Bad\.field"):
        RecordType("Bad", (Record,), {"__annotations__": {"field": kind}})
