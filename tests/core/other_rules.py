"""Rules in a module of their own, for the tests of `plain` and `specialise`."""

from ludus.core import rule

STEP = 3
calls = []


@rule
def double(x):
    return 2 * x


@rule
def step(x):
    return double(x) + STEP
