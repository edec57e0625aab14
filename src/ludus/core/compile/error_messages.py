"""Messages for rules that do not compile: which file, line and rule of a game, the reason, and what to do.

The compiler often names only the outermost place: the loop in Ludus that calls `apply`, not the line in `apply`. The
message names the innermost rule that is not a part of Ludus, because that is the file a user can correct.
"""

from __future__ import annotations

import dis
import re
import types
from pathlib import Path
from typing import Any

from numba.core.dispatcher import Dispatcher

from ludus.core.compile.fingerprint import python_function, referenced_values
from ludus.util.text import did_you_mean

_CALLEE = re.compile(r"resolving callee type: type\(\w*Dispatcher\(<function .* at (0x[0-9a-f]+)>\)\)")
_PLACE = re.compile(r'(?:File "(?P<file>[^"]+)", line (?P<line>\d+)|at (?P<at>\S.*) \((?P<number>\d+)\))')
_LIBRARY = re.compile(r"ludus\.(?!games\.|testing\.example_games)|numba")  # modules whose rules a user does not write
_OPERATORS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**",
    "and_": "&", "or_": "|", "xor": "^", "lshift": "<<", "rshift": ">>",
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
    "getitem": "[]", "setitem": "[] =",
}  # fmt: skip


def compile_error_message(error: BaseException, outermost: Any) -> str:
    """Return a message that says which rule does not compile, where, and why.

    Args:
        error: the error of the compiler.
        outermost: the rule that was to be compiled; the mistake may be in a rule that it calls.
    """
    chain = _calls(error, outermost)
    innermost = chain[-1]
    place = max((k for k, function in enumerate(chain) if not _LIBRARY.match(function.__module__)), default=-1)
    function, reason = chain[place], _reason(error, innermost)
    if function is innermost:
        line = _line_of_error(error, function)
    else:
        line = _line_of_call(function, chain[place + 1])
        reason += f", in the rule {innermost.__code__.co_name} that it calls"
    code = function.__code__
    return f"{_short_path(code)}, line {line}, in the rule {code.co_name}: this does not compile: {reason}"


def compile_error_advice(error: BaseException) -> str:
    """Return what to do about a rule that does not compile."""
    if _allocates(error):
        return "Use local_ints(n) for scratch space: n numbers that are 0 at first."
    if isinstance(error, KeyError):
        return "Correct the name, or add the field to the record."
    if _unknown_name(error):
        return "Correct the name, or define it above the rule."
    return (
        "Rules work on records and numbers and cannot allocate (local_ints gives scratch space). "
        "Run the game with compiled=False to see Python's own error."
    )


def _calls(error: BaseException, outermost: Any) -> list[types.FunctionType]:
    """Return the rules that were being compiled, each called by the one before, as Python functions."""
    chain = [python_function(outermost)]
    trace = error.__traceback__
    while trace is not None:
        holder = trace.tb_frame.f_locals.get("self")
        source = getattr(holder, "py_func", None)  # set if `holder` is a CPU or GPU dispatcher
        if isinstance(source, types.FunctionType) and not source.__module__.startswith("numba"):
            chain.append(source)
        trace = trace.tb_next
    reachable = _reachable(chain[0])
    named = [reachable.get(int(address, 16)) for address in _CALLEE.findall("\n".join(_lines(error)))]
    chain += [function for function in reversed(named) if function is not None]
    return list({id(function): function for function in chain}.values())


def _reachable(outermost: types.FunctionType) -> dict[int, types.FunctionType]:
    """Return all rules that a rule calls, directly or not, by the identity of their Python functions."""
    reachable, rest = {id(outermost): outermost}, [outermost]
    while rest:
        for _, value in referenced_values(rest.pop()):
            if isinstance(value, Dispatcher | types.FunctionType) and id(python_function(value)) not in reachable:
                rest.append(python_function(value))
                reachable[id(rest[-1])] = rest[-1]
    return reachable


