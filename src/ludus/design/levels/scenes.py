"""A level as plain data, for whoever draws it and plays in it elsewhere: cells as the rules read them, and traps."""

from __future__ import annotations

from typing import Any

from ludus.games.platformer.level import Level, write_level
from ludus.games.platformer.packing import pack_level
from ludus.games.platformer.table import FACINGS, KINDS, Table


def scene_data(level: Level) -> dict[str, Any]:
    """All of it; cells are counted from the lower left corner, and stand in rows from the lowest up, with a border."""
    table = Table.zeros()
    pack_level(level, table)
    cells = table["grid"]["cells"][0][: level.height + 2, : level.width + 2]
    return {
        "text": write_level(level),
        "cells": cells.tolist(),
        "start": [*level.start],
        "exits": [[*exit_] for exit_ in level.exits],
        "traps": [
            {
                "name": each.name,
                "kind": KINDS[each.kind],
                "x": each.x,
                "y": each.y,
                "facing": FACINGS[each.facing],
                "period": each.period,
                "phase": each.phase,
                "cells": len(each.cells),
            }
            for each in level.traps
        ],
        "ornaments": [{"kind": each.kind, "x": each.x, "y": each.y} for each in level.ornaments],
    }
