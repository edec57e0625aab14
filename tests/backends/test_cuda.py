"""The graphics card as a backend: what it says where there is none, and how rules become code for it."""

import pytest

from ludus.backends import BackendError, cuda, parse_backend, split_range
from ludus.backends.cuda import Cuda
from ludus.core import Record, int16, int64, record_reader, rule, uint8
from ludus.core.compile.intrinsics import plus, times
from ludus.util.errors import RuleError
from tests.messages import mentions


class Pair(Record):
    first: int64
    second: int16


class Two(Record):
    one: Pair
    other: Pair
    small: uint8


two_at = record_reader(Two)


@pytest.fixture
def ptx():
    pytest.importorskip("numba_cuda", reason="numba-cuda is not installed")
    from ludus.backends import cuda_compiler

    try:
        cuda_compiler.version()
    except BackendError:
        pytest.skip("NVIDIA's compiler, libNVVM, is not installed")
    return cuda_compiler


def to_ptx(ptx, function, count=1):
    from numba import int64

    return ptx.compile_kernel(function, (int64,) * count)[0]


@pytest.mark.parametrize("missing", ["numba_cuda", "cuda.bindings"])
def test_missing_packages_give_an_install_hint(monkeypatch, missing):
    monkeypatch.setattr(cuda, "_is_installed", lambda package: package != missing)
    how = r"in the folder of the Ludus repository, pip install -e '\.\[cuda\]' 'numba-cuda\[cu13\]'"
    with pytest.raises(BackendError, match=rf"needs {missing}, which is not installed: {how}"):
        parse_backend("cuda")


def test_a_submodule_of_a_missing_package_is_missing():
    assert not cuda._is_installed("no_such_package.part")
    assert cuda._is_installed("numba.core")


def test_without_a_gpu_the_backend_is_refused(monkeypatch):
    pytest.importorskip("cuda.bindings", reason="cuda-bindings is not installed")
    from ludus.backends import cuda_driver

    class NoDriver:
        def __getattr__(self, name):
            raise RuntimeError("the driver is not there")

    monkeypatch.setattr(cuda_driver, "driver", NoDriver())
    with pytest.raises(BackendError, match=mentions("NVIDIA", "driver")):
        parse_backend("cuda")


def test_a_gpu_runs_only_matches():
    backend = object.__new__(Cuda)
    with pytest.raises(BackendError, match=mentions("only", "compiled bots")):
        list(backend.run(len, split_range(3, 1)))


@rule
def joined(address):
    two = two_at(address)
    two.one.first = int(plus(times(float(two.one.first), 0.1), 0.7) + float(two.one.second) * 0.3 + 0.1)


def test_products_and_sums_are_never_one_instruction(ptx):
    text = to_ptx(ptx, joined)
    assert "fma" not in text
    assert text.count("mul.rn.f64") == 2
    assert text.count("add.rn.f64") == 3


@rule
def copied(address):
    two = two_at(address)
    two.one = two.other


def test_records_are_copied_by_words(ptx):
    text = to_ptx(ptx, copied)
    assert text.count("ld.global.u64") == text.count("st.global.u64") == 2
    assert "u8" not in text


@rule
def below(a, b):
    return a - b < 0


@rule
def compared(address):
    two = two_at(address)
    two.one.first = below(two.small, 200)


def test_numbers_are_passed_to_rules_as_on_a_processor(ptx):
    text = to_ptx(ptx, compared)
    assert "setp.lt.u64" not in text  # as an unsigned number the difference would never be below 0
    assert "ld.global.u8" in text


@rule
def misspelt(address):
    two_at(address).third = 1


@rule
def outermost(address):
    misspelt(address)


def test_a_rule_that_does_not_compile_is_named(ptx):
    with pytest.raises(RuleError, match=mentions("misspelt", "does not compile", "record")):
        to_ptx(ptx, outermost)
