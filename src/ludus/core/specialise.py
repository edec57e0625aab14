"""Write a search or a driver once, compile it per game.

A module uses free names such as `legal` and `apply`; `specialise` makes a copy of every function in it
whose globals bind those names to one game's rules. Passing compiled functions as arguments would
compile again in every process; this is cached like any other rule.
"""

from __future__ import annotations

import types
from typing import Any

from ludus.core.rule import rule

DOOR = "_by_address"  # functions with this ending are called from Python


def specialise(module: types.ModuleType, **bound: Any) -> types.SimpleNamespace:
    """The functions of a module with its free names bound: rules, numbers or record readers."""
    space = {**vars(module), **bound}
    compiled = {}
    inline = getattr(module, "INLINE", ())  # names of functions to put into their callers
    for name, function in vars(module).items():
        if isinstance(function, types.FunctionType) and function.__module__ == module.__name__:
            copy = types.FunctionType(function.__code__, space, name, function.__defaults__, function.__closure__)
            copy.__module__ = module.__name__
            compiled[name] = rule(inline=name in inline, door=name.endswith(DOOR))(copy)
    space.update(compiled)
    return types.SimpleNamespace(**compiled)
