"""A bot asked without a match around it, as a game does that holds its bots against recordings of the originals."""

from __future__ import annotations

from functools import cache
from typing import Any

import numba

from ludus.core import asking_doors
from ludus.core.bot import Bot
from ludus.core.memory import reader
from ludus.core.record import Record
from ludus.core.rule import compile_door, is_compiled, plain
from ludus.core.specialise import specialise


@cache
def chooser(bot: Bot, table: type[Record], state: type[Record], compiled: bool = True) -> Any:
    """The rule `choose` of a bot, to be called with the addresses of its six arguments (the seat as a number)."""
    records = {"table": table, "state": state, "params": bot.params, "memory": bot.memory, "scratch": bot.scratch}
    readers = {f"{name}_at": reader(record) for name, record in records.items()}
    door = specialise(asking_doors, choose=bot.rules.choose, **readers).choose_by_address
    if not compiled or not is_compiled(door):
        return plain(door)
    return compile_door(door, numba.int64(*(numba.int64,) * 6))
