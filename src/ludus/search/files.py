"""Files with evaluation genomes:

    {"game": "locm", "weights": {"my_health": 0.3, "opp_health": -0.4}}
    {"game": "locm", "kind": "tree", "features": "standard", "state": ["max", "my_health", 3], "card": "attack"}

Omitted features have weight 0. Trees are written as described in `ludus.search.expression`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ludus.core.contract import Game
from ludus.core.errors import ContentError, LudusError
from ludus.search.genome import Genome, genome_to_data, genome_from_data


def read_genome(file: str | Path, game: Game) -> Genome:
    """Read an evaluation genome of any kind from a file.

    Raises:
        ContentError: the file cannot be read or is not an evaluation of this game.
    """
    try:
        return genome_from_data(game, _read_json_once(file))
    except ContentError as error:
        raise error if error.file else ContentError(error.what, file, field=error.field) from None
    except LudusError as error:
        raise ContentError(str(error), file) from None


def write_genome(file: str | Path, game: Game, genome: Genome) -> None:
    """Write an evaluation genome; `read_genome` restores it exactly."""
    Path(file).write_text(json.dumps(genome_to_data(game, genome), indent=2) + "\n", encoding="utf-8")


def _read_json_once(file: str | Path) -> Any:
    try:
        text = Path(file).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ContentError("there is no such file with an evaluation", file) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"this file cannot be read: {error}", file) from None

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        if duplicate := next((name for name in names if names.count(name) > 1), None):
            raise ContentError(f"{duplicate!r} is given twice", file)
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        raise ContentError(f"this is not JSON: {error.msg}", file, error.lineno) from None
    except RecursionError:
        raise ContentError("this is nested too deeply to be an evaluation", file) from None
