"""How many cases a test has: loops over cases, cases left to `make test-all`, numbers of random examples."""

import functools
import inspect
import os

import pytest


def each(names, cases, quick=None):
    """Decorator: call a test with every case, as `pytest.mark.parametrize` would, but in one test.

    Collecting and reporting a test costs a few milliseconds, more than most cases take. Not for tests that write into
    a fixture such as `tmp_path`, since all cases share their fixtures.

    Args:
        names: the parameter, or a tuple of parameters, that a case gives.
        cases: values of the parameter, or tuples of values.
        quick: number of cases in `make test`, the first ones; `make test-all` has all. Default: always all.
    """
    is_single, listed = isinstance(names, str), list(cases)
    if quick is not None:
        listed = listed[: thorough(quick, len(listed))]
    parameters = (names,) if is_single else tuple(names)
    if not listed:
        raise ValueError(f"no case for {', '.join(parameters)}")

    def decorate(test):
        @functools.wraps(test)
        def run(**fixtures):
            __tracebackhide__ = True
            for number, case in enumerate(listed):
                values = dict(zip(parameters, (case,) if is_single else case, strict=True))
                try:
                    test(**fixtures, **values)
                except BaseException as error:
                    shown = ", ".join(f"{name}={value!r:.200}" for name, value in values.items())
                    error.add_note(f"case {number}: {shown}")
                    raise

        signature = inspect.signature(test)
        kept = [parameter for name, parameter in signature.parameters.items() if name not in parameters]
        run.__signature__ = signature.replace(parameters=kept)
        return run if quick is None else sized(run)

    return decorate


def mostly_slow(cases, quick):
    """Values for `pytest.mark.parametrize`: the first `quick` cases are for `make test`, others for `make test-all`."""
    listed = list(cases)
    return [*listed[:quick], *(pytest.param(case, marks=pytest.mark.slow) for case in listed[quick:])]


# A test whose number of cases or games grows in `make test-all`, by `thorough`. Tests of Hypothesis need no mark.
sized = pytest.mark.sized


def thorough(quick, many):
    """A number of random examples: `quick` in `make test`, `many` in `make test-all`, which sets LUDUS_THOROUGH."""
    return many if os.environ.get("LUDUS_THOROUGH") else quick
