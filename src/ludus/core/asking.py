"""Call a compiled bot from Python without a match, e.g. to compare it with recordings of the original bot."""

from __future__ import annotations

from functools import cache
from typing import Any

import numba

from ludus.core import asking_doors
from ludus.core.bot import BotSpec
from ludus.core.memory import record_reader
from ludus.core.record import Record
from ludus.core.rule import compile_exported, is_compiled, plain
from ludus.core.specialise import bind_template


@cache
def exported_choose_rule(bot: BotSpec, table: type[Record], state: type[Record], compiled: bool = True) -> Any:
    """Return the `choose` rule of a bot as a function of addresses.

    Args:
        bot: the bot.
        table: record type of the game data.
        state: record type of the game state.
        compiled: False for the plain Python version.

    Returns:
        A function of six ints (game data, state, seat, params, memory, scratch). All are addresses except the seat.
    """
    records = {"table": table, "state": state, "params": bot.params, "memory": bot.memory, "scratch": bot.scratch}
    readers = {f"{name}_at": record_reader(record) for name, record in records.items()}
    door = bind_template(asking_doors, choose=bot.rules.choose, **readers).choose_by_address
    if not compiled or not is_compiled(door):
        return plain(door)
    return compile_exported(door, numba.int64(*(numba.int64,) * 6))
