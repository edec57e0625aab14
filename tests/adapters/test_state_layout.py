"""Every number of a record, in one row."""

import numpy as np

from ludus.adapters.state_layout import StateLayout
from ludus.core import Record, float64, int8, int16, int32, int64, serialization, uint8, uint16, uint32, uint64
from ludus.core.random import as_int64
from tests.adapters.games import every_game, positions


class Inner(Record):
    small: int8
    stream: uint64
    wide: int64
    pair: uint16[2]


class Outer(Record):
    flag: uint8
    signed: int16
    inner: Inner[2]
    grid: int32[2, 2]
    large: uint64
    real: float64
    plain: uint32


def flat(data, name=""):
    """A record as nested data, as a dict from names to numbers; streams are left out."""
    if isinstance(data, dict):
        parts = [flat(value, f"{name}.{key}" if name else key) for key, value in data.items() if key != "stream"]
    elif isinstance(data, list):
        shape = np.shape(data) if not isinstance(np.ravel(data)[0], dict) else (len(data),)
        parts = []
        for index in np.ndindex(*shape):
            value = data
            for k in index:
                value = value[k]
            parts.append(flat(value, f"{name}[{', '.join(map(str, index))}]"))
    else:
        return {name: data}
    return {key: value for part in parts for key, value in part.items()}


def test_numbers_of_all_widths_keep_their_values_and_signs():
    array = Outer.zeros()
    record = Outer.over(array)
    record.flag, record.signed, record.large, record.real, record.plain = (
        255,
        -32768,
        (1 << 64) - (1 << 40),
        0.5,
        7,
    )
    record.inner[1].small, record.inner[1].wide, record.inner[0].pair[1] = -1, -5, 65535
    record.grid[0, 1], record.grid[1, 0] = -(1 << 31), (1 << 31) - 1
    layout = StateLayout(Outer)
    row = np.zeros(len(layout), np.float32)
    layout.fill(row, layout.read(array), np.ones(len(layout)))
    expected = flat(serialization.to_plain(record))
    assert layout.names == tuple(expected)
    assert row.tolist() == np.array([*expected.values()], np.float32).tolist()
    assert {"signed", "inner[1].wide", "grid[1, 0]"} <= set(layout.names)
    assert not [name for name in layout.names if "stream" in name]


def test_bounds_are_those_of_the_field_types():
    layout = StateLayout(Outer)
    bounds = dict(zip(layout.names, zip(layout.low.tolist(), layout.high.tolist(), strict=True), strict=True))
    assert bounds["flag"] == (0, 255)
    assert bounds["inner[0].small"] == (-128, 127)
    assert bounds["signed"] == (-32768, 32767)
    assert bounds["real"] == (-np.inf, np.inf)


def test_what_is_not_known_stays_marked_in_numbers_of_every_kind():
    layout = StateLayout(Outer)
    row = np.zeros(len(layout), np.float32)
    layout.fill(row, np.full(len(layout), -1), np.zeros(len(layout)))
    assert set(row.tolist()) == {-1}


@every_game
def test_a_state_reads_as_its_plain_view_does(game, options):
    layout = StateLayout(game.state)
    for position in positions(game, options):
        numbers = layout.read(np.frombuffer(position.bytes(), np.uint8))
        plain = {name: as_int64(number) for name, number in flat(serialization.to_plain(position.state)).items()}
        assert dict(zip(layout.names, numbers.tolist(), strict=True)) == plain
