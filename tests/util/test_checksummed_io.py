"""What is kept reads back as the same, and damage to its file never passes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.util.checksummed_io import (
    CorruptFile,
    UnstorableValue,
    add_checksum,
    pack,
    read_checksummed,
    to_plain_data,
    unpack_checked,
    write_checksummed,
)
from tests.cases import each
from tests.messages import mentions

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=["Cs"]))
    | st.binary(),
    lambda inside: st.lists(inside) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inside),
    max_leaves=10,
)


@given(values)
def test_plain_data_reads_back_as_the_same(tmp_path_factory, value):
    path = tmp_path_factory.mktemp("sealed") / "file"
    write_checksummed(path, to_plain_data(value, "it"))
    assert read_checksummed(path) == value
    assert add_checksum(pack(value)) == path.read_bytes()


@given(values, st.data())
def test_every_damaged_checkpoint_is_refused(value, data):
    raw = add_checksum(pack(value))
    at = data.draw(st.integers(0, len(raw) - 1))
    with pytest.raises(CorruptFile, match="file: damaged"):
        unpack_checked(raw[:at], "file")
    with pytest.raises(CorruptFile, match="file: damaged"):
        unpack_checked(raw[:at] + bytes([raw[at] ^ data.draw(st.integers(1, 255))]) + raw[at + 1 :], "file")


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6, dtype=np.int16).reshape(2, 3),
        np.asfortranarray(np.eye(3)),
        np.array([np.nan, -0.0]),
        np.zeros((0, 4), np.uint8),
        np.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f8")]),
    ],
)
def test_arrays_read_back_as_the_same(tmp_path, array):
    write_checksummed(tmp_path / "file", to_plain_data({"a": [array]}, "it"))
    (restored,) = read_checksummed(tmp_path / "file")["a"]
    assert restored.dtype == array.dtype
    assert restored.tobytes() == array.tobytes()


def test_numbers_of_numpy_become_plain_ones():
    restored = to_plain_data([np.float64(0.5), np.int8(3), np.bool_(True), (1, np.str_("x"))], "it")
    assert restored == [0.5, 3, True, [1, "x"]]
    assert [type(each) for each in restored] == [float, int, bool, list]


@each(
    ("value", "complaint"),
    [
        ({"a": [1, {2}]}, "'x'.a[1] … set … sorted list"),
        ({1: 2}, "'x': the key 1 is not a text"),
        ([2**64], "'x'[0] … 18446744073709551616 … 64 bits"),
        (np.array([None]), "'x': an array of Python objects"),
        (object(), "'x' … None"),
    ],
)
def test_what_cannot_be_kept_is_named(value, complaint):
    with pytest.raises(UnstorableValue, match=mentions(complaint)):
        to_plain_data(value, "'x'")