def _line_of_error(error: BaseException, function: types.FunctionType) -> int:
    """Return the line of the mistake in the innermost rule; if it is unknown, the first line of the rule."""
    code = function.__code__
    for text in _lines(error):
        if _CALLEE.search(text):
            break  # the places from here on are those of its callers
        if (match := _PLACE.search(text)) and Path(match["file"] or match["at"]).name == Path(code.co_filename).name:
            return int(match["line"] or match["number"])
    name = error.args[0] if isinstance(error, KeyError) and error.args else _unknown_name(error)
    return _line_of_name(code, name)


def _line_of_call(function: types.FunctionType, callee: types.FunctionType) -> int:
    names = (
        name.rpartition(".")[2]
        for name, value in referenced_values(function)
        if isinstance(value, Dispatcher | types.FunctionType) and python_function(value) is callee
    )
    return _line_of_name(function.__code__, next(names, None))


def _line_of_name(code: types.CodeType, name: str | None) -> int:
    """Return the first line of code that uses a name; if none does, the first line of the rule."""
    lines = (
        step.positions.lineno for step in dis.get_instructions(code) if name and step.argval == name and step.positions
    )
    return next((line for line in lines if line is not None), code.co_firstlineno)


def _short_path(code: types.CodeType) -> str:
    """Return the file of a rule as a user writes it: from the current folder, if it is inside."""
    path = Path(code.co_filename)
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)


def _reason(error: BaseException, function: types.FunctionType) -> str:
    if isinstance(error, KeyError):
        return f"no record here has a field {error}"
    if _allocates(error):
        return "it makes a list, dict, set or array; a rule cannot allocate them"
    if name := _unknown_name(error):
        known = {*function.__code__.co_varnames, *function.__globals__}
        return f"there is no name {name!r}{did_you_mean(name, known)}"
    lines = [line for line in _lines(error) if not line.startswith("Failed in nopython")]
    if call := next((line for line in lines if line.startswith(">>> ")), None):
        return _impossible_call(call.removeprefix(">>> "))
    return next(iter(lines), type(error).__name__)


def _impossible_call(call: str) -> str:
    """Return a call for which the compiler has no function as words; operators are written as in Python."""
    name, _, rest = call.partition("(")
    values = ", ".join(_value(text) for text in _arguments(rest.removesuffix(")")))
    symbol = _OPERATORS.get(name) or _OPERATORS.get(f"{name}_")
    if (
        symbol is None
        and name.startswith("i")
        and (plain := _OPERATORS.get(name[1:]) or _OPERATORS.get(f"{name[1:]}_"))
    ):
        symbol = f"{plain}="
    what = f"operator {symbol}" if symbol else f"function {name}"
    return f"rules have no {what} for these values: {values}"


def _arguments(text: str) -> list[str]:
    """Return the arguments of a call; commas inside brackets separate nothing."""
    arguments, depth = [""], 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            arguments.append("")
        else:
            arguments[-1] += letter
    return [argument.strip() for argument in arguments if argument.strip()]


def _value(kind: str) -> str:
    """Return a type of the compiler as words: `Literal[str](a)` is 'a', and a record is not listed field by field."""
    if match := re.fullmatch(r"Literal\[(\w+)\]\((.*)\)", kind, re.DOTALL):
        return repr(match[2]) if match[1] == "str" else match[2]
    for prefix, words in (("Record(", "a record"), ("nestedarray(", "an array"), ("array(", "an array")):
        if kind.startswith(prefix):
            return words
    return {"unicode_type": "a text", "int64": "an integer", "float64": "a float", "none": "None"}.get(kind, kind)


def _allocates(error: BaseException) -> bool:
    """Return whether a rule does not compile because it needs the memory manager, which rules do not have."""
    return any("NRT required" in line for line in _lines(error))


def _unknown_name(error: BaseException) -> str | None:
    """Return the name that a rule uses and nothing defines, or None if the error is another one."""
    names = (re.match(r"NameError: name '(\w+)' is not defined", line) for line in _lines(error))
    return next((match[1] for match in names if match), None)


def _lines(error: BaseException) -> list[str]:
    """Return the lines of a message without the terminal colours that numba adds."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    return [line.strip() for line in text.splitlines() if line.strip()]
