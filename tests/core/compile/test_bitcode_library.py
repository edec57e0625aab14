"""Rules that only other rules call: put into their doors, kept on disk, without machine code of their own."""

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import numba
import pytest

import ludus
from ludus.core import rule
from ludus.core.compile.bitcode_library import BitcodeLibrary
from ludus.core.compile.intrinsics import address_of, call_address
from ludus.core.rule import export_rule, is_compiled
from ludus.util.errors import RuleError

SIX = numba.int64(*(numba.int64,) * 6)

compiled_only = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="the compiler is switched off")


@rule
def inner(a, b, c, d, e, f):
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f


@rule
def outer(a, b, c, d, e, f):
    return 1000 * inner(a, b, c, d, e, f) + inner(f, e, d, c, b, a)


@rule(export=True)
def entrance(a, b, c, d, e, f):
    return outer(a, b, c, d, e, f)


@rule(export=True)
def by_address(function, a, b, c, d, e, f):
    return call_address(function, a, b, c, d, e, f)


def test_an_exported_rule_calls_its_bitcode_rules():
    assert entrance(1, 0, 0, 0, 0, 1) == 7007


@compiled_only
def test_a_rule_that_is_not_exported_has_no_machine_code():
    result = outer.get_compile_result(SIX)
    assert isinstance(result.library, BitcodeLibrary)
    assert not isinstance(export_rule(outer).get_compile_result(SIX).library, BitcodeLibrary)


@compiled_only
def test_only_an_exported_rule_has_an_address():
    assert is_compiled(inner)
    with pytest.raises(RuleError, match="inner has no address"):
        address_of(inner)
    assert by_address(address_of(entrance), 1, 0, 0, 0, 0, 1) == 7007


MODULE = """
    from ludus.core import rule

    @rule
    def shared(a):
        return a * 3

    @rule(export=True)
    def first(a):
        return shared(a) + 1

    @rule(export=True)
    def second(a):
        return shared(a) + 2
"""

ASK = """
import sys
from ludus.core.compile.cache import compile_listener
compiled = []
with compile_listener(compiled.append):
    import doors
    print(getattr(doors, sys.argv[1])(5), *compiled)
"""


@compiled_only
def test_cached_bitcode_is_linked_into_another_exported_rule(tmp_path):
    (tmp_path / "doors.py").write_text(dedent(MODULE))
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(tmp_path), str(Path(ludus.__file__).parent.parent)]),
        "LUDUS_CACHE_DIR": str(tmp_path / "cache"),
    }

    def ask(name):
        command = [sys.executable, "-c", ASK, name]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.split()

    assert ask("first") == ["16", "first", "shared"]
    assert ask("second") == ["17", "second"]
    assert ask("second") == ["17"]
