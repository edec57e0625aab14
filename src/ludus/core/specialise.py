"""Templates: modules of rules that are written once and compiled for each game.

A template uses free names such as `legal` and `apply`. `bind_template` copies every function of the module with globals
that bind these names to the rules of one game. Passing compiled functions as arguments would compile again in every
process; bound templates are cached like other rules.
"""

from __future__ import annotations

import types
from typing import Any

from ludus.core.rule import rule

EXPORT_SUFFIX = "_by_address"  # functions with this suffix are exported to Python


def bind_template(module: types.ModuleType, **bound: Any) -> types.SimpleNamespace:
    """Return the functions of a template as rules with its free names bound.

    Args:
        module: the template.
        bound: values of the free names: rules, numbers or record readers.
    """
    space = {**vars(module), **bound}
    compiled = {}
    inline = getattr(module, "INLINE", ())  # names of functions that are inlined
    for name, function in vars(module).items():
        if isinstance(function, types.FunctionType) and function.__module__ == module.__name__:
            copy = types.FunctionType(function.__code__, space, name, function.__defaults__, function.__closure__)
            copy.__module__ = module.__name__
            compiled[name] = rule(inline=name in inline, export=name.endswith(EXPORT_SUFFIX))(copy)
    space.update(compiled)
    return types.SimpleNamespace(**compiled)
